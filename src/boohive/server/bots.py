"""Bots: they sit at tables of this process, and what they decide is checked like a person's move."""

import asyncio
import logging

import msgspec
from msgspec import Struct

from boohive.core.game import Seat
from boohive.server.clock import Clock
from boohive.server.commit import Commits
from boohive.server.rendering import error_message
from boohive.server.session import TableSession
from boohive.server.tasks import Background
from boohive.server.workers import WorkerFailed, Workers, bot_delay_ms, bot_request, bot_turn
from boohive.tables import incoming, log
from boohive.tables.errors import Rejected
from boohive.tables.table import Table

__all__ = ["Bots"]

logger = logging.getLogger("boohive.bots")

RETRY_AFTER = (1.0, 3.0, 10.0, 30.0)
"""Seconds before a bot whose worker failed is asked again: after the first failure, the second ... and all others."""
SAY_SO_AFTER = 2
"""Failures in a row after which the table hears of it."""


class BotMove(Struct):
    """What a worker answers."""

    text: str | None
    """``None``: it waits until something happens."""
    game_ms: int | None = None
    """In a race: when, in game time, it acts."""
    reported_ms: int | None = None
    """In a race: how long after the news it claims."""


class Bots:
    """Thinks for every bot at every table of this process."""

    def __init__(self, commits: Commits, workers: Workers, clock: Clock, background: Background) -> None:
        self.commits = commits
        self.workers = workers
        self.clock = clock
        self.background = background
        self.closing = False

    def wake(self, session: TableSession) -> None:
        """Let bots think that are to act, and stop those that are not, or that nobody waits for any more."""
        table, thinking = session.table, session.thinking
        for seat, task in list(thinking.items()):
            if task.done() or seat not in table.active_seats or table.seats[seat].resigned or not _has_company(session):
                task.cancel()
                del thinking[seat]
        if self.closing or len(table.history) >= self.commits.limits.counts["table_events"]:
            return
        for seat in table.active_seats:
            holder = table.seats[seat]
            if holder.occupant == "bot" and not holder.resigned and _has_company(session):
                if table.is_race and seat in thinking:
                    thinking.pop(seat).cancel()
                if seat not in thinking:
                    thinking[seat] = self.background.spawn(self._think(session, seat))

    async def _think(self, session: TableSession, seat: Seat) -> None:
        seq = session.table.position_seq
        try:
            move, table = await self._decide(session, seat)
            await self._play(session, seat, move, table)
        except Rejected as refusal:
            if refusal.code not in ("stale", "not_now"):
                logger.warning("table %s, bot at seat %s: %s", session.id, seat, refusal)
        finally:
            if session.thinking.get(seat) is asyncio.current_task():
                del session.thinking[seat]
            if session.table.position_seq != seq:
                self.wake(session)

    async def _decide(self, session: TableSession, seat: Seat) -> tuple[BotMove, Table]:
        """Ask a worker until one answers; a table must not wait for ever because one crashed. Also the table asked about."""
        failures = 0
        while True:
            table = session.table
            turn = bot_turn(session.id, table, seat)
            request = bot_request(table, seat, self.clock.now_ms())
            thinking = self.workers.run("move", request, turn)
            delay = 0 if table.is_race else bot_delay_ms(request["clock"]) / 1000
            try:
                answer, _ = await asyncio.gather(thinking, self.clock.sleep(delay))
                return msgspec.json.decode(answer, type=BotMove), table
            except WorkerFailed:
                wait = RETRY_AFTER[min(failures, len(RETRY_AFTER) - 1)]
                failures += 1
            logger.warning("table %s, bot at seat %s: the worker failed %s times", session.id, seat, failures)
            if failures >= SAY_SO_AFTER:
                reason = f"{table.seats[seat].name} cannot think of a move just now and will try again; wait a moment"
                session.broadcast(error_message(Rejected("busy", reason, int(wait * 1000)), session.id))
            await self.clock.sleep(wait)

    async def _play(self, session: TableSession, seat: Seat, move: BotMove, table: Table) -> None:
        if move.text is None:
            return
        if table.is_race and move.game_ms is not None:
            await self.clock.sleep(max(0, table.game_started_at + move.game_ms - self.clock.now_ms()) / 1000)
        window, seq = incoming.window(table, session.latencies()) if table.is_race else 0, table.position_seq

        def make_action(now: Table) -> log.Action:
            return _action(now, seat, seq, move, window, self.clock.now_ms())

        await self.commits.append(session, log.server_id("bot", table.seq), make_action, seat)


def _has_company(session: TableSession) -> bool:
    """Whether anybody plays or watches: bots alone wait for somebody to come. Spectators elsewhere have bots there."""
    people = [holder for holder in session.table.seats if holder.occupant == "person" and not holder.resigned]
    return bool(people or session.followers)


def _action(table: Table, seat: Seat, seq: int, move: BotMove, window: int, now: int) -> log.Action:
    """The bot's move, if the game still stands where it thought. Its claims are ranked with everybody's."""
    assert move.text is not None
    if table.status != "playing" or (table.position_seq != seq and not table.is_race):
        raise Rejected("stale", "the position has changed")
    if table.is_race and move.reported_ms is not None and table.position.is_contested(move.text):
        return incoming.bot_claim(table, seat, move.text, move.reported_ms, now, window)
    if table.is_race:
        return log.Play(move.text, game_ms=max(table.game_ms_at(now), incoming.last_event_ms(table)))
    clock_ms = max(0, now - table.clocks.turn_started_at) if table.clocks.running else None
    return log.Play(move.text, clock_ms=clock_ms)
