"""The rules pages of the app show the pictures that the tests run: this takes them out of tests/rulebook.

A line ``<!-- in the app: NAME -->`` before a block names its picture; for Hive a move to show may follow the name after a
bar. ``python scripts/diagrams.py`` writes them as positions and moves into web/src/lib/diagrams.json; a test says when the
two have drifted apart.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import pages  # noqa: E402

RULEBOOK = ROOT / "tests" / "rulebook"
WRITTEN = ROOT / "web" / "src" / "lib" / "diagrams.json"
NAMED = re.compile(r"^<!-- in the app: ([\w-]+)(?: \| ([^\n]+?))? -->\n\n(```\S+\n.*?^```)$", re.M | re.S)


def picture(block: str, shown: str | None) -> dict[str, Any]:
    """Where a block begins and what is played there."""
    fence, *lines = block.splitlines()
    game = fence[3:].strip()
    if game == "hive":
        position = next(line for line in lines if line.startswith("Base"))
        return {"game": game, "position": position, "moves": [shown] if shown else []}
    if game == "booo":
        return {"game": game, "position": lines[0], "moves": lines[1].split(" then ")}
    example = pages.read_example("", "", block)
    return {"game": game, "position": pages.start_of(example).text, "moves": example.moves}


def diagrams() -> dict[str, dict[str, Any]]:
    """Every named picture."""
    found = {}
    for page in sorted(RULEBOOK.glob("*.md")):
        for name, shown, block in NAMED.findall(page.read_text(encoding="utf-8")):
            found[name] = picture(block, shown or None)
    return dict(sorted(found.items()))


def written() -> str:
    """What the file has to hold."""
    return json.dumps(diagrams(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    WRITTEN.write_text(written(), encoding="utf-8")
