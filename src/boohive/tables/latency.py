"""What the server has measured of a connection, and what follows from it for clocks, reveals and claims.

All times are milliseconds.
"""

from collections.abc import Collection

from msgspec import Struct

__all__ = ["MAX_CREDIT", "UNKNOWN", "Latency", "may_be_rated", "ranking_window", "reveal_lead", "transit_credit"]

MAX_CREDIT = 250.0
KERNEL_SLACK = 30.0
MIN_WINDOW, MAX_WINDOW, RELAXED_WINDOW = 80.0, 400.0, 1000.0
MIN_LEAD, MAX_LEAD, LEAD_PER_RTT = 300.0, 800.0, 1.5
MAX_RATED_RTT, MAX_RATED_JITTER = 350.0, 120.0


class Latency(Struct, frozen=True):
    """The measurements of one connection."""

    rtt_ms: float
    """The median round trip."""
    min_rtt_ms: float
    """The shortest round trip."""
    jitter_ms: float
    kernel_rtt_ms: float | None = None
    """The round trip as the operating system measured it; ``None`` behind a proxy. A page cannot stretch it."""


UNKNOWN = Latency(0, 0, 0)


def transit_credit(latency: Latency) -> float:
    """How long a message may have been under way."""
    kernel = latency.kernel_rtt_ms
    rtt_ms = latency.rtt_ms if kernel is None else min(latency.rtt_ms, kernel + KERNEL_SLACK)
    return min(rtt_ms, MAX_CREDIT)


def reveal_lead(players: Collection[Latency]) -> float:
    """How long before its moment a common reveal is announced."""
    worst = max((latency.rtt_ms for latency in players), default=0.0)
    return min(max(MIN_LEAD, LEAD_PER_RTT * worst), MAX_LEAD)


def ranking_window(others: Collection[Latency], mode: str = "normal") -> float:
    """How long after the first claim the ranking waits for ``others``, who have not claimed."""
    if mode == "relaxed":
        return RELAXED_WINDOW
    longest = max((latency.rtt_ms + 3 * latency.jitter_ms for latency in others), default=0.0)
    return min(max(MIN_WINDOW, longest), MAX_WINDOW)


def may_be_rated(players: Collection[Latency]) -> bool:
    """Whether all connections are good enough for a rated race: neither too slow nor too uneven."""
    return all(each.rtt_ms <= MAX_RATED_RTT and each.jitter_ms <= MAX_RATED_JITTER for each in players)
