"""What the server asks of the store, in its own words."""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from boohive.server.store import schema
from boohive.server.store.database import connect, migrate
from boohive.server.store.writer import Append, StoreUnavailable, Writer
from boohive.tables.log import Entry, read_entry, write_action

__all__ = ["Store", "StoreUnavailable", "TableRow"]

Result = TypeVar("Result")
ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
"""Room codes without vowels, so that they spell nothing."""
CODE_LETTERS = 5


class TableRow(NamedTuple):
    """What the row of a table says, so that tables can be found without reading their logs."""

    id: str
    game: str
    status: str
    listed: bool
    quick: str | None
    created: int
    touched: int
    due: int | None
    seq: int


class Store:
    """Logs, people, codes, runs. Writes are awaited until they are on the disk."""

    def __init__(self, where: str, durable: bool = True) -> None:
        self.engine = connect(where, durable)
        migrate(self.engine)
        self.writer = Writer(self.engine)
        self.name = self.engine.dialect.name

    async def close(self) -> None:
        """Write what is there and let go of the database."""
        await asyncio.to_thread(self.writer.close)
        self.engine.dispose()

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Run a reading in a thread."""
        return await asyncio.to_thread(self._read, work)

    def _read(self, work: Callable[[Connection], Result]) -> Result:
        try:
            with self.engine.connect() as connection:
                return work(connection)
        except DBAPIError as error:
            raise StoreUnavailable(f"the database does not answer: {error.orig}") from None

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Run a writing in the next group; its result once committed."""
        result: Result = await self.writer.submit(work)
        return result

    # Logs.

    async def append(self, table: str, entry: Entry, status: str, due: int | None) -> bool:
        """Add an entry; ``False`` when its place in the order, or its id, is taken."""
        return bool(await self.writer.submit(Append(_entry_values(table, entry), status, due)))

    async def create(self, facts: TableRow, entries: Sequence[Entry], people: Iterable[str]) -> bool:
        """A new table with the first lines of its log; ``False`` when there is one of this id."""

        def work(connection: Connection) -> bool:
            found = connection.execute(select(schema.tables.c.id).where(schema.tables.c.id == facts.id)).first()
            if found is not None:
                return False
            connection.execute(insert(schema.tables), facts._asdict())
            connection.execute(insert(schema.entries), [_entry_row(facts.id, entry) for entry in entries])
            _seat(connection, facts.id, people)
            return True

        try:
            return await self.write(work)
        except IntegrityError:
            return False

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The lines of a log from ``after`` on."""
        columns = schema.entries.c
        query = select(columns.seq, columns.at, columns.seat, columns.action_id, columns.action)
        query = query.where(columns.table_id == table, columns.seq > after).order_by(columns.seq)
        rows = await self.read(lambda connection: connection.execute(query).all())
        return [read_entry(seq, at, None if seat < 0 else seat, name, act) for seq, at, seat, name, act in rows]

    async def due_tables(self, before: int, limit: int = 200) -> list[str]:
        """The tables that should have done something by themselves."""
        rows = schema.tables
        query = select(rows.c.id).where(rows.c.due < before).order_by(rows.c.due).limit(limit)
        return await self.read(lambda connection: list(connection.execute(query).scalars()))

    async def touched_tables(self, since: int) -> list[tuple[str, int]]:
        """Tables and their last number, changed since then."""
        rows = schema.tables
        query = select(rows.c.id, rows.c.seq).where(rows.c.touched >= since)
        return await self.read(lambda connection: [(table, seq) for table, seq in connection.execute(query)])

    async def facts(self, table: str) -> TableRow | None:
        """The row of a table."""
        query = select(*schema.tables.c).where(schema.tables.c.id == table)
        row = await self.read(lambda connection: connection.execute(query).first())
        return None if row is None else TableRow(*row)

    async def listed_tables(self, game: str | None, limit: int = 50) -> list[TableRow]:
        """Tables strangers may find: waiting ones first, then those being played."""
        rows = schema.tables
        query = select(*rows.c).where(rows.c.listed, rows.c.status.in_(["waiting", "playing"]))
        if game is not None:
            query = query.where(rows.c.game == game)
        query = query.order_by(rows.c.status.desc(), rows.c.created.desc()).limit(limit)
        return await self.read(lambda connection: [TableRow(*row) for row in connection.execute(query)])

    async def quick_tables(self, quick: str, since: int) -> list[str]:
        """Tables that wait for a quick match of this kind."""
        rows = schema.tables
        query = select(rows.c.id).where(rows.c.status == "waiting", rows.c.quick == quick, rows.c.touched >= since)
        query = query.order_by(rows.c.created).limit(20)
        return await self.read(lambda connection: list(connection.execute(query).scalars()))

    async def all_tables(self, status: str | None = None, limit: int = 1000) -> list[TableRow]:
        """Every table, newest first, for the administrator."""
        rows = schema.tables
        query = select(*rows.c).order_by(rows.c.touched.desc()).limit(limit)
        if status is not None:
            query = query.where(rows.c.status == status)
        return await self.read(lambda connection: [TableRow(*row) for row in connection.execute(query)])

    async def forget_tables(self, older_than: int) -> int:
        """Remove tables that are over and were last touched before then; how many."""
        rows = schema.tables

        def work(connection: Connection) -> int:
            old = select(rows.c.id).where(rows.c.status == "over", rows.c.touched < older_than)
            ids = list(connection.execute(old).scalars())
            for table in ids:
                connection.execute(delete(schema.entries).where(schema.entries.c.table_id == table))
                connection.execute(delete(schema.seatings).where(schema.seatings.c.table_id == table))
                connection.execute(delete(rows).where(rows.c.id == table))
            return len(ids)

        return await self.write(work)

    # Room codes.

    async def new_code(self, table: str, now: int, expires: int) -> str:
        """A room code that nobody else has."""

        def work(connection: Connection) -> str:
            connection.execute(delete(schema.codes).where(schema.codes.c.expires < now))
            while True:
                code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LETTERS))
                taken = connection.execute(select(schema.codes.c.code).where(schema.codes.c.code == code)).first()
                if taken is None:
                    connection.execute(insert(schema.codes), {"code": code, "table_id": table, "expires": expires})
                    return code

        return await self.write(work)

    async def code_of(self, table: str, now: int) -> str | None:
        """The room code of a table, while it holds."""
        codes = schema.codes.c
        query = select(codes.code).where(codes.table_id == table, codes.expires >= now)
        code: str | None = await self.read(lambda connection: connection.execute(query).scalar())
        return code

    async def table_of_code(self, code: str, now: int) -> str | None:
        """The table with this room code."""
        codes = schema.codes.c
        query = select(codes.table_id).where(codes.code == code.upper(), codes.expires >= now)
        table: str | None = await self.read(lambda connection: connection.execute(query).scalar())
        return table

    async def drop_code(self, table: str) -> None:
        """The room code holds no longer."""
        await self.write(
            lambda connection: connection.execute(delete(schema.codes).where(schema.codes.c.table_id == table))
        )

    # People.

    async def person(self, person: str) -> str | None:
        """A person's name; ``None`` when unknown."""
        query = select(schema.people.c.name).where(schema.people.c.id == person)
        name: str | None = await self.read(lambda connection: connection.execute(query).scalar())
        return name

    async def name_person(self, person: str, name: str, now: int) -> None:
        """Remember a person's name."""

        def work(connection: Connection) -> None:
            rows = schema.people
            changed = connection.execute(update(rows).where(rows.c.id == person).values(name=name))
            if changed.rowcount == 0:
                connection.execute(insert(rows), {"id": person, "name": name, "created": now, "link": None})

        await self.write(work)

    async def link_person(self, person: str, link: str) -> None:
        """Remember the hash of a person's link."""
        rows = schema.people
        query = update(rows).where(rows.c.id == person).values(link=link)
        await self.write(lambda connection: connection.execute(query))

    async def person_of_link(self, link: str) -> str | None:
        """Whose link this is the hash of."""
        query = select(schema.people.c.id).where(schema.people.c.link == link)
        person: str | None = await self.read(lambda connection: connection.execute(query).scalar())
        return person

    async def people(self, limit: int = 1000) -> list[tuple[str, str, int]]:
        """Everybody: id, name, since when."""
        rows = schema.people.c
        query = select(rows.id, rows.name, rows.created).order_by(rows.created.desc()).limit(limit)
        return await self.read(lambda connection: [(a, b, c) for a, b, c in connection.execute(query)])

    async def seat(self, table: str, person: str) -> None:
        """Remember that a person plays here."""
        await self.write(lambda connection: _seat(connection, table, [person]))

    async def tables_of(self, person: str, limit: int = 50) -> list[TableRow]:
        """A person's tables, the last touched first."""
        rows, seatings = schema.tables, schema.seatings
        query = select(*rows.c).join(seatings, seatings.c.table_id == rows.c.id).where(seatings.c.person == person)
        query = query.order_by(rows.c.touched.desc()).limit(limit)
        return await self.read(lambda connection: [TableRow(*row) for row in connection.execute(query)])

    async def rewrite(self, table: str, lines: set[int], change: Callable[[str], str]) -> None:
        """Change what some lines of a log say; for the right to be forgotten alone."""
        entries = schema.entries

        def work(connection: Connection) -> None:
            for seq in sorted(lines):
                line = (entries.c.table_id == table) & (entries.c.seq == seq)
                action = connection.execute(select(entries.c.action).where(line)).scalar_one()
                connection.execute(update(entries).where(line).values(action=change(action)))

        await self.write(work)

    async def forget_person(self, person: str) -> None:
        """Remove a person's row, and that they sat anywhere."""

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.seatings).where(schema.seatings.c.person == person))
            connection.execute(delete(schema.people).where(schema.people.c.id == person))

        await self.write(work)

    # The server's own.

    async def secret(self) -> bytes:
        """The key that signs cookies; made once, the same for all servers on this database."""

        def work(connection: Connection) -> str:
            query = select(schema.settings.c.value).where(schema.settings.c.name == "secret")
            found: str | None = connection.execute(query).scalar()
            if found is None:
                found = secrets.token_hex(32)
                connection.execute(insert(schema.settings), {"name": "secret", "value": found})
            return found

        for _ in range(3):
            try:
                return bytes.fromhex(await self.write(work))
            except IntegrityError:
                continue  # Another server made it at the same moment.
        raise StoreUnavailable("the database does not keep the server's key")

    async def beat(self, run: str, started: int, now: int) -> None:
        """This server is alive now."""

        def work(connection: Connection) -> None:
            rows = schema.runs
            changed = connection.execute(update(rows).where(rows.c.id == run).values(alive_until=now))
            if changed.rowcount == 0:
                connection.execute(insert(rows), {"id": run, "started": started, "alive_until": now})

        await self.write(work)

    async def away(self, since: int, until: int) -> int:
        """For how many milliseconds in between no server was alive."""
        rows = schema.runs.c
        query = select(rows.started, rows.alive_until).where(rows.alive_until >= since, rows.started <= until)
        spans = await self.read(lambda connection: sorted((a, b) for a, b in connection.execute(query)))
        covered, end = 0, since
        for started, alive_until in spans:
            begin, stop = max(started, end), min(alive_until, until)
            if stop > begin:
                covered += stop - begin
                end = stop
        return max(0, until - since - covered)

    async def count_tables(self) -> int:
        """How many tables there are."""
        query = select(func.count()).select_from(schema.tables)
        return await self.read(lambda connection: connection.execute(query).scalar() or 0)

    async def is_well(self) -> bool:
        """Whether it can write and read."""
        await self.write(lambda connection: connection.execute(select(1)).scalar())
        return True


def _entry_values(table: str, entry: Entry) -> tuple[str, int, int, int, str, str]:
    seat = -1 if entry.seat is None else entry.seat
    return table, entry.seq, entry.at, seat, entry.id, write_action(entry.action).decode()


def _entry_row(table: str, entry: Entry) -> dict[str, Any]:
    return dict(zip(schema.entries.c.keys(), _entry_values(table, entry), strict=True))


def _seat(connection: Connection, table: str, people: Iterable[str]) -> None:
    seatings = schema.seatings
    for person in sorted(set(people)):
        place = (seatings.c.person == person) & (seatings.c.table_id == table)
        if connection.execute(select(seatings.c.person).where(place)).first() is None:
            connection.execute(insert(seatings), {"person": person, "table_id": table})


def path_of(where: str) -> Path | None:
    """The file of a SQLite database; ``None`` for a server."""
    if "://" not in where:
        return Path(where)
    return Path(where.removeprefix("sqlite:///")) if where.startswith("sqlite:///") else None
