"""The traps of compiled Python: shifts, names written twice, and the plain source as good as the compiled one."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "boohive"
KERNELS = [pxd.with_suffix(".py") for pxd in SOURCE.rglob("*.pxd") if pxd.with_suffix(".py").exists()]
NAMES_ONLY = [
    pxd
    for pxd in SOURCE.rglob("*.pxd")
    if re.search(r"^cdef enum", pxd.read_text(), re.M) and "cdef class" not in pxd.read_text()
]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_kernel_shifts_a_one(kernel: Path) -> None:
    """``1 << n`` is a 32-bit shift in C: only ``bits.bit`` may do it."""
    if kernel.name != "bits.py":
        assert not re.search(r"\b1 << ", kernel.read_text())


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_final_stands_where_it_works(kernel: Path) -> None:
    """Cython accepts ``@cython.final`` above a method in a .pxd and calls it through the table of methods all the same."""
    assert "    @cython.final" not in kernel.with_suffix(".pxd").read_text()


@pytest.mark.parametrize("pxd", NAMES_ONLY, ids=lambda path: str(path.relative_to(SOURCE)))
def test_names_have_the_same_value_in_c_and_python(pxd: Path) -> None:
    in_c = dict(re.findall(r"^    (\w+) = (-?\d+)$", pxd.read_text(), re.M))
    names: dict[str, object] = {}
    exec(pxd.with_suffix(".py").read_text(), names)
    for name, value in in_c.items():
        assert names[name] == int(value), name


RULEBOOK_TESTS = [
    "tests/boop/test_rulebook.py",
    "tests/ghosts/test_rulebook.py",
    "tests/hive/test_rulebook.py",
    "tests/booo/test_race.py",
]


def test_the_rulebook_tests_pass_uncompiled() -> None:
    top = SOURCE.parents[1]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *RULEBOOK_TESTS],
        cwd=top,
        env={**os.environ, "BOOHIVE_PURE": "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:]
    assert "passed" in run.stdout or "100%" in run.stdout


def test_pure_is_pure_and_compiled_is_compiled() -> None:
    code = "import boohive, boohive.core.kernel as k; print(boohive.FORM, k.__file__.endswith('.py'))"
    for env, expected in (({"BOOHIVE_PURE": "1"}, "pure True"), ({"BOOHIVE_CPU": "baseline"}, "baseline False")):
        run = subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, **env}, capture_output=True, text=True, check=True
        )
        assert run.stdout.strip() == expected
