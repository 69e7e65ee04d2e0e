"""The vector form is driven as Gymnasium drives its own."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from boohive import IllegalMove, NotSupported
from boohive.envs.gym_vector import GymVectorEnv


def test_spaces_and_facts_are_gymnasiums() -> None:
    with GymVectorEnv("boop", 8, threads=1) as envs:
        assert isinstance(envs, VectorEnv) and envs.num_envs == 8
        assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
        observations, infos = envs.reset(seed=3, options={})
        assert observations in envs.observation_space and observations[0] in envs.single_observation_space
        assert envs.action_space.shape == (8,) and infos["action_mask"].shape == (8, int(envs.single_action_space.n))
        assert envs.unwrapped is envs and envs.render_mode is None
    assert envs.closed
    with pytest.raises(NotSupported, match="was closed"):
        envs.step(np.zeros(8, np.int64))


def test_games_begin_again_in_the_step_in_which_they_end() -> None:
    envs = GymVectorEnv("boop-junior", 16, threads=2)
    start, _ = envs.reset(seed=1)
    ends = 0
    for _ in range(120):
        seats = envs.games.seats.copy()
        observations, rewards, terminations, truncations, infos = envs.step(envs.sampled_actions)
        for i in np.flatnonzero(terminations | truncations):
            assert (observations[i] == start[i]).all() and infos["seat"][i] == 0
            winner = infos["result"][i]
            assert rewards[i] == (0 if winner in (-1, 2) else 1 if winner == seats[i] else -1)
            ends += 1
        assert (rewards[~terminations] == 0).all() and infos["action_mask"].any(axis=1).all()
    assert ends > 0
    envs.close()


def test_what_was_returned_is_not_written_again_unless_that_is_wanted() -> None:
    for copy in (True, False):
        envs = GymVectorEnv("boop", 2, threads=1, copy=copy)
        before, infos = envs.reset(seed=1)
        kept = before.copy()
        after, *_ = envs.step(envs.sampled_actions)
        assert (before is after) == (not copy) and (before == kept).all() == copy
        assert (infos["action_mask"] is envs.games.masks) == (not copy)


def test_the_same_seed_samples_the_same_games() -> None:
    envs = GymVectorEnv("hive", 4, threads=1)
    played = []
    for seed in (5, [5, 6, 7, 8], 6):
        envs.reset(seed=seed)
        actions = []
        for _ in range(20):
            actions.append(envs.sampled_actions.tolist())
            envs.step(envs.sampled_actions)
        played.append(actions)
    assert played[0] == played[1] != played[2]


def test_gymnasiums_statistics_count_the_games() -> None:
    envs = RecordEpisodeStatistics(GymVectorEnv("boop", 4, threads=1, max_moves=30))
    envs.reset(seed=1)
    for _ in range(31):
        *_, infos = envs.step(envs.unwrapped.sampled_actions)
        if "episode" in infos:
            break
    assert infos["episode"]["l"].max() <= 30 and envs.episode_count > 0


def test_actions_that_are_not_whole_numbers_are_refused() -> None:
    envs = GymVectorEnv("boop", 2, threads=1)
    envs.reset()
    with pytest.raises(IllegalMove, match="actions are whole numbers"):
        envs.step(np.array([0.5, 1.0]))
    with pytest.raises(IllegalMove, match="is not legal in game 1"):
        envs.step(np.array([0, 40]))
