"""Actions and observations of Hive as numbers. The board has no edge, so a move is named by a bug it ends next to.

An action is ``196 * bug + 7 * neighbour + placement``; 5488 is the pass. Bugs are numbered from the seat to move: its
own are 0 to 13 (queen, two spiders, two beetles, three grasshoppers, three ants, mosquito, ladybug, pillbug), the
opponent's 14 to 27 in the same order; only a pillbug's throw moves one of those. ``placement`` 0 to 5 is the direction
from ``neighbour`` to where the move ends (east, south-east, south-west, west, north-west, north-east), 6 is on top of it.
Of the bugs next to the destination, each on top of its stack once the mover is lifted, the one with the lowest number
counts, so each move has one action. The first bug of a game is placed "on top of itself".

Planes of 32 by 32. Rows are r, columns q of axial coordinates; the queen of the observing seat is in the middle, at
(16, 16); while she is in hand the opponent's queen is; while both are, the first bug that was placed. A hive that reaches
over the rim wraps around (over the left or right rim one row further); wrapping never brings two bugs onto one cell.

====================  =======================================================================================
0 to 13               one plane for each own bug: 1 + the number of bugs under it, on its cell; empty while in hand
14 to 27              the opponent's bugs
28                    1 on the cell of the bug that was moved or placed last, which nobody may throw or move
29                    facts in the first row: 0 to 7 own bugs of each kind in hand, 8 to 15 the opponent's, 16
                      whether the observing seat is to move, 17 the number of plies up to 6 (the queens' deadline)
====================  =======================================================================================
"""

import cython

from boohive.core import bits
from boohive.core.encoding import Encoding, Numbers
from boohive.core.kernel import Kernel
from boohive.games.hive import bugs, hexes, planes, rules
from boohive.games.hive.rules import HiveKernel

__all__ = ["HiveEncoding"]


class HiveEncoding(Encoding):
    """Hive with any expansions."""

    def __init__(self) -> None:
        super().__init__(planes.ACTIONS, planes.PLANES, 32)

    def action(self, kernel: Kernel, move: int) -> int:
        """The action of a move."""
        return action_of(cython.cast(HiveKernel, kernel), move)

    def move(self, kernel: Kernel, action: int) -> int:
        """The move of an action."""
        return move_of(cython.cast(HiveKernel, kernel), action)

    def encode(self, kernel: Kernel, seat: int, out: Numbers, start: int, erase: bool) -> None:
        """Write what may differ from zero in the planes; with ``erase``, zeros in the same places."""
        encode_hive(cython.cast(HiveKernel, kernel), seat, out, start, erase)

    def restart(self, kernel: Kernel, first: Kernel) -> None:
        """Make ``kernel`` a copy of ``first``, the start of the game."""
        cython.cast(HiveKernel, kernel).copy_from(cython.cast(HiveKernel, first))


def bug_number(tile: int, seat: int) -> int:
    """The number that this seat gives to a tile: its own come first."""
    if seat == 0:
        return tile - 1
    return tile - 15 if tile > 14 else tile + 13


def tile_number(bug: int, seat: int) -> int:
    """The tile that has this number for this seat."""
    if seat == 0:
        return bug + 1
    return bug + 15 if bug < 14 else bug - 13


def action_of(hive: HiveKernel, move: int) -> int:
    """The action of a legal move."""
    tile, goal = move // hexes.CELLS, move & hexes.LAST_CELL
    if tile == bugs.NOBODY:
        return planes.PASS_ACTION
    bug = bug_number(tile, hive.mover)
    if hive.ply == 0:
        return planes.ACTIONS_PER_BUG * bug + planes.PLACEMENTS * bug + planes.ON_TOP
    if hive.top[goal] != bugs.NOBODY:
        return planes.ACTIONS_PER_BUG * bug + planes.PLACEMENTS * bug_number(hive.top[goal], hive.mover) + planes.ON_TOP
    best, direction = planes.BUGS, 0
    occupied = (hive.near[goal] | hive.near[goal] >> 8) & hexes.ALL_SIX  # Six bits for White's bugs, six for Black's.
    while occupied:
        d = bits.lowest(occupied)
        occupied &= occupied - 1
        other = hive.top[(goal + rules.STEP[d]) & hexes.LAST_CELL]
        if other == tile:
            other = hive.under[other]
        if other != bugs.NOBODY:
            number = bug_number(other, hive.mover)
            if number < best:
                best, direction = number, d
    return planes.ACTIONS_PER_BUG * bug + planes.PLACEMENTS * best + (direction + 3) % 6


def move_of(hive: HiveKernel, action: int) -> int:
    """The move of a legal action."""
    if action == planes.PASS_ACTION:
        return bugs.PASS
    tile = tile_number(action // planes.ACTIONS_PER_BUG, hive.mover)
    neighbour = tile_number(action // planes.PLACEMENTS % planes.BUGS, hive.mover)
    placement = action % planes.PLACEMENTS
    if hive.ply == 0:
        return tile * hexes.CELLS + hexes.ORIGIN
    goal = hive.cell_of[neighbour]
    if placement != planes.ON_TOP:
        goal = (goal + rules.STEP[placement]) & hexes.LAST_CELL
    return tile * hexes.CELLS + goal


def middle_of(hive: HiveKernel, seat: int) -> int:
    """The cell that goes to the middle of the planes."""
    if hive.cell_of[1 + 14 * seat] >= 0:
        return hive.cell_of[1 + 14 * seat]
    if hive.cell_of[15 - 14 * seat] >= 0:
        return hive.cell_of[15 - 14 * seat]
    return hexes.ORIGIN


def encode_hive(hive: HiveKernel, seat: int, out: Numbers, start: int, erase: bool) -> None:
    """Write what may differ from zero; with ``erase``, zeros in the same places."""
    shift = planes.MIDDLE - middle_of(hive, seat)
    for kind in range(8):
        write(out, start + planes.FACTS + kind, in_hand(hive, seat, kind), erase)
        write(out, start + planes.OTHERS_IN_HAND + kind, in_hand(hive, 1 - seat, kind), erase)
    write(out, start + planes.TO_MOVE, hive.mover == seat, erase)
    write(out, start + planes.PLY, min(hive.ply, planes.QUEEN_DEADLINE), erase)
    if hive.moved != bugs.NOBODY:
        write(out, start + planes.LAST_MOVED + ((hive.cell_of[hive.moved] + shift) & hexes.LAST_CELL), 1, erase)
    on_table = hive.on_table[0] | hive.on_table[1]
    while on_table:
        tile = bits.lowest(on_table)
        on_table &= on_table - 1
        cell = (hive.cell_of[tile] + shift) & hexes.LAST_CELL
        level, below = 1, hive.under[tile]
        while below != bugs.NOBODY:
            level += 1
            below = hive.under[below]
        write(out, start + planes.CELLS * bug_number(tile, seat) + cell, level, erase)


def in_hand(hive: HiveKernel, seat: int, kind: int) -> int:
    """How many bugs of a kind a side has in hand; none of a kind that does not take part."""
    if not hive.hand[seat] & bits.bit(kind):
        return 0
    return rules.COUNT[kind] - hive.placed[8 * seat + kind]


def write(out: Numbers, index: int, number: int, erase: bool) -> None:
    """One number, or 0 in its place."""
    out[index] = 0 if erase else number
