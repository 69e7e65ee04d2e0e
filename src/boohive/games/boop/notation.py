"""boop. in letters: the text of a position, the text of a move, and why a move is refused.

Position: rows from the top, digits are runs of empty spaces, ``k c`` the first player's kittens and cats, ``K C`` the
second's; the pools; the seat to move; the two ghosts (``-`` here); ``choose`` while a row or a piece has to be chosen::

    6/1k4/6/3K2/6/6 7,0,7,0 0 - -

Moves: ``k c3`` and ``c c3`` place a kitten and a cat, ``row a1 b1 c1`` graduates that row, ``one d4`` takes that piece
off by the eight rule.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from boohive.core.errors import NotationError
from boohive.games.boop import pieces
from boohive.games.boop.bed import ROW_STEPS, SIZE, SPACES, STRIDE

__all__ = [
    "Bed",
    "letters_of",
    "read_bed",
    "read_move",
    "read_pools",
    "space_name",
    "spaces_in",
    "write_bed",
    "write_move",
]

COLUMNS = "abcdef"
LETTERS = "kcKC"
"""First player's kitten and cat, second player's kitten and cat."""

CHOOSE = "choose"
"""The sixth field of a position whose player has to choose a row or a piece."""


class Bed(NamedTuple):
    """What lies where, as sets of spaces, in the order of ``LETTERS``."""

    kittens: int = 0
    cats: int = 0
    other_kittens: int = 0
    other_cats: int = 0


def space_name(space: int) -> str:
    """``c3`` for column c, row 3; a1 is top left."""
    return f"{COLUMNS[space % STRIDE]}{space // STRIDE + 1}"


def read_space(name: str) -> int:
    """The space with this name."""
    if len(name) != 2 or name[0] not in COLUMNS or name[1] not in "123456":
        raise NotationError(
            f"{name!r} is not a space; write a column a to f and a row 1 to 6, such as c3", "not_a_move"
        )
    return STRIDE * (int(name[1]) - 1) + COLUMNS.index(name[0])


NAMES = {space: space_name(space) for space in SPACES}
ROW = (1 << SIZE) - 1
"""The spaces of the first row as a set."""


# Positions


def spaces_in(held: int) -> Iterator[int]:
    """The spaces of a set in reading order."""
    while held:
        yield (held & -held).bit_length() - 1
        held &= held - 1


def letters_of(bed: Bed) -> list[str]:
    """One letter for each space in reading order, ``.`` for an empty one."""
    letters = dict.fromkeys(SPACES, ".")
    for letter, held in zip(LETTERS, bed, strict=True):
        letters.update(dict.fromkeys(spaces_in(held), letter))
    return list(letters.values())


def write_bed(bed: Bed) -> str:
    """The rows of the bed from the top."""
    kittens, cats, others, other_cats = bed
    return "/".join(
        [
            write_row(kittens >> row & ROW, cats >> row & ROW, others >> row & ROW, other_cats >> row & ROW)
            for row in range(0, SIZE * STRIDE, STRIDE)
        ]
    )


@cache
def write_row(*held: int) -> str:
    """A row of the bed with its empty spaces counted; there are only a few thousand."""
    return re.sub(r"\.+", lambda run: str(len(run[0])), "".join(letters_of(Bed(*held))[:SIZE]))


def read_bed(text: str) -> Bed:
    """The bed from its rows."""
    rows = text.split("/")
    if len(rows) != SIZE:
        raise NotationError(f"the bed {text!r} has {len(rows)} rows; write six, with '/' between them")
    held = dict.fromkeys(LETTERS, 0)
    for number, row in enumerate(rows):
        for space, letter in zip(
            range(STRIDE * number, STRIDE * number + SIZE), _row_letters(row, number), strict=True
        ):
            if letter != ".":
                held[letter] |= 1 << space
    return Bed(*held.values())


def _row_letters(row: str, number: int) -> str:
    """The six letters of a row, with dots for empty spaces."""
    letters = re.sub(r"[1-6]", lambda run: "." * int(run[0]), row)
    if not re.fullmatch(r"[kcKC.]*", letters) or "." in row:
        raise NotationError(f"row {number + 1} of the bed, {row!r}, may hold only k c K C and digits 1 to 6")
    if len(letters) != SIZE:
        raise NotationError(f"row {number + 1} of the bed, {row!r}, is {len(letters)} spaces long; it must be {SIZE}")
    return letters


def pools_of_kittens(bed: Bed) -> list[int]:
    """The pools if every piece that is not on the bed is a kitten."""
    on_bed = [bed[2 * seat].bit_count() + bed[2 * seat + 1].bit_count() for seat in range(2)]
    return [max(0, pieces.PIECES_PER_SEAT - on_bed[0]), 0, max(0, pieces.PIECES_PER_SEAT - on_bed[1]), 0]


def read_pools(text: str) -> list[int]:
    """The four numbers of the pools."""
    if not re.fullmatch(r"[0-8](,[0-8]){3}", text):
        raise NotationError(
            f"the pools {text!r} cannot be read; write kittens and cats of both players, such as 8,0,8,0"
        )
    return [int(number) for number in text.split(",")]


def read_seat(text: str) -> int:
    """The seat to move."""
    if text not in ("0", "1"):
        raise NotationError(f"the seat to move is {text!r}; write 0 for the first player or 1 for the second")
    return int(text)


def kittens_in_play(bed: Bed, pools: list[int], junior: bool) -> list[int]:
    """Kittens each player still has, after checking that bed and pool hold eight pieces (B2)."""
    kittens = []
    for seat, player in enumerate(("first", "second")):
        young = bed[2 * seat].bit_count() + pools[2 * seat]
        grown = bed[2 * seat + 1].bit_count() + pools[2 * seat + 1]
        if young + grown != pieces.PIECES_PER_SEAT:
            raise NotationError(
                f"the {player} player has {young + grown} pieces on the bed and in the pool; it must be exactly eight"
            )
        if junior and grown:
            raise NotationError(f"the {player} player has a cat; boop. for younger players has only kittens")
        kittens.append(young)
    return kittens


# Moves


def write_move(code: int) -> str:
    """The text of a move."""
    if code < pieces.CAT:
        return f"k {NAMES[code - pieces.KITTEN]}"
    if code < pieces.ONE:
        return f"c {NAMES[code - pieces.CAT]}"
    if code < pieces.ROW:
        return f"one {NAMES[code - pieces.ONE]}"
    return "row " + " ".join(NAMES[space] for space in row_of(code))


def row_of(code: int) -> list[int]:
    """The three spaces of a row that graduates."""
    direction, first = divmod(code - pieces.ROW, 64)
    return [first + i * ROW_STEPS[direction] for i in range(3)]


CODES = {
    write_move(code): code
    for code in [kind + space for kind in (pieces.KITTEN, pieces.CAT, pieces.ONE) for space in SPACES]
    + [
        pieces.ROW + 64 * direction + first
        for direction in range(len(ROW_STEPS))
        for first in SPACES
        if all(first + i * ROW_STEPS[direction] in NAMES for i in range(3))
    ]
}
TEXTS = {code: text for text, code in CODES.items()}

HELP = "write a piece and a space, such as 'k c3' (a kitten) or 'c c3' (a cat)"
WORDS = {"kitten": "k", "cat": "c"}


def read_move(text: str, help_text: str = HELP) -> int:
    """The code of a move; the three spaces of a row may stand in any order."""
    words = text.lower().replace(",", " ").split()
    if not words:
        raise NotationError(f"a move is missing; {help_text}", "not_a_move")
    words[0] = WORDS.get(words[0], words[0])
    if words[0] == "row":
        return _read_row(words[1:])
    if words[0] not in ("k", "c", "one") or len(words) != 2:
        raise NotationError(f"{text.strip()!r} is not a move; {help_text}", "not_a_move")
    return CODES[f"{words[0]} {space_name(read_space(words[1]))}"]


def _read_row(names: list[str]) -> int:
    spaces = sorted(read_space(name) for name in names)
    text = "row " + " ".join(space_name(space) for space in spaces)
    if text not in CODES:
        raise NotationError(
            f"{' '.join(names)!r} is not a row; name three neighbouring spaces in a line, such as 'row a1 b1 c1'",
            "not_a_move",
        )
    return CODES[text]
