"""The bed with Ghost Cats for a screen."""

from collections.abc import Sequence
from typing import TypedDict

from boohive.games.boop.view import BoopView
from boohive.games.ghosts import pieces, seams
from boohive.games.ghosts.notation import write_ghost

__all__ = ["GhostData", "GhostsView", "StitchData", "ghosts_view"]


class StitchData(TypedDict):
    """A place for a ghost: on a seam between two rows or columns of the bed, heading one way."""

    text: str
    """In the game's notation, such as ``H2@3+``."""
    across: bool
    """Whether the seam lies between two rows (then the ghost moves from column to column)."""
    seam: int
    """Which seam: 0 is the one between the first and the second row or column."""
    along: int
    """How far along the seam: the index of the column or row."""
    facing: int
    """1 towards higher letters or numbers, -1 towards lower ones."""


class GhostData(StitchData):
    """A ghost on the bed."""

    seat: int
    track: list[StitchData]
    """The stitches it still has before it, next one first."""


class GhostsView(BoopView):
    """The bed with Ghost Cats. A ghost at home lies in its seat's pool."""

    ghosts: list[GhostData]
    """The ghosts on the bed."""


def ghosts_view(bed: BoopView, ghosts: Sequence[int]) -> GhostsView:
    """boop.'s view with the ghosts: on the bed, or in the pool."""
    for seat, tray in enumerate(bed["trays"]):
        tray["pieces"].append({"kind": "ghost", "count": int(ghosts[seat] == pieces.HOME)})
    return {**bed, "ghosts": [ghost_data(seat, ghost) for seat, ghost in enumerate(ghosts) if ghost != pieces.HOME]}


def ghost_data(seat: int, ghost: int) -> GhostData:
    """A ghost on the bed."""
    return {**stitch(ghost), "seat": seat, "track": [stitch(each) for each in seams.track(ghost)]}


def stitch(ghost: int) -> StitchData:
    """A ghost's place, such as ``H2@3+``: on the seam below the third row, at the fourth column, heading right."""
    text = write_ghost(ghost)
    facing = 1 if text[4] == "+" else -1
    return {"text": text, "across": text[0] == "H", "seam": int(text[1]), "along": int(text[3]), "facing": facing}
