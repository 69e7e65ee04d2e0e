"""One table that cannot be read is set aside; everybody else's tables, lists and clocks go on."""

import asyncio
from argparse import Namespace

import pytest
from local_server import InlineWorkers, local_server, settle
from msgspec import structs

from boohive.commands import admin
from boohive.core.errors import BoohiveError
from boohive.server.clock import SystemClock
from boohive.server.store.database import connect
from boohive.server.store.memory import MemoryStore
from boohive.server.store.protocol import StoreUnavailable
from boohive.server.store.sql import SqlStore
from boohive.tables import log

CLOCK = {"kind": "real_time", "initial_ms": 2_000}


class StoreWithBadEntries(MemoryStore):
    """Fails for some tables as the reader of a log with an unknown kind of entry does."""

    def __init__(self):
        super().__init__()
        self.bad = set()

    async def entries(self, table, after=0):
        if table in self.bad:
            raise ValueError("Invalid value 'fly' - at `$.kind`")
        return await super().entries(table, after)


def break_log(local, table, how):
    entries = local.store.logs[table]
    if how == "illegal":
        index = next(i for i, entry in enumerate(entries) if isinstance(entry.action, log.Play))
        entries[index] = structs.replace(entries[index], action=log.Play("k z9"))
    elif how == "hole":
        del entries[2]
    elif how == "no log":
        entries.clear()
    elif how == "no row":
        del local.store.rows[table]
    else:
        local.store.bad.add(table)


@pytest.mark.parametrize("how", ["illegal", "hole", "no log", "no row", "unknown kind"])
def test_f4_a_log_that_cannot_be_replayed_harms_nobody_else(run, how, caplog):
    async def go():
        async with local_server(store=StoreWithBadEntries()) as local:
            tables = []
            for _ in range(3):
                table, tokens = await local.table(clock=CLOCK, public=True)
                page = await local.page(table, *tokens)
                for text in ("k c3", "k d4"):
                    assert (await page.play(table, text))["type"] == "update"
                tables.append(table)
            local.tables.registry.close()
            local.sessions.clear()  # As after a restart.
            break_log(local, tables[0], how)

            listed = await local.http.get("/api/tables")
            assert listed.status_code == 200
            assert {each["table_id"] for each in listed.json()["tables"]} >= set(tables[1:])
            assert (await local.http.get("/api/me")).status_code == 200
            assert (await local.post("/api/match", {"game": "boop"})).status_code == 201
            await local.clock.advance(6)
            assert [local.store.rows[table].status for table in tables[1:]] == ["over", "over"]
            state = await local.http.get(f"/api/tables/{tables[0]}")
            assert state.status_code in (200, 404, 409)
            if how in ("illegal", "hole", "unknown kind"):
                assert state.status_code == 409
                assert tables[0] in local.tables.registry.unreadable
                assert (await local.http.get("/api/health")).json()["unreadable"] == 1
                assert "boohive_tables_unreadable 1" in (await local.http.get("/metrics")).text
                said = [record for record in caplog.records if "is set aside" in record.message]
                assert len(said) == 1
                await local.clock.advance(20)
                assert len([record for record in caplog.records if "is set aside" in record.message]) == 1

    run(go())


def test_f4_lists_read_no_log(run):
    async def go():
        async with local_server(store=StoreWithBadEntries()) as local:
            table, _, friend = await local.table_of_two(public=True)
            local.tables.registry.close()
            local.sessions.clear()
            local.store.bad.add(table)
            (row,) = (await local.http.get("/api/tables", params={"game": "boop"})).json()["tables"]
            assert [seat["occupant"] for seat in row["seats"]] == ["person", "person"]
            (mine,) = (await local.http.get("/api/me")).json()["tables"]
            (theirs,) = (await friend.get("/api/me")).json()["tables"]
            assert (mine["your_seats"], mine["your_turn"], theirs["your_seats"], theirs["your_turn"]) == (
                [0],
                True,
                [1],
                False,
            )
            assert mine["table_id"] == table
            assert not local.sessions

    run(go())


@pytest.mark.parametrize("loop", ["heartbeat", "scan", "tidy"])
def test_f31_a_loop_goes_on_after_a_round_that_failed(run, loop, caplog):
    async def go():
        async with local_server() as local:
            service, store = local.tables, local.store
            broken = {"heartbeat": "heartbeat", "scan": "touched_tables", "tidy": "evict_idle"}[loop]
            owner = service.registry if loop == "tidy" else store
            calls, real = [], getattr(owner, broken)

            def fails_once(*args):
                calls.append(1)
                if len(calls) == 1:
                    raise ZeroDivisionError
                return real(*args)

            setattr(owner, broken, fails_once)
            await local.clock.advance(12)
            assert len(calls) > 1
            assert service.background.is_running()
            assert service.background.failures[loop] == 1
            assert (await local.http.get("/api/health")).status_code == 200
            assert f"a round of {loop} failed" in caplog.text

    run(go())


def test_f32_all_that_became_due_during_an_absence_is_served_in_one_round(run):
    async def go():
        async with local_server() as local:
            count = 450
            table, tokens = await local.table(clock=CLOCK)
            page = await local.page(table, *tokens)
            for text in ("k c3", "k d4"):
                await page.play(table, text)
            await page.send(type="unsubscribe", table_id=table)  # Who sits at a server that slept is not charged.
            entries, row = local.log(table), local.store.rows[table]
            for i in range(count):
                name = "".join("abcdefghij"[int(digit)] for digit in f"{i:04}")
                local.store.logs[name] = list(entries)
                local.store.rows[name] = row._replace(id=name)
            local.clock.seconds += 5  # Nothing fired meanwhile.
            await local.store.heartbeat("elsewhere", 0, local.clock.now_ms())
            await local.tables.timers.scan_due()
            await settle()
            assert len(local.sessions) == count + 1
            await local.clock.advance(1.5)  # Until this server has written again that it is alive.
            assert {each.status for each in local.store.rows.values()} == {"over"}

    run(go())


@pytest.fixture(params=["sqlite", "postgresql"])
def sql(request, tmp_path):
    """The address of an empty database."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.sqlite3")
        return
    url = request.getfixturevalue("postgres").url
    yield url
    execute(url, "drop schema public cascade", "create schema public")


def execute(where, *statements):
    engine = connect(where)
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


BREAK = {
    "illegal": """UPDATE entries SET action = '{"kind":"play","text":"k z9"}' WHERE table_id = 'T' AND seq = 5""",
    "hole": "DELETE FROM entries WHERE table_id = 'T' AND seq = 3",
    "no log": "DELETE FROM entries WHERE table_id = 'T'",
    "no row": "DELETE FROM tables WHERE id = 'T'",
    "unknown kind": """UPDATE entries SET action = '{"kind":"fly"}' WHERE table_id = 'T' AND seq = 5""",
    "no JSON": "UPDATE entries SET action = 'nonsense' WHERE table_id = 'T' AND seq = 5",
    "newer format": """UPDATE entries SET action = replace(action, 'format":1', 'format":99') WHERE table_id = 'T' AND seq = 1""",
}


class LaterClock(SystemClock):
    """The computer's clock, which a test can put forward."""

    def __init__(self):
        super().__init__()
        self.later = 0

    def now_ms(self):
        return super().now_ms() + self.later


async def until(true, seconds=10):
    async with asyncio.timeout(seconds):
        while not await true():
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("how", BREAK)
def test_f4_in_a_database_a_broken_log_harms_nobody_else(run, sql, how, capsys):
    """The same on real databases: lists, clocks, matches, being forgotten and the host's own commands go on."""

    async def go():
        store, clock = SqlStore(sql), LaterClock()
        async with local_server(store=store, clock=clock, workers=InlineWorkers()) as local:
            tables = []
            for _ in range(3):
                table, tokens = await local.table(clock={"kind": "real_time", "initial_ms": 60_000}, public=True)
                for number, text_ in enumerate(("k c3", "k d4")):
                    body = {"id": text_, "seq": 90, "token": tokens[number], "action": {"kind": "play", "text": text_}}
                    assert (await local.post(f"/api/tables/{table}/action", body)).status_code == 200
                tables.append(table)
            local.tables.registry.close()
            local.sessions.clear()  # As after a restart.
            execute(sql, BREAK[how].replace("'T'", f"'{tables[0]}'"))

            listed = (await local.http.get("/api/tables")).json()["tables"]
            assert {each["table_id"] for each in listed} >= set(tables[1:])
            assert (await local.http.get("/api/me")).status_code == 200
            assert (await local.post("/api/match", {"game": "boop"})).status_code == 201
            clock.later = 70_000
            await store.heartbeat("elsewhere", 0, clock.now_ms())

            async def are_over():
                await local.tables.timers.scan_due()
                return [(await store.row(table)).status for table in tables[1:]] == ["over"] * 2

            await until(are_over)
            await local.tables.timers.scan_due()
            assert (how == "no row") == (tables[0] not in local.tables.registry.unreadable)
            assert (await local.http.delete("/api/me")).status_code == 204
            assert (await local.http.get("/api/tables")).status_code == 200
            for table in tables[1:]:
                assert "ann" not in {seat.person for seat in (await local.tables.registry.get(table)).table.seats}
            await check_as_host(store, how, tables[0], capsys)

    run(go())


async def check_as_host(store, how, table, capsys):
    """``admin check`` names the table, and only this one."""
    if how == "no row":
        await admin.check(store, Namespace(json=False))
        return
    with pytest.raises(BoohiveError, match="do not load these tables"):
        await admin.check(store, Namespace(json=False))
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == [table]
    assert lines[-1].endswith("1 cannot be read")


class StoreWithoutDowntime(MemoryStore):
    """Cannot say for how long no server was there: fails as an outage does, or as a bug."""

    error = None

    async def downtime(self, since, until):
        if self.error is not None:
            raise self.error
        return await super().downtime(since, until)


@pytest.mark.parametrize("error", [StoreUnavailable(), ZeroDivisionError()])
def test_f4_a_table_that_fails_while_it_is_loaded_is_loaded_again_and_keeps_its_timer(run, error):
    """It used to stay in memory without a timer: its clock never ran out."""

    async def go():
        async with local_server(store=StoreWithoutDowntime()) as local:
            tables = []
            for _ in range(2):
                table, tokens = await local.table(clock=CLOCK)
                page = await local.page(table, *tokens)
                for text_ in ("k c3", "k d4"):
                    await page.play(table, text_)
                tables.append(table)
            local.tables.registry.close()
            local.sessions.clear()
            local.store.error = error
            await local.clock.advance(6)
            assert not local.sessions
            local.store.error = None
            local.clock.seconds += 601  # What was set aside is tried again.
            await local.store.heartbeat("elsewhere", 0, local.clock.now_ms())
            await local.clock.advance(5)
            assert [local.store.rows[table].status for table in tables] == ["over", "over"]

    run(go())


@pytest.mark.parametrize("loop", ["heartbeat", "scan", "tidy"])
def test_f31_a_loop_that_ended_is_started_again(run, loop, caplog):
    """A stray cancellation ends a task without an error."""

    async def go():
        async with local_server() as local:
            background = local.tables.background
            ended = background.loops[loop]
            ended.cancel()
            await settle()
            assert not background.is_running()
            assert (await local.http.get("/api/health")).status_code == 503
            await local.clock.advance(1.5)
            assert background.is_running()
            assert background.loops[loop] is not ended
            assert background.failures[loop] == 1
            assert f"{loop} has ended" in caplog.text
            assert "boohive_loop_failures_total 1" in (await local.http.get("/metrics")).text
            before = local.store.runs[local.tables.run][1]
            await local.clock.advance(3)
            assert local.store.runs[local.tables.run][1] > before

    run(go())


def test_f31_a_single_task_that_fails_is_logged_and_counted(run, caplog):
    async def go():
        async with local_server() as local:

            async def fails():
                raise ZeroDivisionError

            local.tables.background.spawn(fails())
            await settle()
            assert "a background task failed" in caplog.text
            assert "boohive_loop_failures_total 1" in (await local.http.get("/metrics")).text

    run(go())
