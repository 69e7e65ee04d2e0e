"""What every picture of a position has: its size, the side it is seen from, arrows, marked spaces and a theme.

Games draw their boards themselves. Pictures are plain SVG attributes without style sheets, so that every program that
shows SVG shows them alike.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

from boohive.core.errors import NotationError, OptionError

__all__ = ["FONT", "Box", "PictureOptions", "Theme", "overlay", "recoloured", "root"]

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
MAX_SIZE = 8192
ARROW, MARK, LAST = "#1d7f4f", "#c2255c", "#e09a00"
"""Green arrows, crimson marks, honey for the last move."""
FONT = 'font-family="Helvetica, Arial, DejaVu Sans, Liberation Sans, Noto Sans, sans-serif"'
"""Families by name too: some programs that draw SVG know no sans-serif."""
COLOUR = re.compile(r"#[0-9a-f]{6}\b")

Box = tuple[float, float, float, float]
"""Left, top, width and height."""
Point = tuple[float, float]


@dataclass(frozen=True)
class PictureOptions:
    """How a picture is drawn; wrong values are refused here, for all games alike."""

    size: int | None = None
    """The picture's width in pixels; its height follows."""
    orientation: int = 0
    """The seat that sits at the lower edge."""
    arrows: Sequence[tuple[str, str]] = ()
    """From space to space."""
    marked: Sequence[str] = ()
    """Spaces to put a ring on."""
    last_move: bool = True
    """Whether the last move is shown, where it is known."""
    coordinates: bool = True
    """Whether the names of rows, columns, bugs or rooms are written."""
    theme: Theme | None = None
    """``None``: as the game looks by itself."""

    def __post_init__(self) -> None:
        if self.size is not None and not (type(self.size) is int and 1 <= self.size <= MAX_SIZE):
            raise OptionError(f"size={self.size!r} is not possible; give a width from 1 to {MAX_SIZE} pixels")
        if self.orientation not in (0, 1):
            raise OptionError(f"orientation={self.orientation!r} is not possible; give the seat below, 0 or 1")
        if self.theme is not None and self.theme not in THEMES:
            raise OptionError(f"there is no theme {self.theme!r}; the themes are {' and '.join(THEMES)}")
        if not is_list(self.marked) or not all(isinstance(space, str) for space in self.marked):
            raise OptionError(f"marked={self.marked!r} is not possible; give a list of spaces")
        if not is_list(self.arrows) or not all(is_list(ends) and len(ends) == 2 for ends in self.arrows):
            raise OptionError(f"arrows={self.arrows!r} is not possible; give a list of pairs of spaces")

    @property
    def turned(self) -> bool:
        """Whether the board is seen from the other side."""
        return self.orientation == 1


def is_list(value: Sequence[str] | Sequence[tuple[str, str]]) -> bool:
    """Whether this is a list or a tuple; a text is neither."""
    return isinstance(value, list | tuple)


def root(box: Box, width: float, options: PictureOptions, title: str, body: str) -> str:
    """A whole picture with its title for those who cannot see it; ``width`` where nobody asked for a size."""
    left, top, inner_width, inner_height = box
    wide = width if options.size is None else options.size
    high = wide * inner_height / inner_width
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.6g} {top:.6g} {inner_width:.6g} {inner_height:.6g}" '
        f'width="{wide:.6g}" height="{high:.6g}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{body}</svg>"
    )


def recoloured(svg: str, colours: Mapping[str, str]) -> str:
    """The picture with some of its colours exchanged, which is all that a theme does."""
    return COLOUR.sub(lambda found: colours.get(found[0], found[0]), svg) if colours else svg


def overlay(options: PictureOptions, find: Callable[[str], Point | None], unit: float, last: Sequence[str] = ()) -> str:
    """Arrows and rings above a board. ``find`` knows the middle of a space, ``unit`` is how large one is."""
    drawn = [ring(middle, unit, LAST) for space in last if (middle := find(space)) is not None]
    drawn += [ring(found(find, space), unit, MARK) for space in options.marked]
    drawn += [arrow(found(find, start), found(find, end), unit) for start, end in options.arrows]
    return "".join(drawn)


def found(find: Callable[[str], Point | None], space: str) -> Point:
    """The middle of a space that somebody named."""
    middle = find(space)
    if middle is None:
        raise NotationError(f"there is no space {space!r} in this picture")
    return middle


def ring(middle: Point, unit: float, colour: str) -> str:
    """A ring around the middle of a space."""
    return (
        f'<circle cx="{middle[0]:.6g}" cy="{middle[1]:.6g}" r="{unit * 0.44:.6g}" fill="none" stroke="{colour}" '
        f'stroke-width="{unit * 0.06:.6g}"/>'
    )


def arrow(start: Point, end: Point, unit: float) -> str:
    """An arrow from space to space that leaves the pieces on both to be seen; a dot where both are one."""
    length = math.dist(start, end)
    if length == 0:
        return f'<circle cx="{end[0]:.6g}" cy="{end[1]:.6g}" r="{unit * 0.16:.6g}" fill="{ARROW}" opacity="0.85"/>'
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    tip, neck, half = length - unit * 0.1, length - unit * 0.42, unit * 0.06
    upper = [(unit * 0.1, -half), (neck, -half), (neck, -3 * half)]
    points = [*upper, (tip, 0), *[(x, -y) for x, y in reversed(upper)]]
    return (
        f'<polygon points="{" ".join(f"{x:.6g},{y:.6g}" for x, y in points)}" fill="{ARROW}" opacity="0.85" '
        f'transform="translate({start[0]:.6g} {start[1]:.6g}) rotate({angle:.6g})"/>'
    )
