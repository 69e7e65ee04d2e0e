"""Rate limits: so many tokens, refilled at a steady pace, for each address and each socket."""

from dataclasses import dataclass

from boohive.server.clock import Clock, SystemClock
from boohive.tables.errors import Rejected

__all__ = ["Bucket", "Limit", "Limits"]

REMEMBERED = 50_000
"""So many buckets are remembered at most; the oldest are forgotten first."""
TIDY = 30.0
"""Seconds after which buckets that are full again are forgotten: a new one would be the same."""


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

    def is_full(self, limit: Limit, now: float) -> bool:
        """Whether it says no more than a new one."""
        return self.tokens + (now - self.at) * limit.per_second >= limit.burst

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
WORK = Limit(30, 0.5)
"""Analysis, hints, records: seconds of a worker's time."""
HEAVY = Limit(20, 2)
"""Requests that read or write much."""
SOCKETS = Limit(60, 10)
"""New sockets of one address."""
MESSAGES = Limit(60, 20)
"""Messages of one socket."""
REFUSED_MESSAGE = 0.5
"""What a message that comes too soon costs all the same, so that whoever does not listen waits longer."""
CLOSE_AFTER = 30.0
"""A socket that would have to wait so many seconds for its next message is closed."""
TALK = Limit(8, 0.5)
"""Chat messages of one seat, by whatever way they come."""
OPEN_SOCKETS = 200
"""Sockets one address may hold."""


class Limits:
    """All limits by address."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock: Clock = clock or SystemClock()
        self.buckets: dict[tuple[str, Limit], Bucket] = {}
        self.open: dict[str, int] = {}
        self.tidied = self.clock.monotonic()

    def check(self, address: str, limit: Limit, cost: float = 1) -> None:
        """Take a token or refuse with the time to wait."""
        now = self.clock.monotonic()
        if now - self.tidied > TIDY:
            self._tidy(now)
        key = (address, limit)
        bucket = self.buckets.get(key)
        if bucket is None:
            if len(self.buckets) >= REMEMBERED:
                self._forget()
            bucket = self.buckets[key] = Bucket(limit, now)
        wait = bucket.take(limit, now, cost)
        if wait:
            raise Rejected("too_often", f"that is too often; wait {wait:.1f} s", int(wait * 1000) + 1)

    def _tidy(self, now: float) -> None:
        self.buckets = {key: each for key, each in self.buckets.items() if not each.is_full(key[1], now)}
        self.tidied = now

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
