"""Writes web/src/touch/routes.json: castles and shortest routes for the simulation of a finger that proves them.

``python scripts/booo_routes.py`` after a change of the sections or the solver.
"""

import json
from pathlib import Path

import boohive
from boohive.core.rng import SplitMix64
from boohive.games.booo.castle import COLOURS, ROOMS
from boohive.games.booo.hints import write_place
from boohive.games.booo.proof import RouteProblem, step_of
from boohive.games.booo.setup import set_up

FILE = Path(__file__).parents[1] / "web" / "src" / "touch" / "routes.json"
CASTLES, ROUTES = 50, 20
MAX_BANS = 3


def castle_routes(seed: int) -> dict[str, object]:
    """A castle and its routes: random rooms, nought to three bans."""
    setup = set_up(boohive.new("booo", seed=seed).options)
    castle, rng, routes = setup.castle, SplitMix64(seed, 99), []
    while len(routes) < ROUTES:
        ghost, visitor = rng.below(len(ROOMS)), rng.below(len(ROOMS))
        bans = rng.shuffled(range(len(COLOURS)))[: rng.below(MAX_BANS + 1)]
        colours = sum(1 << colour for colour in range(len(COLOURS)) if colour not in bans)
        problem = RouteProblem(castle, ghost, visitor, colours, setup.passage_set, setup.transformation_set)
        found = problem.best_route() if ghost != visitor else None
        if found is not None:
            steps = [write_place(step_of(castle, code)) for code in found[3]]
            allowed = "".join(letter for number, letter in enumerate(COLOURS) if colours >> number & 1)
            routes.append([ROOMS[ghost], COLOURS[found[2]], allowed, ";".join(steps), ROOMS[visitor]])
    letters = "".join(castle.letter(side) for side in range(2 * castle.graph.cells))
    return {"walls": letters, "passages": setup.passages, "transformations": setup.transformations, "routes": routes}


if __name__ == "__main__":
    FILE.write_text(json.dumps([castle_routes(seed) for seed in range(1, CASTLES + 1)]) + "\n", encoding="utf-8")
