"""Rate limits: a number of tokens, refilled at a steady pace, for each person at a table and for all strangers of an address.

All figures here are defaults; ``Settings.limits`` and ``boohive serve --limit`` change them by name.
"""

import ipaddress
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from boohive.core.errors import BoohiveError
from boohive.server.clock import Clock, SystemClock
from boohive.tables.errors import Rejected

__all__ = ["COUNTS", "Bucket", "Limit", "Limits", "network_of", "read_limits"]

REMEMBERED = 50_000
"""The most buckets that are remembered; the oldest are forgotten first."""
TIDY = 30.0
"""Seconds after which buckets that are full again are forgotten: a new one would be the same."""
KNOWN_NETWORKS = 4_000
"""Addresses whose network need not be worked out again, which takes 7 microseconds; 50,000 of them held 10 MB for ever."""
UNKNOWN_ADDRESS = "?"
SEATED = 3600.0
"""Seconds for which somebody who has used a seat is counted as a person."""


@dataclass(frozen=True)
class Limit:
    """How many at once, and how many a second after that."""

    name: str
    burst: float
    per_second: float


class Bucket:
    """Tokens of one sender."""

    __slots__ = ("at", "tokens")

    def __init__(self, limit: Limit, now: float) -> None:
        self.tokens = limit.burst
        self.at = now

    def is_full(self, limit: Limit, now: float) -> bool:
        """Whether it is the same as a new one."""
        return self.tokens + (now - self.at) * limit.per_second >= limit.burst

    def take(self, limit: Limit, now: float, cost: float = 1) -> float:
        """0 when there is enough; otherwise the seconds until there is."""
        self.tokens = min(limit.burst, self.tokens + (now - self.at) * limit.per_second)
        self.at = now
        if self.tokens >= cost:
            self.tokens -= cost
            return 0
        return (cost - self.tokens) / limit.per_second


# For each person at a table, or for all strangers of an address together.

HTTP = Limit("http", 240, 30)
"""Requests to the HTTP interface, those that lead nowhere included."""
PAGES = Limit("pages", 2000, 200)
"""Files of the web page: sixty people who open it at once fetch some seven hundred."""
CREATE = Limit("create", 150, 1)
"""New tables, seats, quick matches, names."""
CODES = Limit("codes", 12, 0.2)
"""Room codes tried that no table has: there are 3.2 million codes, and each is valid for two hours."""
WORK = Limit("work", 30, 0.5)
"""Analysis, hints, records: seconds of a worker's time."""
HEAVY = Limit("heavy", 20, 2)
"""Requests that read or write much."""
SOCKETS = Limit("sockets", 60, 10)
"""New sockets."""
MESSAGES = Limit("messages", 60, 20)
"""Messages of a person at a table over all their sockets; of a stranger, over each."""

# For everything that comes from one address, so that it does not help to be many.

ALL_HTTP = Limit("all_http", 1500, 150)
ALL_MESSAGES = Limit("all_messages", 2000, 300)

# For each connection and each seat.

FRAMES = Limit("frames", 100, 10)
"""Control frames, fragments, and every 4 KiB of what is not a message in one piece, of one socket."""
TALK = Limit("talk", 8, 0.5)
"""Chat messages of one seat, by whatever way they come."""
ACTIONS = Limit("actions", 60, 20)
"""Everything that one seat does, by whatever way it comes."""
FUSS = Limit("fuss", 60, 0.5)
"""Renames, offers and answers of one seat: they are not part of the game, but they are entries of the log."""

REFUSED_MESSAGE = 0.5
"""What a message that comes too soon costs nevertheless, so that a client that does not slow down waits longer."""
CLOSE_AFTER = 30.0
"""A socket that would have to wait this many seconds for its next message is closed."""

LIMITS = {
    limit.name: limit
    for limit in (HTTP, PAGES, CREATE, CODES, WORK, HEAVY, SOCKETS, MESSAGES, ALL_HTTP, ALL_MESSAGES, FRAMES, TALK,
                  ACTIONS, FUSS)
}  # fmt: skip

COUNTS: Mapping[str, float] = {
    "open_sockets": 200,  # of one address; the longest silent one makes room for the next
    "connections": 500,  # of one address, in the same way
    "people": 100,  # of one address that are counted as persons
    "waiting_bytes": 1 << 20,  # that wait for a reader who does not keep up
    "table_lines": 20_000,  # in the log of one table
    "table_events": 2_000,  # in the game of one table
    "head_seconds": 10,  # for a request to arrive
    "body_seconds": 30,  # for its body, and for an answer to be read
}
"""Bounds that are not rates."""


@lru_cache(KNOWN_NETWORKS)
def network_of(address: str) -> str:
    """The address that limits count: of IPv6 the half that a household or a machine has as a whole."""
    try:
        parsed = ipaddress.ip_address(address.split("%", maxsplit=1)[0])
    except ValueError:
        return UNKNOWN_ADDRESS  # Whatever a forwarded header says instead of one: all of these are counted together.
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(parsed) >> 64 << 64, 64)))


def read_limits(texts: list[str]) -> tuple[dict[str, Limit], dict[str, float]]:
    """Limits as the command line writes them: ``http=240/30`` or ``connections=500``."""
    rates, counts = {}, {}
    for text in texts:
        name, _, value = text.partition("=")
        burst, _, pace = value.partition("/")
        if name not in LIMITS and name not in COUNTS:
            raise BoohiveError(f"there is no limit {name!r}; there are {', '.join([*LIMITS, *COUNTS])}")
        try:
            if name in LIMITS:
                rates[name] = Limit(name, float(burst), float(pace))
                if not (0 < rates[name].burst < math.inf and 0 < rates[name].per_second < math.inf):
                    raise ValueError
            else:
                counts[name] = float(value)
                if not 0 < counts[name] < math.inf:
                    raise ValueError
        except ValueError:
            shape = (
                "240/30: how many at once, and how many a second after that" if name in LIMITS else "a number above 0"
            )
            raise BoohiveError(f"{value!r} is not a value of the limit {name}; write {shape}") from None
    return rates, counts


class Limits:
    """All limits by sender."""

    def __init__(
        self,
        clock: Clock | None = None,
        rates: Mapping[str, Limit] | None = None,
        counts: Mapping[str, float] | None = None,
    ) -> None:
        self.clock: Clock = clock or SystemClock()
        self.rates = {**LIMITS, **(rates or {})}
        self.counts = {**COUNTS, **(counts or {})}
        self.buckets: dict[tuple[str, str], Bucket] = {}
        self.seated: dict[str, tuple[str, float]] = {}
        """Who has used a seat, from which address and when: they are counted as persons."""
        self.people: Counter[str] = Counter()
        """How many of those each address has."""
        self.open: dict[str, int] = {}
        self.refused: Counter[str] = Counter()
        """How often each limit refused somebody."""
        self.tidied = self.clock.monotonic()

    # Who is counted.

    def seat(self, who: str, address: str) -> None:
        """Somebody has used a seat: from now on they are a person and not a part of their address."""
        entry = self.seated.get(who)
        if entry is None:
            if self.people[address] >= self.counts["people"]:
                return
            self.people[address] += 1
        self.seated[who] = (address if entry is None else entry[0], self.clock.monotonic())

    def who(self, address: str, person: str | None) -> str:
        """Whom a request counts for."""
        return person if person is not None and person in self.seated else address

    # Counting.

    def take(self, who: str, limit: Limit, cost: float = 1, refused_cost: float = 0) -> float:
        """0 when there is enough; otherwise the seconds to wait. ``refused_cost`` is taken even then."""
        now, key, rate = self.clock.monotonic(), (who, limit.name), self.rates[limit.name]
        if now - self.tidied > TIDY:
            self._tidy(now)
        bucket = self.buckets.get(key)
        if bucket is None:
            if len(self.buckets) >= REMEMBERED:
                self._forget()
            bucket = self.buckets[key] = Bucket(rate, now)
        wait = bucket.take(rate, now, cost)
        if wait:
            bucket.tokens -= refused_cost
            self.refused[limit.name] += 1
        return wait

    def check(self, who: str, limit: Limit, cost: float = 1) -> None:
        """Take a token or refuse with the time to wait."""
        if wait := self.take(who, limit, cost):
            raise too_often(wait)

    def refund(self, who: str, limit: Limit) -> None:
        """Give a token back: what was done is not what the limit is for."""
        bucket = self.buckets.get((who, limit.name))
        if bucket is not None:
            bucket.tokens = min(self.rates[limit.name].burst, bucket.tokens + 1)

    def _tidy(self, now: float) -> None:
        self.buckets = {key: each for key, each in self.buckets.items() if not each.is_full(self.rates[key[1]], now)}
        for who in [who for who, (_, at) in self.seated.items() if now - at > SEATED]:
            self.people[self.seated.pop(who)[0]] -= 1
        self.people = +self.people
        self.tidied = now

    def _forget(self) -> None:
        by_age = sorted(self.buckets, key=lambda key: self.buckets[key].at)
        for key in by_age[: REMEMBERED // 2]:
            del self.buckets[key]

    # Open sockets.

    def opened(self, address: str) -> bool:
        """One more socket; ``False`` when the address has more than it may."""
        self.open[address] = self.open.get(address, 0) + 1
        return self.open[address] <= self.counts["open_sockets"]

    def closed(self, address: str) -> None:
        """One socket less."""
        left = self.open.get(address, 0) - 1
        if left > 0:
            self.open[address] = left
        else:
            self.open.pop(address, None)


def too_often(wait: float) -> Rejected:
    """The refusal that names the time to wait."""
    return Rejected("too_often", f"that is too often; wait {wait:.1f} s", int(wait * 1000) + 1)
