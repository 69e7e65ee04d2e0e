"""The environments pass the libraries' own checks, unchanged."""

import warnings
from functools import partial
from types import SimpleNamespace

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from boohive.envs import race, turns
from boohive.envs.single import SingleEnv

GAMES = ["boop", "boop-junior", "boop-ghosts", "hive"]


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_accepts_the_turn_games(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(turns.env(game))


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_game(game: str) -> None:
    seed_test(partial(turns.env, game))


@pytest.mark.parametrize("game", GAMES)
def test_games_are_cut_off_after_max_cycles(game: str) -> None:
    """In the form in which every agent acts in every cycle; there the count does not depend on who decides twice."""
    max_cycles_test(SimpleNamespace(env=partial(turns.cycle_env, game), parallel_env=partial(turns.parallel_env, game)))


def test_a_game_with_one_decision_a_turn_is_cut_off_after_max_cycles() -> None:
    """Hive's agents decide in turn and no game of it ends that soon, so the form of one agent at a time passes too."""
    max_cycles_test(
        SimpleNamespace(
            env=partial(turns.env, "hive", illegal="replace"), parallel_env=partial(turns.parallel_env, "hive")
        )
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_render_mode_draws(game: str) -> None:
    render_test(partial(turns.env, game), custom_tests={"svg": lambda picture: picture.startswith("<svg")})


def test_an_array_of_dots_is_the_picture() -> None:
    """A disc, a see-through square and a slope of colours: every way in which a PNG writes its rows."""
    from boohive.core.png import png
    from boohive.envs.rendering import dots

    ramp = '<linearGradient id="g"><stop stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient>'
    found = dots(
        png(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">{ramp}<rect width="20" height="20" fill="#f00"/>'
            '<rect x="20" width="20" height="10" fill="url(#g)"/><circle cx="10" cy="10" r="5" fill="#0000ff80"/></svg>',
            200,
        )
    )
    assert found.shape == (100, 200, 3)
    assert found[2, 2].tolist() == [255, 0, 0] and found[90, 190].tolist() == [255, 255, 255]
    assert abs(found[50, 50].astype(int) - [127, 0, 128]).max() <= 1
    slope = found[20, 100:, 0].astype(int)
    assert slope[0] < 5 and slope[-1] > 250 and (slope[1:] >= slope[:-1]).all()


def test_wrong_arguments_of_environments_are_refused() -> None:
    from boohive import OptionError

    for wrong in ({"render_mode": "film"}, {"seat": 7}, {"opponent": 99}, {"opponent": 0}):
        with pytest.raises(OptionError):
            SingleEnv("boop", **wrong)
    with pytest.raises(OptionError, match="render_mode='film' is not possible"):
        turns.env("boop", render_mode="film")


def test_action_masks_are_never_empty() -> None:
    env = SingleEnv("boop", seat=0)
    env.reset(seed=1)
    assert env.action_masks().sum() == 36
    over = False
    while not over:
        _, _, over, cut, info = env.step(int(env.action_masks().argmax()))
        assert info["action_mask"].any() and not cut
    together = turns.parallel_env("boop")
    seen, _ = together.reset()
    assert seen["player_0"]["action_mask"].sum() == 36 and seen["player_1"]["action_mask"].all()


def test_pettingzoo_accepts_the_race() -> None:
    parallel_api_test(race.parallel_env())
    parallel_seed_test(race.parallel_env)
    max_cycles_test(race)
    render_test(race.env, custom_tests={"svg": lambda picture: picture.startswith("<svg")})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(race.env(), num_cycles=50)
    seed_test(race.env, num_cycles=50)


def test_a_race_is_named_by_its_id_and_a_turn_game_is_refused() -> None:
    from boohive import NotSupported

    env = race.parallel_env(3, game="booo")
    assert str(env) == str(race.parallel_env()) == "booo_v1" and env.position.options["players"] == 3
    with pytest.raises(NotSupported, match=r"boop\. is not a race"):
        race.parallel_env(game="boop")
    with pytest.raises(NotSupported, match=r"Booo! is a race"):
        turns.env("booo")


def test_an_action_that_does_not_exist_is_refused_in_a_race() -> None:
    env = race.parallel_env()
    env.reset(seed=1)
    *_, infos = env.step({"player_0": 503, "player_1": -1})
    assert infos == {
        "player_0": {"refused": "there is no action 503; actions are 0 to 502"},
        "player_1": {"refused": "there is no action -1; actions are 0 to 502"},
    }


def test_gymnasium_accepts_the_single_environment() -> None:
    for game in GAMES:
        check_env(gymnasium.make(f"boohive/{game}-v1").unwrapped)


def test_an_illegal_action_loses_or_is_refused() -> None:
    from boohive import IllegalMove, OptionError

    env = SingleEnv("boop", seat=0)
    env.reset(seed=1)
    _, reward, ended, _, info = env.step(40)  # a cat, which nobody has yet
    assert (reward, ended, info["illegal"]) == (-1.0, True, True)
    raw = turns.raw_env("boop")
    raw.reset()
    with pytest.raises(IllegalMove, match="action 40 is not legal here"):
        raw.step(40)
    with pytest.raises(OptionError, match="is not an opponent"):
        SingleEnv("boop", opponent="nobody")


def test_a_level_of_the_engine_plays_the_other_seat() -> None:
    env = SingleEnv("boop", opponent=1, seat=1)
    planes, info = env.reset(seed=1)
    assert planes[2].sum() == 1 and info["action_mask"].sum() == 35


def test_a_race_can_be_won() -> None:
    """Agents that claim and prove by the solver's route finish a game."""
    from boohive.games.booo.bots import LEVELS, next_event
    from boohive.games.booo.state import Phase

    env = race.parallel_env(2)
    env.reset(seed=5)
    for _ in range(3600):
        state, setup = env.position.state, env.position.rules
        actions = dict.fromkeys(env.agents, 0)
        for seat, agent in enumerate(env.possible_agents):
            if state.phase not in (Phase.SEARCH, Phase.PROOF):
                continue
            event = next_event(setup, state, seat, LEVELS["hard"], 1)
            if event is not None and event.game_ms is not None and event.game_ms <= env.now + env.tick:
                encoding = env.position.race_encoding()
                actions[agent] = next(
                    (
                        action
                        for action in range(1, encoding.actions)
                        if encoding.event_text(action) in (event.text, event.text.rsplit(" ", 1)[0])
                    ),
                    0,
                )
        _, rewards, ended, _, _ = env.step(actions)
        if not env.agents:
            break
    assert all(ended.values()) and sorted(rewards.values()) in ([-1.0, 1.0], [0.0, 0.0])
