"""The bed as a picture: a quilt of stitched squares, kittens and cats from ``art.svg``, both pools as baskets."""

import re
from functools import cache
from html import escape
from importlib.resources import files
from typing import NamedTuple

from boohive.games.boop.bed import SIZE, STRIDE
from boohive.games.boop.notation import COLUMNS, LETTERS, NAMES, Bed

__all__ = ["DAY", "Room", "frame", "piece", "svg_of", "symbols"]

SQUARE = 100
MARGIN = 60
BASKET = 120
WIDTH = SIZE * SQUARE + 2 * MARGIN
HEIGHT = WIDTH + 2 * BASKET


class Room(NamedTuple):
    """The colours of a bedroom and what its cats look like."""

    ground: str
    ink: str
    bed: str
    bed_edge: str
    quilt: tuple[str, ...]
    stitch: str
    basket: str
    basket_edge: str
    fur: tuple[str, str]
    """Each player's fur, as custom properties of the symbols."""
    dress: tuple[str, str]
    """A symbol laid on top, so that each player's pieces differ in more than their hue; empty for none."""
    art: tuple[str, ...]
    """The packages whose ``art.svg`` holds the symbols."""


DAY = Room(
    ground="#faf4ea",
    ink="#7a6a58",
    bed="#e9dcc5",
    bed_edge="#bfa98a",
    quilt=("#f3ead8", "#cfdcc4", "#c3d3de", "#e7c9c4"),  # cream, sage, dusty blue, rose
    stitch="#fff",
    basket="#c49a6c",
    basket_edge="#8d6a43",
    # Orange tabby for the first player, plain grey for the second.
    fur=("--fur:#eda65a;--fur-dark:#a85a17;--collar:#2f6f8f", "--fur:#aab4bd;--fur-dark:#56626c;--collar:#a03e52"),
    dress=("stripes", ""),
    art=("boohive.games.boop",),
)


@cache
def symbols(package: str) -> str:
    """A package's drawings, without the frame around them."""
    text = files(package).joinpath("art.svg").read_text(encoding="utf-8")
    return "".join(re.findall(r"<symbol.*?</symbol>", text, re.DOTALL))


def piece(room: Room, letter: str, x: float, y: float, size: float) -> str:
    """One kitten or cat."""
    seat, kind = divmod(LETTERS.index(letter), 2)
    name = ("kitten", "cat")[kind]
    place = f'x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"'
    dress = f'<use href="#{name}-{room.dress[seat]}" {place}/>' if room.dress[seat] else ""
    return f'<g style="{room.fur[seat]}"><use href="#{name}" {place}/>{dress}</g>'


def quilt(room: Room) -> str:
    """The empty bed."""
    return "".join(square(room, space) for space in NAMES) + rim()


def pieces_on(room: Room, bed: Bed) -> str:
    """All pieces on the bed."""
    return "".join(
        piece(room, letter, *corner(space), SQUARE)
        for letter, held in zip(LETTERS, bed, strict=True)
        for space in NAMES
        if held >> space & 1
    )


def corner(space: int) -> tuple[int, int]:
    """The upper left corner of a space."""
    return MARGIN + SQUARE * (space % STRIDE), BASKET + MARGIN + SQUARE * (space // STRIDE)


def square(room: Room, space: int) -> str:
    """One stitched square."""
    x, y = corner(space)
    colour = room.quilt[(space % STRIDE + 2 * (space // STRIDE)) % len(room.quilt)]
    return (
        f'<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{colour}"/>'
        f'<rect x="{x + 5}" y="{y + 5}" width="{SQUARE - 10}" height="{SQUARE - 10}" rx="8" class="stitch"/>'
    )


def rim() -> str:
    """Names of columns and rows."""
    columns = "".join(
        f'<text x="{MARGIN + SQUARE * i + SQUARE / 2:g}" y="{BASKET + MARGIN - 18}">{name}</text>'
        for i, name in enumerate(COLUMNS)
    )
    rows = "".join(
        f'<text x="{MARGIN - 26}" y="{BASKET + MARGIN + SQUARE * i + SQUARE / 2 + 9:g}">{i + 1}</text>'
        for i in range(SIZE)
    )
    return columns + rows


def basket_top(seat: int) -> int:
    """The upper edge of a player's pool: the first player's is below the bed, the second's above."""
    return BASKET + WIDTH - 10 if seat == 0 else 10


def basket(room: Room, seat: int, kittens: int, cats: int) -> str:
    """A player's pool."""
    y = basket_top(seat)
    letters = LETTERS[2 * seat + 1] * cats + LETTERS[2 * seat] * kittens
    back = f'<rect x="{MARGIN}" y="{y}" width="{SIZE * SQUARE}" height="{BASKET - 20}" rx="40" class="basket"/>'
    return back + "".join(piece(room, letter, MARGIN + 18 + 71 * i, y + 16, 68) for i, letter in enumerate(letters))


def frame(room: Room, body: str, title: str) -> str:
    """A whole picture with its title for those who cannot see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH / 2:g}" role="img">'
        f"<title>{escape(title)}</title><style>"
        f".stitch{{fill:none;stroke:{room.stitch};stroke-width:2.5;stroke-dasharray:7 6;opacity:.8}}"
        f".basket{{fill:{room.basket};stroke:{room.basket_edge};stroke-width:4}}"
        f"text{{font:600 26px system-ui,sans-serif;fill:{room.ink};text-anchor:middle}}</style>"
        f"<defs>{''.join(symbols(package) for package in room.art)}</defs>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="24" fill="{room.ground}"/>'
        f'<rect x="{MARGIN - 14}" y="{BASKET + MARGIN - 14}" width="{SIZE * SQUARE + 28}" height="{SIZE * SQUARE + 28}" '
        f'rx="22" fill="{room.bed}" stroke="{room.bed_edge}" stroke-width="4"/>{body}</svg>'
    )


def svg_of(room: Room, bed: Bed, pools: list[int], title: str, under: str = "", over: str = "") -> str:
    """The whole position; ``under`` is drawn between the quilt and the pieces, ``over`` above everything."""
    baskets = basket(room, 0, pools[0], pools[1]) + basket(room, 1, pools[2], pools[3])
    return frame(room, quilt(room) + under + pieces_on(room, bed) + baskets + over, title)
