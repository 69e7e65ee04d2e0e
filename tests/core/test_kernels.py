"""The traps of compiled Python: shifts, names written twice, and the plain source as good as the compiled one."""

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "boohive"
sys.path.insert(0, str(SOURCE.parents[1] / "scripts"))
import headers  # noqa: E402

KERNELS = [pxd.with_suffix(".py") for pxd in SOURCE.rglob("*.pxd") if pxd.with_suffix(".py").exists()]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_kernel_shifts_a_one(kernel: Path) -> None:
    """``1 << n`` is a 32-bit shift in C: only ``bits.bit`` may do it."""
    if kernel.name != "bits.py":
        assert not re.search(r"\b1 << ", kernel.read_text())


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_final_stands_where_it_works(kernel: Path) -> None:
    """Cython accepts ``@cython.final`` above a method in a .pxd and calls it through the table of methods all the same."""
    assert "    @cython.final" not in kernel.with_suffix(".pxd").read_text()


def test_generated_declarations_have_every_number_of_their_module() -> None:
    """They are written by the build; the Python file alone decides, and compiled code sees the same values."""
    modules = headers.names_only()
    assert {"constants", "scores", "parameters", "pieces", "bugs", "hexes", "terms"} <= {each.stem for each in modules}
    for module in modules:
        name = ".".join(module.relative_to(SOURCE.parent).with_suffix("").parts)
        in_c = dict(re.findall(r"^    (\w+) = (-?\d+)$", module.with_suffix(".pxd").read_text(), re.M))
        in_python = vars(importlib.import_module(name))
        assert in_c, name
        assert {each: in_python[each] for each in in_c} == {each: int(value) for each, value in in_c.items()}
        assert module.with_suffix(".pxd").read_text() == headers.header(module), "run ./dev setup"


def test_numbers_are_read_from_plain_assignments_only() -> None:
    source = (
        "A = 1\nB, C = 2, -3\nD, E = range(2)\nf = 4\nG = 2**61\nH = len('x')\nI = 'x'\nJ = 0x7FFF_FFFF\nK = True\n"
    )
    assert headers.numbers(source) == {"A": 1, "B": 2, "C": -3, "D": 0, "E": 1, "J": 2**31 - 1}


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
    code = "import boohive, boohive.core.kernel as k; print(boohive.KERNEL_BUILD, k.__file__.endswith('.py'))"
    for env, expected in (({"BOOHIVE_PURE": "1"}, "pure True"), ({"BOOHIVE_CPU": "baseline"}, "baseline False")):
        run = subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, **env}, capture_output=True, text=True, check=True
        )
        assert run.stdout.strip() == expected
