"""Work in the background: single tasks, and loops that go on when one round fails."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine

from boohive.server.clock import Clock
from boohive.server.store.protocol import StoreUnavailable
from boohive.tables.errors import Rejected

__all__ = ["Background"]

logger = logging.getLogger("boohive.tasks")

SINGLE_TASKS = "single tasks"
"""The name under which failures of tasks that are not loops are counted."""
RESTART_AFTER = 1.0
"""Seconds before a loop that has ended is started again."""


class Background:
    """All tasks of one server; whatever fails is logged and counted."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.tasks: set[asyncio.Task[None]] = set()
        self.loops: dict[str, asyncio.Task[None]] = {}
        self.failures: Counter[str] = Counter()
        """How often a round of each loop failed."""
        self.closing = False

    def spawn(self, work: Coroutine[None, None, None]) -> "asyncio.Task[None]":
        """Run a task in the background; log it if it fails."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self.tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, StoreUnavailable | Rejected):
            logger.warning("%s", error)
        else:
            self.failures[SINGLE_TASKS] += 1
            logger.error("a background task failed", exc_info=error)

    def repeat(self, name: str, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do something now and then again and again; a round that fails does not end the loop."""
        task = self.loops[name] = asyncio.get_running_loop().create_task(self._repeat(name, seconds, work))
        task.add_done_callback(lambda _: self._loop_ended(name, seconds, work))

    def _loop_ended(self, name: str, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """A loop ends only when the server stops; whatever else ended it, such as a stray cancellation, it starts again."""
        if self.closing:
            return
        self.failures[name] += 1
        logger.error("%s has ended; it is started again", name)
        self.clock.call_later(RESTART_AFTER, lambda: None if self.closing else self.repeat(name, seconds, work))

    async def _repeat(self, name: str, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except StoreUnavailable:
                pass  # The store logs it.
            except Exception:
                self.failures[name] += 1
                logger.exception("a round of %s failed; it goes on", name)
            await self.clock.sleep(seconds)

    def is_running(self) -> bool:
        """Whether every loop that was started still runs."""
        return all(not task.done() for task in self.loops.values())

    async def close(self) -> None:
        """Stop everything."""
        self.closing = True
        ending = [*self.loops.values(), *self.tasks]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
