"""``python -m bench calibrate``: the scale that turns a score into a win probability, and how true these probabilities are.

Levels 5 and 6 play each other and themselves, each game from a random opening of its own. Each undecided position of a game
that comes to an end gets the score of a search of 20,000 nodes, and counts with the result of its game. BENCH_GAMES says how
many games there shall be in the end (default 400), BENCH_GAMES_OF of what, BENCH_LIMIT after how many seconds no further one is
begun. Games are added to ``calibration-GAME.jsonl`` in BENCH_CACHE one by one, so a run can be stopped and continued. With
BENCH_QUICK=1 the searches of 20,000 nodes play the games themselves, which takes a tenth of the time.

The scale of ``levels.toml`` is the one that makes the results likeliest. The curve is printed with scales that were fitted
without the games they are tested on. What the positions scored and won, by score, is kept in
``bench/data/calibration-GAME.json``, where a test compares it with the scale.
"""

import json
import math
import os
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from bench.frozen import cache_folder
from bench.measure import row
from boohive.core.turn_game import TurnGame
from boohive.engine.deepening import is_mate_score, last, search
from boohive.engine.levels import game_levels
from boohive.engine.players import Player
from boohive.engine.selfplay import random_opening
from boohive.engine.transposition import TranspositionTable
from boohive.games import GAMES

DATA = Path(__file__).parent / "data"
NAMES = os.environ.get("BENCH_GAMES_OF", "boop,boop-ghosts,hive").split(",")
COUNT = int(os.environ.get("BENCH_GAMES", "400"))
LIMIT = float(os.environ.get("BENCH_LIMIT", "inf"))
QUICK = bool(os.environ.get("BENCH_QUICK"))
NODES = 20_000
LEVELS = [(5, 6), (6, 5), (5, 5), (6, 6)]
"""Whose games: one opening after another, by these in turn."""
MAX_MOVES = 200
FOLDS = 5
STEP = 10
"""Scores are kept rounded to this."""
BINS = 10


class Tally(NamedTuple):
    """How often a score was seen, and what the player to move got then."""

    count: int
    points: float


Tallies = dict[int, Tally]
"""By score."""


# Games


def scored_game(game: TurnGame, number: int) -> list[tuple[int, float]]:
    """The scores of a game's undecided positions, each with what the player to move got in the end."""
    position, _ = random_opening(game.new(**game.match_options()), game.opening_decisions, f"calibrate {number}")
    players = [Player(level, number, time=3600) for level in LEVELS[number % len(LEVELS)]]
    seen: list[tuple[int, int]] = []
    for _ in range(MAX_MOVES):
        seat = position.to_move
        if seat is None:
            break
        found = last(search(position, nodes=NODES, table=TranspositionTable(1)))
        if not position.mid_turn and not is_mate_score(found.score):
            seen.append((found.score, seat))
        position = position.play(position.move(found.best) if QUICK else players[seat].choose(position))
    if position.to_move is not None:
        return []  # It has no result.
    winner = None if position.outcome is None else position.outcome.winner
    return [(score, 0.5 if winner is None else float(seat == winner)) for score, seat in seen]


def games_of(name: str) -> list[list[tuple[int, float]]]:
    """The scored games there are, and new ones until there are enough."""
    cache_folder().mkdir(parents=True, exist_ok=True)
    begun = monotonic()
    file = cache_folder() / f"calibration-{name}{'-quick' if QUICK else ''}.jsonl"
    known = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    with file.open("a", encoding="utf-8") as stream:
        for number in range(len(known), COUNT):
            if monotonic() - begun > LIMIT:
                break
            known.append(scored_game(GAMES[name].as_turn_based(), number))
            stream.write(json.dumps(known[-1]) + "\n")
            stream.flush()
    return known


# Fitting


def tallied(games: Iterable[list[tuple[int, float]]]) -> Tallies:
    """Positions counted by score."""
    found: dict[int, list[float]] = defaultdict(lambda: [0, 0.0])
    for game in games:
        for score, points in game:
            tally = found[STEP * round(score / STEP)]
            tally[0] += 1
            tally[1] += points
    return {score: Tally(int(count), points) for score, (count, points) in sorted(found.items())}


def probability(score: float, scale: float) -> float:
    return 1 / (1 + math.exp(-max(-500.0, min(500.0, score / scale))))


def loss(tallies: Tallies, scale: float) -> float:
    """How much the results surprise whoever believes in this scale, per position."""
    total = 0.0
    for score, (count, points) in tallies.items():
        chance = min(max(probability(score, scale), 1e-9), 1 - 1e-9)
        total -= points * math.log(chance) + (count - points) * math.log(1 - chance)
    return total / max(1, sum(tally.count for tally in tallies.values()))


def fitted_scale(tallies: Tallies) -> int:
    """The scale with the smallest loss."""
    return min(range(40, 601), key=lambda scale: loss(tallies, scale))


class Bin(NamedTuple):
    """Positions whose predicted win probabilities are within ten points of each other."""

    count: int
    predicted: float
    scored: float


def curve(parts: Iterable[tuple[Tallies, float]]) -> list[Bin]:
    """The bins of several sets of positions, each predicted by its own scale."""
    sums = [[0, 0.0, 0.0] for _ in range(BINS)]
    for tallies, scale in parts:
        for score, (count, points) in tallies.items():
            chance = probability(score, scale)
            found = sums[min(int(chance * BINS), BINS - 1)]
            found[0] += count
            found[1] += count * chance
            found[2] += points
    return [Bin(int(n), predicted / max(n, 1), scored / max(n, 1)) for n, predicted, scored in sums]


def held_out_curve(games: list[list[tuple[int, float]]]) -> list[Bin]:
    """Each fifth of the games predicted by a scale that was fitted to the other four."""
    parts = []
    for fold in range(FOLDS):
        inside = tallied(game for number, game in enumerate(games) if number // len(LEVELS) % FOLDS != fold)
        outside = tallied(game for number, game in enumerate(games) if number // len(LEVELS) % FOLDS == fold)
        parts.append((outside, float(fitted_scale(inside))))
    return curve(parts)


# Keeping


def file_of(name: str) -> Path:
    return DATA / f"calibration-{name}.json"


def kept(name: str) -> Tallies:
    """What was kept of the last run."""
    found: dict[str, list[float]] = json.loads(file_of(name).read_text())
    return {int(score): Tally(int(count), points) for score, (count, points) in found.items()}


def keep(name: str, tallies: Tallies) -> None:
    lines = (f'"{score}": [{tally.count}, {tally.points:g}]' for score, tally in tallies.items())
    file_of(name).write_text("{\n" + ",\n".join(lines) + "\n}\n")


def run() -> None:
    for name in NAMES:
        games = games_of(name)
        tallies = tallied(games)
        keep(name, tallies)
        now, new = game_levels(name).scale, fitted_scale(tallies)
        positions = sum(tally.count for tally in tallies.values())
        print(f"{name}: {len(games)} games, {positions} positions, scale {now:g} -> {new}")
        print(f"  loss {loss(tallies, now):.4f} -> {loss(tallies, new):.4f}")
        row("  predicted, held out by game", "positions", "predicted", "scored", f"at {now:g} now")
        for place, (found, old) in enumerate(zip(held_out_curve(games), curve([(tallies, now)]), strict=True)):
            row(
                f"  {100 * place // BINS} to {100 * (place + 1) // BINS} %",
                found.count,
                f"{found.predicted:.1%}",
                f"{found.scored:.1%}",
                f"{old.predicted:.1%} {old.scored:.1%}",
            )
