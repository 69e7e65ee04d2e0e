cimport cython
from boohive.core cimport bits, codes, signals
from boohive.core.bits cimport u64, u32
from boohive.core.kernel cimport Kernel

@cython.locals(ply=int, count=u64)
cdef int play_at_random(Kernel kernel, u32* moves, int most, u64 chance) noexcept nogil

@cython.locals(moves="u32*", plies=u64, number=int, kernel=Kernel, chance=u64)
cpdef u64 count_plies(Kernel start, int games, int most, u64 seed)
