"""Counts what makes the code hard to read or to change, and fails when a figure is above its limit.

    python scripts/metrics.py [-v] [FOLDER]

``-v`` prints every place that was counted. FOLDER is another ``src/boohive``, to compare two states of the project.
A limit is the figure of the day it was set: when a figure falls, lower the limit; it never rises.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parents[1] / "src" / "boohive"


class Limit(NamedTuple):
    """What a figure may be at most: now, and when we are done."""

    now: int
    target: int


FREE = 10**6
"""Printed, not bounded."""

LIMITS = {
    "classes over 300 lines": Limit(0, 0),
    "functions over 50 lines": Limit(0, 0),
    "Any": Limit(30, 30),
    "Any in core": Limit(0, 0),
    "Any in tables": Limit(0, 0),
    "Any in boohive/__init__": Limit(0, 0),
    "Any in server": Limit(21, 21),
    "Any in envs": Limit(1, 1),
    "Any in games": Limit(FREE, FREE),
    "Any in engine": Limit(FREE, FREE),
    "Any in commands": Limit(FREE, FREE),
    "cast": Limit(1, 1),
    "type: ignore": Limit(13, 13),
    "object in annotations": Limit(15, 15),
    "dict[str, object]": Limit(0, 0),
    "class names in two modules": Limit(0, 0),
    "game ids outside games": Limit(0, 0),
    "game ids put together from parts": Limit(0, 0),
    "imports of a game's folder outside games": Limit(0, 0),
    "guesses about games": Limit(0, 0),
}
"""Where limit and target are the same, the figure is where it should be and must not grow."""

BOUNDED = ("server", "tables", "engine", "commands")
"""The packages whose classes and functions have a longest length."""
MAX_CLASS_LINES, MAX_FUNCTION_LINES = 300, 50
LONGER_CLASSES = {"engine/search.py:Search": 400}
"""Classes that may be longer, because a split would cost speed."""

NOT_ABOUT_GAMES = {"__struct_config__", "behind_proxy", "extra", "id", "person", "process", "strerror"}
"""What is asked for by getattr or hasattr without a game being meant."""
NOT_GUESSED = {
    "__init__.py:name": "names of the package are loaded when they are first asked for",
    "core/bridge.py:name": "a class that an author wrote in Python is asked which optional methods it has",
    "core/game.py:name": "a class is refused when methods are missing",
    "core/kernel.py:Kernel": "an argument is checked before it reaches compiled code",
    "core/registry.py:fact": "a class is refused when facts are missing",
    "core/registry.py:name": "a game is loaded by the name its package gave",
    "core/search_kernel.py:SearchKernel": "the one place where a kernel becomes one that the engine can search",
    "core/turn_game.py:TurnPosition": "a class compares itself (``__eq__``)",
    "core/turn_game.py:name": "a class is refused when methods are missing",
    "engine/__init__.py:name": "names of the package are loaded when they are first asked for",
    "engine/match_players.py:name": "a player's class is loaded by the name its author gave",
    "envs/vector.py:Kernel": "memory is measured, with that of a kernel inside another",
}
"""Where such a question is not a guess about a game, and why."""

OWN_PROTOCOLS = {"uhp.py": "hive"}
"""Modules that may import one game's folder: the Universal Hive Protocol is Hive's alone, and cannot stand in Hive's
folder because it needs the engine, which lies above all games."""

ABOUT_GAMES = re.compile(r"\b(TurnGame|TurnPosition|\w*Kernel|Booo\w*)\b")
QUOTED_TYPE = re.compile(r"[\w\[\], .|\"']+")


def game_ids() -> set[str]:
    """The ids of all games."""
    from boohive.games import GAMES

    return set(GAMES)


def measure(root: Path, ids: set[str]) -> dict[str, list[str]]:
    """For each figure the places that count."""
    found: dict[str, list[str]] = {what: [] for what in LIMITS}
    classes: dict[str, list[str]] = defaultdict(list)
    folders = {folder.name for folder in (root / "games").iterdir() if folder.is_dir()}
    for file in sorted(root.rglob("*.py")):
        module = Module(root, file, ids, folders)
        for what, place in module.findings():
            found[what].append(place)
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                classes[node.name].append(module.name)
    found["class names in two modules"] = [
        f"{name}: {', '.join(modules)}" for name, modules in classes.items() if len(modules) > 1
    ]
    return found


class Module:
    """One file, and what is to be counted in it."""

    def __init__(self, root: Path, file: Path, ids: set[str], folders: set[str]) -> None:
        self.text = file.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self.docs = {id(node.value) for node in ast.walk(self.tree) if isinstance(node, ast.Expr)}
        self.name = file.relative_to(root).as_posix()
        self.package = self.name.partition("/")[0] if "/" in self.name else self.name.removesuffix(".py")
        self.ids = ids
        self.folders = folders - {OWN_PROTOCOLS.get(self.name, "")}

    def findings(self) -> Iterator[tuple[str, str]]:
        """Figure and place."""
        for number, line in enumerate(self.text.splitlines(), 1):
            if "# type: ignore" in line:
                yield "type: ignore", f"{self.name}:{number}"
        for what, node in self.nodes():
            yield what, f"{self.name}:{node.lineno} {ast.unparse(node).splitlines()[0][:80]}"

    def nodes(self) -> Iterator[tuple[str, ast.stmt | ast.expr]]:
        """Figure and syntax node."""
        checks = [self.length, self.types]
        if self.package != "games":
            checks += [self.names_a_game, self.guesses]
        for node in ast.walk(self.tree):
            if isinstance(node, ast.stmt | ast.expr):
                for check in checks:
                    yield from ((what, node) for what in check(node))
        for annotation in annotations(self.tree):
            for node in ast.walk(annotation):
                if isinstance(node, ast.Name) and node.id == "object":
                    yield "object in annotations", node

    def length(self, node: ast.AST) -> Iterator[str]:
        """Long classes and functions."""
        if self.package not in BOUNDED or not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            return
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        if not isinstance(node, ast.ClassDef):
            if lines > MAX_FUNCTION_LINES:
                yield "functions over 50 lines"
        elif lines > LONGER_CLASSES.get(f"{self.name}:{node.name}", MAX_CLASS_LINES):
            yield "classes over 300 lines"

    def types(self, node: ast.AST) -> Iterator[str]:
        """Where types say nothing. Import lines are not counted."""
        if isinstance(node, ast.Name) and node.id == "Any":
            yield from self.any()
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in self.docs:
            for _ in re.findall(r"\bAny\b", node.value) if QUOTED_TYPE.fullmatch(node.value) else ():
                yield from self.any()
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("cast", "typing.cast"):
            yield "cast"
        if isinstance(node, ast.Subscript) and ast.unparse(node) == "dict[str, object]":
            yield "dict[str, object]"

    def any(self) -> Iterator[str]:
        """One more ``Any``."""
        yield "Any"
        package = "Any in boohive/__init__" if self.name == "__init__.py" else f"Any in {self.package}"
        if package in LIMITS:
            yield package

    def names_a_game(self, node: ast.AST) -> Iterator[str]:
        """Ids of games, whole or in parts, and imports from a game's folder."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node.value in self.ids:
                yield "game ids outside games"
            if self.is_in_a_folder(node.value.partition(":")[0]) or node.value == "boohive.games.":
                yield "imports of a game's folder outside games"
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            within = node.module == "boohive.games" and any(name.name in self.folders for name in node.names)
            if within or self.is_in_a_folder(node.module):
                yield "imports of a game's folder outside games"
        if isinstance(node, ast.Import) and any(self.is_in_a_folder(name.name) for name in node.names):
            yield "imports of a game's folder outside games"
        if self.is_an_id_in_parts(node):
            yield "game ids put together from parts"

    def is_in_a_folder(self, module: str) -> bool:
        """Whether a module's name leads into the folder of a game."""
        names = module.split(".")
        return names[:2] == ["boohive", "games"] and len(names) > 2 and names[2] in self.folders

    def is_an_id_in_parts(self, node: ast.AST) -> bool:
        """Whether strings are joined here that make the id of a game, or begin or end like one."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
            parts = [node.left, node.right]
        elif isinstance(node, ast.JoinedStr):
            parts = list(node.values)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in JOINERS:
            parts = [node.func.value, *node.args]
            parts += [item for part in node.args if isinstance(part, ast.List | ast.Tuple) for item in part.elts]
        else:
            return False
        texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        begins = {f"{each.partition('-')[0]}-" for each in self.ids if "-" in each}
        ends = {f"-{each.partition('-')[2]}" for each in self.ids if "-" in each}
        whole = len(texts) > 1 and (self.ids & {"".join(texts), texts[0].join(texts[1:])})
        return bool(whole) or any(
            text.removesuffix("%s") in begins or text.removeprefix("%s") in ends for text in texts
        )

    def guesses(self, node: ast.AST) -> Iterator[str]:
        """Questions that a typed interface would answer."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or len(node.args) < 2:
            return
        asked = node.args[1]
        if node.func.id in ("getattr", "hasattr"):
            name = str(asked.value) if isinstance(asked, ast.Constant) else ast.unparse(asked)
        elif node.func.id == "isinstance" and (match := ABOUT_GAMES.search(ast.unparse(asked))):
            name = match[0]
        else:
            return
        if name not in NOT_ABOUT_GAMES and f"{self.name}:{name}" not in NOT_GUESSED:
            yield "guesses about games"


JOINERS = ("join", "format", "replace")


def annotations(tree: ast.AST) -> Iterator[ast.expr]:
    """Every annotation, those in quotes included."""
    for node in ast.walk(tree):
        found: list[ast.expr | None] = []
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append(node.returns)
        if isinstance(node, ast.arg | ast.AnnAssign):
            found.append(node.annotation)
        for each in found:
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                yield ast.copy_location(ast.parse(each.value, mode="eval").body, each)
            elif each is not None:
                yield each


def only_hands_on(tree: ast.AST) -> list[str]:
    """The functions of a module whose whole body calls another one with the very arguments they got."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.decorator_list:
            body = [
                each for each in node.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
            ]
            call = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return | ast.Expr) else None
            call = call.value if isinstance(call, ast.Await) else call
            if not isinstance(call, ast.Call) or call.keywords:
                continue
            got = [each.arg for each in (*node.args.posonlyargs, *node.args.args) if each.arg not in ("self", "cls")]
            given = [each.id if isinstance(each, ast.Name) else None for each in call.args]
            if got and given == got and not isinstance(call.func, ast.Call):
                found.append(node.name)
    return found


def main(words: list[str]) -> int:
    """Print the table; 1 when a limit is broken."""
    folders = [Path(word) for word in words if word != "-v"]
    found = measure(folders[0] if folders else HERE, game_ids())
    print(f"{'what':42} {'now':>5} {'limit':>5} {'target':>6}")
    broken = []
    for what, limit in LIMITS.items():
        count = len(found[what])
        too_many = count > limit.now
        bounds = f"{limit.now:5} {limit.target:6}" if limit.now < FREE else f"{'-':>5} {'-':>6}"
        print(f"{what:42} {count:5} {bounds}{'  too many' if too_many else ''}")
        if "-v" in words or too_many:
            print("".join(f"    {place}\n" for place in found[what]), end="")
        broken += [what] if too_many else []
    if broken:
        print(f"Above the limit: {', '.join(broken)}. The places are listed above.", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
