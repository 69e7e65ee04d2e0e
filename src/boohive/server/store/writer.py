"""One thread that writes, many writes to a commit: whatever has gathered while the disk was busy goes out together."""

import asyncio
import queue
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from boohive.server.store.protocol import StoreUnavailable
from boohive.server.tricks import pacing

__all__ = ["Append", "Writer"]

GROUP = 256
"""The most rows in one statement."""
SAME_STORE = "(SELECT value FROM settings WHERE name = 'store id') = %s"
"""Only in the store that was opened: after a restore another history may have the same number of entries."""


class SeqConflict(Exception):
    """Not all entries of a group follow the last one of their table: it is written again with more care."""


Care = Literal[0, 1, 2]
TOGETHER: Care = 0
"""As if all entries followed the last one of their table,"""
LOOK_FIRST: Care = 1
"""or only those that do when somebody looks before,"""
SINGLY: Care = 2
"""or one after the other: at the same moment another server has written to one of these tables."""


Result = Any
"""What a write gives back, or the exception it raised: the caller that submitted the write knows its type."""


class Append(NamedTuple):
    """An entry to be added to a log, and what the table's row says after it."""

    entry: tuple[str, int, int, int, str, str]
    """Table, number, time, seat, the action's id and the action: the columns of ``entries`` in order."""
    row: tuple[str, str, int | None, int, int, str, str | None]
    """Table, status, when it is due, last touched, number, active seats, summary: what the table's row says then."""
    guarded: str | None = None
    """The key of the position it led to, where that is part of a running game between people."""


Work = Append | Callable[[Connection], Result]
Done = asyncio.Future[Result]


@cache
def insert_sql(count: int, placeholder: str) -> str:
    """One statement for a whole group: each statement costs the event loop a change of threads."""
    rows = ", ".join([f"({', '.join([placeholder] * 6)})"] * count)
    return f"INSERT INTO entries (table_id, seq, at, seat, action_id, action) VALUES {rows} ON CONFLICT DO NOTHING"


@cache
def guard_sql(count: int, placeholder: str) -> str:
    """Positions that are not analysed until their game is over; one that comes up again is there already."""
    rows = ", ".join([f"({placeholder}, {placeholder})"] * count)
    return f"INSERT INTO positions (key, table_id) VALUES {rows} ON CONFLICT DO NOTHING"


@cache
def update_sql(count: int, placeholder: str) -> str:
    """The same for the rows of the tables. Only a row whose last entry is the one before takes the next: a log has no hole."""
    big, text = f"CAST({placeholder} AS BIGINT)", f"CAST({placeholder} AS TEXT)"
    rows = ", ".join([f"({placeholder}, {placeholder}, {big}, {big}, {big}, {placeholder}, {text})"] * count)
    return (
        # Both databases name the columns of VALUES like this; SQLite's driver begins a transaction, and counts the
        # changed rows, only where the statement begins with the word UPDATE.
        "UPDATE tables SET status = new.column2, due = new.column3, touched = new.column4, seq = new.column5, "
        "active = new.column6, summary = COALESCE(new.column7, tables.summary) "
        f"FROM (VALUES {rows}) AS new WHERE tables.id = new.column1 AND tables.seq = new.column5 - 1 "
        f"AND {SAME_STORE % placeholder}"
    )


@cache
def lock_sql(placeholder: str) -> str:
    """Take the row of a table whose last entry has this number."""
    return (
        f"UPDATE tables SET seq = seq WHERE id = {placeholder} AND seq = {placeholder} AND {SAME_STORE % placeholder}"
    )


@cache
def fitting_sql(count: int, placeholder: str, locks: bool) -> str:
    """Which tables have an entry of this number as their last. In PostgreSQL the row is kept for us."""
    rows = ", ".join([f"({placeholder}, CAST({placeholder} AS BIGINT))"] * count)
    return (
        f"SELECT id FROM tables WHERE (id, seq) IN (VALUES {rows}) AND {SAME_STORE % placeholder} "
        f"ORDER BY id{' FOR UPDATE' if locks else ''}"
    )


@cache
def used_sql(count: int, placeholder: str) -> str:
    """Which tables have an action of this seat and id already."""
    rows = ", ".join([f"({placeholder}, CAST({placeholder} AS BIGINT), {placeholder})"] * count)
    return f"SELECT table_id FROM entries WHERE (table_id, seat, action_id) IN (VALUES {rows})"


@dataclass
class Job:
    """A write, and the future that its caller waits for."""

    work: Work
    done: Done
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)


class Writer:
    """Takes writes from the event loop, commits them in groups, and returns each result after its commit."""

    def __init__(self, engine: Engine, translated: Callable[[Exception], Exception], store_id: str) -> None:
        self.engine = engine
        self.store_id = store_id
        self.translated = translated
        self.pacing = pacing()
        self.jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self.under_way: tuple[Job, ...] = ()
        """What the thread has taken and not committed yet."""
        self.pending: list[Job] = []
        """What has come in since the event loop last handed something over: waking the thread for each costs too much."""
        self.next_handover_at = 0.0
        """When, by the event loop's clock, the thread may be woken again."""
        self.closing = False
        self.commits = 0
        self.written = 0
        self.placeholder = "?" if engine.dialect.paramstyle == "qmark" else "%s"
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
            while True:  # What the thread has not taken is not stored at all.
                waiting += self.jobs.get_nowait() or ()
        if self.closing:
            self.jobs.put(None)
        for job in waiting:
            if not job.done.done():
                job.done.set_exception(error)

    def _run(self) -> None:
        last = False
        while not last:
            group, last = self._next_group()
            if group:
                self.under_way = tuple(group)
                self._write(group)
                self.under_way = ()
        self._let_go()

    def _next_group(self) -> tuple[list[Job], bool]:
        """All that has come in, and whether it is the last."""
        group: list[Job] = []
        jobs = self.jobs.get()
        while True:
            if jobs is None:
                return group, True
            group += jobs
            if len(group) >= self.pacing.group or self.jobs.empty():
                return group, False
            jobs = self.jobs.get()

    def _write(self, group: list[Job], care: Care = TOGETHER) -> None:
        try:
            with self._transaction() as connection:
                results = self._do(connection, group, care)
        except SeqConflict:
            self._write(group, LOOK_FIRST if care == TOGETHER else SINGLY)
            return
        except Exception as error:
            translated = self.translated(error)
            if len(group) > 1 and not isinstance(translated, StoreUnavailable):
                for job in group:  # One of them is at fault; the others must not pay for it.
                    self._write([job])
                return
            self._return_results(group, [translated] * len(group))
            return
        self.commits += 1
        self.written += len(group)
        self._return_results(group, results)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """The connection is kept: taking one from the pool, which asks whether it is alive, costs as much as the writing. One to
        another machine that has failed is not used again."""
        if self.connection is None:
            self.connection = self.engine.connect()
        try:
            with self.connection.begin():
                yield self.connection
        except DBAPIError as error:
            if self.engine.dialect.name != "sqlite" and not isinstance(error, IntegrityError):
                self._let_go()
            raise

    def _let_go(self) -> None:
        connection, self.connection = self.connection, None
        if connection is not None:
            with suppress(DBAPIError):  # It may be broken.
                connection.close()

    def _do(self, connection: Connection, group: list[Job], care: Care) -> list[Result]:
        if len(group) == 1 and isinstance(group[0].work, Append) and care == TOGETHER:
            self._add(connection, [group[0].work])  # The usual case of a server with little to do.
            return [True]
        appends = [job.work for job in group if isinstance(job.work, Append)]
        added = iter(self._append(connection, appends, care) if appends else ())
        return [next(added) if isinstance(job.work, Append) else job.work(connection) for job in group]

    def _append(self, connection: Connection, appends: list[Append], care: Care) -> list[bool]:
        """Which of the entries follow the last one of their table. Of two with one number the first is in."""
        if care == SINGLY:
            return [self._append_one(connection, append) for append in appends]
        added: dict[int, bool] = {}
        for wave in _waves(appends):
            chosen = wave if care == TOGETHER else self._fitting(connection, wave)
            if chosen:
                self._add(connection, chosen)
            added.update((id(append), True) for append in chosen)
        return [id(append) in added for append in appends]

    def _add(self, connection: Connection, appends: list[Append]) -> None:
        """Add entries of different tables that follow the last one of each; ``SeqConflict`` if one does not."""
        if self._update(connection, appends) < len(appends) or self._insert(connection, appends) < len(appends):
            raise SeqConflict
        if guarded := [append for append in appends if append.guarded]:
            self._guard(connection, guarded)

    def _fitting(self, connection: Connection, wave: list[Append]) -> list[Append]:
        """Those whose table has the entry before as its last, and whose id is not taken."""
        before = [value for append in wave for value in (append.entry[0], append.entry[1] - 1)]
        ids = [value for append in wave for value in (append.entry[0], append.entry[3], append.entry[4])]
        fitting = fitting_sql(len(wave), self.placeholder, locks=self.engine.dialect.name == "postgresql")
        fit = {name for (name,) in connection.exec_driver_sql(fitting, (*before, self.store_id))}
        used = {name for (name,) in connection.exec_driver_sql(used_sql(len(wave), self.placeholder), tuple(ids))}
        return [append for append in wave if append.entry[0] in fit - used]

    def _append_one(self, connection: Connection, append: Append) -> bool:
        table, seq = append.entry[:2]
        if connection.exec_driver_sql(lock_sql(self.placeholder), (table, seq - 1, self.store_id)).rowcount != 1:
            return False
        is_in = self._insert(connection, [append]) == 1 and self._update(connection, [append]) == 1
        if is_in and append.guarded:
            self._guard(connection, [append])
        return is_in

    def _guard(self, connection: Connection, appends: list[Append]) -> None:
        values = tuple(value for append in appends for value in (append.guarded, append.entry[0]))
        connection.exec_driver_sql(guard_sql(len(appends), self.placeholder), values)

    def _update(self, connection: Connection, appends: list[Append]) -> int:
        values = appends[0].row if len(appends) == 1 else tuple(value for append in appends for value in append.row)
        return connection.exec_driver_sql(update_sql(len(appends), self.placeholder), (*values, self.store_id)).rowcount

    def _insert(self, connection: Connection, appends: list[Append]) -> int:
        values = appends[0].entry if len(appends) == 1 else tuple(value for append in appends for value in append.entry)
        return connection.exec_driver_sql(insert_sql(len(appends), self.placeholder), values).rowcount

    def _return_results(self, group: list[Job], results: list[Result]) -> None:
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Job, Result]]] = {}
        for job, result in zip(group, results, strict=True):
            by_loop.setdefault(job.loop, []).append((job, result))
        for loop, finished in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_resolve, finished, self.pacing.results_per_tick)


def _waves(appends: list[Append]) -> list[list[Append]]:
    """Entries in portions with at most one of each table, in the order in which they came. Whoever does much at one table
    makes more portions; all others are in the first. Every server takes tables in one order, so that none waits for another
    that waits for it."""
    waves: list[list[Append]] = []
    count: Counter[str] = Counter()
    for append in appends:
        number = count[append.entry[0]]
        count[append.entry[0]] += 1
        if number == len(waves):
            waves.append([])
        waves[number].append(append)
    ordered = [sorted(wave, key=lambda append: append.entry[0]) for wave in waves]
    return [wave[begins : begins + GROUP] for wave in ordered for begins in range(0, len(wave), GROUP)]


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
