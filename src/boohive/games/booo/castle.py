"""The castle: colours, rooms, the 28-letter text of a section, and nine sections put together.

Nothing here is limited to sections: a ``Castle`` is any map of cells with walls on edges, of which nine sections are the
usual case.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from boohive.core.errors import NotationError
from boohive.games.booo import constants
from boohive.games.booo.routes import CastleGraph

__all__ = ["COLOURS", "COLOUR_NAMES", "ROOMS", "Castle", "colour_set", "read_room", "room_steps"]

COLOURS = "WYRGBV"
COLOUR_NAMES = ("white", "yellow", "red", "green", "blue", "violet")
NO_WALL = "."

SECTION_SIDE = 5
SECTIONS_ACROSS = 3
SECTIONS = SECTIONS_ACROSS**2
SIDE = SECTION_SIDE * SECTIONS_ACROSS
"""Cells across the castle."""

ROOMS_ACROSS = 6
ROOMS = tuple(f"{column}{row}" for row in range(1, 7) for column in "abcdef")
"""H3: rows 1 to 6 have a shield at both ends, columns a to f a portrait. Reading order, so a room's place is its number."""

ROOM_NUMBER = {name: number for number, name in enumerate(ROOMS)}
CENTRE = ("c3", "d3", "c4", "d4")
"""H5: the rooms of the central section."""

# A section's walls in the order of its text, each as its upper or left cell and whether it is that cell's south side.
# Groups: rooms A B C D, spurs, mouths, inner; each N E S W.
EAST, SOUTH = 0, 1


def room_sides(row: int, column: int) -> tuple[tuple[int, int, int], ...]:
    """The four sides of a room of one cell, N E S W."""
    return (row - 1, column, SOUTH), (row, column, EAST), (row, column, SOUTH), (row, column - 1, EAST)


SECTION_WALLS = (
    *room_sides(1, 1),
    *room_sides(1, 3),
    *room_sides(3, 1),
    *room_sides(3, 3),
    *((0, 1, EAST), (2, 4, SOUTH), (4, 1, EAST), (2, 0, SOUTH)),
    *((0, 2, SOUTH), (2, 3, EAST), (3, 2, SOUTH), (2, 0, EAST)),
    *((1, 2, SOUTH), (2, 2, EAST), (2, 2, SOUTH), (2, 1, EAST)),
)
LETTERS = len(SECTION_WALLS)
GROUPS = ("A", "B", "C", "D", "spur", "mouth", "inner")
SECTION_TEXT = re.compile(r"(?:[WYRGBV]{4}-){5}[WYRGBV.]{4}-[WYRGBV.]{4}")
CASTLE_TEXT = re.compile("/".join([SECTION_TEXT.pattern] * SECTIONS))
SECTION_FORM = "seven groups of four letters such as BGRY-YVGB-WRYV-GVRV-BVYW-G.Y.-.B.."
TO_CODES = bytes.maketrans(b"." + COLOURS.encode(), bytes(range(constants.COLOURS + 1)))


BYTES = 256


def wall_places() -> bytes:
    """For each side of each cell of the castle, which of the 252 letters stands there; the place behind them for none."""
    places = bytearray([SECTIONS * LETTERS] * (2 * SIDE * SIDE))
    for section in range(SECTIONS):
        top, left = (SECTION_SIDE * k for k in divmod(section, SECTIONS_ACROSS))
        for letter, (row, column, side) in enumerate(SECTION_WALLS):
            places[2 * ((top + row) * SIDE + left + column) + side] = section * LETTERS + letter
    return bytes(places)


WALL_PLACES = wall_places()


def room_cell(number: int) -> int:
    """The cell that a room is."""
    row, column = divmod(number, ROOMS_ACROSS)
    return (row // 2 * SECTION_SIDE + row % 2 * 2 + 1) * SIDE + column // 2 * SECTION_SIDE + column % 2 * 2 + 1


ROOM_CELLS = tuple(room_cell(number) for number in range(len(ROOMS)))


@dataclass(frozen=True)
class Castle:
    """A map of cells and walls with named rooms. Castles of the same sections are equal."""

    sections: tuple[str, ...]
    """The nine texts in reading order; empty for a castle that is not made of sections."""
    rooms: tuple[str, ...] = field(repr=False)
    cells: tuple[int, ...] = field(repr=False)
    """A cell of each room."""
    columns: int = field(repr=False)
    walls: bytes = field(repr=False)
    """The east and the south side of each cell: 0 free, 1 to 6 a colour, 7 closed."""
    graph: CastleGraph = field(repr=False, compare=False)

    @classmethod
    def of_sections(cls, texts: Sequence[str]) -> "Castle":
        """Nine section texts in reading order; ``NotationError`` says which one cannot be read."""
        return built(tuple(texts))

    @classmethod
    def of_cells(cls, columns: int, walls: bytes, rooms: dict[str, int]) -> "Castle":
        """Any map of cells: shaped rooms, other sizes. A room is named by one of its cells."""
        try:
            graph = CastleGraph(columns, walls, tuple(rooms.values()))
        except ValueError as error:
            raise NotationError(f"this is not a castle: {error}") from None
        return cls((), tuple(rooms), tuple(rooms.values()), columns, walls, graph)

    def room(self, name: str) -> int:
        """The number of a room."""
        if name not in self.rooms:
            raise NotationError(f"there is no room {name!r} in this castle; its rooms are {', '.join(self.rooms)}")
        return self.rooms.index(name)

    def rooms_set(self, names: Sequence[str]) -> int:
        """Rooms as a set of bits for the solver."""
        return sum({1 << self.room(name) for name in names})

    def sides(self, room: int) -> str:
        """The letters on the north, east, south and west side of a room of one cell."""
        cell = self.cells[room]
        sides = 2 * (cell - self.columns) + 1, 2 * cell, 2 * cell + 1, 2 * cell - 2
        return "".join(self.letter(side) for side in sides)

    def letter(self, wall: int) -> str:
        """The letter of a wall; ``.`` for none and ``#`` for the outer edge."""
        return f".{COLOURS}#"[self.graph.side(wall)]


@lru_cache(maxsize=4096)
def built(texts: tuple[str, ...]) -> Castle:
    """A castle from its texts; the last few thousand are kept."""
    if len(texts) != SECTIONS:
        raise NotationError(f"a castle has nine sections; here are {len(texts)}")
    if CASTLE_TEXT.fullmatch("/".join(texts)) is None:
        place = next(i for i, text in enumerate(texts) if SECTION_TEXT.fullmatch(text) is None)
        raise NotationError(f"section {place + 1}, {texts[place]!r}, cannot be read; {why_not(texts[place])}")
    letters = "".join(texts).replace("-", "").encode().translate(TO_CODES)
    # The letters are the table and the places the text: each place becomes the letter that stands there.
    walls = WALL_PLACES.translate(letters.ljust(BYTES, b"\0"))
    return Castle(texts, ROOMS, ROOM_CELLS, SIDE, walls, CastleGraph(SIDE, walls, ROOM_CELLS))


def why_not(text: str) -> str:
    """What is wrong with a section text, and what would be right."""
    if [len(group) for group in text.split("-")] == [4] * len(GROUPS):
        odd = sorted(set(text) - set(COLOURS) - {"-", "."})
        if odd:
            return f"{odd[0]!r} is not a colour; the colours are {', '.join(COLOURS)}, and . stands for no wall"
        return "rooms and spurs always have a colour; only mouths and inner walls may be ."
    return f"write {SECTION_FORM}"


def read_room(name: object) -> int:
    """The number of a room of the usual castle."""
    number = ROOM_NUMBER.get(name) if isinstance(name, str) else None
    if number is None:
        raise NotationError(f"{name!r} is not a room; rooms are a1 to f6, the column's letter and then the row")
    return number


def colour_set(letters: object) -> int:
    """Colours as a set of bits for the solver."""
    if not isinstance(letters, str) or not set(letters) <= set(COLOURS):
        raise NotationError(f"{letters!r} are not colours; write some of {COLOURS}")
    return sum({1 << COLOURS.index(letter) for letter in letters})


def room_steps(one: int, other: int) -> int:
    """How far apart two rooms are, counted in rooms along rows and columns."""
    down, right = (abs(a - b) for a, b in zip(divmod(one, ROOMS_ACROSS), divmod(other, ROOMS_ACROSS), strict=True))
    return down + right
