"""Who claimed first (H31): rule E, a pure function of what was told and what was measured.

A visitor is shown to all at one moment. A claim tells how long its player took, by the player's own clock; the server
believes it as far as its own measurements allow, waits a moment for claims under way, and ranks. Differences under one
frame are ties, and a tie is settled by the game's own chance, never by the order of packets.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from boohive.core.game import Seat
from boohive.games.booo.chance import Chance, Stream

__all__ = [
    "Arrived",
    "Corrected",
    "Line",
    "Ruling",
    "correct",
    "decide",
    "may_be_rated",
    "refill",
    "reveal_lead",
    "rule",
    "window",
]

TIE = 15.0
"""One frame, in milliseconds like everything here."""
ALLOWANCE = 150.0
REFILL = 30.0
MOST_CREDIT = 250.0
KERNEL_SLACK = 30.0
LEAST_TRANSIT = 0.4
"""The share of the shortest round trip that the way to the server takes at least."""
SHORTEST_WINDOW, LONGEST_WINDOW, RELAXED_WINDOW = 80.0, 400.0, 1000.0
LEAST_LEAD, MOST_LEAD, LEAD_PER_TRIP = 300.0, 800.0, 1.5
STRICT_TRIP, STRICT_JITTER = 350.0, 120.0


class Line(NamedTuple):
    """What the server has measured of a seat's connection."""

    trip: float
    """The median round trip."""
    shortest: float
    """The shortest round trip."""
    jitter: float
    kernel: float | None = None
    """The round trip as the operating system measured it; ``None`` behind a proxy. A page cannot stretch it."""
    allowance: float = ALLOWANCE
    """What is left of the seat's benefit of the doubt."""

    @property
    def credit(self) -> float:
        """How long the claim may have been under way."""
        known = self.trip if self.kernel is None else min(self.trip, self.kernel + KERNEL_SLACK)
        return min(known, MOST_CREDIT)


class Arrived(NamedTuple):
    """A claim as it came in."""

    seat: Seat
    arrival: float
    """By the server's clock."""
    told: float
    """From seeing the visitor to the press, by the player's clock."""


class Corrected(NamedTuple):
    """A claim as it is ranked, for the log of the round."""

    seat: Seat
    elapsed: float
    told: float
    spent: float
    """Of the allowance."""

    @property
    def clamped(self) -> bool:
        """Whether the server could not verify what was told."""
        return self.elapsed != self.told

    @property
    def doubted(self) -> bool:
        """Whether it told less time than the line alone explains."""
        return self.spent > 0 or self.told < self.elapsed


class Ruling(NamedTuple):
    """The decision."""

    winner: Seat
    ranking: tuple[Corrected, ...]
    tied: tuple[Seat, ...]
    """The seats within a frame of the best; more than one is announced as simultaneous."""


def reveal_lead(lines: Collection[Line]) -> float:
    """How long before its moment a visitor is announced."""
    worst = max((line.trip for line in lines), default=0.0)
    return min(max(LEAST_LEAD, LEAD_PER_TRIP * worst), MOST_LEAD)


def window(unanswered: Collection[Line], mode: str = "normal") -> float:
    """How long after the first claim the decision is held, for the seats that have not claimed."""
    if mode == "relaxed":
        return RELAXED_WINDOW
    longest = max((line.trip + 3 * line.jitter for line in unanswered), default=0.0)
    return min(max(SHORTEST_WINDOW, longest), LONGEST_WINDOW)


def may_be_rated(lines: Collection[Line]) -> bool:
    """Strict rooms: a connection too slow or too uneven makes the game unrated."""
    return all(line.trip <= STRICT_TRIP and line.jitter <= STRICT_JITTER for line in lines)


def correct(claim: Arrived, show_at: float, line: Line) -> Corrected:
    """What was told, kept within what the server can verify."""
    since = claim.arrival - show_at
    latest = max(since - LEAST_TRANSIT * line.shortest, 0.0)
    free = max(since - line.credit, 0.0)
    earliest = max(free - line.allowance, 0.0)
    elapsed = min(max(claim.told, earliest), latest)
    return Corrected(claim.seat, elapsed, claim.told, max(free - elapsed, 0.0))


def refill(line: Line, claim: Corrected) -> Line:
    """What is left of the allowance after a claim. Only a claim that needed none of it gives some back: who tells too
    little again and again has it once and never more."""
    left = line.allowance - claim.spent
    return line._replace(allowance=left if claim.doubted else min(left + REFILL, ALLOWANCE))


def rule(
    claims: Sequence[Arrived], show_at: float, lines: Mapping[Seat, Line], seed: int, search: tuple[int, int]
) -> Ruling:
    """Rank the claims of one window, as they came in."""
    return decide([correct(claim, show_at, lines[claim.seat]) for claim in claims], seed, search)


def decide(claims: Sequence[Corrected], seed: int, search: tuple[int, int]) -> Ruling:
    """Rank corrected claims. The coin for ties is the game's: seed and search decide it, nothing else."""
    ranking = sorted(claims, key=lambda claim: (claim.elapsed, claim.seat))
    tied = sorted(each.seat for each in ranking if each.elapsed - ranking[0].elapsed < TIE)
    winner = Chance(seed, Stream.TIES, *search).choice(tied)
    return Ruling(winner, tuple(ranking), tuple(tied))
