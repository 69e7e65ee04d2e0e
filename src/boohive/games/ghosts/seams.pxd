cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64
from boohive.games.ghosts cimport pieces

cdef int STITCH[121]
cdef int ONWARD[121]
cdef int ADJACENT[242]
cdef u64 BEHIND[242]
cdef u64 BOTH_SIDES[121]
cdef int FREE_ENTRIES[121]

cpdef int entry(int lane) noexcept nogil
cpdef int glide(int ghost, int other) noexcept nogil
cdef bint is_free(int lane, int other) noexcept nogil
cdef int free_entries(int other) noexcept nogil
cdef u64 scared(u64 occupied, int ghost) noexcept nogil

@cython.locals(open_spaces=u64)
cpdef int landing(u64 occupied, int ghost, int side) noexcept nogil

@cython.locals(side=int, end=int)
cdef u64 after_scare(u64 some, u64 occupied, int ghost) noexcept nogil
