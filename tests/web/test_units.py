"""The page's TypeScript: its unit tests, run by Node, and what no file of it may do."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).parents[2]
SOURCES = TOP / "web" / "src"
VITEST = TOP / "web" / "node_modules" / "vitest" / "vitest.mjs"


def test_the_pages_own_unit_tests() -> None:
    path = os.pathsep.join([os.environ["PATH"], str(TOP / ".tools" / "node" / "bin")])
    node = shutil.which("node", path=path)
    assert node and VITEST.exists(), "Node or the page's packages are missing; run ./dev setup"
    told = subprocess.run(
        [node, VITEST, "run", "--no-color"], cwd=TOP / "web", capture_output=True, text=True, timeout=300, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr


def sources() -> Iterator[tuple[str, str]]:
    """Every file of the page that is written by hand, without the tests."""
    for path in sorted(SOURCES.rglob("*")):
        if path.suffix in (".ts", ".svelte") and path.name not in ("messages.ts", "sentences.d.ts"):
            yield path.relative_to(SOURCES).as_posix(), path.read_text(encoding="utf-8")


def test_types_are_not_switched_off() -> None:
    casts = re.compile(r"\bas unknown as\b|\bas any\b|: any\b|<any>|@ts-(?:ignore|nocheck|expect-error)")
    assert [(name, found) for name, text in sources() for found in casts.findall(text)] == []


# What draws and tells one game; all other files know what every game's view has.
OF_ONE_GAME = re.compile(
    r"boards/Castle\.svelte|parts/(Race|Proof)\w+\.svelte|lib/(race|rounds)(\.test)?\.ts|lib/types\.ts"
)


def test_fields_of_one_games_view_are_read_by_its_own_parts_only() -> None:
    messages = (SOURCES / "lib" / "messages.ts").read_text(encoding="utf-8")

    def fields(view: str) -> set[str]:
        body = re.search(rf"^export interface {view} \{{$(.*?)^\}}$", messages, re.S | re.M)
        assert body, view
        return set(re.findall(r"^  (\w+)\??:", body[1], re.M))

    views = ("BoopView", "GhostsView", "HiveView", "BoooView")
    own = {field for view in views for field in fields(view)} - fields("View")
    assert {"ghosts", "proof", "search"} <= own
    reads = re.compile(rf"\b(?:view|position|before|shown|now)[!?]?\.({'|'.join(own)})\b")
    found = {name: sorted(set(reads.findall(text))) for name, text in sources() if not OF_ONE_GAME.fullmatch(name)}
    assert {name: names for name, names in found.items() if names} == {}
