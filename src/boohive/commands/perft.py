"""``boohive perft``: how many sequences of whole turns there are, and how fast we count them."""

import argparse
import json
import sys
from time import perf_counter

from boohive.commands.common import (
    add_game_or_file,
    add_position,
    add_settings,
    parallel_count,
    positive,
    turn_game,
    turn_position,
)
from boohive.core.perft import perft

MAX_DEPTH = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where from, how deep, with how many threads."""
    add_game_or_file(parser)
    parser.add_argument("depth", metavar="DEPTH", type=depth, help="how many turns deep to count")
    add_position(parser)
    add_settings(parser)
    parser.add_argument(
        "--threads", metavar="N", type=parallel_count, default=1, help="how many threads count (default 1)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def depth(word: str) -> int:
    """How deep: a whole number whose counts still fit into 64 bits."""
    if positive(word) > MAX_DEPTH:
        raise argparse.ArgumentTypeError(f"{word} turns are too many to count; at most {MAX_DEPTH}")
    return int(word)


def run(args: argparse.Namespace) -> int:
    """Print the count of each depth; draw policies play no part."""
    kernel = turn_position(args, turn_game(args).research_options())._kernel
    counts: list[int] = []
    for depth in range(1, args.depth + 1):
        begun = perf_counter()
        counts.append(perft(kernel, depth, args.threads))
        seconds = perf_counter() - begun
        if not args.json:
            print(f"{depth}: {counts[-1]}", flush=True)
    rate = counts[-1] / max(seconds, 1e-9)
    if args.json:
        print(json.dumps({"counts": counts, "seconds": seconds, "leaves_per_second": rate}))
    print(f"{rate / 1e6:.1f} M leaves/s at depth {args.depth}", file=sys.stderr)
    return 0
