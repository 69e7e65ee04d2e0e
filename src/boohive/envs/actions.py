"""Actions and observations of a position as NumPy arrays. What the numbers mean is written at the top of each game's
``encoding`` module."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boohive.core.encoding import Encoding, action_at, encode_at, move_at
from boohive.core.errors import IllegalMove
from boohive.core.options import OptionValue
from boohive.core.turn_game import Move, TurnGame, TurnPosition
from boohive.envs.plain import PlainNumbering, is_plain
from boohive.games import GAMES

__all__ = ["Array", "Info", "Numbering", "Observation", "ParallelStep", "game_ids", "numbering", "turn_game"]

Array = NDArray[np.int8]
"""Masks and planes."""
Observation = dict[str, Array]
"""What an agent of PettingZoo is given: ``observation`` and ``action_mask``."""
Info = dict[str, Any]
"""What else an environment says, and the options of ``reset``: PettingZoo and Gymnasium leave both open."""
ParallelStep = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]
"""What a step of a parallel environment returns: observations, rewards, terminations, truncations, infos."""


def turn_game(game: str) -> TurnGame:
    """A turn-based game by its id."""
    return GAMES[game].as_turn_based()


def game_ids() -> list[str]:
    """The turn-based games that have environments."""
    games = [game.as_turn_based() for game in GAMES.values() if game.kind == "turns"]
    return [game.id for game in games if is_plain(game) or game.encoding() is not None]


def environment_name(game: str) -> str:
    """The name of a game's environment, as PettingZoo writes names."""
    return f"{game.replace('-', '_')}_v1"


def start_of(game: str, given: Mapping[str, OptionValue]) -> TurnPosition:
    """The start of a game with the options of environments, which never change, and those that were given."""
    found = turn_game(game)
    return found.new(**{**found.research_options(), **given})


class Numbering:
    """The action numbers and observation planes of one game. They never change between versions."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.actions = encoding.actions
        """Actions are numbered from 0 up to this."""
        self.shape = (encoding.planes, encoding.side, encoding.side)
        """Planes, rows, columns of an observation."""

    def action(self, move: Move) -> int:
        """The number of a legal move."""
        return action_at(self.encoding, move.position._kernel, move.code)

    def legal(self, position: TurnPosition) -> dict[int, Move]:
        """Every legal move by its number."""
        return {self.action(move): move for move in position.legal_moves}

    def move(self, position: TurnPosition, action: int) -> Move:
        """The legal move with this number; ``IllegalMove`` if there is none."""
        if 0 <= action < self.actions:
            found = self._look_up(position, int(action))
            if found is not None:
                return found
        raise IllegalMove(
            f"action {action} is not legal here; the action mask shows the {len(position.legal_moves)} that are"
        )

    def _look_up(self, position: TurnPosition, action: int) -> Move | None:
        if position.to_move is None:
            return None
        code = move_at(self.encoding, position._kernel, action)
        legal = code in position.legal_moves.codes() and action_at(self.encoding, position._kernel, code) == action
        return position.move(code) if legal else None

    def mask(self, position: TurnPosition) -> Array:
        """1 for each legal action, else 0."""
        found = np.zeros(self.actions, np.int8)
        for move in position.legal_moves:
            found[self.action(move)] = 1
        return found

    def planes(self, position: TurnPosition, seat: int) -> Array:
        """What this seat sees."""
        found = np.zeros(self.shape, np.int8)
        encode_at(self.encoding, position._kernel, seat, found.reshape(-1))  # type: ignore[arg-type]
        return found


@cache
def numbering(game: str) -> Numbering | PlainNumbering:
    """The numbering of a turn-based game."""
    found = turn_game(game)
    encoding = found.encoding()
    return PlainNumbering(found) if encoding is None else Numbering(encoding)
