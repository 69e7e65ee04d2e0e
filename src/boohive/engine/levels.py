"""The levels of each game (``levels.toml`` in its folder), and the win probability that a score stands for."""

import math
from functools import cache

from boohive.core.errors import OptionError
from boohive.core.levels import MAX_LEVEL, GameLevels, Level
from boohive.engine import scores
from boohive.games import GAMES

__all__ = ["FULL_STRENGTH", "Level", "level_of", "levels_of", "win_probability"]

FULL_STRENGTH = MAX_LEVEL


@cache
def game_levels(game: str) -> GameLevels:
    """The levels of a game, and the scale of its scores."""
    return GAMES[game].as_turn_based().bot_levels


def levels_of(game: str) -> tuple[Level, ...]:
    """The levels of a game, weakest first."""
    return game_levels(game).levels


def check_level(number: float) -> None:
    """Refuse what is not a level of any game."""
    is_number = isinstance(number, int | float) and not isinstance(number, bool)
    if not is_number or not 1 <= number <= FULL_STRENGTH or FULL_STRENGTH - 1 < number < FULL_STRENGTH:
        raise OptionError(
            f"there is no level {number!r}; levels go from 1 (a child wins) to {FULL_STRENGTH:g} (full strength)"
        )


def level_of(game: str, number: float) -> Level:
    """Level 1 to 8 of a game; 4.5 is halfway from 4 to 5. Between 7 and full strength, which has no limits, is nothing."""
    check_level(number)
    found = levels_of(game)
    lower = int(number)
    if lower == number:
        return found[lower - 1]
    return between(found[lower - 1], found[lower], number - lower)


def between(low: Level, high: Level, share: float) -> Level:
    """Nodes and temperature grow by factors from level to level, the rest by steps."""

    def by_factor(first: float, second: float) -> float:
        return first * math.exp(share * math.log(second / first))

    def by_step(first: float, second: float) -> float:
        return first + (second - first) * share

    return Level(
        low.name,
        round(by_factor(low.nodes, high.nodes)),
        round(by_step(low.candidates, high.candidates)),
        by_factor(low.temperature, high.temperature),
        by_step(low.max_loss, high.max_loss),
        by_step(low.attention, high.attention),
        by_step(low.sees_win, high.sees_win),
        by_step(low.sees_loss, high.sees_loss),
    )


def win_probability(game: str, score: int) -> float:
    """The win probability, 0 to 1, that a score stands for."""
    if abs(score) >= scores.MATE_BOUND:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + math.exp(-score / game_levels(game).scale))
