"""Export or erase everything stored about a person, who is known by the id in their cookie."""

import logging
import secrets
from collections.abc import Sequence
from functools import partial

import msgspec
from msgspec import structs

from boohive.games import GAMES
from boohive.server.store.protocol import Store, StoreUnavailable, TableRow
from boohive.server.summaries import read_summary
from boohive.server.workers import Payload
from boohive.tables import log
from boohive.tables.replay import apply, replay
from boohive.tables.seating import create
from boohive.tables.table import Table

__all__ = ["erase", "export", "is_running_race", "own_entries"]

logger = logging.getLogger("boohive.privacy")

ERASED_NAME = "Somebody"
ERASED_TEXT = "..."
ALL_TABLES = 100_000
"""The store wants a limit; nobody has more."""


def own_entries(entries: Sequence[log.LogEntry], person_id: str) -> set[int]:
    """The numbers (``seq``) of the entries that this person made, and of those that give them a seat.

    The log is replayed step by step, because a seat may change hands and may be drawn by lot. The first entry, which
    creates the table, names nobody.
    """
    table = create(entries[0])
    own = set()
    for entry in entries[1:]:
        by_them = entry.seat is not None and table.seats[entry.seat].person == person_id
        if by_them or _seats(entry, person_id):
            own.add(entry.seq)
        table = apply(table, entry)
    return own


async def erase(store: Store, person_id: str, now_ms: int) -> list[str]:
    """Delete what is stored of a person, and make their seats and words at tables anonymous; the games stay.

    Returns the ids of all their tables, also of those that could not be rewritten.
    """
    rows = await store.tables_of(person_id, limit=ALL_TABLES)
    for row in rows:
        pseudonym = f"erased-{secrets.token_hex(8)}"  # another one for each table, so that they cannot be linked
        rewrite_log = partial(_without_person, person_id=person_id, pseudonym=pseudonym)
        rewrite_summary = partial(_summary_without_person, person_id=person_id, pseudonym=pseudonym)
        try:
            await store.rewrite(row.id, rewrite_log, rewrite_summary, now_ms)
        except StoreUnavailable:
            raise
        except (
            Exception
        ):  # One table that cannot be rewritten must not keep the others, or the person, from being erased.
            logger.exception("table %s could not be made anonymous; what a person said there is still stored", row.id)
    await store.erase_person(person_id)
    return [row.id for row in rows]


def _without_person(entries: list[log.LogEntry], person_id: str, pseudonym: str) -> list[log.LogEntry]:
    """The log with the person's name, chat and id replaced. It leads to the same table: all their seats get one pseudonym."""
    try:
        own = own_entries(entries, person_id)
    except Exception:  # Who made an entry cannot be known then: replace at least the id and the name that came with it.
        logger.warning(
            "a log cannot be replayed: a person's seats were made anonymous, their chat and new names were not"
        )
        return [_anonymous(entry, person_id, pseudonym) if _seats(entry, person_id) else entry for entry in entries]
    after = [_anonymous(entry, person_id, pseudonym) if entry.seq in own else entry for entry in entries]
    if _what_must_stay(replay(after)) != _what_must_stay(replay(entries)):
        raise RuntimeError("the anonymous log leads to another game")
    return after


def _seats(entry: log.LogEntry, person_id: str) -> bool:
    """Whether the entry gives this person a seat."""
    return isinstance(entry.action, log.SeatTaken) and entry.action.person == person_id


def _anonymous(entry: log.LogEntry, person_id: str, pseudonym: str) -> log.LogEntry:
    action = entry.action
    if isinstance(action, log.Chat):
        action = log.Chat(ERASED_TEXT)
    elif isinstance(action, log.Rename):
        action = log.Rename(ERASED_NAME)
    elif isinstance(action, log.SeatTaken) and action.person == person_id:
        action = structs.replace(action, name=ERASED_NAME, person=pseudonym)
    return structs.replace(entry, action=action)


def _what_must_stay(table: Table) -> str:
    """All of a table that erasing a person must not change, to be compared."""
    seats = [(seat.occupant, seat.level, seat.token_hash, seat.host, seat.resigned) for seat in table.seats]
    game = (table.position.text, table.history, table.outcome, table.clocks, table.offers, table.claims)
    return repr((table.seq, table.status, seats, game, table.rematch, table.rematch_table, len(table.chat)))


def _summary_without_person(text: str, person_id: str, pseudonym: str) -> str:
    summary = read_summary(text)
    seats = [
        structs.replace(seat, name=ERASED_NAME, person=pseudonym) if seat.person == person_id else seat
        for seat in summary.seats
    ]
    return msgspec.json.encode(structs.replace(summary, seats=seats)).decode()


async def export(store: Store, person_id: str) -> Payload:
    """Everything stored about a person.

    The entries of a race are left out until it is over: numbers that are missing between them would show that somebody
    else has made a claim, which nobody may know before the claims are ranked (S11 in docs/guarantees.md).
    """
    tables = []
    for row in await store.tables_of(person_id, limit=ALL_TABLES):
        entries = [] if is_running_race(row) else await store.entries(row.id)
        own = own_entries(entries, person_id) if entries else set()
        exported = [
            {"seq": entry.seq, "server_ms": entry.server_ms, "seat": entry.seat, "action": _exported(entry.action)}
            for entry in entries
            if entry.seq in own
        ]
        tables.append({"table": row.id, "game": row.game, "status": row.status, "log": exported})
    return {"person": person_id, "name": await store.person_name(person_id), "tables": tables}


def is_running_race(row: TableRow) -> bool:
    """Whether a race is being played here. What is stored then may show a claim that waits to be ranked."""
    return row.status == "playing" and row.game in GAMES and GAMES[row.game].kind == "race"


def _exported(action: log.Action) -> Payload:
    """An action without the seat's secret, and without the id that stands at the top of the export."""
    data: Payload = msgspec.to_builtins(action)
    return {name: value for name, value in data.items() if name not in ("token_hash", "person")}
