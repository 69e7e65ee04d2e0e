"""``boohive show``: draw a position."""

import argparse
from pathlib import Path

from boohive.commands.common import add_game_or_file, add_position, add_settings, the_game, the_position, write_new
from boohive.core.png import png


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which position, and how to draw it."""
    add_game_or_file(parser)
    add_position(parser)
    add_settings(parser)
    parser.add_argument("--svg", action="store_true", help="draw an SVG picture instead of text")
    parser.add_argument(
        "--png", metavar="FILE", type=Path, help="draw a PNG picture into a new file (needs boohive[pictures])"
    )


def run(args: argparse.Namespace) -> int:
    """Print the drawing and the position text."""
    position = the_position(args, the_game(args))
    if args.png is not None:
        write_new(args.png, png(position.svg()))
    elif args.svg:
        print(position.svg())
    else:
        print(position.diagram())
        print(position.text)
    return 0
