"""boohive: boop., BOOOOP., Hive and Booo!, by their rulebooks.

>>> import boohive
>>> position = boohive.new("boop")
>>> position = position.play("k c3").play("k d4")
>>> position.text
'6/1k4/6/3K2/6/6 7,0,7,0 0 - -'
"""

from typing import Any

from boohive._kernels import FORM
from boohive.core.errors import BoohiveError, IllegalMove, NotationError, OptionError
from boohive.core.game import Effect, Event, Game, Outcome, Position, Step
from boohive.core.record import Record
from boohive.games import GAMES

__all__ = [
    "FORM",
    "GAMES",
    "BoohiveError",
    "Effect",
    "Event",
    "Game",
    "IllegalMove",
    "NotationError",
    "OptionError",
    "Outcome",
    "Position",
    "Record",
    "Step",
    "from_text",
    "new",
    "read_record",
]

__version__ = "0.1.0"


def new(game: str, **options: Any) -> Any:
    """The start of a game: ``new("boop")``, ``new("boop", eight_cat_return=True)``."""
    return GAMES[game].new(**options)


def from_text(game: str, text: str, **options: Any) -> Any:
    """A position from its text form."""
    return GAMES[game].from_text(text, **options)


def read_record(text: str) -> Record:
    """A whole game from its record; it is played through, so what comes back is legal."""
    return Record.read(text, GAMES)
