"""Logs of tables and room codes, in SQL."""

import asyncio
import secrets
from collections.abc import Callable, Collection, Iterable, Sequence

from sqlalchemy import Connection, Executable, delete, insert, or_, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from boohive.server.store import schema
from boohive.server.store.appending import Append
from boohive.server.store.protocol import RowUpdate, StoreUnavailable, TableRow
from boohive.server.store.sql_base import SqlBase
from boohive.tables.log import LogEntry, read_entry, write_action

__all__ = ["SqlCodes", "SqlLogs", "add_player", "read_entries"]

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
"""Room codes without vowels, so that they spell nothing."""
CODE_LETTERS = 5
AT_ONCE = 500
"""Tables asked for in one statement."""


class SqlLogs(SqlBase):
    """Logs and the rows by which tables are found."""

    async def append(self, table: str, entry: LogEntry, row: RowUpdate) -> bool:
        """Add the entry that follows the last one; ``False`` when it does not follow, or its id is taken."""
        after = row.status, row.due, row.active, row.summary
        work = Append(_entry_values(table, entry), after, row.guarded)
        try:
            return bool(await self.writer.submit(work))
        except StoreUnavailable:
            return bool(await self.patiently(lambda: self.writer.submit(work)))

    async def create(self, row: TableRow, entries: Sequence[LogEntry], people: Iterable[str]) -> bool:
        """A new table with the first entries of its log; ``False`` when there is one of this id."""
        row = row._replace(seq=entries[-1].seq)

        def work(connection: Connection) -> bool:
            found = connection.execute(select(schema.tables.c.id).where(schema.tables.c.id == row.id)).first()
            if found is not None:
                return False
            connection.execute(insert(schema.tables), row._asdict())
            connection.execute(insert(schema.entries), [_entry_row(row.id, entry) for entry in entries])
            for person in sorted(set(people)):
                add_player(connection, row.id, person)
            return True

        try:
            return await self.write(work)
        except IntegrityError:
            return False

    async def entries(self, table: str, after: int = 0) -> list[LogEntry]:
        """The entries of a log that follow number ``after``."""
        return await self.read(lambda connection: read_entries(connection, table, after), for_tables=after > 0)

    async def seq_of(self, table: str, seat: int | None, action_id: str) -> int | None:
        """The number of the entry with this id; ``None`` when there is none."""
        columns = schema.entries.c
        query = select(columns.seq).where(
            columns.table_id == table, columns.seat == (-1 if seat is None else seat), columns.action_id == action_id
        )
        seq: int | None = await self.read(lambda connection: connection.execute(query).scalar(), for_tables=True)
        return seq

    async def due_tables(
        self, before: int, after: tuple[int, str] = (-1, ""), limit: int = 200
    ) -> list[tuple[int, str]]:
        """Tables that should have acted by themselves, the longest overdue first: when, and their ids."""
        rows = schema.tables.c
        query = select(rows.due, rows.id).where(rows.due < before, tuple_(rows.due, rows.id) > after)
        query = query.order_by(rows.due, rows.id).limit(limit)
        return await self.read(
            lambda connection: [(at, table) for at, table in connection.execute(query)], for_tables=True
        )

    async def touched_tables(self, since: int, among: Collection[str]) -> list[tuple[str, int, int]]:
        """Which of these tables were changed since then, their last number, and when they were changed."""
        rows, ids = schema.tables, sorted(among)
        parts = [ids[i : i + AT_ONCE] for i in range(0, len(ids), AT_ONCE)]
        query = select(rows.c.id, rows.c.seq, rows.c.touched).where(rows.c.touched >= since)

        def work(connection: Connection) -> list[tuple[str, int, int]]:
            return [(a, b, c) for part in parts for a, b, c in connection.execute(query.where(rows.c.id.in_(part)))]

        return await self.read(work, for_tables=True) if parts else []

    async def row(self, table: str) -> TableRow | None:
        """The row of a table."""
        found = await self._rows(select(*schema.tables.c).where(schema.tables.c.id == table))
        return found[0] if found else None

    async def _rows(self, query: Executable) -> list[TableRow]:
        return await self.read(lambda connection: [TableRow(*row) for row in connection.execute(query)])

    async def listed_tables(self, game: str | None, limit: int = 50) -> list[TableRow]:
        """Tables strangers may find: waiting ones first, then those being played."""
        rows = schema.tables
        query = select(*rows.c).where(rows.c.listed, rows.c.status.in_(["waiting", "playing"]))
        if game is not None:
            query = query.where(rows.c.game == game)
        return await self._rows(query.order_by(rows.c.status.desc(), rows.c.created.desc()).limit(limit))

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
        return await self._rows(query if status is None else query.where(rows.c.status == status))

    async def forget_tables(self, older_than: int, limit: int) -> int:
        """Remove a few tables at which nothing has happened since then and no clock runs; how many."""
        rows = schema.tables
        quiet = or_(rows.c.status != "playing", rows.c.due.is_(None))
        old = select(rows.c.id).where(rows.c.touched < older_than, quiet).order_by(rows.c.touched).limit(limit)

        def work(connection: Connection) -> int:
            ids = list(connection.execute(old).scalars())
            for each in (schema.entries, schema.seatings, schema.codes, schema.positions):
                connection.execute(delete(each).where(each.c.table_id.in_(ids)))
            connection.execute(delete(rows).where(rows.c.id.in_(ids)))
            return len(ids)

        return await self.write(work)

    async def is_guarded(self, keys: Collection[str], excluded: str = "") -> bool:
        """Whether one of these is the key of a position of a game that is being played, at a table other than ``excluded``."""
        guarded, rows = schema.positions, schema.tables
        joined = guarded.join(rows, rows.c.id == guarded.c.table_id)
        query = (
            select(guarded.c.key)
            .select_from(joined)
            .where(guarded.c.key.in_(sorted(keys)), guarded.c.table_id != excluded)
        )
        query = query.where(rows.c.status == "playing").limit(1)
        return await self.read(lambda connection: connection.execute(query).first() is not None)

    async def release_positions(self, table: str) -> None:
        """A game is over: its positions are everybody's."""
        gone = delete(schema.positions).where(schema.positions.c.table_id == table)
        await self.write(lambda connection: connection.execute(gone))

    async def rewrite(
        self, table: str, change: Callable[[list[LogEntry]], list[LogEntry]], summary: Callable[[str], str], now: int
    ) -> None:
        """Replace the entries of a log and the summary in its row, in one transaction; for erasing a person only.

        What is to change is found out beforehand, in a thread of its own: a long log must not hold up all other writes.
        """
        entries, rows = schema.entries, schema.tables
        while (stored := await self.row(table)) is not None:
            before = await self.entries(table)
            after = await asyncio.to_thread(change, before)
            changed = [new for old, new in zip(before, after, strict=True) if new != old]

            def work(connection: Connection, seq: int = stored.seq, changed: Sequence[LogEntry] = changed) -> bool:
                # Takes the row, so that no entry is appended meanwhile.
                row = (rows.c.id == table) & (rows.c.seq == seq)
                if connection.execute(update(rows).where(row).values(touched=now)).rowcount != 1:
                    return False
                for new in changed:
                    line = (entries.c.table_id == table) & (entries.c.seq == new.seq)
                    connection.execute(update(entries).where(line).values(action=write_action(new.action).decode()))
                stored = connection.execute(select(rows.c.summary).where(row)).scalar_one()
                connection.execute(update(rows).where(row).values(summary=summary(stored)))
                return True

            if await self.write(work):
                return


class SqlCodes(SqlBase):
    """Room codes."""

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
        """The room code of a table, while it is valid."""
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
        """The room code is no longer valid."""
        await self.write(
            lambda connection: connection.execute(delete(schema.codes).where(schema.codes.c.table_id == table))
        )


def read_entries(connection: Connection, table: str, after: int) -> list[LogEntry]:
    """The entries of a log that follow number ``after``. A server that another one was faster than asks for them before each
    try, so the statement is text: to compile it took as long as to run it."""
    value = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    query = (
        f"SELECT seq, at, seat, action_id, action FROM entries WHERE table_id = {value} AND seq > {value} ORDER BY seq"
    )
    return [
        read_entry(seq, at, None if seat < 0 else seat, name, action)
        # All rows first: a query that ends early because one cannot be read would leave SQLite's connection in the past.
        for seq, at, seat, name, action in connection.exec_driver_sql(query, (table, after)).fetchall()
    ]


def _entry_values(table: str, entry: LogEntry) -> tuple[str, int, int, int, str, str]:
    seat = -1 if entry.seat is None else entry.seat
    return table, entry.seq, entry.server_ms, seat, entry.id, write_action(entry.action).decode()


def _entry_row(table: str, entry: LogEntry) -> dict[str, str | int]:
    return dict(zip(schema.entries.c.keys(), _entry_values(table, entry), strict=True))


def add_player(connection: Connection, table: str, person: str) -> None:
    """Remember that a person plays at a table."""
    seatings = schema.seatings
    place = (seatings.c.person == person) & (seatings.c.table_id == table)
    if connection.execute(select(seatings.c.person).where(place)).first() is None:
        connection.execute(insert(seatings), {"person": person, "table_id": table})
