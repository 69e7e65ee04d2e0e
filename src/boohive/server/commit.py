"""The one way into a log: an action is checked, stored, and only then shown to anybody.

The number ``(table, seq)`` in the store decides between servers: a server that finds it taken catches up and tries again.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial

from boohive.core.game import Seat
from boohive.server import limits
from boohive.server.clock import Clock
from boohive.server.lag import Durations
from boohive.server.limits import Limits, too_often
from boohive.server.pubsub import EntryData
from boohive.server.registry import Registry
from boohive.server.requests import ACTION_ID, ActRequest, ActResult, Sender
from boohive.server.session import TableSession
from boohive.server.store.protocol import Store
from boohive.server.summaries import row_after
from boohive.tables import incoming, log
from boohive.tables.errors import Rejected
from boohive.tables.latency import UNMEASURED, Latency
from boohive.tables.replay import apply, replay
from boohive.tables.table import Table

__all__ = ["AfterCommit", "Commits", "MakeAction"]

logger = logging.getLogger("boohive.commit")

ATTEMPTS = 40
"""How often another server may be faster before the sender is asked to try again."""

MakeAction = Callable[[Table], log.Action]
"""Makes the action to append for the table as it stands; it is asked again after another server was faster."""
AfterCommit = Callable[[TableSession, log.LogEntry], None]


class Commits:
    """Appends to logs."""

    def __init__(self, store: Store, registry: Registry, clock: Clock, counts: Limits | None = None) -> None:
        self.store = store
        self.registry = registry
        self.clock = clock
        self.limits = counts or Limits(clock)
        self.listeners: Sequence[tuple[str, AfterCommit]] = (("broadcast", TableSession.broadcast_entry),)
        """What happens after each commit, in this order; the table itself has advanced before the first."""
        self.after_catch_up: Callable[[TableSession], None] = lambda _: None
        """Called with a table that has taken in an entry of another server."""
        self.hears_others: Callable[[], bool] = lambda: True
        """Whether the other servers can tell us now who is connected there."""
        self.count = 0
        self.durations = Durations()
        """How long actions of people took, from when they were received until they were stored and sent."""

    # What people do.

    async def act(self, request: ActRequest) -> ActResult:
        """Act for the holder of a seat."""
        session = await self.registry.get(request.table_id)
        if ACTION_ID.fullmatch(request.action_id) is None:
            raise Rejected("bad_message", "an id has 1 to 40 letters, digits or . _ : + = / -; make another one")
        is_counted, waiting = False, (_seats_of(session, request.sender), request.action_id)
        try:
            if session.lock.locked():
                answer, is_counted = self._answer_at_once(session, request)
                if answer is not None:
                    return answer
            session.waiting.append(waiting)
            try:
                async with session.lock:
                    held = _seats_of(session, request.sender)  # Again: a seat may have been taken away meanwhile.
                    seat = incoming.resolve_seat(session.table, held, request.seat, request.action)
                    if request.seat is None and len(held) > 1:
                        seat = await self._seat_of_resend(session, held, request.action_id, seat)
                    if (seat, request.action_id) in session.seq_by_action_id:
                        seq = session.seq_by_action_id[seat, request.action_id]
                        return await self._first_answer(session, seq, request.action)
                    if not is_counted:
                        self._check_limits(session, seat, request.action)
                    make_action = self._make_action(session, request, seat)
                    result = await self.append_locked(
                        session, seat, request.action_id, make_action, request.received_ms
                    )
                    self.durations.add((self.clock.now_ms() - request.received_ms) / 1000)
                    return result
            finally:
                session.waiting.remove(waiting)
        except Rejected:
            # Why something is not possible may follow from news that is not to be seen yet.
            while (wait := session.table.reveal_at - self.clock.now_ms()) > 0:
                await self.clock.sleep(wait / 1000)
            raise

    def _answer_at_once(self, session: TableSession, request: ActRequest) -> tuple[ActResult | None, bool]:
        """What can be said without the store: nobody waits for a neighbour's entry that takes long to be stored. Also whether
        the action was counted.

        As long as an entry is not stored nobody has seen it, so what the table refuses without it is refused. Only
        the sender of something that still waits may build on that: what they send next is looked at after it.
        """
        held = _seats_of(session, request.sender)
        used = [(seat, request.action_id) for seat in held if request.seat in (None, seat)]
        for key in used:
            if key in session.seq_by_action_id:
                return self._recent_answer(session, session.seq_by_action_id[key], request.action), False
        sent = [name for seats, name in session.waiting if not set(held).isdisjoint(seats)]
        is_reading = session.may_be_stale or not session.is_storing
        if is_reading or (sent and len(held) > 1) or request.action_id in sent:
            return None, False
        seat = incoming.resolve_seat(session.table, held, request.seat, request.action)
        self._check_limits(session, seat, request.action)
        if not (sent or session.table.is_race or session.has_forgotten_ids()):
            table = session.table
            action = self._make_action(session, request, seat)(table)
            apply(table, log.LogEntry(table.seq + 1, request.received_ms, seat, request.action_id, action))
        return None, True

    def _make_action(self, session: TableSession, request: ActRequest, seat: Seat) -> MakeAction:
        is_timed = session.table.is_race or session.table.clocks.running
        own, others = _latencies(session, seat, request.action, request.sender) if is_timed else (UNMEASURED, [])
        away_ms = self._away_ms(session) if isinstance(request.action, log.ClaimAbsence) else None
        return partial(
            incoming.prepare, seat=seat, action=request.action, client_seq=request.client_seq, now=request.received_ms,
            turn_sent_at=session.turn_sent_at, latency=own, others=others, away_ms=away_ms,
        )  # fmt: skip

    def _away_ms(self, session: TableSession) -> int | None:
        """How long the one whose turn it is has been away, as far as all servers know."""
        if not self.hears_others():
            raise Rejected("try_again", "the other servers cannot be reached just now; send it again in a moment", 1000)
        return session.absences.away_ms(session.table, session.connected())

    async def _seat_of_resend(
        self, session: TableSession, held: tuple[Seat, ...], action_id: str, resolved: Seat
    ) -> Seat:
        """The seat that has used this id before. After a move of one who holds several seats another one is to move, but
        a resend is still the same action of the same seat."""
        for seat in held:
            if (seat, action_id) in session.seq_by_action_id:
                return seat
        if session.has_forgotten_ids():
            for seat in held:
                if await self.store.seq_of(session.id, seat, action_id) is not None:
                    return seat
        return resolved

    def _check_limits(self, session: TableSession, seat: Seat, action: log.ClientAction) -> None:
        """Refuse a seat that does too much, by whatever way it comes, and a table whose log is full."""
        who, table, counts = f"{session.id} {seat}", session.table, self.limits.counts
        wait = self.limits.take(who, limits.ACTIONS)
        if isinstance(action, log.Chat):
            wait = wait or self.limits.take(who, limits.TALK)
        elif isinstance(action, log.Rename | log.Offer | log.Answer):
            wait = wait or self.limits.take(who, limits.FUSS)
        if wait:
            raise too_often(wait)
        is_long = len(table.history) >= counts["table_events"] and isinstance(action, log.Play)
        if is_long or (table.seq >= counts["table_lines"] and not isinstance(action, log.Resign)):
            raise Rejected("not_now", "this table has become too long; resign, and go on at a new one")

    # What the server, a bot or an administrator does.

    async def append(
        self, session: TableSession, action_id: str, make_action: MakeAction, seat: Seat | None = None
    ) -> ActResult | None:
        """Append an action that does not come from a client; ``None`` when it was appended before."""
        async with session.lock:
            if (seat, action_id) in session.seq_by_action_id:
                return None
            return await self.append_locked(session, seat, action_id, make_action, self.clock.now_ms())

    async def append_locked(
        self, session: TableSession, seat: Seat | None, action_id: str, make_action: MakeAction, at: int
    ) -> ActResult:
        """Check, store, take in and send an action. The table's lock is held."""
        for _attempt in range(ATTEMPTS):
            if session.may_be_stale:
                await self.catch_up(session)
                if (seat, action_id) in session.seq_by_action_id:
                    return await self._first_answer(session, session.seq_by_action_id[seat, action_id])
            before = session.table
            try:
                action = make_action(before)
                entry = log.LogEntry(before.seq + 1, at, seat, action_id, action)
                after = apply(before, entry)
            except Rejected:
                if (seq := await self._seq_of(session, seat, action_id)) is not None:
                    return await self._first_answer(session, seq)
                raise
            is_stored, session.is_storing = False, True
            try:
                is_stored = await self.store.append(session.id, entry, row_after(before, after))
            finally:  # When this fails, it may have been stored all the same.
                session.is_storing, session.may_be_stale = False, not is_stored
            if is_stored:
                session.advance(entry, after)
                self.count += 1
                for _, listener in self.listeners:
                    listener(session, entry)
                return ActResult(session, entry, after, False)
            await self._resolve_conflict(session, before)
            if (seq := await self._seq_of(session, seat, action_id)) is not None:
                return await self._first_answer(session, seq, action)
        raise Rejected("try_again", "many act here at once; send it again in a moment", 1000)

    async def _seq_of(self, session: TableSession, seat: Seat | None, action_id: str) -> int | None:
        """The number of the entry with this id; the store is asked only where its log is longer than what is remembered."""
        seq = session.seq_by_action_id.get((seat, action_id))
        if seq is None and session.has_forgotten_ids():
            seq = await self.store.seq_of(session.id, seat, action_id)
        return seq

    async def _resolve_conflict(self, session: TableSession, before: Table) -> None:
        """Another server was faster; or the log is not what we know of it, because a backup was restored."""
        await self.catch_up(session)
        if session.table.seq == before.seq:
            row = await self.store.row(session.id)
            if row is None or row.seq != before.seq:
                await self.registry.reload_locked(session)

    async def catch_up(self, session: TableSession) -> None:
        """Take in what others have appended, and send it to our pages. The table's lock is held."""
        if session.must_reload:
            await self.registry.reload_locked(session)
            return
        try:
            entries = await self.store.entries(session.id, session.table.seq)
        except Rejected as refusal:  # A newer server has appended what this one does not know.
            self.registry.drop(session, refusal)
            raise
        for entry in entries:
            if entry.seq == session.table.seq + 1:
                session.advance(entry)
                session.broadcast_entry(entry)
                self.after_catch_up(session)
        session.may_be_stale = False

    def take_in(self, session: TableSession, seq: int, data: EntryData) -> bool:
        """Take in what another server has just stored, without asking the store; ``False`` when that has to be asked."""
        if session.lock.locked() or session.may_be_stale or session.must_reload or seq != session.table.seq + 1:
            return False
        try:
            entry = log.read_entry(seq, data.server_ms, data.seat, data.id, data.action)
            after = apply(session.table, entry)
        except Exception:  # Whatever is wrong, the store decides.
            logger.info("table %s: entry %s of another server cannot be taken in", session.id, seq)
            return False
        session.advance(entry, after)
        session.broadcast_entry(entry)
        self.after_catch_up(session)
        return True

    async def _first_answer(self, session: TableSession, seq: int, action: log.Action | None = None) -> ActResult:
        """What a resend was answered the first time; the same id for another kind of action is not a resend."""
        if (answer := self._recent_answer(session, seq, action)) is not None:
            return answer
        entries = await self.store.entries(session.id)
        table = await self.registry.run_in_thread(replay, entries[:seq])
        return _resend_answer(session, entries[seq - 1], table, action)

    @staticmethod
    def _recent_answer(session: TableSession, seq: int, action: log.Action | None) -> ActResult | None:
        """The same, where it is still in memory."""
        for entry, table in session.recent_entries:
            if entry.seq == seq:
                return _resend_answer(session, entry, table, action)
        return None


def _resend_answer(session: TableSession, entry: log.LogEntry, table: Table, action: log.Action | None) -> ActResult:
    if action is not None and not _is_same_kind(action, entry.action):
        raise Rejected("bad_message", "this id was used for another action; make another one")
    return ActResult(session, entry, table, True)


def _is_same_kind(one: log.Action, other: log.Action) -> bool:
    """Whether two actions may be the same one, sent twice; what is played may be stored as a claim."""
    played = (log.Play, log.ClaimReceived)
    return type(one) is type(other) or (isinstance(one, played) and isinstance(other, played))


def _seats_of(session: TableSession, sender: Sender) -> tuple[Seat, ...]:
    """The seats the sender may act for. What the page has shown counts even where it does not follow the table."""
    if sender.subscriber is not None and not sender.shows_token:
        follower = session.followers.get(sender.subscriber)
        if follower is not None:
            return follower.seats
    return session.viewer(sender.token_hashes, sender.person).seats


def _latencies(
    session: TableSession, seat: Seat, action: log.ClientAction, sender: Sender
) -> tuple[Latency, list[Latency]]:
    """What is known of the sender's connection, and of the others', which claims are held against."""
    own = UNMEASURED if sender.subscriber is None else sender.subscriber.latency()
    return own, session.latencies(seat) if incoming.is_claim(session.table, action) else []
