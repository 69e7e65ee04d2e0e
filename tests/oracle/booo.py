"""Routes of Booo! found a second time, slowly: cell by cell, straight from the section texts.

Shares nothing with the package: a castle is a dict from pairs of cells to letters, and the search goes over
(cell, colour) one crossing at a time.
"""

from typing import Any

Cell = tuple[int, int]
COLOURS = "WYRGBV"
SIDES = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def walls_of(castle: list[str]) -> dict[frozenset[Cell], str]:
    """Every wall with its letter."""
    walls = {}

    def put(section: int, one: Cell, other: Cell, letter: str) -> None:
        top, left = 5 * (section // 3), 5 * (section % 3)
        if letter != ".":
            walls[frozenset({(top + one[0], left + one[1]), (top + other[0], left + other[1])})] = letter

    for section, text in enumerate(castle):
        a, b, c, d, spur, mouth, inner = text.split("-")
        for (row, column), letters in zip([(1, 1), (1, 3), (3, 1), (3, 3)], (a, b, c, d), strict=True):
            for side, letter in zip("NESW", letters, strict=True):
                down, right = SIDES[side]
                put(section, (row, column), (row + down, column + right), letter)
        spurs = [((0, 1), (0, 2)), ((2, 4), (3, 4)), ((4, 1), (4, 2)), ((2, 0), (3, 0))]
        for (one, other), letter in zip(spurs, spur, strict=True):
            put(section, one, other, letter)
        for side, letter in zip("NESW", mouth, strict=True):
            down, right = SIDES[side]
            put(section, (2 + 2 * down, 2 + 2 * right), (2 + down, 2 + right), letter)
        for side, letter in zip("NESW", inner, strict=True):
            down, right = SIDES[side]
            put(section, (2 + down, 2 + right), (2, 2), letter)
    return walls


def cell_of(room: str) -> Cell:
    column, row = "abcdef".index(room[0]), int(room[1]) - 1
    return 5 * (row // 2) + 1 + 2 * (row % 2), 5 * (column // 2) + 1 + 2 * (column % 2)


def fewest(data: dict[str, Any]) -> tuple[int, int] | None:
    """Crossings and token uses of the best route; ``None`` when there is none. Plain relaxation until nothing changes."""
    walls = walls_of(data["castle"])
    passages = {cell_of(room) for room in data["passages"]}
    changes = {cell_of(room) for room in data["changes"]}
    goal = cell_of(data["visitor"])
    start = cell_of(data["ghost"])
    firsts = [colour for colour in data["colours"] if data["first"] in (None, colour)]
    best: dict[tuple[Cell, str], tuple[int, int]] = {(start, colour): (0, 0) for colour in firsts}
    fresh = list(best)
    while fresh:
        changed = set()
        for cell, colour in fresh:
            crossings, uses = best[cell, colour]
            if cell == goal:
                continue
            reached = []
            for down, right in SIDES.values():
                other = cell[0] + down, cell[1] + right
                if not (0 <= other[0] < 15 and 0 <= other[1] < 15):
                    continue
                wall = walls.get(frozenset({cell, other}))
                if wall in (None, colour):
                    reached.append(((other, colour), (crossings + (wall is not None), uses)))
            if cell in passages:
                reached += [((other, colour), (crossings, uses + 1)) for other in passages - {cell}]
            if cell in changes:
                reached += [((cell, other), (crossings, uses + 1)) for other in data["colours"]]
            for state, cost in reached:
                if state not in best or cost < best[state]:
                    best[state] = cost
                    changed.add(state)
        fresh = list(changed)
    return min((best[goal, colour] for colour in COLOURS if (goal, colour) in best), default=None)
