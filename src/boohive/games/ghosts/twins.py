"""A ghost seen from the eight sides of the bed."""

from collections.abc import Sequence

from boohive.games.boop.bed import SIZE
from boohive.games.boop.twins import SIDES, Point
from boohive.games.ghosts import pieces, seams

__all__ = ["GHOST_IMAGES"]


def _points(ghost: int) -> tuple[Point, Point]:
    """Where a ghost on the bed stands, in half spaces, and a point before it."""
    seam, place = 2 * (seams.seam_of(ghost) % (SIZE - 1)) + 1, 2 * seams.place_on_seam(ghost)
    ahead = place + (1 if seams.is_forward(ghost) else -1)
    return ((seam, place), (seam, ahead)) if seams.is_horizontal(ghost) else ((place, seam), (ahead, seam))


GHOST_OF = {_points(ghost): ghost for ghost in range(1, pieces.GHOSTS)}

GHOST_IMAGES: Sequence[Sequence[int]] = [
    [pieces.HOME, *(GHOST_OF[side(at), side(ahead)] for at, ahead in map(_points, range(1, pieces.GHOSTS)))]
    for side in SIDES
]
"""For each of the eight sides: what every ghost becomes."""
