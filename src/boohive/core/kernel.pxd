cimport cython
from boohive.core cimport bits, constants
from boohive.core.bits cimport u64, u32

cdef class Kernel:
    cdef public int fault
    cdef int last_turn_at
    cdef int generate(self, u32* moves, int start) noexcept nogil
    cdef void advance(self, u32 move) noexcept nogil
    cdef void make(self, u32 move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef int seat(self) noexcept nogil
    cdef bint mid_turn(self) noexcept nogil
    cdef int decisions_per_turn(self) noexcept nogil
    cdef int result(self) noexcept nogil
    cdef u64 key(self) noexcept nogil
    cdef u64 count_turns(self, u32* moves, int start) noexcept nogil
    cdef int irreversible_count(self) noexcept nogil
    cpdef copy(self)
    cpdef reserve_undo(self)
    cpdef raise_fault(self)

@cython.locals(end=int, i=int, turns=u64)
cdef u64 count_turns(Kernel kernel, u32* moves, int start) noexcept nogil

cdef class Moves:
    cdef u32* codes
    cdef readonly int count
    @cython.locals(i=int, wanted=u32)
    cpdef bint holds(self, code)
    cpdef u32 code(self, int i) except? 0
    @cython.locals(i=int, found=list)
    cpdef list listed(self)

@cython.locals(after=Kernel)
cpdef Kernel play_at(Kernel kernel, u32 code)
cpdef status_of(Kernel kernel)
@cython.locals(seat=int, mid_turn=bint, result=int, count=int)
cpdef tuple status_words(Kernel kernel)
@cython.locals(key=u64)
cpdef u64 key_of(Kernel kernel) except? 0
@cython.locals(count=int)
cdef int write_moves(Kernel kernel, u32* moves) except -1
cpdef make_and_unmake(Kernel kernel, u32 code)
