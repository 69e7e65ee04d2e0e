"""Who claimed first in a race (H31): a pure function of what pages reported and what the server measured.

The news is shown to all at one moment. A claim reports how long its player took, by the player's own clock; the server
believes it as far as its own measurements allow, waits a moment for claims under way, and ranks. Differences under one
frame are ties, and a tie is settled by the table's seed, never by the order of packets. All times are milliseconds.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct, structs

from boohive.core.rng import RandomStream
from boohive.tables.fields import Millis, MoveText, SeatNumber
from boohive.tables.latency import FRAME_MS, Latency, claim_credit

__all__ = ["ALLOWANCE", "MIN_TRANSIT", "REFILL", "TIE", "Claim", "Corrected", "allowance_after", "correct", "rank"]

TIE = FRAME_MS
ALLOWANCE = 150.0
"""What a seat's claims may gain, all in all, over what can be verified."""
REFILL = 30.0
MIN_TRANSIT = 0.4
"""The share of the shortest round trip that the way to the server takes at least."""


class Claim(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A claim to have been first: the same in the log, at the table and on the wire."""

    seat: SeatNumber
    text: MoveText
    """The contested event in the game's notation."""
    reported_ms: Millis
    """The time from the reveal to the press as the page reported it."""
    corrected_ms: Millis
    """The time it is ranked by; where it differs from ``reported_ms`` the server could not verify the report."""
    allowance_used_ms: Millis = 0
    """What it took of its seat's allowance for times that cannot be verified."""
    rtt_ms: Millis = 0
    """The seat's round trip as the server measured it."""
    game_ms: Millis
    """When it arrived, in milliseconds since the game began."""
    window_ms: Millis
    """How long after its arrival the ranking is made at the earliest."""
    rank: int | None = None
    """1 for the first; ``None`` while claims are still awaited."""
    tied: bool = False
    """Whether it was as good as simultaneous with the best; then the table's seed decided."""


class Corrected(NamedTuple):
    """A claim's time kept within what the server can verify."""

    corrected_ms: float
    allowance_used_ms: float


def correct(
    reported_ms: float,
    received_at: float,
    revealed_at: float,
    latency: Latency,
    allowance_ms: float = ALLOWANCE,
    among_friends: bool = False,
) -> Corrected:
    """The time a claim is ranked by; ``received_at`` and ``revealed_at`` are by one and the same clock."""
    since_reveal = received_at - revealed_at
    latest = max(since_reveal - MIN_TRANSIT * latency.min_rtt_ms, 0.0)
    explained = max(since_reveal - claim_credit(latency, among_friends), 0.0)
    earliest = max(explained - allowance_ms, 0.0)
    corrected = min(max(reported_ms, earliest), latest)
    return Corrected(corrected, max(explained - corrected, 0.0))


def allowance_after(allowance_ms: float, claim: Claim) -> float:
    """What is left of a seat's allowance after a claim.

    Only a claim that needed none of it gives some back: a page that reports too little again and again has it once.
    """
    left = allowance_ms - claim.allowance_used_ms
    is_doubted = claim.allowance_used_ms > 0 or claim.reported_ms < claim.corrected_ms
    return left if is_doubted else min(left + REFILL, ALLOWANCE)


def rank(claims: Sequence[Claim], rng: RandomStream) -> tuple[Claim, ...]:
    """The claims, first one first, each with its rank; ``rng`` is asked once, for the winner among those that tie."""
    by_time = sorted(claims, key=lambda claim: (claim.corrected_ms, claim.seat))
    tied = sorted(each.seat for each in by_time if each.corrected_ms - by_time[0].corrected_ms < TIE)
    winner = rng.choice(tied)
    ordered = sorted(by_time, key=lambda claim: claim.seat != winner)
    return tuple(
        structs.replace(claim, rank=number, tied=len(tied) > 1 and claim.seat in tied)
        for number, claim in enumerate(ordered, 1)
    )
