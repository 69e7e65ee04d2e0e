"""How strong the computer's players are, level by level."""

import tomllib
from typing import NamedTuple

__all__ = ["DEFAULT_LEVELS", "MAX_LEVEL", "GameLevels", "Level", "read_levels"]

MAX_LEVEL = 8
"""The number of the highest level that a game may have. Every turn-based game has eight, and the eighth is full strength; a
race has its own."""


class Level(NamedTuple):
    """The settings of a computer player. What happens "with a probability" is decided for each move."""

    name: str
    nodes: int
    """The most positions that are searched for a move, for each candidate; 0: only the time is limited."""
    candidates: int
    """How many of the best moves are chosen from."""
    temperature: float
    """How likely weaker candidates are: one that lowers the win probability by this much is chosen 1/e times as often as the
    best one."""
    max_loss: float
    """A candidate that lowers the win probability by more than this, compared to the best one, is never chosen."""
    attention: float
    """The probability that a move is considered whose point people overlook (``engine/blind_spots.py``)."""
    sees_win: float
    """The probability that a move is noticed that wins at once."""
    sees_loss: float
    """The probability of looking ahead far enough to notice that the opponent could win at once."""


class GameLevels(NamedTuple):
    """A game's levels, weakest first, and how the engine's scores become win probabilities."""

    scale: float
    """The win probability of a score is 1 / (1 + exp(-score / scale)): 73 % at this score."""
    levels: tuple[Level, ...]


def read_levels(text: str) -> GameLevels:
    """Read the contents of a game's ``levels.toml``."""
    data = tomllib.loads(text)
    return GameLevels(float(data["scale"]), tuple(Level(**level) for level in data["levels"]))


DEFAULT_LEVELS = GameLevels(
    160.0,
    (
        # name, nodes, candidates, temperature, max_loss, attention, sees_win, sees_loss. With one candidate temperature and
        # max_loss count for the levels in between, such as 4.5.
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
"""For games without a ``levels.toml``: a guess. A game's own file has what was measured in its matches."""
