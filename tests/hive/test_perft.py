"""Deeper counts of the public table; the ordinary depths are in tests/data/hive.perft."""

from pathlib import Path

import pytest

import boohive
from boohive.core.perft import perft

DEEP = [line.split() for line in (Path(__file__).parents[1] / "data" / "hive-deep.perft").read_text().splitlines()[1:]]


@pytest.mark.slow
@pytest.mark.parametrize("row", DEEP, ids=lambda row: row[0])
def test_counts_are_exact_at_depths_six_and_seven(row: list[str]) -> None:
    kernel = boohive.new("hive", mode="tournament", type=row[0])._kernel
    assert [perft(kernel, depth, threads=2) for depth in (6, 7)] == [int(count) for count in row[1:]]
