"""MoveStrings as other programs choose them. The protocol lets any neighbour name a place, and each program has its order.

Mzinga and Nokamute look around the place from the upper left, clockwise, and take the uppermost bug of the first stack;
Mzinga never takes the bug that moves, Nokamute does.
"""

from boohive.games.hive import bugs, hexes
from boohive.games.hive.coordinates import tile_name
from boohive.games.hive.move_texts import write_move as write_own
from boohive.games.hive.notation import STEPS_AND_MARKS
from boohive.games.hive.rules import HiveKernel

__all__ = ["OWN", "SPELLINGS", "write_move"]

OWN, MZINGA, NOKAMUTE = SPELLINGS = ("Boohive", "Mzinga", "Nokamute")

FROM_UPPER_LEFT = STEPS_AND_MARKS[1:] + STEPS_AND_MARKS[:1]


def write_move(kernel: HiveKernel, code: int, spelling: str) -> str:
    """The MoveString of a legal move."""
    tile, cell = divmod(code, hexes.CELLS)
    if spelling == OWN or tile == bugs.NOBODY or kernel.stack_at(cell):
        return write_own(kernel, code)
    for step, before, after in FROM_UPPER_LEFT:
        stack = kernel.stack_at((cell - step) & hexes.LAST_CELL)
        if stack and (stack[-1] != tile or spelling == NOKAMUTE):
            return f"{tile_name(tile)} {before}{tile_name(stack[-1])}{after}"
    return write_own(kernel, code)  # the first bug of the game, or a place that only the bug's own stack touches
