"""How long a search may take, as one object, and what can be searched at all."""

import math
from dataclasses import dataclass

from boohive.core.errors import NotationError, OptionError
from boohive.core.game import Position
from boohive.core.turn_game import TurnPosition

__all__ = ["SearchLimits"]


@dataclass(frozen=True)
class SearchLimits:
    """The search ends when the first of these is reached; ``None`` means no limit.

    >>> SearchLimits(time=0.5)
    SearchLimits(time=0.5, nodes=None, depth=None)
    """

    time: float | None = None
    """Seconds."""
    nodes: int | None = None
    """Positions looked at."""
    depth: int | None = None
    """Whole turns."""

    def __post_init__(self) -> None:
        if self.time is not None and not (is_number(self.time) and 0 <= self.time < math.inf):
            raise OptionError(f"a search cannot take {self.time!r} seconds; give a number from 0 on")
        for name, value in (("nodes", self.nodes), ("depth", self.depth)):
            if value is not None and not (is_whole(value) and value >= 1):
                raise OptionError(f"{name}={value!r} is not possible; give a whole number from 1 on")

    @classmethod
    def of(cls, given: "SearchLimits | float | None") -> "SearchLimits":
        """SearchLimits, or seconds alone."""
        return given if isinstance(given, SearchLimits) else cls(time=given)

    @property
    def is_open(self) -> bool:
        """Whether nothing ends the search."""
        return self.time is None and self.nodes is None and self.depth is None


def is_whole(value: float) -> bool:
    """Whether this is an ``int``; ``True`` is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: float) -> bool:
    """The same for seconds."""
    return is_whole(value) or isinstance(value, float)


def require_ongoing(position: TurnPosition) -> TurnPosition:
    """The position, if there is anything to think about."""
    if not isinstance(position, Position):
        raise NotationError(f"{position!r} is not a position")
    position.as_turn_based()
    if position.to_move is None:
        outcome = position.outcome
        raise NotationError(f"the game is over ({outcome.reason if outcome else ''}); give a position before its end")
    return position
