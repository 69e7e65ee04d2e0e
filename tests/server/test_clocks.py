"""Clocks with the real server: nobody is charged for its absence, and time runs out though nobody watches."""

import asyncio
import sqlite3
import time

from harness import Api, ServerProcess


def open_and_move(server, initial):
    """A table with a clock on which both have made their free first move."""
    api = Api(server, "127.0.8.1")
    joined = api.table(clock={"kind": "realtime", "initial": initial})
    path = f"/api/tables/{joined['table']}"
    for i, text in enumerate(("k c3", "k d4")):
        seq = api.get(path).json()["seq"]
        api.post(f"{path}/act", {"id": str(i), "seq": seq, "do": {"kind": "play", "text": text}}, status=200)
    return api, joined["table"]


def test_s5_a_server_that_was_away_charges_nobody(tmp_path):
    server = ServerProcess(tmp_path / "games.sqlite3").start()
    try:
        api, table = open_and_move(server, 8_000)
        time.sleep(1.5)
        server.kill()
        time.sleep(9)  # Longer than the whole clock.
        server.start()
        state = api.get(f"/api/tables/{table}").json()
        assert state["scene"]["status"] == "playing"
        clock = state["scene"]["clocks"][0]
        assert clock["running"]
        assert 3_000 < clock["left"] <= 8_000
        act = {"id": "later", "seq": state["seq"], "do": {"kind": "play", "text": "k a1"}}
        assert api.post(f"/api/tables/{table}/act", act, status=200)["scene"]["moves"] == 3
        assert server.stop() == 0
        time.sleep(3)
        server.start()
        assert api.get(f"/api/tables/{table}").json()["scene"]["status"] == "playing"
    finally:
        server.stop()
    pauses = (
        sqlite3.connect(server.db).execute("select count(*) from entries where action like '%\"pause\"%'").fetchone()
    )
    assert pauses[0] == 2


def test_s6_time_runs_out_though_nobody_watches(tmp_path):
    with ServerProcess(tmp_path / "games.sqlite3") as server:
        _, table = open_and_move(server, 1_000)
        time.sleep(3.5)
        row = sqlite3.connect(server.db).execute("select status from tables where id = ?", [table]).fetchone()
        assert row == ("over",)


def test_s6_and_after_a_restart_too(tmp_path):
    server = ServerProcess(tmp_path / "games.sqlite3").start()
    try:
        _, table = open_and_move(server, 2_000)
        server.kill()
        server.start()
        time.sleep(6)  # Nobody asks for the table.
        row = sqlite3.connect(server.db).execute("select status from tables where id = ?", [table]).fetchone()
        assert row == ("over",)
    finally:
        server.stop()


def test_a_move_that_comes_in_time_is_not_lost_on_time(api, run):
    joined = api.table(clock={"kind": "realtime", "initial": 1_500})

    async def play():
        async with api.page(joined) as page:
            await page.play("k c3")
            await page.play("k d4")
            await asyncio.sleep(0.8)
            answer = await page.play("k a1")
            assert answer["type"] == "acted"
            assert 300 < answer["scene"]["clocks"][0]["left"] < 1_000
            await page.until(lambda p: p.scene["status"] == "over", 5)
            assert page.scene["outcome"] == {"winner": 0, "reason": "time ran out"}

    run(play())


def test_s5_talking_gives_no_thinking_time_back(api, run):
    """Neither one's own words nor the opponent's start the turn again."""
    joined = api.table(clock={"kind": "realtime", "initial": 60_000})

    async def play():
        async with api.page(joined) as page:
            await page.play("k c3")
            await page.play("k d4")
            await asyncio.sleep(0.25)
            for seat, deed in enumerate(({"kind": "chat", "text": "hm"}, {"kind": "rename", "name": "Zoe"})):
                await page.act(deed, seat=seat)
            answer = await page.play("k a1")
            assert answer["did"]["spent"] >= 200

    run(play())


def test_running_clocks_are_told_anew_now_and_then(api, run):
    joined = api.table(clock={"kind": "realtime", "initial": 60_000})

    async def wait():
        async with api.page(joined) as page:
            await page.play("k c3")
            await page.play("k d4")
            await page.until(lambda p: any(each["type"] == "clock" for each in p.other), 15)
            told = next(each for each in page.other if each["type"] == "clock")
            assert told["clocks"][0]["running"]
            assert told["clocks"][0]["left"] <= 60_000

    run(wait())
