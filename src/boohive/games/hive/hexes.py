"""The table the bugs stand on: cells, the six directions, and what follows from which of six neighbours are occupied.

The table has no edge. Cells are numbered 0 to 1023 and a step adds a number and wraps around, so the table is a torus
whose shortest way around is 32 steps: the numbers of two cells agree only if they are the same cell or at least 32
steps apart (the ways around are (32, -1) and (0, 32) in axial steps and their sums; none is shorter). At most 28 bugs
stand on the table and the hive is connected, so any two of them are at most 27 steps apart. Two ends of a hive touch
the same cell, or each other, across the wrap only if they are 30 or more steps apart; so that never happens, and a
hive may wander as far as it likes.

Directions are numbered clockwise from east; a set of directions is six bits. The opposite of ``d`` is ``d + 3``.
"""

from boohive.core import bits

WIDTH = 32
LAST_CELL = 1023
"""Also the mask that wraps a sum around."""

CELLS = 1024
ORIGIN = 0
"""Where White's first bug goes; a table without edges has no other place."""

EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST = 1, 32, 31, -1, -32, -31
"""What a step adds to a cell's number."""

STEPS = [EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST]
AXIAL = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
"""The same steps as (q right, r down-right)."""
NEIGHBOURS = [tuple([(cell + step) & LAST_CELL for step in STEPS]) for cell in range(CELLS)]
"""The six cells around each cell."""

ALL_SIX = 63


def step_table() -> list[int]:
    """The six steps twice over, so that the direction next to another needs no wrapping."""
    return STEPS + STEPS


def ring(directions: int) -> list[bool]:
    """The set of directions one by one."""
    return [bool(directions >> d & 1) for d in range(6)]


def slide_table() -> list[int]:
    """For the occupied directions around a cell: where a bug on the ground can slide to (V7).

    The goal is empty, and of the two cells that touch start and goal exactly one is occupied: with both the gate is
    closed, with none the bug would lose contact.
    """
    table = []
    for occupied in range(64):
        around = ring(occupied)
        open_ways = (d for d in range(6) if not around[d] and around[d - 1] != around[(d + 1) % 6])
        table.append(sum(bits.bit(d) for d in open_ways))
    return table


def gate_table() -> list[int]:
    """For the tall stacks around a cell: the directions that lead between two of them."""
    rings = [ring(tall) for tall in range(64)]
    return [sum(bits.bit(d) for d in range(6) if tall[d - 1] and tall[(d + 1) % 6]) for tall in rings]


def group_table() -> list[int]:
    """For the occupied directions around a cell: into how many separate groups they fall."""
    around = [ring(occupied) for occupied in range(64)]
    table = [sum(each[d] and not each[d - 1] for d in range(6)) for each in around]
    table[ALL_SIX] = 1
    return table


def hole_table() -> list[int]:
    """For the occupied directions around a cell: how many holes of the hive are made when the cell is filled.

    A new bug joins its groups of neighbours. The hive was connected before, so each group beyond the first closes one
    more ring around empty cells; and a bug with six neighbours fills a hole of one cell.
    """
    table = [max(groups - 1, 0) for groups in group_table()]
    table[ALL_SIX] = -1
    return table
