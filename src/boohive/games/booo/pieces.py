"""What lies in and around the castle, as effects and views name it."""

from boohive.core.game import Piece
from boohive.games.booo.castle import COLOUR_NAMES, COLOURS

__all__ = ["GHOST", "colour_piece", "visitor_piece", "wall_token"]

GHOST = Piece("ghost")


def visitor_piece(number: int) -> Piece:
    """A visitor by the number on its card."""
    return Piece("visitor", None, f"visitor {number}")


def colour_piece(letter: str) -> Piece:
    """A colour that was claimed, crossed or changed to, by its letter."""
    return Piece("colour", None, letter)


def wall_token(letter: str) -> Piece:
    """A wall token by its colour's letter."""
    return Piece("wall token", None, f"{COLOUR_NAMES[COLOURS.index(letter)]} wall")
