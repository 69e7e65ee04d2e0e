"""Python's search for cycles through all objects takes up to half a second: it is put off to quiet moments."""

import asyncio
import gc
import sys
import time
from collections.abc import Callable

from boohive.server.plain.collector import Collector

__all__ = ["QuietCollector", "is_due"]

SWITCH_SECONDS = 0.0005
"""The thread that writes to the disk must not wait long for its turn, nor the event loop for it."""
THRESHOLDS = (1000, 5, 1_000_000)
"""Python looks for cycles among the newest objects often, which takes a millisecond, and never through all by itself."""
SWEEP = 5.0
"""Seconds: the search through all objects is made after such a span with few actions,"""
FEW_ACTIONS = 50
LONGEST_WITHOUT = 600.0
"""or when it has been put off for this many seconds,"""
MANY_CLOSED = 2000
"""or when this many connections were closed meanwhile: whoever keeps a server busy could make it grow otherwise."""


class QuietCollector(Collector):
    """Searches when that holds nobody up."""

    def start(self) -> None:
        """Called before the server runs."""
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.set_threshold(*THRESHOLDS)

    async def run(self, actions: Callable[[], int], closed: Callable[[], int]) -> None:
        """Cycles are mostly what closed connections leave behind."""
        gc.freeze()  # What is there now stays; it need not be searched.
        swept, closed_then, actions_then = time.monotonic(), closed(), actions()
        while True:
            await asyncio.sleep(SWEEP)
            stored, actions_then = actions() - actions_then, actions()
            if is_due(stored, closed() - closed_then, time.monotonic() - swept):
                gc.collect()
                swept, closed_then = time.monotonic(), closed()


def is_due(stored: int, closed: int, seconds: float) -> bool:
    """Whether to search now, after so many actions in the last span, and so many closed connections and seconds since the
    last search."""
    return closed > 0 and (stored < FEW_ACTIONS or closed >= MANY_CLOSED or seconds > LONGEST_WITHOUT)
