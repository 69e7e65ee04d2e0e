"""One thread that writes, many writes to a commit: whatever has gathered while the disk was busy goes out together."""

import asyncio
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, update
from sqlalchemy.exc import DBAPIError, OperationalError

from boohive.core.errors import BoohiveError
from boohive.server.store import schema

__all__ = ["StoreDown", "Writer"]

GROUP = 256
"""At most so many writes to a commit."""


class StoreDown(BoohiveError):
    """The database cannot be reached; whether the last write got there is not known."""


@dataclass
class Append:
    """An entry to be added to a log, and what the table's row says after it."""

    entry: dict[str, Any]
    row: dict[str, Any]


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
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.commits = 0
        self.written = 0
        dialect = import_module(f"sqlalchemy.dialects.{engine.dialect.name}")  # The other one takes long to load.
        entries = schema.entries
        self._insert = dialect.insert(entries).on_conflict_do_nothing().returning(entries.c.table_id, entries.c.seq)
        rows = schema.tables
        self._update = (
            update(rows)
            .where(rows.c.id == bindparam("the_table"), rows.c.seq < bindparam("new_seq"))
            .values(
                status=bindparam("new_status"),
                due=bindparam("new_due"),
                touched=bindparam("new_touched"),
                seq=bindparam("new_seq"),
            )
        )
        self.thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self.thread.start()

    def submit(self, work: Append | Callable[[Connection], Any]) -> "asyncio.Future[Any]":
        """The result of a write, once it is committed."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self.jobs.put(Job(work, done, loop))
        return done

    def close(self) -> None:
        """Write what is there and stop."""
        self.jobs.put(None)
        self.thread.join(timeout=30)

    def _run(self) -> None:
        while True:
            group, last = self._next_group()
            if group:
                self._write(group)
            if last:
                return

    def _next_group(self) -> tuple[list[Job], bool]:
        job = self.jobs.get()
        group: list[Job] = []
        while True:
            if job is None:
                return group, True
            group.append(job)
            if len(group) >= GROUP:
                return group, False
            try:
                job = self.jobs.get_nowait()
            except queue.Empty:
                return group, False

    def _write(self, group: list[Job]) -> None:
        try:
            with self.engine.begin() as connection:
                results = self._do(connection, group)
        except (OperationalError, DBAPIError) as error:
            if len(group) > 1 and not error.connection_invalidated and not isinstance(error, OperationalError):
                for job in group:  # One of them is at fault; the others must not pay for it.
                    self._write([job])
                return
            self._tell(group, [StoreDown(f"the database does not answer: {error.orig}")] * len(group))
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

    def _do(self, connection: Connection, group: list[Job]) -> list[Any]:
        appends = [job.work for job in group if isinstance(job.work, Append)]
        added = self._append(connection, appends) if appends else set()
        results: list[Any] = []
        for job in group:
            work = job.work
            if isinstance(work, Append):
                key = (work.entry["table_id"], work.entry["seq"], work.entry["action_id"])
                results.append(key in added)
                added.discard(key)  # The same entry twice in a group: only one of them was it.
            else:
                results.append(work(connection))
        return results

    def _append(self, connection: Connection, appends: list[Append]) -> set[tuple[str, int, str]]:
        """Which of the entries found their place free. Of two for one place the first is in."""
        first: dict[tuple[str, int], Append] = {}
        for append in appends:
            first.setdefault((append.entry["table_id"], append.entry["seq"]), append)
        rows = connection.execute(self._insert, [append.entry for append in first.values()])
        places = {(table, seq) for table, seq in rows}
        connection.execute(self._update, [append.row for place, append in first.items() if place in places] or [NO_ROW])
        return {(*place, append.entry["action_id"]) for place, append in first.items() if place in places}

    @staticmethod
    def _tell(group: list[Job], results: list[Any]) -> None:
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Job, Any]]] = {}
        for job, result in zip(group, results, strict=True):
            by_loop.setdefault(job.loop, []).append((job, result))
        for loop, told in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_resolve, told)


NO_ROW = {"the_table": "", "new_seq": 0, "new_status": "", "new_due": None, "new_touched": 0}


def _resolve(told: list[tuple[Job, Any]]) -> None:
    for job, result in told:
        if job.done.done():
            continue
        if isinstance(result, BaseException):
            job.done.set_exception(result)
        else:
            job.done.set_result(result)
