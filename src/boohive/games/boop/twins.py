"""A bed with cats and kittens seen from its eight sides: what all positions that differ only by turning or mirroring share.

``symmetry.py`` has one exact number for beds of kittens alone, and is compiled for the search; this is for any bed.
"""

from collections.abc import Callable, Sequence

from boohive.core import bits
from boohive.games.boop.bed import SIZE, SPACES, STRIDE

__all__ = ["SIDES", "Point", "seen_by_mover", "seen_from_all_sides"]

Point = tuple[int, int]
"""A place on the bed in half spaces, down and to the right: the middles of spaces are even, seams are odd."""
EDGE = 2 * (SIZE - 1)

SIDES: Sequence[Callable[[Point], Point]] = (
    lambda at: at,
    lambda at: (at[0], EDGE - at[1]),
    lambda at: (EDGE - at[0], at[1]),
    lambda at: (EDGE - at[0], EDGE - at[1]),
    lambda at: (at[1], at[0]),
    lambda at: (at[1], EDGE - at[0]),
    lambda at: (EDGE - at[1], at[0]),
    lambda at: (EDGE - at[1], EDGE - at[0]),
)
"""The eight ways to turn or mirror a bed."""


def _images(side: Callable[[Point], Point]) -> dict[int, int]:
    """For each space the one it becomes, as a set."""
    found = {}
    for space in SPACES:
        row, column = side((2 * (space // STRIDE), 2 * (space % STRIDE)))
        found[space] = 1 << (STRIDE * row + column) // 2
    return found


IMAGES = [_images(side) for side in SIDES]


def seen_from_all_sides(numbers: tuple[int, ...]) -> list[tuple[int, ...]]:
    """A kernel's ``state()`` from each side: the beds of the player to move, then the other's."""
    own, other = (numbers[0:2], numbers[2:4]) if numbers[6] == 0 else (numbers[2:4], numbers[0:2])
    pieces = [(plane, space) for plane, board in enumerate((*own, *other)) for space in _spaces(board)]
    found = []
    for image in IMAGES:
        beds = [0, 0, 0, 0]
        for plane, space in pieces:
            beds[plane] |= image[space]
        found.append(tuple(beds))
    return found


def seen_by_mover(numbers: tuple[int, ...]) -> tuple[int, int, int]:
    """What no turning changes: the kittens of the player to move and of the other, and whether a choice is pending."""
    mover = numbers[6]
    return numbers[4 + mover], numbers[5 - mover], numbers[7]


def _spaces(board: int) -> list[int]:
    found = []
    while board:
        found.append(bits.lowest(board))
        board &= board - 1
    return found
