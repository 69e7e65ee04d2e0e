cimport cython
from boohive.core cimport bits, constants, network
from boohive.core.bits cimport u64, u32
from boohive.games.boop cimport bed, evaluate, inputs, network_terms, pieces, symmetry, threats
from boohive.games.boop.rules cimport BoopKernel

cdef short FIRST_LAYER[6624]
cdef short LINEAR[206]
cdef short SECOND_LAYER[32]
cdef bint HAS_NETWORK
cdef u64 SYMMETRY_KEYS
cdef int FORCING

cdef class BoopSearchKernel(BoopKernel):
    @cython.locals(twin=BoopSearchKernel)
    cpdef copy(self)
    @cython.locals(found=int[48], counts=int[48], number=int, me=int, other=int)
    cdef int evaluate(self) noexcept nogil
    @cython.locals(me=int, other=int)
    cdef int fill_inputs(self, int* found, int* counts) noexcept nogil
    @cython.locals(found="int*", counts="int*", number=int, i=int)
    cpdef network_inputs(self)
    cdef u64 symmetry_key(self) noexcept nogil
    cdef u32 winning_move(self, u32* moves, int start) noexcept nogil
    cdef bint is_threatened(self, u32* moves, int start) noexcept nogil
    @cython.locals(occupied=u64, other=int, own_rows=u64, other_rows=u64, i=int)
    cdef void score_moves(self, u32* moves, int start, int end, int* scores) noexcept nogil
    @cython.locals(own=u64, occupied=u64, space=int)
    cdef u32 winning_move_of(self, int seat) noexcept nogil
    @cython.locals(pool=int)
    cdef u32 as_move(self, int seat, int space) noexcept nogil

cdef u64 all_pieces(BoopKernel boop) noexcept nogil
