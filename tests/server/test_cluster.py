"""Two servers on one PostgreSQL and Valkey: the same tables, and any part may be killed."""

import asyncio
import contextlib
import random
import signal

import psycopg
import pytest
from harness import Api, Page, ServerProcess
from test_kill import keep_playing, until_acknowledged

from boohive.tables.log import read_entry
from boohive.tables.replay import replay


@pytest.fixture
def pair(postgres, valkey, tmp_path):
    servers = [ServerProcess(postgres.url, valkey=valkey.url, log=tmp_path / f"log{i}.txt").start() for i in range(2)]
    yield servers
    for server in servers:
        server.stop()
        assert "Traceback" not in server.log(), server.log()[-3000:]


def test_s3_pages_at_different_servers_see_the_same_order(pair, run):
    one, other = (Api(server, f"127.0.4.{i + 1}") for i, server in enumerate(pair))
    mine = one.table(seats=("me", "empty"))
    theirs = other.post("/api/join", {"room_code": mine["room_code"]}, status=201)

    async def play():
        async with one.page(mine) as ann, other.page(theirs) as bob, Page(pair[1].ws, mine["table_id"]) as watcher:
            await ann.until(lambda p: p.scene["status"] == "playing")
            for i in range(8):
                mover, waiter = (ann, bob) if i % 2 == 0 else (bob, ann)
                await mover.until(lambda p: p.scene["legal_moves"])
                answer = await mover.play(mover.scene["legal_moves"][3 * i]["text"])
                assert answer["type"] == "update"
                await waiter.until(lambda p, seq=answer["seq"]: p.seq >= seq, 5)
            await watcher.until(lambda p: p.seq == ann.seq)
            await ann.until(lambda p: all(seat["connected"] for seat in p.scene["seats"]) or p.other)
            assert [m["seq"] for m in watcher.applied] == sorted({m["seq"] for m in watcher.applied})
            assert ann.scene["position"] == bob.scene["position"] == watcher.scene["position"]

    run(play())


def test_two_servers_never_give_one_place_twice(pair, run):
    one = Api(pair[0], "127.0.4.9")
    joined = one.table()
    tokens = [each["token"] for each in joined["tokens"]]

    async def storm():
        async with (
            Page(pair[0].ws, joined["table_id"], tokens) as here,
            Page(pair[1].ws, joined["table_id"], tokens) as there,
        ):
            chats = [
                page.act({"kind": "chat", "text": f"{i}"}, seat=i % 2, name=f"{i}-{page is here}")
                for i in range(4)
                for page in (here, there)
            ]
            answers = await asyncio.gather(*chats)
            said = [answer["seq"] for answer in answers if answer["type"] == "update"]
            assert len(said) == len(set(said)) >= 6

    run(storm())


def storm_with_kills(postgres, valkey, folder, tables, kills):
    """Play at two servers while ``kills`` happen, then look at the database."""
    servers = [ServerProcess(postgres.url, valkey=valkey.url, log=folder / f"log{i}.txt").start() for i in range(2)]
    acknowledged, pages = {}, []
    for i in range(tables):
        api = Api(servers[i % 2], f"127.0.5.{i % 250 + 1}")
        joined = api.table()
        acknowledged[joined["table_id"]] = []
        page = api.page(joined)
        page.url = servers[(i + i // 2) % 2].ws
        pages.append(page)
        api.http.close()

    chance = random.Random(tables)

    async def storm():
        stop = asyncio.Event()
        players = [
            asyncio.create_task(keep_playing(page, acknowledged, stop, random.Random(i)))
            for i, page in enumerate(pages)
        ]
        await until_acknowledged(acknowledged, 5 * tables)
        for kill in kills:
            await asyncio.to_thread(kill, servers)
            await until_acknowledged(acknowledged, chance.randrange(tables, 5 * tables))
        stop.set()
        await asyncio.wait_for(asyncio.gather(*players), 60)
        for page in pages:
            with contextlib.suppress(Exception):
                await page.close()

    try:
        asyncio.run(storm())
    finally:
        for server in servers:
            server.stop()
    for server in servers:
        assert "Traceback" not in server.log(), server.log()[-3000:]
    return check(postgres.url, acknowledged)


def check(url, acknowledged):
    count = 0
    with psycopg.connect(url) as connection:
        for table, answers in acknowledged.items():
            query = "select seq, at, seat, action_id, action from entries where table_id = %s order by seq"
            rows = connection.execute(query, [table]).fetchall()
            assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
            entries = [read_entry(seq, at, None if seat < 0 else seat, name, act) for seq, at, seat, name, act in rows]
            names = [(entry.seat, entry.id) for entry in entries]
            assert len(names) == len(set(names))
            by_name = {entry.id: entry.seq for entry in entries}
            for name, seq, _ in answers:
                assert by_name[name] == seq
                count += 1
            assert replay(entries).seq == len(rows)
    return count


def kill_postgres(postgres):
    def kill(_servers):
        postgres.stop(signal.SIGKILL)
        postgres.start()

    return kill


def kill_valkey(valkey):
    def kill(_servers):
        valkey.stop(signal.SIGKILL)
        valkey.start()

    return kill


def kill_server(number):
    def kill(servers):
        servers[number].kill()
        servers[number].start()

    return kill


def test_s1_s2_kills_of_postgresql_valkey_and_servers(postgres, valkey, tmp_path):
    kills = [kill_postgres(postgres), kill_valkey(valkey), kill_server(0), kill_postgres(postgres), kill_server(1)]
    assert storm_with_kills(postgres, valkey, tmp_path, 6, kills) > 20


@pytest.mark.slow
def test_s1_s2_twenty_kills_of_each(postgres, valkey, tmp_path):
    kills = [kill_postgres(postgres), kill_valkey(valkey)] * 20
    print(storm_with_kills(postgres, valkey, tmp_path, 30, kills), "acknowledged actions")
