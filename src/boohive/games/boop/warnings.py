"""What a careful player would point out on the bed: rows that lack one piece, and seven of a side's eight on it."""

from typing import Any

from boohive.games.boop import pieces
from boohive.games.boop.bed import LINES
from boohive.games.boop.notation import NAMES, Bed

__all__ = ["warnings"]

ROWS_OF_THREE = [
    (first, first + step, first + 2 * step)
    for step in LINES
    for first in NAMES
    if first + step in NAMES and first + 2 * step in NAMES
]
"""All 80: a step that leaves the bed ends on a bit that is no space."""


def warnings(bed: Bed, junior: bool) -> list[dict[str, Any]]:
    """For a screen: ``two`` names the pieces and the space that would complete a row, ``seven`` a nearly full bed.

    ``wins`` says whether cats (the younger players' kittens too) would complete it and win.
    """
    occupied = bed.kittens | bed.cats | bed.other_kittens | bed.other_cats
    found: list[dict[str, Any]] = []
    for seat in range(2):
        kittens, cats = bed[2 * seat], bed[2 * seat + 1]
        own = kittens | cats
        for row in ROWS_OF_THREE:
            standing = [space for space in row if own >> space & 1]
            missing = [space for space in row if not occupied >> space & 1]
            if len(standing) == 2 and missing:
                wins = junior or all(cats >> space & 1 for space in standing)
                names = [NAMES[space] for space in standing]
                found.append({"kind": "two", "seat": seat, "spaces": names, "missing": NAMES[missing[0]], "wins": wins})
        if own.bit_count() == pieces.PIECES_PER_SEAT - 1:
            found.append({"kind": "seven", "seat": seat})
    return found
