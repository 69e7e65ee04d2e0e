"""``boohive arena``: matches between players, with Elo and error bars."""

import argparse
import json
import math
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from boohive.commands.common import add_game, add_json, natural, parallel_count, positive, seconds

if TYPE_CHECKING:
    from boohive.core.game import Json
    from boohive.engine.arena import MatchGame, Spent
    from boohive.engine.match_score import Score

BAR = 30
LINES = 20
"""Of progress where there is no terminal."""

MAX_ELO = 4000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Who plays whom, how often and how fast."""
    add_game(parser)
    parser.add_argument(
        "players",
        metavar="PLAYER",
        nargs="*",
        help="two of: level:1 to level:8, random, python:MODULE:CLASS, uhp:COMMAND (uhp,fractions:COMMAND if the engine "
        "reads fractions of a second)",
    )
    parser.add_argument("--games", metavar="N", type=positive, default=20, help="how many games (default 20)")
    parser.add_argument("--time", metavar="SECONDS", type=seconds, default=0.2, help="seconds a move (default 0.2)")
    parser.add_argument("--seed", metavar="N", type=natural, default=0, help="another seed gives other games")
    parser.add_argument("--openings", metavar="FILE", type=Path, help="begin with the lines of moves in this file")
    parser.add_argument(
        "--workers", metavar="N", type=parallel_count, default=os.cpu_count() or 1, help="games at once"
    )
    parser.add_argument(
        "--out",
        "--save",
        metavar="FILE",
        type=Path,
        help="store the games here; if it exists, it is continued (--save is the same)",
    )
    parser.add_argument(
        "--sprt", metavar=("LOW", "HIGH"), nargs=2, type=elo, help="stop when one of two Elo differences is proved"
    )
    parser.add_argument("--ladder", action="store_true", help="every level against the one below it")
    add_json(parser)


def elo(word: str) -> float:
    """A difference of two ratings."""
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    if not abs(value) <= MAX_ELO:
        raise argparse.ArgumentTypeError(
            f"{word!r} is not an Elo difference; write a number from -{MAX_ELO} to {MAX_ELO}"
        )
    return value


def run(args: argparse.Namespace) -> int:
    """Play and print."""
    from boohive.core.errors import OptionError

    if args.sprt and not args.sprt[0] < args.sprt[1]:
        raise OptionError("--sprt takes two Elo differences, the lower one first, such as --sprt 0 10")
    if args.ladder and args.json:
        raise OptionError("--ladder prints a table; leave --json out")
    if args.ladder:
        return ladder(args)
    if len(args.players) != 2:
        raise OptionError("a match needs two players, such as: boohive arena boop level:5 level:4")
    score, verdict, games = match_score(args, args.players[0], args.players[1])
    if args.json:
        print(json.dumps(data_of(args, score, verdict, games)))
        return 0
    print(f"{args.game}: {args.players[0]} against {args.players[1]}, {args.time:g} s a move")
    print(f"{score.summary()}")
    print(f"pairs with 0, 1/2, 1, 3/2, 2 points: {score.pentanomial()}")
    for number, player in enumerate(args.players):
        print(effort_summary(player, [game.spent[number] for game in games if game.spent]))
    if verdict is not None:
        print(f"test: {verdict}")
    return 0


def data_of(
    args: argparse.Namespace, score: "Score", verdict: str | None, games: "list[MatchGame]"
) -> "dict[str, Json]":
    """The match for programs; points are the first player's."""
    low, high = score.interval()
    return {
        "game": args.game,
        "players": args.players,
        "time": args.time,
        "games": score.games,
        "points": [game.points for game in sorted(games, key=lambda game: game.number)],
        "share": score.share,
        "interval": [low, high],
        "pentanomial": score.pentanomial(),
        "verdict": verdict,
    }


def effort_summary(player: str, games: "list[Spent]") -> str:
    """A player's time, depth and nodes over all games."""
    moves, searches = sum(each.moves for each in games), sum(each.searches for each in games)
    seconds = sum(each.seconds for each in games) / max(1, moves)
    words = f"{player}: {seconds:.3f} s a move, at most {max((each.max_seconds for each in games), default=0):.2f} s"
    if searches:
        depth, nodes = sum(each.depth for each in games), sum(each.nodes for each in games)
        words += f", depth {depth / searches:.1f}, {nodes / searches:,.0f} nodes"
    return words


def match_score(args: argparse.Namespace, first: str, second: str) -> "tuple[Score, str | None, list[MatchGame]]":
    """The score of one match, shown as it grows, and its games."""
    from boohive.engine.arena import Match, check_players, play_match
    from boohive.engine.match_score import Score, Sprt

    match = Match(args.game, (first, second), args.time, args.games, args.seed, str(args.openings or ""))
    check_players(match)
    score, verdict = Score(), None
    test = Sprt(*args.sprt) if args.sprt else None
    games: list[MatchGame] = []
    for played in play_match(match, args.workers, args.out):
        games.append(played)
        score.add(played.number, played.points)
        if played.failure:
            print(f"{clear_line()}{played.failure}", *played.log, sep="\n  ", file=sys.stderr, flush=True)
        show_progress(score.games, match.games, f"{score.share:.1%}")
        verdict = test.verdict(score) if test else None
        if verdict is not None:
            break
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if test is not None and verdict is None:
        verdict = "undecided"
    return score, verdict, games


def clear_line() -> str:
    """What removes the bar before a line is printed."""
    return "\r\x1b[K" if sys.stderr.isatty() else ""


def show_progress(done: int, games: int, text: str) -> None:
    """A bar on the terminal; elsewhere a line now and then."""
    if sys.stderr.isatty():
        full = BAR * done // games
        print(f"\r[{'#' * full}{'.' * (BAR - full)}] {done}/{games} {text} ", end="", file=sys.stderr, flush=True)
    elif LINES * done // games > LINES * (done - 1) // games:
        print(f"{done}/{games} {text}", file=sys.stderr, flush=True)


def ladder(args: argparse.Namespace) -> int:
    """The table of levels: each against the one below."""
    from boohive.core.errors import OptionError
    from boohive.engine.arena import Match, check_players
    from boohive.engine.levels import levels_of

    if args.players:
        raise OptionError("--ladder plays every level; leave the players out")
    check_players(Match(args.game, ("level:1", "random"), args.time, args.games))
    print(f"{args.game}: each level against the one below, {args.games} games, {args.time:g} s a move for level 8")
    for number, level in enumerate(levels_of(args.game), 1):
        if number == 1:
            score, _, _ = match_score(args, "level:1", "random")
            print(f"1 {level.name:12} against random: {score.summary()}", flush=True)
        else:
            score, _, _ = match_score(args, f"level:{number}", f"level:{number - 1}")
            print(f"{number} {level.name:12} {score.summary()}", flush=True)
    return 0
