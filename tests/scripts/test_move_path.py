"""One move from socket to screens stays within its bounds of calls and functions."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "move_path.py"

MOST = {"calls": 370, "functions": 192}
"""Lower these when the path gets shorter; where we want to be is 300 calls of 150 functions."""


@pytest.fixture(scope="module")
def figures() -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = json.loads(
        subprocess.check_output([sys.executable, str(SCRIPT), "--json"], text=True, timeout=120)
    )
    return found


@pytest.mark.parametrize("what", MOST)
def test_the_path_of_a_move_gets_no_longer(what: str, figures: dict[str, dict[str, int]]) -> None:
    assert figures["now"][what] <= MOST[what]


def test_something_was_counted(figures: dict[str, dict[str, int]]) -> None:
    assert all(figures["now"][what] > 50 for what in MOST)
    assert figures["847df46"] == {"files": 27, "calls": 431, "functions": 196, "resumptions": 21}
