"""Rate limits: so many tokens, refilled at a steady pace, for each address and each socket."""

import time
from dataclasses import dataclass

from boohive.tables.refusal import Refusal

__all__ = ["Bucket", "Limit", "Limits"]

REMEMBERED = 50_000
"""So many addresses are remembered at most; the fullest buckets are forgotten first."""


@dataclass(frozen=True)
class Limit:
    """How many at once, and how many a second after that."""

    burst: float
    per_second: float


class Bucket:
    """Tokens of one sender."""

    __slots__ = ("at", "tokens")

    def __init__(self, limit: Limit, now: float) -> None:
        self.tokens = limit.burst
        self.at = now

    def take(self, limit: Limit, now: float, cost: float = 1) -> float:
        """0 when there is enough; otherwise the seconds until there is."""
        self.tokens = min(limit.burst, self.tokens + (now - self.at) * limit.per_second)
        self.at = now
        if self.tokens >= cost:
            self.tokens -= cost
            return 0
        return (cost - self.tokens) / limit.per_second


HTTP = Limit(120, 30)
"""Requests of one address."""
CREATE = Limit(60, 1)
"""New tables, seats, quick matches."""
CODES = Limit(12, 0.2)
"""Room codes tried: a code has 3.2 million forms and holds for two hours."""
HEAVY = Limit(20, 2)
"""Analysis, hints, records: work for the processor."""
SOCKETS = Limit(60, 10)
"""New sockets of one address."""
MESSAGES = Limit(60, 20)
"""Messages of one socket."""
TALK = Limit(8, 0.5)
"""Chat lines of one socket."""
OPEN_SOCKETS = 200
"""Sockets one address may hold."""


class Limits:
    """All limits by address."""

    def __init__(self) -> None:
        self.buckets: dict[tuple[str, int], Bucket] = {}
        self.open: dict[str, int] = {}

    def check(self, address: str, limit: Limit, cost: float = 1) -> None:
        """Take a token or refuse with the time to wait."""
        now = time.monotonic()
        key = (address, id(limit))
        bucket = self.buckets.get(key)
        if bucket is None:
            if len(self.buckets) >= REMEMBERED:
                self._forget()
            bucket = self.buckets[key] = Bucket(limit, now)
        wait = bucket.take(limit, now, cost)
        if wait:
            raise Refusal("too_often", f"that is too often; wait {wait:.1f} s", int(wait * 1000) + 1)

    def _forget(self) -> None:
        by_age = sorted(self.buckets, key=lambda key: self.buckets[key].at)
        for key in by_age[: REMEMBERED // 2]:
            del self.buckets[key]

    def opened(self, address: str) -> bool:
        """One more socket; ``False`` when the address has too many."""
        if self.open.get(address, 0) >= OPEN_SOCKETS:
            return False
        self.open[address] = self.open.get(address, 0) + 1
        return True

    def closed(self, address: str) -> None:
        """One socket less."""
        left = self.open.get(address, 0) - 1
        if left > 0:
            self.open[address] = left
        else:
            self.open.pop(address, None)
