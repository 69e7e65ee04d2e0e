cimport cython
from libc cimport math
from boohive.core cimport bits, clock, constants
from boohive.core.bits cimport u64, u32
from boohive.core.search_kernel cimport SearchKernel, as_search_kernel
from boohive.engine cimport scores

cdef int MAX_TREE
cdef int MAX_PLAYOUT
cdef double EXPLORATION

cdef class AlphaBeta:
    cdef SearchKernel kernel
    cdef long long deadline
    cdef readonly u64 nodes
    cdef bint stopped
    cdef u32* moves
    cdef u32 best
    cdef readonly int depth

    @cython.locals(answer=u32, depth=int)
    cpdef u32 choose(self) except? 0
    @cython.locals(result=int, me=int, end=int, best=int, i=int, turn_over=int, score=int)
    cdef int search(self, int depth, int alpha, int beta, int ply, int turns, int start) noexcept nogil

cdef class Uct:
    cdef SearchKernel kernel
    cdef long long deadline
    cdef u32* moves
    cdef u32* codes
    cdef int* first
    cdef int* size
    cdef int* visits
    cdef int* points
    cdef int used
    cdef readonly u64 games
    cdef u64 random

    @cython.locals(best=int, child=int)
    cpdef u32 choose(self) except? 0
    @cython.locals(result=int, points=int, child=int)
    cdef int simulate(self, int node, int ply) noexcept nogil
    @cython.locals(end=int, i=int)
    cdef void expand(self, int node) noexcept nogil
    @cython.locals(first_player=bint, best=int, highest=double, spread=double, child=int, tried=int, share=double, value=double)
    cdef int select(self, int node) noexcept nogil
    @cython.locals(end=int, points=int)
    cdef int random_game(self, int length) noexcept nogil
    @cython.locals(result=int, score=int)
    cdef int reward(self) noexcept nogil
