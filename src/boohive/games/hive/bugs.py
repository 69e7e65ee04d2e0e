"""The bugs: which there are, how many a side has, and the number each goes by.

Every tile has a number of its own: White's are 1 to 14, Black's 15 to 28, in the order of ``BUGS``; 0 is nobody.
"""

from typing import NamedTuple

QUEEN, SPIDER, BEETLE, GRASSHOPPER, ANT, MOSQUITO, LADYBUG, PILLBUG = range(8)
"""The kinds of bugs."""

KINDS = 8
NOBODY = 0
"""Not a bug. As a move, with no cell: the turn is passed (V15)."""

PER_SIDE = 14
BLACK_QUEEN = 15
TILES = 29
"""Tile numbers are below this."""

TURN_OF_THE_QUEEN = 6
"""From this ply on (each side's fourth turn) a queen still in hand is the only bug that may be placed (V4)."""

IN_HAND = -1
"""The cell of a tile that is not on the table yet."""

PASS = 0
"""The move code of a pass."""

UNDO_WORDS = 2
UNDO_MOVES = 512
"""How many moves can be made and unmade in one go."""

LAST_MARK = 65535
"""The kernel's marks on cells count up to here and then start again."""

SEAT_CODE = 262144
MOVED_CODE = 262208
TURN_CODE = 262272
"""What is hashed besides the bugs on their cells, whose codes are below these."""


class Bug(NamedTuple):
    """The facts of one kind of bug."""

    name: str
    letter: str
    per_side: int
    expansion: bool = False


BUGS = [
    Bug("queen", "Q", 1),
    Bug("spider", "S", 2),
    Bug("beetle", "B", 2),
    Bug("grasshopper", "G", 3),
    Bug("ant", "A", 3),
    Bug("mosquito", "M", 1, expansion=True),
    Bug("ladybug", "L", 1, expansion=True),
    Bug("pillbug", "P", 1, expansion=True),
]

KIND_OF_TILE = [kind for kind, bug in enumerate(BUGS) for _ in range(bug.per_side)]
"""The kind of each of a side's tiles in order."""


def kinds_of_tiles() -> list[int]:
    """The kind by tile number; nobody's is past the last kind."""
    return [KINDS, *KIND_OF_TILE, *KIND_OF_TILE]


def first_tiles() -> list[int]:
    """White's first tile of each kind; Black's are ``PER_SIDE`` further on."""
    return [1 + KIND_OF_TILE.index(kind) for kind in range(KINDS)]


def tiles_per_side() -> list[int]:
    """How many tiles of each kind a side has."""
    return [bug.per_side for bug in BUGS]
