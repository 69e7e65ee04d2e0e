"""The door of a table: what somebody sends, made into the line that will stand in the log.

Whatever the fold must not guess (times, lots, corrected claims) is settled here and written down. Still pure: the time
of arrival and what is known of the sender's connection are arguments.
"""

from dataclasses import dataclass

from boohive.core.game import Seat
from boohive.tables import log
from boohive.tables.refusal import Refusal
from boohive.tables.table import Claim, Table, draw_lots
from boohive.tables.words import clean

__all__ = ["Connection", "admit", "pick_seat", "rank"]

NAME_LENGTH = 24
CHAT_LENGTH = 200
LEAST_WINDOW, MOST_WINDOW, RELAXED_WINDOW = 80, 400, 1000
ALLOWANCE = 150
"""Milliseconds that a told time may differ from the measured one, for browsers that are busy."""
FASTEST_PERSON = 1200
"""In strict play a claim faster than this is no person's (H29)."""
TIE = 15
"""Claims closer than one frame are simultaneous."""


@dataclass(frozen=True)
class Connection:
    """What the server has measured of the sender's connection, in milliseconds."""

    rtt: int = 0
    """The median round trip."""
    least_rtt: int = 0
    jitter: int = 0
    credit: int = 0
    """How much of a message's age may be the wire's fault."""
    window: int = LEAST_WINDOW
    """How long claims of other seats may be under way."""


UNMEASURED = Connection()


def pick_seat(table: Table, held: tuple[Seat, ...], wanted: Seat | None, deed: log.Deed) -> Seat:
    """Which seat acts, when somebody holds several."""
    if wanted is not None:
        if wanted not in held:
            raise Refusal("not_your_seat", f"seat {wanted} is not yours; show its token or leave the seat out")
        return wanted
    if not held:
        raise Refusal("not_your_seat", "you have no seat at this table; take one, or show your token")
    if isinstance(deed, log.Play):
        return next((seat for seat in held if seat in table.acting), held[0])
    return held[0]


def admit(
    table: Table, seat: Seat, deed: log.Deed, seen: int, now: int, told: int = 0, wire: Connection = UNMEASURED
) -> log.Deed | log.Claimed:
    """The line for a deed of a seat that had seen the table up to ``seen``; ``told`` is when the turn's start was sent."""
    if isinstance(deed, log.Play):
        return _admit_play(table, seat, deed, seen, now, told, wire)
    if isinstance(deed, log.Chat):
        return _admit_chat(deed)
    if isinstance(deed, log.Rename):
        return log.Rename(clean(deed.name, NAME_LENGTH) or table.seats[seat].name)
    if isinstance(deed, log.Start):
        return draw_lots(table)
    return deed


def _admit_play(
    table: Table, seat: Seat, deed: log.Play, seen: int, now: int, told: int, wire: Connection
) -> log.Play | log.Claimed:
    if table.status == "playing" and table.is_race:
        return _admit_event(table, seat, deed, now, wire)
    if seen < table.moved_seq and seat in table.acting:
        raise Refusal("stale", "the game has moved on since you looked; look again and decide anew")
    began = max(told, table.clocks.since)
    return log.Play(deed.text, spent=max(0, now - began - wire.credit) if table.clocks.running else None)


def _admit_event(table: Table, seat: Seat, deed: log.Play, now: int, wire: Connection) -> log.Play | log.Claimed:
    at = table.game_time(now)
    if deed.elapsed is None:
        return log.Play(deed.text, at=max(at, last_time(table)))
    elapsed = corrected(deed.elapsed, now - shown_at(table), wire)
    if table.opened.strict and elapsed < FASTEST_PERSON:
        raise Refusal("too_early", "nobody finds a route so fast; look at the castle first")
    return log.Claimed(deed.text, elapsed, deed.elapsed, wire.rtt, window(table, wire.window), at)


def window(table: Table, measured: int) -> int:
    """How long to wait for claims under way; friends on phones may agree on longer."""
    relaxed = table.position.options.get("window") == "relaxed"
    return RELAXED_WINDOW if relaxed else min(MOST_WINDOW, max(LEAST_WINDOW, measured))


def last_time(table: Table) -> int:
    """The time of the game's last event; the next one cannot be earlier."""
    times = [event.at for event in table.history[-1:] if event.at is not None]
    return times[0] if times else 0


def shown_at(table: Table) -> int:
    """When, in server time, the news that all are acting on was shown."""
    return table.began + table.open_since


def corrected(told: int, since_shown: int, wire: Connection) -> int:
    """The told time if the server can believe it, otherwise the nearest it can."""
    earliest = since_shown - wire.credit - ALLOWANCE
    latest = since_shown - (wire.least_rtt * 2) // 5
    return max(0, min(max(told, earliest), latest))


def rank(table: Table) -> list[Claim]:
    """The waiting claims, first one first; those within a frame of the first are drawn by the table's own chance."""
    waiting = sorted(table.pending_claims(), key=lambda claim: claim.said.elapsed)
    if not waiting:
        return []
    best = waiting[0].said.elapsed
    tied = [claim for claim in waiting if claim.said.elapsed - best < TIE]
    lot = (table.opened.seed * 2654435761 + table.seq * 40503) % len(tied)
    return [tied[lot], *[claim for claim in waiting if claim is not tied[lot]]]


def let_in(table: Table, claim: Claim, now: int) -> log.Play:
    """A ranked claim as the event of the game, at its corrected time unless something has happened since."""
    at = max(min(table.game_time(now), table.open_since + claim.said.elapsed), last_time(table))
    return log.Play(claim.said.text, elapsed=claim.said.elapsed, at=at)


def _admit_chat(deed: log.Chat) -> log.Chat:
    text = clean(deed.text, CHAT_LENGTH)
    if not text and deed.preset is None:
        raise Refusal("bad_message", "there is nothing to say in that; write some words")
    return log.Chat(text, deed.preset)
