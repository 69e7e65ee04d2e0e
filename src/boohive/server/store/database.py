"""The connection to the database: which one, how it is set, and that its tables are the newest."""

import os
import secrets
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, OperationalError

from boohive.core.errors import BoohiveError
from boohive.server.clock import SharedTime
from boohive.server.store import schema

__all__ = [
    "STORE_ID",
    "STORE_ID_NAME",
    "DatabaseAway",
    "check_database",
    "connect",
    "database_time",
    "migrate",
    "store_id_of",
]

MIGRATIONS = Path(__file__).parent / "migrations"
HEAD = "0002"
MIGRATION_LOCK = 0x600_41FE
POOL_SIZE = 8
"""Connections that are kept. A connection more is made for one query and closed after it, which costs PostgreSQL a process."""
OWNER_ONLY = 0o600
"""The mode of the files: they hold the keys that sign cookies."""
STORE_ID_NAME = "store id"
STORE_ID = select(schema.settings.c.value).where(schema.settings.c.name == STORE_ID_NAME)
"""Each store has an id, and each restore gives it a new one, so that a server that still runs notices."""


NEVER = ("authentication failed", "no password supplied", "does not exist", "no pg_hba.conf entry")
"""What PostgreSQL says of a connection that it will not accept later either."""


class DatabaseAway(BoohiveError):
    """A database on another machine does not answer; it may do so later."""


def connect(where: str, durable: bool = True, statement_seconds: int | None = None) -> Engine:
    """An engine for a file name, ``sqlite:///file`` or ``postgresql://...``.

    ``durable=False`` lets SQLite wait with the disk: faster, survives a killed process, not a power loss.
    ``statement_seconds`` bounds how long PostgreSQL may work on one statement: a server must notice one that hangs.
    """
    url = url_of(where)
    if url.get_backend_name() == "sqlite":
        if url.database and url.database != ":memory:":
            make_file(Path(url.database))
        engine = create_engine(url, connect_args={"timeout": 30, "check_same_thread": False}, pool_size=4)
        event.listen(engine, "connect", lambda connection, _: set_sqlite(connection, durable))
        return engine
    if url.get_backend_name() == "postgresql":
        waits: dict[str, int | str] = {
            "connect_timeout": 5,
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 3,
            "tcp_user_timeout": 10_000,
        }
        if statement_seconds is not None:
            waits["options"] = f"-c statement_timeout={1000 * statement_seconds}"
        return create_engine(url.set(drivername="postgresql+psycopg"), pool_size=POOL_SIZE, connect_args=waits)
    raise BoohiveError(f"{where!r} is not a database we know; give a file name or postgresql://user@host/name")


def url_of(where: str) -> URL:
    """The address of a database, which may be written as a file name."""
    if not where.strip():
        raise BoohiveError("the name of the database is empty; give a file name or postgresql://user@host/name")
    try:
        return make_url(where if "://" in where else f"sqlite:///{where}")
    except (ArgumentError, ValueError):
        raise BoohiveError(f"{where!r} is not a database; give a file name or postgresql://user@host/name") from None


def make_file(file: Path) -> None:
    """The file of a database that is begun, for its owner only; SQLite gives the files next to it the same mode."""
    if file.exists():
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoohiveError(
            f"the folder {file.parent} cannot be made ({error.strerror}); choose another with --db"
        ) from None
    try:
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, OWNER_ONLY))
    except OSError as error:
        raise BoohiveError(f"{file} cannot be made ({error.strerror}); choose another place with --db") from None


def close_to_others(file: Path) -> None:
    """Files that an earlier version made readable for everybody are their owner's from now on."""
    for each in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        with suppress(OSError):  # Somebody else's file: its owner decides.
            if each.stat().st_mode & 0o077:
                each.chmod(OWNER_ONLY)


def check_database(where: str, create: bool) -> None:
    """Refuse in one sentence a database that cannot be reached, is not ours or, unless it may be begun, is not there.

    A file of another program is opened for reading only, so it stays as it is.
    """
    url = url_of(where)
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        check_file(Path(url.database), create)
    engine = connect(where)
    try:
        if create:
            migrate(engine)
        elif not is_ours(set(inspect(engine).get_table_names())):
            raise BoohiveError(f"{url.render_as_string()} holds no games of boohive; give the right one with --db")
    except DBAPIError as error:
        reason = str(error.orig).strip().splitlines()[0]
        if "readonly" in reason:
            raise BoohiveError(f"{url.database} cannot be written; choose another place with --db") from None
        may_come = url.get_backend_name() == "postgresql" and isinstance(error, OperationalError)
        kind = DatabaseAway if may_come and not any(each in str(error.orig) for each in NEVER) else BoohiveError
        raise kind(f"the database {url.render_as_string()} cannot be used: {reason}") from None
    finally:
        engine.dispose()


def check_file(file: Path, create: bool) -> None:
    """The same for SQLite, without changing the file."""
    if create:
        close_to_others(file)
    if not file.exists():
        if create:
            return
        raise BoohiveError(f"there is no database {file}; give the one that boohive serve uses with --db")
    if file.is_file() and not os.access(file, os.R_OK):
        raise BoohiveError(f"{file} cannot be read: Permission denied; run this as the user who runs the server")
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error:
        raise BoohiveError(f"{file} is not a database of boohive; give another file with --db") from None
    if not is_ours(names) and (names or not create):
        raise BoohiveError(f"{file} holds no games of boohive; give the right database with --db")


def is_ours(names: set[str]) -> bool:
    """Whether a database with these tables is one of boohive."""
    return "alembic_version" in names and bool(names & set(schema.metadata.tables))


def store_id_of(engine: Engine) -> str:
    """The id of the store, made when there is none."""
    with engine.begin() as connection:
        found = connection.execute(STORE_ID).scalar()
    if found is not None:
        return str(found)
    with suppress(IntegrityError), engine.begin() as connection:  # Another server may make it at the same moment.
        connection.execute(insert(schema.settings), {"name": STORE_ID_NAME, "value": secrets.token_hex(8)})
    return store_id_of(engine)


def database_time(connection: Connection) -> SharedTime | None:
    """The clock of PostgreSQL's machine; ``None`` for SQLite, which has none of its own."""
    if connection.dialect.name != "postgresql":
        return None
    read = text("SELECT extract(epoch FROM clock_timestamp()) * 1000")
    connection.execute(read)  # The first statement also begins the transaction.
    before = time.monotonic()
    found = float(connection.execute(read).scalar_one())
    after = time.monotonic()
    return SharedTime(found, (before + after) / 2, (after - before) * 500)


def set_sqlite(connection: DBAPIConnection, durable: bool) -> None:
    """Readers next to one writer (WAL); a commit is on the disk before it returns (FULL)."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
    cursor.execute("PRAGMA busy_timeout=30000")
    cursor.close()


def migrate(engine: Engine) -> None:
    """Bring the tables to the newest shape; several servers may do this at once."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        else:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        if engine.dialect.has_table(connection, "alembic_version"):
            version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
            if version == HEAD:
                return
            if version is not None and version > HEAD:
                raise BoohiveError(
                    f"the database was last used by a newer boohive (its shape is {version}, ours {HEAD}); "
                    "install that version again, or restore a backup made before it"
                )
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
