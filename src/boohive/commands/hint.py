"""``boohive hint``: help in three steps, as much of it as is wanted."""

import argparse
import json

from boohive.commands.common import (
    add_game_or_file,
    add_json,
    add_position,
    add_settings,
    positive,
    seconds,
    turn_position,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which position, and how much help."""
    add_game_or_file(parser)
    add_position(parser)
    parser.add_argument("--time", metavar="SECONDS", type=seconds, default=1.0, help="seconds to think (default 1)")
    parser.add_argument(
        "--steps",
        type=positive,
        choices=(1, 2, 3),
        default=3,
        help="1 where to look, 2 also what to play, 3 also why (default 3)",
    )
    add_json(parser)
    add_settings(parser)


def run(args: argparse.Namespace) -> int:
    """Print the hint."""
    from boohive.engine.analysis import hint

    found = hint(turn_position(args), args.time)
    if args.json:
        print(json.dumps(found.as_data()))
        return 0
    print(f"{found.nudge[0].upper()}{found.nudge[1:]}.")
    if args.steps > 1:
        print(f"Play: {found.move}")
    if args.steps > 2:
        print(f"Why: {found.reason}.")
    return 0
