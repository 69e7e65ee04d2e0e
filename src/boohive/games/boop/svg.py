"""The bed as a picture: a quilt of stitched squares, kittens and cats from ``art.svg``, both pools as baskets."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from typing import NamedTuple

from boohive.core.game import Effect
from boohive.core.picture import FONT, PictureOptions, overlay, root
from boohive.games.boop.bed import SIZE, STRIDE
from boohive.games.boop.notation import COLUMNS, LETTERS, NAMES, Bed

__all__ = ["DARK", "DAY", "Room", "svg_of"]

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
    fur: tuple[Mapping[str, str], Mapping[str, str]]
    """Each player's colours in the symbols."""
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
    fur=(
        {"fur": "#eda65a", "fur-dark": "#a85a17", "collar": "#2f6f8f"},
        {"fur": "#aab4bd", "fur-dark": "#56626c", "collar": "#a03e52"},
    ),
    dress=("stripes", ""),
    art=("boohive.games.boop",),
)

DARK = {
    "#faf4ea": "#211d1a",
    "#7a6a58": "#b8a690",
    "#e9dcc5": "#38302a",
    "#bfa98a": "#6b5a48",
    "#f3ead8": "#5a5148",
    "#cfdcc4": "#4a5644",
    "#c3d3de": "#44535f",
    "#e7c9c4": "#64494a",
    "#c49a6c": "#6e5336",
    "#8d6a43": "#a78258",
}
"""The room with the light off."""


@cache
def symbols(package: str) -> str:
    """A package's drawings, without the frame around them."""
    text = files(package).joinpath("art.svg").read_text(encoding="utf-8")
    return "".join(re.findall(r"<symbol.*?</symbol>", text, re.DOTALL))


def dyed(package: str, colours: Mapping[str, str], seat: int) -> str:
    """The drawings in a player's colours, under names with the seat: not every program knows CSS's variables."""
    named = re.sub(r'<symbol id="([^"]+)"', rf'<symbol id="\1-{seat}"', symbols(package))
    return re.sub(r"var\(--([\w-]+),([^)]*)\)", lambda found: colours.get(found[1], found[2]), named)


def piece(room: Room, letter: str, x: float, y: float, size: float) -> str:
    """One kitten or cat."""
    seat, kind = divmod(LETTERS.index(letter), 2)
    name = ("kitten", "cat")[kind]
    place = f'x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"'
    dress = f'<use href="#{name}-{room.dress[seat]}-{seat}" {place}/>' if room.dress[seat] else ""
    return f'<g><use href="#{name}-{seat}" {place}/>{dress}</g>'


def quilt(room: Room, options: PictureOptions) -> str:
    """The empty bed."""
    squares = "".join(square(room, space, options.turned) for space in NAMES)
    return squares + (rim(room, options.turned) if options.coordinates else "")


def pieces_on(room: Room, bed: Bed, turned: bool) -> str:
    """All pieces on the bed."""
    return "".join(
        piece(room, letter, *corner(space, turned), SQUARE)
        for letter, held in zip(LETTERS, bed, strict=True)
        for space in NAMES
        if held >> space & 1
    )


def corner(space: int, turned: bool) -> tuple[int, int]:
    """The upper left corner of a space."""
    column, row = space % STRIDE, space // STRIDE
    if turned:
        column, row = SIZE - 1 - column, SIZE - 1 - row
    return MARGIN + SQUARE * column, BASKET + MARGIN + SQUARE * row


def middle(name: str, turned: bool) -> tuple[float, float] | None:
    """The middle of a space by its name; ``None`` if there is no such space."""
    space = next((space for space, other in NAMES.items() if other == name), None)
    if space is None:
        return None
    x, y = corner(space, turned)
    return x + SQUARE / 2, y + SQUARE / 2


def square(room: Room, space: int, turned: bool) -> str:
    """One stitched square."""
    x, y = corner(space, turned)
    colour = room.quilt[(space % STRIDE + 2 * (space // STRIDE)) % len(room.quilt)]
    return (
        f'<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{colour}"/>'
        f'<rect x="{x + 5}" y="{y + 5}" width="{SQUARE - 10}" height="{SQUARE - 10}" rx="8" fill="none" '
        f'stroke="{room.stitch}" stroke-width="2.5" stroke-dasharray="7 6" opacity="0.8"/>'
    )


def rim(room: Room, turned: bool) -> str:
    """Names of columns and rows."""
    order = range(SIZE - 1, -1, -1) if turned else range(SIZE)
    names = [
        (f"{MARGIN + SQUARE * at + SQUARE / 2:g}", f"{BASKET + MARGIN - 18}", COLUMNS[i]) for at, i in enumerate(order)
    ]
    names += [
        (f"{MARGIN - 26}", f"{BASKET + MARGIN + SQUARE * at + SQUARE / 2 + 9:g}", str(i + 1))
        for at, i in enumerate(order)
    ]
    texts = "".join(f'<text x="{x}" y="{y}">{name}</text>' for x, y, name in names)
    font = f'{FONT} font-size="26" font-weight="600"'
    return f'<g {font} fill="{room.ink}" text-anchor="middle">{texts}</g>'


def basket_top(seat: int, turned: bool) -> int:
    """The upper edge of a player's pool: that of the seat at the lower edge is below the bed, the other's above."""
    return BASKET + WIDTH - 10 if (seat == 0) != turned else 10


def basket(room: Room, seat: int, kittens: int, cats: int, turned: bool) -> str:
    """A player's pool."""
    y = basket_top(seat, turned)
    letters = LETTERS[2 * seat + 1] * cats + LETTERS[2 * seat] * kittens
    back = (
        f'<rect x="{MARGIN}" y="{y}" width="{SIZE * SQUARE}" height="{BASKET - 20}" rx="40" fill="{room.basket}" '
        f'stroke="{room.basket_edge}" stroke-width="4"/>'
    )
    return back + "".join(piece(room, letter, MARGIN + 18 + 71 * i, y + 16, 68) for i, letter in enumerate(letters))


def frame(room: Room, body: str, title: str, options: PictureOptions) -> str:
    """A whole picture."""
    defs = "".join(dyed(package, room.fur[seat], seat) for package in room.art for seat in range(2))
    return root(
        (0, 0, WIDTH, HEIGHT),
        WIDTH / 2,
        options,
        title,
        f"<defs>{defs}</defs>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="24" fill="{room.ground}"/>'
        f'<rect x="{MARGIN - 14}" y="{BASKET + MARGIN - 14}" width="{SIZE * SQUARE + 28}" height="{SIZE * SQUARE + 28}" '
        f'rx="22" fill="{room.bed}" stroke="{room.bed_edge}" stroke-width="4"/>{body}',
    )


def svg_of(
    room: Room,
    bed: Bed,
    pools: list[int],
    title: str,
    options: PictureOptions,
    last: Sequence[Effect] = (),
    under: str = "",
    over: str = "",
) -> str:
    """The whole position; ``under`` is drawn between the quilt and the pieces, ``over`` above everything."""
    turned = options.turned
    baskets = basket(room, 0, pools[0], pools[1], turned) + basket(room, 1, pools[2], pools[3], turned)
    placed = [effect.to for effect in last if effect.kind == "placed" and effect.to] if options.last_move else []
    marks = overlay(options, partial(middle, turned=turned), SQUARE, placed)
    return frame(
        room, quilt(room, options) + under + pieces_on(room, bed, turned) + baskets + over + marks, title, options
    )
