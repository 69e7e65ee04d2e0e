"""What can wait while players wait for their answers: spectators hear a moment later, and in order."""

import asyncio
from collections import deque
from collections.abc import Callable

from boohive.server.clock import Clock, SystemClock
from boohive.server.plain.deferred import DeferredQueue

__all__ = ["YieldingQueue"]

MANY = 20
"""With this many answers that players wait for, everything else has to wait."""
MAX_WAIT = 0.5
"""Seconds after which it is done all the same."""
AT_ONCE = 16
"""How much is done before the event loop looks around again."""
LOOK_AGAIN = 0.005


class YieldingQueue(DeferredQueue):
    """A queue that gives way."""

    def __init__(self, clock: Clock | None = None) -> None:
        super().__init__()
        self.clock: Clock = clock or SystemClock()
        self.work: deque[tuple[float, Callable[[], None]]] = deque()
        self.is_set = False

    def add(self, do: Callable[[], None]) -> None:
        """Do this when nobody waits for something better."""
        self.work.append((self.clock.monotonic(), do))
        if not self.is_set:
            self.is_set = True
            asyncio.get_running_loop().call_soon(self._run)

    def _run(self) -> None:
        overdue = self.clock.monotonic() - MAX_WAIT
        try:
            for _ in range(AT_ONCE):
                if not self.work or (self.answers >= MANY and self.work[0][0] > overdue):
                    break
                self.work.popleft()[1]()
        finally:  # One that fails does not hold up the others.
            self.is_set = bool(self.work)
            if self.is_set:
                self._again()

    def _again(self) -> None:
        if self.answers >= MANY:
            self.clock.call_later(LOOK_AGAIN, self._run)
        else:
            asyncio.get_running_loop().call_soon(self._run)
