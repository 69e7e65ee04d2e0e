"""How long to think while a clock runs: a share of what is left, less where the best move is clear and more where it is not."""

from typing import NamedTuple

from boohive.core.constants import NO_MOVE

__all__ = ["Allotment", "ClockTime", "StopRule", "allotted"]

RESERVE = 0.05
"""Seconds that are never planned with: an answer takes a moment to arrive."""

MOVES_TO_GO = 25
"""For how many moves more the time should last;"""
INCREMENT_SHARE = 0.7
"""and what part of a move's increment is used at once."""

STRETCH = 4.0
"""A move may take so many times its usual part,"""
MAX_SHARE = 0.2
"""but never more than this of what is left."""

MIN_SECONDS = 0.005

NEXT_ROUND = 0.6
"""A further round of the search takes longer than all before it, so none is begun after this part of the time."""

UNSETTLED, SETTLED, STEP = 1.6, 0.6, 0.25
"""The time of a move is multiplied by the first where the best move has just changed, and by this much less with each round in
which it has not, down to the second."""

EVEN_EFFORT, MIN_EFFORT, MAX_EFFORT = 1.5, 0.6, 1.3
"""And by the first number less the share of a round's nodes that the best move took, within these limits: where nearly all of
them went into one move, the others are refuted easily."""


class ClockTime(NamedTuple):
    """What a player's clock shows."""

    remaining: float
    """Seconds."""
    increment: float = 0.0
    """Seconds that are added for every move."""


class Allotment(NamedTuple):
    """The time for a move, in seconds."""

    soft: float
    """Usually, and at most."""
    hard: float


def allotted(clock: ClockTime, longest: float) -> Allotment:
    """The time for the next move, when no move shall take longer than ``longest``."""
    left = max(0.0, clock.remaining - RESERVE)
    soft = left / MOVES_TO_GO + INCREMENT_SHARE * clock.increment
    hard = max(MIN_SECONDS, min(STRETCH * soft, MAX_SHARE * left, longest))
    return Allotment(min(soft, hard), hard)


class StopRule:
    """When a search has seen enough, asked after each of its rounds."""

    def __init__(self, soft: float) -> None:
        self.soft = soft
        self.best = NO_MOVE
        self.unchanged = 0
        """In how many rounds the best move has been the same."""

    def is_enough(self, seconds: float, best: int, effort: float) -> bool:
        """Whether to stop after so many seconds; ``effort`` is the share of the round's nodes that went into the best move."""
        self.unchanged = self.unchanged + 1 if best == self.best else 0
        self.best = best
        steadiness = max(SETTLED, UNSETTLED - STEP * self.unchanged)
        doubt = min(MAX_EFFORT, max(MIN_EFFORT, EVEN_EFFORT - effort))
        return seconds >= self.soft * NEXT_ROUND * steadiness * doubt
