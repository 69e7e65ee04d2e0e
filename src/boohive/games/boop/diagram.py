"""A position drawn in plain text, and read back.

::

      a b c d e f
    1 . . . . . .
    2 . k . . . .
    3 . . . . . .
    4 . . . K . .
    5 . . . . . .
    6 . . . . . .
    pool of k: 7 kittens, 0 cats
    pool of K: 7 kittens, 0 cats
    k to move
"""

import re

from boohive.core.errors import NotationError
from boohive.games.boop.bed import SIZE, SPACES
from boohive.games.boop.notation import CHOOSE, COLUMNS, LETTERS, Bed, letters_of, pools_of_kittens, write_bed

__all__ = ["draw", "draw_bed", "read_bed_drawing", "read_diagram"]

PLAYERS = "kK"


def draw_bed(bed: Bed) -> str:
    """Six rows of six letters."""
    letters = letters_of(bed)
    return "\n".join(" ".join(letters[i : i + SIZE]) for i in range(0, len(letters), SIZE))


def draw(bed: Bed, pools: list[int], last_line: str) -> str:
    """The whole position; the last line says who is to move or who has won."""
    rows = [f"{number} {row}" for number, row in enumerate(draw_bed(bed).splitlines(), 1)]
    return "\n".join([f"  {' '.join(COLUMNS)}", *rows, *pool_lines(pools), last_line])


def pool_lines(pools: list[int]) -> list[str]:
    """One line for each player's pool."""
    return [
        f"pool of {player}: {counted(kittens, 'kitten')}, {counted(cats, 'cat')}"
        for player, kittens, cats in zip(PLAYERS, pools[::2], pools[1::2], strict=True)
    ]


def counted(n: int, what: str) -> str:
    """``1 kitten``, ``2 kittens``."""
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def read_bed_drawing(drawing: str) -> Bed:
    """The bed from six rows of letters; row numbers and column letters at the edge are allowed."""
    lines = [line.split() for line in drawing.strip().splitlines() if line.split() != list(COLUMNS)]
    rows = [row[1:] if len(row) == SIZE + 1 and row[0].isdigit() else row for row in lines]
    if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
        raise NotationError("this drawing is not a bed; draw six rows of six letters with blanks between them")
    spaces = dict.fromkeys(LETTERS, 0)
    for space, letter in zip(SPACES, (letter for row in rows for letter in row), strict=True):
        if letter in spaces:
            spaces[letter] |= 1 << space
        elif letter != ".":
            raise NotationError(f"{letter!r} is not a piece; draw k c K C, or . for an empty space")
    return Bed(*spaces.values())


POOL = re.compile(r"pool of ([kK]): (\d+) kittens?, (\d+) cats?")
TURN = re.compile(r"([kK]) (to move|has to choose a row or a piece)")
WON = re.compile(r"([kK]) has won.*")


def read_diagram(drawing: str) -> str:
    """The position text of a drawing; without pool lines every piece that is not on the bed is a kitten in the pool."""
    lines = [line.strip() for line in drawing.strip().splitlines()]
    words = [line for line in lines if POOL.fullmatch(line) or TURN.fullmatch(line) or WON.fullmatch(line)]
    bed = read_bed_drawing("\n".join(line for line in lines if line not in words))
    pools = pools_of_kittens(bed)
    seat, pending = 0, ""
    for line in words:
        if pool := POOL.fullmatch(line):
            first = 2 * PLAYERS.index(pool[1])
            pools[first : first + 2] = [int(pool[2]), int(pool[3])]
        elif turn := TURN.fullmatch(line):
            seat, pending = PLAYERS.index(turn[1]), "" if turn[2] == "to move" else f" {CHOOSE}"
        elif won := WON.fullmatch(line):
            seat = 1 - PLAYERS.index(won[1])
    return f"{write_bed(bed)} {','.join(map(str, pools))} {seat} - -{pending}"
