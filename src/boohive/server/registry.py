"""Tables in memory: loaded from their logs when somebody wants them, and dropped when nobody does."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from boohive.server.clock import Clock
from boohive.server.plain.deferred import DeferredQueue
from boohive.server.rendering import error_message
from boohive.server.requests import check_table_id
from boohive.server.session import TableSession
from boohive.server.store.protocol import Store, StoreUnavailable, TableRow
from boohive.server.summaries import row_after
from boohive.tables import log
from boohive.tables.errors import Rejected, rejected_as
from boohive.tables.replay import apply, replay
from boohive.tables.seating import seat_order
from boohive.tables.seats import with_pseudonym
from boohive.tables.table import Table

__all__ = ["Registry"]

logger = logging.getLogger("boohive.registry")

KEEP_IDLE = 30.0
"""Seconds a table stays in memory after the last page has gone."""
TRY_AGAIN_AFTER = 600.0
"""Seconds before a table whose log could not be read is read again."""
LONG_LOG = 200
"""A log with more entries than this is replayed in a thread, so that the event loop goes on."""

RunInThread = Callable[[Callable[[list[log.LogEntry]], Table], list[log.LogEntry]], Awaitable[Table]]


class Registry:
    """The tables of this process."""

    def __init__(
        self, store: Store, clock: Clock, deferred: DeferredQueue, run_in_thread: RunInThread = asyncio.to_thread
    ) -> None:
        self.store = store
        self.clock = clock
        self.deferred = deferred
        self.run_in_thread = run_in_thread
        self.sessions: dict[str, TableSession] = {}
        self.loading: dict[str, asyncio.Task[TableSession]] = {}
        self.unreadable: dict[str, float] = {}
        """Tables set aside because their logs cannot be read, and since when."""
        self.reasons: dict[str, Rejected] = {}
        """What is said of a table that was set aside, where that is more than that it cannot be read."""
        self.dropped = 0
        """How many tables were dropped from memory."""
        self.on_open: Callable[[str], None] | None = None
        """Called with the id of each table that is in memory from now on,"""
        self.on_drop: Callable[[str], None] | None = None
        """and of each that is not any more."""
        self.on_load: Callable[[TableSession], Awaitable[None]] | None = None
        """Called with each table that was loaded, before anybody gets it."""
        self.on_replace: Callable[[TableSession], None] | None = None
        """Called with each table that was replaced in place."""

    async def get(self, table_id: str) -> TableSession:
        """The table, read from its log if need be; ``Rejected`` when there is none."""
        session = self.sessions.get(table_id)
        if session is None:
            check_table_id(table_id)
            task = self.loading.get(table_id)
            if task is None:
                task = self.loading[table_id] = asyncio.ensure_future(self._load(table_id))
                task.add_done_callback(lambda _: self.loading.pop(table_id, None))
            session = await asyncio.shield(task)
        session.last_used = self.clock.monotonic()
        return session

    async def _load(self, table_id: str) -> TableSession:
        entries, table = await self._read(table_id)
        session = TableSession(table_id, entries, self.clock, self.deferred, table)
        session.last_used = self.clock.monotonic()
        try:
            if self.on_load is not None:
                await self.on_load(session)
        except BaseException as error:
            stop_session(session)  # Nobody has it yet: the next one who asks loads it again.
            if isinstance(error, Exception) and not isinstance(error, StoreUnavailable | Rejected):
                self.set_aside(table_id)
                raise _unreadable() from None
            raise
        self.sessions[table_id] = session
        if self.on_open is not None:
            self.on_open(table_id)
        return session

    async def _read(self, table_id: str) -> tuple[list[log.LogEntry], Table]:
        """A table's log and what it leads to. A log that cannot be replayed is set aside: other tables go on."""
        if self.is_set_aside(table_id):
            raise self.reasons.get(table_id) or _unreadable()
        try:
            entries = await self.store.entries(table_id)
            if not entries:
                raise Rejected("unknown_table", "there is no such table; ask for the link again")
            return entries, await self._replay(entries)
        except (StoreUnavailable, asyncio.CancelledError):
            raise
        except Exception as error:
            if isinstance(error, Rejected) and error.code == "unknown_table":
                raise
            if isinstance(error, Rejected) and error.code == "newer_format":
                self.set_aside(table_id, error)
                raise
            self.set_aside(table_id)
            raise _unreadable() from None

    def set_aside(self, table_id: str, newer: Rejected | None = None) -> None:
        """Leave a table alone for a while; the log says why, metrics and health count it."""
        self.unreadable[table_id] = self.clock.monotonic()
        if newer is not None:
            self.reasons[table_id] = newer
            logger.warning("table %s is set aside: %s", table_id, newer)
            return
        logger.exception("table %s is set aside: its log cannot be read; see boohive admin check", table_id)

    def is_set_aside(self, table_id: str) -> bool:
        """Whether the table's log could not be read a while ago."""
        since = self.unreadable.get(table_id)
        if since is not None and self.clock.monotonic() - since > TRY_AGAIN_AFTER:
            del self.unreadable[table_id]
            self.reasons.pop(table_id, None)
            return False
        return since is not None

    async def _replay(self, entries: Sequence[log.LogEntry]) -> Table:
        opened = entries[0].action
        given = len(opened.events) if isinstance(opened, log.TableCreated) else 0
        if len(entries) + given <= LONG_LOG:
            return replay(entries)
        return await self.run_in_thread(replay, list(entries))

    async def reload(self, table_id: str) -> None:
        """Read a table again that is in memory, because its log was rewritten; its pages stay and get the whole table."""
        session = self.sessions.get(table_id)
        if session is not None:
            async with session.lock:
                session.read_at = self.clock.now_ms()
                await self.reload_locked(session)

    async def reload_locked(self, session: TableSession) -> None:
        """The same, with the table's lock held. A table that is not there any more, or cannot be read, is dropped."""
        try:
            entries, table = await self._read(session.id)
        except Rejected as refusal:
            self.drop(session, refusal)
            raise
        session.replace(entries, table)
        is_open = session.table.status == "waiting" or session.table.settings.party
        session.send_snapshots(await self.store.code_of(session.id, self.clock.now_ms()) if is_open else None)
        if self.on_replace is not None:
            self.on_replace(session)

    def drop(self, session: TableSession, refusal: Rejected) -> None:
        """Drop a table whose log can no longer be read: its pages are notified, and the next request reads it again."""
        if refusal.code == "newer_format" and session.id not in self.unreadable:
            self.set_aside(session.id, refusal)
        self._remove(session)
        session.broadcast(error_message(refusal, session.id))

    def _remove(self, session: TableSession) -> None:
        if self.sessions.pop(session.id, None) is not None:
            self.dropped += 1
            if self.on_drop is not None:
                self.on_drop(session.id)
        stop_session(session)

    async def create(
        self, table_id: str, opened: log.TableCreated, sits: Sequence[log.SeatTaken], quick: str | None = None
    ) -> None:
        """A new table in the store."""
        now = self.clock.now_ms()
        sits = [with_pseudonym(sit, opened.seed) for sit in sits]
        entries = [log.LogEntry(1, now, None, log.server_id("created"), opened)]
        entries += [log.LogEntry(2 + i, now, None, log.server_id("seat", sit.seat), sit) for i, sit in enumerate(sits)]
        with rejected_as("bad_option"):
            table = await self._replay(entries)
        if table.is_full:
            entries.append(log.LogEntry(len(entries) + 1, now, None, log.server_id("start"), seat_order(table)))
            table = apply(table, entries[-1])
        after = row_after(None, table)
        row = TableRow(
            table_id, opened.game, after.status, opened.public, quick, now, now, after.due, table.seq, after.active,
            after.summary or "{}",
        )  # fmt: skip
        await self.store.create(row, entries, [sit.person for sit in sits if sit.person is not None])

    def evict_idle(self) -> None:
        """Drop tables that nobody is busy with; they are reloaded on demand."""
        now, now_ms = self.clock.monotonic(), self.clock.now_ms()
        for session in list(self.sessions.values()):
            deadline = session.table.deadline(session.turn_sent_at)
            soon = deadline is not None and deadline - now_ms < 1000 * KEEP_IDLE
            busy = session.followers or session.thinking or session.lock.locked() or soon
            if not busy and now - session.last_used > KEEP_IDLE:
                self._remove(session)

    def close(self) -> None:
        """Stop all timers and bots."""
        for session in self.sessions.values():
            stop_session(session)


def stop_session(session: TableSession) -> None:
    """Nothing happens at this table by itself any more."""
    if session.timer is not None:
        session.timer.cancel()
        session.timer = None
    for task in session.thinking.values():
        task.cancel()


def _unreadable() -> Rejected:
    return Rejected("not_now", "this table cannot be read by this server; ask the people who run it to look at the log")
