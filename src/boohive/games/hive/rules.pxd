cimport cython
from boohive.core cimport bits, constants
from boohive.core.bits cimport u64, u32
from boohive.core.search_kernel cimport SearchKernel
from boohive.games.hive cimport bugs, hexes

ctypedef unsigned char u8
ctypedef unsigned short u16

cdef int STEP[12]
cdef u8 SLIDES[64]
cdef u8 GATES[64]
cdef u8 GROUPS[64]
cdef signed char HOLES[64]
cdef u8 KIND[29]
cdef u8 FIRST[8]
cdef u8 COUNT[8]
cdef u8 BACK[6]

cdef class HiveKernel(SearchKernel):
    cdef readonly int kinds
    cdef readonly bint queen_first
    cdef u16 near[1024]
    cdef u8 top[1024]
    cdef u8 height[1024]
    cdef u16 marks[1024]
    cdef u32 mark
    cdef short cell_of[29]
    cdef u8 under[29]
    cdef u64 on_table[2]
    cdef u8 placed[16]
    cdef int hand[2]
    cdef int stacks
    cdef int holes
    cdef int mover
    cdef readonly int ply
    cdef int moved
    cdef u64 hash
    cdef bint pins_known
    cdef u64 pins
    cdef int clock
    cdef u8 reached[29]
    cdef int throw_at[2]
    cdef int throw_to[2]
    cdef u64 thrown[2]
    cdef int undo_depth
    cdef bint has_undo_buffer
    cdef u64* undo_stack

    @cython.locals(moves="u32*")
    cpdef walks_of(self, int tile)
    @cython.locals(found=u64, tile=int)
    cpdef u64 hash_from_scratch(self)
    cdef int seat(self) noexcept nogil
    @cython.locals(white=bint, black=bint)
    cdef int result(self) noexcept nogil
    cdef int irreversible_count(self) noexcept nogil
    @cython.locals(mixed=u64)
    cdef u64 key(self) noexcept nogil
    @cython.locals(twin=HiveKernel)
    cpdef copy(self)
    @cython.locals(cell=int, tile=int, kind=int, seat=int)
    cdef void copy_from(self, HiveKernel other) noexcept nogil

    cpdef reserve_undo(self)
    @cython.locals(offset=int)
    cdef void make(self, u32 move) noexcept nogil
    @cython.locals(offset=int, packed=u64, tile=int, start=int)
    cdef void unmake(self) noexcept nogil
    @cython.locals(tile=int)
    cdef void advance(self, u32 move) noexcept nogil

    @cython.locals(end=int)
    cdef int generate(self, u32* moves, int start) noexcept nogil
    @cython.locals(kinds=int, turns=int)
    cdef u64 count_turns(self, u32* moves, int start) noexcept nogil

cdef bint is_surrounded(HiveKernel hive, int queen) noexcept nogil
cdef int around(HiveKernel hive, int cell) noexcept nogil
cdef void flip_near(HiveKernel hive, int cell, int colours) noexcept nogil

@cython.locals(below=int)
cdef void put(HiveKernel hive, int tile, int cell) noexcept nogil

@cython.locals(cell=int, below=int)
cdef void lift(HiveKernel hive, int tile) noexcept nogil

@cython.locals(seat=int, kind=int)
cdef void place(HiveKernel hive, int tile, int cell) noexcept nogil

@cython.locals(seat=int, kind=int)
cdef void take_back(HiveKernel hive, int tile) noexcept nogil

@cython.locals(hand=int)
cdef int kinds_to_place(HiveKernel hive) noexcept nogil

@cython.locals(own=u64, others=int, end=int, tile=int, start_cell=int, free=int, d=int, cell=int, near=int)
cdef int cells_to_place(HiveKernel hive, u32* moves, int start) noexcept nogil

@cython.locals(d=int)
cdef int cells_beside(HiveKernel hive, int cell, u32* moves, int end) noexcept nogil

@cython.locals(kinds=int, cells=int, end=int, block=int, kind=int, tile=int, i=int)
cdef int generate_placements(HiveKernel hive, u32* moves, int start) noexcept nogil

@cython.locals(thrown=u64, own=u64, end=int, tile=int)
cdef int generate_moves(HiveKernel hive, u32* moves, int start) noexcept nogil

@cython.locals(cell=int)
cdef void clear_marks(HiveKernel hive) noexcept nogil
cdef int reach(HiveKernel hive, int tile, int cell, u32* moves, int end) noexcept nogil

@cython.locals(cell=int, kind=int)
cdef int walks(HiveKernel hive, int tile, u32* moves, int end) noexcept nogil

@cython.locals(ways=int)
cdef int one_step(HiveKernel hive, int tile, int cell, u32* moves, int end) noexcept nogil

@cython.locals(ways=int, d=int)
cdef int climb(HiveKernel hive, int tile, int cell, u32* moves, int end) noexcept nogil

@cython.locals(d=int)
cdef int crawl(HiveKernel hive, int tile, int cell, u32* moves, int end) noexcept nogil

@cython.locals(goal=int, floor=int)
cdef bint gate_is_closed(HiveKernel hive, int cell, int d, int stands_on) noexcept nogil

@cython.locals(ways=int, d=int, goal=int)
cdef int jump(HiveKernel hive, int tile, int cell, u32* moves, int end) noexcept nogil

@cython.locals(first_ways=int, second_ways=int, third_ways=int, first=int, second=int, third=int)
cdef int three_steps(HiveKernel hive, int tile, int cell, u32* moves, int end) noexcept nogil

@cython.locals(next_one=int, stands_on=int, mark=u32, ways=int, goal=int)
cdef int run(HiveKernel hive, int tile, int cell, u32* moves, int end) noexcept nogil

@cython.locals(trodden=u64, stepped_on=u64, ways=int, ways_on=int, d=int, first=int, second=int)
cdef int over_the_hive(HiveKernel hive, int tile, int cell, u32* moves, int end) noexcept nogil

@cython.locals(ways=int, d=int)
cdef int come_down(HiveKernel hive, int tile, int cell, u32* moves, int end) noexcept nogil

@cython.locals(kinds=int)
cdef int copy_neighbours(HiveKernel hive, int tile, int cell, u32* moves, int end) noexcept nogil

@cython.locals(ways=int, found=int)
cdef int kinds_beside(HiveKernel hive, int cell) noexcept nogil

@cython.locals(pillbug=int, mosquito=int)
cdef u64 find_throws(HiveKernel hive) noexcept nogil

@cython.locals(cell=int)
cdef bint can_throw(HiveKernel hive, int tile) noexcept nogil

@cython.locals(tall=int, ways=int, other=int)
cdef void look_around(HiveKernel hive, int thrower, int cell) noexcept nogil

@cython.locals(found=int, d=int)
cdef int tall_around(HiveKernel hive, int cell) noexcept nogil

@cython.locals(thrower=int, ways=int, cell=int)
cdef int throws(HiveKernel hive, int tile, u32* moves, int end) noexcept nogil
cdef bint is_pinned(HiveKernel hive, int cell) noexcept nogil

@cython.locals(tile=int)
cdef void find_pins(HiveKernel hive) noexcept nogil

@cython.locals(cell=int, earliest=int, hanging=int, own_time=int, ways=int, other=int, found=int)
cdef int explore(HiveKernel hive, int tile, int parent) noexcept nogil

cdef int seat_of(int tile) noexcept nogil
cdef int colour_bit(int tile) noexcept nogil
cdef int place_code(int tile, int cell, int level) noexcept nogil
cdef u32 move_code(int tile, int cell) noexcept nogil
cdef u64 pack(u32 move, int start, int moved) noexcept nogil
