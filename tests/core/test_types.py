"""Types reach the user: right programs are accepted, each mistake is found, and the written types are up to date."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "tests" / "data" / "types"
LINE = re.compile(r"wrong\.py:(\d+): error")
LINES = (PROGRAMS / "wrong.py").read_text(encoding="utf-8").splitlines()
WRONG = {number for number, line in enumerate(LINES, 1) if line.endswith("# wrong")}


def mypy(*files: str) -> str:
    words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *(str(PROGRAMS / file) for file in files)]
    return subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False).stdout


def test_right_programs_are_accepted_and_every_mistake_is_found() -> None:
    said = mypy("right.py", "wrong.py")
    assert "right.py" not in said, said
    assert {int(number) for number in LINE.findall(said)} == WRONG, said


@pytest.mark.slow
def test_pyright_accepts_and_refuses_the_same(tmp_path: Path) -> None:
    pyright = shutil.which("basedpyright", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if pyright is None:
        pytest.skip("basedpyright is not installed; ./dev soak installs it")
    for name in ("right.py", "wrong.py"):
        shutil.copy(PROGRAMS / name, tmp_path)
    (tmp_path / "pyrightconfig.json").write_text(
        json.dumps({"typeCheckingMode": "strict", "extraPaths": [str(ROOT / "src")]})
    )
    words = [pyright, "--outputjson", "--pythonpath", sys.executable]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    errors = [found for found in json.loads(done.stdout)["generalDiagnostics"] if found["severity"] == "error"]
    assert {Path(found["file"]).name for found in errors} == {"wrong.py"}, done.stdout
    assert {found["range"]["start"]["line"] + 1 for found in errors} == WRONG, done.stdout


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
