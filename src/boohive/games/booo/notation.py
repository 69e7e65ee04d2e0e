"""Booo! in writing: events, steps of a proof, and the text of a position.

Events of a seat::

    claim 3.1 W          in search 3.1 (round 3, first search), the first colour is white
    call 3.1             "Booo!" alone, where several share a screen: the colour follows as a claim
    wall c4n             cross a wall: the north side of room c4, 5sn (section 5, spur north), 5me (mouth east),
    wall 7.4-7.5         5iw (inner west), or the two cells as row.column
    passage e5           take the passage to e5
    change G             go on in green
    undo                 one step back
    forget               the route is forgotten
    hand up, hand down   (the search may follow: hand up 3.1)
    hint                 the next hint, for a player alone
    choose c4 2          the first player names the ghost's room and the number
    away, back           the connection is lost, and found again

Events that just happen: ``time`` (the clock moved on) and ``arrives 5300`` (a visitor is announced, to be shown at
5300 ms).
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from boohive.core.errors import NotationError
from boohive.core.game import Millis
from boohive.games.booo.castle import (
    COLOURS,
    EAST,
    ROOMS,
    SECTION_SIDE,
    SECTION_WALLS,
    SECTIONS,
    SECTIONS_ACROSS,
    read_room,
)
from boohive.games.booo.proof import Cell, Change, Passage, ProofStep, Wall

__all__ = [
    "WALL_NAMES",
    "ArrivalEvent",
    "AwayEvent",
    "BackEvent",
    "CallEvent",
    "ChooseEvent",
    "ClaimEvent",
    "ForgetEvent",
    "HandEvent",
    "HintEvent",
    "ParsedEvent",
    "StepEvent",
    "TimeEvent",
    "UndoEvent",
    "read_event",
    "read_step",
    "write_cell",
    "write_cells",
    "write_step",
]


class ClaimEvent(NamedTuple):
    """«Boo!» and a colour."""

    search: str
    colour: int


class CallEvent(NamedTuple):
    """«Boo!» alone: the colour follows."""

    search: str


class StepEvent(NamedTuple):
    """A step of the proof."""

    step: ProofStep


class UndoEvent(NamedTuple):
    """A step back."""


class ForgetEvent(NamedTuple):
    """The claimant gives up."""


class HandEvent(NamedTuple):
    """A hand goes up or down."""

    up: bool
    search: str | None = None


class HintEvent(NamedTuple):
    """A player alone asks for a hint."""


class ChooseEvent(NamedTuple):
    """The first player's choice."""

    ghost: int
    number: int


class AwayEvent(NamedTuple):
    """The connection is lost."""


class BackEvent(NamedTuple):
    """The connection is there again."""


class TimeEvent(NamedTuple):
    """The clock moved on."""


class ArrivalEvent(NamedTuple):
    """A visitor is announced."""

    show_at: Millis


ParsedEvent = (
    ClaimEvent
    | CallEvent
    | StepEvent
    | UndoEvent
    | ForgetEvent
    | HandEvent
    | HintEvent
    | ChooseEvent
    | AwayEvent
    | BackEvent
    | TimeEvent
    | ArrivalEvent
)

# Walls by name -------------------------------------------------------------------------------------------------------------

SIDES = "nesw"
GROUP_LETTERS = "smi"
"""Spur, mouth, inner."""


def wall_names() -> dict[str, Wall]:
    """Every place of a wall by its name: room sides such as c4n, and 5sn, 5mn, 5in for the rest of a section."""
    names = {}
    for section in range(SECTIONS):
        down, right = divmod(section, SECTIONS_ACROSS)
        for i, (row, column, side) in enumerate(SECTION_WALLS):
            group, letter = i // 4, SIDES[i % 4]
            if group < 4:
                room = ROOMS[(2 * down + group // 2) * 6 + 2 * right + group % 2]
                name = room + letter
            else:
                name = f"{section + 1}{GROUP_LETTERS[group - 4]}{letter}"
            cell = SECTION_SIDE * down + row, SECTION_SIDE * right + column
            beyond = (cell[0], cell[1] + 1) if side == EAST else (cell[0] + 1, cell[1])
            names[name] = Wall(cell, beyond)
    return names


WALL_NAMES = wall_names()
NAME_OF_WALL = {wall: name for name, wall in WALL_NAMES.items()}
TWO_CELLS = re.compile(r"(\d{1,3})\.(\d{1,3})-(\d{1,3})\.(\d{1,3})", re.ASCII)
NUMBER = re.compile(r"\d{1,15}", re.ASCII)
SEARCH = re.compile(r"\d{1,3}\.\d{1,6}", re.ASCII)


def write_cell(cell: Cell) -> str:
    """A cell as row and column."""
    return f"{cell[0]}.{cell[1]}"


def write_cells(wall: Wall) -> str:
    """A wall by its two cells, the smaller one first."""
    return "-".join(write_cell(cell) for cell in sorted(wall))


def write_step(step: ProofStep) -> str:
    """A step as it is written in events."""
    match step:
        case Wall(one, other):
            return "wall " + NAME_OF_WALL.get(Wall(*sorted((one, other))), write_cells(step))
        case Passage(room):
            return f"passage {ROOMS[room]}"
        case Change(colour):
            return f"change {COLOURS[colour]}"


def read_step(kind: str, value: str) -> ProofStep:
    """A step of a proof."""
    if kind == "passage":
        return Passage(read_room(value))
    if kind == "change":
        return Change(read_colour(value))
    if value in WALL_NAMES:
        return WALL_NAMES[value]
    cells = TWO_CELLS.fullmatch(value)
    if cells is None:
        raise NotationError(
            f"{value!r} is not a wall; write a room and a side such as c4n, or two cells such as 7.4-7.5"
        )
    row, column, row2, column2 = (int(number) for number in cells.groups())
    return Wall((row, column), (row2, column2))


def read_colour(letter: str) -> int:
    """The number of a colour."""
    if len(letter) != 1 or letter not in COLOURS:
        raise NotationError(f"{letter!r} is not a colour; the colours are {', '.join(COLOURS)}")
    return COLOURS.index(letter)


def read_number(word: str, what: str) -> int:
    """A whole number."""
    if NUMBER.fullmatch(word) is None:
        raise NotationError(f"{word!r} is not a {what}; write a whole number")
    return int(word)


def read_search(word: str) -> str:
    """The name of a search."""
    if SEARCH.fullmatch(word) is None:
        raise NotationError(f"{word!r} is not a search; write round and attempt, such as 3.1")
    return word


# Events --------------------------------------------------------------------------------------------------------------------


def claim(words: list[str]) -> ParsedEvent:
    """``claim 3.1 W``."""
    if len(words) != 2:
        raise NotationError("a claim names its search and a colour, such as 'claim 3.1 W'")
    return ClaimEvent(read_search(words[0]), read_colour(words[1]))


def call(words: list[str]) -> ParsedEvent:
    """``call 3.1``."""
    if len(words) != 1:
        raise NotationError("a call names its search, such as 'call 3.1'; the colour follows as a claim")
    return CallEvent(read_search(words[0]))


def hand(words: list[str]) -> ParsedEvent:
    """``hand up|down [3.1]``."""
    if len(words) not in (1, 2) or words[0] not in ("up", "down"):
        raise NotationError("a hand goes 'hand up' or 'hand down'")
    return HandEvent(words[0] == "up", read_search(words[1]) if len(words) == 2 else None)


def choose(words: list[str]) -> ParsedEvent:
    """``choose c4 2``."""
    if len(words) != 2 or words[0] not in ("c3", "d3", "c4", "d4") or words[1] not in ("1", "2", "3", "4"):
        raise NotationError("choose a room of the central section and a number from 1 to 4, such as 'choose c4 2'")
    return ChooseEvent(read_room(words[0]), int(words[1]))


def arrives(words: list[str]) -> ParsedEvent:
    """``arrives 5300``."""
    if len(words) != 1:
        raise NotationError("an arrival names the time when the visitor is shown, such as 'arrives 5300'")
    return ArrivalEvent(read_number(words[0], "time"))


def proof_step(kind: str) -> Callable[[list[str]], ParsedEvent]:
    """``wall c4n`` and the like."""

    def read(words: list[str]) -> ParsedEvent:
        if len(words) != 1:
            raise NotationError(f"a step is one {kind}, such as '{STEP_EXAMPLES[kind]}'")
        return StepEvent(read_step(kind, words[0]))

    return read


def single_word(parsed: ParsedEvent, name: str) -> Callable[[list[str]], ParsedEvent]:
    """An event of one word."""

    def read(words: list[str]) -> ParsedEvent:
        if words:
            raise NotationError(f"nothing follows {name!r}")
        return parsed

    return read


STEP_EXAMPLES = {"wall": "wall c4n", "passage": "passage e5", "change": "change G"}
EVENTS: dict[str, Callable[[list[str]], ParsedEvent]] = {
    "claim": claim,
    "call": call,
    **{kind: proof_step(kind) for kind in STEP_EXAMPLES},
    "hand": hand,
    "choose": choose,
    "arrives": arrives,
    "undo": single_word(UndoEvent(), "undo"),
    "forget": single_word(ForgetEvent(), "forget"),
    "hint": single_word(HintEvent(), "hint"),
    "away": single_word(AwayEvent(), "away"),
    "back": single_word(BackEvent(), "back"),
    "time": single_word(TimeEvent(), "time"),
}


def read_event(text: str) -> ParsedEvent:
    """What an event's text means; ``NotationError`` when it means nothing."""
    word, *rest = text.split() or [""]
    if word not in EVENTS:
        shown = text if len(text) <= 40 else text[:37] + "..."
        raise NotationError(f"{shown!r} is not an event; the events are {', '.join(EVENTS)}")
    return EVENTS[word](rest)
