"""``boohive selfplay``: games of the engine's levels against each other as data, one compressed file.

The file is a sequence of gzip members, one for each game, each a line of JSON: ``number``, ``game``, ``levels`` (by seat),
``seed``, ``winner`` (``null`` for a draw or a game that was cut off), ``reason``, ``record`` (the game's record text).
A run that was stopped goes on where it was: complete games are counted, a half-written one is cut off.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from boohive.commands.common import add_game, add_settings, chosen_options, positive, turn_game
from boohive.core.errors import OptionError
from boohive.engine.levels import FULL_STRENGTH
from boohive.engine.selfplay import Plan, PlayedGame, add_game_to, complete_games, play_game

BAR = 30
HERE = "here"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which game, how many, who, where to."""
    add_game(parser)
    add_settings(parser)
    parser.add_argument("--games", metavar="N", type=positive, required=True, help="how many games the file shall hold")
    parser.add_argument(
        "--level",
        metavar="L",
        type=positive,
        action="append",
        required=True,
        help=f"a player's level, 1 to {FULL_STRENGTH}; given twice for two players, who change seats after each game",
    )
    parser.add_argument(
        "--out", metavar="FILE", required=True, help="the file; if it is there already, it is continued"
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="the same seed gives the same games (default 0)"
    )
    parser.add_argument("--time", metavar="SECONDS", type=float, default=0.1, help="at most for a move (default 0.1)")
    parser.add_argument(
        "--longest", metavar="N", type=positive, default=1000, help="decisions after which a game is cut off"
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        nargs="?",
        const=HERE,
        help="play on a Ray cluster; without an address on this machine's processors (needs boohive[ray])",
    )


def run(args: argparse.Namespace) -> int:
    """Play what is missing."""
    if len(args.level) > 2 or max(args.level) > FULL_STRENGTH:
        raise OptionError(f"one or two levels from 1 to {FULL_STRENGTH} play; give --level A --level B")
    levels = (args.level[0], args.level[-1])
    plan = Plan(turn_game(args).id, chosen_options(args), levels, args.seed, args.time, args.longest)
    file = Path(args.out)
    done = complete_games(file, plan)
    begun, first = monotonic(), done
    show(done, args.games, first, 0)
    for game in played(plan, range(done, args.games), args.ray):
        add_game_to(file, game)
        done += 1
        show(done, args.games, first, monotonic() - begun)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(f"{file} holds {done} games, {done - first} of them new")
    return 0


def played(plan: Plan, numbers: range, ray: str | None) -> Iterator[PlayedGame]:
    """The games with these numbers, in order, here or on a cluster."""
    if ray is None:
        return (play_game(plan, number) for number in numbers)
    from boohive.engine.selfplay_ray import play_on_ray

    return play_on_ray(plan, numbers, None if ray == HERE else ray)


def show(done: int, all_games: int, first: int, seconds: float) -> None:
    """A progress bar, for people only."""
    if not sys.stderr.isatty():
        return
    filled = BAR * done // all_games
    rate = (done - first) / seconds if seconds > 0 else 0.0
    left = f", {(all_games - done) / rate:.0f} s left" if rate else ""
    bar = "#" * filled + "." * (BAR - filled)
    print(f"\r{bar} {done}/{all_games} games{left}   ", end="", file=sys.stderr, flush=True)
