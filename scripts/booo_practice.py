"""Writes web/src/lib/practice.json: routes to practise, from a single wall to the longest, each in a castle of its own.

``python scripts/booo_practice.py`` after a change of the sections or the solver.
"""

import json
from pathlib import Path
from typing import NamedTuple

import boohive
from boohive.core.rng import SplitMix64
from boohive.games.booo.castle import COLOURS, ROOMS
from boohive.games.booo.hints import write_place
from boohive.games.booo.proof import RouteProblem, step_of
from boohive.games.booo.setup import set_up

FILE = Path(__file__).parents[1] / "web" / "src" / "lib" / "practice.json"
PER_LENGTH = {2: 4, 3: 4, 4: 4, 5: 4, 6: 3, 7: 3, 8: 2}
"""How many routes of each number of steps."""
ALL = (1 << len(COLOURS)) - 1


class Route(NamedTuple):
    """A route to find: from one room to another in the castle of a seed."""

    seed: int
    ghost: str
    visitor: str
    first: str
    """The first colour of the shortest route."""
    leads: str
    """Every first colour from which a route begins."""
    route: list[str]


def route_of(seed: int) -> Route | None:
    """Two random rooms of this castle, the shortest route between them and every first colour that leads there."""
    setup = set_up(boohive.new("booo", seed=seed).options)
    rng = SplitMix64(seed, 7)
    ghost, visitor = rng.below(len(ROOMS)), rng.below(len(ROOMS))
    if ghost == visitor:
        return None
    problem = RouteProblem(setup.castle, ghost, visitor, ALL, setup.passage_set, setup.transformation_set)
    best = problem.best_route()
    if best is None:
        return None
    leads = "".join(letter for colour, letter in enumerate(COLOURS) if problem.best_route(colour) is not None)
    steps = [write_place(step_of(setup.castle, code)) for code in best[3]]
    return Route(seed, ROOMS[ghost], ROOMS[visitor], COLOURS[best[2]], leads, steps)


def practice() -> list[Route]:
    """The first castles whose routes are still wanted, the shortest first and among those what most colours reach."""
    wanted, found, seed = dict(PER_LENGTH), list[Route](), 0
    while any(wanted.values()):
        seed += 1
        route = route_of(seed)
        if route is not None and wanted.get(len(route.route)):
            wanted[len(route.route)] -= 1
            found.append(route)
    return sorted(found, key=lambda each: (len(each.route), -len(each.leads)))


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(each._asdict()) for each in practice())
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
