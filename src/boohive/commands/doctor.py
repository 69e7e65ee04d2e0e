"""``boohive doctor``: what is installed here, and whether it works."""

import argparse
import json
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class Finding(NamedTuple):
    """One thing that was looked at."""

    what: str
    fine: bool
    text: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How to print."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Print every finding; the exit code is 1 if something does not work."""
    findings = [examined(what, look) for what, look in LOOKS.items()]
    if args.json:
        print(json.dumps([finding._asdict() for finding in findings]))
    else:
        for finding in findings:
            print(f"{'ok  ' if finding.fine else 'FAIL'} {finding.what:9} {finding.text}")
    return 0 if all(finding.fine for finding in findings) else 1


def examined(what: str, look: Callable[[], str]) -> Finding:
    """The finding, also when looking fails: a doctor does not fall ill."""
    try:
        return Finding(what, True, look())
    except Exception as error:
        return Finding(what, False, f"{type(error).__name__}: {error}")


def look_at_package() -> str:
    """Version and place."""
    from boohive import __version__

    return f"boohive {__version__} in {Path(__file__).parents[1]}"


def look_at_python() -> str:
    """The interpreter."""
    return f"Python {platform.python_version()} on {platform.system()} {platform.machine()} ({sys.executable})"


def look_at_kernels() -> str:
    """Which build of the rules runs."""
    from boohive import KERNEL_BUILD

    slow = "; nothing is compiled, so everything is many times slower" if KERNEL_BUILD == "pure" else ""
    return f"{KERNEL_BUILD}{slow}"


def look_at_games() -> str:
    """Every game can be started, and its turns counted."""
    from boohive.core.perft import perft
    from boohive.games import GAMES

    for game in GAMES.values():
        position = game.new()
        if game.kind == "turns":
            perft(position.as_turns()._kernel, 2)
    return ", ".join(GAMES)


def look_at_engine() -> str:
    """A move is found."""
    from boohive.engine.players import Player
    from boohive.games import GAMES

    games = [game.as_turns() for game in GAMES.values() if game.kind == "turns"]
    return ", ".join(f"{game.id}: {Player(2, time=0.2).choose(game.new()).text}" for game in games)


def look_at_extras() -> str:
    """What else is installed."""
    from boohive.core.extras import EXTRAS, installed

    here = [extra for extra in EXTRAS if installed(extra)]
    absent = [extra for extra in EXTRAS if extra not in here]
    advice = f"; pip install 'boohive[{absent[0]}]' adds one of {', '.join(absent)}" if absent else ""
    return f"{', '.join(here) or 'none'}{advice}"


def look_at_page() -> str:
    """Whether the web page is there."""
    page = Path(__file__).parents[1] / "web_dist"
    return "built" if page.is_dir() else "not built; boohive serve works without it, the browser has nothing to show"


LOOKS: dict[str, Callable[[], str]] = {
    "package": look_at_package,
    "python": look_at_python,
    "kernels": look_at_kernels,
    "games": look_at_games,
    "engine": look_at_engine,
    "extras": look_at_extras,
    "page": look_at_page,
}
