"""The public names: this list changes only on purpose, and each name says what it is."""

import importlib
from pathlib import Path

import pytest

import boohive

PUBLIC = {
    "boohive": [
        "KERNEL_BUILD", "GAMES", "BoohiveError", "BoooPosition", "Effect", "Event", "Game", "IllegalMove", "Move", "MoveList",
        "NotSupported", "NotationError", "OptionError", "Outcome", "Piece", "Player", "Position", "Record", "Result",
        "SearchLimits", "Step",
        "TurnGame", "TurnPosition", "Variation", "analyse", "analyse_async",
        "from_text", "new", "read", "read_record", "register", "write",
    ],
    "boohive.core.animation": ["animate"],
    "boohive.engine": ["AsyncUhpEngine", "SearchLimits", "UhpEngine", "UhpOption", "analyse", "analyse_async"],
    "boohive.engine.selfplay": [
        "PlayedGame", "SelfPlayPlan", "add_game_to", "make_distinct", "open_file", "play_game", "play_games", "read_games",
    ],
    "boohive.engine.selfplay_ray": ["play_on_ray"],
    "boohive.envs.actions": ["Array", "Info", "Numbering", "Observation", "ParallelStep", "game_ids", "numbering", "turn_game"],
    "boohive.envs.openspiel": ["MAX_MOVES", "NAMES", "BoohiveGame", "BoohiveState"],
    "boohive.envs.race": ["RaceEnv", "env", "parallel_env"],
    "boohive.envs.single": ["Opponent", "SingleEnv"],
    "boohive.envs.turns": ["ParallelTurns", "Turns", "cycle_env", "env", "parallel_env", "raw_env"],
    "boohive.envs.gym_vector": ["GymVectorEnv"],
    "boohive.envs.vector": ["VectorEnv"],
    "boohive.games.hive.formats": ["read_game", "read_moves", "read_pgn", "read_sgf", "write_pgn", "write_sgf"],
    "boohive.core.reading": ["Source", "read_games", "split_games", "write_games"],
    "boohive.core.sgf": ["Node", "looks_like", "parse", "read_sgf", "write_sgf"],
}  # fmt: skip


@pytest.mark.parametrize("module", PUBLIC)
def test_public_names_are_listed_and_documented(module: str) -> None:
    found = importlib.import_module(module)
    assert sorted(found.__all__) == sorted(PUBLIC[module])
    for name in found.__all__:
        value = getattr(found, name)
        if callable(value) and getattr(value, "__module__", "").startswith("boohive"):
            assert value.__doc__, f"{module}.{name} is not documented"


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(boohive.__file__).parent / "py.typed").exists()
