"""Several servers and several versions on one store: who is connected where, what is heard of whom, newer logs, tidying."""

import asyncio
import json
import time

import msgspec
import pytest
from harness import Api, Page, ServerProcess
from local_server import local_server, settle, two_servers
from sqlalchemy import text
from test_backup import create, said, with_store

from boohive.server.store import RowUpdate
from boohive.server.store.database import check_database, connect
from boohive.server.store.memory import MemoryStore
from boohive.server.store.sql import SqlStore
from boohive.tables import log
from boohive.tables.errors import Rejected

# F21: presence between servers.


@pytest.fixture
def pair(postgres, valkey, tmp_path):
    servers = [ServerProcess(postgres.url, valkey=valkey.url, log=tmp_path / f"log{i}.txt").start() for i in range(2)]
    yield servers
    for server in servers:
        server.stop()
        assert "Traceback" not in server.log(), server.log()[-3000:]


def connected(page):
    last = next((each for each in reversed(page.other) if each["type"] == "presence"), None)
    return last["connected"] if last else [seat["connected"] for seat in page.scene["seats"]]


def metric(server, name):
    lines = Api(server).get("/metrics").text.splitlines()
    return float(next(line for line in lines if line.startswith(f"{name} ")).split()[1])


def test_f21_a_late_comer_sees_all_and_a_killed_servers_players_are_away_within_five_seconds(pair, run):
    one, other = (Api(server, f"127.0.6.{i + 1}") for i, server in enumerate(pair))
    mine = one.table(seats=("me", "empty"))

    async def go():
        async with one.page(mine) as ann:
            await ann.until(lambda p: connected(p) == [True, False])
            joining = {"room_code": mine["room_code"]}
            theirs = await asyncio.to_thread(other.post, "/api/join", joining, status=201)
            async with other.page(theirs) as bob:  # Comes later, to a server that has not had the table open.
                await bob.until(lambda p: connected(p) == [True, True], 5)
                await ann.until(lambda p: connected(p) == [True, True], 5)
                async with Page(pair[1].ws, mine["table_id"]) as third:
                    await third.until(lambda p: connected(p) == [True, True], 5)
                before = time.monotonic()
                await asyncio.to_thread(pair[1].kill)
                await ann.until(lambda p: connected(p) == [True, False], 15)
                assert time.monotonic() - before < 8, "five seconds, on a busy machine some more"

    run(go())
    pair[1].start()


def test_a_server_hears_only_of_tables_it_has_open(pair, run):
    """What others do at their tables costs this server nothing; the count is that of its own messages."""
    one, other = (Api(server, f"127.0.6.{i + 11}") for i, server in enumerate(pair))
    own = one.table()

    async def go():
        async with one.page(own):
            elsewhere = other.table()
            async with other.page(elsewhere) as busy:
                await asyncio.sleep(0.1)
                before = metric(pair[0], "boohive_remote_messages_total")
                for i in range(20):
                    assert (await busy.play(busy.scene["legal_moves"][0]["text"], name=f"m{i}"))["type"] == "update"
                assert metric(pair[0], "boohive_remote_messages_total") == before
            async with other.page(own) as here_too:
                await here_too.play(here_too.scene["legal_moves"][0]["text"])
                for _ in range(50):
                    if metric(pair[0], "boohive_remote_messages_total") > before:
                        break
                    await asyncio.sleep(0.05)
                assert metric(pair[0], "boohive_remote_messages_total") > before

    run(go())


class ReadsCounted(MemoryStore):
    """Counts how often a log is read."""

    reads = 0

    async def entries(self, table, after=0):
        self.reads += 1
        return await super().entries(table, after)


def test_what_another_server_stored_is_taken_in_without_asking_the_store(run):
    """And a table that no other server has open is not told of at all."""

    async def go():
        async with two_servers(store=ReadsCounted()) as (first, second):
            published, publish = [], first.tables.pubsub.publish
            first.tables.pubsub.publish = lambda change, to=None: (published.append(change), publish(change, to))
            table, tokens, _ = await first.table_of_two("boop")
            one, two = [await first.page(table, token) for token in tokens]
            published.clear()
            assert (await one.play(table, "k c3"))["type"] == "update"
            assert not published
            other = await second.page(table, tokens[0])
            await settle()
            reads = first.store.reads
            assert (await two.play(table, "k d4"))["type"] == "update"
            assert (await other.play(table, "k a1"))["type"] == "update"
            assert [each["seq"] for each in one.of_type("update")] == [
                first.sessions[table].table.seq - n for n in (2, 1, 0)
            ]
            assert other.of_type("update")[-1]["seq"] == first.sessions[table].table.seq
            assert sum(change.entry is not None for change in published) == 1
            assert first.store.reads == reads

    run(go())


@pytest.mark.parametrize("wrong", ["an entry is missing", "another version", "nonsense", "not allowed"])
def test_what_cannot_be_taken_in_is_read_from_the_store(run, wrong):
    async def go():
        async with two_servers() as (first, second):
            table, tokens, _ = await first.table_of_two("boop")
            page = await second.page(table, tokens[1])
            own = await first.page(table, tokens[0])
            await settle()

            def spoilt(change):
                if change.entry is None:
                    return change
                action = {
                    "another version": '{"kind":"fly"}',
                    "nonsense": "{",
                    "not allowed": '{"kind":"play","text":"c z9"}',
                }
                entry = msgspec.structs.replace(change.entry, action=action.get(wrong, change.entry.action))
                return msgspec.structs.replace(change, seq=change.seq + (wrong == "an entry is missing"), entry=entry)

            publish = first.tables.pubsub.publish
            first.tables.pubsub.publish = lambda change, to=None: publish(spoilt(change), to)
            answer = await own.play(table, "k c3")
            await settle()
            assert [each["seq"] for each in page.of_type("update")][-1] == answer["seq"]
            assert second.sessions[table].table == first.sessions[table].table

    run(go())


def test_whoever_opens_a_table_while_a_move_is_stored_misses_nothing(run):
    """The first server has not heard yet that somebody else has the table open, so it tells nobody of its move; when it
    hears, it says how far the log is."""

    async def go():
        async with two_servers() as (first, second):
            table, tokens, _ = await first.table_of_two("boop")
            own = await first.page(table, tokens[0])
            told, second.tables.pubsub.publish = second.tables.pubsub.publish, lambda *_: None  # It is slow to speak.
            page = await second.page(table, tokens[1])
            assert first.sessions[table].remote_presence == {}
            answer = await own.play(table, "k c3")
            await settle()
            assert not page.of_type("update")
            second.tables.pubsub.publish = told
            second.tables.presence.ask(second.sessions[table])
            await settle()
            assert page.of_type("update")[-1]["seq"] == answer["seq"]
            second.tables.registry.drop(second.sessions[table], Rejected("try_again", "gone"))
            await settle()
            assert first.sessions[table].remote_presence == {}, "who has dropped it is not told of it any more"

    run(go())


def test_f40_somebody_who_follows_again_and_again_costs_the_other_servers_nothing(run):
    async def go():
        async with two_servers() as (first, second):
            table, _, _ = await first.table_of_two("boop")
            page = await first.page(table)
            watching = await second.page(table)
            await first.clock.advance(1)
            await watching.send(type="unsubscribe", table_id=table)
            await first.clock.advance(1)
            await watching.send(type="subscribe", table_id=table)
            await first.clock.advance(1)
            published, publish = [], second.tables.pubsub.publish
            second.tables.pubsub.publish = lambda change, to=None: (published.append(change), publish(change, to))
            for _ in range(20):
                await watching.send(type="unsubscribe", table_id=table)
                await watching.send(type="subscribe", table_id=table)
            await first.clock.advance(1)
            assert not published
            for _ in range(20):
                await watching.send(type="subscribe", table_id=table)
                await watching.send(type="unsubscribe", table_id=table)
            await first.clock.advance(1)
            assert [change.spectators for change in published] == [0]
            assert page.of_type("presence")[-1]["spectators"] == 1

    run(go())


def test_of_two_servers_one_does_what_a_table_does_by_itself(run):
    """Both have the table open, and both could write what is due; the second one waits for the first, but not for ever."""

    async def go():
        async with two_servers() as (first, second):
            tried = []
            for local in (first, second):
                append = local.tables.commits.append_locked

                async def counted(session, *words, local=local, append=append):
                    tried.append(local)
                    return await append(session, *words)

                local.tables.commits.append_locked = counted
            clock = {"kind": "real_time", "initial_ms": 2000}
            for breaks in (False, True):
                table, tokens, _ = await first.table_of_two("boop", clock=clock)
                pages = [await local.page(table, token) for local, token in zip((first, second), tokens, strict=True)]
                await first.clock.advance(0.2)
                for text_ in ("k c3", "k d4"):  # Each is played by the one of the two whose turn it is.
                    for page in pages:
                        await page.play(table, text_)
                before = [local.sessions[table].servers_before(local.tables.run) for local in (first, second)]
                assert sorted(before) == [0, 1]
                if breaks:
                    (first, second)[before.index(0)].sessions[table].timer.cancel()
                tried.clear()
                for _ in range(30):
                    await first.clock.advance(0.1)
                assert tried == [(first, second)[before.index(1 if breaks else 0)]]
                assert {page.of_type("update")[-1]["board"]["status"] for page in pages} == {"over"}

    run(go())


class CountingStore(MemoryStore):
    """Counts the rows that the periodic look reads."""

    looked_at = 0

    async def touched_tables(self, since, among):
        self.looked_at += len(among)
        return await super().touched_tables(since, among)


def test_periodic_reads_grow_with_a_servers_own_tables(run):
    async def go():
        async with local_server(store=CountingStore()) as local:
            tables = [(await local.table())[0] for _ in range(3)]
            entries, row = local.log(tables[0]), local.store.rows[tables[0]]
            for i in range(2000):
                local.store.logs[f"other{i}"], local.store.rows[f"other{i}"] = entries, row._replace(id=f"other{i}")
            local.store.looked_at = 0
            await local.clock.advance(10)
            assert 0 < local.store.looked_at <= 3 * 6

    run(go())


def test_which_of_ones_own_tables_were_touched_is_found_on_every_store(sql):
    async def work(store):
        for i in range(1203):
            if i < 3:
                await create(store, f"t{i}")
        await store.append("t1", said(5), RowUpdate("playing", None))
        asked = [f"t{i}" for i in range(1203)]
        return (
            await store.touched_tables(1004, asked),
            await store.touched_tables(0, ["t2"]),
            (await store.touched_tables(0, [])),
        )

    assert with_store(sql, work) == ([("t1", 5, 1005)], [("t2", 4, 1003)], [])


# F19: a log that a newer version has written.


def newer_entry(kind):
    """An entry as a later version might write it."""
    if kind == "unknown kind":
        return json.dumps({"kind": "fly", "height": 3})
    return json.dumps({"kind": "chat", "text": "hello", "mood": "glad", "more": {"kind": "deep", "x": [1]}})


@pytest.mark.parametrize("kind", ["unknown kind", "unknown field", "newer format"])
def test_f19_an_older_server_and_a_newer_log(sql, tmp_path, run, kind):
    """That table alone is refused, with a sentence that says why; a field that is not known is no reason to."""
    with ServerProcess(sql, log=tmp_path / "log.txt") as server:
        api = Api(server, "127.0.6.40")
        tables = [api.table(public=True) for _ in range(2)]
        newer = tables[0]["table_id"]

        async def go():
            async with api.page(tables[0]) as page, api.page(tables[1]) as neighbour:
                await asyncio.to_thread(append_by_hand, sql, newer, kind)
                answers = []
                for number in range(2):
                    move = page.scene["legal_moves"][0]["text"]
                    answers.append(await page.play(move, name=f"n{number}"))
                moved = await neighbour.play(neighbour.scene["legal_moves"][0]["text"])
                assert moved["type"] == "update"
                return answers

        answers = run(go())
        codes = [answer.get("code") for answer in answers]
        assert codes == ([None, None] if kind == "unknown field" else ["newer_format"] * 2)
        assert api.get("/api/tables").status_code == 200
        assert len(api.get("/api/me").json()["tables"]) == 2
        state = api.get(f"/api/tables/{newer}")
        if kind == "unknown field":
            assert state.status_code == 200
        else:
            assert (state.status_code, state.json()["code"]) == (409, "newer_format")
            lines = [line for line in server.log().splitlines() if "is set aside" in line]
            assert len(lines) == 1 and newer in lines[0]
            with ServerProcess(sql) as another:  # It has never had the table in memory.
                state = Api(another, "127.0.6.41").get(f"/api/tables/{newer}")
                assert (state.status_code, state.json()["code"]) == (409, "newer_format")
    assert "Traceback" not in server.log()


def append_by_hand(where, table, kind):
    engine = connect(where)
    with engine.begin() as connection:
        seq = connection.execute(text("select seq from tables where id = :t"), {"t": table}).scalar()
        now = int(time.time() * 1000)
        if kind == "newer format":
            first = connection.execute(text("select action from entries where table_id = :t and seq = 1"), {"t": table})
            changed = json.dumps({**json.loads(first.scalar()), "format": 99})
            connection.execute(
                text("update entries set action = :a where table_id = :t and seq = 1"), {"a": changed, "t": table}
            )
            kind = "unknown kind"
        connection.execute(
            text("insert into entries values (:t, :s, :now, 0, 'newer', :a)"),
            {"t": table, "s": seq + 1, "now": now, "a": newer_entry(kind)},
        )
        connection.execute(
            text("update tables set seq = :s, touched = :now where id = :t"), {"s": seq + 1, "now": now, "t": table}
        )
    engine.dispose()


def test_f19_a_field_that_nobody_knows_is_refused_from_the_wire(run):
    async def go():
        async with local_server() as local:
            table, tokens = await local.table()
            page = await local.page(table, *tokens)
            answer = await page.act(table, {"kind": "chat", "text": "x", "mood": "glad"})
            assert answer["code"] == "bad_message"
            answer = await page.act(table, {"kind": "fly"})
            assert answer["code"] == "bad_message"

    run(go())


# F23: tidying.


def test_a_host_reads_tables_and_people_as_text_and_as_json(tmp_path, capsys):
    from boohive.cli import main

    sql = str(tmp_path / "games.sqlite3")
    check_database(sql, create=True)

    async def fill(store):
        await create(store, "t1")
        await store.name_person("ann", "Ann", 5)

    with_store(sql, fill)

    def asked(*words):
        assert main(["admin", *words, "--db", sql]) == 0
        return capsys.readouterr().out

    assert [line.split()[0] for line in asked("list").splitlines()] == ["table", "t1"]
    assert [line.split()[-1] for line in asked("people").splitlines()] == ["name", "Ann"]
    (table,) = json.loads(asked("list", "--json"))
    assert (table["id"], table["game"]) == ("t1", "boop")
    assert json.loads(asked("people", "--json")) == [{"id": "ann", "name": "Ann", "created_ms": 5}]
    shown = json.loads(asked("show", "t1", "--json"))
    assert shown["actions"] == table["actions"] and [seat["occupant"] for seat in shown["seats"]]
    assert json.loads(asked("check", "--json"))["unreadable"] == []


def test_f23_old_tables_people_and_runs_go_in_small_steps(sql, capsys):
    from boohive.commands import admin

    now = int(time.time() * 1000)

    async def fill(store):
        for i in range(admin.TIDY_STEP * 2 + 30):
            await create(store, f"old{i}")
        await create(store, "running")
        await store.append("running", said(5), RowUpdate("playing", now + 10**6))
        await create(store, "new")
        new = log.LogEntry(5, now, 0, "n", log.Chat("x"))
        await store.append("new", new, RowUpdate("playing", None))
        await store.new_code("old1", 0, 10)
        for person, since in (("ann", 5), ("nobody", 5), ("fresh", now)):
            await store.name_person(person, person, since)
        await store.heartbeat("long ago", 0, 1000)
        await store.heartbeat("now", now, now)

    with_store(sql, fill)
    sizes = []
    real = SqlStore.forget_tables

    async def counted(store, older_than, limit):
        sizes.append(await real(store, older_than, limit))
        return sizes[-1]

    SqlStore.forget_tables = counted
    try:
        from boohive.cli import main

        assert main(["admin", "tidy", "--days", "30", "--db", sql]) == 0
    finally:
        SqlStore.forget_tables = real
    assert "tables deleted: 230; people deleted who sit at no table: 1" in capsys.readouterr().out
    assert sizes == [100, 100, 30]

    async def left(store):
        rows = await store.all_tables()
        people = [person for person, _, _ in await store.people()]
        return sorted(row.id for row in rows), sorted(people), await store.heartbeats(["long ago", "now"])

    assert with_store(sql, left) == (["new", "running"], ["ann", "fresh"], {"now": now})


def test_f23_moves_are_acknowledged_while_old_tables_are_deleted(sql, capsys):
    """Tidying is another program on the same database; no move waits for more than one of its steps."""
    from boohive.cli import main

    async def fill(store):
        await create(store, "live")
        await create(store, "old")

    with_store(sql, fill)
    copy_table(sql, "old", 3000)
    took = []

    async def play(store):
        tidying = asyncio.create_task(asyncio.to_thread(main, ["admin", "tidy", "--days", "1", "--db", sql]))
        seq = 5
        while not tidying.done():
            began = time.monotonic()
            entry = log.LogEntry(seq, 2 * 10**12, 0, f"p{seq}", log.Chat("x"))
            assert await store.append("live", entry, RowUpdate("playing", 3 * 10**12))
            took.append(time.monotonic() - began)
            seq += 1
            await asyncio.sleep(0.005)
        return await tidying

    engine = connect(sql)
    with engine.begin() as connection:
        connection.execute(text("update tables set touched = 2000000000000 where id = 'live'"))
    engine.dispose()
    began = time.monotonic()
    assert with_store(sql, play) == 0
    seconds = time.monotonic() - began
    assert "tables deleted: 3001;" in capsys.readouterr().out
    took.sort()
    # In thirty steps; deleted at once they would hold up one move for nearly all of that time.
    assert took[int(len(took) * 0.99)] < max(0.25, seconds / 5), (seconds, took[-5:])


def copy_table(where, table, count):
    engine = connect(where)
    with engine.begin() as connection:
        names = [{"n": f"copy{i}", "t": table} for i in range(count)]
        columns = "game, status, listed, quick, created, touched, due, seq, active, summary"
        rows = text(f"insert into tables (id, {columns}) select :n, {columns} from tables where id = :t")
        lines = text(
            "insert into entries (table_id, seq, at, seat, action_id, action) "
            "select :n, seq, at, seat, action_id, action from entries where table_id = :t"
        )
        for each in names:
            connection.execute(rows, each)
            connection.execute(lines, each)
    engine.dispose()


def test_f21_a_silent_server_is_forgotten_and_asked_again(run):
    """With a clock that the test moves: four looks without a heartbeat, then nobody counts as connected there."""
    from boohive.server.pubsub import TableMessage

    async def go():
        async with local_server() as local:
            table, _ = await local.table(seats=("me", "me"))
            page = await local.page(table)
            await local.store.heartbeat("other", 0, 1)
            local.tables._on_remote(TableMessage("other", table, connected_seats=(0,), spectators=2))
            await local.clock.advance(0.5)
            assert page.of_type("presence")[-1]["connected"] == [True, False]
            for beat in range(2, 8):
                await local.store.heartbeat("other", 0, beat)
                await local.clock.advance(1)
            assert page.of_type("presence")[-1]["connected"] == [True, False]
            await local.clock.advance(5)
            await settle()
            assert page.of_type("presence")[-1] == {
                "type": "presence", "table_id": table, "connected": [False, False], "spectators": 1, "gone_seat": None,
            }  # fmt: skip

    run(go())
