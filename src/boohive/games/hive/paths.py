"""The way a bug takes, for those who watch: which cells it passes between where it was and where it is.

Which moves are legal is decided in ``rules.py``. A legal move may be possible in several ways; one of the shortest is shown.
"""

from collections.abc import Iterator

from boohive.games.hive import bugs, hexes
from boohive.games.hive.coordinates import tile_kind
from boohive.games.hive.rules import HiveKernel

__all__ = ["path"]

SLIDES = hexes.slide_table()
Cells = tuple[int, ...]


def path(kernel: HiveKernel, tile: int, goal: int) -> Cells:
    """The cells between the bug's own and the goal, in order; none for a single step."""
    start = kernel.cells()[tile]
    if goal in neighbours(start) or len(kernel.stack_at(start)) > 1:
        return ()
    occupied = {cell for cell in kernel.cells() if cell >= 0} - {start}
    ways = {
        bugs.GRASSHOPPER: jumped,
        bugs.LADYBUG: over,
        bugs.SPIDER: three_steps,
        bugs.ANT: around,
    }
    own = ways.get(tile_kind(tile))
    for way in [own] if own else ways.values():  # a mosquito goes as one of its neighbours goes
        found = way(occupied, start, goal)
        if found is not None:
            return found
    return ()


def neighbours(cell: int) -> list[int]:
    """The six cells around a cell."""
    return [(cell + step) & hexes.LAST_CELL for step in hexes.STEPS]


def slides(occupied: set[int], cell: int) -> Iterator[int]:
    """The cells that a bug on the ground can slide to from here."""
    near = neighbours(cell)
    ways = SLIDES[sum((each in occupied) << d for d, each in enumerate(near))]
    return (each for d, each in enumerate(near) if ways >> d & 1)


def jumped(occupied: set[int], start: int, goal: int) -> Cells | None:
    """Straight over the bugs in between."""
    for step in hexes.STEPS:
        cells, cell = [], (start + step) & hexes.LAST_CELL
        while cell in occupied:
            cells.append(cell)
            cell = (cell + step) & hexes.LAST_CELL
        if cells and cell == goal:
            return tuple(cells)
    return None


def over(occupied: set[int], start: int, goal: int) -> Cells | None:
    """Two steps on top of the hive, and down."""
    for first in occupied.intersection(neighbours(start)):
        for second in occupied.intersection(neighbours(first)).intersection(neighbours(goal)):
            return first, second
    return None


def three_steps(occupied: set[int], start: int, goal: int) -> Cells | None:
    """Exactly three steps around the hive, no cell twice."""
    for first in slides(occupied, start):
        for second in slides(occupied, first):
            if second != start and goal not in (first, start) and goal in slides(occupied, second):
                return first, second
    return None


def around(occupied: set[int], start: int, goal: int) -> Cells | None:
    """The shortest way around the hive."""
    came_from = {start: start}
    line = [start]
    for cell in line:
        if cell == goal:
            break
        for each in slides(occupied, cell):
            if each not in came_from:
                came_from[each] = cell
                line.append(each)
    if goal not in came_from:
        return None
    cells = [came_from[goal]]
    while cells[-1] != start:
        cells.append(came_from[cells[-1]])
    return tuple(reversed(cells[:-1]))
