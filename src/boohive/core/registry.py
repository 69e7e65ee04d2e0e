"""The games by id: those of this package, those of installed packages, those registered by a program.

A game is loaded when it is first asked for. Installed packages offer theirs under the entry point group
``boohive.games`` (the name is the game's id, the value ``package.module:GAME``). A game that a program registers is also
found by the processes it starts, if it is a module's attribute: the variable ``BOOHIVE_GAMES`` names it for them.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module

from boohive.core.errors import OptionError, UnknownGame
from boohive.core.game import Game

__all__ = ["GAMES", "GameRegistry", "registered"]

GROUP = "boohive.games"
OURS = "boohive."
VARIABLE = "BOOHIVE_GAMES"
ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class GameRegistry(Mapping[str, Game]):
    """Games by id. Looking one up loads it."""

    def __init__(self) -> None:
        self._rows: dict[str, str] = {}
        self._loaded: dict[str, Game] = {}
        self._searched = False
        self.broken: dict[str, str] = {}
        """Games of other packages that could not be loaded, with the reason."""

    def add_rows(self, rows: Mapping[str, str]) -> None:
        """Games by id and where they are, as ``package.module:NAME``."""
        self._rows.update(rows)

    def __getitem__(self, game_id: str) -> Game:
        found = self._loaded.get(game_id)
        if found is not None:
            return found
        if game_id not in self._rows:
            self._search()
        if game_id not in self._rows:
            why = f" ({self.broken[game_id]})" if game_id in self.broken else ""
            raise UnknownGame(f"there is no game {game_id!r}{why}; the games are {', '.join(self)}")
        return self._load(game_id)

    def __iter__(self) -> Iterator[str]:
        self._search()
        for game_id in list(self._rows):
            if not self._rows[game_id].startswith(OURS) and game_id not in self._loaded:
                with suppress(UnknownGame):  # Its reason is in ``broken``.
                    self[game_id]
        return iter(list(dict.fromkeys([*self._rows, *self._loaded])))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __contains__(self, game_id: object) -> bool:
        if game_id in self._rows or game_id in self._loaded:
            return True
        self._search()
        return game_id in self._rows or game_id in self._loaded

    def get_all(self) -> list[Game]:
        """Every game that can be loaded."""
        return list(self.values())

    def register(self, game: Game, check: bool = True) -> None:
        """Add a game; refused with a sentence if something is missing or its id is taken."""
        require_complete(game)
        if game.id in self and self[game.id] is not game:
            raise OptionError(f"there is a game {game.id!r} already; choose another id")
        if check:
            from boohive.core.testing import check_game

            self._loaded[game.id] = game
            try:
                check_game(game, games=1, every=10)
            except AssertionError as error:
                del self._loaded[game.id]
                raise OptionError(f"{game.id} cannot be registered: {error}") from None
        self._loaded[game.id] = game
        _name_for_children(game)

    def unregister(self, game_id: str) -> None:
        """Take a registered game away again, for tests and notebooks."""
        self._loaded.pop(game_id, None)

    def _load(self, game_id: str) -> Game:
        module, _, name = self._rows[game_id].partition(":")
        try:
            game = getattr(import_module(module), name)
            require_complete(game)
            if game.id != game_id:
                raise OptionError(f"it calls itself {game.id!r}")
        except Exception as error:
            if module.startswith(OURS):
                raise
            del self._rows[game_id]
            self.broken[game_id] = f"{self._where(module, name)} cannot be loaded: {error}"
            raise UnknownGame(f"the game {game_id!r} cannot be loaded: {error}") from error
        assert isinstance(game, Game)
        self._loaded[game_id] = game
        return game

    @staticmethod
    def _where(module: str, name: str) -> str:
        return f"{module}:{name}"

    def _search(self) -> None:
        """Look once for the games of other packages."""
        if self._searched:
            return
        self._searched = True
        from importlib.metadata import entry_points

        for point in entry_points(group=GROUP):
            self._offer(point.name, point.value)
        for row in filter(None, os.environ.get(VARIABLE, "").split(",")):
            game_id, _, value = row.partition("=")
            self._offer(game_id, value)

    def _offer(self, game_id: str, value: str) -> None:
        if not ID.fullmatch(game_id):
            self.broken[game_id] = f"{game_id!r} is not a game's id; write lower-case words joined by hyphens"
        elif game_id in self._rows and self._rows[game_id] != value:
            self.broken[value] = f"{value} has the id {game_id!r}, which is taken"
        elif game_id not in self._loaded:
            self._rows[game_id] = value


def require_complete(game: object) -> None:
    """Refuse what is not a whole game."""
    if not isinstance(game, Game):
        raise OptionError(f"{game!r} is not a game; make an instance of a subclass of boohive.Game or boohive.TurnGame")
    for fact in ("id", "title", "summary", "kind", "player_counts"):
        if not hasattr(game, fact):
            raise OptionError(f"{type(game).__name__} has no {fact}; set it in the class")
    if not ID.fullmatch(game.id):
        raise OptionError(
            f"{game.id!r} is not a game's id; write lower-case words joined by hyphens, such as 'tic-tac-toe'"
        )
    missing = game.missing_methods()
    if missing:
        raise OptionError(
            f"{type(game).__name__} does not define {', '.join(missing)}; every game of its kind needs that"
        )
    try:
        game.check_rules()
    except (NotImplementedError, TypeError, ValueError) as error:
        raise OptionError(f"{type(game).__name__} cannot be played: {error}") from error


def _name_for_children(game: Game) -> None:
    """Let processes that this one starts find a registered game, if a module has it."""
    module = sys.modules.get(type(game).__module__)
    names = [name for name, value in vars(module).items() if value is game] if module is not None else []
    if names and type(game).__module__ != "__main__":
        row = f"{game.id}={type(game).__module__}:{names[0]}"
        rows = [*filter(None, os.environ.get(VARIABLE, "").split(","))]
        if row not in rows:
            os.environ[VARIABLE] = ",".join([*rows, row])


GAMES = GameRegistry()
"""Every game there is."""


def registered(game_id: str) -> Game:
    """A game by its id, for unpickling."""
    return GAMES[game_id]
