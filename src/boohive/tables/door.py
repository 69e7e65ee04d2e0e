"""The door of a table: what somebody sends, made into the line that will stand in the log.

Whatever the fold must not guess (times, lots, corrected claims) is settled here and written down. Still pure: the time
of arrival and what is known of the sender's connection are arguments.
"""

from collections.abc import Sequence

from boohive.core.errors import BoohiveError
from boohive.core.game import Event, Seat
from boohive.games.booo import claims
from boohive.games.booo.claims import Line
from boohive.tables import log
from boohive.tables.refusal import Refusal
from boohive.tables.table import UNMEASURED, Claim, Table, as_corrected, draw_lots, line_of
from boohive.tables.words import clean

__all__ = ["UNMEASURED", "admit", "is_claim", "let_in", "pick_seat", "rank", "window"]

NAME_LENGTH = 24
CHAT_LENGTH = 200
FASTEST_PERSON = 1200
"""In strict play a claim faster than this is no person's (H29)."""


def pick_seat(table: Table, held: tuple[Seat, ...], wanted: Seat | None, deed: log.Deed) -> Seat:
    """Which seat acts, when somebody holds several."""
    if wanted is not None:
        if wanted not in held:
            raise Refusal("not_your_seat", f"seat {wanted} is not yours; show its token or leave the seat out")
        return wanted
    if not held:
        raise Refusal("not_your_seat", "you have no seat at this table; take one, or show your token")
    if isinstance(deed, log.Play):
        return next((seat for seat in held if seat in table.active_seats), held[0])
    return held[0]


def is_claim(table: Table, deed: log.Deed) -> bool:
    """Whether somebody claims to have been first: only then does it count how far away everybody is.

    The game decides, never the client: a claim that reports no time is ranked like any other.
    """
    return isinstance(deed, log.Play) and table.is_race and table.position.is_contested(deed.text)


def admit(
    table: Table,
    seat: Seat,
    deed: log.Deed,
    seen: int,
    now: int,
    turn_sent_at: int = 0,
    wire: Line = UNMEASURED,
    others: Sequence[Line] = (),
) -> log.Deed | log.Claimed:
    """The line for a deed of a seat that had seen the table up to ``seen``.

    ``turn_sent_at`` is when the entry that began the turn was sent to the players; other entries do not change it.
    ``wire`` is what is known of the sender's connection, ``others`` of those whose claims may be under way.
    """
    if isinstance(deed, log.Play):
        return _admit_play(table, seat, deed, seen, now, turn_sent_at, wire, others)
    if isinstance(deed, log.Chat):
        return _admit_chat(deed)
    if isinstance(deed, log.Rename):
        return log.Rename(clean(deed.name, NAME_LENGTH) or table.seats[seat].name)
    if isinstance(deed, log.Start):
        return draw_lots(table)
    return deed


def _admit_play(
    table: Table, seat: Seat, deed: log.Play, seen: int, now: int, turn_sent_at: int, wire: Line, others: Sequence[Line]
) -> log.Play | log.Claimed:
    if table.status == "playing" and table.is_race:
        return _admit_event(table, seat, deed, now, wire, others)
    if seen < table.moved_seq and seat in table.active_seats:
        raise Refusal("stale", "the game has moved on since you looked; look again and decide anew")
    began = max(turn_sent_at, table.clocks.since)
    return log.Play(deed.text, spent=max(0, now - began - int(wire.credit)) if table.clocks.running else None)


def _admit_event(
    table: Table, seat: Seat, deed: log.Play, now: int, wire: Line, others: Sequence[Line]
) -> log.Play | log.Claimed:
    at = table.game_time(now)
    if not is_claim(table, deed):
        return log.Play(deed.text, at=max(at, last_time(table)))
    if now < shown_at(table):
        raise Refusal("too_early", "nothing has been shown yet that could be claimed; wait for it")
    _check_claim(table, seat, deed, max(at, last_time(table)))
    # Without a reported time the latest that fits the arrival counts, so that leaving it out never pays.
    reported = max(0, now - shown_at(table)) if deed.elapsed is None else deed.elapsed
    fair = claims.correct(claims.Arrived(seat, now, reported), shown_at(table), line_of(table, seat, wire))
    if table.opened.strict and fair.elapsed < FASTEST_PERSON:
        raise Refusal("too_early", "nobody finds a route so fast; look at the castle first")
    elapsed, wait, spent = round(fair.elapsed), window(table, others), round(fair.spent)
    return log.Claimed(deed.text, elapsed, reported, round(wire.trip), wait, at, spent)


def _check_claim(table: Table, seat: Seat, deed: log.Play, at: int) -> None:
    """Refuse a claim that could not count even now: it opens no window and nobody waits for it."""
    try:
        table.position.apply(Event(seat, deed.text, at))
    except BoohiveError as error:
        raise Refusal("illegal_move", str(error)) from None


def window(table: Table, others: Sequence[Line]) -> int:
    """How long to wait for claims under way; friends on phones may agree on longer."""
    return round(claims.window(others, str(table.position.options.get(table.game.ranking_option or ""))))


def last_time(table: Table) -> int:
    """The time of the game's last event; the next one cannot be earlier."""
    times = [event.at for event in table.history[-1:] if event.at is not None]
    return times[0] if times else 0


def shown_at(table: Table) -> int:
    """When, in server time, the news that all are acting on was shown."""
    return table.began + table.open_since


def rank(table: Table) -> list[Claim]:
    """The waiting claims, first one first; a tie is settled by the table's own chance."""
    waiting = {claim.seat: claim for claim in table.pending_claims()}
    if not waiting:
        return []
    said = [as_corrected(claim) for claim in waiting.values()]
    ruling = claims.decide(said, table.opened.seed, (table.open_since, 0))
    order = [ruling.winner, *[each.seat for each in ruling.ranking if each.seat != ruling.winner]]
    return [waiting[seat] for seat in order]


def let_in(table: Table, claim: Claim, now: int) -> log.Play:
    """A ranked claim as the event of the game, at its corrected time unless something has happened since."""
    at = max(min(table.game_time(now), table.open_since + claim.said.elapsed), last_time(table))
    return log.Play(claim.said.text, elapsed=claim.said.elapsed, at=at)


def _admit_chat(deed: log.Chat) -> log.Chat:
    text = clean(deed.text, CHAT_LENGTH)
    if not text and deed.preset is None:
        raise Refusal("bad_message", "there is nothing to say in that; write some words")
    return log.Chat(text, deed.preset)
