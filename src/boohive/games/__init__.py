"""The games of this package: one row each, loaded when somebody asks for the game."""

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
