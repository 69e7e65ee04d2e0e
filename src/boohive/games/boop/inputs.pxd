cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64
from boohive.games.boop cimport bed, evaluate, network_terms, pieces, threats

cdef int add(int* inputs, int* counts, int found, int number, int count) noexcept nogil
@cython.locals(space=int)
cdef int add_pieces(int* inputs, int* counts, int found, int first, u64 spaces) noexcept nogil
@cython.locals(own=u64, empty=u64, grown=int, on_bed=int, cats_on_bed=int, cats_in_pool=int, places=int)
cdef int add_side(int* inputs, int* counts, int found, int first, u64 kittens, u64 cats, int in_play, u64 occupied) noexcept nogil
@cython.locals(occupied=u64, found=int)
cdef int fill(int* inputs, int* counts, u64 kittens, u64 cats, int in_play, u64 other_kittens, u64 other_cats, int other_in_play) noexcept nogil
