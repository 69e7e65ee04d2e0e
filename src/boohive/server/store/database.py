"""The connection to the database: which one, how it is set, and that its tables are the newest."""

from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from boohive.core.errors import BoohiveError

__all__ = ["connect", "migrate"]

MIGRATIONS = Path(__file__).parent / "migrations"
HEAD = "0001"
MIGRATION_LOCK = 0x600_41FE


def connect(where: str, durable: bool = True) -> Engine:
    """An engine for a file name, ``sqlite:///file`` or ``postgresql://...``.

    ``durable=False`` lets SQLite wait with the disk: faster, survives a killed process, not a power loss.
    """
    if "://" not in where:
        where = f"sqlite:///{where}"
    try:
        url = make_url(where)
    except ArgumentError:
        raise BoohiveError(f"{where!r} is no database; give a file name or postgresql://user@host/name") from None
    if url.get_backend_name() == "sqlite":
        if url.database and url.database != ":memory:":
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(url, connect_args={"timeout": 30, "check_same_thread": False}, pool_size=4)
        event.listen(engine, "connect", lambda connection, _: set_sqlite(connection, durable))
        return engine
    if url.get_backend_name() == "postgresql":
        waits = {"connect_timeout": 5, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
        return create_engine(
            url.set(drivername="postgresql+psycopg"), pool_size=4, pool_pre_ping=True, connect_args=waits
        )
    raise BoohiveError(f"{where!r} is no database we know; give a file name or postgresql://user@host/name")


def set_sqlite(connection: Any, durable: bool) -> None:
    """Readers beside one writer (WAL); a commit is on the disk before it returns (FULL)."""
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
            connection.exec_driver_sql("BEGIN IMMEDIATE") if not connection.in_transaction() else None
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
