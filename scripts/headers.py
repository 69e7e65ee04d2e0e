"""Writes the C form of names-only modules: for every module of plain numbers that compiled code uses, a ``.pxd`` with an
enum of them. The Python file is the only place where such a number is written.

A module is one of these when some ``.pxd`` cimports it and nobody wrote a ``.pxd`` for it. Run by ``./dev setup`` and by
``setup.py``; files that have not changed are left alone, so that nothing is compiled again.
"""

import ast
import re
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
FIRST_LINE = "# Written by scripts/headers.py from the Python file of the same name."
CIMPORT = re.compile(r"^from ([\w.]+) cimport (.+)$", re.M)


def is_generated(pxd: Path) -> bool:
    """Whether this file is ours to write."""
    return not pxd.exists() or pxd.read_text(encoding="utf-8").startswith(FIRST_LINE)


def names_only() -> list[Path]:
    """The Python files whose numbers compiled code uses, and that nobody wrote a declaration for."""
    found = set()
    for pxd in SOURCE.rglob("*.pxd"):
        for package, names in CIMPORT.findall(pxd.read_text(encoding="utf-8")):
            for name in names.split(","):
                module = SOURCE.joinpath(*package.split("."), f"{name.split(' as ')[0].strip()}.py")
                if module.exists() and is_generated(module.with_suffix(".pxd")):
                    found.add(module)
    return sorted(found)


def numbers(source: str) -> dict[str, int]:
    """The names in capitals that a module gives a plain whole number that fits into a C int."""
    found: dict[str, int] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                found |= assigned(target, node.value)
    return {name: value for name, value in found.items() if name.isupper() and -(2**31) <= value < 2**31}


def assigned(target: ast.expr, value: ast.expr) -> dict[str, int]:
    """``NAME = 3``, ``A, B = 1, 2`` or ``A, B = range(2)`` as a dictionary; nothing for anything else."""
    values = literal(value)
    if isinstance(target, ast.Name):
        return {target.id: values} if type(values) is int else {}
    if isinstance(target, ast.Tuple) and isinstance(values, tuple):
        pairs = zip(target.elts, values, strict=True)
        return {name.id: number for name, number in pairs if isinstance(name, ast.Name) and type(number) is int}
    return {}


def literal(value: ast.expr) -> object:
    """What an expression of plain numbers stands for; ``None`` for any other."""
    try:
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "range":
            return tuple(range(ast.literal_eval(value.args[0])))
        return ast.literal_eval(value)
    except ValueError:
        return None


def header(module: Path) -> str:
    """The declaration of a names-only module."""
    lines = [f"    {name} = {value}" for name, value in numbers(module.read_text(encoding="utf-8")).items()]
    return "\n".join([FIRST_LINE, "cdef enum:", *lines]) + "\n"


def write_headers() -> None:
    """Bring every generated declaration up to date."""
    for module in names_only():
        pxd, text = module.with_suffix(".pxd"), header(module)
        if not pxd.exists() or pxd.read_text(encoding="utf-8") != text:
            pxd.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_headers()
