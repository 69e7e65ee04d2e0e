"""How a store in SQL reads and writes: in threads, in groups, and patiently while the database is away."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, InternalError, OperationalError

from boohive.server.store.protocol import StoreUnavailable
from boohive.server.store.writer import Writer
from boohive.tables.errors import Rejected

__all__ = ["SqlBase", "translated"]

logger = logging.getLogger("boohive.store")

Result = TypeVar("Result")
PATIENCE = 15.0
"""Seconds to wait for a database that is away."""
PAUSE = 0.2
CHECK_SECONDS = 0.8
"""How long a check of the health may take."""
HANG_SECONDS = 3.0
"""A database that does not answer a heartbeat or a query for this long hangs. With a heartbeat each second that is noticed within
five seconds, whoever else waits."""
READERS, READERS_FOR_TABLES = 4, 2
"""Threads that read, and those that read only for people at tables: they do not wait for the lists of strangers. Each has a
connection that is kept, like the thread that writes: see ``POOL_SIZE``."""
DOWN = (OperationalError, InterfaceError, InternalError)
"""What drivers raise when the database is away, full, locked or not writable; everything else is about one statement."""


def translated(error: Exception) -> Exception:
    """A driver's error as the rest of the server knows it."""
    if isinstance(error, DBAPIError) and (isinstance(error, DOWN) or error.connection_invalidated):
        return StoreUnavailable(" ".join(str(error.orig).split())[:300])
    if isinstance(error, IntegrityError) or not isinstance(error, DBAPIError | UnicodeEncodeError | OverflowError):
        return error
    return Rejected("bad_message", "this cannot be stored; use letters, digits and ordinary signs")


class SqlBase:
    """An engine, the thread that writes, and waiting."""

    def __init__(self, engine: Engine, patience: float, store_id: str, is_shared: bool = False) -> None:
        self.engine = engine
        self.writer = Writer(engine, translated, store_id, is_shared)
        self.patience = patience
        self.closing = False
        self.is_away = False
        self.failures = 0
        self.on_change: Callable[[bool], None] | None = None
        self.away_since = 0.0
        """When the present outage began: however many callers wait, none waits longer than since then."""
        self.name = engine.dialect.name
        self.readers = ThreadPoolExecutor(READERS, "store reader")
        self.readers_for_tables = ThreadPoolExecutor(READERS_FOR_TABLES, "store reader for tables")
        self.answers = 0
        """How many queries were answered."""
        # In PostgreSQL a query is a transaction by itself: without one around it, it is one trip instead of three.
        self.reading = engine.execution_options(isolation_level="AUTOCOMMIT") if self.name == "postgresql" else engine

    def write_counts(self) -> tuple[int, int]:
        """How many commits there were, and how many writes in them."""
        return self.writer.commits, self.writer.written

    async def close(self) -> None:
        """Write what is there and close the database."""
        self.closing = True
        await asyncio.to_thread(self.writer.close)
        for threads in (self.readers, self.readers_for_tables):
            threads.shutdown(wait=False, cancel_futures=True)
        self.engine.dispose()

    async def read(self, work: Callable[[Connection], Result], for_tables: bool = False) -> Result:
        """Run a query in a thread."""
        threads = self.readers_for_tables if for_tables else self.readers
        return await self.patiently(lambda: self._read_in_time(threads, work))

    async def _read_in_time(self, threads: ThreadPoolExecutor, work: Callable[[Connection], Result]) -> Result:
        """A database that answers others meanwhile does not hang: it has much to do."""
        try:
            answer = asyncio.wrap_future(threads.submit(self._read, work))
        except RuntimeError:  # The server stops: its threads take nothing more.
            raise StoreUnavailable("it is closed") from None
        while True:
            answered = self.answers
            await asyncio.wait((answer,), timeout=HANG_SECONDS)
            if answer.done():
                return answer.result()
            if self.answers == answered:
                answer.cancel()
                raise StoreUnavailable(f"it does not answer within {HANG_SECONDS:g} s")

    def _read(self, work: Callable[[Connection], Result], is_again: bool = False) -> Result:
        try:
            with self.reading.connect() as connection:
                result = work(connection)
        except Exception as error:
            if isinstance(error, DBAPIError) and error.connection_invalidated and not is_again:
                return self._read(
                    work, True
                )  # This connection was lost while nobody used it; the next one is made now.
            raise translated(error) from None
        self.answers += 1
        return result

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Run a write in the next group; its result once committed. It may run twice, so it must not mind."""
        result: Result = await self.patiently(lambda: self.writer.submit(work))
        return result

    async def patiently(self, attempt: Callable[[], Awaitable[Result]]) -> Result:
        """Try until the database answers, for a bounded time."""
        while True:
            try:
                result = await attempt()
            except StoreUnavailable as error:
                self._note(error)
                if self.closing or time.monotonic() - self.away_since > self.patience:
                    raise
                await asyncio.sleep(PAUSE)
            else:
                if self.is_away:
                    self._note(None)
                return result

    async def write_now(self, work: Callable[[Connection], Result], seconds: float) -> Result:
        """Run a write without waiting for a database that is away; one that hangs is noticed, also for all others."""
        try:
            result: Result = await self._in_time(self.writer.submit(work), seconds)
        except StoreUnavailable as error:
            self._note(error)
            raise
        if self.is_away:
            self._note(None)
        return result

    @staticmethod
    async def _in_time(work: Awaitable[Result], seconds: float) -> Result:
        try:
            return await asyncio.wait_for(work, seconds)
        except TimeoutError:
            raise StoreUnavailable(f"it does not answer within {seconds:g} s") from None

    def _note(self, error: StoreUnavailable | None) -> None:
        """Log when the database goes away, with the reason, and when it is back, once each."""
        now, away = time.monotonic(), error is not None
        self.failures += away
        if away == self.is_away:
            return
        self.is_away = away
        if error is not None:
            logger.warning("the database is away: %s", error.reason)
        else:
            logger.warning("the database is back after %.1f s", now - self.away_since)
        self.away_since = now
        if self.on_change is not None:
            self.on_change(not away)

    async def check(self) -> bool:
        """Whether it can write and read now; answers within a second or so."""

        def work(connection: Connection) -> None:
            # A value that is new each time: SQLite does not write what does not change.
            value = {"value": str(time.time_ns())}
            changed = connection.execute(text("UPDATE settings SET value = :value WHERE name = 'checked'"), value)
            if changed.rowcount == 0:
                connection.execute(text("INSERT INTO settings (name, value) VALUES ('checked', :value)"), value)

        try:
            await self.write_now(work, CHECK_SECONDS)
        except StoreUnavailable:
            return False
        except IntegrityError:  # Another server wrote it at the same moment.
            return True
        return True
