"""Workers as processes, started when first needed and replaced when they crash or hang."""

import asyncio
import heapq
import itertools
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec
from msgspec import Raw, Struct

from boohive.core.sentences import sentence_of
from boohive.core.view import SentenceData
from boohive.server.workers import BOT, PATIENCE, Payload, Priority, WorkerFailed
from boohive.tables.errors import Rejected

__all__ = ["ProcessWorkers"]

TRIES = 3
MAX_WAITING = 200
LARGEST_ANSWER = 2**25


class WorkerAnswer(Struct):
    """What a worker writes for each request."""

    result: Raw = Raw(b"null")
    error: SentenceData | None = None
    """What was refused, in a sentence."""
    code: str = "bad_message"


@dataclass(order=True)
class QueuedRequest:
    """Work for a worker."""

    priority: int
    number: int
    line: bytes = field(compare=False)
    done: "asyncio.Future[WorkerAnswer | None]" = field(compare=False)
    patience: float = field(compare=False)


class ProcessWorkers:
    """A fixed number of processes and a queue in front of them."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        self.waiting: list[QueuedRequest] = []
        self.numbers = itertools.count()
        self.tasks: set[asyncio.Task[None]] = set()
        self.processes: set[Process] = set()
        self.wake = asyncio.Event()
        self.crashes = 0

    def waiting_count(self) -> int:
        """How many requests wait for a worker."""
        return len(self.waiting)

    async def run(self, task: str, payload: Payload, priority: Priority, patience: float = PATIENCE) -> Raw:
        """The answer as JSON; ``Rejected`` when it was refused, ``WorkerFailed`` when no worker could do it."""
        if priority != BOT and len(self.waiting) >= MAX_WAITING:
            raise Rejected("busy", "many others are asking; try again in a moment", 3000)
        while len(self.tasks) < self.count:
            runner = asyncio.ensure_future(self._serve())
            self.tasks.add(runner)
            runner.add_done_callback(self.tasks.discard)
        done: asyncio.Future[WorkerAnswer | None] = asyncio.get_running_loop().create_future()
        line = msgspec.json.encode({**payload, "task": task}) + b"\n"
        heapq.heappush(self.waiting, QueuedRequest(priority, next(self.numbers), line, done, patience))
        self.wake.set()
        answer = await done
        if answer is None:
            raise WorkerFailed
        if answer.error is not None:
            raise Rejected(answer.code, sentence_of(answer.error))
        return answer.result

    async def _serve(self) -> None:
        process: Process | None = None
        try:
            while True:
                while not self.waiting:
                    self.wake.clear()
                    await self.wake.wait()
                request = heapq.heappop(self.waiting)
                if request.done.done():
                    continue
                answer: WorkerAnswer | None = None
                for _ in range(TRIES):
                    if process is None or process.returncode is not None:
                        process = await _start()
                        self.processes.add(process)
                    answer = await _answer(process, request)
                    if answer is not None:
                        break
                    self.crashes += 1
                    await self._end(process)
                    process = None
                if not request.done.done():
                    request.done.set_result(answer)
        finally:
            if process is not None:
                await self._end(process)

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


async def _start() -> Process:
    command = (sys.executable, "-m", "boohive.server.worker")
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LARGEST_ANSWER)


async def _answer(process: Process, request: QueuedRequest) -> WorkerAnswer | None:
    """``None`` when the process has crashed or hangs."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(request.line)
        await process.stdin.drain()
        line = await asyncio.wait_for(process.stdout.readline(), request.patience)
        return msgspec.json.decode(line, type=WorkerAnswer) if line else None
    except (TimeoutError, ConnectionError, ValueError):
        return None
