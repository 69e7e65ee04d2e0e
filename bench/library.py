"""Random games through the library next to python-chess: moves a second of processor time, in one run."""

from collections.abc import Callable
from random import Random
from time import process_time

import chess

import boohive
from bench.measure import row

SECONDS = 0.4
ROUNDS = 3
MAX_MOVES = 200


def chess_game(rng: Random, write: Callable[[list[chess.Move]], object]) -> int:
    board, count = chess.Board(), 0
    while count < MAX_MOVES:
        moves = list(board.legal_moves)
        if not moves:
            break
        write(moves)
        board.push(rng.choice(moves))
        count += 1
    return count


def by_list(start: boohive.TurnPosition, rng: Random) -> int:
    position, count = start, 0
    while count < MAX_MOVES and (moves := list(position.legal_moves)):
        position = position.play(rng.choice(moves))
        count += 1
    return count


def by_choice(start: boohive.TurnPosition, rng: Random) -> int:
    position, count = start, 0
    while count < MAX_MOVES and position.to_move is not None:
        position = position.play(rng.choice(position.legal_moves))
        count += 1
    return count


def by_texts(start: boohive.TurnPosition, rng: Random) -> int:
    position, count = start, 0
    while count < MAX_MOVES and (texts := position.legal_moves.texts()):
        position = position.play(position.legal_moves[rng.randrange(len(texts))])
        count += 1
    return count


def rate(play: Callable[[Random], int]) -> float:
    """Moves a second: a share of the time that is measured."""
    rng, moves, begun = Random(1), 0, process_time()
    while (spent := process_time() - begun) < SECONDS:
        moves += play(rng)
    return moves / spent


def measured() -> dict[str, float]:
    """The best of several rounds, in which each figure takes its turn."""
    hive = boohive.new("hive", type="Base+MLP")
    base, boop = boohive.new("hive", type="Base"), boohive.new("boop")
    work: dict[str, Callable[[Random], int]] = {
        "python-chess list(legal_moves)": lambda rng: chess_game(rng, lambda moves: None),
        "python-chess list, UCI texts": lambda rng: chess_game(rng, lambda moves: [move.uci() for move in moves]),
        "boop. list": lambda rng: by_list(boop, rng),
        "boop. choice": lambda rng: by_choice(boop, rng),
        "boop. texts": lambda rng: by_texts(boop, rng),
        "Hive Base list": lambda rng: by_list(base, rng),
        "Hive Base choice": lambda rng: by_choice(base, rng),
        "Hive Base+MLP list": lambda rng: by_list(hive, rng),
        "Hive Base+MLP choice": lambda rng: by_choice(hive, rng),
        "Hive Base+MLP texts": lambda rng: by_texts(hive, rng),
    }
    found: dict[str, float] = {}
    for _ in range(ROUNDS):
        for name, play in work.items():
            found[name] = max(found.get(name, 0.0), rate(play))
    return found


def run() -> None:
    found = measured()
    chess_list, chess_texts = found["python-chess list(legal_moves)"], found["python-chess list, UCI texts"]
    row("random games, processor time", "moves/s", "to python-chess")
    for name, value in found.items():
        row(name, f"{value:,.0f}", f"{value / (chess_texts if 'texts' in name else chess_list):.2f}")
