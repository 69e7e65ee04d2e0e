"""A hint of the computer, as pages draw it."""

from msgspec import Struct

from boohive.core.view import MoveData, PieceRef, SentenceData

__all__ = ["HintAnswer"]


class HintAnswer(Struct, frozen=True, kw_only=True):
    """A hint."""

    seat: int
    """The seat that asked for it."""
    moved: int
    """The position it is for: the board's ``moved``."""
    reasons: list[SentenceData]
    move: MoveData | None = None
    piece: PieceRef | None = None
    squares: list[str] = []
    """Places to look at."""
