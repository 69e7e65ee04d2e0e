"""The notebooks run, and show what they say they show."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

TOP = Path(__file__).parents[2]
FOLDER = TOP / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))

sys.path.insert(0, str(TOP / "scripts"))
import notebooks  # noqa: E402


def read(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def outputs(notebook: dict[str, Any]) -> list[Any]:
    return [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_there_are_three() -> None:
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_and_comes_out_as_it_is_kept(file: Path) -> None:
    """If this fails after a change that is meant: python scripts/notebooks.py."""
    kept = read(file)
    assert outputs(notebooks.run_notebook(kept)) == outputs(kept)


def test_a_cell_that_fails_is_not_passed_over() -> None:
    cell = {"cell_type": "code", "source": ["1 / 0"], "outputs": []}
    with pytest.raises(ZeroDivisionError):
        notebooks.run_notebook({"cells": [cell]})


@pytest.mark.slow
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_jupyter_runs_the_notebook(file: Path) -> None:
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed; ./dev soak installs it")
    nbformat = pytest.importorskip("nbformat")
    nbclient.NotebookClient(nbformat.read(file, as_version=4), timeout=120, kernel_name="python3").execute()
