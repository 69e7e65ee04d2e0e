"""Hive in numbers. The table has no edge, so a move is named by the bugs it ends next to.

An action is ``196 * bug + 7 * neighbour + way``; 5488 is the pass. Bugs are numbered from the seat to move: its own are 0 to
13 (queen, two spiders, two beetles, three grasshoppers, three ants, mosquito, ladybug, pillbug), the other's 14 to 27 in
the same order; only a throw moves one of those. ``way`` 0 to 5 is the direction from ``neighbour`` to where the
move ends (east, south-east, south-west, west, north-west, north-east), 6 is on top of it. Of several bugs next to the
goal the lowest number counts, so each move has one action. The first bug of a game is placed "on top of itself".

Planes of 32 by 32. Rows are r, columns q of axial coordinates; the queen of the seat that looks is in the middle, at
(16, 16); while she is in hand the other's queen is, or else the first bug of the game. A hive that reaches over the
rim goes on at the opposite one (over the left or right rim one row further); two bugs never fall on one cell by that.

====================  =======================================================================================
0 to 13               one plane for each own bug: 1 + the number of bugs under it, on its cell; empty while in hand
14 to 27              the other's bugs
28                    1 on the cell of the bug that was moved or placed last, which nobody may throw or move
29                    facts in the first row: 0 to 7 own bugs of each kind in hand, 8 to 15 the other's, 16 whether
                      the seat that looks is to move, 17 the number of plies up to 6 (the queens' deadline)
====================  =======================================================================================
"""

import cython

from boohive.core import bits
from boohive.core.encoding import Encoding, Numbers
from boohive.core.kernel import Kernel
from boohive.games.hive import bugs, hexes, rules
from boohive.games.hive.rules import HiveKernel

__all__ = ["HIVE_ACTIONS", "HiveEncoding"]

HIVE_ACTIONS = 5489
PASS_ACTION = 5488
HIVE_PLANES = 30


class HiveEncoding(Encoding):
    """Hive with any expansions."""

    def __init__(self) -> None:
        super().__init__(HIVE_ACTIONS, HIVE_PLANES, 32)

    def action(self, kernel: Kernel, move: int) -> int:
        """The number of a move."""
        return action_of(cython.cast(HiveKernel, kernel), move)

    def move(self, kernel: Kernel, action: int) -> int:
        """The move of a number."""
        return move_of(cython.cast(HiveKernel, kernel), action)

    def encode(self, kernel: Kernel, seat: int, out: Numbers, start: int, erase: bool) -> None:
        """The thirty planes; only what is not zero is touched."""
        encode_hive(cython.cast(HiveKernel, kernel), seat, out, start, erase)

    def restart(self, kernel: Kernel, first: Kernel) -> None:
        """Back to the start."""
        cython.cast(HiveKernel, kernel).copy_from(cython.cast(HiveKernel, first))


def bug_number(tile: int, seat: int) -> int:
    """A tile as this seat numbers it: its own first."""
    if seat == 0:
        return tile - 1
    return tile - 15 if tile > 14 else tile + 13


def tile_number(bug: int, seat: int) -> int:
    """The tile of a bug's number."""
    if seat == 0:
        return bug + 1
    return bug + 15 if bug < 14 else bug - 13


def action_of(hive: HiveKernel, move: int) -> int:
    """The number of a legal move."""
    tile, goal = move >> 10, move & 1023
    if tile == bugs.NOBODY:
        return 5488
    bug = bug_number(tile, hive.mover)
    if hive.ply == 0:
        return 196 * bug + 7 * bug + 6
    if hive.top[goal] != bugs.NOBODY:
        return 196 * bug + 7 * bug_number(hive.top[goal], hive.mover) + 6
    best, way = 28, 0
    ways = (hive.near[goal] | hive.near[goal] >> 8) & hexes.ALL_SIX
    while ways:
        d = bits.lowest(ways)
        ways &= ways - 1
        other = hive.top[(goal + rules.STEP[d]) & 1023]
        if other == tile:
            other = hive.under[other]
        if other != bugs.NOBODY:
            number = bug_number(other, hive.mover)
            if number < best:
                best, way = number, d
    return 196 * bug + 7 * best + (way + 3) % 6


def move_of(hive: HiveKernel, action: int) -> int:
    """The move of a legal action."""
    if action == 5488:
        return bugs.PASS
    tile = tile_number(action // 196, hive.mover)
    neighbour = tile_number(action // 7 % 28, hive.mover)
    way = action % 7
    if hive.ply == 0:
        return tile * 1024 + hexes.ORIGIN
    goal = hive.cell_of[neighbour]
    if way < 6:
        goal = (goal + rules.STEP[way]) & 1023
    return tile * 1024 + goal


def middle_of(hive: HiveKernel, seat: int) -> int:
    """The cell that is drawn in the middle."""
    if hive.cell_of[1 + 14 * seat] >= 0:
        return hive.cell_of[1 + 14 * seat]
    if hive.cell_of[15 - 14 * seat] >= 0:
        return hive.cell_of[15 - 14 * seat]
    return hexes.ORIGIN


def encode_hive(hive: HiveKernel, seat: int, out: Numbers, start: int, erase: bool) -> None:
    """Write what is not zero, or zeros in the same places."""
    shift = 528 - middle_of(hive, seat)
    for kind in range(8):
        write(out, start + 29696 + kind, in_hand(hive, seat, kind), erase)
        write(out, start + 29704 + kind, in_hand(hive, 1 - seat, kind), erase)
    write(out, start + 29712, hive.mover == seat, erase)
    write(out, start + 29713, min(hive.ply, 6), erase)
    if hive.moved != bugs.NOBODY:
        write(out, start + 28672 + ((hive.cell_of[hive.moved] + shift) & 1023), 1, erase)
    on_table = hive.on_table[0] | hive.on_table[1]
    while on_table:
        tile = bits.lowest(on_table)
        on_table &= on_table - 1
        cell = (hive.cell_of[tile] + shift) & 1023
        level, below = 1, hive.under[tile]
        while below != bugs.NOBODY:
            level += 1
            below = hive.under[below]
        write(out, start + 1024 * bug_number(tile, seat) + cell, level, erase)


def in_hand(hive: HiveKernel, seat: int, kind: int) -> int:
    """How many bugs of a kind a side has in hand; none of a kind that does not take part."""
    if not hive.hand[seat] & bits.bit(kind):
        return 0
    return rules.COUNT[kind] - hive.placed[8 * seat + kind]


def write(out: Numbers, index: int, number: int, erase: bool) -> None:
    """One number, or 0 in its place."""
    out[index] = 0 if erase else number
