"""``boohive play``: a game in the terminal."""

import argparse
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from boohive.commands.common import add_settings, given_options, natural, read_file
from boohive.core.errors import OptionError
from boohive.core.game import Game
from boohive.core.levels import MAX_LEVEL
from boohive.core.record import Record
from boohive.games import GAMES

DEFAULT = next(iter(GAMES))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to play, against whom."""
    parser.add_argument("game", metavar="GAME", nargs="?", help=f"one of {', '.join(GAMES)} (default {DEFAULT})")
    parser.add_argument(
        "--against",
        choices=("friend", "random", *map(str, range(1, MAX_LEVEL + 1))),
        default="friend",
        metavar="WHO",
        action=Opponent,
        help="your opponent: a friend at this keyboard (default), random, or the computer's level 1 to 8",
    )
    parser.add_argument(
        "--level",
        metavar="N",
        type=natural,
        choices=range(1, MAX_LEVEL + 1),
        help=f"the computer's level: 1 (easiest) to {MAX_LEVEL} (strongest); a game may have fewer levels",
    )
    parser.add_argument(
        "--seat", metavar="N", type=natural, help="your seat against the computer: 0 plays first (default 0)"
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=natural,
        help="repeat a game: with the same number the computer plays the same moves (Booo!: the same castle)",
    )
    parser.add_argument(
        "--daily", action="store_true", help="the castle of the day, the same for everybody (Booo! only)"
    )
    parser.add_argument("--load", metavar="FILE", type=Path, help="go on with a saved game")
    parser.add_argument(
        "--continue", dest="go_on", action="store_true", help="go on with the game that was left before its end"
    )
    add_settings(parser)


class Opponent(argparse.Action):
    """``--against 3`` is the computer's level 3."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        args: argparse.Namespace,
        word: str | Sequence[str] | None,
        option: str | None = None,
    ) -> None:
        """Keep the opponent, or its level."""
        if isinstance(word, str) and word.isdigit():
            args.level = int(word)
        else:
            args.against = word


def run(args: argparse.Namespace) -> int:
    """Play until the game is over or the player leaves."""
    game = GAMES[DEFAULT if args.game is None else args.game]
    has_computer = args.against != "friend" or args.level is not None
    if args.seat is not None and not has_computer:
        raise OptionError("--seat is your seat against the computer; add --level or --against random, or leave it out")
    args.seat = args.seat or 0
    if game.terminal is not None:
        code: int = import_module(game.terminal).play(args, given_options(args, game))
        return code
    if args.daily:
        raise OptionError(
            f"{game.title} has no castle of the day; leave --daily out, or write: boohive play booo --daily"
        )
    from boohive.terminal import Terminal, computer, kept_game

    if args.go_on:
        if args.load is not None:
            raise OptionError("--continue and --load each name a game; leave one of them out")
        if not kept_game().exists():
            raise OptionError("no unfinished game is kept here; start one with: boohive play")
        args.load = kept_game()
    record = new_game(game, args) if args.load is None else loaded(args)
    if args.seat not in (0, 1):
        raise OptionError(f"there is no seat {args.seat}; the seats are 0 and 1")
    bots = {1 - args.seat: computer(args)} if has_computer else {}
    return Terminal(record, bots, flags(args) if bots else "").run()


def flags(args: argparse.Namespace) -> str:
    """The words that bring the same opponent back."""
    opponent = f" --level {args.level}" if args.level else f" --against {args.against}"
    return opponent + (f" --seat {args.seat}" if args.seat else "")


def new_game(game: Game, args: argparse.Namespace) -> Record:
    """A game from its beginning."""
    return Record.of(game.new(**given_options(args, game)))


def loaded(args: argparse.Namespace) -> Record:
    """The saved game that was named, if it is one of the game that was named."""
    record = read_file(str(args.load))
    if args.game is not None and record.game.id != args.game:
        raise OptionError(f"{args.load} is a game of {record.game.id}, not of {args.game}; leave {args.game} out")
    if args.set or args.preset:
        raise OptionError("a saved game has its own options; leave --set and --preset out")
    return record
