"""Work for the processor: bounded, done in worker processes, and the event loop goes on meanwhile."""

import asyncio
import time
from random import Random

import pytest
from local_server import InlineWorkers, ManualClock, local_server, settle

from boohive.core.errors import IllegalMove
from boohive.core.record import Record
from boohive.games import GAMES
from boohive.server.clock import SystemClock
from boohive.server.replay import MAX_EVENTS
from boohive.server.routes.positions import FEW_MOVES
from boohive.server.worker import TASKS
from boohive.server.workers_process import ProcessWorkers

LONGEST_PAUSE = 0.15
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
    """How long the event loop was held up at most while this was done, and its result."""
    task, longest = asyncio.ensure_future(work), 0.0
    while not task.done():
        began = time.perf_counter()
        await asyncio.sleep(0.001)
        longest = max(longest, time.perf_counter() - began)
    return longest, await task


@pytest.mark.parametrize(("game", "events"), [("hive", 400), ("boop", 60), ("boop-ghosts", 60), ("booo", 60)])
def test_a_long_record_holds_up_nobody(run, game, events):
    text = long_record(game, events)

    async def go():
        async with local_server(clock=SystemClock(), workers=ProcessWorkers(1)) as local:
            await local.post("/api/records", {"record": text})  # The worker starts, the interface is loaded.
            pause, answer = await longest_pause(local.post("/api/records", {"record": text}))
            assert answer.status_code == 200, answer.text
            assert len(answer.content) < 5_000_000
            assert len(answer.json()["steps"]) == text.rstrip().count("\n", text.index("\n\n") + 1)
            assert answer.json()["record"] == text
            assert pause < LONGEST_PAUSE
            body = {"game": game, "record": text, "seats": [{"occupant": "me"}] * (2 if game != "booo" else 3)}
            if GAMES[game].kind == "turns":
                pause, answer = await longest_pause(local.post("/api/tables", body))
                assert answer.status_code == 201, answer.text
                assert pause < LONGEST_PAUSE
                path = f"/api/tables/{answer.json()['table_id']}"
                for what in ("replay", "record"):
                    pause, answer = await longest_pause(local.http.get(f"{path}/{what}"))
                    assert answer.status_code == 200
                    assert pause < LONGEST_PAUSE

    run(go())


def test_positions_after_many_moves_hold_up_nobody(run):
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
            assert pause < LONGEST_PAUSE
            pause, answer = await longest_pause(local.post("/api/analyse", {**ask, "time_ms": 50}))
            assert answer.status_code == (200 if position.outcome is None else 409)
            assert pause < LONGEST_PAUSE
            few = await local.post("/api/inspect", {"game": "boop", "moves": ["k c3"]})
            assert few.json()["effects"]
            for bad, code in (({"moves": ["k z9"]}, "illegal_move"), ({"moves": ["k z9"] * 50}, "illegal_move")):
                assert (await local.post("/api/inspect", {"game": "boop", **bad})).json()["code"] == code

    run(go())


def test_only_short_requests_are_answered_in_the_event_loop(run):
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
def test_a_record_longer_than_any_game_is_refused_before_it_is_played(run, route, kind):
    text = {
        "ours": "boohive record 1\ngame: booo\n\n" + "* away\n* back\n" * MAX_EVENTS,
        "uhp": "Base;InProgress;White[1];" + "wS1;" * (2 * MAX_EVENTS),
    }[kind]
    body = {"record": text}
    if route == "/api/tables":
        body |= {"game": "booo", "seats": [{"occupant": "me"}, {"occupant": "me"}]}

    async def go():
        async with local_server() as local:
            began = time.perf_counter()
            answer = await local.post(route, body)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
            assert f"{MAX_EVENTS} events" in answer.json()["message"]["text"]
            assert time.perf_counter() - began < 0.5

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
