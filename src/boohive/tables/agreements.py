"""Draws, takebacks and rematches: what the people at a table agree on."""

from msgspec import structs

from boohive.core.game import Outcome, Position, Seat
from boohive.core.sentences import Sentence
from boohive.tables import log, offers
from boohive.tables.errors import Rejected
from boohive.tables.fields import OfferKind
from boohive.tables.log import LogEntry
from boohive.tables.seats import same_person, voters
from boohive.tables.table import Table, acting_seat, end, require_status, timed_seat

__all__ = ["answer", "can_claim_draw", "claim_draw", "offer", "position_after", "rematch_created"]

THREEFOLD = 3


def offer(table: Table, entry: LogEntry) -> Table:
    """Ask for a draw, a takeback or another game."""
    action = entry.action
    assert isinstance(action, log.Offer)
    seat = acting_seat(table, entry)
    _require_offerable(table, seat, action.what)
    present = offers.find(table.offers, action.what)
    pending, agreed = offers.add(table.offers, action.what, seat, voters(table.seats, seat))
    table = structs.replace(table, offers=pending)
    return _on_agreed(table, entry, action.what, present.offered_by if present else seat) if agreed else table


def _require_offerable(table: Table, seat: Seat, what: OfferKind) -> None:
    if what == "rematch":
        require_status(table, "over")
        if table.rematch:
            raise Rejected("not_now", "all have agreed on another game; it is being set up")
        return
    if what == "draw":
        require_status(table, "playing")
        if any(holder.occupant == "bot" for holder in table.seats) and not _is_stalled(table):
            reason = "a bot agrees to a draw only in a position that has stood before; play on or resign"
            raise Rejected("not_now", Sentence(reason, "bot_plays_on"))
        return
    if not table.can_take_back:
        raise Rejected("not_now", "nothing can be taken back here")
    if not _events_kept_after_takeback(table, seat) < len(table.history):
        raise Rejected("not_now", "you have not moved yet; there is nothing of yours to take back")


def _is_stalled(table: Table) -> bool:
    """Whether the game goes round in circles. It takes two to repeat a position: a bot that sees a way to win leaves it."""
    return table.position.times_seen > 1


def answer(table: Table, entry: LogEntry) -> Table:
    """Say yes or no."""
    action = entry.action
    assert isinstance(action, log.Answer)
    seat = acting_seat(table, entry)
    present = offers.find(table.offers, action.what)
    pending, agreed = offers.answer(table.offers, action.what, seat, action.yes)
    table = structs.replace(table, offers=pending)
    return _on_agreed(table, entry, action.what, present.offered_by) if agreed and present else table


def _on_agreed(table: Table, entry: LogEntry, what: OfferKind, offered_by: Seat) -> Table:
    if what == "draw":
        return end(table, Outcome(None, Sentence("agreed", "agreed")), "agreed")
    if what == "rematch":
        return structs.replace(table, rematch=True)
    return _take_back(table, entry, _events_kept_after_takeback(table, offered_by))


def claim_draw(table: Table, entry: LogEntry) -> Table:
    """The seat to move claims a draw because the position stands for the third time."""
    require_status(table, "playing")
    if acting_seat(table, entry) not in table.active_seats:
        raise Rejected("not_your_turn", "only the seat to move can claim a draw; wait for your turn")
    if not can_claim_draw(table):
        reason = Sentence("a draw can be claimed when the position stands for the third time; play on", "not_repeated")
        raise Rejected("not_now", reason)
    return end(table, Outcome(None, Sentence("the same position for the third time", "claimed_repetition")), "claimed")


def can_claim_draw(table: Table) -> bool:
    """Whether the position stands for the third time, and the options do not end the game for it already."""
    return table.status == "playing" and table.position.times_seen >= THREEFOLD


def _events_kept_after_takeback(table: Table, seat: Seat) -> int:
    """How many events remain when this seat takes its last turn back. A turn may have been several decisions."""
    given, history = len(table.settings.events), table.history
    last = max((i for i, event in enumerate(history) if event.seat == seat and i >= given), default=len(history))
    if last == len(history):
        # In hot seat the one who asks may not be the one who moved.
        mover = history[-1].seat if len(history) > given else None
        if mover is None or mover == seat or not same_person(table.seats[mover], table.seats[seat]):
            return last
        return _events_kept_after_takeback(table, mover)
    while last > given and history[last - 1].seat == seat:
        last -= 1
    return last


def _take_back(table: Table, entry: LogEntry, kept: int) -> Table:
    taken = len(table.history) - kept
    positions = (*table.recent_positions, table.position)
    recent = positions[: max(0, len(positions) - 1 - taken)]
    position = positions[len(recent)] if taken < len(positions) else position_after(table, kept)
    back = structs.replace(
        table,
        position=position,
        recent_positions=recent,
        history=table.history[:kept],
        effects=(),
        status="playing",
        outcome=None,
        how_ended=None,
        position_seq=entry.seq,
        offers=(),
        rematch=False,
        seats=tuple(structs.replace(holder, resigned=False) for holder in table.seats),
        events_taken_back=taken,
    )
    clocks = table.clocks.after_takeback(entry.server_ms, timed_seat(back.active_seats, table.is_race))
    return structs.replace(back, clocks=clocks)


def position_after(table: Table, events: int) -> Position:
    """The position after the first events."""
    position = table.initial_position
    for event in table.history[:events]:
        position = position.apply(event).position
    return position


def rematch_created(table: Table, entry: LogEntry) -> Table:
    """Where the rematch is."""
    action = entry.action
    assert isinstance(action, log.RematchCreated)
    if table.rematch_table is not None or not table.rematch:
        raise Rejected("not_now", "nobody has agreed on another game, or it is set up already")
    return structs.replace(table, rematch_table=action.table)
