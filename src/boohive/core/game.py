"""What every game promises, turn game or race. Tables, server, records and replay know nothing more.

A game is a fold of events. An event is something one seat did (or, with no seat, something that just happened: time
passed, a visitor arrived), at a time, in the game's own words. A turn game is the case in which one seat at a time is
``to_move`` and time does not matter; in a race several seats may act at once and the clock itself can act.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

from boohive.core.options import Option, Options, OptionValue, Preset

__all__ = ["Effect", "Event", "Game", "Millis", "Outcome", "Position", "Seat", "Step"]

Seat = int
"""0 is the first player."""

Millis = int
"""Milliseconds since the game began."""


class Event(NamedTuple):
    """One thing that happens in a game."""

    seat: Seat | None
    """Who did it; ``None`` when nobody did."""
    text: str
    """The move or event in the game's notation."""
    at: Millis | None = None
    """When; a race needs it, a turn game does not."""


class Effect(NamedTuple):
    """One visible consequence of an event. Screen, terminal and tests all tell a move by its effects, in order."""

    kind: str
    """A rulebook word: placed, booped, fell, graduated, returned, won..."""
    seat: Seat | None = None
    """Whose piece it happens to, or who won."""
    piece: str | None = None
    start: str | None = None
    """Where it was; ``None`` when it came from the pool or hand."""
    end: str | None = None
    """Where it is now; ``None`` when it left the board."""
    by: str | None = None
    """What did it, where that is not plain: the ghost that scared, the bug that threw."""
    over: tuple[str, ...] = ()
    """What it passed on the way."""
    note: str | None = None

    def as_data(self) -> dict[str, Any]:
        """Only the fields that say something, for JSON."""
        return {
            name: value for name, value in zip(self._fields, self, strict=True) if value is not None and value != ()
        }


class Outcome(NamedTuple):
    """How a game ended."""

    winner: Seat | None
    """``None`` for a draw or a shared victory."""
    reason: str
    """In the rulebook's words, such as ``three cats in a row``."""


class Step(NamedTuple):
    """What an event leads to."""

    position: "Position"
    effects: tuple[Effect, ...]


@runtime_checkable
class Position(Protocol):
    """A moment of a game: an immutable value that can be compared, hashed, stored as text."""

    @property
    def game(self) -> "Game":
        """The game this is a position of."""

    @property
    def options(self) -> Options:
        """What was agreed on."""

    @property
    def active_seats(self) -> tuple[Seat, ...]:
        """The seats that may act now; none when the game is over."""

    @property
    def next_timer(self) -> Millis | None:
        """When the game itself acts if nobody does (``Event(None, "time", next_timer)``); ``None``: never."""

    @property
    def text(self) -> str:
        """The position in the game's text form; ``game.from_text`` reads it."""

    def apply(self, event: Event) -> Step:
        """The position after an event and what happened; ``NotationError`` or ``IllegalMove`` when it is refused."""

    def is_obsolete(self, event: Event) -> bool:
        """Whether older versions asked for this event here and this one does not: records and logs are read without it."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""

    def is_contested(self, text: str) -> bool:
        """Whether several may claim to have been first with this event, so that a table must rank it by its time."""

    def random_event(self, chance: Random) -> Event:
        """Some event that is legal now; only while the game goes on. The simplest possible player."""

    def view(self, seat: Seat | None = None) -> dict[str, Any]:
        """What this seat (or a spectator) may see, as plain data for a screen."""

    def diagram(self) -> str:
        """The position drawn in plain text."""

    def svg(self) -> str:
        """The position drawn as a picture."""


@runtime_checkable
class Game(Protocol):
    """The rules of one game, and the facts about it that a host or a menu needs."""

    @property
    def id(self) -> str:
        """The name in commands and records, such as ``boop-junior``."""

    @property
    def title(self) -> str:
        """The name on the box."""

    @property
    def summary(self) -> str:
        """One sentence for a menu."""

    @property
    def kind(self) -> Literal["turns", "race"]:
        """Whether one seat at a time is to move, or several act at once and time decides."""

    @property
    def seats(self) -> range:
        """How many can play."""

    @property
    def option_list(self) -> Sequence[Option]:
        """What may be agreed on."""

    @property
    def presets(self) -> Sequence[Preset]:
        """Sets of options that players know by name."""

    @property
    def table_defaults(self) -> Mapping[str, OptionValue]:
        """What people who sit down to play expect, where it differs from the options' defaults."""

    def new(self, **chosen: OptionValue) -> Position:
        """The start of a game."""

    def from_text(self, text: str, **chosen: OptionValue) -> Position:
        """Read a position; ``NotationError`` says what is wrong with the text."""
