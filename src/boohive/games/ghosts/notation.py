"""BOOOOP. in letters: what boop.'s texts do not have, ghosts.

A ghost is written as the way it travels (``H`` along a seam between rows, ``V`` between columns), the seam's number from
the top or left, the place on it and the direction: ``H2@3+`` travels to the right between the third and the fourth row
and stands at column d; ``-`` is a ghost in the pool. The sixth field of a position is ``ghost`` while the player has
placed a piece and the ghost may enter.

Moves: ``g H2@0+`` (the ghost enters there), ``g -`` (it stays out), else as in boop.
"""

import re
from functools import cache

from boohive.core.errors import NotationError
from boohive.games.boop import notation as boop
from boohive.games.boop.bed import SIZE
from boohive.games.ghosts import pieces, seams

__all__ = ["GHOST", "read_ghost", "read_move", "write_ghost", "write_move"]

GHOST = "ghost"
"""The sixth field of a position whose player may now let the ghost enter."""

IN_POOL = "-"


@cache
def write_ghost(ghost: int) -> str:
    """``H2@3+``, or ``-`` in the pool."""
    if ghost == pieces.HOME:
        return IN_POOL
    way = "H" if seams.is_horizontal(ghost) else "V"
    return f"{way}{seams.seam_of(ghost) % (SIZE - 1)}@{seams.place_on_seam(ghost)}{'+' if seams.is_forward(ghost) else '-'}"


GHOSTS = {write_ghost(ghost): ghost for ghost in range(pieces.GHOSTS)}


def read_ghost(text: str) -> int:
    """The ghost with this text."""
    if text not in GHOSTS:
        raise NotationError(
            f"{text!r} is not a ghost; write H or V, the seam 0 to 4, @, the place 0 to 5 and + or -, "
            "such as H2@3+, or - in the pool",
            "not_a_move",
        )
    return GHOSTS[text]


def is_entry(ghost: int) -> bool:
    """Whether a ghost on the bed stands on the first stitch of its lane."""
    return ghost == seams.entry(seams.lane_of(ghost))


GHOST_LEGEND = "g and G are the ghosts; the arrow is the way they go, one step a turn."
ENTRY_LEGEND = """Your ghost may enter at the edge and go along a seam; 'g -' keeps it out.
g H0@0+ to g H4@0+: below row 1 to 5, from the left; @5- is from the right
g V0@0+ to g V4@0+: after column a to e, from the top; @5- from the bottom"""
"""For a terminal, while the player decides."""

# Moves

NOT_AN_ENTRY = pieces.CODES
"""Codes from here on are read but never legal: a ghost that would enter in the middle of a seam."""

HELP = f"{boop.HELP}; for the ghost 'g H2@0+' or 'g -'"


def write_move(code: int) -> str:
    """The text of a move."""
    if code < pieces.STAY_OUT:
        return boop.write_move(code)
    if code == pieces.STAY_OUT:
        return f"g {IN_POOL}"
    return f"g {write_ghost(seams.entry(code - pieces.ENTER))}"


def read_move(text: str) -> int:
    """The code of a move."""
    words = text.split()
    if not words or words[0].lower() not in ("g", GHOST):
        return boop.read_move(text, HELP)
    if len(words) != 2:
        raise NotationError(
            f"{text.strip()!r} is not a move; write 'g H2@0+' to let the ghost enter, or 'g -'", "not_a_move"
        )
    ghost = read_ghost(re.sub(r"[hv]", lambda way: way[0].upper(), words[1]))
    if ghost == pieces.HOME:
        return pieces.STAY_OUT
    return pieces.ENTER + seams.lane_of(ghost) if is_entry(ghost) else NOT_AN_ENTRY + ghost
