"""``boohive dataset``: the games of a selfplay file, filtered and rewritten."""

import argparse
import json

from boohive.commands.common import positive
from boohive.core.levels import MAX_LEVEL
from boohive.engine.selfplay import PlayedGame, read_games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which file, which games, which form."""
    parser.add_argument("file", metavar="FILE", help="a file that boohive selfplay wrote")
    parser.add_argument(
        "--to", choices=("json", "record", "sgf", "pgn"), default="json", help="what to write (default json)"
    )
    parser.add_argument("--winner", choices=("0", "1", "nobody"), help="only games this seat, or nobody, has won")
    parser.add_argument("--level", metavar="N", type=a_level, help="only games in which this level took part")
    parser.add_argument(
        "--min-moves",
        "--least",
        metavar="N",
        type=positive,
        default=1,
        help="only games of at least this many decisions; --least is the same",
    )


def a_level(word: str) -> int:
    """One of the engine's levels."""
    if positive(word) > MAX_LEVEL:
        raise argparse.ArgumentTypeError(f"there is no level {word}; levels are 1 to {MAX_LEVEL}")
    return int(word)


def run(args: argparse.Namespace) -> int:
    """Print the games, one after the other."""
    winner = int(args.winner) if args.winner in ("0", "1") else args.winner
    for game in read_games(args.file, winner=winner, level=args.level, min_events=args.min_moves):
        print(written(game, args.to))
    return 0


def written(game: PlayedGame, form: str) -> str:
    """One game in one of the forms."""
    if form == "json":
        return json.dumps(game.as_data())
    return game.text if form == "record" else game.record.game.write_record(game.record, form)
