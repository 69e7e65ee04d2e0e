"""One thread that writes, many writes to a commit: whatever has gathered while the disk was busy goes out together."""

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, OperationalError

from boohive.core.errors import BoohiveError

__all__ = ["StoreUnavailable", "Writer"]

GROUP = 256
"""About so many writes to a commit at most."""
GATHER = 0.008
"""Seconds between two commits: what comes in meanwhile shares the next one. A write that comes alone does not wait."""

TOLD_AT_ONCE = 12
"""So many are told their result before the event loop looks around again."""


class StoreUnavailable(BoohiveError):
    """The database cannot be reached; whether the last write got there is not known."""


class PlaceTaken(Exception):
    """Not all of a group found their place free: which ones is found out by writing them one by one."""


class Append(NamedTuple):
    """An entry to be added to a log, and what the table's row says after it."""

    entry: tuple[str, int, int, int, str, str]
    """Table, number, time, seat, the action's id and the action: the columns of ``entries`` in order."""
    status: str
    due: int | None

    @property
    def row(self) -> tuple[str, str, int | None, int, int]:
        """What the table's row says now."""
        table, seq, at = self.entry[:3]
        return table, self.status, self.due, at, seq


@cache
def insert_sql(count: int, mark: str) -> str:
    """One statement for a whole group: each statement costs the event loop a change of threads."""
    rows = ", ".join([f"({', '.join([mark] * 6)})"] * count)
    return f"INSERT INTO entries (table_id, seq, at, seat, action_id, action) VALUES {rows} ON CONFLICT DO NOTHING"


@cache
def update_sql(count: int, mark: str) -> str:
    """The same for the rows of the tables."""
    big = f"CAST({mark} AS BIGINT)"
    rows = ", ".join([f"({mark}, {mark}, {big}, {big}, {big})"] * count)
    return (
        f"WITH new (id, status, due, touched, seq) AS (VALUES {rows}) "
        "UPDATE tables SET status = new.status, due = new.due, touched = new.touched, seq = new.seq "
        "FROM new WHERE tables.id = new.id AND tables.seq < new.seq"
    )


@dataclass
class Job:
    """A write and whoever waits for it."""

    work: Append | Callable[[Connection], Any]
    done: "asyncio.Future[Any]"
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)


class Writer:
    """Takes writes from the event loop, commits them in groups, and tells each one's result after the commit."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self.gathered: list[Job] = []
        """What has come in since the event loop last handed something over: waking the thread for each costs too much."""
        self.next_turn = 0.0
        """When, by the event loop's clock, the thread may be woken again."""
        self.commits = 0
        self.written = 0
        self.mark = "?" if engine.dialect.paramstyle == "qmark" else "%s"
        self.kept: Connection | None = None
        self.thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self.thread.start()

    def submit(self, work: Append | Callable[[Connection], Any]) -> "asyncio.Future[Any]":
        """The result of a write, once it is committed."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        if not self.gathered:
            loop.call_at(self.next_turn, self._hand_over)
        self.gathered.append(Job(work, done, loop))
        return done

    def _hand_over(self) -> None:
        gathered, self.gathered = self.gathered, []
        if gathered:
            self.next_turn = gathered[0].loop.time() + GATHER
            self.jobs.put(gathered)

    def close(self) -> None:
        """Write what is there and stop."""
        self._hand_over()
        self.jobs.put(None)
        self.thread.join(timeout=30)

    def _run(self) -> None:
        self.kept = self.engine.connect() if self.engine.dialect.name == "sqlite" else None
        last = False
        while not last:
            group, last = self._next_group()
            if group:
                self._write(group)
        if self.kept is not None:
            self.kept.close()

    def _next_group(self) -> tuple[list[Job], bool]:
        """All that has come in, and whether it is the last."""
        group: list[Job] = []
        jobs = self.jobs.get()
        while True:
            if jobs is None:
                return group, True
            group += jobs
            if len(group) >= GROUP or self.jobs.empty():
                return group, False
            jobs = self.jobs.get()

    def _write(self, group: list[Job], together: bool = True) -> None:
        try:
            with self._transaction() as connection:
                results = self._do(connection, group, together)
        except PlaceTaken:
            self._write(group, together=False)
            return
        except (OperationalError, DBAPIError) as error:
            if len(group) > 1 and not error.connection_invalidated and not isinstance(error, OperationalError):
                for job in group:  # One of them is at fault; the others must not pay for it.
                    self._write([job])
                return
            self._tell(group, [StoreUnavailable(f"the database does not answer: {error.orig}")] * len(group))
            return
        except Exception as error:
            if len(group) > 1:
                for job in group:
                    self._write([job])
                return
            self._tell(group, [error])
            return
        self.commits += 1
        self.written += len(group)
        self._tell(group, results)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """SQLite's connection is kept: taking one from the pool costs as much as the writing."""
        if self.kept is None:
            with self.engine.begin() as connection:
                yield connection
            return
        with self.kept.begin():
            yield self.kept

    def _do(self, connection: Connection, group: list[Job], together: bool) -> list[Any]:
        appends = [job.work for job in group if isinstance(job.work, Append)]
        added = iter(self._append(connection, appends, together) if appends else ())
        return [next(added) if isinstance(job.work, Append) else job.work(connection) for job in group]

    def _append(self, connection: Connection, appends: list[Append], together: bool) -> list[bool]:
        """Which of the entries found their place free. Of two for one place the first is in."""
        if together and len({append.entry[0] for append in appends}) == len(appends) <= 2 * GROUP:
            if self._insert(connection, appends) < len(appends):
                raise PlaceTaken
            added = [True] * len(appends)
        else:
            added = [self._insert(connection, [append]) == 1 for append in appends]
        rows = {append.entry[0]: append.row for append, new in zip(appends, added, strict=True) if new}
        if rows:
            values = tuple(value for row in rows.values() for value in row)
            connection.exec_driver_sql(update_sql(len(rows), self.mark), values)
        return added

    def _insert(self, connection: Connection, appends: list[Append]) -> int:
        values = tuple(value for append in appends for value in append.entry)
        return connection.exec_driver_sql(insert_sql(len(appends), self.mark), values).rowcount

    @staticmethod
    def _tell(group: list[Job], results: list[Any]) -> None:
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Job, Any]]] = {}
        for job, result in zip(group, results, strict=True):
            by_loop.setdefault(job.loop, []).append((job, result))
        for loop, told in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_resolve, told)


def _resolve(told: list[tuple[Job, Any]]) -> None:
    """A few at a time: between them the event loop takes in what arrives, and the next group can go to the disk."""
    if len(told) > TOLD_AT_ONCE:
        told[0][0].loop.call_soon(_resolve, told[TOLD_AT_ONCE:])
    for job, result in told[:TOLD_AT_ONCE]:
        if job.done.done():
            continue
        if isinstance(result, BaseException):
            job.done.set_exception(result)
        else:
            job.done.set_result(result)
