"""The server's time: one object that everything asks, so that tests can hand in a clock they move themselves.

Servers that share a database write their times into the same logs, so they all go by the database's clock: each measures how
far its own is from it, sets its own right once, before anybody is served, and later only lets it go a little faster or slower.
"""

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeVarTuple, Unpack

Args = TypeVarTuple("Args")

__all__ = ["Clock", "SharedTime", "SystemClock", "TimerHandle"]

STEP_MS = 2.0
"""By how much a running clock is corrected for each measurement, one a second: a turn of 25 seconds is at most 50 ms off."""
AGREES_MS = 100.0
"""A clock farther than this from the database's does not agree with other servers'."""


class SharedTime(NamedTuple):
    """What the database's clock said, so that all its servers can go by it."""

    database_ms: float
    """Milliseconds since 1970."""
    measured_at: float
    """The moment by this process's ``time.monotonic()``."""
    within_ms: float
    """How wrong that may be: half the time it took to ask."""


class TimerHandle(Protocol):
    """A callback that has been scheduled."""

    def cancel(self) -> None:
        """Do not call it."""


class Clock(Protocol):
    """What the server needs to know about time."""

    def now_ms(self) -> int:
        """Milliseconds since 1970."""

    def monotonic(self) -> float:
        """Seconds since some moment; never goes back."""

    def call_later(self, seconds: float, callback: Callable[[Unpack[Args]], None], *args: *Args) -> TimerHandle:
        """Call something after a while."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""

    def set_by(self, time: SharedTime) -> None:
        """Agree with the database's clock at once: for a server that has not begun."""

    def follow(self, time: SharedTime) -> None:
        """Come a little nearer to the database's clock."""

    def agrees(self) -> bool:
        """Whether this clock is near enough to the database's, as far as it was ever measured."""


_WALL_MINUS_MONOTONIC_NS = time.time_ns() - time.monotonic_ns()
"""Read once in each run: when somebody sets this computer's clock, or it is corrected, no turn gets longer or shorter."""


class SystemClock:
    """The time since this run began, counted from the computer's clock then, and the timers of the running event loop."""

    def __init__(self, ahead_ms: int = 0) -> None:
        self.epoch_ns = _WALL_MINUS_MONOTONIC_NS + ahead_ms * 1_000_000
        """What is added to the monotonic clock."""
        self.offset_ms = 0.0
        """How far the database's clock was ahead of this one when it was last measured."""
        self.latest = 0

    def now_ms(self) -> int:
        """Milliseconds since 1970; it never goes back, also while the clock is corrected."""
        now = (time.monotonic_ns() + self.epoch_ns) // 1_000_000
        self.latest = max(self.latest, now)
        return self.latest

    def set_by(self, time: SharedTime) -> None:
        """Agree with the database's clock at once: for a server that has not begun."""
        self._measure(time)
        self._correct(self.offset_ms)
        self.latest = 0

    def follow(self, time: SharedTime) -> None:
        """Come a little nearer to the database's clock. When that one is set, nobody's turn gets longer or shorter by it:
        all servers go towards it at the same pace."""
        self._measure(time)
        if abs(self.offset_ms) > time.within_ms:
            self._correct(max(-STEP_MS, min(STEP_MS, self.offset_ms)))

    def _measure(self, time: SharedTime) -> None:
        self.offset_ms = time.database_ms - (time.measured_at * 1000 + self.epoch_ns / 1_000_000)

    def _correct(self, by_ms: float) -> None:
        self.epoch_ns += round(by_ms * 1_000_000)
        self.offset_ms -= by_ms

    def agrees(self) -> bool:
        """Whether this clock is near enough to the database's, as far as it was ever measured."""
        return abs(self.offset_ms) <= AGREES_MS

    monotonic = staticmethod(time.monotonic)

    @staticmethod
    def call_later(seconds: float, callback: Callable[[Unpack[Args]], None], *args: *Args) -> TimerHandle:
        """Call something after a while."""
        return asyncio.get_running_loop().call_later(max(0.0, seconds), callback, *args)

    @staticmethod
    async def sleep(seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
