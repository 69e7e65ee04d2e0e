"""The metrics: each figure counts a fault that is planted, and leaves alone what only looks like one."""

import ast
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
sys.path.insert(0, str(TOP / "scripts"))
import metrics  # noqa: E402

IDS = {"boop", "boop-junior", "hive"}
LONG_CLASS = "class Long:\n" + "    x = 1\n" * 300
LONG_FUNCTION = "def long():\n" + "    x = 1\n" * 50


def measured(tmp_path: Path, files: dict[str, str]) -> dict[str, int]:
    """The figures above 0 of a package made of these files."""
    for folder in ("hive", "boop"):
        (tmp_path / "games" / folder).mkdir(parents=True)
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return {what: len(places) for what, places in metrics.measure(tmp_path, IDS).items() if places}


@pytest.mark.parametrize(
    ("file", "text", "figures"),
    [
        ("server/a.py", LONG_CLASS, {"classes over 300 lines": 1}),
        ("engine/search.py", LONG_CLASS.replace("Long", "Search"), {}),
        ("engine/search.py", LONG_CLASS.replace("Long", "Search") + "    x = 1\n" * 100, {"classes over 300 lines": 1}),
        ("games/a.py", LONG_CLASS, {}),
        ("tables/a.py", LONG_FUNCTION, {"functions over 50 lines": 1}),
        ("tables/a.py", "async " + LONG_FUNCTION, {"functions over 50 lines": 1}),
        ("commands/a.py", "def long():\n" + "    x = 1\n" * 49, {}),
        ("core/a.py", "from typing import Any\nx: Any = 1\ny: 'list[Any]' = []", {"Any": 2, "Any in core": 2}),
        ("server/a.py", "x: Any = 1", {"Any": 1, "Any in server": 1}),
        ("core/a.py", "from typing import Any\n'''Any move will do; (see the rules)'''", {}),
        ("core/a.py", "def f() -> int:\n    '''Any legal move.'''", {}),
        ("__init__.py", "def new() -> Any: ...", {"Any": 1, "Any in boohive/__init__": 1}),
        ("uhp.py", "def new() -> Any: ...", {"Any": 1}),
        ("server/a.py", "cast(int, x)\ntyping.cast(int, x)\ncasting(x)", {"cast": 2}),
        ("server/a.py", "x = y  # type: ignore[arg-type]", {"type: ignore": 1}),
        ("server/a.py", "def f(a: object, *b: 'list[object]') -> object: ...", {"object in annotations": 3}),
        ("server/a.py", "x: dict[str, object] = {}", {"object in annotations": 1, "dict[str, object]": 1}),
        ("server/a.py", "raise object()", {}),
        ("server/a.py", "if game == 'hive': ...", {"game ids outside games": 1}),
        ("games/hive/game.py", "ID = 'hive'", {}),
        ("server/a.py", "'boop' + '-junior'", {"game ids outside games": 1, "game ids put together from parts": 1}),
        ("server/a.py", "f'boop-{which}'", {"game ids put together from parts": 1}),
        ("server/a.py", "f'{which}-junior'", {"game ids put together from parts": 1}),
        ("server/a.py", "'boop-%s' % which", {"game ids put together from parts": 1}),
        ("server/a.py", "''.join(['hi', 've'])", {"game ids put together from parts": 1}),
        ("server/a.py", "'hi' + 've'", {"game ids put together from parts": 1}),
        ("server/a.py", "f'the {game} is on'\n'a' + 'b'\n', '.join(['a', 'b'])", {}),
        ("server/a.py", "from boohive.games.hive import rules", {"imports of a game's folder outside games": 1}),
        ("server/a.py", "from boohive.games import hive", {"imports of a game's folder outside games": 1}),
        ("server/a.py", "import boohive.games.hive.rules", {"imports of a game's folder outside games": 1}),
        ("server/a.py", "load('boohive.games.hive.game:HIVE')", {"imports of a game's folder outside games": 1}),
        ("server/a.py", "load(f'boohive.games.{game}.bots')", {"imports of a game's folder outside games": 1}),
        ("server/a.py", "from boohive.games import GAMES\nfrom boohive.games.sgf import write", {}),
        ("games/hive/a.py", "from boohive.games.hive import rules", {}),
        ("uhp.py", "from boohive.games.hive import rules", {}),
        ("uhp.py", "from boohive.games.boop import rules", {"imports of a game's folder outside games": 1}),
        ("server/a.py", "getattr(position, 'board', None)\nhasattr(game, 'race')", {"guesses about games": 2}),
        ("server/a.py", "isinstance(p, TurnPosition)\nisinstance(k, (HiveKernel, int))", {"guesses about games": 2}),
        ("server/a.py", "isinstance(error, OSError)", {}),
        ("terminal.py", "getattr(error, 'strerror', None)", {}),
        ("games/hive/a.py", "isinstance(p, TurnPosition)", {}),
    ],
)
def test_a_fault_is_counted(file: str, text: str, figures: dict[str, int], tmp_path: Path) -> None:
    assert measured(tmp_path, {file: text}) == figures


def test_a_class_name_in_two_modules_is_counted(tmp_path: Path) -> None:
    files = {"core/a.py": "class Table: ...", "tables/b.py": "class Table: ...", "tables/c.py": "class Other: ..."}
    assert measured(tmp_path, files) == {"class names in two modules": 1}


def test_a_broken_limit_fails_and_names_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "a.py").write_text("\nx = 'hive'\n")
    monkeypatch.setitem(metrics.LIMITS, "game ids outside games", metrics.Limit(1, 0))
    assert metrics.main([str(tmp_path)]) == 0
    monkeypatch.setitem(metrics.LIMITS, "game ids outside games", metrics.Limit(0, 0))
    assert metrics.main([str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert "a.py:2 'hive'" in said.out
    assert said.err == "Above the limit: game ids outside games. The places are listed above.\n"


def test_the_package_keeps_its_limits(capsys: pytest.CaptureFixture[str]) -> None:
    assert metrics.main([]) == 0, capsys.readouterr().out


def test_no_limit_is_below_its_target() -> None:
    assert all(limit.now >= limit.target for limit in metrics.LIMITS.values())


def test_every_exception_is_still_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A place that no longer asks, or a module that no longer imports, leaves the list."""
    for place in list(metrics.NOT_GUESSED):
        file = place.partition(":")[0]
        with monkeypatch.context() as without:
            without.delitem(metrics.NOT_GUESSED, place)
            module = metrics.Module(metrics.HERE, metrics.HERE / file, set(), set())
            assert any(what == "guesses about games" for what, _ in module.findings()), place
    for file, folder in list(metrics.OWN_PROTOCOLS.items()):
        with monkeypatch.context() as without:
            without.delitem(metrics.OWN_PROTOCOLS, file)
            module = metrics.Module(metrics.HERE, metrics.HERE / file, set(), {folder})
            assert any(what.startswith("imports of a game's folder") for what, _ in module.findings()), file


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def f(a, b):\n    return g(a, b)", ["f"]),
        ('class C:\n    async def f(self, a):\n        """Words."""\n        await self.x.g(a)', ["f"]),
        ("def f(a, b):\n    return g(b)", []),
        ("def f(a):\n    return g(a, 1)", []),
        ("def f(a):\n    b = a\n    return g(b)", []),
    ],
)
def test_what_only_hands_on_is_recognised(source: str, names: list[str]) -> None:
    assert metrics.only_hands_on(ast.parse(source)) == names
