"""A table in memory: its state, the pages that follow it, and what was sent to them."""

import asyncio
import zlib
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from functools import partial

from boohive.core.game import Seat
from boohive.server.attendance import Absences, Attendance
from boohive.server.clock import Clock, SystemClock, TimerHandle
from boohive.server.follower import Follower
from boohive.server.frames import encode_frame
from boohive.server.held import HeldBack, HeldEntry
from boohive.server.messages.socket import ClocksMessage, FromServer, Presence, RevealSoon, Update
from boohive.server.plain.deferred import DeferredQueue
from boohive.server.rendering import TableRenderer, Viewer, clocks_part, common_update, snapshot_message, update_for
from boohive.tables import incoming, log
from boohive.tables.latency import Latency
from boohive.tables.replay import apply, replay
from boohive.tables.seats import seats_of
from boohive.tables.table import Table
from boohive.tables.visibility import AFTER_THE_RANKING, shown_from, shown_length

__all__ = ["TableSession", "viewer_for"]

RECENT_ENTRIES = 24
"""The number of recent actions kept for pages that were away for a moment."""
RECENT_IDS = 512
"""The number of action ids kept; whether an older one was used is asked of the store."""

GATHER_PRESENCE = 0.15
"""Seconds for which changes of who is connected are gathered."""


def viewer_for(table: Table, hashes: Sequence[str], person: str | None) -> Viewer:
    """What somebody with these secrets or this cookie is at a table."""
    return Viewer.of(seats_of(table.seats, hashes, person), table.seats)


def _place(table: str, run: str) -> int:
    return zlib.crc32(f"{table} {run}".encode())


class TableSession:
    """A table that this process has in memory."""

    def __init__(
        self,
        table_id: str,
        entries: Sequence[log.LogEntry],
        clock: Clock | None = None,
        deferred: DeferredQueue | None = None,
        table: Table | None = None,
    ) -> None:
        self.id = table_id
        self.clock: Clock = clock or SystemClock()
        self.deferred = deferred or DeferredQueue()
        self.followers: dict[Follower, Viewer] = {}
        self.remote_presence: dict[str, tuple[tuple[int, ...], int]] = {}
        """For each other server, the seats connected there and how many watch."""
        self.lock = asyncio.Lock()
        """The queue for the log: one entry at a time is stored. What needs no store does not wait in it: see ``Commits.act``."""
        self.is_storing = False
        """Whether an entry is on its way to the store."""
        self.waiting: list[tuple[tuple[Seat, ...], str]] = []
        """For each action that waits for the store, the seats of its sender, and its id."""
        self.timer: TimerHandle | None = None
        self.thinking: dict[Seat, asyncio.Task[None]] = {}
        """For each bot that is to act, the task that finds its move."""
        self.reported_absence: dict[Seat, str] = {}
        """The last event about each seat's connection that a race was given."""
        self.turn_sent_at = 0
        """When the entry that began the present turn was sent to the pages: thinking time counts from it."""
        self.last_used = 0.0
        """When somebody last asked for the table; one that nobody uses is dropped from memory."""
        self.presence_is_due = False
        """Whether ``_send_presence`` is about to be called."""
        self.presence_sent: Attendance | None = None
        """What the pages know of it."""
        self.absences = Absences(self.clock, self.send_presence)
        self.presence_published: tuple[tuple[int, ...], int] | None = None
        """What the other servers know of the pages here: their seats, and how many watch."""
        self.is_publishing_presence = False
        """Whether ``_publish_change`` of ``presence.py`` is about to be called."""
        self.read_at = 0
        """When the log was last read again because it had been rewritten."""
        self.may_be_stale = False
        """Whether the store may hold more than we know."""
        self.must_reload = False
        """Whether the store may hold something else than we know, because a backup was restored."""
        self.was_shown = asyncio.Event()
        """Set when something that was held back is shown; then a new one takes its place."""
        self.replace(entries, table)

    # The log.

    def replace(self, entries: Sequence[log.LogEntry], table: Table | None = None) -> None:
        """Read the table from its log; the pages that follow it stay."""
        self.table: Table = replay(entries) if table is None else table
        self.table_before: Table | None = None
        """The table before the last entry; ``None`` when we did not see it come in."""
        self.visible_table: Table = self.table
        """The table as pages may see it: behind ``table`` while a race holds something back."""
        self.held = HeldBack(self.clock, self._show)
        self.seq_by_action_id: dict[tuple[Seat | None, str], int] = {
            (entry.seat, entry.id): entry.seq for entry in entries[-RECENT_IDS:]
        }
        self.recent_entries: deque[tuple[log.LogEntry, Table]] = deque(maxlen=RECENT_ENTRIES)
        self.may_be_stale = self.must_reload = False
        if self.table.is_race:
            self._hold_back_the_end(entries)
        self.update_viewers()

    def _hold_back_the_end(self, entries: Sequence[log.LogEntry]) -> None:
        """Hold back what may not be shown yet of a log that was just read."""
        now = self.clock.now_ms()
        length = shown_length(entries, self.table, now)
        if length == len(entries):
            return
        self.visible_table = before = replay(entries[:length])
        for entry in entries[length:]:
            after = apply(before, entry)
            self.recent_entries.append((entry, after))
            until = AFTER_THE_RANKING if after.pending_claims() else after.reveal_at
            self.held.add(HeldEntry(entry, before, after, until))
            before = after

    def advance(self, entry: log.LogEntry, after: Table | None = None) -> None:
        """Take in one more entry; ``after`` is the table after it, where that is known already."""
        self.table_before, self.table = self.table, apply(self.table, entry) if after is None else after
        if not self.table.is_race:
            self.visible_table = self.table
        recent = self.seq_by_action_id
        recent[entry.seat, entry.id] = entry.seq
        if len(recent) > RECENT_IDS:
            del recent[next(iter(recent))]
        self.recent_entries.append((entry, self.table))
        if isinstance(entry.action, log.Pause):
            # The turn's start moves with the clocks, but not past the end of the pause.
            self.turn_sent_at += min(entry.action.length_ms, max(0, entry.action.until_ms - self.turn_sent_at))
        if isinstance(entry.action, log.SeatTaken | log.Start | log.SeatLeft | log.Kick):
            self.update_viewers()

    def has_forgotten_ids(self) -> bool:
        """Whether the log is longer than the ids we keep."""
        return self.table.seq > len(self.seq_by_action_id)

    def since(self, seq: int) -> list[tuple[log.LogEntry, Table]] | None:
        """The actions after ``seq`` that may be shown, and the table after each; ``None`` when they are not all kept."""
        last = self.visible_table.seq
        if seq > last:
            return None
        missed = [kept for kept in self.recent_entries if seq < kept[0].seq <= last]
        return missed if len(missed) == last - seq else None

    # The pages.

    def update_viewers(self) -> None:
        """Find out again who holds which seat."""
        for follower in self.followers:
            self.followers[follower] = self.viewer(follower.hashes(self.id), follower.person)

    def viewer(self, hashes: Sequence[str], person: str | None) -> Viewer:
        """What somebody with these secrets or this cookie is here."""
        return viewer_for(self.table, hashes, person)

    def connected(self) -> list[bool]:
        """For each seat, whether a page of theirs is connected."""
        found = [False] * len(self.table.seats)
        for viewer in self.followers.values():
            for seat in viewer.seats:
                found[seat] = True
        for seats, _ in self.remote_presence.values():
            for seat in seats:
                found[seat] = True
        return found

    def latencies(self, excluded: Seat | None = None) -> list[Latency]:
        """What is known of the players' connections, without those of one seat."""
        players = [(each, viewer.seats) for each, viewer in self.followers.items() if viewer.seats]
        return [each.latency() for each, seats in players if excluded not in seats]

    def local_seats(self) -> tuple[int, ...]:
        """The seats with a page at this server."""
        return tuple(sorted({seat for viewer in self.followers.values() for seat in viewer.seats}))

    def local_spectators(self) -> int:
        """Spectators at this server."""
        return sum(not viewer.seats for viewer in self.followers.values())

    def servers_before(self, run: str) -> int:
        """How many other servers have the table open and come before this one, in an order that is another one at each table."""
        own = _place(self.id, run)
        return sum(_place(self.id, other) < own for other in self.remote_presence)

    def spectators(self) -> int:
        """Spectators everywhere."""
        return self.local_spectators() + sum(count for _, count in self.remote_presence.values())

    def attendance(self) -> Attendance:
        """Who is there, and whose absence may be claimed."""
        connected = self.connected()
        return Attendance(connected, self.spectators(), self.absences.gone_seat(self.visible_table, connected))

    # Sending.

    def broadcast_entry(self, entry: log.LogEntry) -> None:
        """Send an action to every page that follows, as soon as it may be shown."""
        table, now = self.table, self.clock.now_ms()
        begins_turn = entry.seq == table.position_seq
        if begins_turn:
            self.turn_sent_at = now
        if self.absences.away:  # Another one may be waited for now, or nobody.
            self.send_presence()
        if not table.is_race:
            self._send_to_all(entry, self.table_before, table, now)
            if begins_turn:
                self.turn_sent_at = self.clock.now_ms()  # What it took to write the frames is nobody's thinking time.
            return
        held = HeldEntry(
            entry, self.table_before, table, shown_from(entry, table, now, incoming.window(table, self.latencies()))
        )
        for follower in self.followers if now < held.until == self.reveal_at(entry, table) else ():
            if follower.one_way_ms > 0:
                wait = held.until - now - follower.one_way_ms
                self.clock.call_later(wait / 1000, self._send_early, follower, held)
        self.held.add(held)

    def _show(self, held: HeldEntry) -> None:
        """What was held back may be seen."""
        self.visible_table = held.after
        self._send_to_all(held.entry, held.before, held.after, self.clock.now_ms(), held.sent_to)
        self.was_shown.set()
        self.was_shown = asyncio.Event()

    async def until_shown(self, seq: int) -> None:
        """Wait until everybody may see this entry."""
        while self.visible_table.seq < seq:
            await self.was_shown.wait()

    def _send_early(self, follower: Follower, held: HeldEntry) -> None:
        """Send news to a page far away, so that it arrives at the common moment."""
        if self.held.is_next(held) and follower in self.followers:
            held.sent_to.add(follower)
            renderer = TableRenderer(held.after, self.clock.now_ms(), self.connected, held.before)
            update = common_update(self.id, held.entry, renderer, self.reveal_at(held.entry, held.after))
            self._send([(follower, self.followers[follower])], update, renderer)

    def add_follower(self, follower: Follower) -> None:
        """A page follows from now on; it begins with a snapshot of what is shown."""
        self.followers[follower] = self.viewer(follower.hashes(self.id), follower.person)
        self.held.remove(follower)

    def _send_to_all(
        self, entry: log.LogEntry, before: Table | None, after: Table, now: int, sent_to: Collection[Follower] = ()
    ) -> None:
        """Send an action to players at once, and to spectators when nobody waits for an answer; ``sent_to`` have it already."""
        if not self.followers:
            return
        renderer = TableRenderer(after, now, self.connected, before, self.turn_sent_at)
        reveal_at = self.reveal_at(entry, after) if after.is_race else None
        update = common_update(self.id, entry, renderer, reveal_at)
        players: list[tuple[Follower, Viewer]] = []
        spectators: list[tuple[Follower, Viewer]] = []
        for followed in self.followers.items():
            if not sent_to or followed[0] not in sent_to:
                (players if followed[1].seats else spectators).append(followed)
        self._send(players, update, renderer)
        if spectators:
            self.deferred.add(partial(self._send, spectators, update, renderer))

    def _send(self, to: list[tuple[Follower, Viewer]], update: Update, renderer: TableRenderer) -> None:
        encoded: dict[Viewer, bytes] = {}
        for follower, viewer in to:
            if viewer not in encoded:
                # Whole, one by one: what all have in common is small once unchanged parts are left out.
                encoded[viewer] = encode_frame(update_for(viewer, update, renderer))
            follower.send(self.id, encoded[viewer])

    @staticmethod
    def reveal_at(entry: log.LogEntry, table: Table) -> int | None:
        """When everybody is to see the news that they can then act on; ``None`` for everything else."""
        action = entry.action
        if not isinstance(action, log.Play) or entry.seat is not None or action.game_ms is None:
            return None
        return (
            table.game_started_at + action.game_ms
            if table.revealed_at == action.game_ms and table.active_seats
            else None
        )

    def send_snapshots(self, room_code: str | None) -> None:
        """Send every page the whole table, after it was replaced."""
        now, attendance = self.clock.now_ms(), self.attendance()
        encoded: dict[Viewer, bytes] = {}
        for follower, viewer in list(self.followers.items()):
            if viewer not in encoded:
                message = snapshot_message(
                    self.id, self.visible_table, viewer, now, attendance, room_code, self.turn_sent_at
                )
                encoded[viewer] = encode_frame(message)
            follower.send(self.id, encoded[viewer])

    def send_presence(self) -> None:
        """Send who is connected, if that is something new; changes within a moment are sent together."""
        if not self.presence_is_due:
            self.presence_is_due = True
            self.clock.call_later(GATHER_PRESENCE, self._send_presence)

    def _send_presence(self) -> None:
        self.presence_is_due = False
        self.absences.note(self.visible_table, self.connected())
        now = self.attendance()
        if now != self.presence_sent:
            self.presence_sent = now
            self.broadcast(Presence(table_id=self.id, **now._asdict()))

    def send_clocks(self) -> None:
        """Send the clocks again."""
        now = self.clock.now_ms()
        part = clocks_part(self.table, now, self.turn_sent_at)
        self.broadcast(ClocksMessage(table_id=self.id, server_ms=now, clocks=part.clocks, game_ms=part.game_ms))

    def send_reveal_soon(self, reveal_at: int) -> None:
        """Announce a common reveal."""
        self.broadcast(RevealSoon(table_id=self.id, server_ms=self.clock.now_ms(), reveal_at=reveal_at))

    def broadcast(self, message: FromServer, to: Iterable[Follower] | None = None) -> None:
        """Send the same to all."""
        encoded = encode_frame(message)
        for follower in list(self.followers if to is None else to):
            follower.send(self.id, encoded)
