"""What the server has measured about a connection, and the allowances made for it in clocks, reveals and claims.

All times are in milliseconds. A claim is a player's message to have found a route, in a race; several may be under way at once.
The numbers are for home connections and phones; ``./dev bench claims`` simulates who wins with them.
"""

from collections.abc import Collection

from msgspec import Struct

__all__ = [
    "FRAME_MS",
    "MAX_CREDIT_MS",
    "UNMEASURED",
    "Latency",
    "claim_credit",
    "race_may_be_rated",
    "ranking_window",
    "reveal_lead",
    "transit_credit",
]

FRAME_MS = 15.0
"""One frame of a screen."""
MAX_CREDIT_MS = 250.0
"""Among strangers: a page behind a proxy could answer late to look farther away than it is."""
MAX_ABOVE_KERNEL_MS = 30.0
"""The time that a page and the server may need for a message, which the kernel's measurement leaves out."""
MIN_WINDOW_MS, MAX_WINDOW_MS, RELAXED_WINDOW_MS = 80.0, 400.0, 1000.0
FRIENDS_MS = 600.0
"""Among friends, how far away a page is believed to be, and how long a ranking waits for it."""
JITTERS = 3
"""How many times its jitter a message may be late."""
MIN_LEAD_MS, MAX_LEAD_MS = 300.0, 800.0
LEAD_PER_RTT = 1.5
MAX_RATED_RTT_MS, MAX_RATED_JITTER_MS = 350.0, 120.0


class Latency(Struct, frozen=True):
    """The measurements of one connection."""

    rtt_ms: float
    """The median of its latest round trips."""
    min_rtt_ms: float
    """The shortest of them: nothing can arrive sooner."""
    jitter_ms: float
    """The longest less the shortest of them."""
    kernel_rtt_ms: float | None = None
    """The round trip that the server's operating system measured; ``None`` behind a proxy. A page that answers late cannot
    make it longer."""


UNMEASURED = Latency(rtt_ms=0, min_rtt_ms=0, jitter_ms=0)
"""Nothing is known yet, so no allowance is made."""


def transit_credit(latency: Latency) -> float:
    """The time that a player is not charged for: news on its way to the page, and the answer on its way back."""
    return min(_round_trip(latency), MAX_CREDIT_MS)


def claim_credit(latency: Latency, among_friends: bool = False) -> float:
    """The time from a common reveal until the page has shown it, and that of the claim on its way back."""
    # News leaves earlier for a page whose distance the operating system knows. Behind a proxy it does not, so that a page needs
    # its whole round trip, and paints the news with its next frame.
    frame = FRAME_MS if latency.kernel_rtt_ms is None else 0.0
    return min(_round_trip(latency) + frame, FRIENDS_MS if among_friends else MAX_CREDIT_MS)


def _round_trip(latency: Latency) -> float:
    """As it was measured, where the operating system does not know better."""
    kernel_rtt = latency.kernel_rtt_ms
    return latency.rtt_ms if kernel_rtt is None else min(latency.rtt_ms, kernel_rtt + MAX_ABOVE_KERNEL_MS)


def reveal_lead(latencies: Collection[Latency]) -> float:
    """How long in advance pages are sent what all of them show at the same moment."""
    slowest = max((latency.rtt_ms for latency in latencies), default=0.0)
    return min(max(MIN_LEAD_MS, LEAD_PER_RTT * slowest), MAX_LEAD_MS)


def ranking_window(others: Collection[Latency], mode: str = "normal", among_friends: bool = False) -> float:
    """How long to wait, after the first claim, for claims of the other players that may be under way.

    ``mode`` is an option of the game: ``relaxed`` waits long, for friends on phones; anything else as long as ``others`` need,
    within limits.
    """
    if mode == "relaxed":
        return RELAXED_WINDOW_MS
    slowest = max((latency.rtt_ms + JITTERS * latency.jitter_ms for latency in others), default=0.0)
    return min(max(MIN_WINDOW_MS, slowest), FRIENDS_MS if among_friends else MAX_WINDOW_MS)


def race_may_be_rated(latencies: Collection[Latency]) -> bool:
    """For hosts that rate players: whether all connections are fast and steady enough for a race that counts."""
    return all(latency.rtt_ms <= MAX_RATED_RTT_MS and latency.jitter_ms <= MAX_RATED_JITTER_MS for latency in latencies)
