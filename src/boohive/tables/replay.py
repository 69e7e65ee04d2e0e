"""A table from its log. Servers check an action and replay a log with the same function.

``apply(table, entry)`` gives the table after an entry or raises ``Rejected``, so a log that was accepted once is
accepted for ever.
"""

from collections.abc import Callable, Iterable

from msgspec import structs

from boohive.core.game import Event
from boohive.tables import absence, agreements, log, moderation, playing, seating
from boohive.tables.log import LogEntry
from boohive.tables.table import Table

__all__ = ["apply", "replay"]

Handler = Callable[[Table, LogEntry], Table]


def replay(entries: Iterable[LogEntry]) -> Table:
    """The table that a log leads to."""
    rest = iter(entries)
    table = seating.create(next(rest))
    for entry in rest:
        table = structs.replace(table, seq=entry.seq) if _is_obsolete(table, entry) else apply(table, entry)
    return table


def _is_obsolete(table: Table, entry: LogEntry) -> bool:
    """Whether an older version wrote this move of a game that is over by now."""
    action = entry.action
    if table.status != "over" or not isinstance(action, log.Play):
        return False
    return table.position.is_obsolete(Event(entry.seat, action.text, action.game_ms))


def apply(table: Table, entry: LogEntry) -> Table:
    """The table after one more action; ``Rejected`` when it does not fit."""
    assert entry.seq == table.seq + 1, (entry.seq, table.seq)
    if table.events_taken_back:
        table = structs.replace(table, events_taken_back=0)
    # Handlers see the table as it was, its last activity included; so number and time are put into what they return,
    # which costs a second table.
    changed = HANDLERS[type(entry.action)](table, entry)
    return structs.replace(changed, seq=entry.seq, last_activity=max(table.last_activity, entry.server_ms))


HANDLERS: dict[type[log.ActionBase], Handler] = {
    log.SeatTaken: seating.take_seat,
    log.SeatLeft: seating.leave,
    log.Start: seating.start,
    log.Rename: seating.rename,
    log.Play: playing.play,
    log.ClaimReceived: playing.receive_claim,
    log.ClaimsDiscarded: playing.discard_claims,
    log.Resign: playing.resign,
    log.Timeout: playing.time_out,
    log.Abandon: playing.abandon,
    log.Offer: agreements.offer,
    log.Answer: agreements.answer,
    log.ClaimDraw: agreements.claim_draw,
    log.ClaimAbsence: absence.claim_absence,
    log.RematchCreated: agreements.rematch_created,
    log.Chat: moderation.chat,
    log.Pause: moderation.pause,
    log.ClosedByAdmin: moderation.close,
    log.Mute: moderation.mute,
    log.Kick: moderation.kick,
    log.AssistanceUsed: moderation.use_assistance,
}
