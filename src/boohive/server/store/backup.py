"""Backup and restore: one consistent picture of the store as JSON lines, the same for every database.

The first line says what it is, the last how many rows there were and their checksum, so that half a file is noticed.
"""

import gzip
import hashlib
import os
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, delete, func, insert, select

from boohive.core.errors import BoohiveError
from boohive.server.store import schema
from boohive.server.store.consistency import Report, check_all, repair
from boohive.server.store.database import HEAD, OWNER_ONLY, STORE_ID_NAME, connect, database_time, migrate

__all__ = ["Restored", "backup", "check", "require_backup", "restore"]

FORMAT = "boohive backup 1"
BackupRow = dict[str, Any]
"""A row, as one line of a backup."""
BATCH = 500
RUN_IS_ALIVE = 5_000
"""Milliseconds after its last heartbeat in which a server is taken to be running."""


class Restored(NamedTuple):
    """What came of a restore, or of a look at a backup."""

    rows: int
    report: Report


def backup(where: str, file: str) -> int:
    """Write everything; how many rows. Servers may go on meanwhile: it is the state of one moment."""
    engine = connect(where)
    migrate(engine)
    with _one_moment(engine) as connection, _target(file) as out:
        count = _write_all(connection, out)
    engine.dispose()
    if file != "-":
        with _source(file) as source:
            assert sum(1 for _ in _rows(source)) == count
    return count


@contextmanager
def _one_moment(engine: Engine) -> Iterator[Connection]:
    """A connection whose queries all see the same state."""
    level = "REPEATABLE READ" if engine.dialect.name == "postgresql" else "SERIALIZABLE"
    with engine.connect().execution_options(isolation_level=level) as connection:
        if engine.dialect.name == "sqlite":
            # The driver opens no transaction for reading: each query would see its own moment.
            connection.exec_driver_sql("BEGIN")
        yield connection


def _write_all(connection: Connection, out: IO[bytes]) -> int:
    check, count = hashlib.sha256(), 0
    _line(out, {"what": FORMAT, "shape": HEAD}, check.update)
    for table in schema.metadata.sorted_tables:
        for row in connection.execution_options(yield_per=BATCH).execute(select(table)).mappings():
            _line(
                out, {"table": str(table.name), "row": {str(name): value for name, value in row.items()}}, check.update
            )
            count += 1
    out.write(msgspec.json.encode({"rows": count, "check": check.hexdigest()}) + b"\n")
    return count


def _line(out: IO[bytes], said: BackupRow, check: Callable[[bytes], None]) -> None:
    line = msgspec.json.encode(said) + b"\n"
    check(line)
    out.write(line)


def check(file: str) -> Restored:
    """Whether a backup is whole, every row says what its log leads to and every log can be replayed."""
    with tempfile.TemporaryDirectory(prefix="boohive-check-") as folder:
        engine = connect(str(Path(folder) / "check.sqlite3"), durable=False)
        migrate(engine)
        with engine.begin() as connection, _source(file) as source:
            count = _fill(connection, source)
            report = check_all(connection)
        engine.dispose()
    return Restored(count, report)


def require_backup(file: str) -> None:
    """Refuse what is not a backup, before a store is made for it; standard input is read only once, later."""
    if file != "-":
        with _source(file) as source:
            _read_heading(source)


def restore(where: str, file: str, replace: bool) -> Restored:
    """Fill the store from a backup, all or nothing. A row that its log does not lead to is made again from the log."""
    engine = connect(where)
    migrate(engine)
    with engine.begin() as connection, _source(file) as source:
        _lock(connection)
        there = connection.execute(select(func.count()).select_from(schema.tables)).scalar()
        if there and not replace:
            raise BoohiveError(f"the store already holds {there} tables; give --replace to throw them away")
        _refuse_while_served(connection)
        for table in schema.metadata.sorted_tables:
            connection.execute(delete(table))
        count = _fill(connection, source)
        report = repair(connection)
        connection.execute(delete(schema.settings).where(schema.settings.c.name == STORE_ID_NAME))
        connection.execute(insert(schema.settings), {"name": STORE_ID_NAME, "value": secrets.token_hex(8)})
    engine.dispose()
    return Restored(count, report)


def _lock(connection: Connection) -> None:
    """Nobody writes until the restore is done; a server that starts meanwhile waits."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        names = ", ".join(str(table.name) for table in schema.metadata.sorted_tables)
        connection.exec_driver_sql(f"LOCK TABLE {names} IN EXCLUSIVE MODE")


def _refuse_while_served(connection: Connection) -> None:
    """A running server holds tables in memory that would not fit what is restored."""
    last = connection.execute(select(func.max(schema.runs.c.alive_until))).scalar()
    shared = database_time(connection)
    now = time.time() * 1000 if shared is None else shared.database_ms
    if last is not None and last > now - RUN_IS_ALIVE:
        raise BoohiveError("a server is running on this store; stop it, wait five seconds, then restore")


def _fill(connection: Connection, source: IO[bytes]) -> int:
    """Insert every row of a backup."""
    count, waiting = 0, []
    for row in _rows(source):
        waiting.append(row)
        count += 1
        if len(waiting) >= BATCH:
            _insert(connection, waiting)
    _insert(connection, waiting)
    return count


def _rows(source: IO[bytes]) -> Iterator[tuple[str, BackupRow]]:
    """The rows of a backup, each with its table; refused at the end when the backup is not whole."""
    check, count = hashlib.sha256(), 0
    check.update(msgspec.json.encode(_read_heading(source)) + b"\n")
    for line in source:
        said = _read_line(line)
        if "rows" in said:  # The last line.
            if said != {"rows": count, "check": check.hexdigest()}:
                break
            return
        check.update(line)
        count += 1  # noqa: SIM113 - the last line is not counted
        yield said["table"], said["row"]
    raise BoohiveError("the backup is not complete or was changed; nothing of it was used")


def _read_heading(source: IO[bytes]) -> BackupRow:
    """The first line of a backup, if it is one that we can read."""
    first = _heading_in(source.readline())
    if first.get("what") != FORMAT:
        raise BoohiveError(f"this is not a backup; its first line must say {FORMAT!r}")
    if str(first.get("shape")) > HEAD:
        raise BoohiveError(
            f"the backup is from a newer boohive (shape {first.get('shape')}, ours {HEAD}); install that version"
        )
    return first


def _heading_in(line: bytes) -> BackupRow:
    try:
        return _read_line(line)
    except BoohiveError:
        return {}  # Another file's first line.


def _refuse_foreign(file: str) -> None:
    """A backup may take the place of an older one, and of nothing else."""
    if not Path(file).exists() or Path(file).stat().st_size == 0:
        return
    try:
        with _source(file) as source:
            if _heading_in(source.readline()).get("what") == FORMAT:
                return
    except BoohiveError:
        pass
    raise BoohiveError(f"{file} is there and is not a backup of boohive; choose another name")


def _insert(connection: Connection, waiting: list[tuple[str, BackupRow]]) -> None:
    for table in schema.metadata.sorted_tables:
        rows = [row for name, row in waiting if name == table.name]
        if rows:
            connection.execute(insert(table), rows)
    waiting.clear()


def _read_line(line: bytes) -> BackupRow:
    try:
        return msgspec.json.decode(line, type=BackupRow)
    except msgspec.DecodeError:
        raise BoohiveError("the backup cannot be read; nothing of it was used") from None


@contextmanager
def _target(file: str) -> Iterator[IO[bytes]]:
    """Standard output, or a file for its owner only that takes its place when it is whole. ``.gz`` is compressed."""
    if file == "-":
        yield sys.stdout.buffer
        return
    _refuse_foreign(file)
    path = Path(file)
    partly = path.with_name(path.name + ".part")
    try:
        partly.unlink(missing_ok=True)
        with os.fdopen(os.open(partly, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY), "wb") as raw:
            if file.endswith(".gz"):
                packed: Any = gzip.GzipFile(path.name, "wb", fileobj=raw)
                with packed:
                    yield packed
            else:
                yield raw
            raw.flush()
            os.fsync(raw.fileno())
        partly.replace(path)
    except OSError as error:
        raise BoohiveError(f"{file} cannot be written ({error.strerror}); choose another place") from None
    finally:
        partly.unlink(missing_ok=True)


def _reason(error: Exception) -> str:
    """Without what Python adds for programmers."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


@contextmanager
def _source(file: str) -> Iterator[IO[bytes]]:
    if file == "-":
        yield sys.stdin.buffer
        return
    try:
        opener: Any = gzip.open if file.endswith(".gz") else open
        with opener(file, "rb") as source:
            yield source
    except (OSError, EOFError, gzip.BadGzipFile) as error:
        raise BoohiveError(
            f"{file} cannot be read ({_reason(error)}); give the file that boohive backup wrote"
        ) from None
