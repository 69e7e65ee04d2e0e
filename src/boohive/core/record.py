"""A whole game as text, finished or running, of any kind: a header and the events in order.

::

    boohive record 1
    game: boop
    options: eight_cat_return=false opponent_line_wins=false draw=threefold
    seats: Ann | Bob

    0 k c3
    1 @5210 k d4

A header line is ``name: value``. An event line is the seat (``*`` when nobody did it), the time in milliseconds after
``@`` when it is known, and the event in the game's notation. Unknown header lines are kept.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from boohive.core.animation import animate
from boohive.core.errors import BoohiveError, NotationError
from boohive.core.game import Event, Game, Outcome, Position, Step
from boohive.core.options import Options, read_settings, spell

__all__ = ["Record"]

FIRST_LINE = "boohive record 1"
NOBODY = "*"


class Shelf(Protocol):
    """Where a record finds its game by id; ``boohive.games.GAMES`` is one."""

    def __getitem__(self, game_id: str, /) -> Game: ...


@dataclass(frozen=True)
class Record:
    """A game from its first event on."""

    game: Game
    options: Options
    start: str | None = None
    """The text of the first position; ``None`` for the ordinary start."""
    seats: tuple[str, ...] = ()
    """The players' names, if they were told."""
    events: tuple[Event, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    """Whatever else was written at the top, in order."""

    @classmethod
    def of(cls, position: Position, seats: Sequence[str] = ()) -> "Record":
        """An empty record of a game that starts at this position."""
        fresh = position.game.new(**position.options)
        start = None if fresh.text == position.text else position.text
        return cls(position.game, position.options, start, tuple(seats))

    def first(self) -> Position:
        """The position before the first event."""
        if self.start is None:
            return self.game.new(**self.options)
        return self.game.from_text(self.start, **self.options)

    def steps(self) -> Iterator[Step]:
        """Each event's position and effects; a refused event is named with its line."""
        return (step for _, step in self._played())

    def _played(self) -> Iterator[tuple[Event, Step]]:
        position = self.first()
        for number, event in enumerate(self.events, 1):
            if position.is_obsolete(event):
                continue
            try:
                step = position.apply(event)
            except BoohiveError as error:
                raise type(error)(f"event {number}, {write_event(event)!r}: {error}") from None
            yield event, step
            position = step.position

    def last(self) -> Position:
        """The position after the last event."""
        position = self.first()
        for step in self.steps():
            position = step.position
        return position

    def add(self, event: Event) -> "Record":
        """The record with one more event, which is not checked here."""
        return replace(self, events=(*self.events, event))

    def svg(self, seconds: float = 1.0) -> str:
        """The game as a moving picture, so many seconds for each event."""
        return animate([self.first(), *(step.position for step in self.steps())], seconds)

    def _repr_svg_(self) -> str:
        return self.svg()

    def write(self) -> str:
        """The record as text."""
        lines = [FIRST_LINE, f"game: {self.game.id}"]
        lines.append("options: " + " ".join(f"{name}={spell(value)}" for name, value in self.options.items()))
        if self.start is not None:
            lines.append(f"start: {self.start}")
        if self.seats:
            lines.append("seats: " + " | ".join(self.seats))
        outcome = self._outcome()
        if outcome is not None:
            lines.append(f"result: {'draw' if outcome.winner is None else outcome.winner} ({outcome.reason})")
        lines += [f"{name}: {value}" for name, value in self.headers]
        lines.append("")
        lines += [write_event(event) for event in self.events]
        return "\n".join(lines) + "\n"

    def _outcome(self) -> Outcome | None:
        return self.last().outcome

    @classmethod
    def read(cls, text: str, games: Shelf) -> "Record":
        """Read a record and play it through, so that a record that is returned is a legal game."""
        lines = text.replace("\r\n", "\n").split("\n")
        if lines[0].strip().lstrip("\ufeff") != FIRST_LINE:
            raise NotationError(f"this is not a record; its first line must be {FIRST_LINE!r}")
        blank = next((i for i, line in enumerate(lines) if not line.strip()), len(lines))
        headers = dict(_header(i + 1, line) for i, line in enumerate(lines[1:blank], 1))
        record = _from_headers(headers, games)
        events = [_event(i, line) for i, line in enumerate(lines[blank:], blank + 1) if line.strip()]
        record = replace(record, events=tuple(events))
        return replace(record, events=tuple(event for event, _ in record._played()))


KNOWN = ("game", "options", "start", "seats", "result")


def _header(number: int, line: str) -> tuple[str, str]:
    name, colon, value = line.partition(":")
    if not colon:
        raise NotationError(f"line {number} of the record, {line!r}, is no header; write 'name: value'")
    return name.strip().lower(), value.strip()


def _from_headers(headers: dict[str, str], games: Shelf) -> Record:
    if "game" not in headers:
        raise NotationError("the record does not say which game it is; add a line such as 'game: boop'")
    game = games[headers["game"]]
    options = Options(game.option_list, read_settings(headers.get("options", "").split()))
    return Record(
        game,
        options,
        headers.get("start"),
        tuple(name.strip() for name in headers["seats"].split("|")) if "seats" in headers else (),
        headers=tuple((name, value) for name, value in headers.items() if name not in KNOWN),
    )


def _event(number: int, line: str) -> Event:
    who, _, rest = line.strip().partition(" ")
    at = None
    if rest.startswith("@"):
        time, _, rest = rest[1:].partition(" ")
        if not (time.isascii() and time.isdigit()):
            raise NotationError(f"line {number} of the record: '@{time}' is no time; write milliseconds, such as @1500")
        at = int(time)
    if who != NOBODY and not (who.isascii() and who.isdigit() and len(who) < 3):
        raise NotationError(f"line {number} of the record: {who!r} is no seat; write 0, 1, ... or {NOBODY} for nobody")
    if not rest.strip():
        raise NotationError(f"line {number} of the record: the event is missing after {line.strip()!r}")
    return Event(None if who == NOBODY else int(who), rest.strip(), at)


def write_event(event: Event) -> str:
    """One event as a line of a record."""
    who = NOBODY if event.seat is None else str(event.seat)
    return f"{who} {event.text}" if event.at is None else f"{who} @{event.at} {event.text}"
