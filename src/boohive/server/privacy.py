"""A person's data: export it, erase it."""

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
MAX_TABLES = 100_000


def own_entries(entries: Sequence[log.LogEntry], person: str) -> set[int]:
    """The numbers of the entries that are about or by this person; seats may change hands and be drawn by lot."""
    table = create(entries[0])
    found = set()
    for entry in entries[1:]:
        by_them = entry.seat is not None and table.seats[entry.seat].person == person
        if by_them or _names(entry, person):
            found.add(entry.seq)
        table = apply(table, entry)
    return found


async def erase(store: Store, person: str, now: int) -> list[str]:
    """Remove a person's data: their row, their words and their name; the games stay. The tables it touched."""
    rows = await store.tables_of(person, limit=MAX_TABLES)
    for row in rows:
        pseudonym = f"erased-{secrets.token_hex(8)}"
        change = partial(_without_person, person=person, pseudonym=pseudonym)
        summary = partial(_summary_without_person, person=person, pseudonym=pseudonym)
        try:
            await store.rewrite(row.id, change, summary, now)
        except StoreUnavailable:
            raise
        except Exception:  # One log that cannot be read does not keep the others from being rewritten.
            logger.exception("table %s: its log cannot be read, so a person's name is still in it", row.id)
    await store.erase_person(person)
    return [row.id for row in rows]


def _without_person(entries: list[log.LogEntry], person: str, pseudonym: str) -> list[log.LogEntry]:
    """A log without name, words and cookie. It leads to the same table: the pseudonym is one person as before."""
    try:
        own = own_entries(entries, person)
    except Exception:  # A log that cannot be replayed: what names the person is erased all the same.
        logger.warning("a log that cannot be replayed was searched for a person by name alone")
        return [_erased(entry, pseudonym) if _names(entry, person) else entry for entry in entries]
    after = [_erased(entry, pseudonym) if entry.seq in own else entry for entry in entries]
    if _without_names(replay(after)) != _without_names(replay(entries)):
        raise RuntimeError("erasing a person would change a game")
    return after


def _names(entry: log.LogEntry, person: str) -> bool:
    return isinstance(entry.action, log.SeatTaken) and entry.action.person == person


def _erased(entry: log.LogEntry, pseudonym: str) -> log.LogEntry:
    action = entry.action
    if isinstance(action, log.Chat):
        action = log.Chat(ERASED_TEXT)
    elif isinstance(action, log.Rename):
        action = log.Rename(ERASED_NAME)
    elif isinstance(action, log.SeatTaken):
        action = structs.replace(action, name=ERASED_NAME, person=action.person and pseudonym)
    return structs.replace(entry, action=action)


def _without_names(table: Table) -> str:
    """What must be the same before and after."""
    seats = [(holder.occupant, holder.level, holder.token_hash, holder.host, holder.resigned) for holder in table.seats]
    game = (table.position.text, table.history, table.outcome, table.clocks, table.offers, table.claims)
    return repr((table.seq, table.status, seats, game, table.rematch, table.rematch_table, len(table.chat)))


def _summary_without_person(text: str, person: str, pseudonym: str) -> str:
    summary = read_summary(text)
    seats = [
        structs.replace(seat, name=ERASED_NAME, person=pseudonym) if seat.person == person else seat
        for seat in summary.seats
    ]
    return msgspec.json.encode(structs.replace(summary, seats=seats)).decode()


async def export(store: Store, person: str) -> Payload:
    """Everything that is kept of a person; the entries of a race when it is over, because gaps in them reveal claims (S11)."""
    tables = []
    for row in await store.tables_of(person, limit=MAX_TABLES):
        entries = [] if is_running_race(row) else await store.entries(row.id)
        own = own_entries(entries, person) if entries else set()
        lines = [
            {"seq": entry.seq, "at": entry.server_ms, "seat": entry.seat, "action": _shown(entry.action)}
            for entry in entries
            if entry.seq in own
        ]
        tables.append({"table": row.id, "game": row.game, "status": row.status, "log": lines})
    return {"person": person, "name": await store.person(person), "tables": tables}


def is_running_race(row: TableRow) -> bool:
    """Whether the times of what is stored at this table may reveal a claim that waits to be ranked."""
    return row.status == "playing" and row.game in GAMES and GAMES[row.game].kind == "race"


def _shown(action: log.Action) -> Payload:
    data: Payload = msgspec.to_builtins(action)
    return {name: value for name, value in data.items() if name not in ("token_hash", "person")}
