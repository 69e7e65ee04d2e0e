"""Hive as the engine sees it: evaluation (``evaluate.py``), the last gap around a queen, and which moves to try first."""

import cython

from boohive.core import bits, constants, network
from boohive.games.hive import bugs, evaluate, hexes, inputs, network_terms, rules, terms
from boohive.games.hive.rules import HiveKernel

STEP = hexes.step_table()
SLIDES = hexes.slide_table()
GROUPS = hexes.group_table()
KIND = bugs.kinds_of_tiles()
FIRST = bugs.first_tiles()
WEIGHTS = network.read_weights(__package__, network_terms.INPUTS)
FIRST_LAYER = WEIGHTS.first
LINEAR = WEIGHTS.linear
SECOND_LAYER = WEIGHTS.second
HAS_NETWORK = WEIGHTS.exist
NEXT_TO = [int(cell == 0 or evaluate.DISTANCE[cell] == 1) for cell in range(hexes.CELLS)]
"""Whether two cells are the same or touch, by the difference of their numbers."""

FORCING = 8000
"""What move ordering gives a move that presses the other queen."""

QUEEN_IN_DANGER = 4
"""With so many neighbours of either queen, what a null move shows is not believed."""


class HiveSearchKernel(HiveKernel):
    """A position of Hive that the engine can search."""

    def copy(self) -> "HiveSearchKernel":
        """The same position in an object of its own."""
        twin = HiveSearchKernel(self.kinds, self.queen_first)
        twin.copy_from(self)
        return twin

    def evaluate(self) -> int:
        """How good the position looks for the seat to move."""
        if HAS_NETWORK:
            found = [0] * 105
            values = [0] * 105
            number = self.fill_inputs(found, values)
            return network.worth(FIRST_LAYER, LINEAR, SECOND_LAYER, found, values, number)
        return evaluate.evaluate(
            self.mover,
            self.near,
            self.top,
            self.cell_of,
            self.on_table,
            self.placed,
            self.kinds,
            free_bugs(self),
        )

    def counts(self) -> dict[str, int]:
        """Each term of the evaluation by name, for tuning and debugging."""
        counts = bits.allocate_ints(terms.TERMS)
        bits.require(counts)
        evaluate.fill_counts(
            counts,
            self.mover,
            self.near,
            self.top,
            self.cell_of,
            self.on_table,
            self.placed,
            self.kinds,
            free_bugs(self),
        )
        found = {name: counts[i] for i, name in enumerate(evaluate.WEIGHTS)}
        bits.free(counts)
        return found

    @cython.final
    def fill_inputs(self, found: list[int], values: list[int]) -> int:
        """The network's inputs that are not zero and their counts; how many there are."""
        return inputs.fill(
            found,
            values,
            self.mover,
            self.near,
            self.top,
            self.height,
            self.cell_of,
            self.on_table,
            self.placed,
            self.kinds,
            free_bugs(self),
        )

    def network_inputs(self) -> dict[int, int]:
        """The network's inputs that are not zero, for training."""
        found, values = bits.allocate_ints(network_terms.INPUTS + 1), bits.allocate_ints(network_terms.INPUTS + 1)
        bits.require(found)
        bits.require(values)
        number = self.fill_inputs(found, values)
        by_number = {found[i]: values[i] for i in range(number)}
        bits.free(found)
        bits.free(values)
        return by_number

    def winning_move(self, moves: list[int], start: int) -> int:
        """A move into the last gap around the other queen; a queen thrown into her own last gap is left to the search."""
        queen = self.cell_of[bugs.BLACK_QUEEN - bugs.PER_SIDE * self.mover]
        if queen < 0 or bits.count(around(self, queen)) != 5 or self.result() != constants.ONGOING:
            return constants.NO_MOVE
        gap = (queen + STEP[bits.lowest(hexes.ALL_SIX & ~around(self, queen))]) & hexes.LAST_CELL
        me = self.mover
        end = moves_into(self, gap, queen, moves, start)
        for i in range(start, end):
            if moves[i] & hexes.LAST_CELL == gap:
                self.make(moves[i])
                won = self.result() == me
                self.unmake()
                if won:
                    return moves[i]
        return constants.NO_MOVE

    def score_moves(self, moves: list[int], start: int, end: int, scores: list[int]) -> None:
        """Prefer moves to the other queen, and of the own queen or her attackers away when she is in danger."""
        goal = self.cell_of[bugs.BLACK_QUEEN - bugs.PER_SIDE * self.mover]
        home = self.cell_of[1 + bugs.PER_SIDE * self.mover]
        pressed = home >= 0 and bits.count(around(self, home)) > 2
        for i in range(start, end):
            cell, origin = moves[i] & hexes.LAST_CELL, self.cell_of[moves[i] >> 10]
            scores[i] = 0
            if goal >= 0 and NEXT_TO[(cell - goal) & hexes.LAST_CELL]:
                comes = origin < 0 or cell == goal or not NEXT_TO[(origin - goal) & hexes.LAST_CELL]
                scores[i] = FORCING if comes else 0
            if pressed and origin >= 0 and NEXT_TO[(origin - home) & hexes.LAST_CELL]:
                leaves = origin == home or not NEXT_TO[(cell - home) & hexes.LAST_CELL]
                scores[i] += FORCING // 2 if leaves else 0

    def null_move_allowed(self) -> bool:
        """Not late in the game, when a player with few bugs that can move may want to pass, nor when a queen is in danger."""
        if (self.hand[0] | self.hand[1]) & bits.bit(bugs.QUEEN):
            return False
        for seat in range(2):
            if bits.count(around(self, self.cell_of[1 + bugs.PER_SIDE * seat])) >= QUEEN_IN_DANGER:
                return False
        return self.hand[self.mover] != 0 or bits.count(self.on_table[self.mover]) > 7

    def make_null(self) -> None:
        """The mover passes."""
        self.make(bugs.PASS)

    def to_tt_move(self, move: int) -> int:
        """Tiles of one kind share a key, so the move says where its bug comes from instead of which it is."""
        if move == bugs.PASS:
            return move
        tile = move >> 10
        return (move & hexes.LAST_CELL) + 1024 * (self.cell_of[tile] + 1) + 2097152 * (KIND[tile] + 8)

    def from_tt_move(self, move: int) -> int:
        """The tile on top of that cell, or the next of that kind in hand."""
        if move == bugs.PASS:
            return move
        start, kind = (move >> 10 & 2047) - 1, move >> 21 & 7
        if start >= 0:
            return rules.move_code(self.top[start], move & hexes.LAST_CELL)
        placed = self.placed[bugs.KINDS * self.mover + kind]
        return rules.move_code(FIRST[kind] + bugs.PER_SIDE * self.mover + placed, move & hexes.LAST_CELL)

    def is_threatened(self, moves: list[int], start: int) -> bool:
        """Whether the mover's queen has a single gap left, and the other player could fill it now."""
        queen = self.cell_of[1 + bugs.PER_SIDE * self.mover]
        if queen < 0 or bits.count(around(self, queen)) != 5:
            return False
        self.make(bugs.PASS)
        found = self.winning_move(moves, start)
        self.unmake()
        return found != constants.NO_MOVE


def moves_into(hive: HiveKernel, gap: int, queen: int, moves: list[int], start: int) -> int:
    """Write every move that may fill the last gap next to the queen, and some that do not; where they end.

    A bug that is next to her already would leave another gap. One that walks on the ground gets into the gap only if
    the gap can be slid into, or if the bug stands next to it.
    """
    end = start
    kinds = rules.kinds_to_place(hive)
    if kinds and hive.near[gap] & ~(hexes.ALL_SIX << 8 * hive.mover) == 0:
        end = rules.generate_placements(hive, moves, start)
    if hive.hand[hive.mover] & bits.bit(bugs.QUEEN):
        return end
    is_open = SLIDES[around(hive, gap)] != 0
    thrown = rules.find_throws(hive) if hive.kinds & bits.bit(bugs.PILLBUG) else 0
    own = hive.on_table[hive.mover]
    while own:
        tile = bits.lowest(own)
        own &= own - 1
        cell = hive.cell_of[tile]
        if tile == hive.moved or hive.top[cell] != tile:
            continue
        far = not is_open and walks_only(KIND[tile]) and not NEXT_TO[(cell - gap) & hexes.LAST_CELL]
        if hive.height[cell] == 1 and (far or NEXT_TO[(cell - queen) & hexes.LAST_CELL]):
            continue
        rules.clear_marks(hive)
        end = rules.walks(hive, tile, moves, end)
    while thrown:
        rules.clear_marks(hive)
        end = rules.throws(hive, bits.lowest(thrown), moves, end)
        thrown &= thrown - 1
    return end


def walks_only(kind: int) -> bool:
    """Whether bugs of this kind never leave the ground."""
    return kind in (bugs.QUEEN, bugs.SPIDER, bugs.ANT, bugs.PILLBUG)


def free_bugs(hive: HiveKernel) -> int:
    """The tiles that are on top, do not hold the hive together and seem to have somewhere to go; a quick estimate."""
    found = 0
    on_table = hive.on_table[0] | hive.on_table[1]
    while on_table:
        tile = bits.lowest(on_table)
        on_table &= on_table - 1
        cell = hive.cell_of[tile]
        if hive.top[cell] != tile:
            continue
        ways = around(hive, cell)
        if hive.height[cell] > 1 or ((not walks_only(KIND[tile]) or SLIDES[ways]) and not is_pinned(hive, cell, ways)):
            found |= bits.bit(tile)
    return found


def is_pinned(hive: HiveKernel, cell: int, ways: int) -> bool:
    """``rules.is_pinned``, with the two quick answers where the compiler can inline them."""
    if GROUPS[ways] < 2:
        return False
    return hive.holes == 0 or rules.is_pinned(hive, cell)


def around(hive: HiveKernel, cell: int) -> int:
    """``rules.around``, where the compiler can inline it."""
    return (hive.near[cell] | hive.near[cell] >> 8) & hexes.ALL_SIX
