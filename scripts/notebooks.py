"""Runs the notebooks of docs/notebooks and writes what came out into them; needs no Jupyter.

    python scripts/notebooks.py

A cell is run as Jupyter runs it: what it prints is kept, and the value of a last expression is shown, as a picture if it
can draw itself.
"""

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"


def run_notebook(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the output of every cell."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells, number = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell = {**cell, "execution_count": number, "outputs": run_cell("".join(cell["source"]), names, number)}
        cells.append(cell)
    return {**notebook, "cells": cells}


def run_cell(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """The outputs of one cell."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    said, value = io.StringIO(), None
    with contextlib.redirect_stdout(said):
        exec(compile(ast.Module(body, []), f"<cell {number}>", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), f"<cell {number}>", "eval"), names)
    found: list[dict[str, Any]] = []
    if said.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": lines(said.getvalue())})
    if value is not None:
        found.append({"data": shown(value), "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return found


def shown(value: Any) -> dict[str, list[str]]:
    """A value as text, and as a picture if it can draw itself."""
    draw = getattr(value, "_repr_svg_", None)
    pictures = {} if draw is None else {"image/svg+xml": lines(draw())}
    return {**pictures, "text/plain": lines(repr(value))}


def lines(text: str) -> list[str]:
    """As notebooks keep text."""
    return text.splitlines(keepends=True)


def main() -> None:
    """Run them all."""
    for file in sorted(FOLDER.glob("*.ipynb")):
        notebook = run_notebook(json.loads(file.read_text(encoding="utf-8")))
        file.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
