"""Why a move of BOOOOP. is refused: what is wrong, then what would be right."""

from collections.abc import Sequence

from boohive.core.sentences import Sentence
from boohive.games.boop import refusals as boop
from boohive.games.boop.notation import Bed
from boohive.games.ghosts import pieces
from boohive.games.ghosts.notation import NOT_AN_ENTRY, write_ghost

__all__ = ["refusal"]


def refusal(code: int, bed: Bed, choices: Sequence[str], ghost: int, waiting: bool) -> Sentence:
    """Why this move is not legal: what is wrong, then what would be right."""
    if code < pieces.STAY_OUT and not waiting:
        return boop.refusal(code, bed, choices)
    if code < pieces.STAY_OUT:
        return Sentence(
            f"your ghost comes first; it stays out with 'g -' or enters, such as {choices[1]!r}", "ghost_first"
        )
    if not waiting:
        return ghost_refusal(ghost, choices)
    if code >= NOT_AN_ENTRY:
        seam = write_ghost(code - NOT_AN_ENTRY)[:2]
        return Sentence(f"a ghost enters at the edge of the bed; write 'g {seam}@0+' or 'g {seam}@5-'", "ghost_edge")
    return Sentence(
        "the other ghost stands on that stitch; enter somewhere else or stay out with 'g -'", "stitch_taken"
    )


def ghost_refusal(ghost: int, choices: Sequence[str]) -> Sentence:
    """Why a ghost may not enter now."""
    if choices:
        return Sentence(f"the ghost has had its turn; choose one of: {', '.join(choices)}", "choose_first")
    if ghost == pieces.HOME:
        return Sentence(
            "the ghost may enter after a piece is placed; place one first, such as 'k c3'", "ghost_after_piece"
        )
    return Sentence("your ghost is on the bed and moves by itself; place a piece, such as 'k c3'", "ghost_on_bed")
