"""Every H and Q number of the rules is kept by a test here, or listed for the server and the web page; there are no others."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__)
ROOT = HERE.parents[2]
LIST = ROOT / "docs" / "booo-elsewhere.md"
PAGE = ROOT / "docs" / "decisions" / "0006-rules-of-booo.md"
NUMBERS = re.findall(r"^\| ([HQ]\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
USERS = [
    *sorted((ROOT / "src/boohive/games/booo").glob("*.py")),
    *sorted(path for path in HERE.parent.glob("*.py") if path != HERE),
    *sorted((ROOT / "web/src").rglob("*[Cc]astle*")),
    ROOT / "tests/rulebook/booo.md",
    LIST,
]


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


def test_the_page_has_each_number_once() -> None:
    assert [f"H{n}" for n in range(1, 42)] + [f"Q{n}" for n in range(1, 21)] == NUMBERS


@pytest.mark.parametrize("number", NUMBERS)
def test_every_rule_number_is_in_a_test_or_on_the_list(number: str) -> None:
    assert number.lower() in output()


@pytest.mark.parametrize("path", USERS, ids=lambda path: path.name)
def test_no_number_is_used_that_the_page_does_not_hold(path: Path) -> None:
    used = set(re.findall(r"(?<![A-Za-z0-9_@])([HQ]\d{1,2})(?![A-Za-z0-9@])", path.read_text(encoding="utf-8")))
    assert used <= set(NUMBERS)


def test_the_numbers_are_really_looked_for() -> None:
    assert numbers_in("def test_h23_h24_more and (Q7)") == {"h23", "h24", "q7"}
    assert numbers_in("hash24 h2o H999") == set()
