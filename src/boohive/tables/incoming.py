"""What somebody sends to a table, made into the action that will stand in the log.

Whatever a replay must not guess (times, random orders, corrected claims) is settled here and written down. Still pure:
the time of arrival and what is known of the sender's connection are arguments.
"""

from collections.abc import Sequence

from boohive.core.game import Seat
from boohive.tables import log
from boohive.tables.claims import ALLOWANCE, MIN_TRANSIT, Claim, correct
from boohive.tables.errors import Rejected
from boohive.tables.fields import ServerMillis
from boohive.tables.latency import UNMEASURED, Latency, ranking_window, transit_credit
from boohive.tables.playing import allowance_of, check_claim, last_event_ms
from boohive.tables.seating import seat_order
from boohive.tables.table import Table
from boohive.tables.text import clean

__all__ = ["as_event", "bot_claim", "is_claim", "last_event_ms", "prepare", "resolve_seat", "revealed_at", "window"]

NAME_LENGTH = 24
CHAT_LENGTH = 200
FASTEST_PERSON = 1200
"""In strict play a claim faster than this is not a person's (H29)."""


def resolve_seat(table: Table, held: tuple[Seat, ...], wanted: Seat | None, action: log.ClientAction) -> Seat:
    """Which seat acts, when somebody holds several."""
    if wanted is not None:
        if wanted not in held:
            raise Rejected("not_your_seat", f"seat {wanted} is not yours; show its token or leave the seat out")
        return wanted
    if not held:
        raise Rejected("not_your_seat", "you have no seat at this table; take one, or show your token")
    if len(held) > 1 and isinstance(action, log.Play | log.ClaimDraw):
        return next((seat for seat in held if seat in table.active_seats), held[0])
    return held[0]


def is_claim(table: Table, action: log.ClientAction) -> bool:
    """Whether somebody claims to have been first: only then does it count how far away everybody is.

    The game decides, never the client: a claim that reports no time is ranked like any other.
    """
    return isinstance(action, log.Play) and table.is_race and table.position.is_contested(action.text)


def prepare(
    table: Table,
    seat: Seat,
    action: log.ClientAction,
    client_seq: int,
    now: ServerMillis,
    turn_sent_at: ServerMillis = 0,
    latency: Latency = UNMEASURED,
    others: Sequence[Latency] = (),
    away_ms: int | None = None,
) -> log.ClientAction | log.ClaimReceived:
    """What is written for an action of a seat that had seen the table up to ``client_seq``.

    ``turn_sent_at`` is when the entry that began the turn was sent to the players; other entries do not change it.
    ``latency`` is what is known of the sender's connection, ``others`` of those whose claims may be under way.
    ``away_ms`` is how long the one whose turn it is has kept the other waiting and was away; ``None``: not at all.
    """
    if isinstance(action, log.Play):
        if table.is_race and table.status == "playing":
            return _prepare_event(table, seat, action, now, latency, others)
        return _prepare_move(table, seat, action, client_seq, now, turn_sent_at, latency)
    if isinstance(action, log.Chat):
        return _prepare_chat(action)
    if isinstance(action, log.Rename):
        return log.Rename(clean(action.name, NAME_LENGTH) or table.seats[seat].name)
    if isinstance(action, log.ClaimAbsence):
        return log.ClaimAbsence(action.win, away_ms)
    return seat_order(table) if isinstance(action, log.Start) else action


def _prepare_move(
    table: Table,
    seat: Seat,
    action: log.Play,
    client_seq: int,
    now: ServerMillis,
    turn_sent_at: ServerMillis,
    latency: Latency,
) -> log.Play:
    if client_seq < table.position_seq and seat in table.active_seats:
        raise Rejected("stale", "the position has changed since you looked; look at the board and choose again")
    if not table.clocks.running:
        return log.Play(action.text)
    turn_from = max(turn_sent_at, table.clocks.turn_started_at)
    clock_ms = max(0, now - turn_from - int(transit_credit(latency)))
    return log.Play(action.text, clock_ms=clock_ms, turn_from_ms=turn_from)


def _prepare_event(
    table: Table, seat: Seat, action: log.Play, now: ServerMillis, latency: Latency, others: Sequence[Latency]
) -> log.Play | log.ClaimReceived:
    game_ms = max(table.game_ms_at(now), last_event_ms(table))
    if not table.position.is_contested(action.text):
        return log.Play(action.text, game_ms=game_ms)
    shown = revealed_at(table)
    if now < shown + MIN_TRANSIT * latency.min_rtt_ms:
        raise Rejected("too_early", "nothing has been shown yet that could be claimed; wait for it")
    check_claim(table, seat, action.text, game_ms)
    # Without a reported time the latest that fits the arrival counts, so that leaving it out never pays.
    reported = now - shown if action.reported_ms is None else action.reported_ms
    friends = _is_among_friends(table)
    fair = correct(reported, now, shown, latency, ALLOWANCE if friends else allowance_of(table, seat), friends)
    if table.settings.strict and fair.corrected_ms < FASTEST_PERSON:
        raise Rejected("too_early", "no person can find a route that fast; look at the castle first")
    claim = Claim(
        seat=seat,
        text=action.text,
        reported_ms=reported,
        corrected_ms=round(fair.corrected_ms),
        allowance_used_ms=round(fair.allowance_used_ms),
        rtt_ms=round(latency.rtt_ms),
        game_ms=table.game_ms_at(now),
        window_ms=window(table, others),
    )
    return log.ClaimReceived(claim)


def bot_claim(
    table: Table, seat: Seat, text: str, reported_ms: int, now: ServerMillis, window_ms: int
) -> log.ClaimReceived:
    """A bot's claim, ranked with everybody's; its time is known exactly."""
    claim = Claim(
        seat=seat,
        text=text,
        reported_ms=reported_ms,
        corrected_ms=reported_ms,
        game_ms=table.game_ms_at(now),
        window_ms=window_ms,
    )
    return log.ClaimReceived(claim)


def window(table: Table, others: Sequence[Latency]) -> int:
    """How long to wait for claims under way; friends on phones may agree on longer."""
    return round(ranking_window(others, _ranking_mode(table), _is_among_friends(table)))


def _ranking_mode(table: Table) -> str:
    return str(table.position.options.get(table.game.ranking_option or ""))


def _is_among_friends(table: Table) -> bool:
    """Whether pages are believed further, for phones that are slow or far away: at a party, and where it was agreed to wait."""
    return table.settings.party or _ranking_mode(table) == "relaxed"


def revealed_at(table: Table) -> ServerMillis:
    """When the news that all are acting on was shown."""
    return table.game_started_at + table.revealed_at


def as_event(table: Table, claim: Claim, now: ServerMillis) -> log.Play:
    """A ranked claim as the event of the game, at its corrected time unless something has happened since."""
    at = max(min(table.game_ms_at(now), table.revealed_at + claim.corrected_ms), last_event_ms(table))
    return log.Play(claim.text, game_ms=at, corrected_ms=claim.corrected_ms)


def _prepare_chat(action: log.Chat) -> log.Chat:
    text = clean(action.text, CHAT_LENGTH)
    if not text and action.phrase is None:
        raise Rejected("bad_message", "the message is empty; write some words or choose a quick phrase")
    return log.Chat(text, action.phrase)
