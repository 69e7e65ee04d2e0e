"""Drawings of a board that is rows of letters, for games that bring no drawings of their own."""

from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from boohive.core.picture import FONT, PictureOptions, overlay, root
from boohive.core.view import PieceAt

if TYPE_CHECKING:
    from boohive.core.turn_game import TurnPosition

__all__ = ["pieces", "status_line", "svg", "text_diagram"]

SPACE = 40
FILLS = ("#d98e04", "#3d6fb4", "#b43d5c", "#3d8f5c", "#7a5cb4", "#5c5c5c")
EMPTY = "."


def status_line(position: "TurnPosition") -> str:
    """Who is to move, or how it ended."""
    outcome = position.outcome
    if outcome is None:
        return f"player {position.active_seats[0] + 1} {'goes on' if position.mid_turn else 'to move'}"
    if outcome.winner is None:
        return f"drawn: {outcome.reason}"
    return f"player {outcome.winner + 1} has won: {outcome.reason}"


def pieces(rows: Sequence[str], seat_letters: Sequence[str] = ()) -> list[PieceAt]:
    """A piece for each letter, at a1, b1, ...; whose it is, where the letters of the seats say so."""
    return [
        {"id": place, "kind": letter, "seat": owner(letter, seat_letters), "at": place}
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter not in (EMPTY, " ")
        for place in (f"{column_name(x)}{y + 1}",)
    ]


def owner(letter: str, seat_letters: Sequence[str]) -> int | None:
    """The seat whose letters have this one."""
    return next((seat for seat, letters in enumerate(seat_letters) if letter in letters), None)


def text_diagram(rows: Sequence[str], status: str) -> str:
    """The rows with numbers and letters at the edges."""
    width = max(map(len, rows), default=0)
    names = "   " + " ".join(map(column_name, range(width)))
    lines = [f"{number:2} {' '.join(row)}" for number, row in enumerate(rows, 1)]
    return "\n".join([names, *lines, status])


def svg(rows: Sequence[str], status: str, options: PictureOptions) -> str:
    """Squares with a disc for each letter; every letter has a colour."""
    columns = max(map(len, rows), default=1)
    width, height = SPACE * columns, SPACE * (len(rows) + 1)
    letters = sorted({letter for row in rows for letter in row} - {EMPTY, " "})
    parts = [f'<rect width="{width}" height="{height}" fill="#f6f1e6"/>']
    middles: dict[str, tuple[float, float]] = {}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            seen_x, seen_y = (columns - 1 - x, len(rows) - 1 - y) if options.turned else (x, y)
            middles[f"{column_name(x)}{y + 1}"] = (SPACE * (seen_x + 0.5), SPACE * (seen_y + 0.5))
            parts.append(square(seen_x, seen_y, f"{column_name(x)}{y + 1}" if options.coordinates else ""))
            if letter in letters:
                parts.append(disc(seen_x, seen_y, letter, FILLS[letters.index(letter) % len(FILLS)]))
    parts.append(overlay(options, middles.get, SPACE))
    parts.append(f'<text x="6" y="{height - 14}" {FONT} font-size="14">{escape(status)}</text>')
    return root((0, 0, width, height), width, options, status, "".join(parts))


def column_name(x: int) -> str:
    """A letter."""
    return chr(ord("a") + x % 26)


def square(x: int, y: int, name: str) -> str:
    """One space, with its name in the corner."""
    drawn = f'<rect x="{SPACE * x}" y="{SPACE * y}" width="{SPACE}" height="{SPACE}" fill="none" stroke="#c9bfa8"/>'
    if not name:
        return drawn
    place = f'x="{SPACE * x + 3}" y="{SPACE * y + 10}"'
    return f'{drawn}<text {place} {FONT} font-size="8" fill="#8a7f68">{name}</text>'


def disc(x: int, y: int, letter: str, fill: str) -> str:
    """One piece."""
    middle_x, middle_y = SPACE * x + SPACE // 2, SPACE * y + SPACE // 2
    return (
        f'<circle cx="{middle_x}" cy="{middle_y}" r="{SPACE * 2 // 5}" fill="{fill}"/>'
        f'<text x="{middle_x}" y="{middle_y + 5}" text-anchor="middle" {FONT} font-size="14" '
        f'fill="#fff">{escape(letter)}</text>'
    )
