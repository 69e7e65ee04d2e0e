"""How strong the engine's players of a game are, level by level."""

import tomllib
from typing import NamedTuple

__all__ = ["DEFAULT_LEVELS", "MAX_LEVEL", "Level", "Strength", "read_strength"]

MAX_LEVEL = 8
"""The highest level of any game; in turn-based games it is full strength."""


class Level(NamedTuple):
    """How strong a player is."""

    name: str
    nodes: int
    """Positions looked at per move and candidate; 0 means no limit but the time."""
    candidates: int
    """How many of the best moves it chooses from."""
    temperature: float
    """How far a move's win probability may be below the best one's for it to be likely still."""
    max_loss: float
    """No move is played that lowers the win probability by more than this."""
    attention: float
    """How often a move whose point is hard to see is noticed."""
    sees_win: float
    """How often an immediate win is seen."""
    sees_loss: float
    """How often a win that the opponent threatens to play next is seen."""


class Strength(NamedTuple):
    """The levels of a game, weakest first, and what its scores mean."""

    scale: float
    """The score at which the win probability is 73 %."""
    levels: tuple[Level, ...]


def read_strength(text: str) -> Strength:
    """A game's ``levels.toml``."""
    found = tomllib.loads(text)
    return Strength(float(found["scale"]), tuple(Level(**level) for level in found["levels"]))


DEFAULT_LEVELS = Strength(
    160.0,
    (
        Level("Level 1", 40, 8, 0.3, 1.0, 0.5, 0.85, 0.5),
        Level("Level 2", 150, 6, 0.15, 0.6, 0.75, 1.0, 0.8),
        Level("Level 3", 500, 6, 0.08, 0.4, 0.9, 1.0, 0.95),
        Level("Level 4", 1_500, 6, 0.03, 0.2, 1.0, 1.0, 1.0),
        Level("Level 5", 4_000, 1, 0.01, 0.05, 1.0, 1.0, 1.0),
        Level("Level 6", 10_000, 1, 0.01, 0.03, 1.0, 1.0, 1.0),
        Level("Level 7", 25_000, 1, 0.005, 0.02, 1.0, 1.0, 1.0),
        Level("Level 8", 0, 1, 0.0, 0.0, 1.0, 1.0, 1.0),
    ),
)
"""For games that bring none of their own."""
