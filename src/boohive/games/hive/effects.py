"""What a move of Hive does, and why a game is over."""

from collections.abc import Container, Sequence

from boohive.core.constants import DRAW
from boohive.core.game import Effect, Piece
from boohive.core.kernel import status_of
from boohive.core.sentences import Sentence
from boohive.core.turn_game import TurnPosition
from boohive.games.hive import bugs, hexes, paths
from boohive.games.hive.bugs import BUGS
from boohive.games.hive.coordinates import place_of_cell, places, tile_kind, tile_name, tile_seat
from boohive.games.hive.rules import HiveKernel

__all__ = ["EVERYWHERE", "PIECES", "SIDES", "effect", "reason", "thrower", "throwers_of", "walks_of"]

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
    throwers = throwers_of(kernel.throwers(), tile)
    if cell in walks_of(kernel, tile, throwers):
        way = tuple(str(place_of_cell(each, cell_places)) for each in paths.path(kernel, tile, cell))
        return Effect("moved", seat, piece, str(cell_places[start]), end, path=way)
    return Effect("thrown", seat, piece, str(cell_places[start]), end, PIECES[thrower(kernel, throwers, cell)])


def throwers_of(throwers: list[tuple[int, int]], tile: int) -> list[int]:
    """Which of the mover's throwers, as the kernel names them, can throw this bug."""
    return [by for by, thrown in throwers if thrown >> tile & 1]


def walks_of(kernel: HiveKernel, tile: int, throwers: Sequence[int]) -> Container[int]:
    """Where a bug on the table goes by itself: wherever it may, unless one of these could throw it there.

    The other side's bugs can only be thrown.
    """
    if tile_seat(tile) != kernel.ply % 2:
        return ()
    return frozenset(kernel.walks_of(tile)) if throwers else EVERYWHERE


def thrower(kernel: HiveKernel, throwers: Sequence[int], cell: int) -> int:
    """Which of these tiles throws a bug to this cell, to which it cannot go by itself."""
    if len(throwers) == 1:
        return throwers[0]
    cells, around = kernel.cells(), hexes.NEIGHBOURS[cell]
    return next(by for by in throwers if cells[by] in around)


def reason(position: TurnPosition[HiveKernel]) -> str:
    """Which queen is surrounded (V16)."""
    result = status_of(position._kernel).result
    if result == DRAW:
        return Sentence("both queens are surrounded", "both_surrounded")
    return Sentence(f"{SIDES[1 - result]}'s queen is surrounded", "surrounded", seat=1 - result)
