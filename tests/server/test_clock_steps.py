"""F20: somebody sets the machine's clock while people play: nobody gains or loses time.

F37: servers on machines whose clocks differ write times into the same log: all go by the database's clock.
"""

import asyncio
import contextlib
import time

import pytest
from local_server import LinkedPubSub, LocalServer, local_server

from boohive.server.clock import AGREES_MS, STEP_MS, SharedTime, SystemClock
from boohive.server.store.memory import MemoryStore
from boohive.server.store.sql import SqlStore

CLOCK = {"kind": "real_time", "initial_ms": 60_000}


@pytest.mark.parametrize("step", [-120, -1, 1, 120])
def test_f20_a_step_of_the_wall_clock_charges_nobody(run, monkeypatch, step):
    real = time.time_ns

    async def go():
        async with local_server(clock=SystemClock()) as local:
            table, tokens, friend = await local.table_of_two("boop", clock=CLOCK)
            before = local.clock.now_ms()
            for number, (token, http) in enumerate([(tokens[0], local.http), (tokens[1], friend)] * 2):
                if number == 2:
                    monkeypatch.setattr(time, "time_ns", lambda: real() + step * 10**9)
                    monkeypatch.setattr(time, "time", lambda: real() / 1e9 + step)
                action = {"kind": "play", "text": f"k {'abcd'[number]}{number + 1}"}
                answer = await local.post(
                    f"/api/tables/{table}/action",
                    {"id": f"m{number}", "seq": 99, "action": action, "token": token},
                    http,
                )
                assert answer.status_code == 200, answer.text
                clocks = answer.json()["clocks"]["clocks"]
                assert all(60_000 - each["remaining_ms"] < 1_000 for each in clocks), "neither charged nor given back"
            assert 0 <= local.clock.now_ms() - before < 5_000
            times = [entry.server_ms for entry in local.log(table)]
            assert times == sorted(times)

    run(go())


@contextlib.asynccontextmanager
async def servers_at(url, *ahead_ms):
    """Servers on one database whose machines' clocks are ahead by so much."""
    linked = []
    servers = [
        await LocalServer(SqlStore(url), SystemClock(ahead), pubsub=LinkedPubSub(linked)).start() for ahead in ahead_ms
    ]
    try:
        yield servers
    finally:
        for each in servers:
            await each.http.aclose()
            await each.services.stop()


async def until(true):
    async with asyncio.timeout(10):
        while not true():
            await asyncio.sleep(0.001)


@pytest.mark.parametrize("sql", ["postgresql"], indirect=True)
@pytest.mark.parametrize("ahead_ms", [(-3_000, 3_000), (3_000, -3_000), (0, 3_000)])
def test_f37_turns_of_the_same_length_cost_the_same_at_servers_whose_clocks_differ(run, sql, ahead_ms):
    async def go():
        async with servers_at(sql, *ahead_ms) as servers:
            first, second = servers
            table, tokens, _ = await first.table_of_two("boop", clock=CLOCK)
            for each, token in zip(servers, tokens, strict=True):
                await each.page(table, token)
                await until(lambda each=each: table in each.sessions and each.sessions[table].table.status == "playing")
            left, wrong, heard, told = [60_000, 60_000], [], time.monotonic(), time.monotonic()
            for number in range(6):
                seat = number % 2
                await asyncio.sleep(0.2)
                at_least, sent = time.monotonic() - told, heard
                action = {"kind": "play", "text": f"k {'abcdef'[number]}{number + 1}"}
                answer = await servers[seat].post(
                    f"/api/tables/{table}/action",
                    {"id": f"m{number}", "seq": 99, "action": action, "token": tokens[seat]},
                )
                assert answer.status_code == 200, answer.text
                heard = time.monotonic()
                seq = answer.json()["seq"]
                await until(lambda seq=seq: all(each.sessions[table].table.seq >= seq for each in servers))
                now = answer.json()["clocks"]["clocks"][seat]["remaining_ms"]
                charged, left[seat], told = left[seat] - now, now, time.monotonic()
                if number >= 2:  # Clocks start after the first move of each.
                    wrong.append(max(1000 * at_least - charged, charged - 1000 * (heard - sent)))
            assert max(wrong) <= 50, wrong
            times = [entry.server_ms for entry in await first.store.entries(table)]
            assert times == sorted(times), "one order for all servers"
            runs = await second.store.heartbeats([each.tables.run for each in servers])
            assert max(runs.values()) - min(runs.values()) < 2_000, "what is known of a server's life is the same time"

    run(go())


def test_f37_a_running_clock_comes_nearer_by_little_and_never_goes_back():
    clock = SystemClock(ahead_ms=40)

    def shared(ahead_ms=0.0, within_ms=0.1):
        now = time.monotonic()
        return SharedTime(now * 1000 + right + ahead_ms, now, within_ms)

    right = SystemClock().epoch_ns / 1e6
    before = clock.now_ms()
    clock.follow(shared())
    assert before <= clock.now_ms() < before + 1_000
    assert 40 - STEP_MS - 1 < -clock.offset_ms < 40, "one step of it"
    for _ in range(30):
        clock.follow(shared())
    assert abs(clock.offset_ms) < 1 and clock.agrees()
    clock.follow(shared(ahead_ms=30, within_ms=50))
    assert abs(clock.epoch_ns / 1e6 - right) < 1, "what may be the time it took to ask is no difference"
    clock.follow(shared(ahead_ms=AGREES_MS + 50))
    assert not clock.agrees(), "the database's clock was set"
    clock.set_by(shared(ahead_ms=-5_000))
    assert clock.agrees() and abs(clock.now_ms() - (SystemClock().now_ms() - 5_000)) < 500


class SetStore(MemoryStore):
    """A database whose machine's clock a test can set."""

    ahead_ms = 0.0

    async def time(self):
        return SharedTime(time.time() * 1000 + self.ahead_ms, time.monotonic(), 0.1)


def test_f37_a_server_that_does_not_agree_says_so_and_charges_nobody_for_it(run, caplog):
    async def go():
        async with local_server(store=SetStore(), clock=SystemClock(ahead_ms=-7_000)) as local:
            assert abs(local.clock.now_ms() - time.time() * 1000) < 1_000
            table, tokens, _ = await local.table_of_two("boop", clock=CLOCK)
            assert (await local.http.get("/api/ready")).status_code == 200
            local.store.ahead_ms = 5_000
            await local.tables._beat()
            assert (await local.http.get("/api/ready")).status_code == 503
            assert (await local.http.get("/api/health")).status_code == 200, "who plays here goes on"
            assert "boohive_clock_agrees 0" in (await local.http.get("/metrics")).text
            action = {"kind": "play", "text": "k a1"}
            body = {"id": "m", "seq": 99, "action": action, "token": tokens[0]}
            answer = await local.post(f"/api/tables/{table}/action", body)
            assert 60_000 - answer.json()["clocks"]["clocks"][0]["remaining_ms"] < 1_000
            local.store.ahead_ms = 0
            await local.tables._beat()
            assert (await local.http.get("/api/ready")).status_code == 200

    run(go())
    said = [record.getMessage() for record in caplog.records if record.name == "boohive.tables"]
    assert ["clock was set" in each or "agrees with" in each for each in said] == [True, True]
