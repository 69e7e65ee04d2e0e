"""One contract for all stores: memory, SQLite and a real PostgreSQL."""

import asyncio
import json
import time

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from boohive.core.errors import BoohiveError
from boohive.server.store import RowUpdate, StoreUnavailable, TableRow, appending, writer
from boohive.server.store.backup import backup, restore
from boohive.server.store.database import connect, migrate
from boohive.server.store.memory import MemoryStore
from boohive.server.store.sql import SqlStore
from boohive.tables import log
from boohive.tables.errors import Rejected
from conftest import database


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def where(request, tmp_path):
    """Where a store is; a store in memory is its own place."""
    if request.param == "memory":
        yield MemoryStore()
    else:
        yield from database(request, tmp_path)


def entry(seq, name=None, seat=0, text_="hello"):
    return log.LogEntry(seq, 1000 + seq, seat, name or f"a{seq}", log.Chat(text_))


OPENED = log.LogEntry(1, 1000, None, "open", log.TableCreated("boop", {}, 2))


def facts(table="t1", **more):
    return TableRow(table, "boop", "waiting", False, None, 1000, 1000, None, 1)._replace(**more)


def with_store(where, work):
    async def go():
        store = where if isinstance(where, MemoryStore) else SqlStore(where, patience=0.3)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(go())


def test_s1_a_log_comes_back_as_it_was_written(where):
    async def write(store):
        assert await store.create(facts(), [OPENED, entry(2, text_="Zoë \"'; drop\u2028 😀")], ["ann"])
        assert await store.append("t1", entry(3), RowUpdate("playing", 5000))

    with_store(where, write)
    entries = with_store(where, lambda store: store.entries("t1"))
    assert [e.seq for e in entries] == [1, 2, 3]
    assert entries[1].action.text == "Zoë \"'; drop\u2028 😀"
    assert with_store(where, lambda store: store.row("t1")).due == 5000
    assert [e.seq for e in with_store(where, lambda store: store.entries("t1", 2))] == [3]


def test_s3_a_place_in_the_order_is_given_once(where):
    async def race(store):
        await store.create(facts(), [OPENED], [])
        tries = [store.append("t1", entry(2, f"n{i}", seat=i % 2), RowUpdate("waiting", None)) for i in range(40)]
        return await asyncio.gather(*tries)

    assert sum(with_store(where, race)) == 1
    assert len(with_store(where, lambda store: store.entries("t1"))) == 2


def test_s2_an_id_counts_once_for_its_seat(where):
    async def again(store):
        await store.create(facts(), [OPENED], [])
        first = await store.append("t1", entry(2, "same", seat=0), RowUpdate("waiting", None))
        twice = await store.append("t1", entry(3, "same", seat=0), RowUpdate("waiting", None))
        other_seat = await store.append("t1", entry(3, "same", seat=1), RowUpdate("waiting", None))
        return first, twice, other_seat

    assert with_store(where, again) == (True, False, True)


def test_s1_a_log_has_no_hole(where):
    """Whatever a server believes, an entry is stored only after the one before it."""

    async def gap(store):
        await store.create(facts(), [OPENED, entry(2)], [])
        row = RowUpdate("waiting", None)
        apart = [await store.append("t1", entry(seq), row) for seq in (1, 2, 4, 9, 3, 3, 4)]
        together = await asyncio.gather(*(store.append("t1", entry(seq, f"b{seq}"), row) for seq in (7, 5, 6, 5)))
        missing = await store.append("t2", entry(1), row)
        return apart, together, missing, [each.seq for each in await store.entries("t1")], (await store.row("t1")).seq

    apart, together, missing, seqs, seq = with_store(where, gap)
    assert apart == [False, False, False, False, True, False, True]
    assert together == [False, True, True, False]
    assert missing is False
    assert seqs == [1, 2, 3, 4, 5, 6]
    assert seq == 6


def test_the_row_says_what_a_list_shows(where):
    async def work(store):
        await store.create(facts(summary="first"), [OPENED], [])
        await store.append("t1", entry(2), RowUpdate("playing", 7, "0,2"))
        same = await store.row("t1")
        await store.append("t1", entry(3), RowUpdate("over", None, "", "second"))
        return same, await store.row("t1")

    same, changed = with_store(where, work)
    assert (same.status, same.due, same.active, same.summary) == ("playing", 7, "0,2", "first")
    assert (changed.status, changed.due, changed.active, changed.summary) == ("over", None, "", "second")


def test_an_entry_is_found_by_its_id(where):
    async def work(store):
        await store.create(facts(), [OPENED, entry(2, "mine", seat=1)], [])
        wanted = [(1, "mine"), (0, "mine"), (None, "open"), (1, "other")]
        return [await store.seq_of("t1", seat, name) for seat, name in wanted]

    assert with_store(where, work) == [2, None, 1, None]


def test_due_tables_come_in_pages(where):
    async def work(store):
        for i in range(7):
            await store.create(facts(f"t{i}", due=10 + i // 3), [OPENED], [])
        pages, after = [], (-1, "")
        while page := await store.due_tables(100, after, 3):
            pages.append([table for _, table in page])
            after = page[-1]
        return pages

    assert with_store(where, work) == [["t0", "t1", "t2"], ["t3", "t4", "t5"], ["t6"]]


def test_s2_one_bad_write_does_not_fail_its_group(sql):
    def broken(connection):
        raise ZeroDivisionError

    async def work(store):
        for i in range(6):
            await store.create(facts(f"t{i}"), [OPENED], [])
        row = RowUpdate("waiting", None)
        jobs = [store.append(f"t{i}", entry(2), row) for i in range(6)]
        jobs.insert(3, store.write(broken))
        jobs.append(store.append("t0", entry(2, "nul\x00" if store.name == "postgresql" else "again"), row))
        jobs.append(store.create(facts("new"), [OPENED], []))
        return await asyncio.gather(*jobs, return_exceptions=True)

    results = with_store(sql, work)
    assert isinstance(results.pop(3), ZeroDivisionError)
    assert results.pop() is True
    assert results[:6] == [True] * 6
    assert results[6] is False or isinstance(results[6], Rejected)


def test_s10_entries_that_do_not_fit_cost_their_group_a_few_statements(sql):
    """Somebody who acts at two servers at once makes conflicts; all others' entries of that moment are stored in one go."""
    statements = []

    async def work(store):
        for i in range(40):
            await store.create(facts(f"t{i}"), [OPENED, entry(2, "first")], [])
        row = RowUpdate("waiting", None)
        event.listen(store.engine, "before_cursor_execute", lambda *words: statements.append(words[2]))
        wrong = {7: entry(5), 8: entry(2), 9: entry(3, "first")}  # A hole, a place that is taken, an id that is used.
        jobs = [store.append(f"t{i}", wrong.get(i, entry(3)), row) for i in range(40)]
        jobs += [store.append("t0", entry(4), row), store.append("t0", entry(4, "other"), row)]
        return await asyncio.gather(*jobs), [len(await store.entries(f"t{i}")) for i in range(40)]

    results, lengths = with_store(sql, work)
    assert [i for i, is_in in enumerate(results) if not is_in] == [7, 8, 9, 41]
    assert lengths == [4, 3, 3, 3, 3, 3, 3, 2, 2, 2, *[3] * 30]
    written = [each for each in statements if not each.startswith("SELECT")]
    assert len(written) < 25, written


def test_s10_moves_do_not_wait_for_what_strangers_make(sql):
    """Everything has come in at the same moment, the move last."""

    async def work(store):
        await store.create(facts(), [OPENED], [])
        done = []

        async def note(what, write):
            assert await write is not False
            done.append(what)

        tables = [note("table", store.create(facts(f"new{i}"), [OPENED], [])) for i in range(50)]
        await asyncio.gather(*tables, note("move", store.append("t1", entry(2), RowUpdate("playing", None))))
        return done

    done = with_store(sql, work)
    assert len(done) == 51 and done[0] == "move"


@pytest.mark.parametrize("sql", ["postgresql"], indirect=True)
def test_moves_that_postgresql_gave_up_for_a_deadlock_are_stored_one_by_one(sql, monkeypatch):
    """Two servers that wait for each other: one of them is told to try again, and nobody is told that the database is away."""
    added = []

    def add(connection, wave, store_id, careful):
        added.append(len(wave))
        if len(added) == 1:
            raise OperationalError("WITH", (), Exception("deadlock detected"))
        return appending.add(connection, wave, store_id, careful)

    async def work(store):
        for i in range(3):
            await store.create(facts(f"t{i}"), [OPENED], [])
        monkeypatch.setattr(writer, "add", add)
        row = RowUpdate("playing", None)
        return await asyncio.gather(*(store.append(f"t{i}", entry(2), row) for i in range(3))), store.failures

    assert with_store(sql, work) == ([True] * 3, 0)
    assert added == [3, 1, 1, 1]


@pytest.mark.parametrize("sql", ["postgresql"], indirect=True)
def test_moves_are_one_statement_in_postgresql(sql, monkeypatch):
    statements, execute = [], appending._execute
    monkeypatch.setattr(appending, "_execute", lambda *words: statements.append(words[1]) or execute(*words))

    async def work(store):
        for i in range(3):
            await store.create(facts(f"t{i}"), [OPENED], [])
        event.listen(store.engine, "before_cursor_execute", lambda *words: statements.append(words[2]))
        for seq in (2, 3):
            row = RowUpdate("playing", None, "0", None, f"key{seq}")
            await asyncio.gather(*(store.append(f"t{i}", entry(seq), row) for i in range(3)))
        count = len(statements)
        found = [await store.is_guarded([f"key{seq}"]) for seq in (2, 3, 4)]
        return count, found, [(await store.row(f"t{i}")).seq for i in range(3)]

    assert with_store(sql, work) == (2, [True, True, False], [3, 3, 3])


def test_what_cannot_be_stored_is_refused_at_once(sql):
    """A character the database does not take is the sender's mistake, not an outage."""

    async def work(store):
        await store.create(facts(), [OPENED], [])
        tried = [
            store.append("t1", entry(2, "a\x00b"), RowUpdate("waiting", None)),
            store.entries("a\x00"),
            store.table_of_code("\x00" * 5, 0),
            store.listed_tables("\x00"),
            store.entries("\ud800"),
            store.name_person("ann", "\x00", 5),
        ]
        results = await asyncio.gather(*tried, return_exceptions=True)
        return results, store.failures

    results, failures = with_store(sql, work)
    assert not [each for each in results if isinstance(each, StoreUnavailable)]
    assert not failures, "nobody waited"
    if "postgresql" in sql:
        assert all(isinstance(each, Rejected) for each in results)


def test_an_outage_is_waited_for_once_and_has_no_words_of_the_driver(tmp_path, caplog):
    """The second caller does not wait again for a database that has been away all the time."""

    async def work(store):
        await store.create(facts(), [OPENED], [])
        real, attempts = store.engine.connect, []

        def away(*_):
            attempts.append(time.monotonic())
            raise OperationalError("select 1", {}, Exception("connection refused at 10.1.2.3"))

        store.engine.connect = away
        tried = []
        for _ in range(2):
            attempts.clear()
            with pytest.raises(StoreUnavailable) as caught:
                await store.entries("t1")
            tried.append(len(attempts))
            assert "10.1.2.3" not in str(caught.value)
        store.engine.connect = real
        assert len(await store.entries("t1")) == 1
        return tried

    with caplog.at_level("WARNING"):
        first, second = with_store(str(tmp_path / "a.sqlite3"), work)
    assert first > 1
    assert second == 1
    away, back = (record.message for record in caplog.records)
    assert away == "the database is away: connection refused at 10.1.2.3"
    assert back.startswith("the database is back after ")
    assert not issubclass(StoreUnavailable, BoohiveError)


def test_a_store_that_cannot_write_says_so(tmp_path):
    async def work(store):
        assert await store.check()
        assert await store.check()
        store.writer.translated = lambda error: StoreUnavailable()
        store.writer._transaction = lambda: (_ for _ in ()).throw(ZeroDivisionError)
        return await store.check()

    assert with_store(str(tmp_path / "a.sqlite3"), work) is False


def test_a_restore_under_a_running_server_is_refused(sql, tmp_path):
    with_store(sql, lambda store: store.create(facts(), [OPENED, entry(2)], []))
    file = tmp_path / "all.jsonl"
    backup(sql, str(file))
    with_store(sql, lambda store: store.heartbeat("alive", 0, int(time.time() * 1000)))
    with pytest.raises(BoohiveError, match="a server is running"):
        restore(sql, str(file), True)


def test_a_table_is_made_once(where):
    async def twice(store):
        both = await asyncio.gather(*(store.create(facts(), [OPENED], ["ann"]) for _ in range(5)))
        return sorted(both)

    assert with_store(where, twice) == [False, False, False, False, True]


def test_many_writes_share_a_commit(sql):
    async def storm(store):
        for i in range(50):
            await store.create(facts(f"t{i}"), [OPENED], [])
        before = store.writer.commits
        await asyncio.gather(*(store.append(f"t{i}", entry(2), RowUpdate("waiting", None)) for i in range(50)))
        return store.writer.commits - before

    assert with_store(sql, storm) < 25


def test_room_codes_are_found_in_any_case_and_end(where):
    async def codes(store):
        await store.create(facts(), [OPENED], [])
        code = await store.new_code("t1", 0, 1000)
        assert len(code) == 5
        assert await store.table_of_code(code.lower(), 500) == "t1"
        assert await store.code_of("t1", 500) == code
        return await store.table_of_code(code, 1001)

    assert with_store(where, codes) is None


def test_s5_the_time_no_server_was_alive_is_known(where):
    async def runs(store):
        await store.heartbeat("one", 0, 1000)
        await store.heartbeat("two", 500, 2000)
        await store.heartbeat("three", 5000, 6000)
        spans = [(0, 2000), (0, 6000), (1500, 5500), (5900, 7000), (2500, 3000)]
        return [await store.downtime(*span) for span in spans]

    assert with_store(where, runs) == [0, 3000, 3000, 1000, 500]


def test_due_listed_quick_and_my_tables_are_found(where):
    async def find(store):
        await store.create(facts("a", due=10), [OPENED], ["ann"])
        await store.create(facts("b", listed=True), [OPENED], ["ann", "bob"])
        await store.create(facts("c", quick="boop x"), [OPENED], [])
        return (
            [table for _, table in await store.due_tables(11)],
            [f.id for f in await store.listed_tables("boop")],
            await store.quick_tables("boop x", 0),
            sorted(f.id for f in await store.tables_of("ann")),
            len(await store.all_tables()),
        )

    assert with_store(where, find) == (["a"], ["b"], ["c"], ["a", "b"], 3)


def test_my_tables_come_in_parts_the_last_touched_first(where):
    async def find(store):
        for number in range(5):
            await store.create(facts(f"t{number}", touched=100 + number // 2), [OPENED], ["ann"])
        return [[row.id for row in await store.tables_of("ann", 2, skip)] for skip in (0, 2, 4, 6)]

    assert with_store(where, find) == [["t4", "t2"], ["t3", "t0"], ["t1"], []]


def test_the_key_that_signs_cookies_is_made_once(where):
    first = with_store(where, lambda store: store.secrets())
    assert with_store(where, lambda store: store.secrets()) == first
    for _ in range(2):
        with_store(where, lambda store: store.rotate_secret())
    keys = with_store(where, lambda store: store.secrets())
    assert len(keys) == 2
    assert first[0] not in keys


def test_s9_a_backup_restores_to_either_kind(sql, tmp_path):
    async def fill(store):
        for i in range(30):
            await store.create(facts(f"t{i}"), [OPENED, entry(2)], ["ann"])
        await store.name_person("ann", "Ann", 5)

    with_store(sql, fill)
    file = tmp_path / "all.gz"
    count = backup(sql, str(file))
    there = str(tmp_path / "other.sqlite3")
    assert restore(there, str(file), False).rows == count
    assert len(with_store(there, lambda store: store.entries("t7"))) == 2
    assert with_store(there, lambda store: store.person_name("ann")) == "Ann"
    with pytest.raises(BoohiveError, match="already holds 30 tables"):
        restore(there, str(file), False)
    assert restore(sql, str(file), True).rows == count
    assert len(with_store(sql, lambda store: store.all_tables())) == 30


def test_s9_half_a_backup_is_refused_and_changes_nothing(sql, tmp_path):
    with_store(sql, lambda store: store.create(facts(), [OPENED, entry(2)], []))
    file = tmp_path / "all.jsonl"
    backup(sql, str(file))
    lines = file.read_text().splitlines(keepends=True)
    for broken in (
        lines[:-1],
        [*lines[:2], *lines[3:]],
        [line.replace("hello", "howdy") for line in lines],
        ["{}\n"],
        ["\x00"],
    ):
        file.write_text("".join(broken))
        with pytest.raises(BoohiveError):
            restore(sql, str(file), True)
    assert len(with_store(sql, lambda store: store.all_tables())) == 1


def test_migrations_make_what_the_schema_says(sql):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from boohive.server.store.schema import metadata

    engine = connect(sql)
    migrate(engine)
    migrate(engine)
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    engine.dispose()
    assert differences == []


def test_a_newer_database_is_refused_in_words(sql):
    engine = connect(sql)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = '9999'"))
    with pytest.raises(BoohiveError, match="newer boohive"):
        migrate(engine)
    engine.dispose()


def test_an_unknown_kind_of_database_is_refused_in_words():
    with pytest.raises(BoohiveError, match="give a file name or postgresql://"):
        connect("mysql://somewhere/else")


def test_a_persons_data_can_be_exported_and_deleted(where):
    from boohive.server.privacy import erase, export

    lines = [
        log.TableCreated("boop", {}, 2),
        log.SeatTaken(0, "Ann", person="ann", token_hash="x"),
        log.SeatTaken(1, "Bob", person="bob"),
        log.Start((1, 0)),
        log.Chat("my secret"),
        log.Chat("not mine"),
        log.Chat(phrase="well_played"),
    ]
    seats = [None, None, None, None, 1, 0, 1]
    entries = [log.LogEntry(i + 1, 1000, seats[i], f"a{i}", line) for i, line in enumerate(lines)]

    async def work(store):
        await store.create(facts(), entries, ["ann", "bob"])
        await store.name_person("ann", "Ann", 5)
        told = json.dumps(await export(store, "ann"))
        assert "my secret" in told
        assert "not mine" not in told
        assert await erase(store, "ann", 5) == ["t1"]
        after = await store.entries("t1")
        written = json.dumps([str(e.action) for e in after])
        assert "Ann" not in written
        assert "my secret" not in written
        assert "not mine" in written
        assert "well_played" not in written
        assert await store.person_name("ann") is None
        from boohive.tables.replay import replay

        return replay(after).status

    assert with_store(where, work) == "playing"
