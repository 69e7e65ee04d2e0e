cimport cython
from boohive.core cimport bits, constants, signals
from boohive.core.bits cimport u64, u32
from boohive.core.search_kernel cimport SearchKernel

cdef class PythonKernel(SearchKernel):
    cdef readonly object rules
    cdef object error
    cdef list earlier
    cdef int undo_depth
    cdef bint has_undo, has_key, has_evaluate, has_mid_turn, has_irreversible_count
    cdef int decisions

    cpdef copy(self)
    cpdef raise_fault(self)
    cdef int generate(self, u32* moves, int start) noexcept nogil
    cdef void advance(self, u32 move) noexcept nogil
    cdef void make(self, u32 move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef int seat(self) noexcept nogil
    cdef int result(self) noexcept nogil
    cdef u64 key(self) noexcept nogil
    cdef int evaluate(self) noexcept nogil
    cdef bint mid_turn(self) noexcept nogil
    cdef int irreversible_count(self) noexcept nogil
    cdef int decisions_per_turn(self) noexcept nogil

    cdef void note(self, object error) noexcept
    cdef bint may_be_asked(self) noexcept
    cdef object ask(self, str name, int default)
    @cython.locals(codes=list, i=int)
    cdef int write_codes(self, u32* moves, int start) noexcept
    cdef void play(self, u32 move, bint keep) noexcept
    cdef void take_back(self) noexcept
    cdef int seat_now(self) noexcept
    cdef int result_now(self) noexcept
    cdef u64 key_now(self) noexcept
    cdef int score_now(self) noexcept

@cython.locals(key=u64)
cdef u64 hash_snapshot(object snapshot) except? 0
