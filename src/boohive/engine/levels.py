"""The eight levels of each game, read from ``levels.toml``, and the chance of winning that a score stands for."""

import math
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from boohive.core.errors import OptionError
from boohive.engine import scores

__all__ = ["FULL_STRENGTH", "Level", "chance", "level_of", "levels_of"]

FULL_STRENGTH = 8


class Level(NamedTuple):
    """How strong a player is; what the numbers mean is told in ``levels.toml``."""

    name: str
    nodes: int
    softness: float
    cap: float
    attention: float
    sees_win: float
    sees_loss: float


@cache
def table() -> dict[str, Any]:
    """The whole file."""
    return tomllib.loads(files("boohive.engine").joinpath("levels.toml").read_text(encoding="utf-8"))


def row(game: str) -> dict[str, Any]:
    """What the file says about a game."""
    if game not in table():
        raise OptionError(f"the engine does not play {game}; it plays {', '.join(table())}")
    found: dict[str, Any] = table()[game]
    return found


@cache
def levels_of(game: str) -> tuple[Level, ...]:
    """The levels of a game, weakest first."""
    entry = row(game)
    return tuple(Level(**level) for level in row(entry.get("same_as", game))["levels"])


def level_of(game: str, number: int) -> Level:
    """Level 1 to 8 of a game."""
    found = levels_of(game)
    if not 1 <= number <= len(found):
        raise OptionError(
            f"there is no level {number}; levels go from 1 (a child wins) to {len(found)} (full strength)"
        )
    return found[number - 1]


def chance(game: str, score: int) -> float:
    """The chance of winning, 0 to 1, that a score stands for."""
    if abs(score) >= scores.SURE:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + math.exp(-score / row(game)["scale"]))
