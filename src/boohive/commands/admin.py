"""``boohive admin``: look after tables and people. Works on the store; running servers notice within seconds."""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from boohive.commands.common import add_json, natural
from boohive.commands.database import add_database, check_database
from boohive.core.errors import BoohiveError

if TYPE_CHECKING:
    from boohive.core.game import Json
    from boohive.server.store import Store
    from boohive.tables.log import Action
    from boohive.tables.table import Table

DAY = 86_400_000
TIDY_STEP = 100
"""Tables or people deleted in one transaction."""
MAX_TABLES = 10_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, and to whom."""
    todo = parser.add_subparsers(dest="todo", required=True, metavar="WHAT")
    shown = todo.add_parser("list", help="the tables, the most recently used first")
    shown.add_argument("--status", choices=("waiting", "playing", "over"), help="only tables in this state")
    todo.add_parser(
        "rotate-key", help="sign cookies with a new key; those of the last key stay valid until the next rotate-key"
    )
    announce = todo.add_parser("announce", help="tell everybody at a table that the servers will stop for a while")
    announce.add_argument("minutes", type=natural, help="in how many minutes; 0: they will not stop after all")
    check = todo.add_parser("check", help="replay every log and list the tables whose log cannot be read")
    people = todo.add_parser("people", help="the people who gave a name, the newest first")
    show = todo.add_parser("show", help="one table: seats, people, state")
    for each in (shown, check, people, show):
        add_json(each)
    close = todo.add_parser("close", help="end a table without a result")
    close.add_argument(
        "--reason", metavar="TEXT", default="closed by the host", help="what the players read (default: %(default)s)"
    )
    mute = todo.add_parser("mute", help="a seat may not chat any more, and its messages are hidden")
    mute.add_argument("--off", action="store_true", help="let it chat again")
    kick = todo.add_parser("kick", help="take a seat from its player")
    for each in (show, close, mute, kick):
        each.add_argument("table", metavar="TABLE", help="as printed by 'list'")
    for each in (mute, kick):
        each.add_argument("seat", metavar="SEAT", type=natural, help="as printed by 'show': 0 for the first player")
    delete = todo.add_parser(
        "delete", help="delete a person's data: name, link, chat messages; games stay without the name"
    )
    export = todo.add_parser("export", help="print everything that is stored about a person, as JSON")
    for each in (delete, export):
        each.add_argument("person", metavar="PERSON", help="as printed by 'show' or 'people'")
    tidy = todo.add_parser(
        "tidy",
        help="delete tables nobody has used for long, and people who sit at no table and were not seen for long, in small steps",
    )
    tidy.add_argument(
        "--days",
        metavar="N",
        type=natural,
        default=365,
        help="how many days without a sign of use are long (default: %(default)s)",
    )
    for about in todo._choices_actions:
        todo.choices[about.dest].description = f"{str(about.help)[0].upper()}{str(about.help)[1:]}."
    for each in todo.choices.values():
        each.allow_abbrev = False
        add_database(each)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    return asyncio.run(_with_store(args, TASKS[args.todo]))


async def _with_store(args: argparse.Namespace, task: Callable[["Store", argparse.Namespace], Awaitable[None]]) -> int:
    from boohive.server.store import StoreUnavailable
    from boohive.server.store.sql import SqlStore

    check_database(args.db)
    store = SqlStore(args.db)
    try:
        await task(store, args)
    except StoreUnavailable as error:
        raise BoohiveError(f"the database cannot be used: {error}") from None
    finally:
        await store.close()
    return 0


def _when(server_ms: int) -> str:
    return datetime.fromtimestamp(server_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")


async def list_tables(store: "Store", args: argparse.Namespace) -> None:
    """One line for each table."""
    rows = await store.all_tables(args.status)
    if args.json:
        print_json([{"id": row.id, "game": row.game, "status": row.status, "actions": row.seq,
                     "touched_ms": row.touched} for row in rows])  # fmt: skip
        return
    if rows:
        print(f"{'table':{len(rows[0].id)}}  {'game':12} {'status':8} actions  last used (UTC)")
    for row in rows:
        print(f"{row.id}  {row.game:12} {row.status:8} {row.seq:7}  {_when(row.touched)}")


async def check(store: "Store", args: argparse.Namespace) -> None:
    """One line for each table whose log cannot be read, and what is wrong with it."""
    broken: list[Json] = []
    rows = await store.all_tables(limit=MAX_TABLES)
    for row in rows:
        try:
            table = await _table(store, row.id)
            problem = "" if table.seq == row.seq else f"the row says {row.seq} actions, the log has {table.seq}"
        except Exception as error:  # Whatever is wrong with it, the next table is checked.
            problem = str(error) or type(error).__name__
        if problem:
            broken.append({"id": row.id, "game": row.game, "status": row.status, "problem": problem})
            if not args.json:
                print(f"{row.id}  {row.game:12} {row.status:8} {problem}")
    if args.json:
        print_json({"tables": len(rows), "unreadable": broken})
    else:
        print(f"{len(rows)} tables, {len(broken)} cannot be read")
    if broken:
        raise BoohiveError(
            "servers do not load these tables; restore them from a backup, or let 'boohive admin tidy' delete them one day"
        )


async def rotate_key(store: "Store", args: argparse.Namespace) -> None:
    """A new key for cookies; servers that run read it within a minute."""
    await store.rotate_secret()
    print(
        "cookies are signed with a new key; those of the last key stay valid, and are signed again when they are used"
    )


async def announce(store: "Store", args: argparse.Namespace) -> None:
    """Pages are told within a few seconds; who comes later hears it, too."""
    await store.announce_stop(await _now_ms(store) + 60_000 * args.minutes if args.minutes else 0)
    print(f"pages say that the servers stop in {args.minutes} min" if args.minutes else "pages say that nothing stops")


async def list_people(store: "Store", args: argparse.Namespace) -> None:
    """One line for each person."""
    people = await store.people()
    if args.json:
        print_json([{"id": person, "name": name, "created_ms": created} for person, name, created in people])
        return
    if people:
        print(f"{'person':{len(people[0][0])}}  since (UTC)       name")
    for person, name, created in people:
        print(f"{person}  {_when(created)}  {name}")


async def show(store: "Store", args: argparse.Namespace) -> None:
    """Seats, position and chat of a table."""
    table = await _table(store, args.table)
    if args.json:
        print_json(_table_data(table))
        return
    print(f"{table.game.title}: {table.status}, {len(table.history)} events, {table.seq} actions")
    for seat, holder in enumerate(table.seats):
        who = f"bot of level {holder.level}" if holder.occupant == "bot" else f"{holder.occupant} {holder.person or ''}"
        print(f"seat {seat}: {holder.name} ({who.strip()}){' muted' if holder.muted else ''}")
    print(table.position.diagram())
    for said in table.chat:
        print(f"{_when(said.server_ms)} {said.name}: {said.text or said.phrase}")


def _table_data(table: "Table") -> "dict[str, Json]":
    """The same for programs."""
    return {
        "game": table.game.id,
        "status": table.status,
        "events": len(table.history),
        "actions": table.seq,
        "position": table.position.text,
        "seats": [
            {
                "name": each.name,
                "occupant": each.occupant,
                "person": each.person,
                "level": each.level,
                "muted": each.muted,
            }
            for each in table.seats
        ],
        "chat": [
            {"server_ms": said.server_ms, "name": said.name, "text": said.text or said.phrase} for said in table.chat
        ],
    }


def print_json(data: "Json") -> None:
    """One JSON value, readable by people too."""
    json.dump(data, sys.stdout, ensure_ascii=False, indent=2)
    print()


async def _table(store: "Store", table_id: str) -> "Table":
    from boohive.tables.replay import replay

    entries = await store.entries(table_id)
    if not entries:
        raise BoohiveError(f"there is no table {table_id!r}; 'boohive admin list' lists them")
    return replay(entries)


async def _now_ms(store: "Store") -> int:
    """The time by the clock that the servers on this store go by."""
    from boohive.server.clock import SystemClock

    clock, time = SystemClock(), await store.time()
    if time is not None:
        clock.set_by(time)
    return clock.now_ms()


async def _append(store: "Store", table_id: str, action: "Action") -> None:
    from boohive.server.requests import new_id
    from boohive.server.summaries import row_after
    from boohive.tables import log
    from boohive.tables.replay import apply

    for _ in range(20):
        table = await _table(store, table_id)
        entry = log.LogEntry(table.seq + 1, await _now_ms(store), None, log.server_id("admin", new_id()), action)
        after = apply(table, entry)
        if await store.append(table_id, entry, row_after(None, after)):
            print("done")
            return
    raise BoohiveError("the table changes too fast; try again")


async def close(store: "Store", args: argparse.Namespace) -> None:
    """End a table."""
    from boohive.tables.log import ClosedByAdmin

    await _append(store, args.table, ClosedByAdmin(args.reason))


async def mute(store: "Store", args: argparse.Namespace) -> None:
    """Silence a seat."""
    from boohive.tables.log import Mute

    await _append(store, args.table, Mute(args.seat, not args.off))


async def kick(store: "Store", args: argparse.Namespace) -> None:
    """Remove a player."""
    from boohive.tables.log import Kick

    await _append(store, args.table, Kick(args.seat))


async def _require_person(store: "Store", person: str) -> None:
    if await store.person_name(person) is None and not await store.tables_of(person, limit=1):
        raise BoohiveError(f"there is no person {person!r}; 'boohive admin people' lists them")


async def delete(store: "Store", args: argparse.Namespace) -> None:
    """Delete a person's data."""
    from boohive.server.privacy import erase

    await _require_person(store, args.person)
    print(f"deleted, at {len(await erase(store, args.person, await _now_ms(store)))} tables")


async def export(store: "Store", args: argparse.Namespace) -> None:
    """Everything about a person."""
    from boohive.server.privacy import export as export_person

    await _require_person(store, args.person)
    print_json(await export_person(store, args.person))


async def tidy(store: "Store", args: argparse.Namespace) -> None:
    """Delete what is old in small steps, so that running servers can write in between. What is known of
    servers that ended is kept for a day at least."""
    now = await _now_ms(store)
    before = now - args.days * DAY
    tables = await _in_steps(lambda: store.forget_tables(before, TIDY_STEP))
    people = await _in_steps(lambda: store.forget_people(before, TIDY_STEP))
    await store.forget_runs(min(before, now - DAY))
    print(f"tables deleted: {tables}; people deleted who sit at no table: {people}")


async def _in_steps(step: Callable[[], Awaitable[int]]) -> int:
    """Repeat a step, which says how many it deleted, until it deletes fewer than it may; each is followed by a pause as long."""
    count = 0
    while True:
        started = time.monotonic()
        found = await step()
        count += found
        if found < TIDY_STEP:
            return count
        await asyncio.sleep(time.monotonic() - started)


TASKS = {
    "list": list_tables,
    "check": check,
    "rotate-key": rotate_key,
    "announce": announce,
    "people": list_people,
    "show": show,
    "close": close,
    "mute": mute,
    "kick": kick,
    "delete": delete,
    "export": export,
    "tidy": tidy,
}
