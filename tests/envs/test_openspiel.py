"""OpenSpiel's own generic tests on our games."""

from pathlib import Path

import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms.generate_playthrough import playthrough, replay

from boohive.envs import openspiel

flags.FLAGS.mark_as_parsed()  # the playthrough reads settings of a command line that we do not have


def named(name: str, hive: int) -> str:
    """The game; Hive with as many decisions as there is time for: each state is told in 30,720 numbers, many times."""
    return f"{name}(max_moves={hive})" if name == "boohive_hive" else name


@pytest.mark.parametrize("name", list(openspiel.NAMES))
def test_openspiel_simulates_random_games(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(named(name, 60)), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(openspiel.NAMES))
def test_openspiel_simulates_whole_games(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", list(openspiel.NAMES))
def test_openspiel_writes_and_replays_a_playthrough(name: str, tmp_path: Path) -> None:
    """A game written down with everything OpenSpiel can ask about each state comes out the same when played again."""
    file = tmp_path / f"{name}.txt"
    file.write_text(playthrough(named(name, 6), None), encoding="utf-8")
    written, again = replay(file)
    assert f'short_name = "{name}"' in written and written == again
