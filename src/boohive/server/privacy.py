"""What the one who runs a server may do with a person's data."""

from collections.abc import Sequence
from typing import Any

import msgspec

from boohive.server.store import Store
from boohive.tables.log import Entry
from boohive.tables.table import apply, open_table

__all__ = ["export", "forget", "own_lines"]

FORGOTTEN = "Somebody"


def own_lines(entries: Sequence[Entry], person: str) -> set[int]:
    """The numbers of the lines that are about or by this person; seats may change hands and be drawn by lot."""
    table = open_table(entries[0])
    found = set()
    for entry in entries[1:]:
        by_them = entry.seat is not None and table.seats[entry.seat].person == person
        if by_them or getattr(entry.action, "person", None) == person:
            found.add(entry.seq)
        table = apply(table, entry)
    return found


async def forget(store: Store, person: str) -> int:
    """Remove a person's data: their row, their words and their name; the games stay. How many tables it touched."""
    tables = await store.tables_of(person, limit=100_000)
    for facts in tables:
        lines = own_lines(await store.entries(facts.id), person)
        await store.rewrite(facts.id, lines, _without_person)
    await store.forget_person(person)
    return len(tables)


def _without_person(action: str) -> str:
    """A stored action without name, words and cookie; it still plays."""
    said: dict[str, Any] = msgspec.json.decode(action)
    said.pop("person", None)
    if "name" in said:
        said["name"] = FORGOTTEN
    if said["kind"] == "chat":
        said.pop("preset", None)
        said["text"] = "..."
    return msgspec.json.encode(said).decode()


async def export(store: Store, person: str) -> dict[str, Any]:
    """Everything that is kept of a person."""
    tables = []
    for facts in await store.tables_of(person, limit=100_000):
        entries = await store.entries(facts.id)
        own = own_lines(entries, person)
        lines = [
            {"seq": entry.seq, "at": entry.at, "seat": entry.seat, "action": _shown(entry.action)}
            for entry in entries
            if entry.seq in own
        ]
        tables.append({"table": facts.id, "game": facts.game, "status": facts.status, "log": lines})
    return {"person": person, "name": await store.person(person), "tables": tables}


def _shown(action: Any) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(action)
    return {name: value for name, value in data.items() if name not in ("token", "person")}
