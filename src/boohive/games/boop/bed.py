"""The bed: its 36 spaces, which of them are neighbours, rows of three, and how a placed piece boops.

A set of spaces is a word of bits. A row of the bed takes eight bits of which six are used, so that a step in any of the
eight directions is one shift and never runs from one edge of the bed to the other.
"""

from boohive.core import bits
from boohive.games.boop import steps

SIZE = 6
STRIDE = 8
SPACES = [STRIDE * row + column for row in range(SIZE) for column in range(SIZE)]
"""The 36 spaces in reading order; space 0 is a1, top left (B1)."""

STEPS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
"""The eight directions as (rows, columns)."""

ROW_STEPS = [steps.ACROSS, steps.DOWN, steps.DOWN_RIGHT, steps.DOWN_LEFT]
"""The step between neighbours for each direction in which a row of three can run, in the order of the move codes."""

STEP = ROW_STEPS  # compiled, a C array


def on_bed(row: int, column: int) -> bool:
    """Whether there is such a space."""
    return 0 <= row < SIZE and 0 <= column < SIZE


def spaces_around(space: int, distance: int) -> int:
    """The spaces this many steps away, straight or diagonally, as a set."""
    row, column = divmod(space, STRIDE)
    found = 0
    for down, right in STEPS:
        if on_bed(row + distance * down, column + distance * right):
            found |= bits.bit(STRIDE * (row + distance * down) + column + distance * right)
    return found


def spaces_at_the_rim(space: int) -> int:
    """The neighbours of a space with the edge of the bed behind them: a boop from ``space`` pushes them off."""
    found = 0
    for step in STEPS:
        row, column = divmod(space, STRIDE)
        row, column = row + step[0], column + step[1]
        if on_bed(row, column) and not on_bed(row + step[0], column + step[1]):
            found |= bits.bit(STRIDE * row + column)
    return found


def all_spaces() -> int:
    """The whole bed as a set."""
    found = 0
    for space in SPACES:
        found |= bits.bit(space)
    return found


BED = all_spaces()
NEXT_TO = [spaces_around(space, 1) if BED & bits.bit(space) else 0 for space in range(64)]
RIM = [spaces_at_the_rim(space) if BED & bits.bit(space) else 0 for space in range(64)]


def boops(occupied: int, too_heavy: int, space: int) -> int:
    """The pieces that a piece placed on ``space`` boops (B5): each neighbour with nothing directly behind it (B7).

    All are judged on the bed as it is before the boop (B10). ``too_heavy`` are those it cannot move: cats, for a
    kitten (B8).
    """
    near = NEXT_TO[space] & occupied & ~too_heavy
    booped = near & RIM[space]
    near &= ~booped
    while near:
        neighbour = bits.lowest(near)
        near &= near - 1
        if not occupied & bits.bit(2 * neighbour - space):
            booped |= bits.bit(neighbour)
    return booped


def after_boops(pieces: int, booped: int, space: int) -> int:
    """Where these pieces stand once the booped ones moved one space away from ``space``; off the rim they are gone (B6)."""
    moving = pieces & booped
    pieces &= ~booped
    moving &= ~RIM[space]
    while moving:
        pieces |= bits.bit(2 * bits.lowest(moving) - space)
        moving &= moving - 1
    return pieces


def landing(start: int, space: int) -> int:
    """The same for one piece that is booped from ``start``; ``OFF`` when it falls off the bed."""
    return steps.OFF if RIM[space] & bits.bit(start) else 2 * start - space


def rows_along(pieces: int, step: int) -> int:
    """The first spaces, in reading order, of all rows of three in this direction."""
    return pieces & (pieces >> step) & (pieces >> (2 * step))


def has_row(pieces: int) -> bool:
    """Whether three of these stand in a row."""
    across_and_down = rows_along(pieces, steps.ACROSS) | rows_along(pieces, steps.DOWN)
    diagonally = rows_along(pieces, steps.DOWN_RIGHT) | rows_along(pieces, steps.DOWN_LEFT)
    return (across_and_down | diagonally) != 0


def row_spaces(direction: int, first: int) -> int:
    """The three spaces of a row as a set."""
    step = STEP[direction]
    return bits.bit(first) | bits.bit(first + step) | bits.bit(first + 2 * step)
