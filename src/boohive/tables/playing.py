"""Playing: moves, claims, resigning, time."""

from msgspec import structs

from boohive.core.errors import BoohiveError
from boohive.core.game import Event, Outcome, Seat
from boohive.core.record import HowEnded
from boohive.core.sentences import Sentence
from boohive.tables import log, offers, randomness
from boohive.tables.claims import ALLOWANCE, Claim, allowance_after, rank
from boohive.tables.errors import Rejected
from boohive.tables.log import LogEntry
from boohive.tables.seats import voters, with_seat
from boohive.tables.table import Table, acting_seat, end, end_if_over, require_status, timed_seat

__all__ = [
    "abandon",
    "allowance_of",
    "check_claim",
    "discard_claims",
    "give_up",
    "last_event_ms",
    "play",
    "ranked_claims",
    "receive_claim",
    "resign",
    "time_out",
]

WEEK = 7 * 86_400_000
RECENT_POSITIONS = 16
ABANDON_RULE = (
    "a game can be abandoned before everybody has moved (a race in its first round), alone, "
    "or when nobody has moved for a week"
)


def play(table: Table, entry: LogEntry) -> Table:
    """A move or an event of the game."""
    action = entry.action
    assert isinstance(action, log.Play)
    require_status(table, "playing")
    if entry.seat is not None:
        require_active(table, acting_seat(table, entry), action.text)
    event = Event(entry.seat, action.text, action.game_ms)
    try:
        position, effects = table.position.apply(event)
    except BoohiveError as error:
        raise Rejected("illegal_move", error.sentence) from None
    if action.clock_ms is not None and table.clocks.is_too_late(action.clock_ms):
        raise Rejected("not_now", "your time was up before this move; the clock decides")
    next_seat = timed_seat(position.active_seats, table.is_race)
    moved = structs.replace(
        table,
        position=position,
        recent_positions=(*table.recent_positions[-RECENT_POSITIONS + 1 :], table.position),
        history=(*table.history, event),
        effects=effects,
        position_seq=entry.seq,
        clocks=table.clocks.after_decision(action.clock_ms or 0, entry.server_ms, next_seat),
    )
    if table.is_race:
        moved = _after_race_event(moved, table, entry.seat, action)
    elif table.offers:
        moved = structs.replace(moved, offers=offers.without(table.offers, "takeback", "draw"))
    return end_if_over(moved)


def _after_race_event(moved: Table, before: Table, seat: Seat | None, action: log.Play) -> Table:
    """What an event of a race changes besides the position: its claims, and when what it shows is known."""
    return structs.replace(
        moved,
        claims=_claims_after(before, seat, action),
        revealed_at=before.revealed_at if before.position.active_seats else action.game_ms or 0,
        reveal_at=max(before.reveal_at, action.reveal_at or 0),
    )


def require_active(table: Table, seat: Seat, text: str = "") -> None:
    """Reject what a seat does that may not act now; that somebody who gave up is away is for the game to know."""
    if table.seats[seat].resigned and (not text or text != table.game.connection_event(False)):
        raise Rejected("not_now", "you have given up this game; you can watch the rest of it")
    if seat not in table.position.active_seats and not table.is_race:
        names = " or ".join(table.seats[other].name for other in table.position.active_seats)
        raise Rejected("not_your_turn", f"it is not your turn; wait for {names or 'the others'}")


# Claims.


def receive_claim(table: Table, entry: LogEntry) -> Table:
    """A claim has come in; it is ranked with those that may still be under way."""
    action = entry.action
    assert isinstance(action, log.ClaimReceived)
    require_status(table, "playing")
    seat, claim = acting_seat(table, entry), action.claim
    require_active(table, seat)
    if claim.seat != seat or not table.position.is_contested(claim.text):
        raise Rejected("bad_message", f"{claim.text!r} is not a claim of seat {seat}")
    if claim.game_ms < table.revealed_at:
        raise Rejected("too_early", "nothing has been shown yet that could be claimed; wait for it")
    check_claim(table, seat, claim.text, max(claim.game_ms, last_event_ms(table)))
    waiting = table.pending_claims()
    if any(other.seat == seat for other in waiting):
        raise Rejected("not_now", "your claim is in; wait for the ranking")
    left = int(allowance_after(allowance_of(table, seat), claim))
    allowances = tuple(sorted({**dict(table.allowances), seat: left}.items()))
    return structs.replace(table, claims=(*waiting, claim), allowances=allowances)


def check_claim(table: Table, seat: Seat, text: str, game_ms: int) -> None:
    """Reject a claim that could not count even now: it opens no window and nobody waits for it."""
    try:
        table.position.apply(Event(seat, text, game_ms))
    except BoohiveError as error:
        raise Rejected("illegal_move", error.sentence) from None


def last_event_ms(table: Table) -> int:
    """The time of the game's last event; the next one cannot be earlier."""
    times = [event.game_ms for event in table.history[-1:] if event.game_ms is not None]
    return times[0] if times else 0


def allowance_of(table: Table, seat: Seat) -> float:
    """What is left of a seat's allowance for times that cannot be verified."""
    return dict(table.allowances).get(seat, ALLOWANCE)


def ranked_claims(table: Table) -> tuple[Claim, ...]:
    """The waiting claims, first one first; a tie is settled by the table's seed."""
    waiting = table.pending_claims()
    if not waiting:
        return ()
    return rank(waiting, randomness.stream(table.settings, "ties", table.revealed_at))


def _claims_after(table: Table, seat: Seat | None, action: log.Play) -> tuple[Claim, ...]:
    """The claims once one of them enters the game: it leads, the others follow as they were ranked."""
    if not table.position.is_contested(action.text):
        return table.claims
    if not any(claim.seat == seat and claim.text == action.text for claim in table.pending_claims()):
        raise Rejected("not_now", "a claim must be ranked before it counts; send it as a claim")
    ordered = sorted(ranked_claims(table), key=lambda claim: claim.seat != seat)
    return tuple(structs.replace(claim, rank=number) for number, claim in enumerate(ordered, 1))


def discard_claims(table: Table, entry: LogEntry) -> Table:
    """None of the waiting claims counted any more."""
    return structs.replace(table, claims=ranked_claims(table))


# Ends that the rules do not know.


def resign(table: Table, entry: LogEntry) -> Table:
    """Give up: of two, the other wins; of more, the others play on."""
    require_status(table, "playing")
    seat = acting_seat(table, entry)
    if table.seats[seat].resigned:
        raise Rejected("not_now", "you have given up already; you can watch the rest")
    return give_up(table, seat, Sentence("resigned", "resigned"), "resigned")


def give_up(table: Table, seat: Seat, reason: str, how: HowEnded) -> Table:
    """One seat has stopped playing; the last one left wins, and bots do not play on among themselves."""
    seats = with_seat(table.seats, seat, structs.replace(table.seats[seat], resigned=True))
    table = structs.replace(table, seats=seats)
    left = [other for other, holder in enumerate(seats) if not holder.resigned]
    if len(left) == 1:
        return end(table, Outcome(left[0], reason), how)
    if any(seats[other].occupant == "person" for other in left):
        return table
    return end(table, Outcome(None, reason), how)


def time_out(table: Table, entry: LogEntry) -> Table:
    """The time of the seat to move is up."""
    action = entry.action
    assert isinstance(action, log.Timeout)
    require_status(table, "playing")
    seat, deadline = entry.seat, table.clocks.deadline(action.turn_from_ms)
    if seat is None or seat != table.clocks.running_seat or deadline is None or entry.server_ms < deadline:
        raise Rejected("not_now", "nobody's time is up; the clock decides")
    return give_up(
        structs.replace(table, clocks=table.clocks.run_out(seat)),
        seat,
        Sentence("time ran out", "time_ran_out"),
        "time",
    )


def abandon(table: Table, entry: LogEntry) -> Table:
    """End without a result."""
    require_status(table, "waiting", "playing")
    seat = acting_seat(table, entry)
    if table.status == "waiting" and not table.seats[seat].host:
        raise Rejected("not_your_seat", "only the host can close the table; you can leave your seat")
    moved = {event.seat for event in table.history[len(table.settings.events) :]}
    is_early = not all(other in moved for other in range(len(table.seats)))
    if table.is_race:  # A seat may never act in a race.
        is_early = table.position.round_number <= 1
    is_alone = not voters(table.seats, seat)
    is_idle = entry.server_ms - table.last_activity > WEEK
    if not (table.status == "waiting" or is_alone or is_early or is_idle):
        raise Rejected("not_now", f"{ABANDON_RULE}; resign, or offer a draw")
    return end(table, Outcome(None, Sentence("abandoned", "abandoned")), "abandoned")
