"""Bots and analysis: worker processes, supervised. A bot's answer comes in by the same door as a person's."""

import asyncio
import heapq
import itertools
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec

from boohive.core.game import Seat
from boohive.games.booo.claims import Line
from boohive.server.hub import Hub, now_ms
from boohive.server.session import TableSession
from boohive.tables import door, log
from boohive.tables.refusal import Refusal
from boohive.tables.table import Table

__all__ = ["Bots", "Workers"]

logger = logging.getLogger("boohive.bots")

BOT, ANALYSIS = 0, 1
"""Bot moves go before analyses."""
MOVE_MILLIS = 1000
PATIENCE = 20.0
"""Seconds after which a worker that does not answer is replaced."""
TRIES = 3
PACE = 0.35
"""Seconds before a bot answers, so that its move can be seen."""
MOST_WAITING = 200


@dataclass(order=True)
class Request:
    """Work for a worker."""

    priority: int
    number: int
    ask: bytes = field(compare=False)
    done: "asyncio.Future[dict[str, Any]]" = field(compare=False)
    patience: float = field(compare=False)


class Workers:
    """So many processes, started when first needed."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        self.waiting: list[Request] = []
        self.numbers = itertools.count()
        self.tasks: set[asyncio.Task[None]] = set()
        self.processes: set[Process] = set()
        self.wake = asyncio.Event()
        self.crashes = 0

    async def ask(self, task: str, ask: dict[str, Any], priority: int, patience: float = PATIENCE) -> dict[str, Any]:
        """A worker's answer; ``Refusal`` when there are too many requests or workers keep failing."""
        if priority == ANALYSIS and len(self.waiting) >= MOST_WAITING:
            raise Refusal("busy", "many others are asking; try again in a moment", 3000)
        while len(self.tasks) < self.count:
            runner = asyncio.ensure_future(self._run())
            self.tasks.add(runner)
            runner.add_done_callback(self.tasks.discard)
        done: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        line = msgspec.json.encode({**ask, "task": task}) + b"\n"
        heapq.heappush(self.waiting, Request(priority, next(self.numbers), line, done, patience))
        self.wake.set()
        answer = await done
        if "error" in answer:
            raise Refusal("no_engine", answer["error"])
        return answer

    async def _run(self) -> None:
        process: Process | None = None
        try:
            while True:
                while not self.waiting:
                    self.wake.clear()
                    await self.wake.wait()
                request = heapq.heappop(self.waiting)
                if request.done.done():
                    continue
                for _ in range(TRIES):
                    if process is None or process.returncode is not None:
                        process = await self._start()
                    answer = await self._answer(process, request)
                    if answer is not None:
                        break
                    self.crashes += 1
                    await self._end(process)
                    process = None
                if not request.done.done():
                    request.done.set_result(answer or {"error": "the computer cannot think of a move just now"})
        finally:
            if process is not None:
                await self._end(process)

    async def _start(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "boohive.server.worker", stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=2**22
        )
        self.processes.add(process)
        return process

    @staticmethod
    async def _answer(process: Process, request: Request) -> dict[str, Any] | None:
        """``None`` when the process has crashed or hangs."""
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(request.ask)
            await process.stdin.drain()
            line = await asyncio.wait_for(process.stdout.readline(), request.patience)
            return msgspec.json.decode(line, type=dict[str, Any]) if line else None
        except (TimeoutError, ConnectionError, msgspec.DecodeError):
            return None

    async def _end(self, process: Process) -> None:
        self.processes.discard(process)
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def close(self) -> None:
        """Stop all workers."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def question(table: Table) -> dict[str, Any]:
    """A position as a request tells it: the game from its start, so that repetitions count."""
    return {
        "game": table.game.id,
        "options": dict(table.first.options),
        "start": None if table.opened.start is None else table.first.text,
        "events": [list(event) for event in table.history],
    }


def task_of(table: Table, seat: Seat) -> dict[str, Any]:
    """What the bot of this seat is asked for its next move: another whim each time, but one game is one day."""
    seed = table.opened.seed
    return {
        **question(table),
        "seat": seat,
        "level": table.seats[seat].level or 1,
        "seed": seed * 1_000_003 + table.moved_seq * 31 + seat,
        "day": 2 * seed + seat,
        "race_seed": seed,
        "millis": budget(table, seat),
    }


class Bots:
    """Sits for every bot at every table of this process."""

    def __init__(self, hub: Hub, workers: Workers) -> None:
        self.hub = hub
        self.workers = workers
        hub.think = self.think

    def think(self, live: TableSession, seat: Seat) -> "asyncio.Task[None]":
        """Find the bot's move and play it."""
        return self.hub.spawn(self._think(live, seat))

    async def _think(self, live: TableSession, seat: Seat) -> None:
        table = live.table
        seq = table.moved_seq
        answer, _ = await asyncio.gather(
            self.workers.ask("move", task_of(table, seat), BOT), asyncio.sleep(0 if table.is_race else PACE)
        )
        at = answer.get("at")
        if answer["text"] is None:
            return  # It waits until something happens.
        if table.is_race and at is not None:
            await asyncio.sleep(max(0, table.began + at - now_ms()) / 1000)
        try:
            others = live.wires()
            await self.hub.append(
                live, f"bot-{table.seq}", lambda now: self._line(now, seat, seq, answer, others), seat
            )
        except Refusal as refusal:
            if refusal.code not in ("stale", "not_now"):
                logger.warning("table %s, bot at seat %s: %s", live.id, seat, refusal)
        finally:
            if live.thinking.get(seat) is asyncio.current_task():
                del live.thinking[seat]
            if live.table.moved_seq != seq:
                self.hub.wake_bots(live)

    @staticmethod
    def _line(table: Table, seat: Seat, seq: int, answer: dict[str, Any], others: list[Line]) -> log.Line:
        """The bot's move, if the game still stands where it thought. Its claims are ranked with everybody's."""
        text, elapsed = answer["text"], answer.get("elapsed")
        if table.status != "playing" or (table.moved_seq != seq and not table.is_race):
            raise Refusal("stale", "the game has moved on")
        now = now_ms()
        if table.is_race and elapsed is not None and table.position.is_contested(text):
            return log.Claimed(text, elapsed, elapsed, 0, door.window(table, others), table.game_time(now))
        if table.is_race:
            return log.Play(text, at=max(table.game_time(now), door.last_time(table)))
        spent = max(0, now - table.clocks.since) if table.clocks.running else None
        return log.Play(text, spent=spent)


def budget(table: Table, seat: Seat) -> int:
    """How long a bot may think, so that it does not lose on time."""
    left = table.clocks.left_at(seat, now_ms())
    return MOVE_MILLIS if left is None else max(50, min(MOVE_MILLIS, left // 30))
