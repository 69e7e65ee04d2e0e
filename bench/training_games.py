"""Games for ``bench/train.py``: the engine against itself, each position with the score that its search gave.

A game begins with random decisions and later has a few more. One line of JSON a game is added to a file as it ends, so a run
can be stopped and continued; a game depends on its number and on the engine alone.
"""

import json
from collections.abc import Iterator
from concurrent.futures import as_completed
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from boohive.core.kernel import Kernel, play_at, status_of
from boohive.core.search_kernel import is_threatened, winning_move
from boohive.core.turn_game import TurnGame
from boohive.engine import scores
from boohive.engine.deepening import last, search
from boohive.engine.processes import worker_processes
from boohive.engine.transposition import TranspositionTable
from boohive.games import GAMES

NODES = [1000, 2000, 2000, 4000]
"""Several strengths; one of them is drawn for each game."""
MORE_RANDOM = 5
"""So many decisions more than an opening has, less one, may be random at the beginning of a game; or none is."""
STRAY, STRAY_UNTIL = 0.06, 44
"""How often a decision before this one is random as well."""
MAX_DECISIONS = 160
NO_RESULT = -1


class TrainingGame(NamedTuple):
    """A game: its moves as codes, and the search's scores for whoever moved, where a turn began."""

    number: int
    nodes: int
    opening: int
    codes: list[int]
    scores: list[int | None]
    last_random: int
    winner: int


def play(name: str, number: int) -> TrainingGame:
    """The game of this number."""
    game = GAMES[name].as_turn_based()
    rng = Random(f"train {name} {number}")
    position = game.new(**game.match_options())
    nodes = rng.choice(NODES)
    opening = rng.randrange(game.opening_decisions + MORE_RANDOM)
    codes: list[int] = []
    found: list[int | None] = []
    last_random = 0
    table = TranspositionTable(1)
    while position.to_move is not None and len(codes) < MAX_DECISIONS:
        info = last(search(position, nodes=nodes, table=table))
        code = info.best
        in_opening = len(codes) < opening or (position.mid_turn and len(codes) == opening)
        if in_opening or (len(codes) < STRAY_UNTIL and rng.random() < STRAY):
            code, last_random = rng.choice(position.legal_moves.codes()), len(codes)
        codes.append(code)
        found.append(None if position.mid_turn else info.score)
        position = position.play(position.move(code))
    winner = None if position.outcome is None else position.outcome.winner
    return TrainingGame(number, nodes, opening, codes, found, last_random, NO_RESULT if winner is None else winner)


def read(file: Path) -> list[TrainingGame]:
    """The games there are; a last line that was cut off does not count."""
    found = []
    for line in file.read_text(encoding="ascii").splitlines() if file.exists() else []:
        try:
            found.append(TrainingGame(*json.loads(line)))
        except (TypeError, ValueError):
            continue
    return found


def play_until(name: str, file: Path, count: int, workers: int) -> None:
    """Add games to the file until it has those of all numbers below ``count``."""
    known = {game.number for game in read(file)}
    missing = [number for number in range(count) if number not in known]
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="ascii") as stream:
        if file.stat().st_size and not file.read_text(encoding="ascii").endswith("\n"):
            stream.write("\n")
        for done, game in enumerate(played(name, missing, workers), 1):
            stream.write(json.dumps(game, separators=(",", ":")) + "\n")
            stream.flush()
            if done % 500 == 0:
                print(f"{name}: {len(known) + done} of {count} games", flush=True)


def played(name: str, numbers: list[int], workers: int) -> Iterator[TrainingGame]:
    """These games as they end."""
    if workers == 1:
        yield from (play(name, number) for number in numbers)
        return
    with worker_processes(workers) as pool:
        for start in range(0, len(numbers), 1000):
            for game in as_completed([pool.submit(play, name, number) for number in numbers[start : start + 1000]]):
                yield game.result()


class Positions(NamedTuple):
    """Positions as arrays, one row each: the inputs, the search's score and the result for the seat to move."""

    inputs: np.ndarray
    scores: np.ndarray
    results: np.ndarray
    has_result: np.ndarray
    """Whether every later move was the search's, and the game was played to its end."""
    games: np.ndarray
    """Numbers of the games, to hold some of them out."""


def positions(name: str, games: list[TrainingGame], inputs: int) -> Positions:
    """The positions in which the engine asks for an evaluation: a turn begins, nobody wins at once or threatens to."""
    rows: list[dict[int, int]] = []
    facts: list[tuple[int, float, bool, int]] = []
    for game in games:
        for kernel, i in quiet(GAMES[name].as_turn_based(), game):
            score = game.scores[i]
            assert score is not None
            won = game.winner == status_of(kernel).seat
            result = 0.5 if game.winner == NO_RESULT else float(won)
            has_result = i > game.last_random and len(game.codes) < MAX_DECISIONS
            rows.append(kernel.network_inputs())  # type: ignore[attr-defined]
            facts.append((score, result, has_result, game.number))
    table = np.zeros((len(rows), inputs), np.int8)
    for i, row in enumerate(rows):
        for number, count in row.items():
            table[i, number] = count
    columns = [np.array(column) for column in zip(*facts, strict=True)]
    return Positions(table, columns[0].astype(np.float32), columns[1].astype(np.float32), columns[2], columns[3])


def quiet(rules: TurnGame, game: TrainingGame) -> Iterator[tuple[Kernel, int]]:
    """Such positions of a game as kernels, with the number of the decision."""
    kernel: Kernel = rules.new(**rules.match_options())._kernel
    for i, (code, score) in enumerate(zip(game.codes, game.scores, strict=True)):
        undecided = score is not None and abs(score) < scores.MATE_BOUND
        if undecided and winning_move(kernel) is None and not is_threatened(kernel):
            yield kernel, i
        kernel = play_at(kernel, code)
