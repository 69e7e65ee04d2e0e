"""Whether the rows of tables say what their logs lead to, and rows made again from logs where they do not."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from boohive.server.store import schema
from boohive.server.store.protocol import TableRow
from boohive.server.store.sql_logs import read_entries
from boohive.server.summaries import row_after
from boohive.tables import log
from boohive.tables.replay import replay

__all__ = ["Report", "check_all", "repair"]


class Report(NamedTuple):
    """What a look at all tables found."""

    tables: int = 0
    differing: tuple[str, ...] = ()
    """Tables whose row does not say what the log leads to, that have a row and no log, or a log and no row."""
    unreadable: tuple[str, ...] = ()
    """Tables whose log cannot be replayed: served as before, each answers with a sentence."""


def suspects(connection: Connection) -> Iterator[str]:
    """Tables whose row and log cannot belong together, found by counting: quick however many there are."""
    tables, entries = schema.tables.c, schema.entries.c
    logs = (
        select(entries.table_id, func.count().label("count"), func.max(entries.seq).label("last"))
        .group_by(entries.table_id)
        .subquery()
    )
    torn = or_(logs.c.last.is_(None), logs.c.last != tables.seq, logs.c.count != tables.seq)
    joined = schema.tables.outerjoin(logs, logs.c.table_id == tables.id)
    yield from connection.execute(select(tables.id).select_from(joined).where(torn)).scalars().all()
    alone = select(logs.c.table_id).outerjoin(schema.tables, tables.id == logs.c.table_id).where(tables.id.is_(None))
    yield from connection.execute(alone).scalars().all()


def check_all(connection: Connection) -> Report:
    """Replay every log and compare what it leads to with its row."""
    torn, unreadable = set(suspects(connection)), []
    ids = list(connection.execute(select(schema.tables.c.id)).scalars())
    for table in ids:
        if table in torn:
            continue
        try:
            if not _same(_row_from_log(connection, table), _row(connection, table)):
                torn.add(table)
        except Exception:  # Whatever is wrong with it, it cannot be played on.
            unreadable.append(table)
    return Report(len(ids), tuple(sorted(torn)), tuple(sorted(unreadable)))


def repair(connection: Connection, tables: Iterable[str] | None = None) -> Report:
    """Make the rows of tables again from their logs; by default of those that ``suspects`` finds."""
    repaired, unreadable = [], []
    for table in list(suspects(connection)) if tables is None else list(tables):
        try:
            row = _row_from_log(connection, table)
        except Exception:
            unreadable.append(table)
            continue
        repaired.append(table)
        if row is None:  # A row alone is nothing that could be played.
            _forget(connection, table)
        elif _row(connection, table) is None:
            connection.execute(insert(schema.tables), row._asdict())
        else:
            connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(**row._asdict()))
    count = connection.execute(select(func.count()).select_from(schema.tables)).scalar() or 0
    return Report(count, tuple(sorted(repaired)), tuple(sorted(unreadable)))


def _same(made: TableRow | None, stored: TableRow | None) -> bool:
    """Whether two rows say the same; erasing a person touches a table without an entry."""
    return made is not None and stored is not None and made._replace(touched=stored.touched) == stored


def _row(connection: Connection, table: str) -> TableRow | None:
    found = connection.execute(select(*schema.tables.c).where(schema.tables.c.id == table)).first()
    return None if found is None else TableRow(*found)


def _row_from_log(connection: Connection, table_id: str) -> TableRow | None:
    """What the row should say; ``None`` without a log. What the log does not know is taken from the row."""
    entries = read_entries(connection, table_id, 0)
    if not entries:
        return None
    table, opened = replay(entries), entries[0].action
    assert isinstance(opened, log.TableCreated)
    after, stored = row_after(None, table), _row(connection, table_id)
    return TableRow(
        table_id, opened.game, after.status, opened.public, None if stored is None else stored.quick,
        entries[0].server_ms, entries[-1].server_ms, after.due, table.seq, after.active, after.summary or "{}",
    )  # fmt: skip


def _forget(connection: Connection, table: str) -> None:
    for rows, column in (
        (schema.codes, schema.codes.c.table_id),
        (schema.seatings, schema.seatings.c.table_id),
        (schema.positions, schema.positions.c.table_id),
        (schema.tables, schema.tables.c.id),
    ):
        connection.execute(delete(rows).where(column == table))
