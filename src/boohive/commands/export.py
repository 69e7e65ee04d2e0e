"""``boohive export``: convert games from one file format to another."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from boohive.commands.common import add_json
from boohive.core.errors import OptionError
from boohive.core.game import Json
from boohive.core.options import parse_settings
from boohive.core.reading import read_games
from boohive.core.record import Record
from boohive.games import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """From which file, to which form."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="games as records, SGF, PGN, GameStrings or lists of moves, whatever wrote them; - for standard input",
    )
    parser.add_argument(
        "--to",
        choices=sorted({"record", *(form.name for game in GAMES.get_all() for form in game.formats())}),
        default="gamestring",
        help="what to write (default gamestring)",
    )
    add_json(parser)
    parser.add_argument(
        "--set", metavar="OPTION=VALUE", action="append", default=[], help="an option that the file does not name"
    )


def run(args: argparse.Namespace) -> int:
    """Print the games, each when it is read."""
    for number, record in enumerate(records_of(args)):
        if args.json:
            print(json.dumps(data_of(record)))
            continue
        text = record.game.write_record(record, args.to)
        print("\n" if number and args.to not in ("gamestring", "moves") else "", text, sep="", end="")
    return 0


def data_of(record: Record) -> dict[str, Json]:
    """A game for programs: one line of JSON."""
    result = record.known_result()
    return {
        "game": record.game.id,
        "options": dict(record.options),
        "start": record.start,
        "seats": list(record.seats),
        "events": [{"seat": event.seat, "text": event.text, "game_ms": event.game_ms} for event in record.events],
        "result": None if result is None else {"winner": result.winner, "how": result.how},
    }


def records_of(args: argparse.Namespace) -> Iterator[Record]:
    """The games in a file; options that contradict them are refused."""
    given = parse_settings(args.set)
    for record in read_games(sys.stdin.buffer if args.file == "-" else Path(args.file), GAMES.get_all(), **given):
        wanted = record.game.new(**given).options
        for name in given:
            if wanted[name] != record.options[name]:
                raise OptionError(f"the game in the file has {name}={record.options[name]}, not {name}={wanted[name]}")
        yield record
