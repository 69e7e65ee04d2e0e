"""What a screen is given of a position: plain data, the same shapes in every game.

A screen that knows nothing of a game can draw any view from ``shape``, ``pieces``, ``trays`` and ``marks``; what a game
adds to its own view is typed next to its rules. Views are plain dictionaries, so that they can be sent as they are.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

__all__ = [
    "EffectData",
    "Mark",
    "MoveData",
    "OutcomeData",
    "PieceAt",
    "PieceRef",
    "Scenery",
    "SentenceData",
    "Shape",
    "Tray",
    "TrayPieces",
    "View",
]

Seat = int


class PieceRef(TypedDict):
    """A piece, wherever it is."""

    id: str
    """Unique within a view. Where the game names its pieces (Hive's ``wA1``) it stays the same for the whole game; where
    it does not (a kitten), it is the place the piece is on, and the effects of a move say where each piece went."""
    kind: str
    """What it is, in the rulebook's word: kitten, cat, ghost, ant..."""
    seat: Seat | None
    """Whose it is; ``None`` for nobody's."""


class PieceAt(PieceRef):
    """A piece on the board."""

    at: str
    """The place, in the game's notation."""
    height: NotRequired[int]
    """In a stack: 0 is the bottom."""


class TrayPieces(TypedDict):
    """Pieces of one kind that are off the board."""

    kind: str
    count: int
    ids: NotRequired[list[str]]
    """Their ids, where the game names its pieces, in the order in which they are placed."""


class Tray(TypedDict):
    """Pieces that are not on the board."""

    seat: Seat | None
    what: Literal["hand", "pool", "out"]
    """``hand``: still to be placed. ``pool``: they come and go. ``out``: out of the game, or won."""
    pieces: list[TrayPieces]


class Shape(TypedDict):
    """How the places of a board lie."""

    kind: Literal["squares", "hexes", "cells"]
    """``squares``: places a1, b1, ... in columns and rows. ``hexes``: places ``q,r`` (axial) without a border.
    ``cells``: squares that are larger than one place each."""
    columns: NotRequired[int]
    rows: NotRequired[int]


class Mark(TypedDict):
    """Something about the position that a careful player would point out."""

    what: str
    """Such as ``two_in_row``, ``seven_on_board``, ``queen_in_danger``, ``surrounded``, ``won``."""
    at: list[str]
    """The places it is about."""
    seat: NotRequired[Seat]
    piece: NotRequired[str]
    """The id of the piece it is about."""
    missing: NotRequired[str]
    """The place that would complete it."""
    wins: NotRequired[bool]
    """Whether completing it wins."""


class View(TypedDict):
    """What every view has."""

    game: str
    to_move: Seat | None
    """Who decides next in a turn-based game; ``None`` in a race and when the game is over."""
    mid_turn: bool
    """Whether the seat to move is in the middle of its turn."""
    shape: Shape
    pieces: list[PieceAt]
    trays: list[Tray]
    marks: list[Mark]


class Scenery(TypedDict):
    """The part of a board that never changes during a game. A game that has such a part extends it."""


class SentenceData(TypedDict):
    """A sentence for people. Show your own words for ``code``; ``text`` is the English for programs and logs."""

    code: str
    text: str
    args: NotRequired[Mapping[str, str | int]]
    """What the sentence is about: names of pieces, places, numbers."""


# "from" is a keyword in Python, so these two are written as calls; the string in each ``Annotated`` is the field's text in
# the protocol's documentation.

MoveData = TypedDict(
    "MoveData",
    {
        "text": Annotated[str, "What to send to play it."],
        "kind": Annotated[str, "place, move, throw, pass, row, one, enter or stay_out; other games have their own."],
        "piece": NotRequired[PieceRef],
        "from": NotRequired[Annotated[str, "Where the piece is now; left out when it comes from a tray."]],
        "to": NotRequired[Annotated[str, "Where it goes."]],
        "about": NotRequired[Annotated[Sequence[str], "The places a choice is about."]],
        "by": NotRequired[Annotated[PieceRef, "Who throws another piece."]],
    },
)
"""A legal move."""

EffectData = TypedDict(
    "EffectData",
    {
        "kind": Annotated[str, "A rulebook word: placed, booped, fell, graduated, returned, won..."],
        "cause": Annotated[
            int,
            "Effects with the same cause happen together: 0 is the move itself, and the numbers count up in the order in "
            "which things happen.",
        ],
        "seat": NotRequired[Annotated[Seat, "Whose piece it happens to, or who won."]],
        "piece": NotRequired[PieceRef],
        "from": NotRequired[Annotated[str, "Where it was; left out when it came from a tray."]],
        "to": NotRequired[Annotated[str, "Where it is now; left out when it left the board."]],
        "by": NotRequired[Annotated[PieceRef, "The piece that did it: the one that boops, scares or throws."]],
        "path": NotRequired[Annotated[Sequence[str], "The places it passed on the way, in order."]],
        "towards": NotRequired[Annotated[Sequence[int], "For a fall: the direction, columns and rows."]],
        "becomes": NotRequired[Annotated[str, "For a graduation: the kind of piece it turns into."]],
        "reason": NotRequired[SentenceData],
    },
)
"""One visible consequence of an event, to be shown in the order of the list. Fields that say nothing are left out."""


class OutcomeData(TypedDict):
    """How a game ended."""

    winner: Seat | None
    """``None`` for a draw, a shared victory or no result."""
    reason: SentenceData
