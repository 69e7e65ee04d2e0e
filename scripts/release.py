"""Whether this tree may be released: the version is the same everywhere, and it is at the top of the changelog.

python scripts/release.py
"""

import re
import sys
import tomllib
from pathlib import Path

TOP = Path(__file__).parents[1]
ENTRY = re.compile(r"^## (.+)$", re.MULTILINE)


def faults(project: str, package: str, changelog: str) -> list[str]:
    """What is in the way, in words; the texts of pyproject.toml, boohive/__init__.py and CHANGELOG.md are given."""
    version = tomllib.loads(project)["project"]["version"]
    said = re.search(r'^__version__ = "(.+)"$', package, re.MULTILINE)
    top = ENTRY.search(changelog)
    found = []
    if said is None or said[1] != version:
        found.append(f"pyproject.toml says {version}, boohive.__version__ says {said[1] if said else 'nothing'}")
    if top is None or top[1].split()[0] != version:
        entry = top[1] if top else "missing"
        found.append(f"the changelog's top entry is {entry!r}; write '## {version}' and the day above what is new")
    return found


def main() -> int:
    found = faults(*((TOP / name).read_text(encoding="utf-8") for name in FILES))
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


FILES = ("pyproject.toml", "src/boohive/__init__.py", "CHANGELOG.md")

if __name__ == "__main__":
    sys.exit(main())
