"""Talking, and what the administrator and the server itself do at a table."""

from msgspec import structs

from boohive.core.game import Outcome
from boohive.core.sentences import Sentence
from boohive.tables import log
from boohive.tables.errors import Rejected
from boohive.tables.log import LogEntry
from boohive.tables.playing import give_up
from boohive.tables.seating import vacate
from boohive.tables.seats import with_seat
from boohive.tables.table import ChatMessage, Table, acting_seat, end, require_status

__all__ = ["chat", "close", "kick", "mute", "pause", "require_assistance", "use_assistance"]

CHAT_KEPT = 100


def chat(table: Table, entry: LogEntry) -> Table:
    """Say something."""
    action = entry.action
    assert isinstance(action, log.Chat)
    seat = acting_seat(table, entry)
    if table.seats[seat].muted:
        raise Rejected("muted", "you have been muted at this table")
    if bool(action.text) == bool(action.phrase):
        raise Rejected("bad_message", "say something: either a text or one of the quick phrases")
    message = ChatMessage(entry.server_ms, seat, table.seats[seat].name, action.text, action.phrase)
    return structs.replace(table, chat=(*table.chat, message)[-CHAT_KEPT:])


def pause(table: Table, entry: LogEntry) -> Table:
    """Time without a server does not count."""
    action = entry.action
    assert isinstance(action, log.Pause)
    if action.until_ms <= table.paused_until:
        raise Rejected("not_now", "this pause has been counted")
    return structs.replace(
        table,
        clocks=table.clocks.shifted(action.length_ms),
        game_started_at=table.game_started_at + action.length_ms,
        paused_until=action.until_ms,
    )


def close(table: Table, entry: LogEntry) -> Table:
    """The administrator ends it without a result."""
    action = entry.action
    assert isinstance(action, log.ClosedByAdmin)
    require_status(table, "waiting", "playing")
    own_words = action.reason and Sentence(action.reason, "closed_because")
    return end(table, Outcome(None, own_words or Sentence("closed by the host", "closed")), "abandoned")


def mute(table: Table, entry: LogEntry) -> Table:
    """A seat may no longer chat, and its messages are gone."""
    action = entry.action
    assert isinstance(action, log.Mute)
    _require_seat(table, action.seat)
    seats = with_seat(table.seats, action.seat, structs.replace(table.seats[action.seat], muted=action.on))
    kept = tuple(message for message in table.chat if not (action.on and message.seat == action.seat))
    return structs.replace(table, seats=seats, chat=kept)


def kick(table: Table, entry: LogEntry) -> Table:
    """A seat is taken from its player."""
    action = entry.action
    assert isinstance(action, log.Kick)
    _require_seat(table, action.seat)
    if table.status == "waiting":
        return vacate(table, action.seat)
    nobody = structs.replace(table.seats[action.seat], person=None, pseudonym=None, token_hash=None)
    table = structs.replace(table, seats=with_seat(table.seats, action.seat, nobody))
    return (
        give_up(table, action.seat, Sentence("removed by the host", "removed"), "adjudicated")
        if table.status == "playing"
        else table
    )


def use_assistance(table: Table, entry: LogEntry) -> Table:
    """A seat has asked the computer for help; everybody at the table can see it."""
    action = entry.action
    assert isinstance(action, log.AssistanceUsed)
    require_status(table, "playing")
    _require_seat(table, action.seat)
    require_assistance(table)
    holder = structs.replace(table.seats[action.seat], assisted=True)
    return structs.replace(table, seats=with_seat(table.seats, action.seat, holder), hint=action.hint or table.hint)


def require_assistance(table: Table) -> None:
    """Reject help of the computer where it was not agreed on."""
    if table.settings.strict:
        raise Rejected("not_now", Sentence("strict play has no hints", "strict_play"))
    if not table.assistance_allowed:
        raise Rejected(
            "not_now",
            Sentence(
                "this game between people is played without help of the computer; agree on it when you set a table up",
                "no_assistance",
            ),
        )


def _require_seat(table: Table, seat: int) -> None:
    if seat >= len(table.seats):
        raise Rejected("not_now", f"there is no seat {seat}; the table has {len(table.seats)}")
