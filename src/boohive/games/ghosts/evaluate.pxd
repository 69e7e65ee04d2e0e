cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64
from boohive.games.boop cimport bed
from boohive.games.ghosts cimport seams

cdef int IN_THE_POOL, SCARES_OTHERS, SCARES_OWN

@cython.locals(arriving=int)
cdef int ghosts_worth(u64 own, u64 others, int ghost, int other_ghost) noexcept nogil
@cython.locals(booped=u64)
cdef bint makes_a_row(u64 cats, u64 occupied, u64 too_heavy, int space, bint cat, int ghost) noexcept nogil
@cython.locals(empty=u64, space=int)
cdef int row_space(u64 cats, u64 occupied, u64 too_heavy, bint cat, int ghost) noexcept nogil
