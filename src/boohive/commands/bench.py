"""``boohive bench``: how fast this machine is at something."""

import argparse
import json
from time import perf_counter

from boohive.commands.common import add_game, add_settings, given_options, positive, turn_game
from boohive.core.playouts import count_plies

MAX_PLIES = 400
"""Random games of Hive need not end; here they stop."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to measure, of which game."""
    parser.add_argument("what", metavar="WHAT", choices=("playouts",), help="playouts: random games inside the kernel")
    add_game(parser)
    add_settings(parser)
    parser.add_argument("--games", metavar="N", type=positive, default=1000, help="how many games (default 1000)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print moves a second on one core; the best of three rounds."""
    game = turn_game(args)
    kernel = game.new(**given_options(args, game, game.research_options()))._kernel
    rates, plies = [], 0
    for _ in range(3):
        begun = perf_counter()
        plies = count_plies(kernel, args.games, MAX_PLIES, 1)
        rates.append(plies / max(perf_counter() - begun, 1e-9))
    result = {"games": args.games, "plies": plies, "plies_per_second": max(rates)}
    print(json.dumps(result) if args.json else f"{args.games} games, {plies} moves, {max(rates):,.0f} moves/s")
    return 0
