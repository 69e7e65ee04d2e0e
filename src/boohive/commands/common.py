"""Arguments that several commands share."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from boohive.core.arguments import natural, positive
from boohive.core.errors import OptionError
from boohive.core.game import Game, Position
from boohive.core.options import OptionValue, parse_settings
from boohive.core.reading import read_games
from boohive.core.record import Record
from boohive.core.turn_game import TurnGame, TurnPosition
from boohive.games import GAMES

__all__ = [
    "add_game",
    "add_game_or_file",
    "add_json",
    "add_position",
    "add_settings",
    "given_options",
    "is_file",
    "names_in",
    "natural",
    "parallel_count",
    "port_number",
    "positive",
    "read_file",
    "refuse_beside_file",
    "result_words",
    "seconds",
    "the_game",
    "the_position",
    "turn_game",
    "write_new",
]

DAY = 86400
MAX_PORT = 65535


def add_game(parser: argparse.ArgumentParser) -> None:
    """GAME, of those that are played in turns."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(turn_games())}")
    parser.set_defaults(takes_file=False, record_read=None)


def turn_games() -> list[str]:
    """The games that are played in turns."""
    return [game.id for game in GAMES.get_all() if game.kind == "turns"]


def add_game_or_file(parser: argparse.ArgumentParser, races: bool = False) -> None:
    """GAME or FILE, and which game of the file."""
    games = list(GAMES) if races else turn_games()
    parser.add_argument(
        "game",
        metavar="GAME|FILE",
        help=f"one of {', '.join(games)}, or a file with a game: a record, SGF, PGN or GameString (- for standard input)",
    )
    parser.add_argument("--number", metavar="N", type=positive, help="which game of the file (default 1)")
    parser.set_defaults(takes_file=True, record_read=None)


def is_file(word: str) -> bool:
    """Whether somebody means a file and not a game's id."""
    return word not in GAMES and (word == "-" or "." in word or "/" in word or Path(word).exists())


def read_file(name: str, number: int | None = None, **given: OptionValue) -> Record:
    """One game of a file, whatever wrote it."""
    wanted = 1 if number is None else number
    found = 0
    records = read_games(sys.stdin.buffer if name == "-" else Path(name), GAMES.get_all(), **given)
    for found, record in enumerate(records, 1):
        if found == wanted:
            return record
    raise OptionError(f"{name} holds {found} {'game' if found == 1 else 'games'}; there is no number {wanted}")


def refuse_beside_file(args: argparse.Namespace, *names: str) -> None:
    """A file says by itself what these options would say."""
    given = [f"--{name}" for name in names if vars(args)[name]]
    if given:
        raise OptionError(f"a saved game has its own start and options; leave {' and '.join(given)} out")


def add_position(parser: argparse.ArgumentParser) -> None:
    """--position TEXT."""
    parser.add_argument("--position", metavar="TEXT", help="a position text (default: the start of the game)")


def add_settings(parser: argparse.ArgumentParser) -> None:
    """--set option=value."""
    parser.add_argument(
        "--set", metavar="OPTION=VALUE", action="append", default=[], help="an option of the rules, see boohive games"
    )
    parser.add_argument(
        "--preset", metavar="NAME", help="options that go together, such as rulebook; --set changes them"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """--json."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def the_game(args: argparse.Namespace) -> Game:
    """The game that was named, or the one of the file that was named."""
    if args.takes_file and is_file(args.game):
        refuse_beside_file(args, "position", "set", "preset")
        args.record_read = read_file(args.game, args.number)
        game: Game = args.record_read.game
        return game
    if args.takes_file and args.number is not None:
        raise OptionError(f"--number says which game of a file; {args.game!r} is not a file")
    return GAMES[args.game]


def turn_game(args: argparse.Namespace) -> TurnGame:
    """The game that was named, if it is turn-based."""
    return the_game(args).as_turn_based()


def given_options(
    args: argparse.Namespace, game: Game, usual: Mapping[str, OptionValue] | None = None
) -> dict[str, OptionValue]:
    """The options that were set, over those of the preset that was named, or else over the command's usual ones."""
    preset = (usual or {}) if args.preset is None else game.preset(args.preset)
    return {**preset, **parse_settings(args.set)}


def the_position(args: argparse.Namespace, game: Game, usual: Mapping[str, OptionValue] | None = None) -> Position:
    """The position that was given, the last one of the file that was given, or the start."""
    if args.record_read is not None:
        last: Position = args.record_read.last()
        return last
    if args.position is None:
        return game.new(**given_options(args, game, usual))
    return game.from_text(args.position, **given_options(args, game, usual))


def turn_position(args: argparse.Namespace, usual: Mapping[str, OptionValue] | None = None) -> TurnPosition:
    """The same for a turn-based game."""
    return the_position(args, turn_game(args), usual).as_turn_based()


HOW = {
    "resigned": " by resignation",
    "agreed": " by agreement",
    "claimed": " by repetition",
    "time": " on time",
    "absence": ": the other player stayed away",
    "abandoned": ": the game was abandoned",
    "adjudicated": " by adjudication",
}
"""How a game ended, behind the words for who won it."""


def names_in(record: Record) -> list[str]:
    """Who played a saved game; a seat without a name has the game's own, such as White."""
    usual = record.game.as_turn_based().seat_names
    return [given or name for given, name in zip(record.seats or ("",) * len(usual), usual, strict=True)]


def result_words(record: Record | None) -> str:
    """Who won a saved game and how, where people or a clock ended it and the drawing cannot show that."""
    if record is None or record.game.kind != "turns" or record.result is None or record.result.how == "rules":
        return ""
    winner = record.result.winner
    if winner is None:
        return f"Result: a draw{HOW[record.result.how]}."
    return f"Result: {names_in(record)[winner]} has won{HOW[record.result.how]}."


def write_new(file: Path, data: bytes) -> None:
    """Write a file that is not there yet: nothing of anybody is overwritten."""
    try:
        with file.open("xb") as out:
            out.write(data)
    except FileExistsError:
        raise OptionError(f"{file} is there already; choose another name") from None
    except OSError as error:
        raise OptionError(f"{file} cannot be written: {error.strerror}") from None


def port_number(word: str) -> int:
    """A port to listen on; 0 for any."""
    if natural(word) > MAX_PORT:
        raise argparse.ArgumentTypeError(f"{word} is not a port; ports are 0 to {MAX_PORT}")
    return int(word)


def parallel_count(word: str) -> int:
    """How many threads or processes: a whole number from 1 on, bounded by what the machine has."""
    from boohive.engine.processes import max_processes

    if positive(word) > max_processes():
        raise argparse.ArgumentTypeError(f"{word} is too many for this machine; at most {max_processes()} make sense")
    return int(word)


def seconds(word: str) -> float:
    """A number of seconds above 0, at most a day."""
    try:
        value = float(word)
    except ValueError:
        value = 0.0
    if not 0 < value <= DAY:
        raise argparse.ArgumentTypeError(f"{word!r} is not a number of seconds above 0 and up to {DAY}")
    return value
