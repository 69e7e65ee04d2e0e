"""The engine: positions a second, depth after a second, two threads, and the signature that only changed play changes."""

import os
from pathlib import Path

from bench.measure import row
from boohive.core.turn_game import TurnPosition
from boohive.engine.deepening import SearchInfo, last, search
from boohive.engine.transposition import TranspositionTable
from boohive.games import GAMES

SECONDS = float(os.environ.get("BENCH_SECONDS", "1"))
SIGNATURE_NODES = 50_000
DATA = Path(__file__).parent / "data"
FIGURES = ["boop", "boop-ghosts", "hive"]


def positions(game: str) -> list[TurnPosition]:
    lines = (DATA / f"positions-{game}.txt").read_text(encoding="utf-8").splitlines()
    return [GAMES[game].from_text(line) for line in lines]  # type: ignore[misc]


def whole_rounds(position: TurnPosition, threads: int) -> SearchInfo:
    """The last round that was finished within the time."""
    return last([info for info in search(position, time=SECONDS, threads=threads) if info.completed])


def signature(game: str) -> int:
    """Positions looked at to reach a fixed depth everywhere: the same on every machine and every day."""
    total = 0
    for position in positions(game):
        infos = list(search(position, nodes=SIGNATURE_NODES, table=TranspositionTable(1)))
        total = (total * 31 + infos[-1].nodes * 7 + infos[-1].best) % 1_000_003
    return total


def run() -> None:
    row(f"after {SECONDS:g} s a position", "million/s", "mean depth", "2 threads", "signature")
    for game in FIGURES:
        one = [whole_rounds(position, 1) for position in positions(game)]
        two = [whole_rounds(position, 2) for position in positions(game)]
        # Nodes and time of the same rounds: the one that was cut short counts in neither.
        speed = sum(info.nodes for info in one) / sum(info.nanoseconds for info in one) * 1e3
        depth = sum(info.depth for info in one) / len(one)
        deeper = sum(info.depth for info in two) / len(two)
        row(game, f"{speed:.2f}", f"{depth:.1f}", f"{deeper - depth:+.1f}", signature(game))
