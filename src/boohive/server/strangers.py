"""People without a seat give way: while the event loop has much to do, strangers are served in small portions between which
those at a table have their turn."""

import asyncio
from collections import deque

from boohive.server.clock import Clock

__all__ = ["Strangers"]

MAX_PORTION = 64
"""Requests and messages of strangers that are begun in one round of the event loop when rounds are short."""
SHORT_ROUND, LONG_ROUND = 0.005, 0.01
"""Seconds: after a round that took less, more are begun in the next; after a longer one, half as many, but always one."""


class Strangers:
    """Lets strangers in, a limited number in each round of the event loop; of those that wait, one of each address in turn."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.portion = MAX_PORTION
        self.begun = 0
        """In this round."""
        self.round_at: float | None = None
        """When this round began; ``None`` while no stranger is there."""
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def turn(self, address: str) -> None:
        """Come back when a stranger of this address may go on: at once, unless there is much to do."""
        if self.round_at is None:
            self._begin_round()
        if not self.waiting and self.begun < self.portion:
            self.begun += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(address, deque()).append(turn)
        await turn

    def _begin_round(self) -> None:
        self.round_at, self.begun = self.clock.monotonic(), 0
        asyncio.get_running_loop().call_soon(self._end_round)

    def _end_round(self) -> None:
        took = self.clock.monotonic() - (self.round_at or 0.0)
        if took > LONG_ROUND:
            self.portion = max(1, self.portion // 2)
        elif took < SHORT_ROUND:
            self.portion = min(MAX_PORTION, self.portion + 1)
        if not self.waiting:
            self.round_at = None
            return
        self._begin_round()
        while self.waiting and self.begun < self.portion:
            self._let_in(next(iter(self.waiting)))

    def _let_in(self, address: str) -> None:
        turns = self.waiting.pop(address)
        turn = turns.popleft()
        if turns:
            self.waiting[address] = turns  # At the end: the other addresses come first.
        if not turn.done():
            self.begun += 1
            turn.set_result(None)
