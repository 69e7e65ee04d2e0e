"""ARCHITECTURE.md says where things are decided: the functions it names exist, and its tests fail without them."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TOP = HERE.parents[1]
ROW = re.compile(r"^\| (?P<question>[^|]+\?) \| (?P<places>[^|]+) \| (?P<tests>[^|]+) \|$", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")
ROWS = {
    row["question"]: (
        [name for name in CODE.findall(row["places"]) if re.fullmatch(r"[\w/]+\.py:[\w.]+", name)],
        CODE.findall(row["tests"]),
    )
    for row in ROW.finditer((TOP / "ARCHITECTURE.md").read_text(encoding="utf-8"))
}
PASSED, FAILED = 0, 1
"""What pytest returns."""


def outcomes(rows):
    done = subprocess.run(
        [sys.executable, HERE / "replaced.py"], input=json.dumps(rows), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def ended():
    return outcomes(list(ROWS.values()))


def test_ten_questions_have_one_or_two_names_each():
    assert len(ROWS) == 10
    for question, (names, tests) in ROWS.items():
        assert 1 <= len(names) <= 2, question
        assert 1 <= len(tests) <= 2, question


@pytest.mark.parametrize("question", ROWS)
def test_without_the_function_the_test_fails(question, ended):
    names, tests = ROWS[question]
    assert ended["".join(tests)] == PASSED
    assert {name: ended[name] for name in names} == dict.fromkeys(names, FAILED)


def test_a_name_that_does_not_exist_and_one_that_does_not_matter_are_noticed():
    test = "tests/core/test_record.py::test_a_running_game_has_no_result"
    assert outcomes([[["core/sgf.py:write_sgf"], [test]]])["core/sgf.py:write_sgf"] == PASSED
    with pytest.raises(AssertionError, match="KeyError"):
        outcomes([[["core/sgf.py:write_nothing"], [test]]])
