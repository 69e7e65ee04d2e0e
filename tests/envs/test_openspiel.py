"""OpenSpiel's own generic tests on our games."""

import pickle
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


def test_options_of_a_game_are_parameters() -> None:
    base = pyspiel.load_game("boohive_hive(type=Base)")
    assert str(base.new_initial_state()).startswith("Base;")
    assert str(pyspiel.load_game("boohive_hive").new_initial_state()).startswith("Base+MLP;")
    with pytest.raises(Exception, match="Base\\+X"):
        pyspiel.load_game("boohive_hive(type=Base+X)").new_initial_state()


@pytest.mark.parametrize("name", ["boohive_boop(draw=threefold)", "boohive_hive(type=Base+M,max_moves=50)"])
def test_games_and_states_are_pickled(name: str) -> None:
    game = pyspiel.load_game(name)
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game) and again.max_moves == game.max_moves
    state = game.new_initial_state()
    for _ in range(6):
        state.apply_action(state.legal_actions()[0])
    copied = pickle.loads(pickle.dumps(state))
    assert str(copied) == str(state) and copied.history() == state.history()
    assert copied.get_game().start.options == game.start.options
