"""Entries are added to logs in one go, each only where it follows the last entry of its table.

What does not follow, because another server was faster, is left out and costs the others nothing. PostgreSQL does all of it in
one statement, which needs no transaction around it: five trips to the database became one. Either database's driver is spoken to
directly: with SQLAlchemy in between, a move took longer on its way to the database than in it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple, Protocol

from sqlalchemy import Connection
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError

__all__ = ["Append", "add", "in_waves", "sqlite_transaction"]

MOST_ROWS = 256
"""The most rows in one statement."""


class SeqConflict(Exception):
    """Not all entries follow the last one of their table."""


class Append(NamedTuple):
    """An entry to be added to a log, and what the table's row says after it."""

    entry: tuple[str, int, int, int, str, str]
    """Table, number, time, seat, the action's id and the action: the columns of ``entries`` in order."""
    row: tuple[str, int | None, str, str | None]
    """Status, when the table is due, active seats, summary: what the table's row says then; no summary: as before."""
    guarded: str | None = None
    """The key of the position it led to, where that is part of a running game between people."""


def in_waves(appends: Sequence[Append]) -> list[list[Append]]:
    """Entries in portions with at most one of each table, in the order in which they came. Whoever does much at one table
    makes more portions; all others are in the first. Every server takes tables in one order, so that none waits for another
    that waits for it."""
    waves: list[list[Append]] = []
    count: Counter[str] = Counter()
    for append in appends:
        number = count[append.entry[0]]
        count[append.entry[0]] += 1
        if number == len(waves):
            waves.append([])
        waves[number].append(append)
    ordered = [sorted(wave, key=lambda append: append.entry[0]) for wave in waves]
    return [wave[begins : begins + MOST_ROWS] for wave in ordered for begins in range(0, len(wave), MOST_ROWS)]


def add(connection: Connection, wave: list[Append], store_id: str, careful: bool) -> list[Append]:
    """Add entries of different tables where each follows the last one and its id is not taken; those that were added.

    PostgreSQL always asks which they are. SQLite does so only if ``careful``, and ``SeqConflict`` says that it has to: asking
    would cost every move something, and another server hardly ever comes in between.
    """
    if connection.dialect.name == "postgresql":
        values = [value for append in wave for value in (*append.entry, *append.row, append.guarded)]
        cursor = _execute(connection, add_sql(len(wave)), (*values, store_id))
        names = {name for (name,) in cursor.fetchall()}
        return [append for append in wave if append.entry[0] in names]
    return _add_in_steps(connection, wave, store_id, careful)


class DriverCursor(Protocol):
    """What we use of the cursors of both drivers."""

    @property
    def rowcount(self) -> int: ...

    def fetchall(self) -> list[tuple[str]]: ...


def _execute(connection: Connection, statement: str, values: Sequence[str | int | None]) -> DriverCursor:
    """A statement of PostgreSQL, by the driver alone."""
    with _translating_errors(connection, statement) as driver:
        cursor: DriverCursor = driver.execute(statement, values)
    return cursor


@contextmanager
def sqlite_transaction(connection: Connection) -> Iterator[None]:
    """Commit what is added in between, or nothing of it. The driver begins the transaction with the first statement."""
    with _translating_errors(connection, "entries of logs") as driver:
        try:
            yield
            driver.commit()
        except BaseException:
            driver.rollback()
            raise


@contextmanager
def _translating_errors(connection: Connection, statement: str) -> Iterator[DBAPIConnection]:
    """The driver's connection; its errors come as SQLAlchemy's, as everywhere else in the store."""
    driver = connection.connection.driver_connection
    assert driver is not None
    try:
        yield driver
    except driver.Error as error:
        is_lost = connection.dialect.is_disconnect(error, driver, None)
        raise DBAPIError.instance(statement, None, error, driver.Error, connection_invalidated=is_lost) from None


def _add_in_steps(connection: Connection, wave: list[Append], store_id: str, careful: bool) -> list[Append]:
    """The same for SQLite, which cannot change several tables in one statement; inside ``sqlite_transaction``."""
    values = [value for append in wave for value in (*append.entry[:5], *append.row)]
    driver = connection.connection.driver_connection
    assert driver is not None
    cursor: DriverCursor = driver.execute(update_sql(len(wave), careful), (*values, store_id))
    if careful:
        names = {name for (name,) in cursor.fetchall()}
        wave = [append for append in wave if append.entry[0] in names]
    elif cursor.rowcount < len(wave):
        raise SeqConflict
    if wave:
        driver.execute(insert_sql(len(wave)), [value for append in wave for value in append.entry])
    if guarded := [value for append in wave if append.guarded for value in (append.guarded, append.entry[0])]:
        driver.execute(guard_sql(len(guarded) // 2), guarded)
    return wave


# Only a row whose last entry is the one before takes the next: a log has no hole. And only in the store that was opened:
# after a restore another history may have the same number of entries.


@cache
def add_sql(count: int) -> str:
    """For PostgreSQL."""
    big, text = "CAST(%s AS BIGINT)", "CAST(%s AS TEXT)"
    row = f"(%s, {big}, {big}, {big}, %s, %s, %s, {big}, %s, {text}, {text})"
    return f"""
        WITH new (table_id, seq, at, seat, action_id, action, status, due, active, summary, guarded) AS (
          VALUES {", ".join([row] * count)}
        ), fitting AS (
          UPDATE tables SET status = new.status, due = new.due, touched = new.at, seq = new.seq, active = new.active,
            summary = COALESCE(new.summary, tables.summary)
          FROM new WHERE tables.id = new.table_id AND tables.seq = new.seq - 1
            AND (SELECT value FROM settings WHERE name = 'store id') = %s
            AND NOT EXISTS (
              SELECT FROM entries AS other
              WHERE other.table_id = new.table_id AND other.seat = new.seat AND other.action_id = new.action_id)
          RETURNING new.*
        ), added AS (
          INSERT INTO entries (table_id, seq, at, seat, action_id, action)
          SELECT table_id, seq, at, seat, action_id, action FROM fitting
        ), kept AS (
          INSERT INTO positions (key, table_id) SELECT guarded, table_id FROM fitting WHERE guarded IS NOT NULL
          ON CONFLICT DO NOTHING
        )
        SELECT table_id FROM fitting"""


@cache
def update_sql(count: int, careful: bool) -> str:
    """For SQLite: the rows of the tables that take an entry. The driver begins a transaction only where the statement begins
    with the word UPDATE, and the database names the columns of VALUES like this."""
    rows = ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?, ?)"] * count)
    which = (
        "AND NOT EXISTS (SELECT 1 FROM entries AS other WHERE other.table_id = new.column1 "
        "AND other.seat = new.column4 AND other.action_id = new.column5) RETURNING id"
    )
    return (
        "UPDATE tables SET status = new.column6, due = new.column7, touched = new.column3, seq = new.column2, "
        "active = new.column8, summary = COALESCE(new.column9, tables.summary) "
        f"FROM (VALUES {rows}) AS new WHERE tables.id = new.column1 AND tables.seq = new.column2 - 1 "
        f"AND (SELECT value FROM settings WHERE name = 'store id') = ? {which if careful else ''}"
    )


@cache
def insert_sql(count: int) -> str:
    """One statement for a whole group: each statement costs the event loop a change of threads."""
    rows = ", ".join(["(?, ?, ?, ?, ?, ?)"] * count)
    return f"INSERT INTO entries (table_id, seq, at, seat, action_id, action) VALUES {rows}"


@cache
def guard_sql(count: int) -> str:
    """Positions that are not analysed until their game is over; one that comes up again is there already."""
    return f"INSERT INTO positions (key, table_id) VALUES {', '.join(['(?, ?)'] * count)} ON CONFLICT DO NOTHING"
