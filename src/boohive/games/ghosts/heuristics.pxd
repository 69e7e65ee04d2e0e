cimport cython
from boohive.core cimport bits, constants, network
from boohive.core.bits cimport u64, u32
from boohive.games.boop cimport pieces
from boohive.games.boop.heuristics cimport BoopSearchKernel
from boohive.games.ghosts cimport pieces as ghost_pieces
from boohive.games.ghosts cimport evaluate, inputs, network_terms, seams
from boohive.games.ghosts.rules cimport GhostsKernel

cdef short FIRST_LAYER[7008]
cdef short LINEAR[218]
cdef short SECOND_LAYER[32]
cdef bint HAS_NETWORK
cdef int ENTRY_POINT, MUST_BE_TRIED

cdef class GhostsSearchKernel(GhostsKernel):
    @cython.locals(twin=GhostsSearchKernel)
    cpdef copy(self)
    @cython.locals(found=int[60], counts=int[60], number=int, me=int, other=int, own=u64, others=u64)
    cdef int evaluate(self) noexcept nogil
    @cython.locals(me=int, other=int, number=int)
    cdef int fill_inputs(self, int* found, int* counts) noexcept nogil
    @cython.locals(found="int*", counts="int*", number=int, i=int)
    cpdef network_inputs(self)
    cdef u32 winning_move(self, u32* moves, int start) noexcept nogil
    cdef bint is_threatened(self, u32* moves, int start) noexcept nogil
    cdef bint late_decisions_are_quiet(self) noexcept nogil
    @cython.locals(me=int, other=int, own=u64, others=u64, i=int, ghost=int, arriving=int)
    cdef void score_moves(self, u32* moves, int start, int end, int* scores) noexcept nogil
    @cython.locals(ghost=int, cats=u64, occupied=u64, all_cats=u64, space=int)
    cdef u32 winning_move_of(self, int seat) noexcept nogil
