"""The tables of one server: everything that happens at them, put together from its parts. Knows no database and no network."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from boohive.server.bots import Bots
from boohive.server.clock import Clock, SystemClock
from boohive.server.commit import Commits
from boohive.server.followups import FollowUps
from boohive.server.limits import Limits
from boohive.server.messages.socket import Update
from boohive.server.outages import Outages
from boohive.server.presence import Subscriptions
from boohive.server.pubsub import EntryData, PubSub, TableMessage
from boohive.server.registry import Registry, RunInThread
from boohive.server.rendering import TableRenderer, update_message
from boohive.server.requests import ActResult, Sender, new_id
from boohive.server.session import TableSession, viewer_for
from boohive.server.store.protocol import Store, StoreUnavailable
from boohive.server.tasks import Background
from boohive.server.timers import Timers
from boohive.server.tricks import deferred_queue
from boohive.server.workers import Workers
from boohive.tables import log

__all__ = ["AFTER_COMMIT", "TableService"]

logger = logging.getLogger("boohive.tables")

AFTER_COMMIT = ("broadcast", "publish", "arm", "follow_up")
"""The order of what happens after a commit, once the table itself has advanced: pages first, then other servers, then
the timer, then whatever the action makes necessary."""
HEARTBEAT = 1.0
SCAN = 2.0
TIDY = 5.0
MEASUREMENTS = 5
"""How often the database's clock is read at the start; the reading that took the shortest time counts."""
MISSED_MS = 5_000
"""How far back to look for changes by other servers whose messages may have been lost."""


class TableService:
    """All tables of this process."""

    def __init__(
        self,
        store: Store,
        pubsub: PubSub,
        workers: Workers,
        clock: Clock | None = None,
        limits: Limits | None = None,
        run_in_thread: RunInThread = asyncio.to_thread,
    ) -> None:
        self.store = store
        self.pubsub = pubsub
        self.clock = clock or SystemClock()
        self.run = new_id()
        """The id of this server's run."""
        self.store_id: str | None = None
        """The id of the store; another one means that a backup was restored."""
        self.on_store_replaced: Callable[[], Awaitable[None]] | None = None
        self.outages = Outages(self.run, self.clock)
        self.scanned = self.clock.now_ms()
        self.background = Background(self.clock)
        self.deferred = deferred_queue(self.clock)
        self.registry = Registry(store, self.clock, self.deferred, run_in_thread)
        self.commits = Commits(store, self.registry, self.clock, limits)
        self.timers = Timers(store, self.registry, self.commits, self.clock, self.background, self.run)
        self.timers.is_store_away = self.outages.is_away
        self.presence = Subscriptions(self.registry, self.commits, pubsub, self.clock, self.background, self.run)
        self.bots = Bots(self.commits, workers, self.clock, self.background)
        self.followups = FollowUps(store, self.registry, self.commits, self.background, self.bots.wake)
        self.presence.on_change = self.bots.wake
        self.commits.after_catch_up = self.timers.arm
        self.commits.hears_others = lambda: pubsub.connected
        self.registry.on_load = self._loaded
        self.registry.on_replace = self._replaced
        self.commits.listeners = (
            ("broadcast", TableSession.broadcast_entry),
            ("publish", self._publish),
            ("arm", self.timers.arm),
            ("follow_up", self.followups.after_commit),
        )
        assert tuple(name for name, _ in self.commits.listeners) == AFTER_COMMIT
        self.rejected = 0
        self.remote_messages = 0
        """Messages of other servers."""

    async def start(self) -> None:
        """Begin to keep time."""
        await self._set_clock()
        await self._beat()
        self.registry.on_open, self.registry.on_drop = self.pubsub.subscribe, self.presence.dropped
        await self.pubsub.start(self.run, self._on_remote, self._on_subscribed)
        self.background.repeat("heartbeat", HEARTBEAT, self._beat)
        self.background.repeat("scan", SCAN, self._scan)
        self.background.repeat("tidy", TIDY, self._tidy)

    async def close(self) -> None:
        """Stop; no clock runs from here on until a server is back."""
        self.timers.closing = self.bots.closing = True
        self.registry.close()
        await self.background.close()
        try:
            await self._beat()
        except StoreUnavailable:
            logger.warning("the database is away; the last second before the stop may be charged")
        await self.pubsub.close()

    async def answer(self, result: ActResult, sender: Sender) -> Update:
        """The answer to the sender of an action, once it may be shown to everybody."""
        session, table = result.session, result.table
        await session.until_shown(result.entry.seq)
        viewer = viewer_for(table, sender.token_hashes, sender.person)
        renderer = TableRenderer(table, self.clock.now_ms(), session.connected, turn_from_ms=session.turn_sent_at)
        reveal_at = session.reveal_at(result.entry, table)
        return update_message(session.id, result.entry, viewer, renderer, reveal_at, result.is_resend)

    # What the parts report to each other.

    async def _loaded(self, session: TableSession) -> None:
        async with session.lock:
            await self.timers.count_downtime(session, self.run)
        self.timers.arm(session)
        self.background.spawn(self.followups.run(session))

    def _replaced(self, session: TableSession) -> None:
        self.timers.arm(session)
        self.bots.wake(session)

    def _publish(self, session: TableSession, entry: log.LogEntry) -> None:
        if session.remote_presence:  # Nobody else has the table open: whoever opens it asks first.
            data = EntryData(entry.server_ms, entry.seat, entry.id, log.write_action(entry.action).decode())
            self.pubsub.publish(TableMessage(self.run, session.id, entry.seq, data), session.remote_presence)
        if isinstance(entry.action, log.Resign):
            self.presence.report(session)

    def _on_subscribed(self, table_id: str) -> None:
        """From now on we hear what happens at a table: what happened until now is asked for."""
        session = self.registry.sessions.get(table_id)
        if session is not None:
            self.presence.ask(session)
            self.background.spawn(self._catch_up(session))

    def _on_remote(self, change: TableMessage) -> None:
        self.remote_messages += 1
        session = self.presence.on_remote(change)
        if session is None:
            return
        if change.entry is not None and self.commits.take_in(session, change.seq, change.entry):
            self.bots.wake(session)
        else:
            self.background.spawn(self._catch_up(session))

    async def _catch_up(self, session: TableSession) -> None:
        async with session.lock:
            await self.commits.catch_up(session)
        self._replaced(session)

    # Loops.

    async def _set_clock(self) -> None:
        """Agree with the other servers about the time, before anything is written. A store that takes long to answer is asked
        again, since nobody knows when within that time the clock was read."""
        measured = [time for _ in range(MEASUREMENTS) if (time := await self.store.time()) is not None]
        if measured:
            self.clock.set_by(min(measured, key=lambda time: time.within_ms))
        self.outages.begin()
        self.scanned = self.clock.now_ms()

    async def _follow_clock(self) -> None:
        time = await self.store.time()
        if time is None:
            return
        agreed = self.clock.agrees()
        self.clock.follow(time)
        if agreed and not self.clock.agrees():
            logger.warning("the database's clock was set: restart this server, so that it agrees with others again")
        elif self.clock.agrees() and not agreed:
            logger.warning("this server's clock agrees with the database's again")

    async def _beat(self) -> None:
        """Write down that we are alive, so that the time we are not is known."""
        heartbeat = self.outages.next_heartbeat()
        store_id = await self.store.heartbeat(heartbeat.span, heartbeat.started, heartbeat.now)
        outage = self.outages.written(heartbeat)
        await self._follow_clock()
        if outage is not None:
            for session in list(self.registry.sessions.values()):
                self.background.spawn(self._after_outage(session, *outage))
        before, self.store_id = self.store_id, store_id
        if before not in (None, store_id):
            await self._store_replaced(store_id)
        if self.presence.others:
            self.presence.check_heartbeats(await self.store.heartbeats(self.presence.others))

    async def _after_outage(self, session: TableSession, since: int, until: int) -> None:
        """Those who sit here could do nothing; for those elsewhere it counts whether any server could write."""
        session.absences.restart()
        if session.local_seats():
            await self.timers.pause(session, since, until)
            return
        async with session.lock:
            await self.timers.count_downtime(session, self.run)
        self.timers.arm(session)

    async def _store_replaced(self, store_id: str) -> None:
        """A backup was restored under us: nothing that is in memory counts any more."""
        logger.warning("the store was replaced by a restored backup; every table is read again")
        sessions = list(self.registry.sessions.values())
        for session in sessions:
            session.may_be_stale = session.must_reload = True
        self.store.use(store_id)
        self.registry.unreadable.clear()
        if self.on_store_replaced is not None:
            await self.on_store_replaced()
        for session in sessions:
            self.background.spawn(self.registry.reload(session.id))

    async def _scan(self) -> None:
        """Look for tables that are due though nobody watches, and for changes we may have missed."""
        await self.timers.scan_due()
        since, self.scanned = self.scanned - MISSED_MS, self.clock.now_ms()
        for table_id, seq, touched in await self.store.touched_tables(since, self.registry.sessions):
            session = self.registry.sessions.get(table_id)
            if session is None or session.lock.locked():
                continue
            if seq > session.table.seq:
                self.background.spawn(self._catch_up(session))
            elif seq == session.table.seq and touched > max(session.table.last_activity, session.read_at):
                self.background.spawn(self.registry.reload(table_id))  # A person was erased from its log.

    async def _tidy(self) -> None:
        """Send running clocks again, and drop tables that nobody is busy with."""
        for session in list(self.registry.sessions.values()):
            if session.table.clocks.running and session.followers:
                session.send_clocks()
        self.registry.evict_idle()
