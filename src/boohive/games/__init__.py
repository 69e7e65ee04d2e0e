"""The games of this package: one row each, loaded when somebody asks for the game."""

from importlib import import_module
from typing import TYPE_CHECKING

from boohive.core.registry import GAMES

__all__ = ["GAMES"]

GAMES.add_rows(
    {
        "boop": "boohive.games.boop.game:BOOP",
        "boop-junior": "boohive.games.boop.game:BOOP_JUNIOR",
        "booo": "boohive.games.booo.game:BOOO",
        "boop-ghosts": "boohive.games.ghosts.game:BOOP_GHOSTS",
        "hive": "boohive.games.hive.game:HIVE",
    }
)

if not TYPE_CHECKING:  # checkers find these names in _types.pyi
    _LATER = {"BoooPosition": "boohive.games.booo.game"}

    def __getattr__(name):
        """Names of games that are loaded when they are first asked for."""
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_LATER[name]), name)
