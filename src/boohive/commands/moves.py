"""``boohive moves``: the legal moves, one a line."""

import argparse

from boohive.commands.common import add_game_or_file, add_json, add_position, add_settings, turn_position


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which position."""
    add_game_or_file(parser)
    add_position(parser)
    add_settings(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the moves; a finished game has none."""
    if args.json:
        print(turn_position(args).legal_moves_json().decode())
        return 0
    for move in turn_position(args).legal_moves:
        print(move.text)
    return 0
