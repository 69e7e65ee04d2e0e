"""The hive as a picture: ivory and charcoal tiles on a wooden table, the bugs of ``art.svg`` on them.

Stacks lean so that the tiles below show, with their height next to them. The bug that moved last has a honey ring, the
cell it came from a dashed one, and the bug that threw it a dotted one.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from math import sqrt

from boohive.core.game import Effect
from boohive.core.picture import FONT, Box, PictureOptions, overlay, root
from boohive.games.hive.bugs import BUGS
from boohive.games.hive.coordinates import Place, tile_kind, tile_name, tile_seat

__all__ = ["DARK", "svg_of"]

SIZE = 50.0
"""From the middle of a tile to its corners."""

LEAN = (-7.0, -13.0)
"""How far each bug of a stack stands from the one below it."""

HAND = 96.0
MARGIN = 70.0
PAD = 0.94
"""Tiles are a little smaller than their cells, so that a seam shows between them."""

TABLE = "#d9b98a"
TILE = ('fill="#f4ead2" stroke="#a08a5c"', 'fill="#4b4a50" stroke="#1f1e22"')
INK = ("#4a3d20", "#f4ead2")
HONEY = "#e09a00"
CENTRED = f'{FONT} text-anchor="middle"'
COUNT = f'{CENTRED} font-size="18" font-weight="700" fill="#2b2310"'
DARK = {TABLE: "#3a2f24", "#2b2310": "#f0e4cc"}
"""The same table in the evening; the tiles stay as they are."""

Middle = Callable[[Place, int], tuple[float, float]]
"""Where the tile of some height on a place is drawn."""


@cache
def symbols() -> str:
    """The drawings of the bugs, without the frame around them."""
    text = files("boohive.games.hive").joinpath("art.svg").read_text(encoding="utf-8")
    return "".join(re.findall(r"<symbol.*?</symbol>", text, re.DOTALL))


def centre(place: Place, level: int) -> tuple[float, float]:
    """The middle of a tile on this place."""
    x = SIZE * sqrt(3) * (place.q + place.r / 2)
    return x + LEAN[0] * level, SIZE * 1.5 * place.r + LEAN[1] * level


def turned_centre(place: Place, level: int) -> tuple[float, float]:
    """The same as Black sees it; stacks lean to the same side."""
    return centre(Place(-place.q, -place.r), level)


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
        f'<g><title>{tile_name(tile)}</title><polygon points="{shape}" {TILE[seat]} stroke-width="3" '
        f'stroke-linejoin="round"/>{stripes}{disc}<use href="#{bug.name}" {place}/></g>'
    )


def number(tile: int, x: float, y: float) -> str:
    """The tile's number, where a side has several alike."""
    text = tile_name(tile)[2:]
    return (
        f'<text x="{x:.1f}" y="{y + SIZE * 0.86:.1f}" {CENTRED} font-size="13" font-weight="600" '
        f'fill="{INK[tile_seat(tile)]}">{text}</text>'
        if text
        else ""
    )


def stack_picture(stack: list[int], middles: list[tuple[float, float]], numbers: bool) -> str:
    """The tiles of one place, lowest first, with the height of a stack."""
    drawn = []
    for tile, (x, y) in zip(stack, middles, strict=True):
        drawn.append(tile_picture(tile, x, y) + (number(tile, x, y) if numbers else ""))
    if len(stack) > 1:
        x, y = middles[-1]
        drawn.append(
            f'<circle cx="{x + 30:.1f}" cy="{y - 30:.1f}" r="13" fill="{HONEY}"/>'
            f'<text x="{x + 30:.1f}" y="{y - 24:.1f}" {COUNT}>{len(stack)}</text>'
        )
    return "".join(drawn)


def ring(middle: tuple[float, float], style: str) -> str:
    """A mark around a cell."""
    x, y = middle
    return f'<polygon points="{corners(x, y, SIZE * 0.98)}" fill="none" stroke="{HONEY}" stroke-width="6" {style}/>'


def marks(stacks: Mapping[Place, list[int]], last: Effect | None, middle: Middle) -> str:
    """Rings around the bug that moved last, where it came from, and who threw it."""
    drawn = ""
    if last is not None and last.to is not None:
        end = read_place(last.to)
        drawn += ring(middle(end, len(stacks[end]) - 1), 'data-mark="last"')
        if last.from_ is not None:
            start = read_place(last.from_)
            level = max(0, len(stacks.get(start, [])) - 1)
            drawn += ring(middle(start, level), 'data-mark="from" stroke-dasharray="10 8" opacity="0.7"')
        by = "" if last.by is None else last.by.id
        thrower = next((place for place, stack in stacks.items() if tile_name(stack[-1]) == by), None)
        if thrower is not None:
            drawn += ring(middle(thrower, 0), 'data-mark="thrower" stroke-dasharray="2 9" stroke-linecap="round"')
    return drawn


def find_middle(name: str, stacks: Mapping[Place, list[int]], middle: Middle) -> tuple[float, float] | None:
    """The middle of a place, ``q,r``, or of a bug on the table, ``wA1``; ``None`` if there is neither."""
    for place, stack in stacks.items():
        names = [tile_name(tile) for tile in stack]
        if name in names:
            return middle(place, names.index(name))
    if not PLACE.fullmatch(name):
        return None
    place = read_place(name)
    return middle(place, max(0, len(stacks.get(place, [])) - 1))


PLACE = re.compile(r"-?\d{1,3},-?\d{1,3}")


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
                drawn.append(f'<text x="{x + 24:.1f}" y="{top + 30:.1f}" {COUNT}>×{count}</text>')
            x += 66
    return "".join(drawn)


def svg_of(
    stacks: Mapping[Place, list[int]],
    hands: Sequence[Mapping[str, int]],
    last: Effect | None,
    title: str,
    options: PictureOptions,
) -> str:
    """The whole position: the hand of the seat at the lower edge below, the other's above."""
    middle: Middle = turned_centre if options.turned else centre
    find = partial(find_middle, stacks=stacks, middle=middle)
    places = [middle(place, len(stack) - 1) for place, stack in stacks.items()] or [(0.0, 0.0)]
    named = [*options.marked, *(space for ends in options.arrows for space in ends)]
    places += [found for name in named if (found := find(name)) is not None]
    left, right = min(x for x, _ in places) - MARGIN, max(x for x, _ in places) + MARGIN
    half = max((right - left) / 2, 290)
    left = (left + right) / 2 - half
    top, bottom = min(y for _, y in places) - MARGIN - HAND, max(y for _, y in places) + MARGIN + HAND
    drawn = [(stack, [middle(place, level) for level in range(len(stack))]) for place, stack in stacks.items()]
    drawn.sort(key=lambda each: (each[1][0][1], each[1][0][0]))
    hive = "".join(stack_picture(stack, middles, options.coordinates) for stack, middles in drawn)
    above, below = (0, 1) if options.turned else (1, 0)
    tables = hand_picture(hands[above], above, left + 50, top + 46) + hand_picture(
        hands[below], below, left + 50, bottom - 46
    )
    body = hive + marks(stacks, last, middle) + overlay(options, find, SIZE * sqrt(3)) + tables
    return frame((left, top, 2 * half, bottom - top), body, title, options)


def frame(box: Box, body: str, title: str, options: PictureOptions) -> str:
    """A whole picture."""
    left, top, width, height = box
    return root(
        box,
        round(width),
        options,
        title,
        '<defs><pattern id="stripes" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="3" height="9" fill="#6b6a72"/></pattern>'
        f"{symbols()}</defs>"
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" rx="24" fill="{TABLE}"/>{body}',
    )
