"""What a person overlooks: moves whose point is hard to see. Told from a move's effects, so it holds for every game."""

from boohive.core.turn_game import Move, TurnPosition

__all__ = ["is_hard_to_see"]

SEEN_AT_ONCE = {"placed", "entered"}
FAR = 3
"""A bug that goes this many cells or more is easily overlooked."""


def is_hard_to_see(position: TurnPosition, code: int) -> bool:
    """A row made by a push rather than by the placed piece, a throw, a move to the far side of the hive."""
    effects = position.effects(Move(position, code))
    ends = {effect.end for effect in effects if effect.kind in SEEN_AT_ONCE}
    settled = [effect for effect in effects if effect.kind in ("graduated", "returned")]
    if settled and not ends & {effect.start for effect in settled}:
        return True  # The row that grows up does not hold the piece just placed.
    return any(effect.kind == "thrown" or len(effect.over) >= FAR for effect in effects)
