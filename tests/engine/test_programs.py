"""The engine for programs: limits, chosen first moves, the asynchronous form, and the client for UHP engines."""

import asyncio
import sys
from pathlib import Path
from time import monotonic

import pytest

import boohive
from boohive import IllegalMove, OptionError, SearchLimits, analyse, analyse_async
from boohive.engine import AsyncUhpEngine, UhpEngine
from boohive.engine.deepening import last
from boohive.engine.match_players import PlayerFailure

OURS = [sys.executable, "-m", "boohive", "uhp", "--level", "1", "--spelling", "Nokamute"]
SMALL = f"{sys.executable} {Path(__file__).with_name('uhp_engine.py')}"


def test_limits_are_one_object_seconds_or_names() -> None:
    position = boohive.new("boop")
    assert [each.depth for each in analyse(position, SearchLimits(depth=2))] == [1, 2]
    assert [each.depth for each in analyse(position, depth=2)] == [1, 2]
    assert last(analyse(position, SearchLimits(time=5, nodes=500))).nodes < 5000
    with pytest.raises(OptionError, match="given twice"):
        analyse(position, 1.0, depth=2)


@pytest.mark.parametrize(
    "limits", [{"time": -1}, {"time": float("nan")}, {"time": "1s"}, {"depth": 0}, {"nodes": 0}, {"depth": True}]
)
def test_impossible_limits_are_refused_before_anything_is_searched(limits) -> None:
    with pytest.raises(OptionError, match="give a"):
        SearchLimits(**limits)
    with pytest.raises(OptionError, match="give a"):
        analyse(boohive.new("boop"), **limits)


@pytest.mark.parametrize("counts", [{"lines": 0}, {"threads": 0}, {"threads": 1.5}, {"hash_mib": -1}])
def test_impossible_counts_are_refused(counts) -> None:
    with pytest.raises(OptionError, match="give a whole number from 1 on"):
        analyse(boohive.new("boop"), depth=1, **counts)


def test_only_the_chosen_first_moves_are_looked_at() -> None:
    position = boohive.new("boop")
    wanted = ["k a1", position.parse("k f6")]
    found = last(analyse(position, depth=2, searchmoves=wanted, lines=5))
    assert {line.moves[0] for line in found.lines} == {"k a1", "k f6"}
    with pytest.raises(IllegalMove):
        analyse(position, depth=1, searchmoves=["c a1"])
    with pytest.raises(OptionError, match="searchmoves is empty"):
        analyse(position, depth=1, searchmoves=[])
    with pytest.raises(OptionError, match=r"searchmoves='k a1' is one text; give a list of moves, such as \['k a1'\]"):
        analyse(position, depth=1, searchmoves="k a1")
    with pytest.raises(OptionError, match="threads=5000 is too many for this machine"):
        analyse(position, depth=1, threads=5000)


def test_a_forced_win_is_not_told_when_its_move_was_not_chosen() -> None:
    position = boohive.from_text("boop", "6/6/2cc2/6/6/6 5,1,8,0 0 - -")
    winning = last(analyse(position, depth=1, lines=1)).best
    other = next(text for text in position.legal_moves.texts() if text.startswith("k "))
    assert winning.startswith("c ")
    assert last(analyse(position, depth=1, searchmoves=[other])).best == other


def test_the_asynchronous_form_lets_other_tasks_run_and_stops_when_it_is_cancelled() -> None:
    async def watch() -> int:
        depths = [each.depth async for each in analyse_async(boohive.new("boop"), SearchLimits(depth=3))]
        assert depths == [1, 2, 3]
        assert [each.depth async for each in analyse_async(boohive.new("boop"), depth=2)] == [1, 2], "limits by name"
        seen = 0

        async def think() -> None:
            nonlocal seen
            async for _ in analyse_async(boohive.new("hive"), SearchLimits(time=60)):
                seen += 1

        task = asyncio.create_task(think())
        while not seen:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return seen

    begun = monotonic()
    assert asyncio.run(watch()) > 0
    assert monotonic() - begun < 30


def test_the_client_asks_any_engine() -> None:
    position = boohive.new("hive", mode="tournament", type="Base+MLP").play("wS1")
    with UhpEngine(OURS) as engine:
        assert engine.name == f"boohive {boohive.__version__}"
        assert engine.expansions == ("Mosquito", "Ladybug", "Pillbug")
        assert set(engine.valid_moves(position)) == set(position.legal_moves)
        assert engine.options()["Level"].value == "1" and engine.options()["MoveSpelling"].value == "Nokamute"
        engine.set_option("Level", 2)
        assert engine.options()["Level"] == ("Level", "int", "2", "8", ("1", "8"))
        move = engine.best_move(position, SearchLimits(depth=1))
        assert move in position.legal_moves
        assert engine.best_move(position.play(move), 1.0) in position.play(move).legal_moves
        assert issubclass(PlayerFailure, boohive.BoohiveError), "one kind of error for whoever uses the library"
        with pytest.raises(PlayerFailure, match="err there is no option"):
            engine.set_option("Nothing", 1)
        with pytest.raises(OptionError, match="either for a time or to a depth"):
            engine.best_move(position, SearchLimits(nodes=100))
        process = engine.pipe.process
    assert process.poll() is not None


def test_the_client_says_what_an_engine_does_wrong() -> None:
    with (
        UhpEngine(f"{SMALL} illegal") as engine,
        pytest.raises(PlayerFailure, match="its move 'wQ wQ' is not possible"),
    ):
        engine.best_move(boohive.new("hive"))
    with pytest.raises(OptionError, match="cannot be started"):
        UhpEngine("/no/such/engine")
    with pytest.raises(OptionError, match="no engine is named"):
        UhpEngine("")
    with UhpEngine(f"{SMALL} none") as engine, pytest.raises(boohive.NotationError, match="not a position of Hive"):
        engine.best_move(boohive.new("boop"))


def test_the_asynchronous_client_is_ended_when_it_is_cancelled() -> None:
    async def ask() -> None:
        position = boohive.new("hive")
        with pytest.raises(OptionError, match=r"write: await AsyncUhpEngine.start\(command\)"):
            AsyncUhpEngine(OURS)
        async with await AsyncUhpEngine.start(OURS) as engine:
            assert await engine.best_move(position, SearchLimits(depth=1)) in await engine.valid_moves(position)
        async with await AsyncUhpEngine.start(f"{SMALL} hangs") as engine:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(engine.best_move(position, 50.0), 0.3)
            assert engine.engine.pipe.process.wait(10) is not None

    asyncio.run(ask())
