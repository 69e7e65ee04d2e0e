"""``python -m bench against [WORK ...] [GAME ...]``: this checkout's CPU time divided by that of commit 847df46.

CPU time of perft, search, environments and of the server for an acknowledged move: the median of nine interleaved
pairs of fresh processes, both compiled by the same compiler (``frozen.py``). Above 1 is slower than 847df46. The work
is the same on both sides: leaves, nodes and games played are compared.
"""

import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.frozen import COMMIT, build
from bench.measure import row

PAIRS = int(os.environ.get("BENCH_PAIRS", "9"))
HERE = Path(__file__).parent
GAMES = ("boop", "boop-ghosts", "hive")
WORK = ("perft", "search", "environments", "server")


def of_kernel(sources: Path, work: str, game: str) -> tuple[float, str]:
    """CPU seconds of one run, and what it counted."""
    words = [sys.executable, str(HERE / "against_worker.py"), str(sources), work, game]
    printed = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    return float(printed[0]), printed[1]


def compare(name: str, unit: str, old: Callable[[], tuple[float, str]], new: Callable[[], tuple[float, str]]) -> None:
    """Print the median ratio of interleaved pairs and how far the middle half of them spreads."""
    before, after = [], []
    for number in range(PAIRS):
        for measured, run in ((before, old), (after, new))[:: 1 if number % 2 else -1]:  # Neither is always first.
            measured.append(run())
    counted = {count for _, count in before + after}
    ratios = sorted(new_time / old_time for (old_time, _), (new_time, _) in zip(before, after, strict=True))
    spread = ratios[3 * PAIRS // 4] - ratios[PAIRS // 4]
    row(
        name,
        *(f"{statistics.median(time for time, _ in times):.3f} {unit}" for times in (before, after)),
        f"{statistics.median(ratios):.3f}",
        f"{spread:.3f}",
        "same work" if len(counted) == 1 else f"differs: {', '.join(sorted(counted))}",
    )
    sys.stdout.flush()


def run(words: Sequence[str] = ()) -> None:
    """Print the ratios of the work and the games named, or of all."""
    named = [word for word in words if word in WORK] or WORK
    games = [word for word in words if word in GAMES] or GAMES
    here, there = HERE.parent / "src", build() / "src"
    row("CPU time", COMMIT, "now", "ratio", "half within", "")
    for work in named:
        for game in games:
            if work == "server":
                from bench.against_server import of_server

                compare(f"{work} {game}", "ms", lambda g=game: of_server(there, g), lambda g=game: of_server(here, g))
            else:
                compare(
                    f"{work} {game}",
                    "s",
                    lambda w=work, g=game: of_kernel(there, w, g),
                    lambda w=work, g=game: of_kernel(here, w, g),
                )
