"""Draw a position in plain text, and read such a drawing as a position's text (``notation.py``).

The players are called k and K. The first one's kittens and cats are k and c on the bed, the second one's K and C; a dot is an
empty space::

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

__all__ = ["draw", "draw_bed", "read_bed_diagram", "read_diagram"]

PLAYERS = "kK"


def draw_bed(bed: Bed) -> str:
    """Six rows of six letters or dots, with blanks between them."""
    letters = letters_of(bed)
    return "\n".join(" ".join(letters[i : i + SIZE]) for i in range(0, len(letters), SIZE))


def draw(bed: Bed, pools: list[int], status: str) -> str:
    """The whole position.

    ``pools``: the kittens and cats of k, then those of K. ``status``, the last line, says who is to move, who has to choose
    or who has won.
    """
    rows = [f"{number} {row}" for number, row in enumerate(draw_bed(bed).splitlines(), 1)]
    return "\n".join([f"  {' '.join(COLUMNS)}", *rows, *pool_lines(pools), status])


def pool_lines(pools: list[int]) -> list[str]:
    """One line for each player's pool."""
    return [
        f"pool of {player}: {with_number(kittens, 'kitten')}, {with_number(cats, 'cat')}"
        for player, kittens, cats in zip(PLAYERS, pools[::2], pools[1::2], strict=True)
    ]


def with_number(n: int, noun: str) -> str:
    """``1 kitten``, ``2 kittens``."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def read_bed_diagram(diagram: str) -> Bed:
    """Read a bed from six rows of letters, with or without row numbers and column letters at the edge."""
    numbered = [line.split() for line in diagram.strip().splitlines() if line.split() != list(COLUMNS)]
    rows = [row[1:] if len(row) == SIZE + 1 and row[0].isdigit() else row for row in numbered]
    if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
        raise NotationError(
            "this drawing is not a bed; write six rows of six letters or dots, with a blank between two of them"
        )
    held = dict.fromkeys(LETTERS, 0)
    for space, letter in zip(SPACES, (letter for row in rows for letter in row), strict=True):
        if letter in held:
            held[letter] |= 1 << space
        elif letter != ".":
            raise NotationError(f"{letter!r} is not a piece; write k, c, K or C, or a dot where there is none")
    return Bed(*held.values())  # in the order of LETTERS


# The lines below the bed. What follows a win is its reason, which the pieces tell as well.
POOL = re.compile(r"pool of ([kK]): (\d+) kittens?, (\d+) cats?")
TURN = re.compile(r"([kK]) (to move|has to choose a row or a piece)")
WON = re.compile(r"([kK]) has won.*")


def read_diagram(diagram: str) -> str:
    """Read a drawing as a position's text.

    Without pool lines all pieces that are not on the bed are kittens in their player's pool; without a line that says who is
    to move it is k.
    """
    lines = [line.strip() for line in diagram.strip().splitlines()]
    status = [line for line in lines if POOL.fullmatch(line) or TURN.fullmatch(line) or WON.fullmatch(line)]
    bed = read_bed_diagram("\n".join(line for line in lines if line not in status))
    pools = pools_of_kittens(bed)
    to_move, choice = 0, ""
    for line in status:
        if pool := POOL.fullmatch(line):
            kittens = 2 * PLAYERS.index(pool[1])
            pools[kittens : kittens + 2] = [int(pool[2]), int(pool[3])]
        elif turn := TURN.fullmatch(line):
            to_move, choice = PLAYERS.index(turn[1]), "" if turn[2] == "to move" else f" {CHOOSE}"
        elif won := WON.fullmatch(line):
            to_move = 1 - PLAYERS.index(won[1])  # the winner has just moved; that it was a win follows from the bed
    return f"{write_bed(bed)} {','.join(map(str, pools))} {to_move} - -{choice}"  # "- -": there are no ghosts
