"""Types reach the user: right programs are accepted, each mistake is found, and the written types are up to date."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "tests" / "data" / "types"
LINE = re.compile(r"wrong\.py:(\d+): error")


def mypy(*files: str) -> str:
    words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *(str(PROGRAMS / file) for file in files)]
    return subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False).stdout


def test_right_programs_are_accepted_and_every_mistake_is_found() -> None:
    said = mypy("right.py", "wrong.py")
    assert "right.py" not in said, said
    lines = (PROGRAMS / "wrong.py").read_text(encoding="utf-8").splitlines()
    expected = {number for number, line in enumerate(lines, 1) if line.endswith("# wrong")}
    assert {int(number) for number in LINE.findall(said)} == expected, said


def test_the_written_types_say_what_the_games_say() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/game_types.py", "--check"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stderr


def test_importing_the_package_loads_rules_only() -> None:
    code = "import sys, boohive; print(*(name for name in sys.modules if name.split('.')[0] in " + (
        "('msgspec', 'numpy', 'litestar', 'sqlalchemy') or name.startswith(('boohive.engine', 'boohive.server'))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=dict(os.environ), check=True
    )
    assert done.stdout.split() == []
