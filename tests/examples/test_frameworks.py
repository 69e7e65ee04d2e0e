"""The examples with other people's frameworks: short, typed, and run; what is large is installed by ./dev soak only."""

import subprocess
import sys
from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

from boohive.envs.single import SingleEnv
from boohive.games import GAMES

TOP = Path(__file__).parents[2]
EXAMPLES = TOP / "examples"
FRAMEWORKS = ["openspiel_mcts", "train_sb3"]


def load(name: str) -> ModuleType:
    spec = util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", FRAMEWORKS)
def test_an_example_is_under_forty_lines_and_can_be_imported(name: str) -> None:
    assert len((EXAMPLES / f"{name}.py").read_text(encoding="utf-8").splitlines()) < 40
    load(name)


def test_the_examples_are_typed() -> None:
    files = [str(EXAMPLES / f"{name}.py") for name in (*FRAMEWORKS, "bot", "connect_four/connect_four/game")]
    words = [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", *files]
    done = subprocess.run(words, cwd=TOP, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_openspiels_search_beats_a_random_player() -> None:
    assert load("openspiel_mcts").play("boop-junior", 12) == [1.0, -1.0]


@pytest.mark.slow
def test_sb3_contrib_learns() -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed; ./dev soak installs it")
    assert load("train_sb3").train(4096) >= 0.5


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.id for game in GAMES.get_all() if game.kind == "turns"])
def test_stable_baselines_accepts_the_environment(game: str) -> None:
    reason = "stable-baselines3 is not installed; ./dev soak installs it with sb3-contrib"
    checker = pytest.importorskip("stable_baselines3.common.env_checker", reason=reason)
    checker.check_env(SingleEnv(game))
