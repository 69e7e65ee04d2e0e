"""What stands out about a move of boop. or BOOOOP., and what is easily overlooked."""

from collections.abc import Sequence

from boohive.core.game import Effect
from boohive.core.sentences import Sentence

__all__ = ["is_hard_to_see", "nudge", "visible_reasons"]

ARRIVALS = {"placed", "entered"}
FAR = 3
"""A piece that leaps over this many or more is easily overlooked."""


def nudge(effects: Sequence[Effect]) -> Sentence | None:
    """Where to look, without naming the move."""
    kinds = {effect.kind for effect in effects}
    if "graduated" in kinds:
        return Sentence("somebody can grow up", "can_graduate")
    if "fell" in kinds:
        return Sentence("something can be pushed off the bed", "can_push_off")
    return None


def visible_reasons(effects: Sequence[Effect]) -> list[Sentence]:
    """Who grows up and who falls off."""
    found = []
    for kind, one, more, code in (
        ("graduated", "grows up", "grow up", "graduates"),
        ("fell", "falls off", "fall off", "falls"),
    ):
        count = sum(effect.kind == kind for effect in effects)
        if count:
            found.append(Sentence(f"{count} {one if count == 1 else more}", code, count=count))
    return found


def is_hard_to_see(effects: Sequence[Effect]) -> bool:
    """Whether the row that grows up does not hold the piece just placed, or a piece leaps far."""
    ends = {effect.to for effect in effects if effect.kind in ARRIVALS}
    settled = [effect for effect in effects if effect.kind in ("graduated", "returned")]
    if settled and not ends & {effect.from_ for effect in settled}:
        return True
    return any(len(effect.path) >= FAR for effect in effects)
