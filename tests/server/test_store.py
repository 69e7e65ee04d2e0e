"""One contract for both stores: SQLite and a real PostgreSQL."""

import asyncio
import json

import pytest
from sqlalchemy import text

from boohive.core.errors import BoohiveError
from boohive.server.store import Store, TableRow
from boohive.server.store.backup import backup, restore
from boohive.server.store.database import connect, migrate
from boohive.tables import log


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request, tmp_path):
    if request.param == "sqlite":
        yield str(tmp_path / "games.sqlite3")
        return
    url = request.getfixturevalue("postgres").url
    yield url
    engine = connect(url)
    with engine.begin() as connection:
        connection.execute(text("drop schema public cascade"))
        connection.execute(text("create schema public"))
    engine.dispose()


def entry(seq, name=None, seat=0, text_="hello"):
    return log.Entry(seq, 1000 + seq, seat, name or f"a{seq}", log.Chat(text_))


OPENED = log.Entry(1, 1000, None, "open", log.Open("boop", {}, 2))


def facts(table="t1", **more):
    return TableRow(table, "boop", "waiting", False, None, 1000, 1000, None, 1)._replace(**more)


def with_store(where, work):
    async def go():
        store = Store(where)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(go())


def test_s1_a_log_comes_back_as_it_was_written(where):
    async def write(store):
        assert await store.create(facts(), [OPENED, entry(2, text_="Zoë \"'; drop\u2028 😀")], ["ann"])
        assert await store.append("t1", entry(3), "playing", 5000)

    with_store(where, write)
    entries = with_store(where, lambda store: store.entries("t1"))
    assert [e.seq for e in entries] == [1, 2, 3]
    assert entries[1].action.text == "Zoë \"'; drop\u2028 😀"
    assert with_store(where, lambda store: store.facts("t1")).due == 5000
    assert [e.seq for e in with_store(where, lambda store: store.entries("t1", 2))] == [3]


def test_s3_a_place_in_the_order_is_given_once(where):
    async def race(store):
        await store.create(facts(), [OPENED], [])
        tries = [store.append("t1", entry(2, f"n{i}", seat=i % 2), "waiting", None) for i in range(40)]
        return await asyncio.gather(*tries)

    assert sum(with_store(where, race)) == 1
    assert len(with_store(where, lambda store: store.entries("t1"))) == 2


def test_s2_an_id_counts_once_for_its_seat(where):
    async def again(store):
        await store.create(facts(), [OPENED], [])
        first = await store.append("t1", entry(2, "same", seat=0), "waiting", None)
        twice = await store.append("t1", entry(3, "same", seat=0), "waiting", None)
        other_seat = await store.append("t1", entry(3, "same", seat=1), "waiting", None)
        return first, twice, other_seat

    assert with_store(where, again) == (True, False, True)


def test_a_table_is_made_once(where):
    async def twice(store):
        both = await asyncio.gather(*(store.create(facts(), [OPENED], ["ann"]) for _ in range(5)))
        return sorted(both)

    assert with_store(where, twice) == [False, False, False, False, True]


def test_many_writes_share_a_commit(where):
    async def storm(store):
        for i in range(50):
            await store.create(facts(f"t{i}"), [OPENED], [])
        before = store.writer.commits
        await asyncio.gather(*(store.append(f"t{i}", entry(2), "waiting", None) for i in range(50)))
        return store.writer.commits - before

    assert with_store(where, storm) < 25


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
        await store.beat("one", 0, 1000)
        await store.beat("two", 500, 2000)
        await store.beat("three", 5000, 6000)
        spans = [(0, 2000), (0, 6000), (1500, 5500), (5900, 7000), (2500, 3000)]
        return [await store.away(*span) for span in spans]

    assert with_store(where, runs) == [0, 3000, 3000, 1000, 500]


def test_due_listed_quick_and_my_tables_are_found(where):
    async def find(store):
        await store.create(facts("a", due=10), [OPENED], ["ann"])
        await store.create(facts("b", listed=True), [OPENED], ["ann", "bob"])
        await store.create(facts("c", quick="boop x"), [OPENED], [])
        return (
            await store.due_tables(11),
            [f.id for f in await store.listed_tables("boop")],
            await store.quick_tables("boop x", 0),
            sorted(f.id for f in await store.tables_of("ann")),
            await store.count_tables(),
        )

    assert with_store(where, find) == (["a"], ["b"], ["c"], ["a", "b"], 3)


def test_the_key_that_signs_cookies_is_made_once(where):
    assert with_store(where, lambda store: store.secret()) == with_store(where, lambda store: store.secret())


def test_s9_a_backup_restores_to_either_kind(where, tmp_path):
    async def fill(store):
        for i in range(30):
            await store.create(facts(f"t{i}"), [OPENED, entry(2)], ["ann"])
        await store.name_person("ann", "Ann", 5)

    with_store(where, fill)
    file = tmp_path / "all.gz"
    count = backup(where, str(file))
    there = str(tmp_path / "other.sqlite3")
    assert restore(there, str(file), False) == count
    assert len(with_store(there, lambda store: store.entries("t7"))) == 2
    assert with_store(there, lambda store: store.person("ann")) == "Ann"
    with pytest.raises(BoohiveError, match="already holds 30 tables"):
        restore(there, str(file), False)
    assert restore(where, str(file), True) == count
    assert with_store(where, lambda store: store.count_tables()) == 30


def test_s9_half_a_backup_is_refused_and_changes_nothing(where, tmp_path):
    with_store(where, lambda store: store.create(facts(), [OPENED, entry(2)], []))
    file = tmp_path / "all.jsonl"
    backup(where, str(file))
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
            restore(where, str(file), True)
    assert with_store(where, lambda store: store.count_tables()) == 1


def test_migrations_make_what_the_schema_says(where):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from boohive.server.store.schema import metadata

    engine = connect(where)
    migrate(engine)
    migrate(engine)
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    engine.dispose()
    assert differences == []


def test_a_newer_database_is_refused_in_words(where):
    engine = connect(where)
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
    from boohive.server.privacy import export, forget

    lines = [
        log.Open("boop", {}, 2),
        log.Sit(0, "Ann", person="ann", token="x"),
        log.Sit(1, "Bob", person="bob"),
        log.Start((1, 0)),
        log.Chat("my secret"),
        log.Chat("not mine"),
        log.Chat(preset="boo!"),
    ]
    seats = [None, None, None, None, 1, 0, 1]
    entries = [log.Entry(i + 1, 1000, seats[i], f"a{i}", line) for i, line in enumerate(lines)]

    async def work(store):
        await store.create(facts(), entries, ["ann", "bob"])
        await store.name_person("ann", "Ann", 5)
        told = json.dumps(await export(store, "ann"))
        assert "my secret" in told
        assert "not mine" not in told
        assert await forget(store, "ann") == 1
        after = await store.entries("t1")
        written = json.dumps([str(e.action) for e in after])
        assert "Ann" not in written
        assert "my secret" not in written
        assert "not mine" in written
        assert "boo!" not in written
        assert await store.person("ann") is None
        from boohive.tables.table import fold

        return fold(after).status

    assert with_store(where, work) == "playing"
