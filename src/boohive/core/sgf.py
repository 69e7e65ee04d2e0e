"""A game as an SGF file, for games that bring no dialect of their own.

The first player is Black, the second White, as SGF has it; a move is the game's own notation, one node for each
decision. ``GN`` names the game and ``RU`` its options.
"""

from boohive.core.game import Position
from boohive.core.options import format_value
from boohive.core.record import Record

__all__ = ["write_sgf"]

COLOURS = "BW"


def write_sgf(record: Record[Position]) -> str:
    """SGF with our own notation for the moves."""
    outcome = record.last().outcome
    names = [*record.seats, "", ""]
    rules = " ".join(f"{name}={format_value(value)}" for name, value in record.options.items())
    head = {"FF": "4", "CA": "UTF-8", "AP": "boohive", "GN": record.game.id, "RU": rules}
    head |= {"PB": names[0], "PW": names[1]}
    if record.start is not None:
        head["C"] = record.start
    if outcome is not None:
        head["RE"] = "Draw" if outcome.winner is None else f"{COLOURS[outcome.winner]}+"
    properties = "".join(f"{name}[{escaped(value)}]" for name, value in head.items() if value)
    moves = [f";{COLOURS[event.seat or 0]}[{escaped(event.text)}]" for event in record.events]
    return "\n".join([f"(;{properties}", *moves]) + ")\n"


def escaped(value: str) -> str:
    """A value whose brackets and backslashes are not SGF's."""
    return value.replace("\\", "\\\\").replace("]", "\\]")
