"""Type checkers understand the installed package from a user's script, compiled modules included."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dist.wheels import TOP, Installed, run

SCRIPT = TOP / "tests" / "data" / "user_script.py"
WRONG = 'import boohive\nboohive.Record.of(boohive.new("boop"), seats=3)\n'


def copied(folder: Path, text: str) -> Path:
    """A script far from our sources, so that only the installed package can be found."""
    file = folder / "script.py"
    file.write_text(text)
    return file


def mypy(script: Path, installed: Installed) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--config-file=", "--python-executable"]
    return subprocess.run(
        [*words, str(installed.python), str(script)], cwd=script.parent, capture_output=True, text=True, check=False
    )


def test_the_script_runs(installed: Installed) -> None:
    assert "there is no cat in your pool" in installed.run(SCRIPT)


def test_mypy_understands_the_installed_package(installed: Installed, tmp_path: Path) -> None:
    done = mypy(copied(tmp_path, SCRIPT.read_text()), installed)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "arg-type" in mypy(copied(tmp_path, WRONG), installed).stdout


@pytest.mark.slow
def test_pyright_understands_the_installed_package(installed: Installed, tmp_path: Path) -> None:
    pyright = shutil.which("basedpyright") or shutil.which(str(Path(sys.executable).parent / "basedpyright"))
    if pyright is None:
        pytest.skip("basedpyright is not installed; ./dev soak installs it")
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "standard"}')
    run(pyright, "--pythonpath", installed.python, copied(tmp_path, SCRIPT.read_text()), cwd=tmp_path)
    with pytest.raises(AssertionError, match="reportArgumentType"):
        run(pyright, "--pythonpath", installed.python, copied(tmp_path, WRONG), cwd=tmp_path)
