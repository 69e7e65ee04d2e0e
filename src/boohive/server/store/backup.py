"""Backup and restore: one consistent picture of the store as JSON lines, the same for every database.

The first line says what it is, the last how many rows there were and their checksum, so that half a file is noticed.
"""

import gzip
import hashlib
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from boohive.core.errors import BoohiveError
from boohive.server.store import schema
from boohive.server.store.database import HEAD, connect, migrate

__all__ = ["backup", "restore"]

FORMAT = "boohive backup 1"
BATCH = 500
RUN_IS_ALIVE = 5_000
"""Milliseconds after its last heartbeat in which a server is taken to be running."""


def backup(where: str, file: str) -> int:
    """Write everything; how many rows. Servers may go on meanwhile: it is the state of one moment."""
    engine = connect(where)
    migrate(engine)
    level = "REPEATABLE READ" if engine.dialect.name == "postgresql" else "SERIALIZABLE"
    with engine.connect().execution_options(isolation_level=level) as connection, _target(file) as out:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql(
                "BEGIN"
            )  # The driver opens no transaction for reading: each query would see its own moment.
        count = _write_all(connection, out)
    engine.dispose()
    return count


def _write_all(connection: Connection, out: IO[bytes]) -> int:
    check, count = hashlib.sha256(), 0
    _line(out, {"what": FORMAT, "shape": HEAD}, check)
    for table in schema.metadata.sorted_tables:
        for row in connection.execute(select(table)).mappings():
            _line(out, {"table": str(table.name), "row": {str(name): value for name, value in row.items()}}, check)
            count += 1
    out.write(msgspec.json.encode({"rows": count, "check": check.hexdigest()}) + b"\n")
    return count


def _line(out: IO[bytes], said: dict[str, Any], check: Any) -> None:
    line = msgspec.json.encode(said) + b"\n"
    check.update(line)
    out.write(line)


def restore(where: str, file: str, replace: bool) -> int:
    """Fill the store from a backup, all or nothing; how many rows."""
    engine = connect(where)
    migrate(engine)
    with engine.begin() as connection, _source(file) as source:
        there = connection.execute(select(func.count()).select_from(schema.tables)).scalar()
        if there and not replace:
            raise BoohiveError(f"the store already holds {there} tables; give --replace to throw them away")
        _refuse_while_served(connection)
        for table in schema.metadata.sorted_tables:
            connection.execute(delete(table))
        count = _read_all(connection, source)
    engine.dispose()
    return count


def _refuse_while_served(connection: Connection) -> None:
    """A running server holds tables in memory that would not fit what is restored."""
    last = connection.execute(select(func.max(schema.runs.c.alive_until))).scalar()
    if last is not None and last > time.time() * 1000 - RUN_IS_ALIVE:
        raise BoohiveError("a server is running on this store; stop it, wait five seconds, then restore")


def _read_all(connection: Connection, source: IO[bytes]) -> int:
    check, count = hashlib.sha256(), 0
    waiting: list[tuple[str, dict[str, Any]]] = []
    first = _read_line(source.readline())
    if first.get("what") != FORMAT:
        raise BoohiveError(f"this is not a backup; its first line must say {FORMAT!r}")
    if str(first.get("shape")) > HEAD:
        raise BoohiveError(
            f"the backup is from a newer boohive (shape {first.get('shape')}, ours {HEAD}); install that version"
        )
    check.update(msgspec.json.encode(first) + b"\n")
    for line in source:
        said = _read_line(line)
        if "rows" in said:  # The last line.
            _insert(connection, waiting)
            if said != {"rows": count, "check": check.hexdigest()}:
                break
            return count
        check.update(line)
        count += 1  # noqa: SIM113 - the last line is not counted
        waiting.append((said["table"], said["row"]))
        if len(waiting) >= BATCH:
            _insert(connection, waiting)
    raise BoohiveError("the backup is not complete or was changed; nothing was restored")


def _insert(connection: Connection, waiting: list[tuple[str, dict[str, Any]]]) -> None:
    for table in schema.metadata.sorted_tables:
        rows = [row for name, row in waiting if name == table.name]
        if rows:
            connection.execute(insert(table), rows)
    waiting.clear()


def _read_line(line: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except msgspec.DecodeError:
        raise BoohiveError("the backup cannot be read; nothing was restored") from None


def _opener(file: str) -> Any:
    return gzip.open if file.endswith(".gz") else open


@contextmanager
def _target(file: str) -> Iterator[IO[bytes]]:
    """Standard output, or a file that only takes its place when it is whole. ``.gz`` is compressed."""
    if file == "-":
        yield sys.stdout.buffer
        return
    path = Path(file)
    partly = path.with_name(path.name + ".part")
    try:
        with _opener(file)(partly, "wb") as out:
            yield out
        partly.replace(path)
    except OSError as error:
        raise BoohiveError(f"{file} cannot be written ({error.strerror}); choose another place") from None
    finally:
        partly.unlink(missing_ok=True)


@contextmanager
def _source(file: str) -> Iterator[IO[bytes]]:
    if file == "-":
        yield sys.stdin.buffer
        return
    try:
        with _opener(file)(file, "rb") as source:
            yield source
    except (OSError, EOFError, gzip.BadGzipFile) as error:
        raise BoohiveError(f"{file} cannot be read ({error}); give the file that boohive backup wrote") from None
