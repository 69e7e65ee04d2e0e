cimport cython
from boohive.core cimport bits, constants, signals
from boohive.core.bits cimport u64, u32
from boohive.core.kernel cimport Kernel

cdef int INTERRUPT_DEPTH

@cython.locals(end=int, i=int, total=u64)
cdef u64 leaves(Kernel kernel, int depth, u32* moves, int start) noexcept nogil

@cython.locals(total=u64, moves="u32*", turn=int)
cpdef u64 count_leaves(Kernel kernel, int depth) except? 0
