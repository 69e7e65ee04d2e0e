"""Plant the faults of tests/mutants.toml one at a time in a copy of the sources; the test named with each must fail.

./dev soak mutants [ID ...]
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "boohive"
DATA = ROOT / "tests" / "mutants.toml"
SECONDS = 120
"""The longest that a test may take to notice a fault."""
PASSED, FAILED = 0, 1
"""What pytest returns; anything else means that no test ran."""


class Mutant(NamedTuple):
    id: str
    fault: str
    """What the fault means for people."""
    file: str
    """Below ``src/boohive``."""
    find: str
    replace: str
    test: str
    """A pytest node id."""


def read_mutants() -> list[Mutant]:
    return [Mutant(**row) for row in tomllib.loads(DATA.read_text(encoding="utf-8"))["mutant"]]


def mutated(mutant: Mutant, source: str) -> str:
    """The source with the fault in it; ``ValueError`` unless its text is there exactly once."""
    count = source.count(mutant.find)
    if count != 1:
        raise ValueError(f"{mutant.id}: {mutant.find!r} is {count} times in {mutant.file}; it must be there once")
    return source.replace(mutant.find, mutant.replace)


def is_compiled(mutant: Mutant) -> bool:
    """Whether the fault is in a module that has a compiled form; then the tests run the source as it is."""
    return (PACKAGE / mutant.file).with_suffix(".pxd").exists()


class Copy:
    """A copy of the package, compiled modules included, for faults to be planted in."""

    def __init__(self, folder: Path) -> None:
        self.package = folder / "boohive"
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__", "web_dist"))
        # Two versions of a file may have one time stamp, so nothing that was made from the one may stay for the other.
        self.env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
        code = "import boohive; print(boohive.__file__)"
        found = subprocess.run([sys.executable, "-c", code], env=self.env, capture_output=True, text=True, check=True)
        assert Path(found.stdout.strip()).is_relative_to(folder), f"tests would import {found.stdout.strip()}"

    def run(self, tests: Collection[str], pure: bool) -> tuple[int | None, str]:
        """What pytest returns for these tests (``None``: it took too long) and what it printed."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        env = {**self.env, "BOOHIVE_PURE": "1"} if pure else self.env
        limit = SECONDS * len(tests)
        try:
            done = subprocess.run(
                command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=limit, check=False
            )
        except subprocess.TimeoutExpired:
            return None, ""
        return done.returncode, done.stdout + done.stderr

    def plant(self, mutant: Mutant) -> str | None:
        """Run the test with the fault in place; ``None`` when it fails as it should, else what is wrong."""
        path = self.package / mutant.file
        source = path.read_text(encoding="utf-8")
        try:
            path.write_text(mutated(mutant, source), encoding="utf-8")
            code, printed = self.run([mutant.test], is_compiled(mutant))
        except ValueError as error:
            return str(error)
        finally:
            path.write_text(source, encoding="utf-8")
        if code == FAILED:
            return None
        if code == PASSED:
            return f"{mutant.test} passes all the same"
        return f"no result within {SECONDS} s" if code is None else f"the test did not run:\n{printed}"


def main() -> int:
    wanted = sys.argv[1:]
    mutants = [mutant for mutant in read_mutants() if not wanted or mutant.id in wanted]
    unknown = set(wanted) - {mutant.id for mutant in mutants}
    if unknown:
        print(f"no mutant is called {', '.join(sorted(unknown))}; see {DATA.relative_to(ROOT)}")
        return 2
    survivors = 0
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="boohive-mutants-") as folder:
        copy = Copy(Path(folder))
        for pure in (False, True):
            tests = sorted({mutant.test for mutant in mutants if is_compiled(mutant) == pure})
            code, printed = copy.run(tests, pure) if tests else (PASSED, "")
            if code != PASSED:
                print(f"the tests must pass before a fault is planted:\n{printed}")
                return 1
        print(f"{'no fault':8} passes  {time.monotonic() - begun:5.1f} s", flush=True)
        for mutant in mutants:
            start = time.monotonic()
            wrong = copy.plant(mutant)
            survivors += wrong is not None
            verdict = "killed" if wrong is None else "SURVIVES"
            print(f"{mutant.id:8} {verdict:8}{time.monotonic() - start:5.1f} s  {mutant.fault}", flush=True)
            if wrong is not None:
                print(f"{'':9}{wrong}", flush=True)
    print(f"{len(mutants) - survivors} of {len(mutants)} killed in {time.monotonic() - begun:.0f} s")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
