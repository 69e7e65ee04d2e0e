"""Actions and observations of games that bring no encoding of their own.

An action is the code of a move, so codes must be small (``TurnGame.move_codes``). The planes are one for each letter of
the game's ``grid`` (``TurnGame.grid_letters``), 1 where it stands, and one that is all 1 when the seat that looks is to
move.
"""

import numpy as np
from numpy.typing import NDArray

from boohive.core.errors import IllegalMove, NotSupported
from boohive.core.turn_game import Move, TurnGame, TurnPosition

__all__ = ["PlainNumbering", "is_plain"]


def is_plain(game: TurnGame) -> bool:
    """Whether a game says enough to be put into numbers without an encoding."""
    return bool(game.move_codes and game.grid_letters)


class PlainNumbering:
    """The action numbers and observation planes of a game, made from its move codes and its grid."""

    def __init__(self, game: TurnGame) -> None:
        if not game.move_codes or not game.grid_letters:
            raise NotSupported(
                f"{game.title} has no environments: its class defines neither encoding() nor move_codes and grid_letters"
            )
        self.actions = game.move_codes
        self.letters = game.grid_letters
        rows = game.grid(game.new(**game.research_options()))
        self.shape = (len(self.letters) + 1, len(rows), len(rows[0]))

    def action(self, move: Move) -> int:
        """The number of a legal move."""
        return move.code

    def legal(self, position: TurnPosition) -> dict[int, Move]:
        """Every legal move by its number."""
        return {move.code: move for move in position.legal_moves}

    def move(self, position: TurnPosition, action: int) -> Move:
        """The legal move with this number; ``IllegalMove`` if there is none."""
        if action in position.legal_moves.codes():
            return position.move(int(action))
        raise IllegalMove(
            f"action {action} is not legal here; the action mask shows the {len(position.legal_moves)} that are"
        )

    def mask(self, position: TurnPosition) -> NDArray[np.int8]:
        """1 for each legal action, else 0."""
        found = np.zeros(self.actions, np.int8)
        found[position.legal_moves.codes()] = 1
        return found

    def planes(self, position: TurnPosition, seat: int) -> NDArray[np.int8]:
        """What this seat sees."""
        rows = position.game.grid(position)
        found = np.zeros(self.shape, np.int8)
        for plane, letter in enumerate(self.letters):
            found[plane] = [[space == letter for space in row] for row in rows]
        found[-1] = position.to_move == seat
        return found
