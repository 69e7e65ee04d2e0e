cimport cython
from boohive.core cimport bits, codes
from boohive.core.bits cimport u64, u32

cdef class Kernel:
    cdef int generate(self, u32* moves, int start) noexcept nogil
    cdef void advance(self, u32 move) noexcept nogil
    cdef void make(self, u32 move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef int seat(self) noexcept nogil
    cdef bint turn_is_open(self) noexcept nogil
    cdef int result(self) noexcept nogil
    cdef u64 key(self) noexcept nogil
    cdef u64 count_turns(self, u32* moves, int start) noexcept nogil
    cdef int evaluate(self) noexcept nogil
    cdef u64 folded_key(self) noexcept nogil
    cdef u32 winning_move(self, u32* moves, int start) noexcept nogil
    cdef bint threatened(self, u32* moves, int start) noexcept nogil
    @cython.locals(i=int)
    cdef void promises(self, u32* moves, int start, int end, int* promise) noexcept nogil
    cdef bint rest_is_harmless(self) noexcept nogil
    cdef bint may_skip(self) noexcept nogil
    cdef void skip(self) noexcept nogil
    cdef u32 portable(self, u32 move) noexcept nogil
    cdef u32 from_portable(self, u32 move) noexcept nogil
    cdef int progress(self) noexcept nogil
    cpdef copy(self)

@cython.locals(end=int, i=int, turns=u64)
cdef u64 count_turns(Kernel kernel, u32* moves, int start) noexcept nogil

@cython.locals(end=int, i=int, me=int, won=bint)
cdef u32 find_winning_move(Kernel kernel, u32* moves, int start) noexcept nogil

cdef class Moves:
    cdef u32* codes
    cdef readonly int count
    @cython.locals(i=int)
    cpdef bint holds(self, u32 code)
    cpdef u32 code(self, int i)

@cython.locals(after=Kernel)
cpdef Kernel play_at(Kernel kernel, u32 code)
cpdef facts(Kernel kernel)
cpdef u64 key_of(Kernel kernel)
cdef int write_moves(Kernel kernel, u32* moves) noexcept nogil
cpdef int evaluation_of(Kernel kernel)
