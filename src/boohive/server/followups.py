"""What follows from an action: a full table begins, a rematch is set up, bots think."""

import base64
import hashlib
import logging
from collections.abc import Awaitable, Callable

from boohive.server.commit import Commits
from boohive.server.fair_play import FIRST_GUARDED_MOVE
from boohive.server.registry import Registry
from boohive.server.requests import ActResult, new_seed
from boohive.server.session import TableSession
from boohive.server.store.protocol import Store
from boohive.server.tasks import Background
from boohive.tables import log
from boohive.tables.errors import Rejected
from boohive.tables.seating import rematch_order, rematch_settings, seat_order

__all__ = ["FollowUps"]

logger = logging.getLogger("boohive.followups")


class FollowUps:
    """Does what the last action makes necessary."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        commits: Commits,
        background: Background,
        wake_bots: Callable[[TableSession], None],
    ) -> None:
        self.store = store
        self.registry = registry
        self.commits = commits
        self.background = background
        self.wake_bots = wake_bots

    def after_commit(self, session: TableSession, entry: log.LogEntry) -> None:
        """Let bots think, in most cases; the rest needs the store and comes a moment later."""
        table = session.table
        begins = table.status == "waiting" and table.is_full
        was_playing = session.table_before is not None and session.table_before.status == "playing"
        if was_playing and table.status == "over" and len(table.history) >= FIRST_GUARDED_MOVE:
            self.background.spawn(self.store.release_positions(session.id))
        if begins or (table.rematch and table.rematch_table is None) or isinstance(entry.action, log.Start):
            self.background.spawn(self.run(session, entry))
        else:
            self.wake_bots(session)

    async def run(self, session: TableSession, entry: log.LogEntry | None = None) -> None:
        """Begin a full table, set up a rematch, drop the room code of a game that began; let bots think."""
        table = session.table
        if table.status == "waiting" and table.is_full:
            await _unless_done(session, self.commits.append(session, log.server_id("start"), seat_order))
        if table.rematch and table.rematch_table is None:
            await _unless_done(session, self._rematch(session))
        if entry is not None and isinstance(entry.action, log.Start) and not session.table.settings.party:
            await self.store.drop_code(session.id)
        self.wake_bots(session)

    async def _rematch(self, session: TableSession) -> ActResult | None:
        """The same people at a new table, each one seat further."""
        table = session.table
        next_id = base64.b32encode(hashlib.sha256(f"{session.id} next".encode()).digest()[:10]).decode().lower()
        opened = rematch_settings(table, session.id, new_seed())
        sits = [
            log.SeatTaken(seat, holder.name, "bot" if holder.occupant == "bot" else "person", holder.level, holder.person,
                          None, holder.token_hash, holder.host)
            for seat, holder in enumerate(table.seats[each] for each in rematch_order(table))
        ]  # fmt: skip
        await self.registry.create(next_id, opened, sits)
        return await self.commits.append(session, log.server_id("next"), lambda _: log.RematchCreated(next_id))


async def _unless_done(session: TableSession, work: Awaitable[ActResult | None]) -> None:
    """Another server, or a moment ago ourselves, may have done it."""
    try:
        await work
    except Rejected as refusal:
        logger.debug("table %s: %s", session.id, refusal)
