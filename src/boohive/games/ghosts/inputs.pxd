cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64
from boohive.games.boop cimport inputs as boop_inputs
from boohive.games.ghosts cimport network_terms, pieces, seams

@cython.locals(arriving=int)
cdef int add_ghost(int* inputs, int* counts, int found, int first, int ghost, int other_ghost, u64 kittens, u64 cats, u64 other_kittens, u64 other_cats) noexcept nogil
