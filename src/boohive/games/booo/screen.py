"""A race on a terminal's screen: the castle stays where it is, and everything else is below it.

The castle is drawn in letters where the window is high enough. In a lower window with colours half blocks take two rows of the
castle to a line: a wall above a room is the upper half of the room's own line. Where neither fits the window says so.
"""

import shutil
import sys
import textwrap
from collections.abc import Callable
from typing import NamedTuple

from boohive.games.booo.castle import COLOUR_NAMES, COLOURS, ROOMS, Castle
from boohive.games.booo.diagram import WIDTH, draw_castle, marks_of, paint, situation
from boohive.games.booo.state import Phase, State
from boohive.games.booo.transition import RaceRules
from boohive.games.booo.view import visible_visitor

__all__ = ["Screen", "draw_low_castle"]

NEEDED_COLUMNS = 78
LOW_LINES = 17
"""The castle in half blocks and the line that explains it."""
HIGH_LINES = 32
"""The castle in letters and the same."""
OTHER_LINES = 7
"""Players, what goes on, the keys, the prompt and the last things that happened."""
CODES = {"W": 97, "Y": 93, "R": 91, "G": 92, "B": 94, "V": 95, "#": 90}
UPPER_HALF = "▀"
BACKGROUND = 10
"""From the code of a colour to the code of the same background."""
PLAIN, GHOST, VISITOR = "\033[0;37;40m", "\033[0;1;30;107m", "\033[0;1;30;103m"
END = "\033[0m"
HIGH_LEGEND = "@ ghost  ! visitor  P passage  T transformation; W Y R G B V are colours"
LOW_LEGEND = f"{GHOST}ghost{END}  {VISITOR}visitor{END}  P passage  T transformation; W Y R G B V are colours"


class Form(NamedTuple):
    """One way to draw the castle."""

    draw: Callable[[RaceRules, State], list[str]]
    lines: int


class Screen:
    """What a terminal shows during a race, drawn again in place whenever something changes."""

    def __init__(self, coloured: bool) -> None:
        self.coloured = coloured
        self.news: list[str] = []

    @classmethod
    def opened(cls, coloured: bool, ask: Callable[[str], str] = input) -> "Screen | None":
        """A screen once the window is large enough; ``None`` for whoever would rather have words."""
        screen = cls(coloured)
        while screen.form() is None:
            if ask(f"{screen.too_small()}\nMake it larger and press Enter, or type 'words': ").strip() == "words":
                return None
        return screen

    def form(self) -> Form | None:
        """How the castle is drawn in the window as it is now."""
        columns, rows = shutil.get_terminal_size()
        if columns < NEEDED_COLUMNS:
            return None
        if rows >= HIGH_LINES + OTHER_LINES:
            return Form(self.high, HIGH_LINES)
        if rows >= LOW_LINES + OTHER_LINES and self.has_blocks():
            return Form(draw_low, LOW_LINES)
        return None

    def has_blocks(self) -> bool:
        """Whether the terminal has colours and half blocks."""
        try:
            UPPER_HALF.encode(sys.stdout.encoding or "ascii")
        except UnicodeEncodeError:
            return False
        return self.coloured

    def too_small(self) -> str:
        """What a drawing needs."""
        columns, rows = shutil.get_terminal_size()
        lines = (LOW_LINES if self.has_blocks() else HIGH_LINES) + OTHER_LINES
        return f"Booo! needs {NEEDED_COLUMNS} columns and {lines} rows; this window has {columns} and {rows}."

    def high(self, rules: RaceRules, state: State) -> list[str]:
        """Every wall as its letters."""
        drawing = draw_castle(rules.setup.castle, marks_of(rules, state))
        return [*(paint(drawing) if self.coloured else drawing).split("\n"), HIGH_LEGEND]

    def say(self, text: str) -> None:
        """Something that happened; the last few lines stay on the screen."""
        self.news.append(text)

    def draw(self, rules: RaceRules, state: State, clock: str, keys: str, typed: str | None) -> None:
        """The whole screen; ``typed`` is what stands behind the prompt, where a line is asked for."""
        columns, rows = shutil.get_terminal_size()
        form = self.form()
        castle = [self.too_small()] if form is None else form.draw(rules, state)
        below = [*players(state), *textwrap.wrap(f"{clock}{situation(rules, state)}", columns - 1), keys]
        room = rows - len(castle) - len(below) - 1
        news = [line for text in self.news for line in textwrap.wrap(text, columns - 1)] if room > 0 else []
        self.news = self.news[-rows:]
        lines = [*castle, *below, *news[-max(room, 0) :]][: rows - 1]
        prompt = "" if typed is None else f"> {typed}"
        sys.stdout.write("\033[H" + "".join(f"{line}\033[K\n" for line in lines) + f"\033[J{prompt}")
        sys.stdout.flush()

    def clear(self) -> None:
        """An empty window to begin with."""
        sys.stdout.write("\033[2J\033[H")


def players(state: State) -> list[str]:
    """Who has what, two to a line."""
    cells = []
    for seat, player in enumerate(state.players):
        banned = "".join(f", no {COLOUR_NAMES[COLOURS.index(letter)]}" for letter in player.walls)
        hand = ", hand up" if player.hand else ""
        cells.append(f"player {seat + 1}: {len(player.visitors)} visitors{banned}{hand}")
    return ["   ".join(cells[i : i + 2]) for i in range(0, len(cells), 2)]


def draw_low(rules: RaceRules, state: State) -> list[str]:
    """The castle in half blocks and its legend."""
    visitor = visible_visitor(state)
    signs = dict.fromkeys(rules.setup.passages, "P") | dict.fromkeys(rules.setup.transformations, "T")
    shown = {} if state.phase == Phase.OVER or visitor is None else {visitor: VISITOR}
    return [*draw_low_castle(rules.setup.castle, {**shown, ROOMS[state.ghost]: GHOST}, signs), LOW_LEGEND]


def draw_low_castle(castle: Castle, styles: dict[str, str], signs: dict[str, str]) -> list[str]:
    """A line for each row of cells with the walls above it, and one for the lower edge."""
    names = dict(zip(castle.cells, castle.rooms, strict=True))
    lines = []
    for top in range(0, castle.graph.cells, castle.columns):
        line = PLAIN + side("#", "#")
        for cell in range(top, top + castle.columns):
            above = "#" if cell < castle.columns else castle.letter(2 * (cell - castle.columns) + 1)
            line += low_cell(names.get(cell), above, styles, signs) + side(castle.letter(2 * cell), above)
        lines.append(line + END)
    return [*lines, PLAIN + half("#") * (castle.columns * (WIDTH + 1) + 1) + END]


def low_cell(room: str | None, above: str, styles: dict[str, str], signs: dict[str, str]) -> str:
    """Four columns: the wall above is their upper half, and a room's name is in front of it."""
    if room is None:
        return half(above) * WIDTH
    name = f"{styles[room]}{room}{PLAIN}" if room in styles else room
    return half(above) + name + signs.get(room, half(above))


def half(letter: str) -> str:
    """The upper half of a column, in the colour of a wall."""
    return " " if letter == "." else f"\033[{CODES[letter]}m{UPPER_HALF}{PLAIN}"


def side(letter: str, above: str) -> str:
    """The wall on the right of a cell: its letter on its colour."""
    if letter == ".":
        return half("#") if above == "#" else " "
    shown = " " if letter == "#" else letter
    return f"\033[30;{CODES[letter] + BACKGROUND}m{shown}{PLAIN}"
