"""``boohive export``: a game of Hive from one form into another."""

import argparse
import sys
from pathlib import Path

from boohive.commands.common import add_settings, chosen_options
from boohive.core.errors import NotationError
from boohive.games.hive.files import read_game, write_pgn, write_sgf


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """From which file, to which form."""
    parser.add_argument(
        "file", metavar="FILE", help="a GameString, Mzinga's PGN, BoardSpace's SGF or our record; - for standard input"
    )
    parser.add_argument(
        "--to",
        choices=("gamestring", "pgn", "record", "sgf"),
        default="gamestring",
        help="what to write (default gamestring)",
    )
    add_settings(parser)


def run(args: argparse.Namespace) -> int:
    """Print the game."""
    record = read_game(read(args.file), chosen_options(args))
    if args.to == "pgn":
        print(write_pgn(record), end="")
    elif args.to == "sgf":
        print(write_sgf(record), end="")
    elif args.to == "record":
        print(record.write(), end="")
    else:
        print(record.last().text)
    return 0


def read(name: str) -> str:
    """The file's text; old files are not always UTF-8."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise NotationError(f"{name} cannot be read: {error.strerror}") from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")
