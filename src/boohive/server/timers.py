"""What tables do by themselves: clocks run out, claims are ranked, races reveal their next event."""

import logging
from collections.abc import Callable

from boohive.server.clock import Clock
from boohive.server.commit import Commits
from boohive.server.registry import Registry
from boohive.server.session import TableSession
from boohive.server.store.protocol import Store
from boohive.server.tasks import Background
from boohive.tables import incoming, log
from boohive.tables.claims import Claim
from boohive.tables.errors import Rejected
from boohive.tables.latency import reveal_lead
from boohive.tables.playing import ranked_claims
from boohive.tables.table import Table

__all__ = ["Timers"]

logger = logging.getLogger("boohive.timers")

GRACE_MS = 300
"""Milliseconds after a seat's time is up in which a move that was under way may still come in."""
REVEAL_LEAD_MS = 160
"""Milliseconds before a common reveal at which it is stored, so that the farthest page has it in time."""
MIN_DOWNTIME_MS = 1500
"""An absence of all servers that is worth writing down."""
MIN_PAUSE_MS = 250
"""A delay of the store that is worth writing down; shorter ones are known to this server alone."""
AWAY_RETRY = 0.25
"""Seconds after which a timer looks again whether something can be stored."""
OTHERS_FIRST_MS = 60
"""Of several servers with the same table open one acts first; each of the others only if nothing has come from it for so long."""
MAX_WAIT = 86_400
DUE_AT_ONCE = 200


class Timers:
    """One timer for each table in memory, and a look at the store for the others."""

    def __init__(
        self, store: Store, registry: Registry, commits: Commits, clock: Clock, background: Background, run: str = ""
    ) -> None:
        self.store = store
        self.registry = registry
        self.commits = commits
        self.clock = clock
        self.background = background
        self.run = run
        self.closing = False
        self.is_store_away: Callable[[], bool] = lambda: False

    # Setting.

    def arm(self, session: TableSession, entry: log.LogEntry | None = None) -> None:
        """Set the timer for what the table does by itself next; after each commit that may be something else."""
        table = session.table
        if entry is not None and entry.seq == table.position_seq and table.status == "playing":
            # A turn begins when its start is sent: where storing it took long, the log says so to every server.
            since, until = max(entry.server_ms, table.reveal_at), session.turn_sent_at
            if until - since >= MIN_PAUSE_MS:
                self.background.spawn(self.pause(session, since, until, entry.seq))
        if session.timer is not None:
            session.timer.cancel()
            session.timer = None
        # Not taken from the row that was stored: tables are armed without one too.
        deadline = table.deadline(session.turn_sent_at)
        if deadline is None or self.closing:
            return
        is_reveal = _is_reveal(table)
        early = (REVEAL_LEAD_MS if is_reveal else 0) if table.is_race else -GRACE_MS
        late = OTHERS_FIRST_MS * session.servers_before(self.run) if session.remote_presence else 0
        wait = max(0, deadline - early + late - self.clock.now_ms()) / 1000
        session.timer = self.clock.call_later(min(wait, MAX_WAIT), self._fires, session)
        if is_reveal:
            lead = reveal_lead(session.latencies())
            wait = max(0, deadline - lead - self.clock.now_ms()) / 1000
            self.clock.call_later(wait, self._announce, session, deadline)

    def _announce(self, session: TableSession, reveal_at: int) -> None:
        """Announce the reveal to the pages, unless something else has happened."""
        if _is_reveal(session.table) and session.table.deadline() == reveal_at:
            session.send_reveal_soon(reveal_at)

    # Firing.

    def _fires(self, session: TableSession) -> None:
        if self.registry.sessions.get(session.id) is session and not self.closing:
            self.background.spawn(self.fire(session))

    async def fire(self, session: TableSession) -> None:
        """Do what is due, as the log's own times imply."""
        table, now = session.table, self.clock.now_ms()
        deadline = table.deadline(session.turn_sent_at)
        if deadline is None:
            return
        if self.is_store_away():
            session.timer = self.clock.call_later(AWAY_RETRY, self._fires, session)
            return
        if now < deadline - (REVEAL_LEAD_MS if _is_reveal(table) else 0):
            self.arm(session)
            return
        try:
            if table.is_race:
                await self._fire_race(session)
            else:
                await self._fire_clock(session)
        except Rejected as refusal:
            logger.info("table %s: %s", session.id, refusal)
            self.arm(session)

    async def _fire_clock(self, session: TableSession) -> None:
        seat, seq = session.table.clocks.running_seat, session.table.position_seq
        async with session.lock:
            if self.is_store_away():
                self.arm(session)
            elif session.table.clocks.running_seat == seat and session.table.position_seq == seq:
                action_id, turn_from = log.server_id("timeout", seq, session.table.seq), session.turn_sent_at
                timeout = log.Timeout(turn_from if turn_from > session.table.clocks.turn_started_at else None)
                await self.commits.append_locked(session, seat, action_id, lambda _: timeout, self.clock.now_ms())

    async def _fire_race(self, session: TableSession) -> None:
        async with session.lock:
            table, now = session.table, self.clock.now_ms()
            ranking, due = table.ranking_due(), table.position.next_timer
            if ranking is not None and (due is None or ranking <= due) and table.game_ms_at(now) >= ranking:
                await self._rank(session)
            elif due is not None:
                moment = table.game_started_at + due
                reveal_at = moment if _is_reveal(table) else None
                event = log.Play(table.game.timer_event(), game_ms=due, reveal_at=reveal_at)
                action_id = log.server_id("time", table.seq, due)
                await self.commits.append_locked(session, None, action_id, lambda _: event, min(now, moment))

    async def _rank(self, session: TableSession) -> None:
        """Let the waiting claims into the game, first one first; what the rules then refuse is left out."""
        for claim in ranked_claims(session.table):
            try:
                await self._let_in(session, claim)
            except Rejected as refusal:
                logger.info("table %s, claim of seat %s: %s", session.id, claim.seat, refusal)
        if session.table.pending_claims():
            action_id = log.server_id("ranked", session.table.seq)
            await self.commits.append_locked(
                session, None, action_id, lambda _: log.ClaimsDiscarded(), self.clock.now_ms()
            )

    async def _let_in(self, session: TableSession, claim: Claim) -> None:
        def make_action(table: Table) -> log.Action:
            return incoming.as_event(table, claim, self.clock.now_ms())

        action_id = log.server_id("claim", claim.game_ms, session.table.seq)
        await self.commits.append_locked(session, claim.seat, action_id, make_action, self.clock.now_ms())

    # Tables that nobody watches.

    async def count_downtime(self, session: TableSession, run: str) -> None:
        """The time in which no server was there is not charged to anybody. The table's lock is held."""
        table = session.table
        if table.status != "playing" or not (table.clocks.running or table.is_race):
            return
        now = self.clock.now_ms()
        away = await self.store.downtime(_uncounted_since(table), now)
        if away > MIN_DOWNTIME_MS:
            action_id = log.server_id("pause", now, run[:6])
            await self.commits.append_locked(session, None, action_id, lambda _: log.Pause(away, now), now)

    async def pause(self, session: TableSession, since: int, until: int, turn: int | None = None) -> None:
        """A time in which nothing could be stored is not charged to anybody, neither the mover nor the next."""
        async with session.lock:
            if session.may_be_stale:
                await self.commits.catch_up(session)
            table = session.table
            is_timed = table.status == "playing" and (table.clocks.running or table.is_race)
            turn_sent_at = session.turn_sent_at if turn is None and not table.is_race else 0
            length = until - max(since, turn_sent_at, _uncounted_since(table))
            if is_timed and length >= MIN_PAUSE_MS and turn in (None, table.position_seq):
                action_id = log.server_id("pause", until, table.seq)
                await self.commits.append_locked(session, None, action_id, lambda _: log.Pause(length, until), until)
        self.arm(session)

    async def scan_due(self) -> None:
        """Load every table that is due though nobody watches it; each one's timer then does what is due."""
        after = (-1, "")
        while due := await self.store.due_tables(self.clock.now_ms(), after, DUE_AT_ONCE):
            for _, table_id in due:
                if table_id not in self.registry.sessions and not self.registry.is_set_aside(table_id):
                    try:
                        await self.registry.get(table_id)
                    except Rejected as refusal:  # This table alone.
                        logger.warning("table %s: %s", table_id, refusal)
                        if refusal.code == "unknown_table":  # A row without a log would be due for ever.
                            self.registry.set_aside(table_id)
            after = due[-1]
            if len(due) < DUE_AT_ONCE:
                return


def _uncounted_since(table: Table) -> int:
    """Since when no pause has been counted for the turn, or the race, that is going on."""
    return max(table.game_started_at if table.is_race else table.clocks.turn_started_at, table.paused_until)


def _is_reveal(table: Table) -> bool:
    """Whether what comes next is news for everybody that nobody can act before."""
    return table.is_race and not table.active_seats and table.ranking_due() is None
