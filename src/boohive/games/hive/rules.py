"""Hive by its rulebook (V1 to V16) and the tournament and Pillbug rules (T1, T2); repetition (T3) needs the whole game.

A move is a bug and the cell it ends on, however it gets there: walking, climbing, jumping, copying or being thrown. So
a move code is ``1024 * tile + cell``, and 0 is the pass. The tiles are in ``bugs.py``, the cells in ``hexes.py``.

For every cell the kernel keeps which of its six neighbours are occupied, by the colour on top: White's in the lower
byte, Black's in the upper. That answers gates, contact and placement, and changes only around the two cells of a move.
"""

import cython

from boohive.core import bits, constants
from boohive.core.search_kernel import SearchKernel
from boohive.games.hive import bugs, hexes
from boohive.games.hive.bugs import first_tiles, kinds_of_tiles, tiles_per_side
from boohive.games.hive.hexes import gate_table, group_table, hole_table, slide_table, step_table

STEP = step_table()
SLIDES = slide_table()
GATES = gate_table()
GROUPS = group_table()
HOLES = hole_table()
KIND = kinds_of_tiles()
FIRST = first_tiles()
COUNT = tiles_per_side()
BACK = [3, 4, 5, 0, 1, 2]


class HiveKernel(SearchKernel):
    """A position of Hive with the bugs of ``kinds`` (a set of kinds)."""

    def __init__(self, kinds: int, queen_first: bool) -> None:
        self.fault = constants.NO_FAULT
        self.kinds = kinds
        self.queen_first = queen_first
        self.near = [0] * 1024
        self.top = [0] * 1024
        self.height = [0] * 1024
        self.marks = [0] * 1024
        self.mark = 0
        self.cell_of = [bugs.IN_HAND] * 29
        self.under = [bugs.NOBODY] * 29
        self.on_table = [0] * 2
        self.placed = [0] * 16
        self.hand = [kinds, kinds]
        self.stacks = 0
        self.holes = 0
        self.mover = 0
        self.ply = 0
        self.moved = bugs.NOBODY
        self.hash = 0
        self.pins_known = False
        self.pins = 0
        self.clock = 0
        self.reached = [0] * 29
        self.throw_at = [0] * 2
        self.throw_to = [0] * 2
        self.thrown = [0] * 2
        self.undo_depth = 0
        self.has_undo_buffer = False  # until `reserve_undo`
        self.undo_stack = bits.allocate_words(0)
        bits.require(self.undo_stack)

    def __dealloc__(self) -> None:
        bits.free(self.undo_stack)

    # What everyone asks

    def seat(self) -> int:
        """Who decides next: 0 is White, who begins (V1)."""
        return self.mover

    @cython.final
    def result(self) -> int:
        """A surrounded queen, covered or not, loses; both at once are a draw (V16)."""
        white = is_surrounded(self, bugs.QUEEN + 1)
        black = is_surrounded(self, bugs.BLACK_QUEEN)
        if white:
            return constants.DRAW if black else 1
        return 0 if black else constants.ONGOING

    def irreversible_count(self) -> int:
        """A placed bug never leaves the table (V2)."""
        return bits.count(self.on_table[0]) + 16 * bits.count(self.on_table[1])

    def key(self) -> int:
        """A hash of table, hands, seat, what was moved last where that matters, and the queens' deadline.

        Tiles of one kind are alike here. Cells are absolute: a hive that wandered off hashes differently.
        """
        mixed = self.hash ^ bits.mix(bugs.SEAT_CODE + self.mover)
        if self.kinds & bits.bit(bugs.PILLBUG):
            mixed ^= bits.mix(bugs.MOVED_CODE + self.moved)
        if self.ply < bugs.TURN_OF_THE_QUEEN and (self.hand[0] | self.hand[1]) & bits.bit(bugs.QUEEN):
            mixed ^= bits.mix(bugs.TURN_CODE + self.ply)
        return mixed

    def state(self) -> tuple[int, ...]:
        """The exact position: seat, last moved tile, queens' deadline, each tile's place seen from the first one."""
        waiting = (self.hand[0] | self.hand[1]) & bits.bit(bugs.QUEEN)
        deadline = min(self.ply, bugs.TURN_OF_THE_QUEEN) if waiting else bugs.TURN_OF_THE_QUEEN
        tiles = [tile for tile in range(1, bugs.TILES) if self.cell_of[tile] >= 0]
        anchor = self.cell_of[tiles[0]] if tiles else 0
        places = [
            value
            for tile in tiles
            for value in (tile, (self.cell_of[tile] - anchor) & hexes.LAST_CELL, self.level(tile))
        ]
        return (self.mover, self.moved, deadline, *places)

    def level(self, tile: int) -> int:
        """How many bugs lie under this one."""
        return self.stack_at(self.cell_of[tile]).index(tile)

    def stack_at(self, cell: int) -> list[int]:
        """The tiles on a cell, lowest first."""
        found = []
        tile = self.top[cell]
        while tile != bugs.NOBODY:
            found.append(tile)
            tile = self.under[tile]
        return found[::-1]

    def cells(self) -> list[int]:
        """The cell of each tile by its number, ``IN_HAND`` for those that are not on the table."""
        return [self.cell_of[tile] for tile in range(bugs.TILES)]

    def last_moved(self) -> int:
        """The tile that was placed, moved or thrown on the ply before."""
        return self.moved

    def next_to_place(self) -> list[int]:
        """The tile of each kind that the mover may place now (T1, V4); several alike are placed in order."""
        kinds = kinds_to_place(self)
        first = bugs.PER_SIDE * self.mover
        return [
            FIRST[kind] + first + self.placed[bugs.KINDS * self.mover + kind]
            for kind in range(bugs.KINDS)
            if kinds >> kind & 1
        ]

    def holds_the_hive_together(self, cell: int) -> bool:
        """Whether lifting the bug of this cell would break the hive (V6)."""
        self.pins_known = False
        return self.height[cell] == 1 and is_pinned(self, cell)

    def walks_of(self, tile: int) -> list[int]:
        """The cells this bug can reach by its own power (pins and gates count, whose turn it is does not)."""
        if self.top[self.cell_of[tile]] != tile or tile == self.moved:
            return []
        self.pins_known = False
        clear_marks(self)
        moves = bits.allocate_moves(constants.MAX_MOVES)
        bits.require(moves)
        found = [moves[i] & hexes.LAST_CELL for i in range(walks(self, tile, moves, 0))]
        bits.free(moves)
        return found

    def play(self, move: int) -> None:
        """``advance`` for callers in Python."""
        self.advance(move)

    def full_state(self) -> list[int]:
        """All that ``unmake`` has to restore."""
        table = [self.near[cell] + 65536 * (self.top[cell] + 256 * self.height[cell]) for cell in range(hexes.CELLS)]
        tiles = [self.cell_of[tile] for tile in range(bugs.TILES)]
        hands = [self.placed[kind] for kind in range(2 * bugs.KINDS)] + [self.hand[0], self.hand[1]]
        rest = [self.stacks, self.holes, self.mover, self.ply, self.moved, self.undo_depth]
        return [*table, *tiles, *hands, *rest, self.hash, self.on_table[0], self.on_table[1]]

    def hash_from_scratch(self) -> int:
        """The hash of the bugs on the table, computed from scratch."""
        found = 0
        for tile in range(1, bugs.TILES):
            if self.cell_of[tile] >= 0:
                found ^= bits.mix(place_code(tile, self.cell_of[tile], self.level(tile)))
        return found

    def throwers(self) -> list[tuple[int, int]]:
        """The mover's bugs that can throw others (T2), each with the tiles it can throw as bits."""
        if not self.kinds & bits.bit(bugs.PILLBUG) or self.hand[self.mover] & bits.bit(bugs.QUEEN):
            return []
        self.pins_known = False
        find_throws(self)
        return [(self.top[self.throw_at[i]], self.thrown[i]) for i in range(2) if self.thrown[i]]

    def copy(self) -> "HiveKernel":
        """The same position in an object of its own."""
        twin = HiveKernel(self.kinds, self.queen_first)
        twin.copy_from(self)
        return twin

    def copy_from(self, other: "HiveKernel") -> None:
        """Take over the other's position."""
        for cell in range(hexes.CELLS):
            self.near[cell] = other.near[cell]
        for cell in range(hexes.CELLS):
            self.top[cell] = other.top[cell]
        for cell in range(hexes.CELLS):
            self.height[cell] = other.height[cell]
        for tile in range(bugs.TILES):
            self.cell_of[tile] = other.cell_of[tile]
            self.under[tile] = other.under[tile]
        for kind in range(2 * bugs.KINDS):
            self.placed[kind] = other.placed[kind]
        for seat in range(2):
            self.on_table[seat] = other.on_table[seat]
            self.hand[seat] = other.hand[seat]
        self.stacks = other.stacks
        self.holes = other.holes
        self.mover = other.mover
        self.ply = other.ply
        self.moved = other.moved
        self.hash = other.hash
        self.pins_known = False

    # Playing

    def reserve_undo(self) -> None:
        """Get the memory for the positions that ``unmake`` goes back to."""
        if not self.has_undo_buffer:
            bits.free(self.undo_stack)
            self.undo_stack = bits.allocate_words(bugs.UNDO_WORDS * bugs.UNDO_MOVES)
            bits.require(self.undo_stack)
            self.has_undo_buffer = True

    @cython.final
    def make(self, move: int) -> None:
        """Play a legal move so that it can be taken back."""
        offset = bugs.UNDO_WORDS * self.undo_depth
        self.undo_stack[offset] = self.hash
        self.undo_stack[offset + 1] = pack(move, self.cell_of[move >> 10], self.moved)
        self.undo_depth += 1
        self.advance(move)

    @cython.final
    def unmake(self) -> None:
        """Take back the last move."""
        self.undo_depth -= 1
        offset = bugs.UNDO_WORDS * self.undo_depth
        packed = self.undo_stack[offset + 1]
        tile = packed >> 10 & 31
        start = (packed >> 16 & 2047) - 1
        if tile != bugs.NOBODY:
            if start == bugs.IN_HAND:
                take_back(self, tile)
            else:
                lift(self, tile)
                put(self, tile, start)
        self.hash = self.undo_stack[offset]
        self.moved = packed >> 32
        self.mover = 1 - self.mover
        self.ply -= 1

    @cython.final
    def advance(self, move: int) -> None:
        """Play a legal move: place a bug, move one, throw one, or pass (V2, T2, V15)."""
        tile = move >> 10
        if tile != bugs.NOBODY:
            if self.cell_of[tile] == bugs.IN_HAND:
                place(self, tile, move & hexes.LAST_CELL)
            else:
                lift(self, tile)
                put(self, tile, move & hexes.LAST_CELL)
        self.moved = tile
        self.mover = 1 - self.mover
        self.ply += 1

    # The moves

    @cython.final
    def generate(self, moves: list[int], start: int) -> int:
        """All legal moves, each bug and cell once: placements, moves and throws; or the pass."""
        if self.result() != constants.ONGOING:
            return start
        end = generate_placements(self, moves, start)
        end = generate_moves(self, moves, end)
        if end == start:
            moves[end] = bugs.PASS
            end += 1
        return end

    def count_turns(self, moves: list[int], start: int) -> int:
        """How many legal moves there are; placements are counted as kinds times cells."""
        if self.result() != constants.ONGOING:
            return 0
        kinds = bits.count(kinds_to_place(self))
        turns = kinds * (cells_to_place(self, moves, start) - start) if kinds else 0
        turns += generate_moves(self, moves, start) - start
        return turns if turns else 1


def is_surrounded(hive: HiveKernel, queen: int) -> bool:
    """Whether all six cells around this tile are occupied."""
    return hive.cell_of[queen] >= 0 and around(hive, hive.cell_of[queen]) == hexes.ALL_SIX


# The table


def around(hive: HiveKernel, cell: int) -> int:
    """The directions in which this cell has an occupied neighbour."""
    return (hive.near[cell] | hive.near[cell] >> 8) & hexes.ALL_SIX


def flip_near(hive: HiveKernel, cell: int, colours: int) -> None:
    """The six neighbours see this cell change: ``colours`` is 1 for White, 256 for Black, 257 for both."""
    hive.near[(cell + hexes.EAST) & hexes.LAST_CELL] ^= colours << 3
    hive.near[(cell + hexes.SOUTH_EAST) & hexes.LAST_CELL] ^= colours << 4
    hive.near[(cell + hexes.SOUTH_WEST) & hexes.LAST_CELL] ^= colours << 5
    hive.near[(cell + hexes.WEST) & hexes.LAST_CELL] ^= colours
    hive.near[(cell + hexes.NORTH_WEST) & hexes.LAST_CELL] ^= colours << 1
    hive.near[(cell + hexes.NORTH_EAST) & hexes.LAST_CELL] ^= colours << 2


def put(hive: HiveKernel, tile: int, cell: int) -> None:
    """Put a bug down on a cell, on top of what is there; a stack has the colour of its top (V3, V9)."""
    hive.pins_known = False
    below = hive.top[cell]
    if below == bugs.NOBODY:
        hive.holes += HOLES[around(hive, cell)]
        flip_near(hive, cell, colour_bit(tile))
    else:
        if colour_bit(below) != colour_bit(tile):
            flip_near(hive, cell, 257)
        if hive.height[cell] == 1:
            hive.stacks += 1
    hive.hash ^= bits.mix(place_code(tile, cell, hive.height[cell]))
    hive.height[cell] += 1
    hive.under[tile] = below
    hive.top[cell] = tile
    hive.cell_of[tile] = cell


def lift(hive: HiveKernel, tile: int) -> None:
    """Take the top bug of its cell up."""
    hive.pins_known = False
    cell = hive.cell_of[tile]
    below = hive.under[tile]
    if below == bugs.NOBODY:
        flip_near(hive, cell, colour_bit(tile))
        hive.holes -= HOLES[around(hive, cell)]
    else:
        if colour_bit(below) != colour_bit(tile):
            flip_near(hive, cell, 257)
        if hive.height[cell] == 2:
            hive.stacks -= 1
    hive.height[cell] -= 1
    hive.top[cell] = below
    hive.hash ^= bits.mix(place_code(tile, cell, hive.height[cell]))


def place(hive: HiveKernel, tile: int, cell: int) -> None:
    """A bug comes from hand."""
    put(hive, tile, cell)
    seat = seat_of(tile)
    kind = KIND[tile]
    hive.on_table[seat] |= bits.bit(tile)
    hive.placed[bugs.KINDS * seat + kind] += 1
    if hive.placed[bugs.KINDS * seat + kind] == COUNT[kind]:
        hive.hand[seat] &= ~bits.bit(kind)


def take_back(hive: HiveKernel, tile: int) -> None:
    """A bug goes back to hand: only ``unmake`` does that."""
    lift(hive, tile)
    hive.cell_of[tile] = bugs.IN_HAND
    seat = seat_of(tile)
    kind = KIND[tile]
    hive.on_table[seat] &= ~bits.bit(tile)
    hive.placed[bugs.KINDS * seat + kind] -= 1
    hive.hand[seat] |= bits.bit(kind)


# The moves


def kinds_to_place(hive: HiveKernel) -> int:
    """The kinds the mover may place: no queen in the first turn (T1), only the queen if her turn has come (V4)."""
    hand = hive.hand[hive.mover]
    if hand & bits.bit(bugs.QUEEN):
        if hive.ply >= bugs.TURN_OF_THE_QUEEN:
            return bits.bit(bugs.QUEEN)
        if hive.ply < 2 and not hive.queen_first:
            return hand & ~bits.bit(bugs.QUEEN)
    return hand


def cells_to_place(hive: HiveKernel, moves: list[int], start: int) -> int:
    """Write the cells on which the mover may place, each once; where they end.

    The first bug goes anywhere and the second next to it (V1); later ones touch their own colour only (V3). A cell
    is found from each of the own bugs it touches and written once: from the one in its first direction.
    """
    if hive.ply == 0:
        moves[start] = hexes.ORIGIN
        return start + 1
    own = hive.on_table[hive.mover]
    if own == 0:
        return cells_beside(hive, hexes.ORIGIN, moves, start)
    others = ~(hexes.ALL_SIX << 8 * hive.mover)
    end = start
    while own:
        tile = bits.lowest(own)
        own &= own - 1
        start_cell = hive.cell_of[tile]
        if hive.top[start_cell] != tile:
            continue
        free = hexes.ALL_SIX & ~around(hive, start_cell)
        while free:
            d = bits.lowest(free)
            free &= free - 1
            cell = (start_cell + STEP[d]) & hexes.LAST_CELL
            near = hive.near[cell]
            if near & others == 0 and bits.lowest(near) == BACK[d] + 8 * hive.mover:
                moves[end] = cell
                end += 1
    return end


def cells_beside(hive: HiveKernel, cell: int, moves: list[int], end: int) -> int:
    """Write the six neighbours of a cell; where they end."""
    for d in range(6):
        moves[end + d] = (cell + STEP[d]) & hexes.LAST_CELL
    return end + 6


def generate_placements(hive: HiveKernel, moves: list[int], start: int) -> int:
    """Write a placement for each kind and cell; of several alike in hand the first unused one is placed."""
    kinds = kinds_to_place(hive)
    cells = cells_to_place(hive, moves, start) - start if kinds else 0
    end = start + cells * bits.count(kinds)
    block = end
    while kinds:  # the cells stand where the last block goes, so that one is written last
        kind = bits.lowest(kinds)
        kinds &= kinds - 1
        tile = FIRST[kind] + bugs.PER_SIDE * hive.mover + hive.placed[bugs.KINDS * hive.mover + kind]
        block -= cells
        for i in range(cells):
            moves[block + i] = move_code(tile, moves[start + i])
    return end


def generate_moves(hive: HiveKernel, moves: list[int], start: int) -> int:
    """Write the moves and throws of bugs on the table; there are none before the mover's queen is placed (V5)."""
    if hive.hand[hive.mover] & bits.bit(bugs.QUEEN):
        return start
    thrown = find_throws(hive) if hive.kinds & bits.bit(bugs.PILLBUG) else 0
    own = hive.on_table[hive.mover]
    end = start
    while own:
        tile = bits.lowest(own)
        own &= own - 1
        if tile == hive.moved or hive.top[hive.cell_of[tile]] != tile:
            continue  # just thrown (T2), or covered (V9)
        clear_marks(hive)
        end = walks(hive, tile, moves, end)
        if thrown & bits.bit(tile):
            end = throws(hive, tile, moves, end)
    thrown &= ~hive.on_table[hive.mover]
    while thrown:
        clear_marks(hive)
        end = throws(hive, bits.lowest(thrown), moves, end)
        thrown &= thrown - 1
    return end


def clear_marks(hive: HiveKernel) -> None:
    """No cell is marked as reached by the next bug."""
    if hive.mark == bugs.LAST_MARK:
        for cell in range(hexes.CELLS):
            hive.marks[cell] = 0
        hive.mark = 0
    hive.mark += 1


def reach(hive: HiveKernel, tile: int, cell: int, moves: list[int], end: int) -> int:
    """Write this move unless it is written already; where the moves end."""
    if hive.marks[cell] == hive.mark:
        return end
    hive.marks[cell] = hive.mark
    moves[end] = move_code(tile, cell)
    return end + 1


def walks(hive: HiveKernel, tile: int, moves: list[int], end: int) -> int:
    """Where the bug goes by its own power."""
    cell = hive.cell_of[tile]
    kind = KIND[tile]
    if hive.height[cell] > 1:
        return crawl(hive, tile, cell, moves, end)
    if is_pinned(hive, cell):
        return end
    if kind == bugs.ANT:
        end = run(hive, tile, cell, moves, end)
    elif kind == bugs.SPIDER:
        end = three_steps(hive, tile, cell, moves, end)
    elif kind == bugs.GRASSHOPPER:
        end = jump(hive, tile, cell, moves, end)
    elif kind == bugs.LADYBUG:
        end = over_the_hive(hive, tile, cell, moves, end)
    elif kind == bugs.MOSQUITO:
        end = copy_neighbours(hive, tile, cell, moves, end)
    else:
        end = one_step(hive, tile, cell, moves, end)
        if kind == bugs.BEETLE:
            end = climb(hive, tile, cell, moves, end)
    return end


def one_step(hive: HiveKernel, tile: int, cell: int, moves: list[int], end: int) -> int:
    """A step on the ground: queen (V8), pillbug (T2), beetle (V9)."""
    ways = SLIDES[around(hive, cell)]
    while ways:
        end = reach(hive, tile, (cell + STEP[bits.lowest(ways)]) & hexes.LAST_CELL, moves, end)
        ways &= ways - 1
    return end


def climb(hive: HiveKernel, tile: int, cell: int, moves: list[int], end: int) -> int:
    """The beetle's steps from the ground up onto the hive (V9)."""
    ways = around(hive, cell)
    while ways:
        d = bits.lowest(ways)
        ways &= ways - 1
        if not gate_is_closed(hive, cell, d, 0):
            end = reach(hive, tile, (cell + STEP[d]) & hexes.LAST_CELL, moves, end)
    return end


def crawl(hive: HiveKernel, tile: int, cell: int, moves: list[int], end: int) -> int:
    """A step from the top of a stack: to any cell next to it that no gate closes (V9)."""
    for d in range(6):
        if not gate_is_closed(hive, cell, d, hive.height[cell] - 1):
            end = reach(hive, tile, (cell + STEP[d]) & hexes.LAST_CELL, moves, end)
    return end


def gate_is_closed(hive: HiveKernel, cell: int, d: int, stands_on: int) -> bool:
    """Whether both cells on either side of the step are higher than what the bug stands on and where it goes (V7)."""
    if hive.stacks == 0 and stands_on == 0:
        return False  # climbing onto a hive without stacks
    goal = hive.height[(cell + STEP[d]) & hexes.LAST_CELL]
    floor = max(stands_on, goal)
    return (
        hive.height[(cell + STEP[d + 1]) & hexes.LAST_CELL] > floor
        and hive.height[(cell + STEP[d + 5]) & hexes.LAST_CELL] > floor
    )


def jump(hive: HiveKernel, tile: int, cell: int, moves: list[int], end: int) -> int:
    """The grasshopper's jumps: straight over one or more bugs to the first empty cell (V10)."""
    ways = around(hive, cell)
    while ways:
        d = bits.lowest(ways)
        ways &= ways - 1
        goal = (cell + STEP[d]) & hexes.LAST_CELL
        while hive.top[goal] != bugs.NOBODY:
            goal = (goal + STEP[d]) & hexes.LAST_CELL
        end = reach(hive, tile, goal, moves, end)
    return end


def three_steps(hive: HiveKernel, tile: int, cell: int, moves: list[int], end: int) -> int:
    """The spider: exactly three steps around the hive, no cell twice (V11)."""
    flip_near(hive, cell, colour_bit(tile))  # lifted: the hive does not feel it any more
    first_ways = SLIDES[around(hive, cell)]
    while first_ways:
        first = (cell + STEP[bits.lowest(first_ways)]) & hexes.LAST_CELL
        first_ways &= first_ways - 1
        second_ways = SLIDES[around(hive, first)]
        while second_ways:
            second = (first + STEP[bits.lowest(second_ways)]) & hexes.LAST_CELL
            second_ways &= second_ways - 1
            if second == cell:
                continue
            third_ways = SLIDES[around(hive, second)]
            while third_ways:
                third = (second + STEP[bits.lowest(third_ways)]) & hexes.LAST_CELL
                third_ways &= third_ways - 1
                if third not in (first, cell):
                    end = reach(hive, tile, third, moves, end)
    flip_near(hive, cell, colour_bit(tile))
    return end


def run(hive: HiveKernel, tile: int, cell: int, moves: list[int], end: int) -> int:
    """The ant: any number of steps around the hive (V12). The moves written so far are the cells to go on from."""
    flip_near(hive, cell, colour_bit(tile))
    hive.marks[cell] = hive.mark
    next_one, stands_on, mark = end, cell, hive.mark
    while True:
        ways = SLIDES[around(hive, stands_on)]
        while ways:
            goal = (stands_on + STEP[bits.lowest(ways)]) & hexes.LAST_CELL
            ways &= ways - 1
            if hive.marks[goal] != mark:
                hive.marks[goal] = mark
                moves[end] = move_code(tile, goal)
                end += 1
        if next_one == end:
            break
        stands_on = moves[next_one] & hexes.LAST_CELL
        next_one += 1
    flip_near(hive, cell, colour_bit(tile))
    return end


def over_the_hive(hive: HiveKernel, tile: int, cell: int, moves: list[int], end: int) -> int:
    """The ladybug: up onto the hive, one more step on top, and down to the ground (V13)."""
    hive.marks[cell] = hive.mark
    trodden = bits.bit(tile)
    ways = around(hive, cell)
    while ways:
        d = bits.lowest(ways)
        ways &= ways - 1
        if gate_is_closed(hive, cell, d, 0):
            continue
        first = (cell + STEP[d]) & hexes.LAST_CELL
        ways_on = around(hive, first)
        while ways_on:
            d = bits.lowest(ways_on)
            ways_on &= ways_on - 1
            second = (first + STEP[d]) & hexes.LAST_CELL
            stepped_on = bits.bit(hive.top[second])
            if not trodden & stepped_on and not gate_is_closed(hive, first, d, hive.height[first]):
                trodden |= stepped_on
                end = come_down(hive, tile, second, moves, end)
    return end


def come_down(hive: HiveKernel, tile: int, cell: int, moves: list[int], end: int) -> int:
    """Steps from on top of this cell to the ground next to it."""
    ways = hexes.ALL_SIX & ~around(hive, cell)
    while ways:
        d = bits.lowest(ways)
        ways &= ways - 1
        if not gate_is_closed(hive, cell, d, hive.height[cell]):
            end = reach(hive, tile, (cell + STEP[d]) & hexes.LAST_CELL, moves, end)
    return end


def copy_neighbours(hive: HiveKernel, tile: int, cell: int, moves: list[int], end: int) -> int:
    """The mosquito on the ground moves as any bug it touches; next to mosquitoes only, it does not move (V14)."""
    kinds = kinds_beside(hive, cell)
    if kinds & bits.bit(bugs.ANT):
        end = run(hive, tile, cell, moves, end)  # which is every step on the ground there is
    else:
        if kinds & bits.bit(bugs.SPIDER):
            end = three_steps(hive, tile, cell, moves, end)
        if kinds & (bits.bit(bugs.QUEEN) | bits.bit(bugs.BEETLE) | bits.bit(bugs.PILLBUG)):
            end = one_step(hive, tile, cell, moves, end)
    if kinds & bits.bit(bugs.GRASSHOPPER):
        end = jump(hive, tile, cell, moves, end)
    if kinds & bits.bit(bugs.BEETLE):
        end = climb(hive, tile, cell, moves, end)
    if kinds & bits.bit(bugs.LADYBUG):
        end = over_the_hive(hive, tile, cell, moves, end)
    return end


def kinds_beside(hive: HiveKernel, cell: int) -> int:
    """The kinds of the bugs on top around this cell."""
    found = 0
    ways = around(hive, cell)
    while ways:
        found |= bits.bit(KIND[hive.top[(cell + STEP[bits.lowest(ways)]) & hexes.LAST_CELL]])
        ways &= ways - 1
    return found


# The pillbug's throws (T2)


def find_throws(hive: HiveKernel) -> int:
    """The bugs that the mover's pillbug, and its mosquito next to a pillbug, can throw; their cells are for ``throws``."""
    pillbug = FIRST[bugs.PILLBUG] + bugs.PER_SIDE * hive.mover
    mosquito = FIRST[bugs.MOSQUITO] + bugs.PER_SIDE * hive.mover
    hive.thrown[0] = hive.thrown[1] = 0
    if can_throw(hive, pillbug):
        look_around(hive, 0, hive.cell_of[pillbug])
    if can_throw(hive, mosquito) and kinds_beside(hive, hive.cell_of[mosquito]) & bits.bit(bugs.PILLBUG):
        look_around(hive, 1, hive.cell_of[mosquito])
    return hive.thrown[0] | hive.thrown[1]


def can_throw(hive: HiveKernel, tile: int) -> bool:
    """On the ground, not covered, and not itself moved or thrown the ply before; a pinned bug may throw."""
    cell = hive.cell_of[tile]
    return cell >= 0 and tile != hive.moved and hive.top[cell] == tile and hive.height[cell] == 1


def look_around(hive: HiveKernel, thrower: int, cell: int) -> None:
    """Note whom a thrower on this cell can take up, and the directions in which it can put them down."""
    tall = tall_around(hive, cell)
    hive.throw_at[thrower] = cell
    hive.throw_to[thrower] = hexes.ALL_SIX & ~around(hive, cell) & ~GATES[tall]
    if hive.throw_to[thrower] == 0:
        return
    ways = around(hive, cell) & ~tall & ~GATES[tall]
    while ways:
        other = (cell + STEP[bits.lowest(ways)]) & hexes.LAST_CELL
        ways &= ways - 1
        if hive.top[other] != hive.moved and not is_pinned(hive, other):
            hive.thrown[thrower] |= bits.bit(hive.top[other])


def tall_around(hive: HiveKernel, cell: int) -> int:
    """The directions in which a stack stands next to this cell."""
    if hive.stacks == 0:
        return 0
    found = 0
    for d in range(6):
        if hive.height[(cell + STEP[d]) & hexes.LAST_CELL] > 1:
            found |= bits.bit(d)
    return found


def throws(hive: HiveKernel, tile: int, moves: list[int], end: int) -> int:
    """Where this bug can be thrown."""
    for thrower in range(2):
        if hive.thrown[thrower] & bits.bit(tile):
            ways = hive.throw_to[thrower]
            while ways:
                cell = (hive.throw_at[thrower] + STEP[bits.lowest(ways)]) & hexes.LAST_CELL
                end = reach(hive, tile, cell, moves, end)
                ways &= ways - 1
    return end


# One hive (V6)


def is_pinned(hive: HiveKernel, cell: int) -> bool:
    """Whether the hive falls apart when the only bug on this cell is lifted.

    If its neighbours form one group, they stay together. If they form more and the hive encloses no empty cell,
    they fall apart: their groups could only be joined by a way around the cell, and that would enclose one of the
    gaps between them. (In numbers: cells minus touching pairs plus touching triples is the number of parts minus
    the number of holes; lifting a bug with g groups around it adds g - 1 to that; with no hole before there are g
    parts after.) Only a hive with a hole has to be walked through.
    """
    if GROUPS[around(hive, cell)] < 2:
        return False
    if hive.holes == 0:
        return True
    if not hive.pins_known:
        find_pins(hive)
    return hive.pins & bits.bit(hive.top[cell]) != 0


def find_pins(hive: HiveKernel) -> None:
    """Find every cell that holds the hive together, in one walk through it (Hopcroft and Tarjan's low points)."""
    for tile in range(bugs.TILES):
        hive.reached[tile] = 0
    hive.pins_known = True
    hive.pins = 0
    hive.clock = 0
    explore(hive, hive.top[hive.cell_of[bits.lowest(hive.on_table[0])]], bugs.NOBODY)


def explore(hive: HiveKernel, tile: int, parent: int) -> int:
    """Walk on from the bug on top of a cell; the earliest bug that is reached from there without going back."""
    cell = hive.cell_of[tile]
    hive.clock += 1
    hive.reached[tile] = hive.clock
    earliest = hive.clock
    hanging = 0 if parent else -1  # the first bug holds the hive together only if two parts hang on it
    own_time = hive.clock
    ways = around(hive, cell)
    while ways:
        other = hive.top[(cell + STEP[bits.lowest(ways)]) & hexes.LAST_CELL]
        ways &= ways - 1
        if hive.reached[other]:
            found = hive.reached[other]
        else:
            found = explore(hive, other, tile)
            hanging += found >= own_time
        earliest = min(earliest, found)
    if hanging > 0:
        hive.pins |= bits.bit(tile)
    return earliest


def seat_of(tile: int) -> int:
    """Whose tile it is."""
    return 1 if tile > bugs.PER_SIDE else 0


def colour_bit(tile: int) -> int:
    """How the tile is seen by its neighbours: White in the lower byte, Black in the upper."""
    return 256 if tile > bugs.PER_SIDE else 1


def place_code(tile: int, cell: int, level: int) -> int:
    """A number for this kind and colour of bug at this level of this cell, for the hash."""
    return ((seat_of(tile) * bugs.KINDS + KIND[tile]) * 8 + level) * hexes.CELLS + cell


def move_code(tile: int, cell: int) -> int:
    """The code of this tile's move to this cell."""
    return tile * hexes.CELLS + cell


def pack(move: int, start: int, moved: int) -> int:
    """What ``unmake`` needs to know, in one word: the move, where it started and what was moved before."""
    return move + bits.bit(16) * (start + 1) + bits.bit(32) * moved
