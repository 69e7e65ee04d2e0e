"""What a careful player would point out on the bed: rows that lack one piece, and seven of a side's eight on it."""

from collections.abc import Iterator
from typing import Any

from boohive.games.boop import pieces
from boohive.games.boop.bed import LINES
from boohive.games.boop.notation import NAMES, Bed

__all__ = ["warnings"]

STARTS = [
    (step, sum(1 << first for first in NAMES if first + step in NAMES and first + 2 * step in NAMES)) for step in LINES
]
"""Where rows of three begin, by the step from piece to piece: a step that leaves the bed ends on a bit that is no space."""


def warnings(bed: Bed, junior: bool) -> list[dict[str, Any]]:
    """For a screen: ``two`` names the pieces and the space that would complete a row, ``seven`` a nearly full bed.

    ``wins`` says whether cats (the younger players' kittens too) would complete it and win.
    """
    occupied = bed.kittens | bed.cats | bed.other_kittens | bed.other_cats
    found: list[dict[str, Any]] = []
    for seat in range(2):
        kittens, cats = bed[2 * seat], bed[2 * seat + 1]
        own = kittens | cats
        for step, starts in STARTS:
            for first in spaces_in(twos(own, ~occupied, step) & starts):
                row = (first, first + step, first + 2 * step)
                standing = [space for space in row if own >> space & 1]
                missing = next(space for space in row if not own >> space & 1)
                wins = junior or all(cats >> space & 1 for space in standing)
                names = [NAMES[space] for space in standing]
                found.append({"kind": "two", "seat": seat, "spaces": names, "missing": NAMES[missing], "wins": wins})
        if own.bit_count() == pieces.PIECES_PER_SEAT - 1:
            found.append({"kind": "seven", "seat": seat})
    return found


def twos(own: int, empty: int, step: int) -> int:
    """Where rows with two own pieces and an empty space begin, on the bed or across its edge."""
    second, third = own >> step, own >> 2 * step
    return own & second & (empty >> 2 * step) | own & (empty >> step) & third | empty & second & third


def spaces_in(held: int) -> Iterator[int]:
    """The spaces of a set in order."""
    while held:
        yield (held & -held).bit_length() - 1
        held &= held - 1
