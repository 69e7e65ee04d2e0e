"""Actions and observations of a position as NumPy arrays; their numbering is told in ``boop_encoding`` and ``hive_encoding``."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boohive.core.errors import IllegalMove
from boohive.core.options import OptionValue
from boohive.core.turn_game import Move, TurnGame, TurnPosition
from boohive.envs.boop_encoding import BoopEncoding, GhostsEncoding
from boohive.envs.encoding import Encoding, action_at, encode_at, move_at
from boohive.envs.hive_encoding import HiveEncoding
from boohive.envs.plain import PlainNumbering
from boohive.games import GAMES

__all__ = ["ENCODINGS", "Array", "Numbering", "numbering", "turn_game"]

Array = NDArray[Any]

ENCODINGS: dict[str, type[BoopEncoding] | type[GhostsEncoding] | type[HiveEncoding]] = {
    "boop": BoopEncoding,
    "boop-junior": BoopEncoding,
    "boop-ghosts": GhostsEncoding,
    "hive": HiveEncoding,
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
    if game not in ENCODINGS:
        return PlainNumbering(turn_game(game))
    return Numbering(ENCODINGS[turn_game(game).id]())
