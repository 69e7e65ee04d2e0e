"""Clocks: nobody gets thinking time back, and nobody is charged for a store that is slow or away."""

import asyncio

import pytest
from harness import flat
from local_server import local_server, settle, two_servers
from test_outage import FailingStore

from boohive.server.store.memory import MemoryStore
from boohive.tables import log
from boohive.tables.clocks import start_clocks
from boohive.tables.replay import replay

CLOCK = {"kind": "real_time", "initial_ms": 5_000}
LONG = {"kind": "real_time", "initial_ms": 60_000}
OPENINGS = {"boop": ("k c3", "k d4", "k a1"), "boop-junior": ("c3", "d4", "a1"), "hive": ("wG1", "bG1 wG1-", "wQ -wG1")}


class SlowStore(MemoryStore):
    """A store whose next write takes long, by the clock of the test."""

    clock, slow = None, 0.0

    async def append(self, table, entry, row):
        if self.slow and not isinstance(entry.action, log.Pause):
            slow, self.slow = self.slow, 0.0
            await self.clock.sleep(slow)
        return await super().append(table, entry, row)


async def begun(local, clock=CLOCK, game="boop"):
    """Two people who have made their free first moves; the first one is to move, with a clock that runs."""
    table, tokens, friend = await local.table_of_two(game, clock=clock)
    pages = [await local.page(table, token) for token in tokens]
    moves = OPENINGS[game]
    for seat in (0, 1):
        answer = await pages[seat].play(table, moves[seat])
        assert answer["type"] == "update", answer
    return table, tokens, pages, friend


DEEDS = [
    {"kind": "chat", "text": "hm"},
    {"kind": "chat", "phrase": "thanks"},
    {"kind": "rename", "name": "Zoe"},
    {"kind": "offer", "what": "draw"},
    {"kind": "answer", "what": "draw", "yes": False},
]


@pytest.mark.parametrize("route", ["socket", "http"])
@pytest.mark.parametrize("talker", [0, 1])
@pytest.mark.parametrize("servers", [1, 2])
@pytest.mark.parametrize("game", ["boop", "hive"])
def test_s5_f1_only_the_move_that_begins_a_turn_starts_its_time(run, route, talker, servers, game):
    async def go():
        async with two_servers() as (first, second):
            table, tokens, pages, _ = await begun(first, LONG, game)
            if servers == 2:
                pages[talker] = await second.page(table, tokens[talker])
            for deed in DEEDS:
                await first.clock.advance(0.5)
                if route == "socket":
                    await pages[talker].act(table, deed)
                else:
                    body = {"id": f"h{first.clock.now_ms()}", "seq": 1, "action": deed, "token": tokens[talker]}
                    await (second if servers == 2 else first).post(f"/api/tables/{table}/action", body)
            said = [entry for entry in first.log(table) if isinstance(entry.action, log.Chat | log.Rename | log.Offer)]
            assert len(said) >= 3
            answer = await pages[0].play(table, OPENINGS[game][2])
            assert answer["action"]["clock_ms"] == 2_500, answer
            assert flat(answer)["clocks"][0]["remaining_ms"] == 57_500

    run(go())


@pytest.mark.parametrize("clock", [LONG, {**LONG, "increment_ms": 2_000}, {**LONG, "delay_ms": 500}])
def test_a_takeback_gives_no_time_back_that_was_used_up(run, clock):
    """Neither what the moves took nor what the turn that runs has taken so far; with a bot nobody has to agree."""

    async def go():
        async with local_server() as local:
            table, tokens = await local.table(clock=clock)
            page = await local.page(table, *tokens)
            for text in OPENINGS["boop"][:2]:
                await page.play(table, text)
            await local.clock.advance(3)
            left = local.sessions[table].table.clocks.remaining_at(0, local.clock.now_ms())
            assert (await page.act(table, {"kind": "offer", "what": "takeback"}, seat=1))["type"] == "update"
            state = local.sessions[table].table
            assert len(state.history) == 1
            assert left < 60_000
            assert state.clocks.remaining_ms[0] == left
            assert replay(local.log(table)).clocks == state.clocks

    run(go())


def test_takebacks_with_days_for_each_move_begin_the_turn_again():
    days = start_clocks(log.CorrespondenceClock(86_400_000), 2, 0, 0)
    assert days.after_takeback(5_000, 1).remaining_ms == (86_400_000, 86_400_000)


@pytest.mark.parametrize("seconds", [0.1, 1, 10])
@pytest.mark.parametrize("game", ["boop", "hive"])
def test_s5_f28_a_slow_commit_charges_neither_the_mover_nor_the_next(run, seconds, game):
    async def go():
        store = SlowStore()
        async with local_server(store=store) as local:
            store.clock = local.clock
            table, _, pages, _ = await begun(local, CLOCK, game)
            await local.clock.advance(1)
            store.slow = seconds
            move = asyncio.ensure_future(pages[0].play(table, OPENINGS[game][2], name="m"))
            await settle()
            await local.clock.advance(seconds)
            await move
            (answer,) = [m for m in pages[1].of_type("update") if m["id"] == "m"]
            assert answer["action"]["clock_ms"] == 1_000
            assert [each["remaining_ms"] for each in flat(answer)["clocks"]] == [4_000, 5_000]
            assert flat(answer)["clocks"][1]["running"]
            snapshot = (await local.http.get(f"/api/tables/{table}")).json()
            assert flat(snapshot)["clocks"][1]["remaining_ms"] == 5_000
            await local.clock.advance(4.9)
            assert local.sessions[table].table.status == "playing", "the next one has all of their time"
            await local.clock.advance(0.5)
            after = local.sessions[table].table
            assert (after.status, after.outcome.winner) == ("over", 0)
            assert replay(local.log(table)).fingerprint() == after.fingerprint()

    run(go())


@pytest.mark.parametrize("seconds", [0.02, 0.4])
@pytest.mark.parametrize("game", ["boop", "hive"])
def test_s5_f28_what_it_takes_to_send_a_move_is_nobodys_time(run, seconds, game):
    async def go():
        async with local_server() as local:
            table, _, pages, _ = await begun(local, CLOCK, game)
            real = pages[1].connection.write

            def write_slowly(frames):
                pages[1].connection.write = real
                local.clock.seconds += seconds
                real(frames)

            pages[1].connection.write = write_slowly
            assert (await pages[0].play(table, OPENINGS[game][2]))["type"] == "update"
            await local.clock.advance(1)
            board = [each["board"] for each in pages[1].of_type("update") if "board" in each][-1]
            text = board["legal_moves"][0]["text"]
            assert (await pages[1].play(table, text))["action"]["clock_ms"] == 1_000

    run(go())


def test_s5_f28_another_server_that_reads_the_table_knows_of_the_slow_commit(run):
    async def go():
        store = SlowStore()
        async with two_servers(store=store) as (first, second):
            store.clock = first.clock
            table, tokens, pages, _ = await begun(first)
            store.slow = 3
            move = asyncio.ensure_future(pages[0].play(table, OPENINGS["boop"][2]))
            await settle()
            await first.clock.advance(3)
            await move
            assert table not in second.sessions
            page = await second.page(table, tokens[1])
            assert flat(page.of_type("snapshot")[-1])["clocks"][1]["remaining_ms"] == 5_000
            await first.clock.advance(1)
            moved = await page.play(table, "k f6")
            assert moved["action"]["clock_ms"] == 1_000

    run(go())


@pytest.mark.parametrize("away", [2.5, 7, 60])
@pytest.mark.parametrize("servers", [1, 2])
def test_s5_f22_an_outage_is_a_pause_and_no_timer_rings_meanwhile(run, away, servers):
    """Nobody sends anything, and the store is away for longer than the clock."""

    async def go():
        async with two_servers(store=FailingStore()) as (first, second):
            table, tokens, pages, _ = await begun(first)
            if servers == 2:
                pages[0] = await second.page(table, tokens[0])
            await first.clock.advance(1.2)
            first.store.away = True
            await first.clock.advance(away)
            first.store.away = False
            assert first.store.rows[table].status == "playing"
            await first.clock.advance(2)
            assert first.store.rows[table].status == "playing"
            left = [session.table.clocks.remaining_at(0, first.clock.now_ms()) for session in (first.sessions[table],)]
            assert all(1_700 <= each <= 5_000 for each in left), left
            moved = await pages[0].play(table, "k a1")
            assert moved["type"] == "update"
            assert moved["action"]["clock_ms"] <= 3_300
            pauses = [entry.action.length_ms for entry in first.log(table) if isinstance(entry.action, log.Pause)]
            assert away * 1000 - 100 <= sum(pauses) <= away * 1000 + 1_300, "the outage is counted once"
            await first.clock.advance(4.8)
            assert first.store.rows[table].status == "playing"
            await first.clock.advance(1)
            assert first.store.rows[table].status == "over", "after the outage time runs out again"

    run(go())


def test_s5_f22_a_move_that_arrives_during_the_outage_is_charged_as_it_arrived(run):
    """And who is next loses nothing: they see the turn only when the store is back."""

    async def go():
        async with local_server(store=FailingStore()) as local:
            table, _, pages, _ = await begun(local)
            await local.clock.advance(1)
            local.store.away = True
            await local.clock.advance(0.2)
            assert (await pages[0].play(table, "k a1", name="m"))["code"] == "try_again"
            await local.clock.advance(7)
            local.store.away = False
            await local.clock.advance(1.5)
            answer = await pages[0].play(table, "k a1", name="m")
            assert answer["type"] == "update"
            assert answer["action"]["clock_ms"] <= 2_600
            assert flat(answer)["clocks"][1]["remaining_ms"] == 5_000

    run(go())


def test_s5_f22_a_table_that_was_not_in_memory_knows_of_the_outage(run):
    async def go():
        async with local_server(store=FailingStore()) as local:
            table, _, pages, _ = await begun(local, LONG)
            for page in pages:
                await page.send(type="unsubscribe", table_id=table)
            local.sessions.pop(table).timer.cancel()
            local.store.away = True
            await local.clock.advance(30)
            local.store.away = False
            await local.clock.advance(2)
            answer = (await local.http.get(f"/api/tables/{table}")).json()
            assert 56_000 <= flat(answer)["clocks"][0]["remaining_ms"] <= 60_000

    run(go())


def test_s5_f22_a_race_stands_still_while_the_store_is_away(run):
    async def go():
        async with local_server(store=FailingStore()) as local:
            table, _, _ = await local.table_of_two("booo", options={"search_limit": 20, "pause": 1})
            await local.clock.advance(2)
            before = local.sessions[table].table
            assert len(before.active_seats) == 2
            local.store.away = True
            await local.clock.advance(30)
            local.store.away = False
            await local.clock.advance(3)
            after = local.sessions[table].table
            assert len(after.active_seats) == 2, "the search goes on"
            assert after.game_ms_at(local.clock.now_ms()) <= 6_000

    run(go())
