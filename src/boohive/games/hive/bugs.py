"""The bugs: which there are, how many a side has, and the number each goes by.

A tile is one playing piece and shows a bug of some kind. Every tile has a number of its own: White's are 1 to 14, Black's 15
to 28, in the order of ``BUGS``; 0 is nobody. V4, V15 and so on are rules of decision 0004.
"""

from typing import NamedTuple

QUEEN, SPIDER, BEETLE, GRASSHOPPER, ANT, MOSQUITO, LADYBUG, PILLBUG = range(8)
"""The kinds of bugs."""

KINDS = 8
NOBODY = 0
"""The tile number that means no tile. A move is a tile and a cell; the move of nobody to no cell passes the turn (V15)."""

PER_SIDE = 14
BLACK_QUEEN = 15
TILES = 29
"""How many tile numbers there are: 28 tiles, and 0 for nobody."""

TURN_OF_THE_QUEEN = 6
"""Plies count from 0, so 6 and 7 are White's and Black's fourth turns: from then on a queen still in hand is the only bug
that may be placed (V4)."""

IN_HAND = -1
"""The cell of a tile that is not on the table yet."""

PASS = 0
"""The code of a pass: a move is written as one number made of tile and cell, and both are 0."""

UNDO_WORDS = 2
UNDO_MOVES = 512
"""For each move that can be taken back the kernel keeps ``UNDO_WORDS`` numbers; at most ``UNDO_MOVES`` moves deep."""

LAST_MARK = 65535
"""A walk over the hive marks the cells it has visited with its own number, in 16 bits; after this one the marks are erased."""

SEAT_CODE = 262144
MOVED_CODE = 262208
TURN_CODE = 262272
"""Where the codes of the other facts begin that go into a position's hash key: who is to move, the tile that moved last, the
turn. A tile on a cell has a code below all of these."""


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
"""The kinds of one side's 14 tiles in order; the first is White's tile 1."""


def kinds_of_tiles() -> list[int]:
    """The kind of each tile number; 0, which means no tile, gets ``KINDS``, one past the last kind."""
    return [KINDS, *KIND_OF_TILE, *KIND_OF_TILE]


def first_tiles() -> list[int]:
    """White's first tile of each kind; Black's are ``PER_SIDE`` further on."""
    return [1 + KIND_OF_TILE.index(kind) for kind in range(KINDS)]


def tiles_per_side() -> list[int]:
    """How many tiles of each kind a side has."""
    return [bug.per_side for bug in BUGS]
