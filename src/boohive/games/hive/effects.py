"""What a move of Hive does, and why a game is over."""

from collections.abc import Container

from boohive.core.constants import DRAW
from boohive.core.game import Effect, Piece
from boohive.core.kernel import status_of
from boohive.core.sentences import Sentence
from boohive.core.turn_game import TurnPosition
from boohive.games.hive import bugs, hexes, paths
from boohive.games.hive.bugs import BUGS
from boohive.games.hive.coordinates import place_of_cell, places, tile_kind, tile_name, tile_seat
from boohive.games.hive.rules import HiveKernel

__all__ = ["EVERYWHERE", "PIECES", "SIDES", "effect", "reason", "thrower", "walks_of"]

SIDES = ("White", "Black")

EVERYWHERE = range(hexes.CELLS)

PIECES = (
    Piece("nobody"),
    *(Piece(BUGS[tile_kind(tile)].name, tile_seat(tile), tile_name(tile)) for tile in range(1, bugs.TILES)),
)
"""Every tile as a piece."""


def effect(position: TurnPosition[HiveKernel], code: int) -> Effect:
    """The one thing a move does: placed, moved, thrown or passed; cells are written as ``q,r``."""
    kernel, cell_places = position._kernel, places(position)
    tile, cell = divmod(code, hexes.CELLS)
    if tile == bugs.NOBODY:
        return Effect("passed", kernel.ply % 2)
    seat, piece, start, end = tile_seat(tile), PIECES[tile], kernel.cells()[tile], str(place_of_cell(cell, cell_places))
    if start == bugs.IN_HAND:
        return Effect("placed", seat, piece, None, end)
    if cell in walks_of(kernel, tile):
        way = tuple(str(place_of_cell(each, cell_places)) for each in paths.path(kernel, tile, cell))
        return Effect("moved", seat, piece, str(cell_places[start]), end, path=way)
    return Effect("thrown", seat, piece, str(cell_places[start]), end, PIECES[thrower(kernel, tile, cell)])


def walks_of(kernel: HiveKernel, tile: int) -> Container[int]:
    """Where a bug on the table goes by itself: wherever it may, unless somebody could throw it there.

    The other side's bugs can only be thrown.
    """
    if tile_seat(tile) != kernel.ply % 2:
        return ()
    return frozenset(kernel.walks_of(tile)) if kernel.throwers_of(tile) else EVERYWHERE


def thrower(kernel: HiveKernel, tile: int, cell: int) -> int:
    """The tile that throws this bug to this cell, to which it cannot go by itself."""
    cells, neighbours = kernel.cells(), [(cell + step) & hexes.LAST_CELL for step in hexes.STEPS]
    return next(by for by in kernel.throwers_of(tile) if cells[by] in neighbours)


def reason(position: TurnPosition[HiveKernel]) -> str:
    """Which queen is surrounded (V16)."""
    result = status_of(position._kernel).result
    if result == DRAW:
        return Sentence("both queens are surrounded", "both_surrounded")
    return Sentence(f"{SIDES[1 - result]}'s queen is surrounded", "surrounded", seat=1 - result)
