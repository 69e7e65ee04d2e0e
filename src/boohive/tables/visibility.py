"""When an entry of a log may be shown. Turn-based games show everything at once; a race holds some of it back.

News that all are to see at one moment is not shown before it, and a claim not before it is ranked. What stands after
such an entry waits with it, so that all see one order. Nobody can find out by other actions that a claim is waiting:
while claims are possible, whatever a seat does is shown only after the time that a ranking waits.
"""

from collections.abc import Sequence

from boohive.tables import log
from boohive.tables.fields import ServerMillis
from boohive.tables.log import LogEntry
from boohive.tables.table import Table

__all__ = ["AFTER_THE_RANKING", "shown_from", "shown_length"]

AFTER_THE_RANKING: ServerMillis = 2**62
"""Later than every moment: the ranking of the claims ends the wait."""


def shown_from(entry: LogEntry, after: Table, now: ServerMillis, window_ms: int) -> ServerMillis:
    """The moment from which an entry may be shown; ``after`` is the table after it, and ``now`` is when it was stored."""
    if after.pending_claims():
        return AFTER_THE_RANKING
    action = entry.action
    is_news = entry.seat is None or (isinstance(action, log.Play) and action.corrected_ms is not None)
    if is_news or len(after.active_seats) < 2:
        return after.reveal_at
    return max(after.reveal_at, now + window_ms)


def shown_length(entries: Sequence[LogEntry], table: Table, now: ServerMillis) -> int:
    """How many entries of a log that leads to ``table`` may be shown now."""
    length, waiting = len(entries), len(table.pending_claims())
    for i in range(len(entries) - 1, -1, -1):
        action = entries[i].action
        if waiting and isinstance(action, log.ClaimReceived):
            waiting, length = waiting - 1, i
        if table.reveal_at > now and isinstance(action, log.Play) and (action.reveal_at or 0) > now:
            length = i
    return length
