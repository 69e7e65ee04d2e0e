"""Draw a position in plain text with the ghosts on their seams, and read such a drawing.

A ghost is its player's letter, ``g`` or ``G``, and an arrow: between two letters it stands on a seam between columns,
between two lines on a seam between rows. Lines between rows may be left out where no ghost is::

      a    b    c    d    e    f
    1 .    .    .    .    .    .
    2 .    k    .    .    .    .
                     g>
    3 .    .    .    .    .    .
    4 .    .    .    K G^ .    .
    5 .    .    .    .    .    .
    6 .    .    .    .    .    .
    pool of k: 7 kittens, 0 cats
    pool of K: 7 kittens, 0 cats
    k to move
"""

import re

from boohive.core.errors import NotationError
from boohive.games.boop import diagram as boop
from boohive.games.boop.bed import SIZE
from boohive.games.boop.notation import COLUMNS, Bed, letters_of
from boohive.games.ghosts import pieces, seams
from boohive.games.ghosts.notation import GHOST, GHOSTS, write_ghost

__all__ = ["draw", "draw_bed", "read_bed_diagram", "read_diagram"]

PLAYERS = "gG"
COLUMN_WIDTH = 5
"""From one letter of a row to the next; a ghost between them has a blank on either side."""

ARROWS = {("H", "+"): ">", ("H", "-"): "<", ("V", "+"): "v", ("V", "-"): "^"}


def draw_bed(bed: Bed, ghosts: list[int]) -> str:
    """Six rows of six letters with a line for each seam between them; lines end without blanks."""
    letters = letters_of(bed)
    lines = []
    for row in range(SIZE):
        lines.append((" " * (COLUMN_WIDTH - 1)).join(letters[SIZE * row : SIZE * (row + 1)]))
        lines.append("")
    for player, ghost in zip(PLAYERS, ghosts, strict=True):
        if ghost != pieces.HOME:
            line, column = where_drawn(ghost)
            lines[line] = overwrite(lines[line], column, player + arrow(ghost))
    return "\n".join(lines[:-1])


def where_drawn(ghost: int) -> tuple[int, int]:
    """Line and column of a ghost in the drawing of the bed."""
    seam, place = seams.seam_of(ghost) % (SIZE - 1), seams.place_on_seam(ghost)
    return (2 * seam + 1, COLUMN_WIDTH * place) if seams.is_horizontal(ghost) else (2 * place, COLUMN_WIDTH * seam + 2)


def arrow(ghost: int) -> str:
    """The way a ghost looks."""
    text = write_ghost(ghost)
    return ARROWS[text[0], text[-1]]


def overwrite(line: str, column: int, word: str) -> str:
    """The line with a word written over it."""
    return f"{line:<{column}}"[:column] + word + line[column + len(word) :]


def draw(bed: Bed, pools: list[int], ghosts: list[int], status: str) -> str:
    """The whole position; ``pools`` and ``status`` are as for boop."""
    lines = ["  " + (" " * (COLUMN_WIDTH - 1)).join(COLUMNS)]
    for i, line in enumerate(draw_bed(bed, ghosts).splitlines()):
        lines.append(f"{i // 2 + 1 if i % 2 == 0 else ' '} {line}".rstrip())
    for seat, line in enumerate(boop.pool_lines(pools)):
        lines.append(line + (", the ghost" if ghosts[seat] == pieces.HOME else ""))
    return "\n".join([*lines, status])


ROW = re.compile(r"( *[1-6])? *[.kcKC]((?:    | [gG][v^] )[.kcKC]){5} *")
BETWEEN = re.compile(r" *([gG][<>] *){0,2}")
GHOST_MARK = re.compile(r"[gG][<>v^]")


def read_bed_diagram(diagram: str) -> tuple[Bed, list[int]]:
    """Bed and ghosts from a drawing; row numbers, column letters and lines between rows may be left out."""
    lines = [line for line in diagram.splitlines() if line.split() != list(COLUMNS)]
    rows = [i for i, line in enumerate(lines) if ROW.fullmatch(line)]
    between = [i for i in range(len(lines)) if i not in rows]
    if len(rows) != SIZE or not all(BETWEEN.fullmatch(lines[i]) for i in between):
        raise NotationError(
            "this drawing is not a bed; write six rows of six letters or dots, each five places after the one before, "
            "and ghosts such as g> between them"
        )
    edge = re.search(r"[.kcKC]", lines[rows[0]])
    assert edge is not None
    letters = [" ".join(line[edge.start() :: COLUMN_WIDTH]) for line in (lines[i] for i in rows)]
    return boop.read_bed_diagram("\n".join(letters)), read_ghosts(lines, rows, edge.start())


def read_ghosts(lines: list[str], rows: list[int], edge: int) -> list[int]:
    """The two ghosts among the lines of a drawing whose letters begin at ``edge``."""
    found = [pieces.HOME, pieces.HOME]
    for i, line in enumerate(lines):
        above = sum(row <= i for row in rows) - 1
        for drawn in GHOST_MARK.finditer(line):
            ghost = ghost_drawn(drawn[0][1], 2 * above + (i not in rows), drawn.start() - edge)
            seat = PLAYERS.index(drawn[0][0])
            if ghost is None or found[seat] != pieces.HOME:
                raise NotationError(
                    f"the ghost {drawn[0]} in row {above + 1} of the drawing stands on no stitch of its own"
                )
            found[seat] = ghost
    return found


def ghost_drawn(way: str, line: int, column: int) -> int | None:
    """The ghost with this arrow at this place of the drawing; ``None`` if it is not on a stitch."""
    return next((g for g in GHOSTS.values() if g and where_drawn(g) == (line, column) and arrow(g) == way), None)


STATUS = re.compile(r"(pool of|[kK] (to move|may|has)|drawn).*")
DECIDES = "may let the ghost enter"


def read_diagram(diagram: str) -> str:
    """The position text of a drawing, with what boop.'s reader leaves to us."""
    lines = diagram.strip("\n").splitlines()
    status = [line.strip() for line in lines if STATUS.fullmatch(line.strip())]
    bed, ghosts = read_bed_diagram("\n".join(line for line in lines if line.strip() not in status))
    plain = [line.replace(", the ghost", "").replace(DECIDES, "to move") for line in status]
    deciding = any(line.endswith(DECIDES) for line in status)
    fields = boop.read_diagram("\n".join([boop.draw_bed(bed), *plain])).split()
    fields[3:5] = [write_ghost(ghost) for ghost in ghosts]
    return " ".join([*fields, GHOST] if deciding else fields)
