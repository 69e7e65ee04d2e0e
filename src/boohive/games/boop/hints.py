"""What stands out about a move of boop. or BOOOOP., and what is easily overlooked."""

from collections.abc import Sequence

from boohive.core.game import Effect

__all__ = ["is_hard_to_see", "nudge", "visible_reasons"]

SEEN_AT_ONCE = {"placed", "entered"}
FAR = 3
"""A piece that leaps over this many or more is easily overlooked."""


def nudge(effects: Sequence[Effect]) -> str | None:
    """Where to look, without naming the move."""
    kinds = {effect.kind for effect in effects}
    if "graduated" in kinds:
        return "somebody can grow up"
    if "fell" in kinds:
        return "something can be pushed off the bed"
    return None


def visible_reasons(effects: Sequence[Effect]) -> list[str]:
    """Who grows up and who falls off."""
    found = []
    for kind, words in (("graduated", "grow up"), ("fell", "fall off")):
        count = sum(effect.kind == kind for effect in effects)
        if count:
            found.append(f"{count} {words}")
    return found


def is_hard_to_see(effects: Sequence[Effect]) -> bool:
    """Whether the row that grows up does not hold the piece just placed, or a piece leaps far."""
    ends = {effect.end for effect in effects if effect.kind in SEEN_AT_ONCE}
    settled = [effect for effect in effects if effect.kind in ("graduated", "returned")]
    if settled and not ends & {effect.start for effect in settled}:
        return True
    return any(len(effect.over) >= FAR for effect in effects)
