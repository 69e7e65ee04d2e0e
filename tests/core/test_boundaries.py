"""Everything about a game stands in its folder: no id, no folder and no guess about games anywhere else."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import boohive

ROOT = Path(boohive.__file__).parent
IDS = set(boohive.GAMES)
ABOUT_GAMES = re.compile(r"\b(TurnGame|TurnPosition|Booo\w*|Hive\w*|Boop\w*|Ghosts\w*)\b")
FOLDER = re.compile(r"boohive\.games\.(?!_)")
EVENT_WORDS = {"claim", "away", "back", "choose"}
OPTION_NAMES = {"players", "seed", "window"}

FILES = sorted(path for path in ROOT.rglob("*.py") if "games" not in path.relative_to(ROOT).parts[:1])
ALLOWED: dict[str, set[str]] = {
    "core/registry.py": {"hasattr(game, fact)"},
    "core/turn_game.py": {"isinstance(other, TurnPosition)", "getattr(TurnGame, name)"},
    "uhp.py": {"imports from boohive.games.hive"},
}
"""The interface's own checks of classes that others wrote, and the Universal Hive Protocol, which is Hive's alone but needs
the engine, so that it cannot stand in Hive's folder."""


def faults(source: str) -> Iterator[str]:
    """What a file outside ``games/`` may not hold."""
    tree = ast.parse(source)
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in docs and isinstance(node.value, str):
            if node.value in IDS:
                yield f"line {node.lineno}: the game id {node.value!r}"
            if node.value.startswith("boohive.games."):
                yield f"line {node.lineno}: a game's folder, {node.value!r}"
        if isinstance(node, ast.ImportFrom) and FOLDER.match(node.module or ""):
            yield f"line {node.lineno}: imports from {node.module}"
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("getattr", "hasattr", "isinstance"):
            text = ast.unparse(node)
            about = ast.unparse(node.args[0]).split(".")[-1] in ("position", "game", "row", "start")
            if (about and not text.startswith("isinstance")) or ABOUT_GAMES.search(text):
                yield f"line {node.lineno}: the guess {text}"
        if isinstance(node, ast.Compare | ast.Subscript) and any(
            isinstance(part, ast.Constant) and part.value in EVENT_WORDS for part in ast.walk(node)
        ):
            yield f"line {node.lineno}: a game's event word in {ast.unparse(node)}"
        if isinstance(node, ast.Subscript) and "options" in ast.unparse(node.value):
            named = isinstance(node.slice, ast.Constant) and node.slice.value
            if named in OPTION_NAMES:
                yield f"line {node.lineno}: a game's option in {ast.unparse(node)}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_outside_games_knows_a_game(path: Path) -> None:
    allowed = ALLOWED.get(str(path.relative_to(ROOT)), set())
    found = [fault for fault in faults(path.read_text(encoding="utf-8")) if not any(each in fault for each in allowed)]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        'GAMES["hive"]',
        "from boohive.games.booo.claims import Line",
        'import_module("boohive.games.booo.terminal")',
        'hasattr(position, "board")',
        'getattr(table.position, "public", None)',
        "isinstance(game, TurnGame)",
        'text.split()[0] == "claim"',
        'table.options["seed"]',
    ],
)
def test_the_search_finds_what_it_looks_for(line: str) -> None:
    assert list(faults(line))


def test_what_is_allowed_is_there() -> None:
    for name, allowed in ALLOWED.items():
        found = list(faults((ROOT / name).read_text(encoding="utf-8")))
        assert all(any(each in fault for fault in found) for each in allowed), f"{name} no longer needs {allowed}"
