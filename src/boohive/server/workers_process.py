"""Workers as processes, started when first needed and replaced when they crash or hang."""

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from dataclasses import dataclass

import msgspec
from msgspec import Raw, Struct

from boohive.core.sentences import sentence_data, sentence_of
from boohive.core.view import SentenceData
from boohive.server.work_queue import FairQueue
from boohive.server.workers import ANALYSIS, BOT, PATIENCE, QUICK, Payload, Priority, Turn, WorkerFailed
from boohive.tables.errors import Rejected

__all__ = ["ProcessWorkers"]

logger = logging.getLogger("boohive.workers")

TRIES = 3
START_AGAIN = 0.3
"""Seconds before another attempt to start a process."""
BOTS_FIRST: tuple[Priority, ...] = (BOT, QUICK)
ANALYSES: tuple[Priority, ...] = (QUICK, ANALYSIS)
"""What a worker serves, in this order."""
STARTING_SECONDS = 20.0
"""How much longer the first answer of a process may take on a crowded machine: otherwise it is killed while it starts, again
and again."""
IDLE_SECONDS = 45.0
"""A process that had nothing to do for so long is ended, with the memory that its last work took; another is started when
there is work again."""
MAX_WAITING = 200
MAX_ANSWER_BYTES = 2**25


class WorkerAnswer(Struct):
    """What a worker writes for each request."""

    result: Raw = Raw(b"null")
    error: SentenceData | None = None
    """What was refused, in a sentence."""
    code: str = "bad_message"


STOPPING = WorkerAnswer(error=sentence_data("this server stops; try again in a moment"), code="try_again")


@dataclass(eq=False)
class QueuedRequest:
    """Work for a worker."""

    line: bytes
    turn: Turn
    done: "asyncio.Future[WorkerAnswer | None]"
    patience: float


class ProcessWorkers:
    """A fixed number of processes for bots, one more for whatever else there is, and a queue in front of them.

    Bots and analyses never wait for each other; records are read by any worker that is free.
    """

    def __init__(self, count: int | None = None) -> None:
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        self.queue: FairQueue[QueuedRequest] = FairQueue()
        self.lanes = [BOTS_FIRST] * self.count + [ANALYSES]
        self.tasks: dict[int, asyncio.Task[None]] = {}
        self.processes: set[Process] = set()
        self.asked: set[QueuedRequest] = set()
        """What people, not bots, wait for."""
        self.is_dismissed = False
        self.wake = asyncio.Event()
        self.crashes = 0

    def waiting_count(self) -> int:
        """How many requests wait for a worker."""
        return len(self.queue)

    async def run(self, task: str, payload: Payload, turn: Turn, patience: float = PATIENCE) -> Raw:
        """The answer as JSON; ``Rejected`` when it was refused, ``WorkerFailed`` when no worker could do it."""
        if turn.priority != BOT and len(self.queue) >= MAX_WAITING:
            raise Rejected("busy", "many others are asking; try again in a moment", 3000)
        for number, lanes in enumerate(self.lanes):
            if turn.priority in lanes and (number not in self.tasks or self.tasks[number].done()):
                self.tasks[number] = asyncio.ensure_future(self._serve(lanes))
        done: asyncio.Future[WorkerAnswer | None] = asyncio.get_running_loop().create_future()
        request = QueuedRequest(msgspec.json.encode({**payload, "task": task}) + b"\n", turn, done, patience)
        self.queue.push(*turn, request)
        self.wake.set()
        if turn.priority != BOT:
            self.asked.add(request)
            if self.is_dismissed:
                self.dismiss()
        try:
            answer = await done
        finally:
            self.asked.discard(request)
            if done.cancelled():
                self.queue.remove(request)
        if answer is None:
            raise WorkerFailed
        if answer.error is not None:
            raise Rejected(answer.code, sentence_of(answer.error))
        return answer.result

    async def _serve(self, lanes: tuple[Priority, ...]) -> None:
        """One worker and what it does, one request after the other."""
        process: Process | None = None
        try:
            while True:
                if (request := await self._next(lanes, process)) is None:
                    await self._end(process)
                    process = None
                    continue
                answer: WorkerAnswer | None = None
                for _ in range(TRIES):
                    starting = 0.0
                    if process is None or process.returncode is not None:
                        process, starting = await self._start(), STARTING_SECONDS
                    answer = None if process is None else await _answer(process, request, starting)
                    if answer is not None or request.done.done():
                        break
                    self.crashes += 1
                    await self._end(process)
                    process = None
                if answer is None:  # It has crashed, hangs, or works for somebody who has gone.
                    await self._end(process)
                    process = None
                if not request.done.done():
                    request.done.set_result(answer)
        finally:
            await self._end(process)

    async def _next(self, lanes: tuple[Priority, ...], process: Process | None) -> QueuedRequest | None:
        """The next work; ``None`` when there was none for so long that the process can go."""
        while (request := self.queue.pop(lanes)) is None:
            self.wake.clear()
            try:
                await asyncio.wait_for(self.wake.wait(), None if process is None else IDLE_SECONDS)
            except TimeoutError:
                return None
        return request

    async def _start(self) -> Process | None:
        """Another process; ``None`` when there is no room for one now."""
        try:
            process = await _start()
        except OSError as error:
            logger.warning("a worker cannot be started: %s", error)
            await asyncio.sleep(START_AGAIN)
            return None
        self.processes.add(process)
        return process

    async def _end(self, process: Process | None) -> None:
        if process is not None:
            self.processes.discard(process)
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    def dismiss(self) -> None:
        """The server stops: requests that wait for an analysis or a record are answered now."""
        self.is_dismissed = True
        for request in self.asked:
            if not request.done.done():
                request.done.set_result(STOPPING)

    async def close(self) -> None:
        """Stop all workers."""
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


async def _start() -> Process:
    command = (sys.executable, "-m", "boohive.server.worker")
    # What a worker that crashes says on standard error is in the server's log.
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=MAX_ANSWER_BYTES)


async def _answer(process: Process, request: QueuedRequest, starting: float) -> WorkerAnswer | None:
    """``None`` when the process has crashed or hangs, or when it analyses for somebody who has gone."""
    answering = asyncio.ensure_future(_line(process, request, request.patience + starting))
    if request.turn.priority != ANALYSIS:  # What is short comes to its end: a new process would take longer.
        return await answering
    try:
        await asyncio.wait({answering, request.done}, return_when=asyncio.FIRST_COMPLETED)
        return answering.result() if answering.done() else None
    finally:
        answering.cancel()


async def _line(process: Process, request: QueuedRequest, patience: float) -> WorkerAnswer | None:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(request.line)
        await process.stdin.drain()
        line = await asyncio.wait_for(_next_line(process.stdout, process), patience)
        if line:
            return msgspec.json.decode(line, type=WorkerAnswer)
        logger.warning("a worker has crashed: it ended with %s", process.returncode)
    except TimeoutError:
        logger.warning("a worker did not answer within %.0f seconds and is replaced", patience)
    except (ConnectionError, ValueError) as error:
        logger.warning("a worker has crashed: %s", error)
    return None


async def _next_line(output: asyncio.StreamReader, process: Process) -> bytes:
    """What the process writes; nothing when it has ended."""
    line = await output.readline()
    if not line:
        await process.wait()
    return line
