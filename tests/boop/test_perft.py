"""Exact counts of whole turns, from a table; compiled and uncompiled; with one thread and with two."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import boohive
from boohive.core.kernel import Kernel
from boohive.core.perft import perft

DATA = Path(__file__).parents[1] / "data"
TABLES = ["boop.perft", "ghosts.perft", "hive.perft"]


class Row(NamedTuple):
    game: str
    options: dict[str, str]
    position: str
    counts: list[int]


def rows() -> list[Row]:
    found = []
    for line in "\n".join((DATA / table).read_text() for table in TABLES).splitlines():
        if line and not line.startswith("#"):
            game, options, position, counts = (part.strip() for part in line.split("|"))
            chosen = dict(setting.split("=") for setting in options.split())
            found.append(Row(game, chosen, position, [int(count) for count in counts.split()]))
    return found


def kernel_of(row: Row) -> Kernel:
    """With the rules that published counts are made with."""
    options = {**boohive.GAMES[row.game].research_options(), **row.options}
    return boohive.from_text(row.game, row.position, **options)._kernel


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.game} {row.position}")
def test_counts_are_exact(row: Row) -> None:
    kernel = kernel_of(row)
    assert [perft(kernel, depth) for depth in range(1, len(row.counts) + 1)] == row.counts


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.game} {row.position}")
def test_threads_share_the_work(row: Row) -> None:
    kernel = kernel_of(row)
    depth = min(4, len(row.counts))
    assert perft(kernel, depth, threads=2) == row.counts[depth - 1]


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.game} {row.position}")
def test_the_uncompiled_source_counts_the_same(row: Row) -> None:
    settings = [word for name, value in row.options.items() for word in ("--set", f"{name}={value}")]
    depth = next(i for i in range(len(row.counts), 0, -1) if row.counts[i - 1] < 50_000 or i == 1)
    command = [sys.executable, "-m", "boohive", "perft", row.game, str(depth), "--position", row.position, *settings]
    run = subprocess.run(
        command, env={**os.environ, "BOOHIVE_PURE": "1"}, capture_output=True, text=True, check=True, timeout=120
    )
    assert [int(line.split()[1]) for line in run.stdout.splitlines()] == row.counts[:depth]
