"""What a careful player would point out on the bed: rows that lack one piece, and seven of a side's eight on it."""

from collections.abc import Iterator
from typing import Any

from boohive.games.boop import pieces
from boohive.games.boop.bed import LINES
from boohive.games.boop.notation import NAMES, Bed, spaces_in

__all__ = ["warnings"]

STARTS = [
    (step, sum(1 << first for first in NAMES if first + step in NAMES and first + 2 * step in NAMES)) for step in LINES
]
"""Where rows of three begin, by the step from piece to piece: a step that leaves the bed ends on a bit that is no space."""


def warnings(bed: Bed, junior: bool) -> list[dict[str, Any]]:
    """For a screen: ``two`` names the pieces and the space that would complete a row, ``seven`` a nearly full bed.

    ``wins`` says whether cats (the younger players' kittens too) would complete it and win.
    """
    empty = ~(bed.kittens | bed.cats | bed.other_kittens | bed.other_cats)
    found: list[dict[str, Any]] = []
    for seat in range(2):
        kittens, cats = bed[2 * seat], bed[2 * seat + 1]
        own, winners = kittens | cats, kittens if junior else cats
        for one, two, missing in twos(own, empty):
            names, wins = [NAMES[one], NAMES[two]], bool(winners >> one & winners >> two & 1)
            found.append({"kind": "two", "seat": seat, "spaces": names, "missing": NAMES[missing], "wins": wins})
        if own.bit_count() == pieces.PIECES_PER_SEAT - 1:
            found.append({"kind": "seven", "seat": seat})
    return found


def twos(own: int, empty: int) -> Iterator[tuple[int, int, int]]:
    """Rows with two own pieces and an empty space: where those stand, and where that is."""
    for step, starts in STARTS:
        second, third, ends = own >> step, own >> 2 * step, empty >> 2 * step
        for first in spaces_in(own & second & ends & starts):
            yield first, first + step, first + 2 * step
        for first in spaces_in(own & (empty >> step) & third & starts):
            yield first, first + 2 * step, first + step
        for first in spaces_in(empty & second & third & starts):
            yield first + step, first + 2 * step, first
