"""A table in memory: its fold, the pages that follow it, and what was told to them."""

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Protocol

import msgspec

from boohive.core.game import Seat
from boohive.games.booo.claims import Line
from boohive.server import scenes
from boohive.server.deferred import DeferredQueue
from boohive.server.frames import frame
from boohive.server.messages import Clock, Presence, Soon
from boohive.server.scenes import Viewer
from boohive.tables import log
from boohive.tables.seats import held_by
from boohive.tables.table import Table, apply, fold

__all__ = ["Follower", "TableSession", "viewer_of"]

KEPT = 24
"""So many of the last actions are kept for pages that were away for a moment."""

_encode = msgspec.json.Encoder().encode


def encode(message: Any) -> bytes:
    """A message as it goes out to all who may see the same."""
    return frame(_encode(message))


class Follower(Protocol):
    """A page, or whatever else follows a table."""

    person: str | None
    half_trip: int
    """Milliseconds a message takes to get there."""

    def hashes(self, table: str) -> list[str]:
        """The hashes of the seat secrets it has shown for this table."""

    def wire(self) -> Line:
        """What was measured of its connection."""

    def push(self, table: str, message: bytes) -> None:
        """Send, without waiting."""


def viewer_of(table: Table, hashes: Sequence[str], person: str | None) -> Viewer:
    """What somebody with these secrets or this cookie is at a table."""
    return Viewer.of(held_by(table.seats, hashes, person), table.seats)


class TableSession:
    """A table that somebody is busy with in this process."""

    def __init__(self, table_id: str, entries: list[log.Entry]) -> None:
        self.id = table_id
        self.table: Table = fold(entries)
        self.ids: dict[tuple[Seat | None, str], int] = {(entry.seat, entry.id): entry.seq for entry in entries}
        self.recent: deque[tuple[log.Entry, Table]] = deque(maxlen=KEPT)
        self.followers: dict[Follower, Viewer] = {}
        self.elsewhere: dict[str, tuple[tuple[int, ...], int]] = {}
        """Presence at other servers."""
        self.lock = asyncio.Lock()
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: dict[Seat, asyncio.Task[None]] = {}
        self.away: dict[Seat, str] = {}
        """What a race was told of each seat's connection."""
        self.turn_sent_at = 0
        """When the entry that began the present turn was sent to the pages: thinking time counts from it."""
        self.used = 0.0
        self.doubtful = False
        """Whether the store may hold more than we know."""

    def advance(self, entry: log.Entry, after: Table | None = None) -> None:
        """Take in one more entry; ``after`` is the table after it, where that is known already."""
        self.table = apply(self.table, entry) if after is None else after
        self.ids[entry.seat, entry.id] = entry.seq
        self.recent.append((entry, self.table))
        if isinstance(entry.action, log.Sit | log.Start | log.Leave | log.Pledge | log.Kick):
            self.look_again()

    def look_again(self) -> None:
        """Find out anew who holds which seat."""
        for follower in self.followers:
            self.followers[follower] = self.viewer(follower.hashes(self.id), follower.person)

    def viewer(self, hashes: list[str], person: str | None) -> Viewer:
        """What somebody with these secrets or this cookie is here."""
        return viewer_of(self.table, hashes, person)

    def here(self) -> list[bool]:
        """For each seat, whether a page of theirs is connected."""
        held = {seat for viewer in self.followers.values() for seat in viewer.seats}
        held |= {seat for seats, _ in self.elsewhere.values() for seat in seats}
        return [seat in held for seat in range(len(self.table.seats))]

    def wires(self, but: Seat | None = None) -> list[Line]:
        """The connections of those who sit here, without a seat's own."""
        players = [(each, viewer.seats) for each, viewer in self.followers.items() if viewer.seats]
        return [each.wire() for each, seats in players if but not in seats]

    def own_seats_here(self) -> tuple[int, ...]:
        """The seats with a page at this server."""
        return tuple(sorted({seat for viewer in self.followers.values() for seat in viewer.seats}))

    def own_watchers(self) -> int:
        """Spectators at this server."""
        return sum(not viewer.seats for viewer in self.followers.values())

    def watchers(self) -> int:
        """Spectators everywhere."""
        return self.own_watchers() + sum(count for _, count in self.elsewhere.values())

    def since(self, seq: int) -> list[tuple[log.Entry, Table]] | None:
        """The actions after ``seq`` and the table after each; ``None`` when they are not kept any more."""
        if seq > self.table.seq:
            return None
        missed = [kept for kept in self.recent if kept[0].seq > seq]
        return missed if len(missed) == self.table.seq - seq else None

    def tell(self, entry: log.Entry, table: Table, now: int, later: DeferredQueue) -> None:
        """Send an action to every page that follows: to players at once, to spectators when nobody waits for an answer."""
        if entry.seq == table.moved_seq:
            self.turn_sent_at = now
        if not self.followers:
            return
        shown, show_at = scenes.Shown(table, now, self.here()), self.show_at(entry, table)
        players = [followed for followed in self.followers.items() if followed[1].seats]
        watchers = [followed for followed in self.followers.items() if not followed[1].seats]
        self._send(players, entry, shown, show_at)
        if watchers:
            later.add(partial(self._send, watchers, entry, shown, show_at))

    def _send(
        self, to: list[tuple[Follower, Viewer]], entry: log.Entry, shown: scenes.Shown, show_at: int | None
    ) -> None:
        encoded: dict[Viewer, bytes] = {}
        for follower, viewer in to:
            if viewer not in encoded:
                encoded[viewer] = encode(scenes.acted(self.id, entry, viewer, shown, show_at))
            if show_at is not None and (wait := show_at - shown.now - follower.half_trip) > 0:
                asyncio.get_running_loop().call_later(wait / 1000, follower.push, self.id, encoded[viewer])
            else:
                follower.push(self.id, encoded[viewer])

    @staticmethod
    def show_at(entry: log.Entry, table: Table) -> int | None:
        """When everybody is to see the news that they can then act on; ``None`` for everything else."""
        action = entry.action
        if not isinstance(action, log.Play) or entry.seat is not None or action.at is None:
            return None
        return table.began + action.at if table.open_since == action.at and table.active_seats else None

    def hidden_until(self) -> int:
        """Until when the newest event must not be shown, not even to those who come in now."""
        if not self.recent:
            return 0
        return self.show_at(*self.recent[-1]) or 0

    def tell_presence(self) -> None:
        """Send who is connected."""
        self.broadcast(encode(Presence(table=self.id, here=self.here(), watchers=self.watchers())))

    def tell_clocks(self, now: int) -> None:
        """Send the clocks anew."""
        table = self.table
        game_time = table.game_time(now) if table.is_race else None
        self.broadcast(encode(Clock(table=self.id, now=now, clocks=scenes.clock_data(table, now), game_time=game_time)))

    def tell_soon(self, now: int, show_at: int) -> None:
        """Announce a common reveal."""
        self.broadcast(encode(Soon(table=self.id, now=now, show_at=show_at)))

    def broadcast(self, message: bytes, to: Iterable[Follower] | None = None) -> None:
        """Send the same to all."""
        for follower in list(self.followers if to is None else to):
            follower.push(self.id, message)
