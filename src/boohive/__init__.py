"""boohive: boop., BOOOOP., Hive and Booo!, by their rulebooks.

>>> import boohive
>>> position = boohive.new("boop")
>>> position = position.play("k c3").play("k d4")
>>> position.text
'6/1k4/6/3K2/6/6 7,0,7,0 0 - -'
"""

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from boohive._kernels import KERNEL_BUILD
from boohive.core.errors import BoohiveError, IllegalMove, NotationError, NotSupported, OptionError
from boohive.core.game import Effect, Event, Game, Outcome, Piece, Position, Step
from boohive.core.record import Record, Result, Variation
from boohive.games import GAMES

__all__ = [
    "GAMES",
    "KERNEL_BUILD",
    "BoohiveError",
    "BoooPosition",
    "Effect",
    "Event",
    "Game",
    "IllegalMove",
    "Move",
    "MoveList",
    "NotSupported",
    "NotationError",
    "OptionError",
    "Outcome",
    "Piece",
    "Player",
    "Position",
    "Record",
    "Result",
    "SearchLimits",
    "Step",
    "TurnGame",
    "TurnPosition",
    "Variation",
    "analyse",
    "analyse_async",
    "from_text",
    "new",
    "read",
    "read_record",
    "register",
    "write",
]

__version__ = "0.1.0"

if TYPE_CHECKING:
    from boohive.core.options import OptionValue
    from boohive.core.reading import Source
    from boohive.core.turn_game import Move, MoveList, TurnGame, TurnPosition
    from boohive.engine.analysis import analyse, analyse_async
    from boohive.engine.limits import SearchLimits
    from boohive.engine.players import Player
    from boohive.games._types import BoooPosition, from_text, new
else:

    def new(game, **options):
        """The start of a game: ``new("boop")``, ``new("boop", eight_cat_return=True)``.

        Type checkers know the ids and options of this package's games; for any other id write ``GAMES[game].new()``.
        """
        return GAMES[game].new(**options)

    def from_text(game, text, **options):
        """A position from its text form."""
        return GAMES[game].from_text(text, **options)

    _LATER = {
        "BoooPosition": "boohive.games",
        "Move": "boohive.core.turn_game",
        "MoveList": "boohive.core.turn_game",
        "Player": "boohive.engine.players",
        "SearchLimits": "boohive.engine.limits",
        "TurnGame": "boohive.core.turn_game",
        "TurnPosition": "boohive.core.turn_game",
        "analyse": "boohive.engine.analysis",
        "analyse_async": "boohive.engine.analysis",
    }

    def __getattr__(name):
        """Names that need more than the rules, when they are first asked for: ``import boohive`` stays quick."""
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_LATER[name]), name)

    def __dir__():
        return sorted([*__all__, "__version__"])


def read_record(text: str) -> Record:
    """A whole game from its record; it is played through, so what comes back is legal."""
    return Record.read(text, GAMES)


def read(source: "Source", **options: "OptionValue") -> Iterator[Record]:
    """Every game of a file, whatever wrote it: a path, an open file or a text.

    Our records, SGF of every turn-based game, and for Hive GameStrings, PGN, BoardSpace's SGF and lists of moves. Each game
    is played through when it is asked for; options are for formats that do not write theirs.
    """
    from boohive.core.reading import read_games

    return read_games(source, GAMES.get_all(), **options)


def write(records: Iterable[Record], form: str = "record") -> str:
    """Games as one text: as our records, ``sgf`` or, for Hive, ``pgn``, ``gamestring`` or ``moves``."""
    from boohive.core.reading import write_games

    return write_games(records, form)


def register(game: Game, check: bool = True) -> None:
    """Add a game of your own: afterwards records, commands, tables, engine and environments know it.

    Refused with a sentence if a method is missing or the id is taken; a random game is played to check it, unless
    ``check`` is false.
    """
    GAMES.register(game, check)
