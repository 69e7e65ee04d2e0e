"""Why a move of boop. is refused: what is wrong, then what would be right."""

from collections.abc import Sequence

from boohive.core.sentences import Sentence
from boohive.games.boop import pieces
from boohive.games.boop.effects import KINDS
from boohive.games.boop.notation import LETTERS, NAMES, Bed

__all__ = ["refusal"]


def refusal(code: int, bed: Bed, choices: Sequence[str]) -> Sentence:
    """Why this move is not legal: what is wrong, then what would be right.

    Codes below ``pieces.ONE`` place a piece, the others choose what leaves the bed at the end of a turn. ``choices`` are the
    moves that are legal if it is time to choose, else empty.
    """
    if choices and code < pieces.ONE:
        return Sentence(f"a choice is due before the next piece; choose one of: {', '.join(choices)}", "choose_first")
    if choices:
        return Sentence(f"that cannot be chosen; choose one of: {', '.join(choices)}", "not_a_choice")
    if code >= pieces.ONE:
        return Sentence("nothing has to be chosen now; place a piece, such as 'k c3'", "nothing_to_choose")
    space, kind = code % 64, int(code >= pieces.CAT)
    if any(spaces >> space & 1 for spaces in bed):
        return Sentence(f"{NAMES[space]} is taken; place on an empty space", "space_taken", space=NAMES[space])
    other = 1 - kind
    instead = f"place a {KINDS[other]}: '{LETTERS[other]} {NAMES[space]}'"
    return Sentence(f"there is no {KINDS[kind]} in your pool; {instead}", "none_in_pool", kind=KINDS[kind])
