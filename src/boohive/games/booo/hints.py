"""H40: the hint ladder of a player alone: a colour that works, the number of crossings, the first wall."""

from boohive.core.game import Millis
from boohive.core.sentences import Sentence
from boohive.games.booo import constants
from boohive.games.booo.castle import COLOUR_NAMES, COLOURS
from boohive.games.booo.notation import write_step, write_wall_cells
from boohive.games.booo.proof import ProofStep, RouteProblem, Wall, step_of

__all__ = ["HINTS", "HINT_COST", "hint"]

HINTS = 3
HINT_COST: Millis = 10_000
"""Added to the time of a trial."""


def hint(problem: RouteProblem, rung: int) -> Sentence:
    """The hint on this rung of the ladder."""
    route = problem.best_route()
    if route is None:
        return Sentence("no colour works: there is no route", "no_route")
    crossings, uses, first, steps = route
    if rung == 0:
        return Sentence(f"{COLOUR_NAMES[first]} works", "colour_works", colour=COLOURS[first])
    if rung == 1:
        tokens = f" and {uses} special token{'s' if uses > 1 else ''}" if uses else ""
        text = f"{crossings} crossing{'' if crossings == 1 else 's'}{tokens}"
        return Sentence(text, "route_length", walls=crossings, tokens=uses)
    wall = next((code for code in steps if code < constants.PASSAGE), steps[0])
    step = step_of(problem.castle, wall)
    return Sentence(f"the first one is {write_step(step)}", "first_step", step=write_place(step))


def write_place(step: ProofStep) -> str:
    """A step for a screen: a wall by its two cells, because the names of sides are notation."""
    return f"wall {write_wall_cells(step)}" if isinstance(step, Wall) else write_step(step)
