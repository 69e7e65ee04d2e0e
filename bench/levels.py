"""``python -m bench levels``: where each level has to be on the scale of ``levels.toml`` for the one above to score AIM.

From the top down: level 8 is full strength at BENCH_SECONDS a move (default 1); level 7 is moved along the table's
rows, read as a curve, until 8 scores that against it, then level 6 against the new 7, and so on. Prints the new rows.
BENCH_TOP takes that level as it is and begins below it, BENCH_GAMES_OF names the games, BENCH_GAMES says how many are
played for a row (default 400; a quarter of it against level 8). Below level 5 a player's level varies from game to game
into its neighbours', so new rows there need a second run.
"""

import math
import os

from boohive.engine.arena import Match, play_match
from boohive.engine.levels import FULL_STRENGTH, Level, level_of, levels_of
from boohive.engine.match_score import Score

NAMES = os.environ.get("BENCH_GAMES_OF", "boop,boop-ghosts,hive").split(",")
GAMES = int(os.environ.get("BENCH_GAMES", "400"))
SECONDS = float(os.environ.get("BENCH_SECONDS", "1"))
TOP = int(os.environ.get("BENCH_TOP", FULL_STRENGTH))
WORKERS = int(os.environ.get("BENCH_WORKERS", "2"))
AIM = 0.76
TRIES = 4
SLOPE = math.log(3)
"""How much a level changes the logarithm of the odds, while nothing better is known: 75 % is three to one."""
LOWEST, HIGHEST = 1.0, FULL_STRENGTH - 1.0


def run() -> None:
    for game in NAMES:
        print(f"{game}: each level where the one above scores {AIM:.0%}")
        above = float(TOP)
        for number in range(TOP - 1, 0, -1):
            above = level_below(game, number, above)
            print(in_toml(level_of(game, above), levels_of(game)[number - 1].name), flush=True)


def level_below(game: str, number: int, above: float) -> float:
    """Where level ``number`` has to be; each try starts from all the games played so far."""
    guesses: list[float] = []
    games = GAMES // TRIES // (4 if above == FULL_STRENGTH else 1)
    at = min(above - 1, HIGHEST)
    for seed in range(TRIES):
        at = min(max(at, LOWEST), HIGHEST, above)
        score = share(game, above, at, games, 1000 * number + 10 * games * seed)
        guesses.append(at + (log_odds(score) - log_odds(AIM)) / SLOPE)
        at = sum(guesses) / len(guesses)
        print(f"  {number}: {score:.1%} at {at:.2f}", flush=True)
    return min(max(at, LOWEST), HIGHEST, above)


def share(game: str, above: float, below: float, games: int, seed: int) -> float:
    """What the higher of two levels scores."""
    score = Score()
    for played in play_match(Match(game, (f"level:{above}", f"level:{below}"), SECONDS, games, seed), WORKERS):
        score.add(played.number, played.points)
    return score.share


def log_odds(share: float) -> float:
    """Of a share that is never quite 0 or 1."""
    share = min(max(share, 0.02), 0.98)
    return math.log(share / (1 - share))


def in_toml(level: Level, name: str) -> str:
    """A row of the table, rounded as a person would."""
    digits = max(0, len(str(level.nodes)) - 2)
    return (
        f'  {{ name = "{name}", nodes = {round(level.nodes, -digits)}, '
        f"candidates = {level.candidates}, temperature = {level.temperature:.2g}, "
        f"max_loss = {level.max_loss:.2g}, attention = {level.attention:.2g}, sees_win = {level.sees_win:.2g}, "
        f"sees_loss = {level.sees_loss:.3g} }},"
    )
