"""The hub: every action's way from the door to the disk and out to the pages; timers; bots; rematches.

An action is checked against the fold, appended to the store, and only when it is committed told to anybody. The place
``(table, seq)`` in the store decides between servers: whoever finds it taken catches up and tries again.
"""

import asyncio
import base64
import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

from boohive.core.errors import BoohiveError
from boohive.core.game import Seat
from boohive.games.booo.claims import Line, reveal_lead
from boohive.server import scenes
from boohive.server.deferred import DeferredQueue
from boohive.server.messages import Acted
from boohive.server.pubsub import PubSub, TableChanged
from boohive.server.session import Follower, TableSession, viewer_of
from boohive.server.store import Store, StoreUnavailable, TableRow
from boohive.tables import door, log
from boohive.tables.refusal import Refusal
from boohive.tables.seats import hash_of
from boohive.tables.table import Claim, Table, apply, draw_lots, fold

__all__ = ["Hub", "new_id", "now_ms"]

logger = logging.getLogger("boohive.hub")

KEEP_IDLE = 60.0
"""Seconds a table stays in memory after the last page has gone."""
LATE_MOVE = 300
"""Milliseconds after a seat's time is up in which a move that was under way may still come in."""
STORE_PATIENCE = 15.0
"""Seconds to wait for a database that is away before a player is told to try again."""
REVEAL_LEAD = 160
"""Milliseconds before a common reveal at which it is stored, so that the farthest page has it in time."""
SCAN = 2.0
AWAY_AFTER = 3.0
"""Seconds without a page before a race is told that a seat is away."""
CODE_HOLDS = 2 * 3_600_000

Think = Callable[[TableSession, Seat], "asyncio.Task[None]"]


def now_ms() -> int:
    """The server's clock."""
    return time.time_ns() // 1_000_000


def new_id() -> str:
    """An id of 80 random bits: who knows it was told it."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


class Hub:
    """All tables of this process."""

    def __init__(self, store: Store, pubsub: PubSub) -> None:
        self.store = store
        self.pubsub = pubsub
        self.tables: dict[str, TableSession] = {}
        self.loading: dict[str, asyncio.Task[TableSession]] = {}
        self.run = new_id()
        self.started = now_ms()
        self.tasks: list[asyncio.Task[Any]] = []
        self.background: set[asyncio.Task[Any]] = set()
        self.later = DeferredQueue()
        self.think: Think | None = None
        """Set by the bots: start thinking for a seat."""
        self.acted = 0
        self.refused = 0
        self.closing = False

    async def start(self) -> None:
        """Begin to keep time."""
        await self.store.beat(self.run, self.started, self.started)
        await self.pubsub.start(self._heard)
        self.tasks = [asyncio.create_task(work()) for work in (self._beat, self._scan, self._tidy)]

    async def close(self) -> None:
        """Stop; no clock runs from here on until a server is back."""
        self.closing = True
        for live in self.tables.values():
            self._stop(live)
        for task in [*self.tasks, *self.background]:
            task.cancel()
        await asyncio.gather(*self.tasks, *self.background, return_exceptions=True)
        try:
            await self.store.beat(self.run, self.started, now_ms())
        except StoreUnavailable:
            logger.warning("the database is away; the last second before the stop may be charged")
        await self.pubsub.close()

    def spawn(self, work: Any) -> "asyncio.Task[Any]":
        """Run something beside, and tell when it fails."""
        task: asyncio.Task[Any] = asyncio.get_running_loop().create_task(work)
        self.background.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self.background.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, StoreUnavailable | Refusal):
                logger.warning("%s", error)
            else:
                logger.error("something went wrong beside", exc_info=error)

    # Tables in memory.

    async def live(self, table_id: str) -> TableSession:
        """The table, read from its log if need be; ``Refusal`` when there is none."""
        live = self.tables.get(table_id)
        if live is None:
            task = self.loading.get(table_id)
            if task is None:
                task = self.loading[table_id] = asyncio.ensure_future(self._load(table_id))
                task.add_done_callback(lambda _: self.loading.pop(table_id, None))
            live = await asyncio.shield(task)
        live.used = time.monotonic()
        return live

    async def _load(self, table_id: str) -> TableSession:
        entries = await self._patiently(lambda: self.store.entries(table_id))
        if not entries:
            raise Refusal("unknown_table", "there is no such table; ask for the link again")
        live = TableSession(table_id, entries)
        self.tables[table_id] = live
        async with live.lock:
            await self._count_pause(live)
        self._arm(live)
        self.spawn(self._follow_up(live, first=True))
        return live

    async def _patiently(self, work: Callable[[], Any]) -> Any:
        """Wait a while for a database that is away."""
        give_up = time.monotonic() + STORE_PATIENCE
        while True:
            try:
                return await work()
            except StoreUnavailable:
                if time.monotonic() > give_up or self.closing:
                    raise Refusal(
                        "try_again", "the server cannot reach its database; try again in a moment", 2000
                    ) from None
                await asyncio.sleep(0.2)

    async def _count_pause(self, live: TableSession) -> None:
        """What time no server was there is not charged to anybody."""
        table = live.table
        running = table.status == "playing" and (table.clocks.running or table.is_race)
        if not running:
            return
        now = now_ms()
        since = max(table.touched, table.paused_until)
        away = await self._patiently(lambda: self.store.away(since, now))
        if away > 1500:
            await self._append(live, None, f"pause-{now}-{self.run[:6]}", lambda _: log.Pause(away, now), now)

    def drop(self, table_id: str) -> None:
        """Let go of a table; whoever wants it reads it anew."""
        live = self.tables.pop(table_id, None)
        if live is not None:
            self._stop(live)

    async def catch_up(self, live: TableSession) -> None:
        """Take in what others have appended, and tell our pages."""
        for entry in await self._patiently(lambda: self.store.entries(live.id, live.table.seq)):
            if entry.seq == live.table.seq + 1:
                live.advance(entry)
                live.tell(entry, live.table, now_ms(), self.later)
        live.doubtful = False

    # Acting.

    async def act(
        self,
        table_id: str,
        action_id: str,
        deed: log.Deed,
        seen: int,
        hashes: Sequence[str] | None,
        person: str | None,
        wanted: Seat | None,
        arrived: int,
        sender: Follower | None = None,
    ) -> tuple[TableSession, log.Entry, Table, bool]:
        """Do something for whoever holds a seat. What was done, the table after it, and whether it is a resend.

        ``sender`` is the page it came from; ``hashes`` may be left out where that page's own say all.
        """
        live = await self.live(table_id)
        async with live.lock:
            known = live.followers.get(sender) if sender is not None and hashes is None else None
            viewer = known or live.viewer(list(hashes or ()), person)
            seat = door.pick_seat(live.table, viewer.seats, wanted, deed)
            if (seat, action_id) in live.ids:
                return live, *await self._done_before(live, seat, action_id), True

            others, wire = self._wires(live, seat, deed, sender)

            def line(table: Table) -> log.Line:
                return door.admit(table, seat, deed, seen, arrived, live.turn_sent_at, wire, others)

            entry, again = await self._append(live, seat, action_id, line, arrived)
            return live, entry, live.table, again

    @staticmethod
    def _wires(live: TableSession, seat: Seat, deed: log.Deed, sender: Follower | None) -> tuple[list[Line], Line]:
        """What is known of the others' connections, which claims are held against, and of the sender's own."""
        is_claim = door.is_claim(live.table, deed)
        is_timed = is_claim or live.table.clocks.running
        own = sender.wire() if sender is not None and is_timed else door.UNMEASURED
        return live.wires(seat) if is_claim else [], own

    async def _done_before(self, live: TableSession, seat: Seat | None, action_id: str) -> tuple[log.Entry, Table]:
        """A resend's first answer."""
        seq = live.ids[seat, action_id]
        for entry, table in live.recent:
            if entry.seq == seq:
                return entry, table
        entries = await self._patiently(lambda: self.store.entries(live.id))
        return entries[seq - 1], fold(entries[:seq])

    async def _append(
        self, live: TableSession, seat: Seat | None, action_id: str, line: Callable[[Table], log.Line], at: int
    ) -> tuple[log.Entry, bool]:
        """Check, store, take in and tell. The table's lock is held. Also says whether it had been done before."""
        give_up = time.monotonic() + STORE_PATIENCE
        while True:
            if live.doubtful:
                await self.catch_up(live)
                if (seat, action_id) in live.ids:
                    done, _ = await self._done_before(live, seat, action_id)
                    return done, True
            entry = log.Entry(live.table.seq + 1, at, seat, action_id, line(live.table))
            after = apply(live.table, entry)
            try:
                stored = await self.store.append(live.id, entry, after.status, after.deadline())
            except StoreUnavailable:
                live.doubtful = True
                if time.monotonic() > give_up or self.closing:
                    raise Refusal(
                        "try_again", "the server cannot reach its database; send it again in a moment", 2000
                    ) from None
                await asyncio.sleep(0.2)
                continue
            if stored:
                break
            live.doubtful = True  # Somebody was faster: catch up and look again.
        live.advance(entry, after)
        self.acted += 1
        live.tell(entry, live.table, now_ms(), self.later)
        self.pubsub.publish(TableChanged(self.run, live.id, entry.seq))
        self._arm(live)
        if self._leads_on(live):
            self.spawn(self._follow_up(live))
        else:
            self.wake_bots(live)
        return entry, False

    async def append(
        self, live: TableSession, action_id: str, line: Callable[[Table], log.Line], seat: Seat | None = None
    ) -> None:
        """The table itself, a bot or the administrator does something."""
        async with live.lock:
            if (seat, action_id) not in live.ids:
                await self._append(live, seat, action_id, line, now_ms())

    # What follows from an action.

    def _leads_on(self, live: TableSession) -> bool:
        """Whether the last action makes the table itself do something."""
        table = live.table
        begins = table.status == "waiting" and table.is_full
        return begins or (table.rematch and table.next is None) or isinstance(self._last_action(live), log.Start)

    async def _follow_up(self, live: TableSession, first: bool = False) -> None:
        """Begin a full table, set up a rematch, let bots think."""
        table = live.table
        if table.status == "waiting" and table.is_full:
            await self._quietly(self.append(live, "start", draw_lots))
        if table.rematch and table.next is None:
            await self._quietly(self._rematch(live))
        if live.table.status != "waiting" and first is False and isinstance(self._last_action(live), log.Start):
            await self.store.drop_code(live.id)
        self.wake_bots(live)

    @staticmethod
    def _last_action(live: TableSession) -> log.Line | None:
        return live.recent[-1][0].action if live.recent else None

    @staticmethod
    async def _quietly(work: Any) -> None:
        """Another server, or a moment ago ourselves, may have done it."""
        try:
            await work
        except Refusal:
            return

    def wake_bots(self, live: TableSession) -> None:
        """Let bots think that are to act, and stop those that are not."""
        table = live.table
        for seat, task in list(live.thinking.items()):
            if task.done() or seat not in table.active_seats:
                task.cancel()
                live.thinking.pop(seat, None)
        if self.think is None or self.closing:
            return
        for seat in table.active_seats:
            if table.seats[seat].player == "bot" and not table.seats[seat].gone:
                if table.is_race and seat in live.thinking:
                    live.thinking.pop(seat).cancel()
                if seat not in live.thinking:
                    live.thinking[seat] = self.think(live, seat)

    async def _rematch(self, live: TableSession) -> None:
        """The same people at a new table, each one seat further."""
        table = live.table
        next_id = base64.b32encode(hashlib.sha256(f"{live.id} next".encode()).digest()[:10]).decode().lower()
        now = now_ms()
        opened = log.Open(
            table.opened.game,
            table.opened.options,
            len(table.seats),
            table.opened.clock,
            strict=table.opened.strict,
            seed=secrets.randbelow(2**31),
            before=live.id,
        )
        order = [*range(1, len(table.seats)), 0]
        sits = [
            log.Sit(seat, holder.name, "bot" if holder.player == "bot" else "person", holder.level, holder.person,
                    holder.token, holder.host)
            for seat, holder in enumerate(table.seats[each] for each in order)
        ]  # fmt: skip
        await self.create(next_id, opened, sits, now)
        await self.append(live, "next", lambda _: log.NextTable(next_id))

    async def create(
        self, table_id: str, opened: log.Open, sits: Sequence[log.Sit], now: int, quick: str | None = None
    ) -> None:
        """A new table on the disk."""
        entries = [log.Entry(1, now, None, "open", opened)]
        entries += [log.Entry(2 + i, now, None, f"sit-{sit.seat}", sit) for i, sit in enumerate(sits)]
        try:
            table = fold(entries)
        except Refusal:
            raise
        except BoohiveError as error:
            raise Refusal("bad_option", str(error)) from None
        if table.is_full:
            entries.append(log.Entry(len(entries) + 1, now, None, "start", draw_lots(table)))
            table = apply(table, entries[-1])
        facts = TableRow(
            table_id, opened.game, table.status, opened.listed, quick, now, now, table.deadline(), table.seq
        )
        people = [sit.person for sit in sits if sit.person is not None]
        await self._patiently(lambda: self.store.create(facts, entries, people))

    async def join(
        self, table_id: str, seat: Seat | None, name: str, person: str | None
    ) -> tuple[TableSession, Seat, str]:
        """Take an open seat; its number and its secret."""
        live = await self.live(table_id)
        token = secrets.token_urlsafe(16)
        async with live.lock:

            def line(table: Table) -> log.Line:
                free = [each for each, holder in enumerate(table.seats) if holder.player == "open"]
                if not free or (seat is not None and seat not in free) or table.status != "waiting":
                    raise Refusal("full", "no seat is free at this table; you can watch it")
                chosen = free[0] if seat is None else seat
                return log.Sit(chosen, name, person=person, token=hash_of(token))

            entry, _ = await self._append(live, None, f"sit-{token[:8]}", line, now_ms())
        assert isinstance(entry.action, log.Sit)
        if person is not None:
            await self.store.seat(table_id, person)
        return live, entry.action.seat, token

    # Following.

    async def shown(self, table_id: str) -> TableSession:
        """The table, once its newest event may be shown to everybody."""
        live = await self.live(table_id)
        while (wait := live.hidden_until() - now_ms()) > 0:
            await asyncio.sleep(wait / 1000)
        return live

    async def follow(self, table_id: str, follower: Follower) -> TableSession:
        """Tell this page everything from now on."""
        live = await self.shown(table_id)
        live.followers[follower] = live.viewer(follower.hashes(table_id), follower.person)
        self._presence(live)
        return live

    def unfollow(self, table_id: str, follower: Follower) -> None:
        """This page has gone."""
        live = self.tables.get(table_id)
        if live is not None and live.followers.pop(follower, None) is not None:
            live.used = time.monotonic()
            self._presence(live)

    def _presence(self, live: TableSession) -> None:
        live.tell_presence()
        if live.table.is_race and live.table.status == "playing":
            self.spawn(self._tell_away(live))
        self.pubsub.publish(TableChanged(self.run, live.id, here=live.own_seats_here(), watchers=live.own_watchers()))

    async def _tell_away(self, live: TableSession) -> None:
        """A race may want to know who has lost the connection (H37); a game that does not know the word refuses it."""
        await asyncio.sleep(AWAY_AFTER)
        for seat, here in enumerate(live.here()):
            word, back = live.table.game.connection_event(here), live.table.game.connection_event(True)
            if word is None or live.table.seats[seat].player != "person" or live.away.get(seat, back) == word:
                continue
            live.away[seat] = word

            def line(table: Table, word: str = word) -> log.Line:
                return log.Play(word, at=max(table.game_time(now_ms()), door.last_time(table)))

            await self._quietly(self.append(live, f"{word}-{live.table.seq}", line, seat))

    def _heard(self, news: TableChanged) -> None:
        """Another server tells something."""
        live = self.tables.get(news.table)
        if live is None or news.server == self.run:
            return
        if news.here is not None:
            live.elsewhere[news.server] = (news.here, news.watchers)
            live.tell_presence()
        elif news.seq > live.table.seq:
            self.spawn(self._catch_up_later(live))

    async def _catch_up_later(self, live: TableSession) -> None:
        async with live.lock:
            await self.catch_up(live)
        self._arm(live)
        self.wake_bots(live)

    # Time.

    def _arm(self, live: TableSession) -> None:
        """Set the timer for what the table does by itself."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        deadline = live.table.deadline()
        if deadline is None or self.closing:
            return
        early = -LATE_MOVE
        if live.table.is_race:
            early = REVEAL_LEAD if self._is_reveal(live.table) else 0
        wait = max(0, deadline - early - now_ms()) / 1000
        loop = asyncio.get_running_loop()
        live.timer = loop.call_later(min(wait, 86_400), self._rings, live)
        if self._is_reveal(live.table):
            lead = reveal_lead(live.wires())
            loop.call_later(max(0, deadline - lead - now_ms()) / 1000, self._announce, live, deadline)

    def _announce(self, live: TableSession, show_at: int) -> None:
        """Tell the pages to get ready, unless something has come between."""
        if self._is_reveal(live.table) and live.table.deadline() == show_at:
            live.tell_soon(now_ms(), show_at)

    @staticmethod
    def _is_reveal(table: Table) -> bool:
        """Whether what comes next is news for everybody that nobody can act before."""
        return table.is_race and not table.active_seats and table.ranking_due() is None

    def _rings(self, live: TableSession) -> None:
        if self.tables.get(live.id) is live and not self.closing:
            self.spawn(self._ring(live))

    async def _ring(self, live: TableSession) -> None:
        """Do what is due, as the log's own times imply."""
        table, now = live.table, now_ms()
        deadline = table.deadline()
        if deadline is None:
            return
        early = REVEAL_LEAD if self._is_reveal(table) else 0
        if now < deadline - early:
            self._arm(live)
            return
        try:
            if table.is_race:
                await self._ring_race(live)
            else:
                await self._ring_clock(live)
        except Refusal as refusal:
            logger.info("table %s: %s", live.id, refusal)
            self._arm(live)

    async def _ring_clock(self, live: TableSession) -> None:
        seat, seq = live.table.clocks.turn, live.table.moved_seq
        async with live.lock:
            if live.table.clocks.turn == seat and live.table.moved_seq == seq:
                await self._append(live, seat, f"timeout-{seq}", lambda _: log.Timeout(), now_ms())

    async def _ring_race(self, live: TableSession) -> None:
        async with live.lock:
            table, now = live.table, now_ms()
            ranking, due = table.ranking_due(), table.position.next_timer
            if ranking is not None and (due is None or ranking <= due) and table.game_time(now) >= ranking:
                await self._rank(live)
            elif due is not None:
                event = log.Play(table.game.timer_event(), at=due)
                await self._append(live, None, f"time-{table.seq}-{due}", lambda _: event, min(now, table.began + due))

    async def _rank(self, live: TableSession) -> None:
        """Let the waiting claims into the game, first one first; what the rules then refuse is left out."""
        for claim in door.rank(live.table):
            try:
                await self._let_in(live, claim)
            except Refusal as refusal:
                logger.info("table %s, claim of seat %s: %s", live.id, claim.seat, refusal)
        if live.table.pending_claims():
            await self._append(live, None, f"ranked-{live.table.seq}", lambda _: log.Ranked(), now_ms())

    async def _let_in(self, live: TableSession, claim: Claim) -> None:
        def line(table: Table) -> log.Line:
            return door.let_in(table, claim, now_ms())

        await self._append(live, claim.seat, f"claim-{claim.said.at}-{live.table.seq}", line, now_ms())

    async def _beat(self) -> None:
        """Write down that we are alive, so that the time we are not is known."""
        while True:
            await asyncio.sleep(1)
            try:
                await self.store.beat(self.run, self.started, now_ms())
            except StoreUnavailable:
                continue

    async def _scan(self) -> None:
        """Look for tables that are due though nobody watches, and for news we may have missed."""
        last = now_ms()
        while True:
            try:
                for table_id in await self.store.due_tables(now_ms()):
                    if table_id not in self.tables:
                        await self.live(table_id)
                since, last = last - 5_000, now_ms()
                for table_id, seq in await self.store.touched_tables(since):
                    live = self.tables.get(table_id)
                    if live is not None and seq > live.table.seq and not live.lock.locked():
                        self.spawn(self._catch_up_later(live))
            except (StoreUnavailable, Refusal):
                pass
            await asyncio.sleep(SCAN)

    async def _tidy(self) -> None:
        """Let go of tables nobody is busy with; tell the others' pages running clocks anew."""
        while True:
            await asyncio.sleep(5)
            now = time.monotonic()
            for live in list(self.tables.values()):
                if live.table.clocks.running and live.followers:
                    live.tell_clocks(now_ms())
                deadline = live.table.deadline()
                soon = deadline is not None and deadline - now_ms() < 1000 * KEEP_IDLE
                busy = live.followers or live.thinking or live.lock.locked() or soon
                if not busy and now - live.used > KEEP_IDLE:
                    self.drop(live.id)

    @staticmethod
    def _stop(live: TableSession) -> None:
        if live.timer is not None:
            live.timer.cancel()
        for task in live.thinking.values():
            task.cancel()

    @staticmethod
    def answer(
        live: TableSession, entry: log.Entry, table: Table, again: bool, hashes: Sequence[str], person: str | None
    ) -> Acted:
        """What whoever acted is told."""
        viewer, shown = viewer_of(table, hashes, person), scenes.Shown(table, now_ms(), live.here())
        return scenes.acted(live.id, entry, viewer, shown, live.show_at(entry, table), again)
