"""The game of ``examples/connect_four`` as if it were installed next to the package."""

import os
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "examples" / "connect_four"


def install(folder: Path, more: str = "") -> str:
    """Make the folder look like an installation; a value for ``PYTHONPATH``. ``more``: further entry points."""
    info = folder / "boohive_connect_four-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: boohive-connect-four\nVersion: 1.0\n")
    point = 'connect-four = "connect_four.game:CONNECT_FOUR"'
    assert point in (PACKAGE / "pyproject.toml").read_text(encoding="utf-8")
    (info / "entry_points.txt").write_text("[boohive.games]\n" + point.replace('"', "") + f"\n{more}")
    return os.pathsep.join([str(folder), str(PACKAGE)])
