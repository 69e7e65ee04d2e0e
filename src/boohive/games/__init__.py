"""The shelf: one row per game, each loaded when somebody takes it down."""

import copyreg
from collections.abc import Iterator, Mapping
from importlib import import_module

from boohive.core.errors import NotationError
from boohive.core.game import Game
from boohive.core.turn_game import TurnGame

__all__ = ["GAMES", "Games"]

ROWS = {
    "boop": "boohive.games.boop.game:BOOP",
    "boop-junior": "boohive.games.boop.game:BOOP_JUNIOR",
    "booo": "boohive.games.booo.game:BOOO",
    "boop-ghosts": "boohive.games.ghosts.game:BOOP_GHOSTS",
    "hive": "boohive.games.hive.game:HIVE",
}


class Games(Mapping[str, Game]):
    """The games by id."""

    def __getitem__(self, game_id: str) -> Game:
        if game_id not in ROWS:
            raise NotationError(f"there is no game {game_id!r}; the games are {', '.join(ROWS)}")
        module, _, name = ROWS[game_id].partition(":")
        game: Game = getattr(import_module(module), name)
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(ROWS)

    def __len__(self) -> int:
        return len(ROWS)

    def __contains__(self, game_id: object) -> bool:
        return game_id in ROWS


GAMES = Games()


def _take_down(game_id: str) -> TurnGame:
    game = GAMES[game_id]
    assert isinstance(game, TurnGame)
    return game


copyreg.pickle(TurnGame, lambda game: (_take_down, (game.id,)))
