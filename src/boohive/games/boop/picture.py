"""The bed as a picture: a quilt of stitched squares, kittens and cats from ``art.svg``, both pools as baskets."""

import re
from functools import cache
from html import escape
from importlib.resources import files

from boohive.games.boop.bed import SIZE, STRIDE
from boohive.games.boop.notation import COLUMNS, LETTERS, NAMES, Bed

__all__ = ["bed_picture", "frame", "piece", "svg_of", "symbols"]

SQUARE = 100
MARGIN = 60
BASKET = 120
WIDTH = SIZE * SQUARE + 2 * MARGIN
HEIGHT = WIDTH + 2 * BASKET

QUILT = ("#f3ead8", "#cfdcc4", "#c3d3de", "#e7c9c4")
"""Cream, sage, dusty blue, rose."""

FUR = ("--fur:#eda65a;--fur-dark:#a85a17;--collar:#2f6f8f", "--fur:#aab4bd;--fur-dark:#56626c;--collar:#a03e52")
"""Orange tabby for the first player, plain grey for the second."""


@cache
def symbols() -> str:
    """The drawings, without the frame around them."""
    text = files("boohive.games.boop").joinpath("art.svg").read_text(encoding="utf-8")
    return "".join(re.findall(r"<symbol.*?</symbol>", text, re.DOTALL))


def piece(letter: str, x: float, y: float, size: float) -> str:
    """One kitten or cat."""
    seat, kind = divmod(LETTERS.index(letter), 2)
    name = ("kitten", "cat")[kind]
    place = f'x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"'
    stripes = f'<use href="#{name}-stripes" {place}/>' if seat == 0 else ""
    return f'<g style="{FUR[seat]}"><use href="#{name}" {place}/>{stripes}</g>'


def bed_picture(bed: Bed) -> str:
    """The quilt with everybody on it."""
    return "".join(square(space) for space in NAMES) + rim() + "".join(
        piece(letter, *corner(space), SQUARE)
        for letter, held in zip(LETTERS, bed, strict=True)
        for space in NAMES
        if held >> space & 1
    )  # fmt: skip


def corner(space: int) -> tuple[int, int]:
    """The upper left corner of a space."""
    return MARGIN + SQUARE * (space % STRIDE), BASKET + MARGIN + SQUARE * (space // STRIDE)


def square(space: int) -> str:
    """One stitched square."""
    x, y = corner(space)
    colour = QUILT[(space % STRIDE + 2 * (space // STRIDE)) % len(QUILT)]
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


def basket(seat: int, kittens: int, cats: int) -> str:
    """A player's pool: the first player's below the bed, the second's above."""
    y = BASKET + WIDTH - 10 if seat == 0 else 10
    letters = LETTERS[2 * seat + 1] * cats + LETTERS[2 * seat] * kittens
    back = f'<rect x="{MARGIN}" y="{y}" width="{SIZE * SQUARE}" height="{BASKET - 20}" rx="40" class="basket"/>'
    return back + "".join(piece(letter, MARGIN + 18 + 71 * i, y + 16, 68) for i, letter in enumerate(letters))


def frame(body: str, title: str) -> str:
    """A whole picture with its title for those who cannot see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH / 2:g}" role="img">'
        f"<title>{escape(title)}</title><style>"
        ".stitch{fill:none;stroke:#fff;stroke-width:2.5;stroke-dasharray:7 6;opacity:.8}"
        ".basket{fill:#c49a6c;stroke:#8d6a43;stroke-width:4}"
        "text{font:600 26px system-ui,sans-serif;fill:#7a6a58;text-anchor:middle}</style>"
        f"<defs>{symbols()}</defs>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="24" fill="#faf4ea"/>'
        f'<rect x="{MARGIN - 14}" y="{BASKET + MARGIN - 14}" width="{SIZE * SQUARE + 28}" height="{SIZE * SQUARE + 28}" '
        f'rx="22" fill="#e9dcc5" stroke="#bfa98a" stroke-width="4"/>{body}</svg>'
    )


def svg_of(bed: Bed, pools: list[int], title: str) -> str:
    """The whole position."""
    return frame(bed_picture(bed) + basket(0, pools[0], pools[1]) + basket(1, pools[2], pools[3]), title)
