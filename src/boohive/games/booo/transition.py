"""What stays the same during a game of Booo!, and the step from one state to the next.

H7, H40 and the like are the numbers of Booo!'s rules (docs/decisions/0006-rules-of-booo.md).
"""

from typing import NamedTuple

from boohive.core.game import Effect, Millis, Seat
from boohive.core.options import Options
from boohive.games.booo.proof import RouteProblem
from boohive.games.booo.setup import Setup, pile_size
from boohive.games.booo.state import State

__all__ = ["SECOND", "RaceRules", "Transition", "format_seconds"]


SECOND: Millis = 1_000


class RaceRules(NamedTuple):
    """The castle and the options: what stays the same during a game."""

    setup: Setup
    options: Options

    @property
    def pile_size(self) -> int:
        """H7: how many visitors there are."""
        return pile_size(int(self.options["players"]))

    @property
    def is_solo(self) -> bool:
        """H40: a time trial."""
        return self.options["players"] == 1

    @property
    def pause(self) -> Millis:
        """H34: the time before a search starts again, and before the next visitor is shown."""
        return SECOND * int(self.options["pause"])

    def problem(self, state: State, seat: Seat) -> RouteProblem:
        """What the route of this player has to fulfil."""
        assert state.visitor is not None
        colours = state.players[seat].colours
        return RouteProblem(
            self.setup.castle,
            state.ghost,
            state.visitor,
            colours,
            self.setup.passage_set,
            self.setup.transformation_set,
        )

    def has_route(self, state: State, seat: Seat) -> bool:
        """Whether the solver finds a route for this player."""
        return self.problem(state, seat).best_route() is not None


class Transition(NamedTuple):
    """The state that an event leads to, and what happened on the way."""

    state: State
    effects: tuple[Effect, ...] = ()

    def then(self, state: State, *effects: Effect) -> "Transition":
        """Another state, with ``effects`` added to those of this one."""
        return Transition(state, (*self.effects, *effects))

    def preceded_by(self, *effects: Effect) -> "Transition":
        """This transition with ``effects`` before its own."""
        return Transition(self.state, (*effects, *self.effects))

    def followed_by(self, more: "Transition") -> "Transition":
        """Both together: this one, then ``more``."""
        return Transition(more.state, (*self.effects, *more.effects))


def format_seconds(duration: Millis) -> str:
    """Seconds to one decimal place."""
    return f"{duration / SECOND:.1f}"
