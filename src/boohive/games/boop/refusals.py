"""Why a move of boop. is refused: what is wrong, then what would be right."""

from collections.abc import Sequence

from boohive.games.boop import pieces
from boohive.games.boop.effects import WORDS
from boohive.games.boop.notation import LETTERS, NAMES, Bed

__all__ = ["refusal"]


def refusal(code: int, bed: Bed, choices: Sequence[str]) -> str:
    """Why this move is not legal: what is wrong, then what would be right. ``choices``: what has to be chosen from."""
    if choices and code < pieces.ONE:
        return f"a choice is due before the next piece; choose one of: {', '.join(choices)}"
    if choices:
        return f"that cannot be chosen; choose one of: {', '.join(choices)}"
    if code >= pieces.ONE:
        return "nothing has to be chosen now; place a piece, such as 'k c3'"
    space, kind = code % 64, int(code >= pieces.CAT)
    if any(held >> space & 1 for held in bed):
        return f"{NAMES[space]} is taken; place on an empty space"
    other = 1 - kind
    return f"there is no {WORDS[kind]} in your pool; place a {WORDS[other]}: '{LETTERS[other]} {NAMES[space]}'"
