"""What can wait while players wait for their answers: spectators hear a moment later, and in order."""

import asyncio
import time
from collections import deque
from collections.abc import Callable

__all__ = ["DeferredQueue"]

MANY = 20
"""So many answers that players wait for, and everything else has to wait."""
LONGEST_WAIT = 0.5
"""Seconds after which it is done all the same."""
AT_ONCE = 16
"""So much is done before the event loop looks around again."""
LOOK_AGAIN = 0.005


class DeferredQueue:
    """A queue that gives way."""

    def __init__(self) -> None:
        self.answers = 0
        """How many answers players wait for now; whoever owes one counts it here."""
        self.work: deque[tuple[float, Callable[[], None]]] = deque()
        self.is_set = False

    def add(self, do: Callable[[], None]) -> None:
        """Do this when nobody waits for something better."""
        self.work.append((time.monotonic(), do))
        if not self.is_set:
            self.is_set = True
            asyncio.get_running_loop().call_soon(self._run)

    def _run(self) -> None:
        overdue = time.monotonic() - LONGEST_WAIT
        try:
            for _ in range(AT_ONCE):
                if not self.work or (self.answers >= MANY and self.work[0][0] > overdue):
                    break
                self.work.popleft()[1]()
        finally:  # Whoever fails does not hold up the others.
            self.is_set = bool(self.work)
            if self.is_set:
                asyncio.get_running_loop().call_later(LOOK_AGAIN if self.answers >= MANY else 0, self._run)
