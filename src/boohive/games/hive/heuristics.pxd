cimport cython
from boohive.core cimport bits, constants, network
from boohive.core.bits cimport u64, u32
from boohive.games.hive cimport bugs, evaluate, hexes, inputs, network_terms, rules, terms
from boohive.games.hive.rules cimport HiveKernel

ctypedef unsigned char u8

cdef short FIRST_LAYER[3360]
cdef short LINEAR[104]
cdef short SECOND_LAYER[32]
cdef bint HAS_NETWORK
cdef int STEP[12]
cdef u8 SLIDES[64]
cdef u8 GROUPS[64]
cdef u8 KIND[29]
cdef u8 FIRST[8]
cdef u8 NEXT_TO[1024]
cdef int FORCING, QUEEN_IN_DANGER

cdef class HiveSearchKernel(HiveKernel):
    @cython.locals(twin=HiveSearchKernel)
    cpdef copy(self)
    @cython.locals(found=int[105], values=int[105], number=int)
    cdef int evaluate(self) noexcept nogil
    cdef int fill_inputs(self, int* found, int* values) noexcept nogil
    @cython.locals(found="int*", values="int*", number=int, i=int)
    cpdef network_inputs(self)
    @cython.locals(counts="int*")
    cpdef counts(self)
    @cython.locals(queen=int, gap=int, me=int, end=int, i=int, won=bint)
    cdef u32 winning_move(self, u32* moves, int start) noexcept nogil
    @cython.locals(i=int, cell=int, origin=int, goal=int, home=int, pressed=bint, comes=bint, leaves=bint)
    cdef void score_moves(self, u32* moves, int start, int end, int* scores) noexcept nogil
    @cython.locals(seat=int)
    cdef bint null_move_allowed(self) noexcept nogil
    cdef void make_null(self) noexcept nogil
    @cython.locals(tile=int)
    cdef u32 to_tt_move(self, u32 move) noexcept nogil
    @cython.locals(start=int, kind=int, placed=int)
    cdef u32 from_tt_move(self, u32 move) noexcept nogil
    @cython.locals(queen=int, found=u32)
    cdef bint is_threatened(self, u32* moves, int start) noexcept nogil

@cython.locals(end=int, kinds=int, is_open=bint, thrown=u64, own=u64, tile=int, cell=int, far=bint)
cdef int moves_into(HiveKernel hive, int gap, int queen, u32* moves, int start) noexcept nogil
cdef bint walks_only(int kind) noexcept nogil

@cython.locals(found=u64, on_table=u64, tile=int, cell=int, ways=int)
cdef u64 free_bugs(HiveKernel hive) noexcept nogil
cdef bint is_pinned(HiveKernel hive, int cell, int ways) noexcept nogil
cdef int around(HiveKernel hive, int cell) noexcept nogil
