"""H40: the hint ladder of a player alone: a colour that works, the number of crossings, the first wall."""

from boohive.core.game import Millis
from boohive.games.booo import codes
from boohive.games.booo.castle import COLOUR_NAMES
from boohive.games.booo.notation import write_step
from boohive.games.booo.proof import RouteProblem, step_of

__all__ = ["HINTS", "HINT_COST", "hint"]

HINTS = 3
HINT_COST: Millis = 10_000
"""Added to the time of a trial."""


def hint(problem: RouteProblem, rung: int) -> str:
    """The hint on this rung of the ladder."""
    route = problem.best_route()
    if route is None:
        return "no colour works: there is no route"
    crossings, uses, first, steps = route
    if rung == 0:
        return f"{COLOUR_NAMES[first]} works"
    if rung == 1:
        tokens = f" and {uses} special token{'s' if uses > 1 else ''}" if uses else ""
        return f"{crossings} crossing{'' if crossings == 1 else 's'}{tokens}"
    wall = next((code for code in steps if code < codes.PASSAGE), steps[0])
    return f"the first one is {write_step(step_of(problem.castle, wall))}"
