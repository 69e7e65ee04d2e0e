"""OpenSpiel's own generic tests on our games."""

import pyspiel
import pytest

from boohive.envs import openspiel

LONGEST = {"boohive_hive": 12}
"""A Hive state is told in 30,720 numbers, so its games are kept short here."""


def short(name: str) -> str:
    return f"{name}(longest={LONGEST.get(name, 60)})"


@pytest.mark.parametrize("name", list(openspiel.NAMES))
def test_openspiel_simulates_random_games(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(short(name)), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", list(openspiel.NAMES))
def test_openspiel_writes_a_playthrough(name: str) -> None:
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    text = playthrough(short(name), None, seed=1)
    assert f'short_name = "{name}"' in text
