"""Booo! in writing: events and the steps of a proof.

Events of a player::

    claim 3.1 W          in search 3.1 (round 3, first search): a route that begins with white walls
    call 3.1             "Booo!" alone, where several share a screen: the colour follows as a claim
    wall c4n             cross the wall on the north side of room c4; walls that belong to no room are named by their
                         section and one of its three other cells: 5sn (section 5, spur, north), 5me (mouth, east),
                         5iw (inner cell, west)
    wall 7.4-7.5         the same by the two cells on its sides, each as row.column
    passage e5           take the passage to e5
    change G             go on in green
    undo                 one step back
    forget               the claimant has forgotten the route and gives the proof up
    hand up, hand down   "nobody has a route", and taking that back (the search may follow: hand up 3.1)
    hint                 a solo player asks for the next hint
    choose c4 2          the first player names the ghost's room and the number that each deck of visitors is read by
    away, back           the connection is lost, and found again
    join                 somebody sits down while the game is played: the next seat, from the next visitor on

Events that just happen: ``time`` (the clock moved on) and ``arrives 5300`` (a visitor is announced, to be shown at
5300 ms after the game began).
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
    "JoinEvent",
    "ParsedEvent",
    "StepEvent",
    "TimeEvent",
    "UndoEvent",
    "read_event",
    "read_step",
    "write_cell",
    "write_step",
    "write_wall_cells",
]


class ClaimEvent(NamedTuple):
    """``Booo!`` and a colour."""

    search: str
    colour: int


class CallEvent(NamedTuple):
    """``Booo!`` alone: the colour follows."""

    search: str


class StepEvent(NamedTuple):
    """A step of the proof."""

    step: ProofStep


class UndoEvent(NamedTuple):
    """A step back."""


class ForgetEvent(NamedTuple):
    """The claimant has forgotten the route and gives the proof up."""


class HandEvent(NamedTuple):
    """A hand goes up for "nobody has a route", or down again."""

    up: bool
    search: str | None = None


class HintEvent(NamedTuple):
    """A solo player asks for a hint."""


class ChooseEvent(NamedTuple):
    """The first player's choice."""

    ghost: int
    number: int


class AwayEvent(NamedTuple):
    """The connection is lost."""


class BackEvent(NamedTuple):
    """The connection is there again."""


class JoinEvent(NamedTuple):
    """Somebody sits down while the game is played."""


class TimeEvent(NamedTuple):
    """The clock moved on."""


class ArrivalEvent(NamedTuple):
    """A visitor is announced."""

    reveal_at: Millis
    """Since the game began."""


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
    | JoinEvent
    | TimeEvent
    | ArrivalEvent
)

# Walls by name -------------------------------------------------------------------------------------------------------------

SIDES = "nesw"
GROUP_LETTERS = "smi"
"""Spur, mouth, inner."""


def wall_names() -> dict[str, Wall]:
    """Every position of a wall by its name: room sides such as c4n, and 5sn, 5mn, 5in for the rest of a section."""
    names = {}
    for section in range(SECTIONS):
        down, right = divmod(section, SECTIONS_ACROSS)
        for i, (row, column, side) in enumerate(SECTION_WALLS):
            group, letter = (
                i // 4,
                SIDES[i % 4],
            )  # The walls of four rooms come first, then those of spur, mouth and inner cell.
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


def write_wall_cells(wall: Wall) -> str:
    """A wall by its two cells, the smaller one first."""
    return "-".join(write_cell(cell) for cell in sorted(wall))


def write_step(step: ProofStep) -> str:
    """A step as it is written in events."""
    match step:
        case Wall(one, other):
            return "wall " + NAME_OF_WALL.get(Wall(*sorted((one, other))), write_wall_cells(step))
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
    """The index of a colour."""
    if len(letter) != 1 or letter not in COLOURS:
        raise NotationError(f"{letter!r} is not a colour; the colours are {', '.join(COLOURS)}")
    return COLOURS.index(letter)


def read_number(word: str, expected: str) -> int:
    """A whole number."""
    if NUMBER.fullmatch(word) is None:
        raise NotationError(f"{word!r} is not a {expected}; write a whole number")
    return int(word)


def read_search(word: str) -> str:
    """The name of a search."""
    if SEARCH.fullmatch(word) is None:
        raise NotationError(
            f"{word!r} is not a search; write the round and the number of the search in it, such as 3.1"
        )
    return word


# Events --------------------------------------------------------------------------------------------------------------------


def parse_claim(words: list[str]) -> ParsedEvent:
    """``claim 3.1 W``."""
    if len(words) != 2:
        raise NotationError("a claim names its search and a colour, such as 'claim 3.1 W'")
    return ClaimEvent(read_search(words[0]), read_colour(words[1]))


def parse_call(words: list[str]) -> ParsedEvent:
    """``call 3.1``."""
    if len(words) != 1:
        raise NotationError("a call names its search, such as 'call 3.1'; the colour follows as a claim")
    return CallEvent(read_search(words[0]))


def parse_hand(words: list[str]) -> ParsedEvent:
    """``hand up|down [3.1]``."""
    if len(words) not in (1, 2) or words[0] not in ("up", "down"):
        raise NotationError("write 'hand up' or 'hand down'; the search may follow")
    return HandEvent(words[0] == "up", read_search(words[1]) if len(words) == 2 else None)


def parse_choose(words: list[str]) -> ParsedEvent:
    """``choose c4 2``."""
    if len(words) != 2 or words[0] not in ("c3", "d3", "c4", "d4") or words[1] not in ("1", "2", "3", "4"):
        raise NotationError("choose a room of the central section and a number from 1 to 4, such as 'choose c4 2'")
    return ChooseEvent(read_room(words[0]), int(words[1]))


def parse_arrival(words: list[str]) -> ParsedEvent:
    """``arrives 5300``."""
    if len(words) != 1:
        raise NotationError("an arrival names the time when the visitor is shown, such as 'arrives 5300'")
    return ArrivalEvent(read_number(words[0], "time"))


def step_parser(kind: str) -> Callable[[list[str]], ParsedEvent]:
    """``wall c4n`` and the like."""

    def read(words: list[str]) -> ParsedEvent:
        if len(words) != 1:
            raise NotationError(f"{kind!r} takes one argument, such as '{STEP_EXAMPLES[kind]}'")
        return StepEvent(read_step(kind, words[0]))

    return read


def single_word_parser(parsed: ParsedEvent, name: str) -> Callable[[list[str]], ParsedEvent]:
    """An event of one word."""

    def read(words: list[str]) -> ParsedEvent:
        if words:
            raise NotationError(f"nothing follows {name!r}")
        return parsed

    return read


STEP_EXAMPLES = {"wall": "wall c4n", "passage": "passage e5", "change": "change G"}
EVENT_PARSERS: dict[str, Callable[[list[str]], ParsedEvent]] = {
    "claim": parse_claim,
    "call": parse_call,
    **{kind: step_parser(kind) for kind in STEP_EXAMPLES},
    "hand": parse_hand,
    "choose": parse_choose,
    "arrives": parse_arrival,
    "undo": single_word_parser(UndoEvent(), "undo"),
    "forget": single_word_parser(ForgetEvent(), "forget"),
    "hint": single_word_parser(HintEvent(), "hint"),
    "away": single_word_parser(AwayEvent(), "away"),
    "back": single_word_parser(BackEvent(), "back"),
    "join": single_word_parser(JoinEvent(), "join"),
    "time": single_word_parser(TimeEvent(), "time"),
}


def read_event(text: str) -> ParsedEvent:
    """What an event's text means; ``NotationError`` when it means nothing."""
    word, *rest = text.split() or [""]
    if word not in EVENT_PARSERS:
        shown = text if len(text) <= 40 else text[:37] + "..."
        raise NotationError(f"{shown!r} is not an event; the events are {', '.join(EVENT_PARSERS)}")
    return EVENT_PARSERS[word](rest)
