"""``boohive selfplay``: games of the engine's levels against each other as data, one compressed file.

The file is a sequence of gzip members, each a line of JSON. The first names the format and the plan of the games; each of
the others is a game: ``number``, ``game``, ``levels`` (by seat), ``seed``, ``opening`` (how many of the first decisions were
random), ``winner`` (``null`` for a draw or a game that was cut off), ``reason``, ``record`` (the game's record text).
A run that was stopped goes on where it was: complete games are counted, a half-written one is cut off. A file with another
plan, or one of another kind, is refused and stays as it is.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from boohive.commands.common import (
    add_game,
    add_json,
    add_settings,
    given_options,
    natural,
    parallel_count,
    positive,
    seconds,
    turn_game,
)
from boohive.core.errors import OptionError
from boohive.engine.levels import FULL_STRENGTH
from boohive.engine.selfplay import (
    RANDOM_DECISIONS,
    PlayedGame,
    SelfPlayPlan,
    add_game_to,
    events_text,
    make_distinct,
    open_file,
    play_games,
)

BAR = 30
HERE = "here"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which game, how many, who, where to."""
    add_game(parser)
    add_settings(parser)
    parser.add_argument("--games", metavar="N", type=positive, required=True, help="how many games the file is to hold")
    parser.add_argument(
        "--level",
        metavar="N",
        type=positive,
        action="append",
        required=True,
        help=f"a player's level, 1 to {FULL_STRENGTH}; given twice for two players, who change seats after each game",
    )
    parser.add_argument("--out", metavar="FILE", required=True, help="the file; if it exists, it is continued")
    parser.add_argument(
        "--seed", metavar="N", type=natural, default=0, help="the same seed gives the same games (default 0)"
    )
    parser.add_argument("--time", metavar="SECONDS", type=seconds, default=0.1, help="at most for a move (default 0.1)")
    parser.add_argument(
        "--opening",
        metavar="N",
        type=natural,
        default=RANDOM_DECISIONS,
        help=f"random decisions at the beginning of each game (default {RANDOM_DECISIONS})",
    )
    parser.add_argument(
        "--max-moves",
        "--longest",
        metavar="N",
        type=positive,
        default=1000,
        help="decisions after which a game is cut off (default 1000); --longest is the same",
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        type=parallel_count,
        default=1,
        help="processes that play games at the same time (default 1)",
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        nargs="?",
        const=HERE,
        help="play on a Ray cluster; without an address on this machine's processors (needs boohive[ray])",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play what is missing."""
    if len(args.level) > 2 or max(args.level) > FULL_STRENGTH:
        raise OptionError(f"one or two levels from 1 to {FULL_STRENGTH} play; give --level A --level B")
    if args.opening > args.max_moves:
        raise OptionError(f"--opening {args.opening} is more than a game may have; --max-moves is {args.max_moves}")
    levels = (args.level[0], args.level[-1])
    row = turn_game(args)
    options = given_options(args, row, row.research_options())
    plan = SelfPlayPlan(row.id, options, levels, args.seed, args.time, args.max_moves, args.opening)
    file = Path(args.out)
    stored = open_file(file, plan)
    distinct = {events_text(game) for game in stored}
    done, first = len(stored), len(stored)
    begun = monotonic()
    show(done, args.games, first, 0)
    for game in played(plan, range(done, args.games), args):
        add_game_to(file, make_distinct(plan, game, distinct))
        done += 1
        show(done, args.games, first, monotonic() - begun)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if args.json:
        print(json.dumps({"file": str(file), "games": done, "new": done - first}))
    else:
        print(f"{file} holds {done} games, {done - first} of them new")
    return 0


def played(plan: SelfPlayPlan, numbers: range, args: argparse.Namespace) -> Iterator[PlayedGame]:
    """The games with these numbers, in order, here or on a cluster."""
    if args.ray is None:
        return play_games(plan, numbers, max(1, min(args.workers, len(numbers))))
    from boohive.engine.selfplay_ray import play_on_ray

    return play_on_ray(plan, numbers, None if args.ray == HERE else args.ray)


def show(done: int, all_games: int, first: int, seconds: float) -> None:
    """A progress bar, for people only."""
    if not sys.stderr.isatty():
        return
    filled = BAR * done // all_games
    rate = (done - first) / seconds if seconds > 0 else 0.0
    left = f", {(all_games - done) / rate:.0f} s left" if rate else ""
    bar = "#" * filled + "." * (BAR - filled)
    print(f"\r{bar} {done}/{all_games} games{left}   ", end="", file=sys.stderr, flush=True)
