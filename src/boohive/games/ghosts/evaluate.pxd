cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64
from boohive.games.boop cimport bed, pieces, threats
from boohive.games.ghosts cimport seams

cdef int AT_HOME, SCARES_OTHERS, SCARES_OWN, TERMS
cdef int USED_WEIGHTS[3]

@cython.locals(stop=int)
cdef void add_ghost_terms(int* counts, int sign, u64 own, u64 others, int ghost, int other_ghost) noexcept nogil
@cython.locals(counts=int[3], total=int, i=int)
cdef int ghost_score(u64 own, u64 others, int ghost, int other_ghost) noexcept nogil
@cython.locals(counts="int*", mover=int, seat=int, own=u64, others=u64)
cpdef dict term_counts(tuple state)
@cython.locals(i=int)
cpdef void set_weights(list weights)
@cython.locals(booped=u64)
cdef bint wins(u64 cats, u64 occupied, u64 too_heavy, int space, bint places_cat, int ghost) noexcept nogil
@cython.locals(found=u64, direction=int, step=int)
cdef u64 spaces_reaching_the_ghost(u64 cats, u64 next_to_ghost) noexcept nogil
@cython.locals(empty=u64, next_to_ghost=u64, found=u64)
cdef u64 possible_wins(u64 cats, u64 occupied, int ghost) noexcept nogil
cdef int cat_win(u64 cats, u64 occupied, int ghost) noexcept nogil
cdef int kitten_win(u64 cats, u64 occupied, u64 all_cats, int ghost) noexcept nogil
@cython.locals(space=int)
cdef int first_win(u64 spaces, u64 cats, u64 occupied, u64 too_heavy, bint places_cat, int ghost) noexcept nogil
