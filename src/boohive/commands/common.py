"""Arguments that several commands share."""

import argparse
from collections.abc import Mapping

from boohive.core.arguments import natural, positive
from boohive.core.game import Game, Position
from boohive.core.options import OptionValue, parse_settings
from boohive.core.turn_game import TurnGame, TurnPosition
from boohive.games import GAMES

__all__ = [
    "add_game",
    "add_position",
    "add_settings",
    "chosen_options",
    "natural",
    "parallel_count",
    "port_number",
    "positive",
    "seconds",
    "the_game",
    "the_position",
    "turn_game",
]

DAY = 86400
MAX_PORT = 65535


def add_game(parser: argparse.ArgumentParser) -> None:
    """GAME."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")


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


def the_game(args: argparse.Namespace) -> Game:
    """The game that was named."""
    return GAMES[args.game]


def turn_game(args: argparse.Namespace) -> TurnGame:
    """The game that was named, if it is turn-based."""
    return the_game(args).as_turns()


def chosen_options(
    args: argparse.Namespace, game: Game, usual: Mapping[str, OptionValue] | None = None
) -> dict[str, OptionValue]:
    """The options that were set, over those of the preset that was named, or else over the command's usual ones."""
    preset = (usual or {}) if args.preset is None else game.preset(args.preset)
    return {**preset, **parse_settings(args.set)}


def the_position(args: argparse.Namespace, game: Game, usual: Mapping[str, OptionValue] | None = None) -> Position:
    """The position that was given, or the start."""
    if args.position is None:
        return game.new(**chosen_options(args, game, usual))
    return game.from_text(args.position, **chosen_options(args, game, usual))


def turn_position(args: argparse.Namespace, usual: Mapping[str, OptionValue] | None = None) -> TurnPosition:
    """The same for a turn-based game."""
    return the_position(args, turn_game(args), usual).as_turns()


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
