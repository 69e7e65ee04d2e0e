"""Action numbers never change, cover every legal move once, and the vector environment agrees with the rules."""

import hashlib
from random import Random

import numpy as np
import pytest

from boohive.envs import race
from boohive.envs.actions import Numbering, numbering, start_of
from boohive.envs.vector import VectorEnv
from boohive.games.boop.encoding import code_list as boop_code_list
from boohive.games.ghosts.encoding import code_list

GAMES = ["boop", "boop-junior", "boop-ghosts", "hive"]
SIZES = {
    "boop": (188, (10, 6, 6)),
    "boop-junior": (188, (10, 6, 6)),
    "boop-ghosts": (209, (19, 6, 6)),
    "hive": (5489, (30, 32, 32)),
}


@pytest.mark.parametrize("game", GAMES)
def test_the_sizes_are_frozen(game: str) -> None:
    assert (numbering(game).actions, numbering(game).shape) == SIZES[game]


def test_the_numbers_of_boop_are_frozen() -> None:
    codes = code_list()
    assert [codes[0], codes[6], codes[36], codes[72], codes[108], codes[132], codes[156], codes[172]] == [
        0, 8, 64, 128, 192, 256, 320, 386,
    ]  # fmt: skip
    assert [codes[188], codes[189], codes[208]] == [448, 449, 468]
    assert len(set(codes)) == len(codes) == 209
    assert boop_code_list() == codes[:188]


PLAYED = {
    "boop": "95bd09990a1f8e6b",
    "boop-junior": "ba7b526f9b921dd1",
    "boop-ghosts": "27e8583e0c768cfb",
    "hive": "73f96aca3741014e",
}
"""Hashes of random games told in action numbers. If one of these changes, somebody's trained agent has become useless."""


RACED = "7288a8d81902f50c"
"""The same for what agents of Booo! see and may do."""


def test_what_agents_of_the_race_see_is_frozen() -> None:
    """Agents that claim now and then, prove a step or two, forget and raise their hands."""
    digest, refused, proof_actions = hashlib.sha256(), 0, 0
    for players, seed in ((2, 1), (3, 2), (6, 3)):
        env = race.parallel_env(players, proof="relaxed")
        seen, _ = env.reset(seed=seed)
        rng = Random(seed)
        for _ in range(400):
            actions = {}
            for agent in env.agents:
                legal = [number for number, possible in enumerate(seen[agent]["action_mask"]) if possible]
                actions[agent] = 0 if 1 in legal and rng.random() < 0.8 else rng.choice(legal)
            seen, rewards, ended, _, infos = env.step(actions)
            for shown in seen.values():
                digest.update(shown["observation"].tobytes() + shown["action_mask"].tobytes())
                proof_actions += int(shown["action_mask"][11:].sum())
            digest.update(repr((rewards, ended, infos)).encode())
            refused += sum(map(bool, infos.values()))
    assert refused > 0 and proof_actions > 0, "too little happened"
    assert digest.hexdigest()[:16] == RACED


def random_game(numbers: Numbering, game: str, seed: int, plies: int) -> list[str]:
    """Each decision as action and move text."""
    rng = Random(seed)
    position = start_of(game, {})
    output = []
    while position.outcome is None and len(output) < plies:
        legal = numbers.legal(position)
        assert len(legal) == len(position.legal_moves), "two moves share an action"
        action = rng.choice(sorted(legal))
        move = numbers.move(position, action)
        assert move == legal[action]
        output.append(f"{action} {move.text}")
        position = position.play(move)
    return output


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_of_whole_games_are_frozen(game: str) -> None:
    output = [line for seed in range(6) for line in random_game(numbering(game), game, seed, 150)]
    assert hashlib.sha256("\n".join(output).encode()).hexdigest()[:16] == PLAYED[game]


@pytest.mark.parametrize("game", GAMES)
def test_the_vector_environment_plays_by_the_rules(game: str) -> None:
    """Every game of the batch, followed as a position: the same masks, planes, seats and ends."""
    envs = VectorEnv(game, 3, seed=7, threads=2, max_moves=120)
    numbers = numbering(game)
    start = start_of(game, {})
    positions, ends = [start] * 3, 0
    plies = [0] * 3
    for _ in range(250):
        for i, position in enumerate(positions):
            assert (envs.masks[i] == numbers.mask(position)).all()
            assert (envs.planes[i] == numbers.planes(position, position.to_move)).all()
            assert envs.seats[i] == position.to_move
        actions = envs.sampled_actions.copy()
        envs.step(actions)
        for i, position in enumerate(positions):
            after = position.play(numbers.move(position, int(actions[i])))
            plies[i] += 1
            outcome = after.outcome
            expected = -1 if outcome is None else 2 if outcome.winner is None else outcome.winner
            assert envs.results[i] == expected
            assert envs.truncated[i] == (outcome is None and plies[i] == 120)
            reward = 0 if outcome is None or outcome.winner is None else 1 if outcome.winner == position.to_move else -1
            assert envs.rewards[i] == reward
            over = outcome is not None or plies[i] == 120
            ends += over
            positions[i], plies[i] = (start, 0) if over else (after, plies[i])
    assert ends > 0
    envs.close()


def test_a_repeated_position_is_a_draw_in_the_batch() -> None:
    """T3: two queens that walk back and forth."""
    envs = VectorEnv("hive", 1, threads=1)
    numbers, position = numbering("hive"), start_of("hive", {})
    for text in ["wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-"]:
        envs.step(np.array([numbers.action(position.parse(text))]))
        position = position.play(text)
    while position.outcome is None:
        goals = ("wQ -wA1", "wQ /wA1") if position.to_move == 0 else ("bQ bA1-", "bQ bA1/")
        text = next(goal for goal in goals if playable(position, goal))
        action = numbers.action(position.parse(text))
        position = position.play(text)
        envs.step(np.array([action]))
    assert position.outcome.winner is None and envs.results[0] == 2


def playable(position: object, text: str) -> bool:
    from boohive import BoohiveError

    try:
        position.parse(text)  # type: ignore[attr-defined]
    except BoohiveError:
        return False
    return True


def test_an_illegal_action_is_refused_by_name() -> None:
    from boohive import IllegalMove

    envs = VectorEnv("boop", 4, threads=1)
    with pytest.raises(IllegalMove, match="action 40 is not legal in game 2"):
        envs.step(np.array([0, 1, 40, 2]))
    with pytest.raises(IllegalMove, match="there are 4 games"):
        envs.step(np.array([0, 1]))
