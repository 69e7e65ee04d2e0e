"""What the one who runs a server may do to tables and people."""

import re
from typing import Any

import msgspec

from boohive.server.store import Store

__all__ = ["export", "forget"]

FORGOTTEN = "Somebody"


async def forget(store: Store, person: str) -> int:
    """Remove a person's data: their row, their words and their name; the games stay. How many tables it touched."""
    seats = await seats_of(store, person)

    def rewrite(table: str, action: str) -> str:
        said: dict[str, Any] = msgspec.json.decode(action)
        if said.get("person") == person:
            said |= {"name": FORGOTTEN} if "name" in said else {}
            said.pop("person")
        return msgspec.json.encode(said).decode()

    count = await store.forget_person(person, rewrite)
    for table, mine in seats.items():
        await store.forget_words(table, mine, FORGOTTEN)
    return count


async def seats_of(store: Store, person: str) -> dict[str, set[int]]:
    """The numbers under which a person has acted, by table: seats may have been drawn by lot at the start."""
    found: dict[str, set[int]] = {}
    for facts in await store.tables_of(person, limit=100_000):
        waiting: dict[int, str | None] = {}
        mine: set[int] = set()
        for entry in await store.entries(facts.id):
            said = msgspec.to_builtins(entry.action)
            if said["kind"] == "sit":
                waiting[said["seat"]] = said.get("person")
                mine |= {said["seat"]} if said.get("person") == person else set()
            if said["kind"] == "start" and said.get("order"):
                mine |= {now for now, before in enumerate(said["order"]) if waiting.get(before) == person}
        found[facts.id] = mine
    return found


async def export(store: Store, person: str) -> dict[str, Any]:
    """Everything that is kept of a person."""
    tables = []
    for facts in await store.tables_of(person, limit=100_000):
        entries = await store.entries(facts.id)
        seats = {seat for table, mine in (await seats_of(store, person)).items() if table == facts.id for seat in mine}
        lines = [
            {"seq": entry.seq, "at": entry.at, "seat": entry.seat, "action": _shown(entry.action)}
            for entry in entries
            if entry.seat in seats or entry.seat is None
        ]
        tables.append({"table": facts.id, "game": facts.game, "status": facts.status, "log": lines})
    return {"person": person, "name": await store.person(person), "tables": tables}


def _shown(action: Any) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(action)
    return {name: value for name, value in data.items() if name not in ("token", "person")}


def is_person(text: str) -> bool:
    """Whether this may be a person's id."""
    return re.fullmatch(r"[A-Za-z0-9_-]{10,40}", text) is not None
