"""The example that trains an agent. It needs torch, which only ./dev soak installs."""

from importlib import util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed; ./dev soak installs it")

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_boop.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = util.spec_from_file_location("train_boop", EXAMPLE)
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_round_of_play_changes_the_network(example: ModuleType) -> None:
    torch.manual_seed(1)
    net = example.Net(10, 188)
    before = net.policy.weight.detach().clone()
    envs = example.VectorEnv("boop", example.GAMES, seed=1, max_moves=300)
    played = example.play(net, envs)
    aims = example.returns_of(played, np.zeros(example.GAMES))
    assert aims.shape == played.rewards.shape and np.abs(aims).max() <= 1
    assert (aims[played.ended] == played.rewards[played.ended]).all()
    example.learn(net, torch.optim.Adam(net.parameters(), 1e-3), played, aims)
    assert not torch.equal(before, net.policy.weight)
    envs.close()


def test_a_win_counts_for_its_seat_and_against_the_other(example: ModuleType) -> None:
    column = lambda *values: np.array(values).reshape(-1, 1)  # noqa: E731
    played = example.Played(
        planes=column(0, 0, 0),
        masks=column(0, 0, 0),
        seats=column(0, 1, 0),
        actions=column(0, 0, 0),
        rewards=column(0.0, 1.0, 0.0),
        ended=column(False, True, False),
        by_net=column(True, True, True),
    )
    aims = example.returns_of(played, np.array([0.5]))
    assert aims.reshape(-1).tolist() == pytest.approx([-example.PATIENCE, 1.0, 0.5 * example.PATIENCE])


@pytest.mark.slow
def test_ten_minutes_of_training_beat_a_random_player(example: ModuleType) -> None:
    assert example.main(["--minutes", "10"]) >= 0.9
