"""One move from socket to screens stays within its bounds of calls and functions."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "move_path.py"

MOST = {"calls": 300, "functions": 150}


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    printed = subprocess.check_output([sys.executable, str(SCRIPT), "--json"], text=True, timeout=120)
    return dict(json.loads(printed))


@pytest.mark.parametrize("what", MOST)
def test_the_path_of_a_move_gets_no_longer(what: str, found: dict[str, Any]) -> None:
    assert found["now"][what] <= MOST[what]


def test_something_was_counted(found: dict[str, Any]) -> None:
    assert all(found["now"][what] > 50 for what in MOST)
    assert found["847df46"] == {"files": 27, "calls": 431, "functions": 196, "resumptions": 21}


def test_no_function_on_the_path_only_hands_its_arguments_on(found: dict[str, Any]) -> None:
    assert found["only hand on"] == []
