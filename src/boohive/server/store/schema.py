"""The tables of the database. Changes come as Alembic migrations in the folder next to this file."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = ["codes", "entries", "metadata", "people", "positions", "runs", "seatings", "settings", "tables"]

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("status", String(10), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("quick", String(200)),  # What a quick match must agree on, while the table waits for one.
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("due", BigInteger),  # When the table does something by itself.
    Column("seq", Integer, nullable=False),
    Column("active", String(20), nullable=False, server_default=""),  # The seats that may act now, such as 0,2.
    Column("summary", Text, nullable=False, server_default="{}"),  # What a list shows, as JSON.
    Index("tables_by_due", "due", "id"),
    Index("tables_by_touched", "touched"),
    Index("tables_by_status", "status", "listed", "created"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(40), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),  # -1: the table itself.
    Column("action_id", String(60), nullable=False),
    Column("action", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),  # One order for all.
    UniqueConstraint("table_id", "seat", "action_id"),  # Nothing happens twice.
    sqlite_with_rowid=False,
)

positions = Table(
    "positions",
    metadata,
    Column("key", String(32), nullable=False),  # Of a position of a running game between people: see fair_play.py.
    Column("table_id", String(40), nullable=False),
    PrimaryKeyConstraint("key", "table_id"),
    Index("positions_by_table", "table_id"),
)

people = Table(
    "people",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("link", String(64), unique=True),  # The hash of the personal link,
    Column("link_expires", BigInteger),  # and until when it can be used.
)

seatings = Table(
    "seatings",
    metadata,
    Column("person", String(40), nullable=False),
    Column("table_id", String(40), nullable=False),
    PrimaryKeyConstraint("person", "table_id"),
    Index("seatings_by_table", "table_id"),
)

codes = Table(
    "codes",
    metadata,
    Column("code", String(12), primary_key=True),
    Column("table_id", String(40), nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("codes_by_table", "table_id"),
)

runs = Table(
    "runs",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("started", BigInteger, nullable=False),
    Column("alive_until", BigInteger, nullable=False),
)

settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
