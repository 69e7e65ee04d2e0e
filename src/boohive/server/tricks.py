"""Which tricks for speed are on: all of them, unless BOOHIVE_PLAIN says otherwise.

``BOOHIVE_PLAIN=1`` switches all off, ``BOOHIVE_PLAIN=collector,pacing`` those that are named.
"""

import os
from typing import TYPE_CHECKING

from boohive.server.clock import Clock
from boohive.server.plain.deferred import DeferredQueue
from boohive.server.plain.pacing import Pacing

if TYPE_CHECKING:
    from boohive.server.plain.collector import Collector
    from boohive.server.plain.connection import WebSocketConnection

__all__ = ["TRICKS", "collector", "connection_class", "deferred_queue", "pacing"]

TRICKS = ("collector", "connection", "deferred", "pacing")


def is_plain(trick: str) -> bool:
    """Whether a trick is switched off."""
    chosen = os.environ.get("BOOHIVE_PLAIN", "")
    return chosen == "1" or trick in chosen.split(",")


def deferred_queue(clock: Clock) -> DeferredQueue:
    """Spectators wait while many players do."""
    if is_plain("deferred"):
        return DeferredQueue()
    from boohive.server.fast.deferred import YieldingQueue

    return YieldingQueue(clock)


def pacing(is_remote: bool = False, is_shared: bool = False) -> Pacing:
    """Commits come at a pace, so that several writes share one."""
    if is_plain("pacing"):
        return Pacing()
    from boohive.server.fast.pacing import PACED, PACED_REMOTE, PACED_SHARED

    if not is_remote:
        return PACED
    return PACED_SHARED if is_shared else PACED_REMOTE


def connection_class() -> "type[WebSocketConnection]":
    """Text messages go past the parser."""
    if is_plain("connection"):
        from boohive.server.plain.connection import WebSocketConnection

        return WebSocketConnection
    from boohive.server.fast.connection import DirectConnection

    return DirectConnection


def collector() -> "Collector":
    """Python's search for cycles is put off to quiet moments."""
    if is_plain("collector"):
        from boohive.server.plain.collector import Collector

        return Collector()
    from boohive.server.fast.collector import QuietCollector

    return QuietCollector()
