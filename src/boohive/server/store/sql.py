"""The store in SQLite or PostgreSQL, with the same code."""

import secrets
from collections.abc import Collection

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from boohive.server.clock import SharedTime
from boohive.server.store import schema
from boohive.server.store.database import STORE_ID, connect, database_time, migrate, store_id_of
from boohive.server.store.protocol import StoreUnavailable, TableRow, downtime_of
from boohive.server.store.sql_base import HANG_SECONDS, PATIENCE, SqlBase
from boohive.server.store.sql_logs import SqlCodes, SqlLogs, add_player

__all__ = ["SqlStore"]

STOP_NAME = "stops at"
"""The setting that says when all servers will stop for a while."""
STATEMENT_SECONDS = 10
"""A statement that takes longer has met a database that hangs."""


SECRETS = (
    select(schema.settings.c.value)
    .where(schema.settings.c.name.like("secret %"))
    .order_by(schema.settings.c.name.desc())
)


class SqlPeople(SqlLogs):
    """People and where they play."""

    async def person_name(self, person: str) -> str | None:
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

    async def link_person(self, person: str, link: str, expires: int) -> None:
        """Remember the hash of a person's link, and until when it can be used; the one before it is forgotten."""
        rows = schema.people
        query = update(rows).where(rows.c.id == person).values(link=link, link_expires=expires)
        await self.write(lambda connection: connection.execute(query))

    async def use_link(self, link: str, now: int) -> str | None:
        """Whose link this is the hash of, if it can be used; it cannot be used again."""
        rows = schema.people
        valid = (rows.c.link == link) & (rows.c.link_expires >= now)

        def work(connection: Connection) -> str | None:
            person: str | None = connection.execute(select(rows.c.id).where(valid)).scalar()
            used = connection.execute(update(rows).where(valid).values(link=None, link_expires=None))
            return person if used.rowcount == 1 else None

        return await self.write(work)

    async def people(self, limit: int = 1000) -> list[tuple[str, str, int]]:
        """Everybody: id, name, since when."""
        rows = schema.people.c
        query = select(rows.id, rows.name, rows.created).order_by(rows.created.desc()).limit(limit)
        return await self.read(lambda connection: [(a, b, c) for a, b, c in connection.execute(query)])

    async def add_player(self, table: str, person: str) -> None:
        """Remember that a person plays here."""
        await self.write(lambda connection: add_player(connection, table, person))

    async def tables_of(self, person: str, limit: int = 50, skip: int = 0) -> list[TableRow]:
        """A person's tables, the last touched first, after the first few."""
        rows, seatings = schema.tables, schema.seatings
        query = select(*rows.c).join(seatings, seatings.c.table_id == rows.c.id).where(seatings.c.person == person)
        return await self._rows(query.order_by(rows.c.touched.desc(), rows.c.id).limit(limit).offset(skip))

    async def forget_people(self, older_than: int, limit: int) -> int:
        """Remove a few people who came before then and play nowhere; how many."""
        rows, seatings = schema.people, schema.seatings
        plays = select(seatings.c.person).where(seatings.c.person == rows.c.id).exists()
        old = select(rows.c.id).where(rows.c.created < older_than, ~plays).limit(limit)

        def work(connection: Connection) -> int:
            ids = list(connection.execute(old).scalars())
            connection.execute(delete(rows).where(rows.c.id.in_(ids)))
            return len(ids)

        return await self.write(work)

    async def erase_person(self, person: str) -> None:
        """Remove a person's row, and that they sat anywhere."""

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.seatings).where(schema.seatings.c.person == person))
            connection.execute(delete(schema.people).where(schema.people.c.id == person))

        await self.write(work)


class SqlRuns(SqlBase):
    """Keys, and when servers were alive."""

    async def secrets(self) -> list[bytes]:
        """The keys that sign cookies, the newest first; the first one is made when there is none."""

        def work(connection: Connection) -> list[str]:
            found = list(connection.execute(SECRETS).scalars())
            if not found:
                found = [secrets.token_hex(32)]
                connection.execute(insert(schema.settings), {"name": "secret 0001", "value": found[0]})
            return found

        for _ in range(3):
            try:
                return [bytes.fromhex(each) for each in await self.write(work)]
            except IntegrityError:
                continue  # Another server made it at the same moment.
        raise StoreUnavailable

    async def rotate_secret(self) -> None:
        """Sign with a new key from now on; the one before it stays valid."""

        def work(connection: Connection) -> None:
            names = list(connection.execute(SECRETS.with_only_columns(schema.settings.c.name)).scalars())
            number = 1 + int(names[0].split()[1]) if names else 1
            connection.execute(insert(schema.settings), {"name": f"secret {number:04}", "value": secrets.token_hex(32)})
            for old in names[1:]:
                connection.execute(delete(schema.settings).where(schema.settings.c.name == old))

        await self.write(work)

    async def announce_stop(self, stops_at: int) -> None:
        """Remember when all servers will stop for a while; 0: they will not."""

        def work(connection: Connection) -> None:
            rows = schema.settings
            connection.execute(delete(rows).where(rows.c.name == STOP_NAME))
            connection.execute(insert(rows), {"name": STOP_NAME, "value": str(stops_at)})

        await self.write(work)

    async def announced_stop(self) -> int:
        """When all servers will stop; 0: nobody has said so."""
        query = select(schema.settings.c.value).where(schema.settings.c.name == STOP_NAME)
        return int(await self.read(lambda connection: connection.execute(query).scalar(), for_tables=True) or 0)

    async def time(self) -> SharedTime | None:
        """The database's clock; ``None`` where it is this machine's own."""
        return await self.read(database_time, for_tables=True)

    async def heartbeat(self, run: str, started: int, now: int) -> str:
        """This server is alive now; the store's id. Does not wait for a database that is away."""

        def work(connection: Connection) -> str:
            rows = schema.runs
            changed = connection.execute(update(rows).where(rows.c.id == run).values(alive_until=now))
            if changed.rowcount == 0:
                connection.execute(insert(rows), {"id": run, "started": started, "alive_until": now})
            return str(connection.execute(STORE_ID).scalar())

        committed = self.writer.commits
        try:
            return await self.write_now(work, HANG_SECONDS)
        except StoreUnavailable as error:
            if self.writer.commits == committed:  # Otherwise it is slow and does not hang: what waits will be stored.
                self.writer.give_up(error)
            raise

    def use(self, store_id: str) -> None:
        """Append from now on to the store with this id."""
        self.writer.store_id = store_id

    async def heartbeats(self, runs: Collection[str]) -> dict[str, int]:
        """The last heartbeats of some servers."""
        rows = schema.runs.c
        query = select(rows.id, rows.alive_until).where(rows.id.in_(sorted(runs)))
        return await self.read(
            lambda connection: {str(run): int(until) for run, until in connection.execute(query)}, for_tables=True
        )

    async def forget_runs(self, older_than: int) -> int:
        """Remove the runs of servers that ended before then, and room codes that did; how many."""
        runs, codes = schema.runs, schema.codes

        def work(connection: Connection) -> int:
            connection.execute(delete(codes).where(codes.c.expires < older_than))
            return connection.execute(delete(runs).where(runs.c.alive_until < older_than)).rowcount

        return await self.write(work)

    async def downtime(self, since: int, until: int) -> int:
        """For how many milliseconds in between no server was alive."""
        rows = schema.runs.c
        query = select(rows.started, rows.alive_until).where(rows.alive_until >= since, rows.started <= until)
        spans = await self.read(lambda connection: [(a, b) for a, b in connection.execute(query)], for_tables=True)
        return downtime_of(spans, since, until)


class SqlStore(SqlPeople, SqlCodes, SqlRuns):
    """Logs, people, codes, runs. Writes are awaited until they are on the disk."""

    def __init__(self, where: str, durable: bool = True, patience: float = PATIENCE, is_shared: bool = False) -> None:
        """``is_shared``: other servers write to this database, too."""
        engine = connect(where, durable, STATEMENT_SECONDS)
        migrate(engine)
        super().__init__(engine, patience, store_id_of(engine), is_shared)
