"""docs/guarantees.md and docs/threat-model.md name tests that exist: a guarantee without its test is only a wish."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")
TABLE_ROWS = [line for line in PAGE.splitlines() if line.startswith("| S") or line.startswith("| cannot")]
NAMED = re.compile(r"`((?:tests/\w+/)?(test_\w+)\.py)(?:::(\w+)(\*?))?`")


def text_of(file: str) -> str:
    found = [path for folder in ("server", "tables", "web") for path in (ROOT / "tests" / folder).glob(Path(file).name)]
    assert len(found) == 1, f"{file} is not one file of the tests"
    assert file in (found[0].name, found[0].relative_to(ROOT).as_posix()), f"{file} is elsewhere"
    return found[0].read_text(encoding="utf-8")


def test_every_guarantee_names_a_test_that_exists():
    numbers = [int(found[1]) for row in TABLE_ROWS if (found := re.match(r"\| S(\d+) ", row))]
    assert numbers == sorted(set(numbers))
    assert set(range(1, 13)) <= set(numbers)
    for row in TABLE_ROWS:
        named = NAMED.findall(row)
        assert named, f"no test is named in: {row}"
        for file, _, test, more in named:
            if test:
                wanted = rf"def {test}" if more else rf"def {test}\("
                assert re.search(wanted, text_of(file)), f"{file} has no test {test}{more}"
            else:
                assert "def test_" in text_of(file)


def test_everything_a_modified_client_cannot_do_has_its_test():
    assert len([row for row in TABLE_ROWS if row.startswith("| cannot")]) == 7


THREATS = (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8")


def test_every_finding_has_a_row_with_one_sentence_and_a_test_that_bears_its_number():
    rows = [
        [cell.strip() for cell in line.split(" | ")] for line in THREATS.splitlines() if re.match(r"\| F\d+ ", line)
    ]
    assert [row[0] for row in rows] == [f"| F{number}" for number in range(1, 42)]
    for number, fault, repair, tests in rows:
        assert fault.endswith(".") and repair.endswith("."), number
        files = re.findall(r"`(tests/\w+/test_\w+\.py)`", tests)
        text = "".join((ROOT / file).read_text(encoding="utf-8") for file in files)
        assert re.search(rf"def test_(\w+_)?f{number[3:]}_", text), f"{number}: no test in {files} bears its number"
