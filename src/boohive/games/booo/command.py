"""``boohive booo``: castles, routes and figures of Booo!."""

import argparse
import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime

from boohive.core.arguments import natural, positive
from boohive.core.options import Options
from boohive.games.booo import jsonl
from boohive.games.booo.castle import COLOURS, ROOMS
from boohive.games.booo.generator import SET_SPECS, Figures, average
from boohive.games.booo.options import OPTION_LIST
from boohive.games.booo.setup import SETS, TOKEN_ROOMS, set_up, shuffled_castle, split_tokens
from boohive.games.booo.terminal import castle_of_the_day


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The four commands."""
    commands = parser.add_subparsers(dest="task", metavar="COMMAND", required=True)
    for name, text in (("solve", "find the best route of each round"), ("check", "judge the route of each round")):
        command = commands.add_parser(name, help=f"{text} read from standard input, as JSON lines")
        command.add_argument("--stdin", action="store_true", required=True, help="read one JSON object a line")
    castle = commands.add_parser("castle", help="print the castle that a seed stands for, as JSON")
    castle.add_argument("--seed", type=natural, help="a whole number (default: today's daily castle, the UTC date)")
    add_sections(castle)
    stats = commands.add_parser("stats", help="print how good the puzzles of a section set are")
    stats.add_argument("--castles", type=positive, default=1000, help="how many castles (default 1000)")
    add_sections(stats)
    for each in commands.choices.values():
        each.allow_abbrev = False


def add_sections(parser: argparse.ArgumentParser) -> None:
    """--sections."""
    parser.add_argument("--sections", choices=SETS, default="standard", help="the set of sections (default standard)")


def run(args: argparse.Namespace) -> int:
    """Run one of them."""
    return TASKS[args.task](args)


def solve(args: argparse.Namespace) -> int:
    """Answer each round with its best route."""
    return answer_lines(jsonl.solve_round)


def check(args: argparse.Namespace) -> int:
    """Answer each round with a verdict on its route."""
    return answer_lines(jsonl.check_round)


def answer_lines(work: Callable[[jsonl.Round], jsonl.Solution | jsonl.RouteVerdict]) -> int:
    """One line out per line in, each written before the next one is waited for."""
    write, flush = sys.stdout.buffer.write, sys.stdout.buffer.flush
    for line in sys.stdin.buffer:
        write(jsonl.answer(line, work) + b"\n")
        flush()
    return 0


def castle(args: argparse.Namespace) -> int:
    """Print the set-up of a seed."""
    seed = args.seed if args.seed is not None else castle_of_the_day(datetime.now(UTC))
    start = set_up(Options(OPTION_LIST, {"seed": seed, "sections": args.sections}))
    print(
        json.dumps(
            {
                "seed": seed,
                "sections": args.sections,
                "castle": start.castle.sections,
                "ghost": ROOMS[start.ghost],
                "number": start.number,
                "passages": start.passages,
                "changes": start.transformations,
                "deck": start.deck,
            }
        )
    )
    return 0


def stats(args: argparse.Namespace) -> int:
    """Print the figures of a set."""
    spec = SET_SPECS[args.sections]
    passages, transformations = split_tokens(spec.tokens, TOKEN_ROOMS)
    castles = [shuffled_castle(args.sections, seed) for seed in range(args.castles)]
    some = castles[0]
    figures = average(castles, some.rooms_set(passages), some.rooms_set(transformations))
    print(table(args.sections, args.castles, spec.tokens, figures))
    return 0


def table(name: str, castles: int, tokens: str, figures: Figures) -> str:
    """The figures with their names."""
    rows = [
        (f"solvable with {tokens}", f"{figures.percent(figures.solvable):.1f} %"),
        ("solvable without tokens", f"{figures.percent(figures.plain):.1f} %"),
        ("in at most two crossings", f"{figures.percent(figures.in_two):.1f} %"),
        ("mean crossings", f"{figures.mean:.2f}"),
        *(
            (f"first colour {letter}", f"{figures.percent(count):.1f} %")
            for letter, count in zip(COLOURS, figures.by_colour, strict=True)
        ),
        ("between first colours", f"{figures.spread:.1f} points"),
    ]
    head = f"{name} sections, {castles} castles, {figures.rounds} rounds (rooms at least 3 steps apart)"
    return "\n".join([head, *(f"  {what:26}{value:>12}" for what, value in rows)])


TASKS: dict[str, Callable[[argparse.Namespace], int]] = {
    "solve": solve,
    "check": check,
    "castle": castle,
    "stats": stats,
}
