"""A player who stays away: when the one who waits may end the game for it.

Who is connected is not in the log. The server that is asked says how long the one whose turn it is has been away, and the
entry carries that number, so that the log replays without knowing anything of connections.
"""

from typing import NamedTuple

from boohive.core.game import Outcome, Seat
from boohive.core.sentences import Sentence
from boohive.tables import log
from boohive.tables.errors import Rejected
from boohive.tables.fields import ServerMillis
from boohive.tables.log import CorrespondenceClock, LogEntry, NoClock
from boohive.tables.table import Table, acting_seat, end, require_status

__all__ = ["Wait", "claim_absence", "wait_of"]

PATIENCE_MS = 60_000
"""How long somebody may be away in a game with a clock that counts in minutes."""
PATIENCE_WITHOUT_CLOCK_MS = 300_000


class Wait(NamedTuple):
    """Two people play, and one of them waits for the other's move."""

    waiting: Seat
    awaited: Seat
    since: ServerMillis
    """When that turn began: while the other one thinks, nobody is kept waiting."""
    patience_ms: int
    """How long the awaited one may be away."""


def wait_of(table: Table) -> Wait | None:
    """Who waits for whom; ``None`` where nobody can end the game because the other is away: in a race, with a bot, on one
    screen, and in a game of days, in which everybody is away."""
    if table.is_race or len(table.seats) != 2 or len(table.active_seats) != 1 or not table.is_between_people:
        return None
    if isinstance(table.settings.clock, CorrespondenceClock):
        return None
    patience = PATIENCE_WITHOUT_CLOCK_MS if isinstance(table.settings.clock, NoClock) else PATIENCE_MS
    awaited = table.active_seats[0]
    return Wait(1 - awaited, awaited, table.clocks.turn_started_at, patience)


def claim_absence(table: Table, entry: LogEntry) -> Table:
    """The one who waits wins, or ends the game without a result."""
    action = entry.action
    assert isinstance(action, log.ClaimAbsence)
    require_status(table, "playing")
    seat, wait = acting_seat(table, entry), wait_of(table)
    if wait is None:
        reason = "a game can be claimed only between two people, and not in a game of days; play on or resign"
        raise Rejected("not_now", Sentence(reason, "no_absence_here"))
    if seat != wait.waiting:
        raise Rejected("not_now", Sentence("it is your turn: nobody keeps you waiting; play your move", "nobody_waits"))
    if action.away_ms is None:
        raise Rejected("not_now", Sentence("the other player is here; wait for their move", "not_away"))
    if action.away_ms < wait.patience_ms:
        minutes = wait.patience_ms // 60_000
        reason = f"the other player has not been away for {minutes} min yet; wait a little longer"
        raise Rejected("too_early", Sentence(reason, "not_away_long", count=minutes))
    if action.win:
        return end(table, Outcome(seat, Sentence("the other player stayed away", "absence")), "absence")
    return end(table, Outcome(None, Sentence("a player stayed away", "absence_ended")), "abandoned")
