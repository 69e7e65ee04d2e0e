"""The castle as a picture: a plan at night, every wall a bar with its colour, its pattern and its letter."""

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from xml.sax.saxutils import escape

from boohive.core.errors import OptionError
from boohive.core.picture import FONT, PictureOptions, overlay, root
from boohive.games.booo.castle import COLOUR_NAMES, COLOURS, ROOMS, SECTION_SIDE, Castle
from boohive.games.booo.diagram import CHANGE, GHOST, PASSAGE, VISITOR, marks_of
from boohive.games.booo.state import State
from boohive.games.booo.transition import RaceRules

__all__ = ["LIGHT", "castle_svg", "position_svg"]

FILLS = ("#fbf8ee", "#f0c419", "#cc4536", "#5cba78", "#2b50a8", "#4a1f6a")
"""White, yellow, red, green, blue, violet; their lightness differs by 12 or more, so that they differ in grey too."""
INKS = ("#1c1a26", "#1c1a26", "#ffffff", "#1c1a26", "#ffffff", "#ffffff")
PATTERNS = (
    "",
    '<circle cx="3" cy="3" r="1.3"/><circle cx="8" cy="8" r="1.3"/>',
    '<path d="M-2 12 12 -2M-2 2 2 -2M8 12 12 8" stroke-width="2"/>',
    '<path d="M0 5H10M0 0H10M5 0V5M0 5V10" stroke-width="1.2"/>',
    '<path d="M0 5Q2.5 1 5 5T10 5" fill="none" stroke-width="1.6"/>',
    '<path d="M0 7 2.5 3 5 7 7.5 3 10 7" fill="none" stroke-width="1.6"/>',
)
"""Plain, dots, stripes, bricks, waves, zigzag."""

MARGIN = 44
BAR = 12
SECTION_WIDTHS = (30, 62, 40, 62, 30)
PLAIN_WIDTH = 44
GROUND, CORRIDOR, ROOM, NAME, LINE = "#2e2b3d", "#6d6880", "#3f3a52", "#a49fb8", "#565069"
LIGHT = {GROUND: "#e9e6f2", CORRIDOR: "#c4bfd6", ROOM: "#f7f5fc", NAME: "#4f4a66", LINE: "#8f88a8"}
"""The same castle by day; tokens and walls stay as they are."""
DEFAULTS = PictureOptions()

SYMBOLS = f"""
<symbol id="{GHOST}" viewBox="-16 -16 32 32"><path d="M-11 13V-2a11 11 0 0 1 22 0v15l-4-3-3.500 3-3.500-3-3.500 3-3.500-3z"
 fill="#fff" stroke="#b9b4cc" stroke-width="1.500"/><circle cx="-4" cy="-3" r="2" fill="#2d2a3c"/>
<circle cx="4" cy="-3" r="2" fill="#2d2a3c"/><ellipse cx="0" cy="3" rx="2.200" ry="3" fill="#2d2a3c"/></symbol>
<symbol id="{VISITOR}" viewBox="-16 -16 32 32"><circle r="14" fill="#f6d9b8" stroke="#b98a52" stroke-width="1.500"/>
<path d="M-12 -4a12 12 0 0 1 24 0q-12 -7 -24 0z" fill="#7a4b2a"/><circle cx="-4" cy="1" r="1.700" fill="#3a2a1a"/>
<circle cx="4" cy="1" r="1.700" fill="#3a2a1a"/><circle cx="0" cy="7.500" r="2.500" fill="#8a3b2a"/></symbol>
<symbol id="{PASSAGE}" viewBox="-16 -16 32 32"><rect x="-11" y="-9" width="22" height="19" rx="3" fill="#9a7245" stroke="#6b4c2a"
 stroke-width="1.500"/><path d="M-4 -9V10M4 -9V10" stroke="#6b4c2a" stroke-width="1.500"/>
<circle cx="7.500" cy="1" r="1.800" fill="#f2d27a"/></symbol>
<symbol id="{CHANGE}" viewBox="-16 -16 32 32"><circle r="12" fill="#7fd1c9" stroke="#3c8f88" stroke-width="1.500"/>
<path d="M0 0a3 3 0 0 1 5 2a6 6 0 0 1 -11 1a8 8 0 0 1 12 -9" fill="none" stroke="#1f5f5a" stroke-width="2"
 stroke-linecap="round"/></symbol>"""


def position_svg(rules: RaceRules, state: State, options: PictureOptions) -> str:
    """The castle with everything on it, as everybody may see it."""
    return castle_svg(rules.setup.castle, marks_of(rules, state), options)


def castle_svg(castle: Castle, marks: Mapping[str, str], options: PictureOptions = DEFAULTS) -> str:
    """The picture of a castle; ``marks`` says what is in which room."""
    if options.turned:
        raise OptionError("a castle has no sides; leave the orientation out")
    across, down = lines_of(castle)
    width, height = across[-1] + MARGIN, down[-1] + MARGIN
    contents = ", ".join(f"{MARK_NAMES[mark]} in {room}" for room, both in marks.items() for mark in both)
    parts = [
        f"<defs>{patterns()}{SYMBOLS}</defs>",
        f'<rect width="{width}" height="{height}" rx="12" fill="{GROUND}"/>',
        f'<rect x="{across[0]}" y="{down[0]}" width="{across[-1] - across[0]}" height="{down[-1] - down[0]}" fill="{CORRIDOR}"/>',
        building(castle),
        *(room_names(castle, across, down) if options.coordinates else ()),
        *tokens(castle, marks, across, down),
        overlay(options, partial(find_room, castle=castle, across=across, down=down), 2 * PLAIN_WIDTH),
    ]
    title = f"A castle of Booo!: {contents}" if contents else "A castle of Booo!"
    return root((0, 0, width, height), width, options, title, f"<g {FONT}>{''.join(parts)}</g>")


def find_room(name: str, castle: Castle, across: list[int], down: list[int]) -> tuple[float, float] | None:
    """The middle of a room by its name; ``None`` if there is no such room."""
    return middle_of(castle, castle.room(name), across, down) if name in castle.rooms else None


MARK_NAMES = {GHOST: "ghost", VISITOR: "visitor", PASSAGE: "passage", CHANGE: "transformation"}


def lines_of(castle: Castle) -> tuple[list[int], list[int]]:
    """Where the lines between columns and between rows run."""
    usual = castle.rooms == ROOMS

    def lines(count: int) -> list[int]:
        found = [MARGIN]
        for i in range(count):
            found.append(found[-1] + (SECTION_WIDTHS[i % SECTION_SIDE] if usual else PLAIN_WIDTH))
        return found

    return lines(castle.columns), lines(castle.graph.cells // castle.columns)


def patterns() -> str:
    """One pattern for each colour."""
    return "".join(
        f'<pattern id="p{letter}" width="10" height="10" patternUnits="userSpaceOnUse">'
        f'<rect width="10" height="10" fill="{fill}"/>'
        f'<g fill="{ink}" stroke="{ink}" opacity="0.35">{shape}</g></pattern>'
        for letter, fill, ink, shape in zip(COLOURS, FILLS, INKS, PATTERNS, strict=True)
    )


@lru_cache(maxsize=64)
def building(castle: Castle) -> str:
    """All that stays where it is: rooms, walls and the frame."""
    across, down = lines_of(castle)
    parts = [*rooms(castle, across, down), *walls(castle, across, down)]
    return "\n".join([*parts, *frame(across, down)] if castle.rooms == ROOMS else parts)


def rooms(castle: Castle, across: list[int], down: list[int]) -> Iterator[str]:
    """Every cell of each room, for rooms of any shape."""
    of_rooms = {castle.graph.region_of_room(number) for number in range(len(castle.rooms))}
    for cell in range(castle.graph.cells):
        if castle.graph.region_of(cell) in of_rooms:
            row, column = divmod(cell, castle.columns)
            width, height = across[column + 1] - across[column], down[row + 1] - down[row]
            yield f'<rect x="{across[column]}" y="{down[row]}" width="{width}" height="{height}" fill="{ROOM}"/>'


def room_names(castle: Castle, across: list[int], down: list[int]) -> Iterator[str]:
    """The name of each room, in its middle."""
    for number, name in enumerate(castle.rooms):
        x, y = middle_of(castle, number, across, down)
        yield f'<text x="{x}" y="{y + 4}" font-size="11" fill="{NAME}" text-anchor="middle">{escape(name)}</text>'


def middle_of(castle: Castle, room: int, across: list[int], down: list[int]) -> tuple[int, int]:
    """The middle of a room's named cell."""
    row, column = divmod(castle.cells[room], castle.columns)
    return (across[column] + across[column + 1]) // 2, (down[row] + down[row + 1]) // 2


def tokens(castle: Castle, marks: Mapping[str, str], across: list[int], down: list[int]) -> Iterator[str]:
    """Ghost, visitor and special tokens."""
    for room, room_marks in marks.items():
        x, y = middle_of(castle, castle.room(room), across, down)
        for i, mark in enumerate(room_marks):
            left = x - 16 + (2 * i - len(room_marks) + 1) * 11
            yield f'<use href="#{mark}" x="{left}" y="{y - 16}" width="32" height="32"/>'


def walls(castle: Castle, across: list[int], down: list[int]) -> Iterator[str]:
    """Bars in six colours, each with its pattern and its letter."""
    for side in range(2 * castle.graph.cells):
        letter = castle.letter(side)
        if letter not in COLOURS:
            continue
        row, column = divmod(side // 2, castle.columns)
        if side % 2:
            x, y = across[column], down[row + 1] - BAR // 2
            width, height = across[column + 1] - x, BAR
        else:
            x, y = across[column + 1] - BAR // 2, down[row]
            width, height = BAR, down[row + 1] - y
        ink = INKS[COLOURS.index(letter)]
        name = COLOUR_NAMES[COLOURS.index(letter)]
        yield (
            f'<g data-wall="{letter}"><title>{name}</title><rect x="{x}" y="{y}" width="{width}" height="{height}" rx="3" '
            f'fill="url(#p{letter})" stroke="{GROUND}" stroke-width=".8"/>'
            f'<text x="{x + width / 2:g}" y="{y + height / 2 + 3.5:g}" '
            f'font-size="10" font-weight="700" fill="{ink}" stroke="{FILLS[COLOURS.index(letter)]}" stroke-width="2" '
            f'paint-order="stroke" text-anchor="middle">{letter}</text></g>'
        )


def frame(across: list[int], down: list[int]) -> Iterator[str]:
    """H3: the same shield at both ends of a row, the same portrait at both ends of a column."""
    for number in range(6):
        place = number // 2 * SECTION_SIDE + number % 2 * 2 + 1
        middle_x, middle_y = (across[place] + across[place + 1]) / 2, (down[place] + down[place + 1]) / 2
        fill, ink = FILLS[number], INKS[number]
        for x in (MARGIN / 2, across[-1] + MARGIN / 2):
            yield (
                f'<path d="M{x - 11:g} {middle_y - 12:g}h22v12q0 9 -11 14q-11 -5 -11 -14z" fill="{fill}" stroke="{LINE}"/>'
                f'<text x="{x:g}" y="{middle_y + 5:g}" font-size="14" fill="{ink}" text-anchor="middle">{number + 1}</text>'
            )
        for y in (MARGIN / 2, down[-1] + MARGIN / 2):
            yield (
                f'<circle cx="{middle_x:g}" cy="{y:g}" r="13" fill="{fill}" stroke="{LINE}"/>'
                f'<text x="{middle_x:g}" y="{y + 5:g}" font-size="14" fill="{ink}" text-anchor="middle">{"abcdef"[number]}</text>'
            )
