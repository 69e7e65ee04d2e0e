"""A game from outside the package, found by its entry point alone, through every layer."""

import asyncio
import os
import pickle
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import boohive
from boohive.core.errors import OptionError
from boohive.core.perft import perft
from boohive.core.registry import GAMES, GameRegistry
from boohive.core.testing import check_game
from boohive.core.turn_game import TurnGame
from connect_four_installed import PACKAGE, install

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tests" / "server"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder that looks like the package's installation, with a second game that cannot be loaded."""
    return install(tmp_path_factory.mktemp("installed"), "broken = no_such_module:GAME\n")


@pytest.fixture(scope="module")
def game() -> TurnGame:
    sys.path.append(str(PACKAGE))
    found: TurnGame = import_module("connect_four.game").CONNECT_FOUR
    boohive.register(found)
    yield found
    GAMES.unregister(found.id)
    sys.path.remove(str(PACKAGE))


def command(installed: str, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "boohive", *words],
        input=said,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": installed},
        check=False,
    )


def test_the_whole_game_is_short() -> None:
    assert len((PACKAGE / "connect_four" / "game.py").read_text(encoding="utf-8").splitlines()) < 150


def test_the_contract_and_the_counts(game: TurnGame) -> None:
    assert check_game(game, games=3) > 0
    assert [perft(game.new()._kernel, depth) for depth in range(1, 5)] == [7, 49, 343, 2401]
    assert perft(game.new()._kernel, 7) == 823_536  # all but the seven columns that would be full


def test_records_pickles_and_pictures(game: TurnGame) -> None:
    position, record = game.new(), boohive.Record.of(game.new())
    for text in ("4", "4", "3", "3", "5", "5", "2"):
        record = record.add(boohive.Event(position.to_move, text))
        position = position.play(text)
    assert position.outcome == boohive.Outcome(0, "four in a row")
    assert boohive.read_record(record.write()).last() == position == pickle.loads(pickle.dumps(position))
    assert position.game.write_record(record, "sgf").startswith("(;FF[4]")
    assert "GN[connect-four]" in position.game.write_record(record, "sgf")
    ElementTree.fromstring(position.svg())
    assert position.diagram().splitlines()[6] == " 6 . X X X X . ."
    with pytest.raises(boohive.IllegalMove, match="the game is over"):
        position.play("1")


def test_the_engine_plays_it(game: TurnGame) -> None:
    ready = game.new()
    for text in ("4", "1", "3", "1", "5", "7"):
        ready = ready.play(text)
    assert [level.number for level in game.levels] == list(range(1, 9))
    assert boohive.Player(5).choose(ready).text in ("2", "6")
    analysis = list(boohive.analyse(ready, depth=3))[-1]
    assert analysis.best in ("2", "6")


def test_the_commands_know_it_by_its_entry_point(installed: str) -> None:
    games = command(installed, "games")
    assert "connect-four: Connect four (2 players)" in games.stdout and games.returncode == 0
    assert "no_such_module:GAME cannot be loaded" in games.stderr
    assert command(installed, "perft", "connect-four", "4").stdout.split()[-2:] == ["4:", "2401"]
    assert command(installed, "moves", "connect-four").stdout.split() == list("1234567")
    played = command(installed, "play", "connect-four", said="4\n9\n4\nquit\n")
    assert "'9' is not a column" in played.stdout and "disc placed" in played.stdout
    assert "there is no game 'broken'" in command(installed, "show", "broken").stderr


def test_pettingzoo_and_gymnasium_play_it(game: TurnGame) -> None:
    from pettingzoo.test import api_test

    from boohive.envs import turns
    from boohive.envs.single import SingleEnv
    from boohive.envs.vector import VectorEnv

    api_test(turns.env(game.id), num_cycles=50)
    env = SingleEnv(game.id, opponent="random")
    planes, info = env.reset(seed=1)
    assert planes.shape == (3, 6, 7) and info["action_mask"].sum() == 7
    with pytest.raises(boohive.NotSupported, match="Connect four defines none"):
        VectorEnv(game.id, 2)


def test_a_table_on_the_server(installed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person against a bot, which thinks in a worker process; both find the game by its entry point."""
    from harness import Api, ServerProcess

    async def play(page: Any) -> None:
        await page.open()
        await page.until(lambda page: page.scene is not None, 20)
        await page.play("4")
        await page.until(lambda page: page.scene["event_count"] == 2, 20)
        await page.close()

    monkeypatch.setenv("PYTHONPATH", installed)
    with ServerProcess(tmp_path / "games.sqlite3", log=tmp_path / "log.txt") as server:
        api = Api(server, "127.0.9.9")
        assert "connect-four" in [row["id"] for row in api.get("/api/games").json()["games"]]
        page = api.page(api.table(game="connect-four", seats=("me", "bot")))
        asyncio.run(play(page))
        pieces = page.scene["position"]["pieces"]
        assert [(piece["kind"], piece["at"]) for piece in pieces if piece["kind"] == "X"] == [("X", "d6")]
        assert [piece["kind"] for piece in pieces].count("O") == 1
    assert "Traceback" not in server.log()


class Unfinished(TurnGame):
    id, title, summary = "unfinished", "Unfinished", "Has no rules."


class NoId(TurnGame):
    title, summary = "No id", "Has no id."


class BadId(Unfinished):
    id = "Not An Id"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (Unfinished(), "Unfinished does not define start, read_move, write_move, restore"),
        (NoId(), "NoId has no id"),
        (BadId(), "'Not An Id' is not a game's id"),
        ("chess", "'chess' is not a game"),
    ],
)
def test_what_is_not_a_whole_game_is_refused(wrong: object, sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        boohive.register(wrong)


def test_an_id_is_given_once(game: TurnGame, monkeypatch: pytest.MonkeyPatch) -> None:
    twin = type(game)()
    with pytest.raises(OptionError, match="there is a game 'connect-four' already"):
        boohive.register(twin)
    monkeypatch.delenv("BOOHIVE_GAMES")
    apart = GameRegistry()
    apart.register(twin, check=False)
    assert apart["connect-four"] is twin
    assert "BOOHIVE_GAMES" not in os.environ, "no module has this one, so no other process can find it"
