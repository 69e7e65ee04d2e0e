"""Work for the processor: bounded, done in worker processes, and the event loop goes on meanwhile."""

import asyncio
import gc
import json
import socket
import time
from random import Random

import pytest
from local_server import InlineWorkers, ManualClock, local_server, settle

from boohive.core.errors import IllegalMove
from boohive.core.record import Record
from boohive.games import GAMES
from boohive.server.clock import SystemClock
from boohive.server.replay import MAX_EVENTS
from boohive.server.routes.common import FEW_MOVES
from boohive.server.work_queue import FairQueue
from boohive.server.worker import TASKS
from boohive.server.workers import QUICK, Turn
from boohive.server.workers_process import ProcessWorkers

MAX_PAUSE = 0.15
"""Seconds: many times what the event loop needs, a fraction of what playing these games takes."""


def long_record(game_id, events):
    """A game of so many events; those that end are begun again with another seed."""
    game, rng = GAMES[game_id], Random(11)
    while True:
        position = game.new(**game.table_defaults)
        record = Record.of(position)
        played = []
        while len(played) < events and position.outcome is None:
            event = position.random_event(rng)
            played.append(event)
            position = position.apply(event).position
        if len(played) == events or game.kind == "race":
            return Record(record.game, record.options, record.start, ("A", "B"), tuple(played)).write()


async def longest_pause(work):
    """For how long the event loop computed at most without looking up while this was done, and its result; not by a watch,
    which on a busy machine also counts what others do."""
    task, longest = asyncio.ensure_future(work), 0.0
    while not task.done():
        began = time.thread_time()
        await asyncio.sleep(0.001)
        longest = max(longest, time.thread_time() - began)
    return longest, await task


@pytest.mark.parametrize(("game", "events"), [("hive", MAX_EVENTS), ("boop", 60), ("boop-ghosts", 60), ("booo", 60)])
def test_f7_a_long_record_holds_up_nobody(run, game, events):
    text = long_record(game, events)

    async def go():
        async with local_server(clock=SystemClock(), workers=ProcessWorkers(1)) as local:
            await local.post("/api/records", {"record": long_record("boop", 4)})  # The worker starts.
            pause, answer = await longest_pause(local.post("/api/records", {"record": text}))
            assert answer.status_code == 200, answer.text
            assert len(answer.content) < 5_000_000
            assert len(answer.json()["steps"]) == text.rstrip().count("\n", text.index("\n\n") + 1)
            assert answer.json()["record"] == text
            assert pause < MAX_PAUSE
            body = {"game": game, "record": text, "seats": [{"occupant": "me"}] * (2 if game != "booo" else 3)}
            if GAMES[game].kind == "turns":
                pause, answer = await longest_pause(local.post("/api/tables", body))
                assert answer.status_code == 201, answer.text
                assert pause < MAX_PAUSE
                path = f"/api/tables/{answer.json()['table_id']}"
                for what in ("replay", "record"):
                    pause, answer = await longest_pause(local.http.get(f"{path}/{what}"))
                    assert answer.status_code == 200
                    assert pause < MAX_PAUSE

    run(go())


def test_f7_positions_after_many_moves_hold_up_nobody(run):
    position = GAMES["hive"].new(**GAMES["hive"].table_defaults)
    rng, moves = Random(12), []
    for _ in range(300):
        if position.outcome is not None:
            break
        event = position.random_event(rng)
        moves.append(event.text)
        position = position.apply(event).position

    async def go():
        async with local_server(clock=SystemClock(), workers=ProcessWorkers(1)) as local:
            ask = {"game": "hive", "moves": moves}
            await local.post("/api/inspect", ask)
            pause, answer = await longest_pause(local.post("/api/inspect", ask))
            assert answer.status_code == 200
            assert answer.json()["text"] == position.text
            assert pause < MAX_PAUSE
            pause, answer = await longest_pause(local.post("/api/analyse", {**ask, "time_ms": 50}))
            assert answer.status_code == (200 if position.outcome is None else 409)
            assert pause < MAX_PAUSE
            few = await local.post("/api/inspect", {"game": "boop", "moves": ["k c3"]})
            assert few.json()["effects"]
            for bad, code in (({"moves": ["k z9"]}, "illegal_move"), ({"moves": ["k z9"] * 50}, "illegal_move")):
                assert (await local.post("/api/inspect", {"game": "boop", **bad})).json()["code"] == code

    run(go())


def test_f7_only_short_requests_are_answered_in_the_event_loop(run):
    async def go():
        async with local_server() as local:
            asked = []
            for body in (
                {"game": "boop", "moves": ["k c3"]},
                {"game": "hive", "moves": ["wS1", "bS1 wS1-"] + ["pass"] * FEW_MOVES},
                {"game": "hive", "position": "Base;InProgress;White[1];" + "wS1;" * 600},
            ):
                local.workers.asked.clear()
                await local.post("/api/inspect", body)
                asked.append([task for task, _ in local.workers.asked])
            assert asked == [[], ["inspect"], ["inspect"]]

    run(go())


@pytest.mark.parametrize("route", ["/api/records", "/api/tables"])
@pytest.mark.parametrize("kind", ["ours", "uhp"])
def test_f7_a_record_longer_than_any_game_is_refused_before_it_is_played(run, route, kind):
    text = {
        "ours": "boohive record 1\ngame: booo\n\n" + "* away\n* back\n" * MAX_EVENTS,
        "uhp": "Base;InProgress;White[1];" + "wS1;" * (2 * MAX_EVENTS),
    }[kind]
    body = {"record": text}
    if route == "/api/tables":
        body |= {"game": "booo", "seats": [{"occupant": "me"}, {"occupant": "me"}]}

    async def go():
        async with local_server() as local:
            began = time.thread_time()
            answer = await local.post(route, body)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
            assert f"{MAX_EVENTS} events" in answer.json()["message"]["text"]
            assert time.thread_time() - began < 0.5

    run(go())


def test_a_workers_refusal_keeps_its_code(run):
    async def go():
        async with local_server() as local:
            for body, code, status in (
                ({"game": "boop", "position": "nonsense"}, "illegal_move", 400),
                ({"game": "boop", "moves": ["k z9"]}, "illegal_move", 400),
                ({"game": "booo"}, "no_engine", 404),
                ({"game": "chess"}, "unknown_game", 400),
            ):
                answer = await local.post("/api/analyse", body)
                assert (answer.json()["code"], answer.status_code) == (code, status)
            local.workers.failing = 1
            answer = await local.post("/api/analyse", {"game": "boop"})
            assert (answer.json()["code"], answer.status_code) == ("busy", 429)

    run(go())


def test_a_workers_refusal_keeps_its_sentence(run, monkeypatch):
    """What a worker refuses reads as if it had been refused here: words, code and arguments."""

    def refuse(_):
        raise IllegalMove("c3 is taken; place on an empty space", "taken", space="c3")

    monkeypatch.setitem(TASKS, "analyse", refuse)

    async def go():
        async with local_server() as local:
            answer = (await local.post("/api/analyse", {"game": "boop"})).json()
            sentence = {"code": "taken", "text": "c3 is taken; place on an empty space", "args": {"space": "c3"}}
            assert (answer["code"], answer["message"]) == ("illegal_move", sentence)

    run(go())


@pytest.mark.parametrize(("failures", "seconds"), [(1, 2), (2, 6), (5, 80)])
def test_a_bot_whose_worker_fails_tries_again_and_says_so(run, failures, seconds):
    async def go():
        workers = InlineWorkers()
        async with local_server(workers=workers, clock=ManualClock()) as local:
            table, tokens = await local.table(seats=("me", "bot"))
            page = await local.page(table, *tokens)
            workers.failing = failures
            await page.play(table, "k c3")
            await local.clock.advance(0.5)
            assert len(local.sessions[table].table.history) == 1
            await local.clock.advance(seconds)
            assert len(local.sessions[table].table.history) == 2
            said = [each for each in page.of_type("error") if each["code"] == "busy"]
            assert len(said) == max(0, failures - 1)
            assert all("try again" in each["message"]["text"] and each["table_id"] == table for each in said)
            await settle()
            assert not local.sessions[table].thinking

    run(go())


def test_f7_what_is_uploaded_costs_by_its_length(run):
    """Thirty seconds of a worker at once, half a second for each second after that; a short record is nearly free."""
    long, short = "boohive record 1\ngame: hive\n\n" + "w pass\n" * 990, long_record("boop", 8)
    table = {"game": "hive", "record": long, "seats": [{"occupant": "me"}] * 2}

    async def go():
        async with local_server() as local:
            for route, body in (("/api/records", {"record": long}), ("/api/tables", table)):
                codes = [(await local.post(route, body)).status_code for _ in range(50)]
                assert set(codes) == {400, 429}, "played up to the first mistake, then refused"
                assert 30 < codes.index(429) < 45
                refused = await local.post(route, body)
                assert refused.json()["retry_after_ms"] > 0
                await local.clock.advance(60)
            codes = [(await local.post("/api/records", {"record": short})).status_code for _ in range(100)]
            assert set(codes) == {200}

    run(go())


def test_f8_the_queue_is_shared_fairly_and_serves_the_quick_first():
    queue = FairQueue()
    for number in range(3):
        for table in ("one", "two", "three"):
            queue.push(0, table, 1000, f"{table} {number}")
    queue.push(0, "late", 15, "quick")
    served = [queue.pop([0]) for _ in range(4)]
    assert served == ["quick", "one 0", "two 0", "three 0"]
    queue.push(0, "later", 1000, "slow")
    assert [queue.pop([0]) for _ in range(4)] == ["slow", "one 1", "two 1", "three 1"]
    queue.push(1, "x", 1, "less urgent")
    assert [queue.pop([0, 1]) for _ in range(4)] == ["one 2", "two 2", "three 2", "less urgent"]
    assert queue.pop([0, 1]) is None
    assert not queue.times, "an empty lane owes nobody anything"


@pytest.mark.parametrize("game", ["boop", "hive", "booo"])
def test_f8_bots_alone_wait_until_somebody_watches(run, game):
    async def go():
        async with local_server() as local:
            table, _ = await local.table(game, seats=("bot",) * 2)
            await local.clock.advance(30)
            assert not [task for task, _ in local.workers.asked if task == "move"]
            page = await local.page(table)
            await local.clock.advance(60 if game == "booo" else 3)
            assert [task for task, _ in local.workers.asked if task == "move"]
            await page.send(type="unsubscribe", table_id=table)
            await local.clock.advance(3)
            local.workers.asked.clear()
            await local.clock.advance(20)
            assert not [task for task, _ in local.workers.asked if task == "move"]

    run(go())


class SilentWorkers(InlineWorkers):
    """Workers that have too much to do: whoever asks waits."""

    waiting = 0

    async def run(self, task, payload, turn, patience=20.0):
        self.waiting += 1
        try:
            await asyncio.Event().wait()
        finally:
            self.waiting -= 1


@pytest.mark.parametrize(("seats", "left"), [(("bot", "bot"), 0), (("bot", "me"), 1)])
@pytest.mark.parametrize("leaves", ["unsubscribe", "close"])
def test_f8_bots_that_nobody_watches_any_more_wait_for_no_worker(run, seats, left, leaves):
    """Tables that are opened, watched and left would fill the queue; where a person plays, the bot goes on."""

    async def go():
        workers = SilentWorkers()
        async with local_server(workers=workers) as local:
            table, _ = await local.table(seats=seats)
            for _ in range(2):
                page = await local.page(table)
                await local.clock.advance(1)
                assert workers.waiting == 1
                if leaves == "close":
                    page.close()
                else:
                    await page.send(type="unsubscribe", table_id=table)
                await local.clock.advance(1)
                assert workers.waiting == left

    run(go())


def test_f8_a_persons_bot_answers_though_many_strong_bots_play(run):
    """Forty tables of two strong bots with spectators, one worker: a weak bot answers after one of them, two at most."""

    async def go():
        async with local_server(clock=SystemClock(), workers=ProcessWorkers(1)) as local:
            local.services.limits.check = lambda *_, **__: None
            strong = [{"occupant": "bot", "level": 8}] * 2
            for _ in range(40):
                answer = await local.post("/api/tables", {"game": "hive", "seats": strong})
                await local.page(answer.json()["table_id"])
            table, tokens = await local.table(seats=("me", "bot"))
            page = await local.page(table, *tokens)
            await asyncio.sleep(0.2)

            def moves():
                return sum(len(session.table.history) for name, session in local.sessions.items() if name != table)

            await page.play(table, "k c3")
            before = moves()
            while len(local.sessions[table].table.history) < 2:
                await asyncio.sleep(0.01)
            assert local.workers.waiting_count() > 30, "the strong ones still wait"
            assert moves() - before <= 2

    run(go())


def test_f10_analyses_cost_what_they_take(run):
    async def go():
        async with local_server() as local:
            codes = [
                (await local.post("/api/analyse", {"game": "boop", "time_ms": 10})).status_code for _ in range(100)
            ]
            assert set(codes) == {200}
            await local.clock.advance(60)
            local.workers.run = refuses = InlineWorkers().run
            local.workers.run = lambda task, payload, turn, patience: refuses(task, {**payload, "time_ms": 10}, turn)
            codes = [
                (await local.post("/api/analyse", {"game": "boop", "time_ms": 10_000})).status_code for _ in range(4)
            ]
            assert codes == [200, 200, 200, 429]

    run(go())


def test_f10_an_analysis_ends_when_its_asker_goes(server, api):
    """Twenty who ask for ten seconds each and go away: the queue is empty at once, and the next one is served."""
    body = json.dumps({"game": "hive", "time_ms": 10_000}).encode()
    head = f"POST /api/analyse HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    asking = [socket.create_connection(("127.0.0.1", server.port), 5, (f"127.0.8.{n}", 0)) for n in range(1, 21)]

    def waiting():
        text = api.get("/metrics").text
        return int(next(line for line in text.splitlines() if line.startswith("boohive_worker_queue")).split()[1])

    def until(true, seconds):
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end
            time.sleep(0.02)

    for each in asking:
        each.sendall(head.encode() + body)
    until(lambda: waiting() >= 19, 10)
    for each in asking:
        each.close()
    until(lambda: waiting() == 0, 2)
    began = time.monotonic()
    answer = api.http.post("/api/analyse", json={"game": "boop", "time_ms": 50})
    assert answer.status_code == 200
    assert time.monotonic() - began < 5


def test_f10_a_bot_does_not_wait_for_an_analysis(run):
    async def go():
        async with local_server(clock=SystemClock(), workers=ProcessWorkers(1)) as local:
            asked = asyncio.ensure_future(local.post("/api/analyse", {"game": "hive", "time_ms": 10_000}))
            table, tokens = await local.table(seats=("me", "bot"))
            page = await local.page(table, *tokens)
            await asyncio.sleep(0.3)
            began = time.perf_counter()
            await page.play(table, "k c3")
            while len(local.sessions[table].table.history) < 2:
                await asyncio.sleep(0.01)
            assert time.perf_counter() - began < 5
            assert not asked.done()
            asked.cancel()

    run(go())


def test_f31_a_worker_that_cannot_be_started_is_tried_again(run, monkeypatch):
    """No room for another process, as when all descriptors are taken: nobody waits for ever."""
    from boohive.server import workers_process

    real, failures = workers_process._start, iter([OSError("Too many open files")] * 2)

    async def start():
        for error in failures:
            raise error
        return await real()

    monkeypatch.setattr(workers_process, "_start", start)
    monkeypatch.setattr(workers_process, "START_AGAIN", 0.01)

    async def go():
        workers = ProcessWorkers(1)
        try:
            answer = await workers.run("inspect", INSPECT, Turn(QUICK, "x", 1), 20)
            assert b"boop" in bytes(answer)
            assert workers.crashes == 2
        finally:
            await workers.close()

    run(go())


def test_s10_a_worker_with_nothing_to_do_is_ended_and_started_again(run, monkeypatch):
    """What its last work took of the memory is free again; whoever asks next is answered all the same."""
    monkeypatch.setattr("boohive.server.workers_process.IDLE_SECONDS", 0.02)

    async def go():
        workers = ProcessWorkers(1)
        try:
            for _ in range(2):
                assert b"boop" in bytes(await workers.run("inspect", INSPECT, Turn(QUICK, "x", 1), 20))
                async with asyncio.timeout(10):
                    while workers.processes:
                        await asyncio.sleep(0.005)
            assert workers.crashes == 0
        finally:
            await workers.close()

    run(go())


INSPECT = {"game": "boop", "options": {}, "position": None, "moves": [], "preview": [], "piece": None, "from": None}


def test_f10_work_that_is_refused_after_its_asker_has_gone_is_not_a_fault(run):
    """Work may be refused in spite of being cancelled: nobody is left to hear it, and the log has no complaint."""
    from boohive.server.api import while_connected
    from boohive.tables.errors import Rejected

    complaints = []

    class Gone:
        @staticmethod
        async def receive():
            await asyncio.sleep(0)
            return {"type": "http.disconnect"}

    async def refused():
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:  # As when what it waited for came at the same moment.
            raise Rejected("too_often", "wait") from None

    async def go():
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context["message"]))
        with pytest.raises(Rejected, match="closed"):
            await while_connected(Gone, refused())
        await asyncio.sleep(0.01)
        gc.collect()

    run(go())
    assert not complaints
