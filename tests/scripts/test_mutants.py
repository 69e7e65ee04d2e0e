"""The planted faults of tests/mutants.toml still fit the code; ./dev soak mutants plants them."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
sys.path.insert(0, str(TOP / "scripts"))
import mutants  # noqa: E402

MUTANTS = mutants.read_mutants()


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.id for mutant in MUTANTS])
def test_a_fault_can_be_planted_in_todays_code(mutant):
    source = (mutants.PACKAGE / mutant.file).read_text()
    planted = mutants.mutated(mutant, source)
    assert ast.dump(ast.parse(planted)) != ast.dump(ast.parse(source)), "the fault changes nothing"
    assert mutant.fault.endswith(".")


def test_every_fault_has_a_name_of_its_own():
    assert len({mutant.id for mutant in MUTANTS}) == len(MUTANTS) >= 30


def collected(tests):
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)


@cache
def names_in(file):
    return {each.name for each in ast.walk(ast.parse((TOP / file).read_text())) if isinstance(each, ast.FunctionDef)}


def test_every_fault_names_a_test_that_is_there():
    """Its function is; that the first and the last can be collected stands for all, which takes much longer."""
    for mutant in MUTANTS:
        file, _, name = mutant.test.partition("::")
        assert name.partition("[")[0] in names_in(file), mutant.test
    named = [MUTANTS[0].test, MUTANTS[-1].test]
    done = collected(named)
    assert done.returncode == 0, done.stdout[-2000:]
    file = named[1].partition("::")[0]
    assert collected([*named, f"{file}::test_that_is_not_there"]).returncode != 0


@pytest.mark.parametrize("text", ["not in the file", "\n"])
def test_a_text_that_is_not_there_exactly_once_is_refused(text):
    with pytest.raises(ValueError, match="it must be there once"):
        mutants.mutated(MUTANTS[0]._replace(find=text), "one\ntwo\n")


def test_a_fault_that_no_test_notices_is_reported(tmp_path):
    """A change of a docstring survives; a class that cannot be imported is no proof either."""
    copy = mutants.Copy(tmp_path)
    test = "tests/core/test_record.py::test_a_running_game_has_no_result"
    harmless = MUTANTS[0]._replace(
        file="core/record.py", find="A whole game as text", replace="A game as text", test=test
    )
    assert "passes all the same" in copy.plant(harmless)
    broken = harmless._replace(find='"""A whole game as text', replace='import nowhere\n"""A game as text')
    assert "did not run" in copy.plant(broken)
    assert (copy.package / "core/record.py").read_text() == (mutants.PACKAGE / "core/record.py").read_text()
