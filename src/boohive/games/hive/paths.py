"""The route a bug takes, for display: the cells between its own and the one it moves to.

Which moves are legal is decided in ``rules.py``. A legal move may be possible by several routes; one of them is shown.
Bugs that are thrown do not walk and are not handled here.
"""

from boohive.games.hive import bugs, hexes
from boohive.games.hive.coordinates import tile_kind
from boohive.games.hive.hexes import NEIGHBOURS
from boohive.games.hive.rules import HiveKernel

__all__ = ["path"]

SLIDES = [[d for d in range(6) if open_directions >> d & 1] for open_directions in hexes.slide_table()]
"""The directions in which a bug can slide, by the bits of the directions that are occupied."""
Cells = tuple[int, ...]


def path(kernel: HiveKernel, tile: int, goal: int) -> Cells:
    """The cells between that of a bug on the board, before its move, and its goal; empty when they are neighbours."""
    start = kernel.cells()[tile]
    if (
        goal in NEIGHBOURS[start] or len(kernel.stack_at(start)) > 1
    ):  # From the top of a stack every bug moves one step.
        return ()
    occupied = {cell for cell in kernel.cells() if cell >= 0} - {start}
    searches = {
        bugs.GRASSHOPPER: grasshopper_path,
        bugs.LADYBUG: ladybug_path,
        bugs.SPIDER: spider_path,
        bugs.ANT: ant_path,
    }
    search = searches.get(tile_kind(tile))
    for each in [search] if search else searches.values():  # A mosquito: the first way of moving that leads there.
        found = each(occupied, start, goal)
        if found is not None:
            return found
    return ()


def slides(occupied: set[int], cell: int) -> list[int]:
    """The cells that a bug on the ground can slide to from here."""
    near = NEIGHBOURS[cell]
    directions, bit = 0, 1
    for each in near:
        if each in occupied:
            directions |= bit
        bit += bit
    return [near[d] for d in SLIDES[directions]]


def grasshopper_path(occupied: set[int], start: int, goal: int) -> Cells | None:
    """Straight over the bugs in between, if that leads to the goal."""
    for step in hexes.STEPS:
        cells, cell = [], (start + step) & hexes.LAST_CELL
        while cell in occupied:
            cells.append(cell)
            cell = (cell + step) & hexes.LAST_CELL
        if cells and cell == goal:
            return tuple(cells)
    return None


def ladybug_path(occupied: set[int], start: int, goal: int) -> Cells | None:
    """Two steps on top of the hive and one down, if that leads to the goal."""
    for first in occupied.intersection(NEIGHBOURS[start]):
        for second in occupied.intersection(NEIGHBOURS[first]).intersection(NEIGHBOURS[goal]):
            return first, second
    return None


def spider_path(occupied: set[int], start: int, goal: int) -> Cells | None:
    """Exactly three steps around the hive, no cell twice, if that leads to the goal."""
    for first in slides(occupied, start):
        for second in slides(occupied, first):
            if second != start and goal not in (first, start) and goal in slides(occupied, second):
                return first, second
    return None


def ant_path(occupied: set[int], start: int, goal: int) -> Cells | None:
    """The shortest way around the hive, if there is one."""
    came_from = {start: start}
    queue = [start]
    for cell in queue:
        if cell == goal:
            break
        for each in slides(occupied, cell):
            if each not in came_from:
                came_from[each] = cell
                queue.append(each)
    if goal not in came_from:
        return None
    cells = [came_from[goal]]
    while cells[-1] != start:
        cells.append(came_from[cells[-1]])
    return tuple(reversed(cells[:-1]))
