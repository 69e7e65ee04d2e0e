"""``boohive moves``: the legal moves, one a line."""

import argparse

from boohive.commands.common import add_game_or_file, add_position, add_settings, turn_position


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which position."""
    add_game_or_file(parser)
    add_position(parser)
    add_settings(parser)


def run(args: argparse.Namespace) -> int:
    """Print the moves; a finished game has none."""
    for move in turn_position(args).legal_moves:
        print(move.text)
    return 0
