"""The bed for a screen, after every move: what lies where, and what a careful player would point out.

That is rows that lack one piece, and seven of a side's eight on the bed.
"""

from boohive.core import bits
from boohive.core.view import Mark, PieceAt, Tray, TrayPieces, View
from boohive.games.boop import bed, pieces
from boohive.games.boop.notation import NAMES, Bed

__all__ = ["BoopView", "marks", "pieces_on", "pools"]

STARTS = [
    sum(bits.bit(first) for first in NAMES if first + step in NAMES and first + 2 * step in NAMES)
    for step in bed.ROW_STEPS
]
"""Where rows of three begin, by the way they run: a step that leaves the bed ends on a bit that is not a space."""

OPEN_ROWS = ((0, 1, 2), (0, 2, 1), (1, 2, 0))
"""Two pieces and the empty space of a row, counted from its first space."""

KITTEN, CAT = "kitten", "cat"


class BoopView(View):
    """The bed. Places are a1 to f6; the trays are the two pools, each with ``kitten`` and ``cat``.

    Marks: ``two_in_row`` (two pieces and the empty place that would complete a row of three), ``seven_on_board``, and
    ``won`` for each row, or all eight, that has won.
    """


def pieces_on(held: Bed) -> list[PieceAt]:
    """Every piece on the bed."""
    found: list[PieceAt] = []
    for which in range(4):
        kind, seat = CAT if which & 1 else KITTEN, which >> 1
        left = held[which]
        while left:
            place = NAMES[bits.lowest(left)]
            found.append({"id": place, "kind": kind, "seat": seat, "at": place})
            left &= left - 1
    return found


def pools(counts: list[int]) -> list[Tray]:
    """Both pools, from the numbers of kittens and cats in them."""
    found: list[Tray] = []
    for seat in range(2):
        kittens, cats = counts[2 * seat], counts[2 * seat + 1]
        held: list[TrayPieces] = [{"kind": KITTEN, "count": kittens}, {"kind": CAT, "count": cats}]
        found.append({"seat": seat, "what": "pool", "pieces": held})
    return found


def marks(held: Bed, junior: bool) -> list[Mark]:
    """What a careful player would point out: rows that lack one piece, and seven of eight on the bed.

    ``wins`` says whether cats (in boop. for younger players kittens) would complete the row and win.
    """
    found: list[Mark] = []
    occupied = 0
    for which in range(4):
        occupied |= held[which]
    for seat in range(2):
        kittens, cats = held[2 * seat], held[2 * seat + 1]
        own = kittens | cats
        add_open_rows(found, seat, own, kittens if junior else cats, bed.BED & ~occupied)
        if bits.count(own) == pieces.PIECES_PER_SEAT - 1:
            found.append({"what": "seven_on_board", "at": [], "seat": seat})
    return found


def add_open_rows(found: list[Mark], seat: int, own: int, winners: int, empty: int) -> None:
    """Add rows with two own pieces and an empty space at the end, in the middle, at the beginning."""
    for direction in range(4):
        step = bed.STEP[direction]
        for one, other, missing in OPEN_ROWS:
            firsts = own >> one * step & own >> other * step & empty >> missing * step & STARTS[direction]
            while firsts:
                first = bits.lowest(firsts)
                firsts &= firsts - 1
                begin, end = first + one * step, first + other * step
                found.append(
                    {
                        "what": "two_in_row",
                        "at": [NAMES[begin], NAMES[end]],
                        "seat": seat,
                        "missing": NAMES[first + missing * step],
                        "wins": bool(winners >> begin & winners >> end & 1),
                    }
                )
