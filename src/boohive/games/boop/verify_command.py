"""``boohive verify``: check a proof that comes with the package."""

import argparse
import time
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to check."""
    parser.add_argument("what", choices=("boop-junior",), help="boop. for younger players: the first player wins")
    parser.add_argument("--file", metavar="FILE", type=Path, help="another strategy file instead of the one shipped")


def run(args: argparse.Namespace) -> int:
    """Check the strategy and print what was checked; exit code 1 if it does not win."""
    from boohive.core.errors import NotationError
    from boohive.games.boop.verify import BadStrategy, verify

    start = time.monotonic()
    try:
        data = None if args.file is None else args.file.read_bytes()
        verdict = verify(data)
    except OSError as error:
        raise NotationError(f"{args.file} cannot be read: {error.strerror}") from None
    except BadStrategy as error:
        print(f"The strategy does not hold: {error}.")
        return 1
    print("boop. for younger players: the first player wins, whatever the second does.")
    print(f"decisions in the strategy: {verdict.decisions}")
    print(f"positions checked:         {verdict.positions}")
    print(f"longest line:              {verdict.longest} placements")
    print(f"time:                      {time.monotonic() - start:.1f} s")
    return 0
