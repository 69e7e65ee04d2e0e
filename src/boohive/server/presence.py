"""Who is connected: pages come and go, other servers report theirs, and races are notified."""

import logging
from collections.abc import Callable, Mapping

from boohive.server.clock import Clock
from boohive.server.commit import Commits
from boohive.server.follower import Follower
from boohive.server.pubsub import PubSub, TableMessage
from boohive.server.registry import Registry
from boohive.server.session import TableSession
from boohive.server.tasks import Background
from boohive.tables import incoming, log
from boohive.tables.errors import Rejected
from boohive.tables.table import Table

__all__ = ["Subscriptions"]

logger = logging.getLogger("boohive.presence")

SILENT_CHECKS = 4
"""Checks, a second apart, at which another server was not alive before all that it reported is forgotten."""
ABSENT_AFTER = 3.0
"""Seconds without a page before a race is notified that a seat is away."""


class Subscriptions:
    """Subscriptions to tables."""

    def __init__(
        self, registry: Registry, commits: Commits, pubsub: PubSub, clock: Clock, background: Background, run: str
    ) -> None:
        self.registry = registry
        self.commits = commits
        self.pubsub = pubsub
        self.clock = clock
        self.background = background
        self.run = run
        """The id of this server's run."""
        self.on_change: Callable[[TableSession], None] | None = None
        """Called with a table that somebody has begun to follow, or that its last page has left."""
        self.others: dict[str, tuple[int, int]] = {}
        """Other servers that have said who is there: their last heartbeat, and at how many looks it was the same."""

    async def follow(self, table_id: str, follower: Follower) -> TableSession:
        """Subscribe a page to a table."""
        session = await self.registry.get(table_id)
        session.add_follower(follower)
        self._changed(session)
        if self.on_change is not None:
            self.on_change(session)
        return session

    def unfollow(self, table_id: str, follower: Follower) -> None:
        """This page has gone."""
        session = self.registry.sessions.get(table_id)
        if session is not None and session.followers.pop(follower, None) is not None:
            session.last_used = self.clock.monotonic()
            self._changed(session)
            if self.on_change is not None and not session.followers:
                self.on_change(session)

    def _changed(self, session: TableSession) -> None:
        session.send_presence()
        self.report(session)
        self._publish(session)

    def report(self, session: TableSession) -> None:
        """Let a race know, a moment from now, who is there."""
        if session.table.is_race and session.table.status == "playing":
            self.background.spawn(self.report_absence(session))

    def _publish(self, session: TableSession, asks: bool = False) -> None:
        seats, spectators, seq = session.local_seats(), session.local_spectators(), session.table.seq
        message = TableMessage(self.run, session.id, seq, None, asks, connected_seats=seats, spectators=spectators)
        self.pubsub.publish(message)

    async def report_absence(self, session: TableSession) -> None:
        """Report to a race who has lost the connection or given up (H37); games that do not care have no word for it."""
        await self.clock.sleep(ABSENT_AFTER)
        for seat, is_connected in enumerate(session.connected()):
            connected = is_connected and not session.table.seats[seat].resigned
            game, reported = session.table.game, session.reported_absence
            word, back = game.connection_event(connected), game.connection_event(True)
            if word is None or session.table.seats[seat].occupant != "person" or reported.get(seat, back) == word:
                continue
            reported[seat] = word

            def make_action(table: Table, word: str = word) -> log.Action:
                return log.Play(word, game_ms=max(table.game_ms_at(self.clock.now_ms()), incoming.last_event_ms(table)))

            try:
                await self.commits.append(session, log.server_id(word, session.table.seq), make_action, seat)
            except Rejected as refusal:
                logger.info("table %s: %s", session.id, refusal)

    def on_remote(self, change: TableMessage) -> TableSession | None:
        """A message from another server; the table, when it has more entries there than here."""
        session, sender = self.registry.sessions.get(change.table), change.sender_id
        if session is None or sender == self.run:
            return None
        if change.has_closed:
            session.remote_presence.pop(sender, None)
            return None
        is_new = sender not in session.remote_presence
        if is_new or change.connected_seats is not None:
            self.others.setdefault(sender, (0, 0))
            session.remote_presence[sender] = (change.connected_seats or (), change.spectators)
            session.send_presence()
            self.report(session)
        if is_new or change.requests_presence:
            self._publish(session)  # Also how far the log is: until now nobody has told them what was stored here.
        return session if change.seq > session.table.seq else None

    def ask(self, session: TableSession) -> None:
        """Ask the other servers who is connected to a table there. From now on they tell us what they store."""
        self._publish(session, asks=True)

    def dropped(self, table_id: str) -> None:
        """The table is not in memory any more."""
        self.pubsub.unsubscribe(table_id)
        self.pubsub.publish(TableMessage(self.run, table_id, has_closed=True))

    def check_heartbeats(self, alive: Mapping[str, int]) -> None:
        """Forget what servers said that are not alive any more; ``alive`` are the last heartbeats of ``others``."""
        for server, (last, same) in list(self.others.items()):
            now = alive.get(server, 0)
            same = same + 1 if now == last else 0
            self.others[server] = (now, same)
            if same >= SILENT_CHECKS:
                del self.others[server]
                self._forget(server)

    def _forget(self, server: str) -> None:
        logger.warning("server %s is silent; nobody counts as connected there", server)
        for session in list(self.registry.sessions.values()):
            if session.remote_presence.pop(server, None) is not None:
                session.send_presence()
                self.report(session)
                self.ask(session)  # It may only have been slow.
