"""The MoveStrings of moves, written. Compiled, because programs ask for those of all legal moves after every move."""

from boohive.games.hive import bugs, hexes, rules
from boohive.games.hive.coordinates import tile_name
from boohive.games.hive.rules import HiveKernel

__all__ = ["MARKED", "PASS_WORD", "destination_text", "write_move", "write_moves"]

PASS_WORD = "pass"

MARKED = [("", "-"), ("", "\\"), ("/", ""), ("-", ""), ("\\", ""), ("", "/")]
"""What stands before and after the other bug's name, by the direction in which the moved bug ends from there."""

NAMES = ["", *[tile_name(tile) for tile in range(1, bugs.TILES)]]

ON_TOP = 6
"""The direction, so to speak, of a bug that climbs on the one that names the place."""

DESTINATIONS = [
    f" {before}{name}{after}" if name else "" for before, after in [*MARKED, ("", "")] for name in NAMES
]  # fmt: skip
"""Where a move ends, in words: for each direction, then for each tile that names the place."""


def write_moves(kernel: HiveKernel, codes: list[int]) -> list[str]:
    """The MoveStrings of moves at this position."""
    found: list[str] = []
    for i in range(len(codes)):
        found.append(write_move(kernel, codes[i]))
    return found


def write_move(kernel: HiveKernel, code: int) -> str:
    """The MoveString of a move at this position."""
    tile, cell = code // hexes.CELLS, code % hexes.CELLS
    if tile == bugs.NOBODY:
        return PASS_WORD
    return NAMES[tile] + DESTINATIONS[destination(kernel, cell, tile)]


def destination_text(kernel: HiveKernel, cell: int, but: int) -> str:
    """Where a move ends: another bug's name with its mark. The moved bug itself cannot name the place."""
    return DESTINATIONS[destination(kernel, cell, but)]


def destination(kernel: HiveKernel, cell: int, but: int) -> int:
    """The same as an index of ``DESTINATIONS``; 0, which is no text, for the first bug of the game."""
    other = kernel.top[cell]
    if other != bugs.NOBODY:
        return ON_TOP * bugs.TILES + other
    for d in range(6):
        other = kernel.top[cell - rules.STEP[d] & hexes.LAST_CELL]
        if other == but:
            other = kernel.under[other]
        if other != bugs.NOBODY:
            return d * bugs.TILES + other
    return 0
