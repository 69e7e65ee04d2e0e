"""``python -m bench tune``: weights of the evaluations from games the engine plays against itself.

Games start from the frozen openings and are played with few nodes a move; every quiet position is a row of terms with
the result of its game. Logistic regression, pulled towards the weights there are, prints a new table and keeps it in
BENCH_KEEP, where one is named. The same numbers come out every time. BENCH_GAMES sets how many games (default 400),
BENCH_NODES the nodes a move (default 2000), BENCH_TUNE which games.

Whether new weights play better is for a match to say; ``WithWeights`` plays with those of the file BENCH_WEIGHTS names::

    boohive arena boop level:8 python:bench.tune:WithWeights --time 0.1 --games 400
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from boohive.core.turn_game import Move, TurnGame, TurnPosition
from boohive.engine.deepening import is_mate_score, last, search
from boohive.engine.levels import game_levels
from boohive.engine.openings import openings, start_of
from boohive.engine.players import Player
from boohive.engine.transposition import TranspositionTable
from boohive.games import GAMES
from boohive.games.boop import evaluate as boop
from boohive.games.ghosts import evaluate as ghosts
from boohive.games.hive import evaluate as hive

COUNT = int(os.environ.get("BENCH_GAMES", "400"))
NODES = int(os.environ.get("BENCH_NODES", "2000"))
MAX_MOVES = 160
ROUNDS = 12
PULL = 3e-7
"""How strongly a weight is held where it is, per unit squared, against the mean loss of a position."""


class Tuned(NamedTuple):
    """An evaluation that can be tuned."""

    terms: Callable[[TurnPosition], list[int]]
    weights: dict[str, int]
    set_weights: Callable[[list[int]], None]
    base: Callable[[TurnPosition], int] = lambda position: 0
    """What the evaluation adds that is not tuned here."""


def boop_terms(position: TurnPosition) -> list[int]:
    return list(boop.term_counts(position._kernel.state()).values())


def boop_part(position: TurnPosition) -> int:
    """BOOOOP. takes over boop.'s weights; only the ghosts' are its own."""
    return sum(count * weight for count, weight in zip(boop_terms(position), boop.WEIGHTS.values(), strict=True))


def ghosts_terms(position: TurnPosition) -> list[int]:
    return list(ghosts.term_counts(position._kernel.state()).values())


def hive_terms(position: TurnPosition) -> list[int]:
    kernel: Any = position._kernel
    return list(kernel.counts().values())


EVALUATIONS = {
    "boop": Tuned(boop_terms, boop.WEIGHTS, lambda weights: boop.set_weights(False, weights)),
    "boop-junior": Tuned(boop_terms, boop.JUNIOR_WEIGHTS, lambda weights: boop.set_weights(True, weights)),
    "boop-ghosts": Tuned(ghosts_terms, ghosts.WEIGHTS, ghosts.set_weights, boop_part),
    "hive": Tuned(hive_terms, hive.WEIGHTS, hive.set_weights),
}


class Sample(NamedTuple):
    """A quiet position."""

    counts: list[int]
    base: int
    points: float
    """What the seat to move got in the end."""


def samples(game: TurnGame, number: int) -> list[Sample]:
    """The quiet positions of one game; no two games have the same opening and nodes."""
    tuned, frozen = EVALUATIONS[game.id], openings(game.id)
    position = start_of(game, frozen[number % len(frozen)])
    table = TranspositionTable(1)
    seen: list[tuple[list[int], int, int]] = []
    for _ in range(MAX_MOVES):
        if position.to_move is None:
            break
        info = last(search(position, nodes=NODES + number // len(frozen), table=table))
        if not position.mid_turn and not is_mate_score(info.score):
            seen.append((tuned.terms(position), tuned.base(position), position.to_move))
        position = position.play(position.move(info.best))
    outcome = position.outcome
    winner = None if outcome is None else outcome.winner
    return [Sample(counts, base, 0.5 if winner is None else float(seat == winner)) for counts, base, seat in seen]


def fit(data: list[Sample], start: list[int], scale: float) -> tuple[list[int], float, float]:
    """Newton's method on the logistic loss: the new weights, and the loss with the old ones and the new."""
    counts = np.array([sample.counts for sample in data], float) / scale
    base = np.array([sample.base for sample in data], float) / scale
    points = np.array([sample.points for sample in data])
    old = np.array(start, float)
    weights = old.copy()
    for _ in range(ROUNDS):
        share = 1 / (1 + np.exp(-(base + counts @ weights)))
        slope = counts.T @ (share - points) / len(data) + PULL * (weights - old)
        bend = (counts.T * (share * (1 - share))) @ counts / len(data) + PULL * np.eye(len(old))
        weights -= np.linalg.solve(bend, slope)
    rounded = [round(weight) for weight in weights]
    return rounded, loss(base + counts @ old, points), loss(base + counts @ np.array(rounded, float), points)


def loss(worth: Any, points: Any) -> float:
    """What a position's result surprises by, on average."""
    return float(np.mean(np.logaddexp(0, worth) - points * worth))


def run() -> None:
    kept: dict[str, dict[str, int]] = {}
    for name in os.environ.get("BENCH_TUNE", ",".join(EVALUATIONS)).split(","):
        game, table = GAMES[name], EVALUATIONS[name].weights
        assert isinstance(game, TurnGame)
        data = [sample for number in range(COUNT) for sample in samples(game, number)]
        weights, before, after = fit(data, list(table.values()), game_levels(name).scale)
        print(f"{name}: {COUNT} games, {len(data)} positions, loss {before:.4f} -> {after:.4f}")
        for term, new in zip(table, weights, strict=True):
            print(f'    "{term}": {new},  # was {table[term]}')
        kept[name] = dict(zip(table, weights, strict=True))
    if "BENCH_KEEP" in os.environ:
        Path(os.environ["BENCH_KEEP"]).write_text(json.dumps(kept, indent=2) + "\n")


class WithWeights:
    """Level 8 with other weights, which are put back after every move."""

    def __init__(self, seed: int, time: float) -> None:
        self.player = Player(seed=seed, time=time)
        self.weights = json.loads(Path(os.environ["BENCH_WEIGHTS"]).read_text())

    def choose(self, position: TurnPosition) -> Move:
        tuned = EVALUATIONS[position.game.id]
        tuned.set_weights(list(self.weights[position.game.id].values()))
        try:
            return self.player.choose(position)
        finally:
            tuned.set_weights(list(tuned.weights.values()))
