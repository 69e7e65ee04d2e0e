"""Where every bug stands, in axial coordinates that do not wrap around, and the names of the tiles.

The cells of the compiled rules wrap (see ``hexes.py``). A screen needs coordinates that stay the same while the hive
wanders, so the moves of the game are replayed from the first placement, which defines (0, 0): q counts to the right, r to
the lower right.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from boohive.core.turn_game import MoveNode, PositionCache, TurnPosition
from boohive.games.hive import bugs, hexes
from boohive.games.hive.bugs import BUGS, KIND_OF_TILE
from boohive.games.hive.rules import HiveKernel

__all__ = ["Place", "place_of_cell", "places", "tile_name", "tile_seat"]


STEPS_AND_OFFSETS = list(zip(hexes.STEPS, hexes.AXIAL, strict=True))


class Place(NamedTuple):
    """A cell by axial coordinates."""

    q: int
    r: int

    def __str__(self) -> str:
        return f"{self.q},{self.r}"


def tile_seat(tile: int) -> int:
    """Whose tile it is: 0 White, 1 Black."""
    return int(tile > bugs.PER_SIDE)


def tile_kind(tile: int) -> int:
    """What kind of bug it is."""
    return KIND_OF_TILE[(tile - 1) % bugs.PER_SIDE]


@cache
def tile_name(tile: int) -> str:
    """``wS1``: colour, letter, and a number where a side has several."""
    kind = BUGS[tile_kind(tile)]
    number = tile - bugs.PER_SIDE * tile_seat(tile) - KIND_OF_TILE.index(tile_kind(tile))
    return "wb"[tile_seat(tile)] + kind.letter + (str(number) if kind.per_side > 1 else "")


TILE_BY_NAME = {tile_name(tile): tile for tile in range(1, bugs.TILES)}
"""Every tile by its name."""


@dataclass
class TrackedPlaces(PositionCache):
    """Where all bugs are after the moves up to some point."""

    places: dict[int, Place]
    """By occupied cell."""
    cell_of: dict[int, int]
    """By tile."""
    heights: dict[int, int]
    """By cell."""

    def copy(self) -> "TrackedPlaces":
        """A copy that can be changed."""
        return TrackedPlaces(self.places.copy(), self.cell_of.copy(), self.heights.copy())

    def apply(self, code: int) -> None:
        """Apply one more move, whose code is the tile times the number of cells, plus the cell it goes to."""
        tile, cell = divmod(code, hexes.CELLS)
        if tile == bugs.NOBODY:  # A pass.
            return
        place = place_of_cell(cell, self.places)
        start = self.cell_of.get(tile)
        if start is not None:
            self.heights[start] -= 1
            if self.heights[start] == 0:
                del self.places[start]
        self.cell_of[tile] = cell
        self.heights[cell] = self.heights.get(cell, 0) + 1
        self.places[cell] = place


def places(position: TurnPosition[HiveKernel]) -> Mapping[int, Place]:
    """The place of every occupied cell.

    A position caches the answer; before it is asked, it has that of the nearest earlier position that was asked. What is
    cached is never changed, so threads may share positions.
    """
    last, cache = position._last, position._cache
    if last is None:
        return {}
    if cache is not None and cache[0] is last:
        tracked = cache[1]
        assert isinstance(tracked, TrackedPlaces)
        return tracked.places
    tracked = track_moves(last, cache)
    position._cache = (last, tracked)
    return tracked.places


def track_moves(last: MoveNode, cache: tuple[MoveNode, PositionCache] | None) -> TrackedPlaces:
    """The places after the last move, computed from a cached earlier point if there is one."""
    todo: list[MoveNode] = []
    node: MoveNode | None = last
    while node is not None and (cache is None or node is not cache[0]):
        todo.append(node)
        node = node.previous
    tracked = TrackedPlaces({}, {}, {})
    if node is not None and cache is not None:
        assert isinstance(cache[1], TrackedPlaces)
        tracked = cache[1].copy()
    for each in reversed(todo):
        tracked.apply(each.code)
    return tracked


def place_of_cell(cell: int, places: Mapping[int, Place]) -> Place:
    """The place of a cell of the hive or next to it; of any other cell, the origin."""
    if cell in places:
        return places[cell]
    for step, (dq, dr) in STEPS_AND_OFFSETS:
        neighbour = places.get((cell + step) & hexes.LAST_CELL)
        if neighbour is not None:
            return Place(neighbour.q - dq, neighbour.r - dr)
    return Place(0, 0)
