"""The bed for a screen, after every move: what lies where, and what a careful player would point out.

That is rows that lack one piece, and seven of a side's eight on the bed.
"""

from typing import Any

from boohive.core import bits
from boohive.games.boop import bed, pieces
from boohive.games.boop.notation import LETTERS, NAMES, Bed

__all__ = ["letters", "warnings"]

STARTS = [
    sum(bits.bit(first) for first in NAMES if first + step in NAMES and first + 2 * step in NAMES) for step in bed.LINES
]
"""Where rows of three begin, by the way they run: a step that leaves the bed ends on a bit that is no space."""


def letters(held: Bed) -> dict[str, str]:
    """The piece on each space that holds one."""
    found: dict[str, str] = {}
    for which in range(4):
        letter = LETTERS[which]
        left = held[which]
        while left:
            found[NAMES[bits.lowest(left)]] = letter
            left &= left - 1
    return found


def warnings(held: Bed, junior: bool) -> list[dict[str, Any]]:
    """``two`` names the pieces and the space that would complete a row, ``seven`` a nearly full bed.

    ``wins`` says whether cats (the younger players' kittens too) would complete it and win.
    """
    found: list[dict[str, Any]] = []
    occupied = 0
    for which in range(4):
        occupied |= held[which]
    for seat in range(2):
        kittens, cats = held[2 * seat], held[2 * seat + 1]
        own = kittens | cats
        point_out_twos(found, seat, own, kittens if junior else cats, bed.BED & ~occupied)
        if bits.count(own) == pieces.PIECES_PER_SEAT - 1:
            found.append({"kind": "seven", "seat": seat})
    return found


def point_out_twos(found: list[dict[str, Any]], seat: int, own: int, winners: int, empty: int) -> None:
    """Rows with two own pieces and an empty space at the end, in the middle, at the beginning."""
    for line in range(4):
        step = bed.STEP[line]
        second, third = own >> step, own >> (2 * step)
        ends = own & second & (empty >> (2 * step)) & STARTS[line]
        middles = own & (empty >> step) & third & STARTS[line]
        beginnings = empty & second & third & STARTS[line]
        while ends:
            two(found, seat, winners, bits.lowest(ends), 0, step, 2 * step)
            ends &= ends - 1
        while middles:
            two(found, seat, winners, bits.lowest(middles), 0, 2 * step, step)
            middles &= middles - 1
        while beginnings:
            two(found, seat, winners, bits.lowest(beginnings), step, 2 * step, 0)
            beginnings &= beginnings - 1


def two(found: list[dict[str, Any]], seat: int, winners: int, first: int, one: int, other: int, missing: int) -> None:
    """A row with one space left, told from where it begins."""
    both = bits.bit(first + one) | bits.bit(first + other)
    found.append(
        {
            "kind": "two",
            "seat": seat,
            "spaces": [NAMES[first + one], NAMES[first + other]],
            "missing": NAMES[first + missing],
            "wins": winners & both == both,
        }
    )
