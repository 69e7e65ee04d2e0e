"""``boohive doctor``: what is installed here, and whether it works."""

import argparse
import json
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).parents[1]


class CheckResult(NamedTuple):
    """The result of one check."""

    name: str
    ok: bool
    detail: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--json", action="store_true", help="print the results as JSON")


def run(args: argparse.Namespace) -> int:
    """Run all checks and print their results; the exit code is 1 if one failed. What is merely not installed is not a failure."""
    results = [run_check(name, check) for name, check in CHECKS.items()]
    if args.json:
        print(json.dumps([result._asdict() for result in results]))
    else:
        width = max(len(name) for name in CHECKS)
        for result in results:
            print(f"{'ok  ' if result.ok else 'FAIL'} {result.name:{width}}  {result.detail}")
    return 0 if all(result.ok for result in results) else 1


def run_check(name: str, check: Callable[[], str]) -> CheckResult:
    """Run one check. An exception is its result, so that the other checks still run."""
    try:
        return CheckResult(name, True, check())
    except Exception as error:
        return CheckResult(name, False, f"{type(error).__name__}: {error}")


# Each check imports what it needs itself, so that a failing import fails one check only.


def check_package() -> str:
    """The version, and where the package is installed."""
    from boohive import __version__

    return f"boohive {__version__} in {PACKAGE}"


def check_python() -> str:
    """The interpreter."""
    return f"Python {platform.python_version()} on {platform.system()} {platform.machine()} ({sys.executable})"


def check_kernels() -> str:
    """Which build of the kernels, the games' rules as compiled code, is in use."""
    from boohive import KERNEL_BUILD

    slow = " Python; nothing is compiled, so everything is many times slower" if KERNEL_BUILD == "pure" else ""
    return f"{KERNEL_BUILD}{slow}"


def check_games() -> str:
    """Start every game, and count the sequences of two turns where there are turns."""
    from boohive.core.perft import perft
    from boohive.games import GAMES

    for game in GAMES.values():
        position = game.new()
        if game.kind == "turns":
            perft(position.as_turn_based()._kernel, depth=2)
    return ", ".join(GAMES)


def check_engine() -> str:
    """Let the engine choose the first move of every turn-based game."""
    from boohive.engine.players import Player
    from boohive.games import GAMES

    games = [game.as_turn_based() for game in GAMES.values() if game.kind == "turns"]
    return ", ".join(f"{game.id}: {Player(level=2, time=0.2).choose(game.new()).text}" for game in games)


def check_extras() -> str:
    """Which extras (optional parts) are installed, and which are not."""
    from boohive.core.extras import EXTRAS, installed

    present = [extra for extra in EXTRAS if installed(extra)]
    missing = [extra for extra in EXTRAS if extra not in present]
    advice = f"; not installed: {', '.join(missing)} (pip install 'boohive[{missing[0]}]')" if missing else ""
    return f"{', '.join(present) or 'none'}{advice}"


def check_page() -> str:
    """Whether the web page has been built."""
    if (PACKAGE / "web_dist").is_dir():
        return "built"
    return "not built; 'boohive serve' runs without it, but a browser has nothing to open"


CHECKS: dict[str, Callable[[], str]] = {
    "package": check_package,
    "python": check_python,
    "kernels": check_kernels,
    "games": check_games,
    "engine": check_engine,
    "extras": check_extras,
    "page": check_page,
}
