"""One thread that writes, many writes to a commit: whatever has gathered while the disk was busy goes out together."""

import asyncio
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from boohive.server.store.appending import Append, SeqConflict, add, in_waves, sqlite_transaction
from boohive.server.store.protocol import StoreUnavailable
from boohive.server.tricks import pacing

__all__ = ["Writer"]

OTHERS = 16
"""The most other writes that come between two commits of entries: people who play do not wait for new tables, names and the
like of strangers."""
PLANS = (
    "SELECT set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false), "
    "set_config('enable_hashjoin', 'off', false), set_config('enable_mergejoin', 'off', false)"
)
"""Every write finds its rows by an index, in the order in which they are named. PostgreSQL need not think about that each
time, which took it longer than the writing, and two servers always take rows in the same order."""
DEADLOCK = "deadlock detected"
"""What PostgreSQL says when two transactions wait for each other."""

Result = Any
"""What a write gives back, or the exception it raised: the caller that submitted the write knows its type."""

Work = Append | Callable[[Connection], Result]
Done = asyncio.Future[Result]


@dataclass
class Job:
    """A write, and the future that its caller waits for."""

    work: Work
    done: Done
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)


class Writer:
    """Takes writes from the event loop, commits them in groups, and returns each result after its commit."""

    def __init__(
        self, engine: Engine, translated: Callable[[Exception], Exception], store_id: str, is_shared: bool = False
    ) -> None:
        self.engine = engine
        self.store_id = store_id
        self.translated = translated
        self.is_postgresql = engine.dialect.name == "postgresql"
        self.pacing = pacing(is_remote=self.is_postgresql, is_shared=is_shared)
        self.jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self.under_way: tuple[Job, ...] = ()
        """What the thread is writing."""
        self.entries: deque[Job] = deque()
        """What the thread has taken and not begun to write: entries of logs,"""
        self.others: deque[Job] = deque()
        """and everything else."""
        self.pending: list[Job] = []
        """What has come in since the event loop last handed something over: waking the thread for each costs too much."""
        self.next_handover_at = 0.0
        """When, by the event loop's clock, the thread may be woken again."""
        self.closing = False
        self.commits = 0
        self.written = 0
        self.connection: Connection | None = None
        self.thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self.thread.start()

    def submit(self, work: Work) -> Done:
        """The result of a write, once it is committed."""
        loop = asyncio.get_running_loop()
        done: Done = loop.create_future()
        if not self.pending:
            loop.call_at(self.next_handover_at, self._hand_over)
        self.pending.append(Job(work, done, loop))
        return done

    def _hand_over(self) -> None:
        pending, self.pending = self.pending, []
        if pending:
            self.next_handover_at = pending[0].loop.time() + self.pacing.commit_interval
            self.jobs.put(pending)

    def close(self) -> None:
        """Write what is there and stop."""
        self._hand_over()
        self.closing = True
        self.jobs.put(None)
        self.thread.join(timeout=30)

    def give_up(self, error: StoreUnavailable) -> None:
        """The database hangs: a caller waiting for a write learns that nobody knows whether it was stored."""
        waiting = [*self.under_way, *self.pending]
        self.pending = []
        with suppress(queue.Empty):
            while True:  # What the thread has not begun to write is not stored at all.
                waiting += self.jobs.get_nowait() or ()
        for taken in (self.entries, self.others):
            with suppress(IndexError):
                while True:
                    waiting.append(taken.popleft())
        if self.closing:
            self.jobs.put(None)
        for job in waiting:
            if not job.done.done():
                job.done.set_exception(error)

    def _run(self) -> None:
        is_last = False
        while not is_last or self.entries or self.others:
            is_last = self._take(is_last)
            self._write_some(self.entries, self.pacing.group)
            self._write_some(self.others, min(OTHERS, self.pacing.group))
        self._let_go()

    def _take(self, is_last: bool) -> bool:
        """Take all that has come in, and wait for something if there is nothing to do; whether that was the last."""
        while not is_last and not (self.jobs.empty() and (self.entries or self.others)):
            jobs = self.jobs.get()
            if jobs is None:
                return True
            for job in jobs:
                (self.entries if isinstance(job.work, Append) else self.others).append(job)
        return is_last

    def _write_some(self, jobs: deque[Job], most: int) -> None:
        """Commit the first few together, if there are any."""
        group: list[Job] = []
        with suppress(IndexError):
            while len(group) < most:
                group.append(jobs.popleft())
        if group:
            self.under_way = tuple(group)
            self._write(group)
            self.under_way = ()

    def _write(self, group: list[Job], careful: bool = False) -> None:
        """All entries, or all something else."""
        try:
            results = self._commit(group, careful)
        except Exception as error:
            if not careful and isinstance(error, SeqConflict | IntegrityError):
                self._write(group, careful=True)
                return
            translated = self.translated(error)
            if _is_deadlock(error) or (len(group) > 1 and not isinstance(translated, StoreUnavailable)):
                for job in group:  # One of them is at fault; the others must not pay for it.
                    self._write([job])
                return
            is_taken = isinstance(translated, IntegrityError) and isinstance(group[0].work, Append)
            self._return_results(group, [False if is_taken else translated] * len(group))
            return
        self.commits += 1
        self.written += len(group)
        self._return_results(group, results)

    def _commit(self, group: list[Job], careful: bool) -> list[Result]:
        appends = [job.work for job in group if isinstance(job.work, Append)]
        if not appends:
            with self._transaction() as connection:
                return [job.work(connection) for job in group if not isinstance(job.work, Append)]
        waves, added = in_waves(appends) if len(appends) > 1 else [appends], set[int]()
        with self._entries_transaction(len(waves)) as connection:
            for wave in waves:
                added.update(map(id, add(connection, wave, self.store_id, careful)))
        return [id(append) in added for append in appends]

    @contextmanager
    def _entries_transaction(self, statements: int) -> Iterator[Connection]:
        """For entries of logs, which go to the driver directly."""
        if not self.is_postgresql:
            connection = self.connection or self._connect()
            with sqlite_transaction(connection):
                yield connection
        elif statements > 1:
            with self._transaction() as connection:
                yield connection
        else:
            with self._dropping_failed_connection() as connection:
                yield connection

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._dropping_failed_connection() as connection, connection.begin():
            if self.is_postgresql:
                connection.exec_driver_sql("BEGIN")
            yield connection

    @contextmanager
    def _dropping_failed_connection(self) -> Iterator[Connection]:
        """The connection, which is not used again if it leads to another machine and fails."""
        try:
            yield self.connection or self._connect()
        except DBAPIError as error:
            if self.is_postgresql and not isinstance(error, IntegrityError):
                self._let_go()
            raise

    def _connect(self) -> Connection:
        """A connection to keep: taking one from the pool, which asks whether it is alive, costs as much as the writing."""
        connection = self.engine.connect()
        if self.is_postgresql:  # One statement is a transaction by itself; several begin one.
            connection = connection.execution_options(isolation_level="AUTOCOMMIT")
            with connection.begin():
                connection.exec_driver_sql(PLANS)
        self.connection = connection
        return connection

    def _let_go(self) -> None:
        connection, self.connection = self.connection, None
        if connection is not None:
            with suppress(DBAPIError):  # It may be broken.
                connection.invalidate()  # Nobody else gets it: it is set for writing.
                connection.close()

    def _return_results(self, group: list[Job], results: list[Result]) -> None:
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Job, Result]]] = {}
        for job, result in zip(group, results, strict=True):
            by_loop.setdefault(job.loop, []).append((job, result))
        for loop, finished in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_resolve, finished, self.pacing.results_per_tick)


def _is_deadlock(error: Exception) -> bool:
    """Whether PostgreSQL ended this because it and another transaction waited for each other; it can be done again."""
    return isinstance(error, DBAPIError) and DEADLOCK in str(error.orig)


def _resolve(results: list[tuple[Job, Result]], per_tick: int) -> None:
    """A few at a time: between them the event loop takes in what arrives, and the next group can go to the disk."""
    if len(results) > per_tick:
        results[0][0].loop.call_soon(_resolve, results[per_tick:], per_tick)
    for job, result in results[:per_tick]:
        if job.done.done():
            continue
        if isinstance(result, BaseException):
            job.done.set_exception(result)
        else:
            job.done.set_result(result)
