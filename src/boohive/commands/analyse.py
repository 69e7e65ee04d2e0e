"""``boohive analyse``: what the engine thinks of a position, or of every move of a saved game."""

import argparse
import json
from pathlib import Path

from boohive.commands.common import (
    add_game_or_file,
    add_position,
    add_settings,
    is_file,
    names_in,
    parallel_count,
    positive,
    read_file,
    refuse_beside_file,
    result_words,
    seconds,
    turn_position,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which position or game, and how long."""
    add_game_or_file(parser)
    add_position(parser)
    parser.add_argument("--record", metavar="FILE", type=Path, help="the same as FILE: every move is judged")
    parser.add_argument(
        "--time", metavar="SECONDS", type=seconds, default=None, help="seconds (default 1; for a record 0.2 a move)"
    )
    parser.add_argument("--lines", metavar="N", type=positive, default=3, help="how many lines to show (default 3)")
    parser.add_argument("--threads", metavar="N", type=parallel_count, default=1, help="processor threads (default 1)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_settings(parser)


def run(args: argparse.Namespace) -> int:
    """Print the analysis."""
    if args.record is not None or is_file(args.game):
        return run_record(args)
    return run_position(args)


def run_position(args: argparse.Namespace) -> int:
    """The best lines of one position."""
    from boohive.engine.analysis import analyse
    from boohive.engine.deepening import last

    position = turn_position(args)
    analysis = last(analyse(position, args.time or 1.0, lines=args.lines, threads=args.threads))
    if args.json:
        print(json.dumps(analysis.as_data()))
        return 0
    print(position.diagram())
    speed = analysis.nodes / max(analysis.seconds, 1e-6)
    print(f"\ndepth {analysis.depth} turns, {analysis.nodes:,} positions, {speed / 1e6:.2f} million a second")
    for number, line in enumerate(analysis.lines, 1):
        print(
            f"{number}. {line.moves[0]:12} {line.win_probability:4.0%}  {line.description:15} {', '.join(line.moves[1:8])}"
        )
    return 0


def run_record(args: argparse.Namespace) -> int:
    """Every move of a saved game."""
    from boohive.core.errors import NotationError
    from boohive.engine.analysis import review

    refuse_beside_file(args, "position", "set", "preset")
    record = read_file(str(args.record or args.game), args.number)
    if args.record is not None and record.game.id != args.game:
        raise NotationError(f"{args.record} is a game of {record.game.id}, not of {args.game}")
    found = review(record, args.time or 0.2, args.threads)
    if args.json:
        print(json.dumps(found.as_data()))
        return 0
    names = names_in(record)
    for move in found.moves:
        better = "" if move.judgement in ("best", "good") else f"{move.judgement}: -{move.loss:.0%}, better {move.best}"
        print(f"{move.number:3} {names[move.seat]:14} {move.move:14} {move.win_probability:4.0%}  {better}".rstrip())
    print()
    for seat, name in enumerate(names):
        print(f"{name}: accuracy {found.accuracy[seat]:.0f} %")
    if words := result_words(record):
        print(words)
    turning = [found.moves[number - 1] for number in found.turning_points]
    for move in turning:
        print(
            f"turning point: move {move.number}, {names[move.seat]} played {move.move} instead of {move.best} "
            f"and gave away {move.loss:.0%}"
        )
    if not turning:
        print("no turning points: nobody gave much away in one move")
    return 0
