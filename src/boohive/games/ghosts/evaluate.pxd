cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64
from boohive.games.boop cimport bed, pieces, threats
from boohive.games.ghosts cimport seams

cdef int IN_THE_POOL, SCARES_OTHERS, SCARES_OWN, TERMS
cdef int WEIGHT[3]

@cython.locals(arriving=int)
cdef void count_ghost(int* counts, int sign, u64 own, u64 others, int ghost, int other_ghost) noexcept nogil
@cython.locals(counts=int[3], total=int, i=int)
cdef int ghosts_worth(u64 own, u64 others, int ghost, int other_ghost) noexcept nogil
@cython.locals(counts="int*", mover=int, seat=int, own=u64, others=u64)
cpdef dict counts_of(tuple state)
@cython.locals(i=int)
cpdef void set_weights(list weights)
@cython.locals(booped=u64)
cdef bint makes_a_row(u64 cats, u64 occupied, u64 too_heavy, int space, bint cat, int ghost) noexcept nogil
@cython.locals(found=u64, direction=int, step=int)
cdef u64 reached_spaces(u64 cats, u64 next_to_ghost) noexcept nogil
@cython.locals(empty=u64, next_to_ghost=u64, found=u64)
cdef u64 candidates(u64 cats, u64 occupied, int ghost) noexcept nogil
cdef int cat_space(u64 cats, u64 occupied, int ghost) noexcept nogil
cdef int kitten_space(u64 cats, u64 occupied, u64 all_cats, int ghost) noexcept nogil
@cython.locals(space=int)
cdef int first_space(u64 spaces, u64 cats, u64 occupied, u64 too_heavy, bint cat, int ghost) noexcept nogil
