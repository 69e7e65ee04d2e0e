"""``boohive show``: draw a position."""

import argparse

from boohive.commands.common import add_game, add_position, add_settings, the_game, the_position


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which position, and how to draw it."""
    add_game(parser)
    add_position(parser)
    add_settings(parser)
    parser.add_argument("--svg", action="store_true", help="draw an SVG picture instead of text")


def run(args: argparse.Namespace) -> int:
    """Print the drawing and the position text."""
    position = the_position(args, the_game(args))
    if args.svg:
        print(position.svg())
    else:
        print(position.diagram())
        print(position.text)
    return 0
