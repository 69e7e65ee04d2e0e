cimport cython
from boohive.core cimport bits, constants, signals
from boohive.core.bits cimport u64, u32
from boohive.core.kernel cimport Kernel

@cython.locals(ply=int, count=u64)
cdef int play_at_random(Kernel kernel, u32* moves, int max_plies, u64 rng) noexcept nogil

@cython.locals(moves="u32*", plies=u64, number=int, fault=int, kernel=Kernel, rng=u64)
cpdef u64 count_plies(Kernel start, int games, int max_plies, u64 seed) except? 0
