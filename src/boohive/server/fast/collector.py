"""A full garbage collection takes up to half a second, so it is put off to quiet moments."""

import asyncio
import gc
import sys
import time
from collections.abc import Callable

from boohive.server.plain.collector import Collector

__all__ = ["QuietCollector", "is_due"]

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
MANY_CLOSED = 2000
"""The same after this many closed connections: otherwise somebody who keeps a server busy could make it grow."""


class QuietCollector(Collector):
    """Makes full collections while the server is quiet."""

    def start(self) -> None:
        """Called before the server runs."""
        sys.setswitchinterval(THREAD_SWITCH_SECONDS)
        gc.set_threshold(*THRESHOLDS)

    async def run(self, action_count: Callable[[], int], closed_count: Callable[[], int]) -> None:
        """Look for a quiet moment, for ever. Only closed connections leave much behind, so without any nothing is collected."""
        gc.freeze()  # What exists now stays for good: it need not be visited.
        collected_at, closed, actions = time.monotonic(), closed_count(), action_count()
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            stored, actions = action_count() - actions, action_count()
            if is_due(stored, closed_count() - closed, time.monotonic() - collected_at):
                gc.collect()
                collected_at, closed = time.monotonic(), closed_count()


def is_due(stored: int, closed: int, seconds: float) -> bool:
    """Whether to collect now: ``stored`` actions since the last look, ``closed`` connections and ``seconds`` since the last
    collection."""
    return closed > 0 and (stored < QUIET_ACTIONS or closed >= MANY_CLOSED or seconds > MAX_DELAY_SECONDS)
