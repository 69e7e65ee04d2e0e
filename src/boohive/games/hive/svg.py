"""The hive as a picture: ivory and charcoal tiles on a wooden table, the bugs of ``art.svg`` on them.

Stacks lean so that the tiles below show, with their height next to them. The bug that moved last has a honey ring, the
cell it came from a dashed one, and the bug that threw it a dotted one.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from math import sqrt

from boohive.core.game import Effect
from boohive.games.hive.bugs import BUGS
from boohive.games.hive.coordinates import Place, tile_kind, tile_name, tile_seat

__all__ = ["svg_of", "symbols"]

SIZE = 50.0
"""From the middle of a tile to its corners."""

LEAN = (-7.0, -13.0)
"""How far each bug of a stack stands from the one below it."""

HAND = 96.0
MARGIN = 70.0
PAD = 0.94
"""Tiles are a little smaller than their cells, so that a seam shows between them."""

TILE = ("fill:#f4ead2;stroke:#a08a5c", "fill:#4b4a50;stroke:#1f1e22")
INK = ("#4a3d20", "#f4ead2")
HONEY = "#e09a00"


@cache
def symbols() -> str:
    """The drawings of the bugs, without the frame around them."""
    text = files("boohive.games.hive").joinpath("art.svg").read_text(encoding="utf-8")
    return "".join(re.findall(r"<symbol.*?</symbol>", text, re.DOTALL))


def centre(place: Place, level: int = 0) -> tuple[float, float]:
    """The middle of a tile on this place."""
    x = SIZE * sqrt(3) * (place.q + place.r / 2)
    return x + LEAN[0] * level, SIZE * 1.5 * place.r + LEAN[1] * level


def corners(x: float, y: float, size: float) -> str:
    """The six corners of a tile that stands on one of them."""
    half = size * sqrt(3) / 2
    points = [(0, -size), (half, -size / 2), (half, size / 2), (0, size), (-half, size / 2), (-half, -size / 2)]
    return " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in points)


def tile_picture(tile: int, x: float, y: float, size: float = SIZE) -> str:
    """One tile with its bug; Black's has stripes as well."""
    seat, bug = tile_seat(tile), BUGS[tile_kind(tile)]
    shape = corners(x, y, size * PAD)
    stripes = f'<polygon points="{shape}" fill="url(#stripes)"/>' if seat else ""
    disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size * 0.68:.1f}" fill="#f4ead2"/>' if seat else ""
    inner = size * 1.16
    place = f'x="{x - inner / 2:.1f}" y="{y - inner / 2:.1f}" width="{inner:.1f}" height="{inner:.1f}"'
    return (
        f'<g><title>{tile_name(tile)}</title><polygon points="{shape}" style="{TILE[seat]}" stroke-width="3" '
        f'stroke-linejoin="round"/>{stripes}{disc}<use href="#{bug.name}" {place}/></g>'
    )


def number(tile: int, x: float, y: float) -> str:
    """The tile's number, where a side has several alike."""
    text = tile_name(tile)[2:]
    return (
        f'<text x="{x:.1f}" y="{y + SIZE * 0.86:.1f}" class="number" fill="{INK[tile_seat(tile)]}">{text}</text>'
        if text
        else ""
    )


def stack_picture(place: Place, stack: list[int]) -> str:
    """The tiles of one place, lowest first, with the height of a stack."""
    drawn = []
    for level, tile in enumerate(stack):
        x, y = centre(place, level)
        drawn.append(tile_picture(tile, x, y) + number(tile, x, y))
    if len(stack) > 1:
        x, y = centre(place, len(stack) - 1)
        drawn.append(
            f'<circle cx="{x + 30:.1f}" cy="{y - 30:.1f}" r="13" fill="{HONEY}"/>'
            f'<text x="{x + 30:.1f}" y="{y - 24:.1f}" class="height">{len(stack)}</text>'
        )
    return "".join(drawn)


def ring(place: Place, level: int, style: str) -> str:
    """A mark around a cell."""
    x, y = centre(place, level)
    return f'<polygon points="{corners(x, y, SIZE * 0.98)}" fill="none" stroke="{HONEY}" stroke-width="6" {style}/>'


def marks(stacks: Mapping[Place, list[int]], last: Effect | None) -> str:
    """Rings around the bug that moved last, where it came from, and who threw it."""
    drawn = ""
    if last is not None and last.to is not None:
        end = read_place(last.to)
        drawn += ring(end, len(stacks[end]) - 1, 'class="last"')
        if last.from_ is not None:
            start = read_place(last.from_)
            drawn += ring(
                start, max(0, len(stacks.get(start, [])) - 1), 'class="from" stroke-dasharray="10 8" opacity="0.7"'
            )
        by = "" if last.by is None else last.by.id
        thrower = next((place for place, stack in stacks.items() if tile_name(stack[-1]) == by), None)
        if thrower is not None:
            drawn += ring(thrower, 0, 'class="thrower" stroke-dasharray="2 9" stroke-linecap="round"')
    return drawn


def read_place(text: str) -> Place:
    """The place that an effect names."""
    q, _, r = text.partition(",")
    return Place(int(q), int(r))


def hand_picture(hand: Mapping[str, int], seat: int, left: float, top: float) -> str:
    """A side's hand: one tile for each kind that is left, with how many."""
    drawn = []
    x = left
    for kind, bug in enumerate(BUGS):
        count = hand.get(bug.name, 0)
        if count:
            tile = next(t for t in range(1 + 14 * seat, 15 + 14 * seat) if tile_kind(t) == kind)
            drawn.append(tile_picture(tile, x, top, 28))
            if count > 1:
                drawn.append(f'<text x="{x + 24:.1f}" y="{top + 30:.1f}" class="count">×{count}</text>')
            x += 66
    return "".join(drawn)


def svg_of(
    stacks: Mapping[Place, list[int]], hands: Sequence[Mapping[str, int]], last: Effect | None, title: str
) -> str:
    """The whole position: Black's hand above, White's below."""
    middles = [centre(place, len(stack) - 1) for place, stack in stacks.items()] or [(0.0, 0.0)]
    left, right = min(x for x, _ in middles) - MARGIN, max(x for x, _ in middles) + MARGIN
    middle, half = (left + right) / 2, max((right - left) / 2, 290)
    left, width = middle - half, 2 * half
    top, bottom = min(y for _, y in middles) - MARGIN - HAND, max(y for _, y in middles) + MARGIN + HAND
    ordered = sorted(stacks.items(), key=lambda each: (each[0].r, each[0].q))
    hive = "".join(stack_picture(place, stack) for place, stack in ordered)
    tables = hand_picture(hands[1], 1, left + 50, top + 46) + hand_picture(hands[0], 0, left + 50, bottom - 46)
    return frame(left, top, width, bottom - top, hive + marks(stacks, last) + tables, title)


def frame(left: float, top: float, width: float, height: float, body: str, title: str) -> str:
    """A whole picture with its title for those who cannot see it."""
    box = f'x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}" '
        f'width="{width:.0f}" role="img" aria-label="{escape(title)}"><title>{escape(title)}</title>'
        "<style>text{font-family:system-ui,sans-serif;text-anchor:middle}.number{font-size:13px;font-weight:600}"
        ".height,.count{font-size:18px;font-weight:700;fill:#2b2310}</style>"
        '<defs><pattern id="stripes" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="3" height="9" fill="#6b6a72"/></pattern>'
        f"{symbols()}</defs>"
        f'<rect {box} rx="24" fill="#d9b98a"/>{body}</svg>'
    )
