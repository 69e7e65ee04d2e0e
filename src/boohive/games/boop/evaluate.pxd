cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64
from boohive.games.boop cimport bed, terms, threats

cdef u64 CENTRE
cdef u64 NEAR_THE_CENTRE
cdef int USED_WEIGHTS[42]
cdef int PIECES_PER_SEAT

@cython.locals(found=int, direction=int, step=int, second=u64, third=u64)
cdef int open_rows(u64 own, u64 empty) noexcept nogil
@cython.locals(own=u64, on_bed=int, grown=int, cats_on_bed=int, places=int)
cdef void count_one_side(int* counts, int sign, u64 kittens, u64 cats, int kittens_in_play, u64 occupied, bint to_move) noexcept nogil
@cython.locals(counts=int[21], occupied=u64, total=int, base=int, i=int)
cdef int evaluate(u64 kittens, u64 cats, int in_play, u64 other_kittens, u64 other_cats, int other_in_play, bint junior) noexcept nogil
@cython.locals(counts="int*", mover=int, occupied=u64, seat=int, sign=int)
cpdef dict term_counts(tuple state)
@cython.locals(base=int, i=int)
cpdef void set_weights(bint junior, list weights)
