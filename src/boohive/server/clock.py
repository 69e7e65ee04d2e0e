"""The server's time: one object that everything asks, so that tests can hand in a clock they move themselves."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol, TypeVarTuple, Unpack

Args = TypeVarTuple("Args")

__all__ = ["Clock", "SystemClock", "TimerHandle"]


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


class SystemClock:
    """The clock of this computer and the timers of the running event loop."""

    @staticmethod
    def now_ms() -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    monotonic = staticmethod(time.monotonic)

    @staticmethod
    def call_later(seconds: float, callback: Callable[[Unpack[Args]], None], *args: *Args) -> TimerHandle:
        """Call something after a while."""
        return asyncio.get_running_loop().call_later(max(0.0, seconds), callback, *args)

    @staticmethod
    async def sleep(seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
