"""``boohive export``: a game from one file format into another."""

import argparse
import sys
from pathlib import Path

from boohive.core.errors import NotationError, OptionError
from boohive.core.options import OptionValue, parse_settings
from boohive.core.record import Record, read_any
from boohive.games import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """From which file, to which form."""
    parser.add_argument(
        "file", metavar="FILE", help="a GameString, Mzinga's PGN, BoardSpace's SGF or our record; - for standard input"
    )
    parser.add_argument(
        "--to",
        choices=sorted({"record", *(form.name for game in GAMES.get_all() for form in game.formats())}),
        default="gamestring",
        help="what to write (default gamestring)",
    )
    parser.add_argument(
        "--set", metavar="OPTION=VALUE", action="append", default=[], help="an option that the file does not name"
    )


def run(args: argparse.Namespace) -> int:
    """Print the game."""
    record = read_record(read(args.file), parse_settings(args.set))
    print(record.game.write_record(record, args.to), end="")
    return 0


def read_record(text: str, chosen: dict[str, OptionValue]) -> Record:
    """The game in a file; options that contradict it are refused."""
    record = read_any(text, GAMES.get_all(), **chosen)
    wanted = record.game.new(**chosen).options
    for name in chosen:
        if wanted[name] != record.options[name]:
            raise OptionError(f"the game in the file has {name}={record.options[name]}, not {name}={wanted[name]}")
    return record


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
