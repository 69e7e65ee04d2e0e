"""Clocks: nobody is charged for the server's absence, and time runs out though nobody watches."""

from contextlib import asynccontextmanager

import pytest
from harness import flat
from local_server import LocalServer, local_server

from boohive.tables import log


async def killed(local):
    """The server is gone without a word, as after ``kill -9``."""
    local.tables.registry.close()
    await local.tables.background.close()
    await local.http.aclose()


@asynccontextmanager
async def table_with_clock(initial):
    """A server, and a table on which both have made their free first move."""
    local = await LocalServer().start()
    table, tokens = await local.table(clock={"kind": "real_time", "initial_ms": initial})
    page = await local.page(table, *tokens)
    for text in ("k c3", "k d4"):
        assert (await page.play(table, text))["type"] == "update"
    yield local, table, tokens


async def restarted(local):
    return await LocalServer(store=local.store, clock=local.clock).start()


def test_s5_a_server_that_was_away_charges_nobody(run):
    async def go():
        async with table_with_clock(8_000) as (local, table, tokens):
            await local.clock.advance(1.5)
            await killed(local)
            local.clock.timers.clear()
            local.clock.seconds += 9  # Longer than the whole clock.
            local = await restarted(local)
            state = (await local.http.get(f"/api/tables/{table}")).json()
            assert flat(state)["status"] == "playing"
            clock = flat(state)["clocks"][0]
            assert clock["running"]
            assert 6_000 <= clock["remaining_ms"] <= 7_500  # The second before the end may be lost to nobody's charge.
            act = {"id": "later", "seq": state["seq"], "action": {"kind": "play", "text": "k a1"}, "token": tokens[0]}
            assert (await local.post(f"/api/tables/{table}/action", act)).status_code == 200
            await local.services.stop()
            local.clock.timers.clear()
            local.clock.seconds += 3
            local = await restarted(local)
            assert flat((await local.http.get(f"/api/tables/{table}")).json())["status"] == "playing"
            pauses = [entry.action for entry in local.log(table) if isinstance(entry.action, log.Pause)]
            assert [8_500 <= pauses[0].length_ms <= 10_000, 2_900 <= pauses[1].length_ms <= 3_100] == [True, True]
            assert len(pauses) == 2
            await local.services.stop()

    run(go())


def test_s6_time_runs_out_though_nobody_watches(run):
    """No page is there, the table is dropped from memory, and its time is up an hour later all the same."""

    async def go():
        async with local_server() as local:
            table, tokens = await local.table(clock={"kind": "correspondence", "per_move_ms": 3_600_000})
            page = await local.page(table, *tokens)
            await page.play(table, "k c3")
            await page.send(type="unsubscribe", table_id=table)
            await local.clock.advance(600)
            assert table not in local.sessions
            await local.clock.advance(2990)
            assert local.store.rows[table].status == "playing"
            await local.clock.advance(20)
            assert local.store.rows[table].status == "over"

    run(go())


def test_s6_and_after_a_restart_too(run):
    async def go():
        async with table_with_clock(2_000) as (local, table, _):
            await killed(local)
            local.clock.timers.clear()
            local = await restarted(local)
            await local.clock.advance(1.9)
            assert local.store.rows[table].status == "playing"
            await local.clock.advance(3)  # Nobody asks for the table.
            assert local.store.rows[table].status == "over"
            await local.services.stop()

    run(go())


def test_a_move_that_comes_in_time_is_not_lost_on_time(run):
    async def go():
        async with local_server() as local:
            table, tokens = await local.table(clock={"kind": "real_time", "initial_ms": 1_500})
            page = await local.page(table, *tokens)
            await page.play(table, "k c3")
            await page.play(table, "k d4")
            await local.clock.advance(0.8)
            answer = await page.play(table, "k a1")
            assert answer["type"] == "update"
            assert flat(answer)["clocks"][0]["remaining_ms"] == 700
            await local.clock.advance(2)
            scene = flat(page.of_type("update")[-1])
            assert scene["status"] == "over"
            assert scene["outcome"] == {"winner": 0, "reason": {"code": "time_ran_out", "text": "time ran out"}}

    run(go())


def test_running_clocks_are_told_anew_now_and_then(run):
    async def go():
        async with local_server() as local:
            table, tokens = await local.table(clock={"kind": "real_time", "initial_ms": 60_000})
            page = await local.page(table, *tokens)
            await page.play(table, "k c3")
            await page.play(table, "k d4")
            await local.clock.advance(11)
            told = page.of_type("clocks")
            assert len(told) >= 2
            assert told[-1]["clocks"][0]["running"]
            assert 48_000 < told[-1]["clocks"][0]["remaining_ms"] < told[0]["clocks"][0]["remaining_ms"] <= 60_000

    run(go())


@pytest.mark.parametrize("talker", [0, 1])
def test_s5_talking_gives_no_thinking_time_back(talker, run):
    """Neither one's own words nor the opponent's start the turn again."""

    async def go():
        async with local_server() as local:
            table, tokens = await local.table(clock={"kind": "real_time", "initial_ms": 60_000})
            page = await local.page(table, *tokens)
            await page.play(table, "k c3")
            await page.play(table, "k d4")
            await local.clock.advance(4)
            for deed in ({"kind": "chat", "text": "hm"}, {"kind": "rename", "name": "Zoe"}):
                assert (await page.act(table, deed, seat=talker))["type"] == "update"
            assert (await page.play(table, "k a1"))["action"]["clock_ms"] >= 4_000

    run(go())
