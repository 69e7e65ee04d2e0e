cimport cython
from boohive.core cimport bits, constants
from boohive.core.bits cimport u64, u32
from boohive.core.kernel cimport Kernel

cdef class SearchKernel(Kernel):
    cdef int evaluate(self) noexcept nogil
    cdef u64 symmetry_key(self) noexcept nogil
    cdef u32 winning_move(self, u32* moves, int start) noexcept nogil
    cdef bint is_threatened(self, u32* moves, int start) noexcept nogil
    @cython.locals(i=int)
    cdef void score_moves(self, u32* moves, int start, int end, int* scores) noexcept nogil
    cdef bint late_decisions_are_quiet(self) noexcept nogil
    cdef bint null_move_allowed(self) noexcept nogil
    cdef void make_null(self) noexcept nogil
    cdef u32 to_tt_move(self, u32 move) noexcept nogil
    cdef u32 from_tt_move(self, u32 move) noexcept nogil

cpdef SearchKernel as_search_kernel(Kernel kernel)
@cython.locals(trial=SearchKernel)
cpdef check_search_kernel(Kernel kernel)
@cython.locals(found=SearchKernel, score=int)
cpdef int evaluate(Kernel kernel) except? 0
@cython.locals(found=SearchKernel, key=u64)
cpdef u64 symmetry_key(Kernel kernel) except? 0
@cython.locals(found=SearchKernel, moves="u32*", code=u32)
cpdef winning_move(Kernel kernel)
@cython.locals(found=SearchKernel, moves="u32*", threatened=bint)
cpdef is_threatened(Kernel kernel)
