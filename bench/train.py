"""``./dev train GAME``: the evaluation's network from games that the engine plays against itself.

    ./dev train boop --games 20000 --workers 2     # play until there are so many games, then train
    boohive arena boop python:bench.train:WithNetworks level:8 --time 0.1 --games 400

Games are added to ``training-GAME.jsonl`` in the cache's folder one by one, so a run can be stopped and continued; with
--file another file of games is taken. A tenth of the games is held out. The label of a position is the search's win
probability, mixed with the game's result where that is the search's own doing. The same games and seed give the same weights,
which are written to ``networks/GAME.weights`` in that folder: they come into the package (as ``network.weights`` in the game's
folder) only if they win a match. BENCH_FROZEN_NODES makes it count nodes.
"""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

from bench.frozen import Frozen, cache_folder
from bench.training_games import Positions, play_until, positions, read
from boohive.core import network
from boohive.engine.levels import game_levels
from boohive.games.boop import network_terms as boop
from boohive.games.ghosts import network_terms as ghosts
from boohive.games.hive import network_terms as hive

INPUTS = {"boop": boop.INPUTS, "boop-ghosts": ghosts.INPUTS, "hive": hive.INPUTS}
FILES = {"boop": "boop.weights", "boop-ghosts": "ghosts.weights", "hive": "hive.weights"}
HELD_OUT = 10
RESULT_SHARE = 0.4
"""How much the result counts in a label, against the search's win probability."""
BATCH = 2048
LEARNING_RATE = 6e-3
UNIT, POINT = 128, 16
"""A unit counts in 128ths, a weight behind it in sixteenths of a point."""
MOST = 150
"""What a unit comes to at most in the games; 255 would be too much for its 16 bits."""


def turned(inputs: int) -> list[list[int]]:
    """The eight ways to look at the bed: for each, which input stands where another one did."""
    found = []
    for view in range(8):
        order = list(range(inputs))
        for space in range(36):
            row, column = divmod(space, 6)
            column = 5 - column if view >= 4 else column
            for _ in range(view % 4):
                row, column = column, 5 - row
            for first in (0, 36, boop.PER_SIDE, boop.PER_SIDE + 36):
                order[first + space] = first + 6 * row + column
        found.append(order)
    return found


def loss_at(scores: np.ndarray, labels: np.ndarray, scale: float) -> float:
    """How much the labels surprise whoever believes in these scores, per position."""
    worth = scores.astype(float) / scale
    return float(np.mean(np.logaddexp(0, worth) - labels * worth))


def labels_of(data: Positions, scale: float) -> np.ndarray:
    """What the network is to say of each position."""
    searched = 1 / (1 + np.exp(-data.scores / scale))
    mixed = RESULT_SHARE * data.results + (1 - RESULT_SHARE) * searched
    return np.where(data.has_result, mixed, searched).astype(np.float32)


def train(data: Positions, scale: float, views: list[list[int]], epochs: int, seed: int) -> list[int]:
    """The weights that fit the labels best, as whole numbers."""
    import torch

    torch.manual_seed(seed)
    torch.set_num_threads(1)  # The same sums in the same order on every machine.
    labels = torch.from_numpy(labels_of(data, scale))
    inputs = torch.from_numpy(data.inputs)
    chosen = torch.nonzero(torch.from_numpy(data.games % HELD_OUT != 0)).squeeze(1)
    count = inputs.shape[1]
    first = torch.nn.Parameter(torch.randn(count, network.HIDDEN) * 0.1)
    start = torch.nn.Parameter(torch.full((network.HIDDEN,), 0.1))
    linear = torch.nn.Parameter(torch.zeros(count))
    second = torch.nn.Parameter(torch.randn(network.HIDDEN) * 0.1)
    kept = [{"params": [first], "weight_decay": 0.01}, {"params": [start, linear, second], "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(kept, lr=LEARNING_RATE)
    batches = len(chosen) // BATCH
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, LEARNING_RATE, total_steps=epochs * batches + 1)
    orders = [torch.tensor(view) for view in views]
    for _ in range(epochs):
        shuffled = chosen[torch.randperm(len(chosen))]
        for batch in range(batches):
            rows = shuffled[batch * BATCH : (batch + 1) * BATCH]
            seen = inputs[rows].float()
            if orders:
                seen = seen[:, orders[int(torch.randint(len(orders), ()))]]
            worth = seen @ linear + torch.relu(seen @ first + start) @ second
            loss = torch.nn.functional.binary_cross_entropy_with_logits(worth, labels[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    with torch.no_grad():
        largest = torch.stack([(part.float() @ first + start).abs().amax(0) for part in inputs.split(8192)]).amax(0)
        layers = first.numpy(), start.numpy(), linear.numpy(), second.numpy(), largest.numpy()
    return whole_numbers(*layers, scale)


def whole_numbers(first: Any, start: Any, linear: Any, second: Any, largest: Any, scale: float) -> list[int]:
    """The weights in the units of ``core.network``: each hidden unit is stretched to what its 16 bits hold."""
    rows = np.concatenate([start[None], first])
    stretch = np.minimum(MOST / np.maximum(largest, 1e-3), 64.0)
    rows = np.round(rows * stretch * UNIT)
    numbers = np.concatenate(
        [rows.ravel(), np.round(linear * scale * POINT), np.round(second * scale * POINT / stretch)]
    )
    if np.abs(numbers).max() > 32767 or np.abs(numbers[-network.HIDDEN :]).max() > 2047:
        raise ValueError("a weight is too large for its 16 bits")
    return [int(number) for number in numbers]


def scores_by(numbers: list[int], data: Positions) -> np.ndarray:
    """What the whole numbers say of each position, as the engine works it out."""
    inputs = data.inputs.shape[1]
    rows = np.array(numbers[: network.HIDDEN * (1 + inputs)]).reshape(1 + inputs, network.HIDDEN)
    linear, second = np.array(numbers[rows.size : -network.HIDDEN]), np.array(numbers[-network.HIDDEN :])
    units = np.maximum(data.inputs.astype(np.int32) @ rows[1:] + rows[0], 0)
    total: np.ndarray = (data.inputs.astype(np.int32) @ linear * 128 + units @ second) >> network.SCALE_BITS
    return total


def report(name: str, data: Positions, numbers: list[int], scale: float) -> None:
    """Loss and calibration on the games that were held out."""
    held_out = Positions(*(part[data.games % HELD_OUT == 0] for part in data))
    judged, labels = scores_by(numbers, held_out), labels_of(held_out, scale)
    print(f"{name}: {len(data.scores)} positions, {len(labels)} held out")
    print(f"  loss on the labels {loss_at(judged, labels, scale):.4f}")
    ended = Positions(*(part[held_out.has_result] for part in held_out))
    print(f"  loss on the results {loss_at(scores_by(numbers, ended), ended.results, scale):.4f},", end=" ")
    print(f"of the searches that made the labels {loss_at(ended.scores, ended.results, scale):.4f}")
    chances = 1 / (1 + np.exp(-scores_by(numbers, ended) / scale))
    for tenth in range(10):
        inside = (chances * 10).astype(int).clip(0, 9) == tenth
        if inside.any():
            predicted, scored = chances[inside].mean(), ended.results[inside].mean()
            print(f"  {tenth * 10} to {tenth * 10 + 10} %: {inside.sum()} positions, {predicted:.1%} -> {scored:.1%}")


class WithNetworks(Frozen):
    """Level 8 with the networks of BENCH_NETWORKS (default: those that were trained last), in a process of its own."""

    def worker(self) -> list[str]:
        folder = os.environ.get("BENCH_NETWORKS") or str(cache_folder() / "networks")
        return [str(Path(__file__).with_name("network_worker.py")), folder]


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev train", description="Train the evaluation's network of a game.")
    parser.add_argument("game", choices=sorted(INPUTS))
    parser.add_argument(
        "--games", metavar="N", type=int, default=20_000, help="play until there are so many (default 20000)"
    )
    parser.add_argument("--workers", metavar="N", type=int, default=1, help="games at once")
    parser.add_argument("--file", metavar="FILE", type=Path, help="the games, instead of those in the cache's folder")
    parser.add_argument("--epochs", metavar="N", type=int, default=12)
    parser.add_argument("--seed", metavar="N", type=int, default=1)
    args = parser.parse_args()
    file = args.file or cache_folder() / f"training-{args.game}.jsonl"
    play_until(args.game, file, args.games, args.workers)
    scale = game_levels(args.game).scale
    data = positions(args.game, read(file), INPUTS[args.game])
    views = [] if args.game == "hive" else turned(INPUTS[args.game])
    numbers = train(data, scale, views, args.epochs, args.seed)
    report(args.game, data, numbers, scale)
    written = cache_folder() / "networks" / FILES[args.game]
    written.parent.mkdir(parents=True, exist_ok=True)
    remarks = [
        f"./dev train {args.game} --games {len(set(data.games.tolist()))} --epochs {args.epochs} --seed {args.seed}",
        f"{len(data.scores)} positions",
    ]
    written.write_text(network.packed_text(numbers, remarks), encoding="ascii")
    print(f"  written to {written}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
