"""A full garbage collection takes up to half a second, so it is put off to quiet moments."""

import asyncio
import ctypes
import gc
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from boohive.server.plain.collector import Collector

__all__ = ["QuietCollector", "is_due", "return_free_memory"]

THREAD_SWITCH_SECONDS = 0.0005
"""Short, so that the thread that writes to the disk and the event loop do not keep each other waiting."""
THRESHOLDS = (1000, 5, 1_000_000)
"""Python collects the newest objects often, which takes a millisecond, and never all of them by itself."""
CHECK_SECONDS = 5.0
"""How often to look whether the server is quiet."""
QUIET_ACTIONS = 50
"""Fewer actions than this between two looks are quiet."""
MAX_DELAY_SECONDS = 600.0
"""A collection that is needed is made after this time even if the server is never quiet."""
MUCH_GARBAGE = 2000
"""The same after as much garbage as this many connections leave: otherwise somebody who keeps a server busy makes it grow."""


class QuietCollector(Collector):
    """Makes full collections while the server is quiet."""

    def start(self) -> None:
        """Called before the server runs."""
        sys.setswitchinterval(THREAD_SWITCH_SECONDS)
        gc.set_threshold(*THRESHOLDS)

    async def run(self, action_count: Callable[[], int], garbage_count: Callable[[], int]) -> None:
        """Look for a quiet moment, for ever. Only connections and tables leave much; when none has gone, nothing is collected."""
        gc.freeze()  # What exists now stays for good: it need not be visited.
        collected_at, garbage, actions = time.monotonic(), garbage_count(), action_count()
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            stored, actions = action_count() - actions, action_count()
            if is_due(stored, garbage_count() - garbage, time.monotonic() - collected_at):
                gc.collect()
                return_free_memory()
                collected_at, garbage = time.monotonic(), garbage_count()


def is_due(stored: int, garbage: int, seconds: float) -> bool:
    """Whether to collect now: ``stored`` actions since the last look, as much garbage as so many connections leave, and
    ``seconds`` since the last collection."""
    return garbage > 0 and (stored < QUIET_ACTIONS or garbage >= MUCH_GARBAGE or seconds > MAX_DELAY_SECONDS)


def return_free_memory() -> None:
    """To the operating system: the C library keeps what many threads have freed, for the next time. Only glibc can be asked."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
