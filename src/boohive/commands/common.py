"""Arguments that several commands share."""

import argparse

from boohive.core.errors import NotationError
from boohive.core.game import Game, Position
from boohive.core.options import OptionValue, read_settings
from boohive.core.turn_game import TurnGame, TurnPosition
from boohive.games import GAMES

__all__ = [
    "add_game",
    "add_position",
    "add_settings",
    "chosen_options",
    "positive",
    "the_game",
    "the_position",
    "turn_game",
]


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


def the_game(args: argparse.Namespace) -> Game:
    """The game that was named."""
    return GAMES[args.game]


def turn_game(args: argparse.Namespace) -> TurnGame:
    """The game that was named, if it is a game of turns."""
    game = the_game(args)
    if not isinstance(game, TurnGame):
        raise NotationError(f"{game.title} is a race without turns; this command is for games of turns")
    return game


def chosen_options(args: argparse.Namespace) -> dict[str, OptionValue]:
    """The options that were set."""
    return read_settings(args.set)


def the_position(args: argparse.Namespace, game: Game) -> Position:
    """The position that was given, or the start."""
    if args.position is None:
        return game.new(**chosen_options(args))
    return game.from_text(args.position, **chosen_options(args))


def turn_position(args: argparse.Namespace) -> TurnPosition:
    """The same for a game of turns."""
    position = the_position(args, turn_game(args))
    assert isinstance(position, TurnPosition)
    return position


def positive(word: str) -> int:
    """A whole number from 1 on."""
    if not (word.isascii() and word.isdigit()) or int(word) < 1:
        raise argparse.ArgumentTypeError(f"{word!r} is not a whole number from 1 on")
    return int(word)
