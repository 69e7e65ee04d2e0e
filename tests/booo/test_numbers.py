"""Every H and Q number of the rules is kept by a test here, or listed for the server and the web page."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__)
LIST = HERE.parents[2] / "docs" / "booo-elsewhere.md"
NUMBERS = [f"h{n}" for n in range(1, 42)] + [f"q{n}" for n in range(1, 21)]


def numbers_in(text: str) -> set[str]:
    return {
        found.lower() for found in re.findall(r"(?<![A-Za-z])([hqHQ]\d{1,2})(?![A-Za-z\d])", text.replace("_", " "))
    }


def output() -> set[str]:
    tests = [path.read_text(encoding="utf-8") for path in HERE.parent.glob("test_*.py") if path != HERE]
    in_tests = {
        number for text in tests for number in numbers_in("\n".join(re.findall(r"def test_\w+|\"\"\".*", text)))
    }
    return in_tests | numbers_in(LIST.read_text(encoding="utf-8"))


@pytest.mark.parametrize("number", NUMBERS)
def test_every_rule_number_is_in_a_test_or_on_the_list(number: str) -> None:
    assert number in output()


def test_the_numbers_are_really_looked_for() -> None:
    assert numbers_in("def test_h23_h24_more and (Q7)") == {"h23", "h24", "q7"}
    assert numbers_in("hash24 h2o H999") == set()
