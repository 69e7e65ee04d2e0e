"""Actions and observations of a position as NumPy arrays; their numbering is told in ``bed_coder`` and ``hive_coder``."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boohive.core.errors import IllegalMove
from boohive.core.options import OptionValue
from boohive.core.turn_game import Move, TurnGame, TurnPosition
from boohive.envs.bed_coder import BedCoder, GhostsCoder
from boohive.envs.coder import Coder, action_at, draw_at, move_at
from boohive.envs.hive_coder import HiveCoder
from boohive.envs.plain import PlainNumbering
from boohive.games import GAMES

__all__ = ["CODERS", "Array", "Numbering", "numbering", "turn_game"]

Array = NDArray[Any]

CODERS: dict[str, type[BedCoder] | type[GhostsCoder] | type[HiveCoder]] = {
    "boop": BedCoder,
    "boop-junior": BedCoder,
    "boop-ghosts": GhostsCoder,
    "hive": HiveCoder,
}


def turn_game(game: str) -> TurnGame:
    """A turn-based game by its id."""
    return GAMES[game].as_turns()


def start_of(game: str, given: Mapping[str, OptionValue]) -> TurnPosition:
    """The start of a game with the options of environments, which never change, and those that were given."""
    found = turn_game(game)
    return found.new(**{**found.research_options(), **given})


class Numbering:
    """The action numbers and observation planes of one game. They never change between versions."""

    def __init__(self, coder: Coder) -> None:
        self.coder = coder
        self.actions = coder.actions
        """Actions are numbered from 0 up to this."""
        self.shape = (coder.planes, coder.side, coder.side)
        """Planes, rows, columns of an observation."""

    def action(self, move: Move) -> int:
        """The number of a legal move."""
        return action_at(self.coder, move.position._kernel, move.code)

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
        code = move_at(self.coder, position._kernel, action)
        legal = code in position.legal_moves.codes() and action_at(self.coder, position._kernel, code) == action
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
        draw_at(self.coder, position._kernel, seat, found.reshape(-1))  # type: ignore[arg-type]
        return found


@cache
def numbering(game: str) -> Numbering | PlainNumbering:
    """The numbering of a turn-based game."""
    if game not in CODERS:
        return PlainNumbering(turn_game(game))
    return Numbering(CODERS[turn_game(game).id]())
