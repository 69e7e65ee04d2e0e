"""Backups are one moment, nothing is restored under a running server, no log gets a hole, and files are their owner's."""

import asyncio
import contextlib
import gzip
import json
import os
import sqlite3
import subprocess
import sys
import threading
import time

import pytest
from harness import Api, ServerProcess
from sqlalchemy import text

from boohive.core.errors import BoohiveError
from boohive.server.store import RowUpdate, TableRow
from boohive.server.store.backup import backup, check, restore
from boohive.server.store.database import check_database, connect
from boohive.server.store.sql import SqlStore
from boohive.server.summaries import row_after
from boohive.tables import log
from boohive.tables.replay import replay

CREATED = [
    log.TableCreated("boop", {}, 2),
    log.SeatTaken(0, "Ann", person="ann", token_hash="x"),
    log.SeatTaken(1, "Bob", person="bob"),
    log.Start((0, 1)),
]


def new_log(name="t"):
    return [log.LogEntry(i + 1, 1000 + i, None, f"{name}{i}", action) for i, action in enumerate(CREATED)]


def said(seq):
    return log.LogEntry(seq, 1000 + seq, seq % 2, f"a{seq}", log.Chat("hello"))


async def create(store, name):
    entries = new_log()
    after = row_after(None, replay(entries))
    row = TableRow(name, "boop", after.status, False, None, 1000, 1003, after.due, 4, after.active, after.summary)
    assert await store.create(row, entries, ["ann", "bob"])


async def append(store, name, seq):
    return await store.append(name, said(seq), RowUpdate("playing", None, "0"))


def rows_and_logs(file):
    data = file.read_bytes()
    lines = (gzip.decompress(data) if file.suffix == ".gz" else data).splitlines()
    found = [json.loads(line) for line in lines][1:-1]
    rows = {each["row"]["id"]: each["row"]["seq"] for each in found if each["table"] == "tables"}
    logs = {}
    for each in found:
        if each["table"] == "entries":
            logs.setdefault(each["row"]["table_id"], []).append(each["row"]["seq"])
    return rows, {table: sorted(seqs) for table, seqs in logs.items()}


def with_store(where, work):
    async def go():
        store = SqlStore(where, patience=0.3)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(go())


# F15: a backup is one moment.


class WritesBetween:
    """Standard output that has something written to the store after every line of the backup."""

    def __init__(self, file, write):
        self.file, self.do, self.lines, self.buffer = file, write, 0, self

    def write(self, line):
        self.file.write(line)
        self.lines += 1
        self.do(self.lines)


def test_s9_f15_what_is_written_meanwhile_is_in_a_backup_as_a_whole_or_not_at_all(sql, tmp_path, monkeypatch):
    file = tmp_path / "all.jsonl"

    async def work(store):
        for i in range(6):
            await create(store, f"t{i}")
        loop = asyncio.get_running_loop()

        async def meanwhile(number):
            await append(store, f"t{number % 6}", 4 + (number + 5) // 6)
            await create(store, f"new{number}")

        def write(number):
            asyncio.run_coroutine_threadsafe(meanwhile(number), loop).result()

        with file.open("wb") as out:
            between = WritesBetween(out, write)
            monkeypatch.setattr(sys, "stdout", between)
            await asyncio.to_thread(backup, sql, "-")
            monkeypatch.undo()
        return between.lines, len(await store.all_tables())

    lines, tables = with_store(sql, work)
    assert tables == 6 + lines
    rows, logs = rows_and_logs(file)
    assert len(rows) <= 7, "the moment is that of the first row"
    assert {table: list(range(1, seq + 1)) for table, seq in rows.items()} == logs


def test_s9_f15_a_backup_under_load_is_one_moment(sql, tmp_path):
    """Rows and logs of every backup agree while entries and tables come in, on every table."""
    stop, files = threading.Event(), [tmp_path / f"{i}.jsonl.gz" for i in range(4)]

    def take():
        for file in files:
            backup(sql, str(file))
        stop.set()

    async def load(store):
        taking = threading.Thread(target=take)
        for i in range(20):
            await create(store, f"t{i}")
        taking.start()
        seq, made = 5, 20
        while not stop.is_set():
            assert all(await asyncio.gather(*(append(store, f"t{i}", seq) for i in range(20))))
            await create(store, f"t{made}")
            seq, made = seq + 1, made + 1
        taking.join()
        return seq

    assert with_store(sql, load) > 5
    for file in files:
        rows, logs = rows_and_logs(file)
        assert len(rows) >= 20
        assert {table: list(range(1, seq + 1)) for table, seq in rows.items()} == logs
    rows, report = check(str(files[-1]))
    assert (report.differing, report.unreadable) == ((), ())


def torn_backup(where, file):
    """A backup as an earlier version could write it: rows and logs of different moments."""

    async def fill(store):
        for name in ("whole", "behind", "ahead", "rowless", "logless", "holed"):
            await create(store, name)
            await append(store, name, 5)
            await append(store, name, 6)

    with_store(where, fill)
    engine = connect(where)
    with engine.begin() as connection:
        connection.execute(text("update tables set seq = 4 where id = 'behind'"))
        connection.execute(text("update tables set seq = 9, status = 'over' where id = 'ahead'"))
        connection.execute(text("delete from tables where id = 'rowless'"))
        connection.execute(text("delete from entries where table_id = 'logless'"))
        connection.execute(text("delete from entries where table_id = 'holed' and seq = 5"))
    engine.dispose()
    backup(where, str(file))


def test_s9_f15_a_restore_makes_rows_again_from_their_logs(sql, tmp_path):
    file = tmp_path / "torn.jsonl"
    torn_backup(sql, file)
    _, report = check(str(file))
    assert report.differing == ("ahead", "behind", "holed", "logless", "rowless")
    for there in (sql, str(tmp_path / "other.sqlite3")):
        _, report = restore(there, str(file), True)
        assert report.differing == ("ahead", "behind", "logless", "rowless")
        assert report.unreadable == ("holed",)
        rows = {row.id: (row.status, row.seq) for row in with_store(there, lambda store: store.all_tables())}
        holed = rows.pop("holed")
        assert holed[1] == 6
        assert rows == dict.fromkeys(("whole", "behind", "ahead", "rowless"), ("playing", 6))
        assert with_store(there, lambda store: append(store, "ahead", 7))


def test_f15_the_command_says_whether_a_backup_is_whole(tmp_path, capsys):
    from boohive.cli import main

    where, file = str(tmp_path / "a.sqlite3"), tmp_path / "torn.jsonl"
    torn_backup(where, file)
    assert main(["backup", "--check", str(file)]) == 1
    assert "5 rows do not say what the log leads to" in capsys.readouterr().err
    restore(where, str(file), True)
    with_store(where, lambda store: store.forget_tables(0, 100))
    engine = connect(where)
    with engine.begin() as connection:
        connection.execute(text("delete from tables where id = 'holed'"))
        connection.execute(text("delete from entries where table_id = 'holed'"))
    engine.dispose()
    assert main(["backup", str(file), "--db", where]) == 0
    assert main(["backup", "--check", str(file)]) == 0
    whole = file.read_text()
    file.write_text(whole.replace("hello", "howdy"))
    assert main(["backup", "--check", str(file)]) != 0
    assert "not complete or was changed" in capsys.readouterr().err
    assert main(["backup", "--check", str(tmp_path / "none")]) != 0


# F36: a misspelt path is an error.


@pytest.mark.parametrize("command", [
    ["backup", "FILE"], ["admin", "list"], ["admin", "people"], ["admin", "show", "t"], ["admin", "close", "t"],
    ["admin", "tidy"], ["admin", "export", "ann"], ["admin", "delete", "ann"],
])  # fmt: skip
@pytest.mark.parametrize("name", ["misspelt.sqlite3", "no/such/folder/games.sqlite3"])
def test_f36_only_serve_and_restore_begin_a_database(tmp_path, capsys, command, name):
    from boohive.cli import main

    words = [str(tmp_path / "out.jsonl") if word == "FILE" else word for word in command]
    assert main([*words, "--db", str(tmp_path / name)]) != 0
    assert "there is no database" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_f36_a_database_that_was_never_begun_is_refused(postgres, tmp_path, capsys):
    from boohive.cli import main

    engine = connect(postgres.url).execution_options(isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("create database empty_one"))
    empty = postgres.url.replace("/postgres", "/empty_one")
    for where, why in ((empty, "holds no games"), (postgres.url.replace("/postgres", "/misspelt"), "does not exist")):
        for words in (["backup", str(tmp_path / "out")], ["admin", "list"]):
            assert main([*words, "--db", where]) != 0
            assert why in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    with engine.connect() as connection:
        connection.execute(text("drop database empty_one with (force)"))
    engine.dispose()


# F16: files are their owner's.


def modes(folder):
    return {file.name: oct(file.stat().st_mode & 0o777) for file in folder.rglob("*") if file.is_file()}


def test_f16_every_file_is_readable_by_its_owner_only(tmp_path, monkeypatch):
    """Also the files next to the database, a backup while it is written, and a restored database."""
    old, seen = os.umask(0o022), {}
    try:
        where, there = tmp_path / "new" / "a.sqlite3", tmp_path / "b.sqlite3"

        async def work(store):
            await create(store, "t1")
            real = os.fsync
            monkeypatch.setattr(os, "fsync", lambda number: (seen.update(modes(tmp_path)), real(number)))
            for name in ("all.jsonl", "all.jsonl.gz"):
                backup(str(where), str(tmp_path / name))
            seen.update(modes(tmp_path))

        with_store(str(where), work)
        restore(str(there), str(tmp_path / "all.jsonl"), False)
        seen.update(modes(tmp_path))
    finally:
        os.umask(old)
    assert {"a.sqlite3", "a.sqlite3-wal", "a.sqlite3-shm", "b.sqlite3", "all.jsonl", "all.jsonl.part"} <= set(seen)
    assert "all.jsonl.gz.part" in seen
    assert set(seen.values()) == {"0o600"}, seen


def test_f16_files_of_an_earlier_version_are_closed_to_others(tmp_path):
    where = tmp_path / "a.sqlite3"
    with_store(str(where), lambda store: create(store, "t1"))
    with contextlib.closing(sqlite3.connect(where)) as holds:
        holds.execute("select * from tables").fetchall()
        for file in tmp_path.iterdir():
            file.chmod(0o644)
        check_database(str(where), create=True)
        assert set(modes(tmp_path).values()) == {"0o600"}


# F17: no hole, and no restore under a running server.


def test_f17_an_entry_whose_predecessor_is_missing_is_refused(sql):
    """Alone, in a group with others, and for a table that was deleted."""

    async def work(store):
        for name in ("a", "b", "c"):
            await create(store, name)
        apart = [await append(store, "a", seq) for seq in (6, 9, 4)]
        together = await asyncio.gather(
            append(store, "a", 9), append(store, "b", 5), append(store, "c", 6), append(store, "gone", 5)
        )
        return apart, together, [[each.seq for each in await store.entries(name)] for name in ("a", "b", "c", "gone")]

    apart, together, logs = with_store(sql, work)
    assert apart == [False] * 3
    assert together == [False, True, False, False]
    assert logs == [[1, 2, 3, 4], [1, 2, 3, 4, 5], [1, 2, 3, 4], []]


def test_f17_another_history_of_the_same_length_takes_no_entry(sql, tmp_path):
    """A server that slept through a restore cannot append to what was restored, whatever the numbers say."""

    async def work(store):
        await create(store, "t1")
        backup(sql, str(tmp_path / "all"))
        await append(store, "t1", 5)
        first = await store.heartbeat("ours", 0, 1)
        restore(sql, str(tmp_path / "all"), True)
        other = SqlStore(sql)
        assert await append(other, "t1", 5)
        await other.close()
        refused = [await append(store, "t1", 6)], await asyncio.gather(*(append(store, "t1", 6) for _ in range(3)))
        second = await store.heartbeat("ours", 0, 2)
        store.use(second)
        return first != second, refused, await append(store, "t1", 6)

    assert with_store(sql, work) == (True, ([False], [False] * 3), True)


def test_f17_a_restore_is_refused_as_long_as_a_server_runs(sql, tmp_path):
    async def work(store):
        await create(store, "t1")
        backup(sql, str(tmp_path / "all"))
        await append(store, "t1", 5)
        for age, refused in ((0, True), (4_000, True), (6_000, False)):
            await store.heartbeat("ours", 0, int(time.time() * 1000) - age)
            if refused:
                with pytest.raises(BoohiveError, match="a server is running on this store"):
                    restore(sql, str(tmp_path / "all"), True)
                assert len(await store.entries("t1")) == 5
        restore(sql, str(tmp_path / "all"), True)
        return len(await store.entries("t1"))

    assert with_store(sql, work) == 4


def test_f17_a_server_notices_that_the_store_was_replaced(run, tmp_path):
    """The command is refused; and when it happened all the same, pages get what was restored and play goes on."""
    where, file, told = tmp_path / "a.sqlite3", tmp_path / "all.jsonl", tmp_path / "log.txt"
    with ServerProcess(where, log=told) as server:
        api = Api(server)
        kept, gone = api.table(), None

        async def play():
            nonlocal gone
            async with api.page(kept) as page:
                for _ in range(2):
                    assert (await play_first(page))["type"] == "update"
                await asyncio.to_thread(backup, str(where), str(file))
                length = page.seq
                gone = api.table()
                async with api.page(gone) as lost:
                    for _ in range(3):
                        assert (await play_first(page))["type"] == "update"
                    done = await asyncio.to_thread(
                        subprocess.run,
                        [sys.executable, "-m", "boohive", "restore", file, "--replace", "--db", where],
                        capture_output=True, text=True, check=False,
                    )  # fmt: skip
                    assert done.returncode != 0
                    assert "a server is running" in done.stderr
                    await asyncio.to_thread(restore_all_the_same, str(where), str(file))
                    await page.until(lambda p: p.seq == length, 5)
                    answer = await play_first(page)
                    assert (answer["type"], answer["seq"]) == ("update", length + 1)
                    await lost.until(lambda p: p.other and p.other[-1]["code"] == "unknown_table", 5)

        run(play())
        assert api.get(f"/api/tables/{kept['table_id']}").status_code == 200
        assert api.get(f"/api/tables/{gone['table_id']}").status_code == 404
        assert api.get("/api/me").json()["tables"], "the restored key signs, and the cookie is known"
    with contextlib.closing(sqlite3.connect(where)) as store:
        seqs = [seq for (seq,) in store.execute("select seq from entries order by seq")]
    assert seqs == list(range(1, len(seqs) + 1))
    assert "the store was replaced" in told.read_text()
    assert "Traceback" not in told.read_text()


async def play_first(page):
    return await page.play(page.scene["legal_moves"][0]["text"])


def restore_all_the_same(where, file):
    """A server that stood still for a while is not seen by a restore."""
    import boohive.server.store.backup as module

    before, module.RUN_IS_ALIVE = module.RUN_IS_ALIVE, -(10**9)
    try:
        restore(where, file, True)
    finally:
        module.RUN_IS_ALIVE = before
