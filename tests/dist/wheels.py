"""Building a wheel and putting it into an empty environment, for the tests of what users install."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]


def run(*words: object, **settings: object) -> str:
    """A command's output; its errors are the message when it fails."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **settings)
    assert done.returncode == 0, f"{words} failed:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def find_uv() -> str:
    found = shutil.which("uv") or shutil.which(str(TOP / ".tools" / "bin" / "uv"))
    if found is None:
        pytest.fail("uv is not here; ./dev setup gets it")
    return found


def path_without_node() -> str:
    """The PATH without any folder that has Node in it, except where the compiler lives there too."""
    folders = os.environ["PATH"].split(os.pathsep)
    return os.pathsep.join(
        folder for folder in folders if not Path(folder, "npm").exists() or Path(folder, "gcc").exists()
    )


def build(out: Path, form: str) -> tuple[Path, Path]:
    """An sdist of this tree and a wheel made from that sdist, as ./dev build makes them; the forms are setup.py's."""
    run(sys.executable, TOP / "scripts" / "notices.py", TOP / "src" / "boohive" / "legal")
    env = {**os.environ, "BOOHIVE_BUILD": form, "PATH": path_without_node()}
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ".", cwd=TOP, env=env)
    return next(out.glob("*.tar.gz")), next(out.glob("*.whl"))


class Installed:
    """A virtual environment that holds one wheel with an extra, or with everything a server can use."""

    def __init__(self, folder: Path, wheel: Path, python: str = sys.executable, extra: str | None = "postgres") -> None:
        self.folder = folder
        self.python = folder / "bin" / "python"
        self.uv = find_uv()
        run(self.uv, "venv", "--quiet", "--python", python, folder)
        what = f"{wheel}[{extra}]" if extra else str(wheel)
        self.install(what, "--constraint", TOP / "requirements" / "dev.lock")

    def install(self, *words: object) -> None:
        run(
            self.uv,
            "pip",
            "install",
            "--quiet",
            "--python",
            self.python,
            *words,
            env={**os.environ, "UV_SYSTEM_CERTS": "1"},
        )

    def run(self, *words: object) -> str:
        """Run this environment's Python far from our sources."""
        env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BOOHIVE"))}
        return run(self.python, *words, cwd=self.folder, env=env)

    def packages(self) -> list[str]:
        output = run(self.uv, "pip", "freeze", "--python", self.python)
        return [line for line in output.splitlines() if not line.startswith(("pip=", "setuptools="))]

    def check(self) -> None:
        run(self.uv, "pip", "check", "--python", self.python)

    def refused(self, *words: object, code: int = 2) -> str:
        """What a command says that is refused."""
        env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BOOHIVE"))}
        done = subprocess.run(
            [self.python, *words], cwd=self.folder, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done
        return done.stderr

    def site(self) -> Path:
        """Where its packages are."""
        return next((self.folder / "lib").glob("python*")) / "site-packages"

    def size(self) -> float:
        """The packages' files in megabytes, without compiled bytecode and without the page."""
        files = (path for path in self.site().rglob("*") if path.is_file() and path.suffix != ".pyc")
        return sum(path.stat().st_size for path in files if "web_dist" not in path.parts) / 1e6
