"""``boohive verify``: check a proof that comes with the package."""

import argparse
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

from boohive.core.options import format_value

if TYPE_CHECKING:
    from boohive.games.boop.verify import Rules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to check."""
    parser.add_argument(
        "what", metavar="GAME", choices=("boop-junior",), help="boop. for younger players: the first player wins"
    )
    parser.add_argument(
        "--file", metavar="FILE", type=Path, help="another strategy file instead of the four shipped, one for each rule"
    )
    parser.add_argument("--json", action="store_true", help="print JSON, one object for each strategy")


def run(args: argparse.Namespace) -> int:
    """Check each strategy and print what was checked; exit code 1 if one does not win."""
    from boohive.games.boop.verify import RULES, BadStrategy, shipped_file, verify

    try:
        for data in map(shipped_file, RULES) if args.file is None else [read_strategy(args.file)]:
            start = time.monotonic()
            verdict = verify(data)
            if args.json:
                print(json.dumps(verdict._asdict()), flush=True)
                continue
            print(f"boop. for younger players, {words(verdict.rules)}:")
            print("the first player wins, whatever the second does.")
            print(f"decisions in the strategy: {verdict.decisions}")
            print(f"positions checked:         {verdict.positions}")
            print(f"longest line:              {verdict.longest} placements")
            print(f"time:                      {time.monotonic() - start:.1f} s", flush=True)
    except BadStrategy as error:
        print(json.dumps({"problem": str(error)}) if args.json else f"The strategy does not hold: {error}.")
        return 1
    return 0


def read_strategy(file: Path) -> bytes:
    """A strategy file of somebody's own."""
    from boohive.core.errors import NotationError

    try:
        return file.read_bytes()
    except OSError as error:
        raise NotationError(f"{file} cannot be read: {error.strerror}") from None


def words(rules: "Rules") -> str:
    """The options as they are written on the command line."""
    by_line = format_value(rules["opponent_line_wins"])
    return f"junior_eight={rules['junior_eight']}, opponent_line_wins={by_line}"
