"""``python -m bench tune``: weights of the evaluations from games the engine plays against itself.

Games start from the frozen openings and are played with few nodes a move; every quiet position is a row of terms with
the result of its game. Logistic regression, pulled towards the weights there are, prints a new table. The same numbers
come out every time. BENCH_GAMES sets how many games (default 40), BENCH_NODES the nodes a move (default 2000).
"""

import math
import os
from collections.abc import Callable
from typing import Any

from boohive.core.turns import Move, TurnGame, TurnPosition
from boohive.engine.levels import row as level_row
from boohive.engine.openings import openings, start_of
from boohive.engine.table import Table
from boohive.engine.thinking import is_sure, last, think
from boohive.games import GAMES
from boohive.games.boop import evaluate as boop
from boohive.games.hive import evaluate as hive

COUNT = int(os.environ.get("BENCH_GAMES", "40"))
NODES = int(os.environ.get("BENCH_NODES", "2000"))
LONGEST = 160
ROUNDS = 200
STEP = 40.0
PULL = 1e-6
"""How strongly a weight is held where it is, per unit squared."""

Sample = tuple[list[int], float]


def boop_terms(position: TurnPosition) -> list[int]:
    return list(boop.counts_of(position.kernel.state()).values())


def hive_terms(position: TurnPosition) -> list[int]:
    kernel: Any = position.kernel
    return list(kernel.counts().values())


TABLES: dict[str, tuple[Callable[[TurnPosition], list[int]], dict[str, int]]] = {
    "boop": (boop_terms, boop.WEIGHTS),
    "boop-junior": (boop_terms, boop.JUNIOR_WEIGHTS),
    "hive": (hive_terms, hive.WEIGHTS),
}


def samples(game: TurnGame, number: int, terms: Callable[[TurnPosition], list[int]]) -> list[Sample]:
    """The quiet positions of one game, each with the points of the seat to move."""
    position = start_of(game, openings(game.id)[number % 100])
    memory = Table(1)
    seen: list[tuple[list[int], int]] = []
    for _ in range(LONGEST):
        if position.to_move is None:
            break
        thought = last(think(position, nodes=NODES + number % 7, memory=memory))
        if not position.turn_is_open and not is_sure(thought.score):
            seen.append((terms(position), position.to_move))
        position = position.play(Move(position, thought.best))
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return [(counts, 0.5) for counts, _ in seen]
    return [(counts, float(seat == outcome.winner)) for counts, seat in seen]


def fit(data: list[Sample], start: list[int], scale: float) -> list[float]:
    """Gradient descent on the logistic loss."""
    weights = [float(weight) for weight in start]
    for _ in range(ROUNDS):
        slope = [PULL * (weight - first) for weight, first in zip(weights, start, strict=True)]
        for counts, points in data:
            total = sum(weight * count for weight, count in zip(weights, counts, strict=True) if count)
            miss = (1 / (1 + math.exp(-max(-30.0, min(30.0, total / scale)))) - points) / len(data)
            for i, count in enumerate(counts):
                if count:
                    slope[i] += miss * count
        weights = [weight - STEP * change for weight, change in zip(weights, slope, strict=True)]
    return weights


def loss(data: list[Sample], weights: list[float], scale: float) -> float:
    total = 0.0
    for counts, points in data:
        value = sum(weight * count for weight, count in zip(weights, counts, strict=True))
        share = 1 / (1 + math.exp(-max(-30.0, min(30.0, value / scale))))
        total -= points * math.log(share + 1e-9) + (1 - points) * math.log(1 - share + 1e-9)
    return total / len(data)


def run() -> None:
    for game_id in os.environ.get("BENCH_TUNE", ",".join(TABLES)).split(","):
        terms, table = TABLES[game_id]
        game = GAMES[game_id]
        assert isinstance(game, TurnGame)
        data = [sample for number in range(COUNT) for sample in samples(game, number, terms)]
        scale = level_row(game_id)["scale"]
        start = list(table.values())
        weights = fit(data, start, scale)
        before, after = loss(data, [float(weight) for weight in start], scale), loss(data, weights, scale)
        print(f"{game_id}: {COUNT} games, {len(data)} positions, loss {before:.4f} -> {after:.4f}")
        for name, old, new in zip(table, start, weights, strict=True):
            print(f'    "{name}": {round(new)},  # was {old}')
