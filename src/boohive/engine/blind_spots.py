"""What a person overlooks: moves whose point is hard to see."""

from boohive.core.turn_game import TurnPosition

__all__ = ["is_hard_to_see"]


def is_hard_to_see(position: TurnPosition, code: int) -> bool:
    """Whether the game calls the move with this code easily overlooked."""
    return position.game.is_hard_to_see(position.effects(position.move(code)))
