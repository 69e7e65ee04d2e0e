"""Train a small network on boop. in the vector environment, then let it meet a random player.

    pip install 'boohive[train]'
    python examples/train_boop.py --minutes 10

Half of the games are played by the network against itself, half against a random player. Policy gradient with a learned
baseline: every decision of a finished game is pushed towards or away from by how the game ended for the seat that made
it, sooner ends counting more. Once a minute the network meets a random player; the best one so far is what is returned.
"""

import argparse
import copy
import sys
from time import monotonic
from typing import NamedTuple

try:
    import numpy as np
    import torch
    from torch import nn

    from boohive.envs.vector import VectorEnv
except ImportError:
    sys.exit("training needs PyTorch and the environments: pip install 'boohive[train]'")

GAMES = 256
STEPS = 64
TEST_GAMES = 200
PATIENCE = 0.99
"""A win one decision later is worth this much of a win now; without it a winning network dawdles."""
RANDOM_SEAT = np.where(np.arange(GAMES) < GAMES // 2, np.arange(GAMES) % 2, -1)
"""Which seat of each game plays at random; -1 for none."""


class Net(nn.Module):
    """Planes to action scores and an expected result."""

    def __init__(self, planes: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(planes, 48, 3, padding=1), nn.ReLU(), nn.Conv2d(48, 48, 3, padding=1), nn.ReLU(), nn.Flatten()
        )
        self.policy = nn.Linear(48 * 36, actions)
        self.value = nn.Linear(48 * 36, 1)

    def forward(self, planes: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores of illegal actions are far below all others."""
        features = self.body(planes)
        return self.policy(features).masked_fill(masks == 0, -1e9), torch.tanh(self.value(features)).squeeze(1)


class Experience(NamedTuple):
    """Some steps of many games, one array for each thing that happened; the first axis is time."""

    planes: np.ndarray
    masks: np.ndarray
    seats: np.ndarray
    actions: np.ndarray
    rewards: np.ndarray
    ended: np.ndarray
    by_net: np.ndarray


def play(net: Net, envs: VectorEnv) -> Experience:
    """The net samples its actions by their scores; the seats of the random player act at random."""
    found = []
    for _ in range(STEPS):
        before = envs.planes.copy(), envs.masks.copy(), envs.seats.copy()
        with torch.no_grad():
            actions = torch.distributions.Categorical(logits=look(net, envs)[0]).sample().numpy()
        by_net = envs.seats != RANDOM_SEAT
        actions = np.where(by_net, actions, envs.sampled_actions)
        _, _, rewards, results, truncated = envs.step(actions)
        found.append((*before, actions, rewards.copy(), (results >= 0) | (truncated > 0), by_net))
    return Experience(*(np.stack(values) for values in zip(*found, strict=True)))


def look(net: Net, envs: VectorEnv) -> tuple[torch.Tensor, torch.Tensor]:
    """What the net thinks of every game."""
    scores, values = net(torch.from_numpy(envs.planes).float(), torch.from_numpy(envs.masks))
    return scores, values


def train(net: Net, minutes: float) -> None:
    """Play and learn until the time is up; the net ends as the best that met the random player."""
    envs = VectorEnv("boop", GAMES, seed=1, max_moves=300)
    adam = torch.optim.Adam(net.parameters(), 1e-3)
    begun, last_report = monotonic(), monotonic()
    best, kept = -1.0, net.state_dict()
    while (passed := (monotonic() - begun) / 60) < minutes:
        adam.param_groups[0]["lr"] = 1e-3 * max(0.05, 1 - passed / minutes)
        played = play(net, envs)
        with torch.no_grad():
            expected = look(net, envs)[1].numpy() * np.where(envs.seats == 0, 1.0, -1.0)
        learn(net, adam, played, returns_of(played, expected))
        if monotonic() > last_report + 60:
            last_report, share = monotonic(), meet_random(net, seed=3)
            print(f"{passed:.1f} minutes: won {100 * share:.1f} %", flush=True)
            if share >= best:
                best, kept = share, copy.deepcopy(net.state_dict())
    envs.close()
    if meet_random(net, seed=3) < best:
        net.load_state_dict(kept)


def returns_of(played: Experience, last: np.ndarray) -> np.ndarray:
    """What each decision led to, for the seat that made it; a game still running counts as the net expects it to end."""
    found = np.zeros_like(played.rewards)
    for_first = last
    for step in range(len(found) - 1, -1, -1):
        sign = np.where(played.seats[step] == 0, 1.0, -1.0)
        for_first = np.where(played.ended[step], played.rewards[step] * sign, PATIENCE * for_first)
        found[step] = for_first * sign
    return found


def learn(net: Net, adam: torch.optim.Optimizer, played: Experience, aims: np.ndarray) -> None:
    """One pass over what was played, in shuffled parts."""
    flat = Experience(*(torch.from_numpy(values.reshape(-1, *values.shape[2:])) for values in played))
    goals = torch.from_numpy(aims.reshape(-1).astype(np.float32))
    own = torch.nonzero(flat.by_net).squeeze(1)
    for part in own[torch.randperm(len(own))].split(2048):
        scores, values = net(flat.planes[part].float(), flat.masks[part])
        chances = torch.distributions.Categorical(logits=scores)
        surprise = (goals[part] - values).detach()
        loss = -(chances.log_prob(flat.actions[part]) * surprise).mean()
        loss = loss + 0.5 * (goals[part] - values).pow(2).mean() - 0.01 * chances.entropy().mean()
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        adam.step()


def meet_random(net: Net, seed: int) -> float:
    """The share of games won against a random player, seats taken in turn."""
    envs = VectorEnv("boop", TEST_GAMES, seed=seed, max_moves=1000)
    mine = np.arange(TEST_GAMES) % 2
    won = np.full(TEST_GAMES, -1)
    while (won < 0).any():
        with torch.no_grad():
            best = look(net, envs)[0].argmax(1).numpy()
        _, _, _, results, truncated = envs.step(np.where(envs.seats == mine, best, envs.sampled_actions))
        over = (won < 0) & ((results >= 0) | (truncated > 0))
        won[over] = results[over] == mine[over]
    envs.close()
    return float(won.mean())


def main(words: list[str] | None = None) -> float:
    """Train, then test; the share of games won."""
    parser = argparse.ArgumentParser(description="train a small network on boop. and let it meet a random player")
    parser.add_argument("--minutes", type=float, default=10)
    minutes = parser.parse_args(words).minutes
    torch.manual_seed(1)
    torch.set_num_threads(1)
    net = Net(10, 188)
    train(net, minutes)
    share = meet_random(net, seed=2)
    print(f"won {100 * share:.1f} % of {TEST_GAMES} games against a random player")
    return share


if __name__ == "__main__":
    main()
