"""A whole game as text, finished or running, of any kind: a header and the events in order.

::

    boohive record 1
    game: boop
    options: eight_cat_return=false opponent_line_wins=false draw=threefold
    seats: Ann | Bob
    result: 0 (resigned)

    0 k c3
    1 @5210 k d4

A header line is ``name: value``. An event line is the seat (``*`` when nobody did it), the time in milliseconds after
``@`` when it is known, and the event in the game's notation. ``result`` is the seat that won, ``draw``, or ``none`` for
a game that ended without a result; then, in brackets, how it ended: one of ``HowEnded``, or the rulebook's words when the
rules ended it. ``comment: 2 | text`` is about the position after two events, ``variation: 2 | 0 k d3 | 1 k d4`` another way to
go on from there. Unknown header lines are kept, in their order, also those that stand there twice.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, Protocol, cast, get_args

from boohive.core.animation import animate, same_view
from boohive.core.errors import BoohiveError, NotationError, UnknownGame
from boohive.core.game import Event, Game, Outcome, Position, Seat, Step
from boohive.core.options import Options, OptionValue, format_value, parse_settings
from boohive.core.picture import Theme
from boohive.core.png import apng

__all__ = ["HowEnded", "Record", "Result", "Variation", "guess_how", "play_through", "read_any", "settle"]

FIRST_LINE = "boohive record 1"
NO_SEAT = "*"

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    P_co = TypeVar("P_co", bound=Position, covariant=True, default=Position)
else:
    from typing import TypeVar

    P_co = TypeVar("P_co", bound=Position, covariant=True)
Q = TypeVar("Q", bound=Position)

HowEnded = Literal["rules", "resigned", "agreed", "claimed", "time", "absence", "abandoned", "adjudicated"]
"""How a game ended: by its rules, or as people or a clock ended it (``claimed``: a draw because of repetition; ``absence``:
a win because the other player stayed away)."""

WAYS_TO_END: tuple[HowEnded, ...] = get_args(HowEnded)


class Result(NamedTuple):
    """Who won a game, and how it ended."""

    winner: Seat | None
    """``None`` for a draw, a shared victory or no result."""
    how: HowEnded


class Variation(NamedTuple):
    """Another way to go on than the one that was played."""

    after: int
    """How many events of the game come before it."""
    events: tuple[Event, ...]


class GameLookup(Protocol):
    """Where a record finds its game by id; ``boohive.GAMES`` is one."""

    def __getitem__(self, game_id: str, /) -> Game: ...


@dataclass(frozen=True)
class Record(Generic[P_co]):
    """A game from its first event on. The type parameter is the class of its positions."""

    game: Game
    options: Options
    start: str | None = None
    """The text of the first position; ``None`` for the ordinary start."""
    seats: tuple[str, ...] = ()
    """The players' names, if they are known."""
    events: tuple[Event, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    """Whatever else was written at the top, in order."""
    result: Result | None = None
    """How the game ended; ``None`` while it goes on, and where the rules alone say it."""
    comments: tuple[tuple[int, str], ...] = ()
    """What somebody wrote about the position after this number of events."""
    variations: tuple[Variation, ...] = ()
    """Lines that were not played, each from where it leaves the game to its end."""

    @classmethod
    def of(cls, position: Q, seats: Sequence[str] = ()) -> "Record[Q]":
        """An empty record of a game that starts at this position."""
        fresh = position.game.new(**position.options)
        start = None if fresh.text == position.text else position.text
        return Record(position.game, position.options, start, tuple(seats))

    def first(self) -> P_co:
        """The position before the first event."""
        start = self.start
        position = self.game.new(**self.options) if start is None else self.game.from_text(start, **self.options)
        return cast(P_co, position)

    def steps(self) -> Iterator[Step]:
        """Each event's position and effects; a refused event is named with its line."""
        return (step for _, step in self._played())

    def _played(self) -> Iterator[tuple[Event, Step]]:
        position: Position = self.first()
        for number, event in enumerate(self.events, 1):
            if position.is_obsolete(event):
                continue
            try:
                step = position.apply(event)
            except BoohiveError as error:
                sentence = f"event {number}, {write_event(event)!r}: {error}"
                raise type(error)(sentence, "record_move", number=number, move=event.text[:40]) from None
            yield event, step
            position = step.position

    def last(self) -> P_co:
        """The position after the last event."""
        first = self.first()
        position: Position = first
        for step in self.steps():
            position = step.position
        assert isinstance(position, type(first))
        return position

    def add(self, event: Event) -> "Record[P_co]":
        """The record with one more event, which is not checked here."""
        if not isinstance(event, Event):
            raise NotationError(f"{event!r} is not an event; give an Event(seat, text)")
        return replace(self, events=(*self.events, event))

    def variation(self, number: int) -> "Record[P_co]":
        """The game with one of the variations in place of what was played."""
        after, events = self.variations[number]
        return replace(self, events=(*self.events[:after], *events), result=None, comments=(), variations=())

    def known_result(self) -> Result | None:
        """How the game ended, by whatever; ``None`` while it goes on."""
        if self.result is not None and self.result.how != "rules":
            return self.result
        outcome = self.last().outcome
        return None if outcome is None else Result(outcome.winner, "rules")

    def svg(
        self, seconds: float = 1.0, size: int | None = None, orientation: Seat = 0, theme: Theme | None = None
    ) -> str:
        """The game as an animated picture that shows each position for ``seconds``."""
        return animate(self._pictures(size, orientation, theme), seconds)

    def apng(self, seconds: float = 1.0, size: int = 480, orientation: Seat = 0, theme: Theme | None = None) -> bytes:
        """The same as an animated PNG, which every browser and messenger shows (needs ``boohive[pictures]``)."""
        return apng(same_view(self._pictures(size, orientation, theme)), seconds, size)

    def _pictures(self, size: int | None, orientation: Seat, theme: Theme | None) -> list[str]:
        """One of each position."""
        positions: list[Position] = [self.first(), *(step.position for step in self.steps())]
        return [position.svg(size=size, orientation=orientation, theme=theme) for position in positions]

    def _repr_svg_(self) -> str:
        return self.svg()

    def write(self) -> str:
        """The record as text."""
        lines = [FIRST_LINE, f"game: {self.game.id}"]
        lines.append("options: " + " ".join(f"{name}={format_value(value)}" for name, value in self.options.items()))
        if self.start is not None:
            lines.append(f"start: {self.start}")
        if self.seats:
            lines.append("seats: " + " | ".join(self.seats))
        result = self._written_result()
        if result is not None:
            lines.append(f"result: {result}")
        lines += [f"{name}: {_one_line(value)}" for name, value in self.headers]
        lines += [f"comment: {after} | {_one_line(text)}" for after, text in self.comments]
        for after, events in self.variations:
            lines.append(" | ".join([f"variation: {after}", *map(write_event, events)]))
        lines.append("")
        lines += [write_event(event) for event in self.events]
        return "\n".join(lines) + "\n"

    def _written_result(self) -> str | None:
        """The value of the header ``result``."""
        if self.result is not None and self.result.how != "rules":
            return _write_result(self.result.winner, self.result.how)
        outcome = self.last().outcome
        return None if outcome is None else _write_result(outcome.winner, outcome.reason)

    @classmethod
    def read(cls, text: str, games: GameLookup) -> "Record[Position]":
        """Read a record and play it through, so that a record that is returned is a legal game."""
        if not isinstance(text, str):
            raise NotationError(f"{text!r} is not the text of a record; boohive.read reads files")
        lines = text.replace("\r\n", "\n").split("\n")
        if lines[0].strip().lstrip("\ufeff") != FIRST_LINE:
            raise NotationError(f"this is not a record; its first line must be {FIRST_LINE!r}", "not_a_record")
        blank = next((i for i, line in enumerate(lines) if not line.strip()), len(lines))
        headers = [_header(i + 1, line) for i, line in enumerate(lines[1:blank], 1)]
        by_name = {name.lower(): value for name, value in headers}
        record = _from_headers(headers, games)
        events = [_event(i, line) for i, line in enumerate(lines[blank:], blank + 1) if line.strip()]
        record = replace(record, events=tuple(events))
        played = list(record._played())
        outcome = (played[-1][1].position if played else record.first()).outcome
        given = _result(by_name["result"]) if "result" in by_name else None
        effective = tuple(event for event, _ in played)
        record = replace(record, events=effective, result=_agreed_result(given, outcome))
        check_variations(record)
        return record


def play_through(record: "Record[Position]") -> Position:
    """The last position of a record that was read; refused if an event or a variation is not legal."""
    check_variations(record)
    return record.last()


def check_variations(record: "Record[Position]") -> None:
    """Refuse a comment or a variation that stands behind the end of the game, and one that is not legal."""
    for after in (*(after for after, _ in record.comments), *(each.after for each in record.variations)):
        if after > len(record.events):
            raise NotationError(f"nothing can be said after event {after}; the game has {len(record.events)}")
    for number in range(len(record.variations)):
        try:
            record.variation(number).last()
        except BoohiveError as error:
            raise type(error)(f"variation {number + 1}: {error}") from None


def settle(given: Result | None, position: Position) -> Result | None:
    """The result of a game whose file says ``given`` and which has come to this position.

    What the rules decide is their result, and a file that says anything else is refused.
    """
    if position.outcome is None:
        return given
    return _agreed_result(given, position.outcome)


def guess_how(winner: Seat | None, position: Position) -> HowEnded:
    """How a game ended whose file says only who won: by the rules, or as such games end nearly always."""
    if position.outcome is not None:
        return "rules"
    if winner is not None:
        return "resigned"
    return "claimed" if position.as_turn_based().times_seen >= 3 else "agreed"


def read_any(text: str, games: Iterable[Game], **given: OptionValue) -> Record[Position]:
    """A game from our record or from a format that one of the games reads, whichever the text looks like.

    ``given`` are options for formats that do not write theirs.
    """
    start = text.lstrip("\ufeff \t\r\n")
    by_id = {game.id: game for game in games}
    if not start.startswith(FIRST_LINE):
        for game in by_id.values():
            for form in game.formats():
                if form.read is not None and form.looks_like(start):
                    return form.read(start, given)
        raise NotationError(
            f"this is not a game that can be read; a record begins with {FIRST_LINE!r}, an SGF file with '(;', a PGN "
            'file with a tag such as [GameType "Base"], a GameString with Base',
            "not_a_record",
        )
    return Record.read(text, _Lookup(by_id))


class _Lookup(dict[str, Game]):
    """Games by id."""

    def __missing__(self, game_id: str) -> Game:
        raise UnknownGame(f"there is no game {game_id!r}; the games are {', '.join(self)}")


KNOWN_HEADERS = ("game", "options", "start", "seats", "result", "comment", "variation")


def _header(number: int, line: str) -> tuple[str, str]:
    name, colon, value = line.partition(":")
    if not colon:
        sentence = f"line {number} of the record, {line!r}, is not a header; write 'name: value'"
        raise _unreadable(sentence, number, line)
    return name.strip(), value.strip()


def _one_line(text: str) -> str:
    """A text that may have several lines, on one."""
    return text.replace("\\", "\\\\").replace("\r", "").replace("\n", "\\n")


def _as_lines(text: str) -> str:
    """The same back."""
    return re.sub(r"\\([n\\])", lambda found: "\n" if found[1] == "n" else found[1], text)


def _about(name: str, value: str) -> tuple[int, list[str]]:
    """After how many events a comment or a variation stands, and the rest."""
    after, *rest = value.split("|", 1 if name == "comment" else -1)
    if not (after.strip().isascii() and after.strip().isdigit() and len(after) < 9 and rest):
        raise NotationError(f"'{name}: {value[:40]}' does not say where; write '{name}: 2 | ...', after two events")
    return int(after), [each.strip() for each in rest]


def _from_headers(lines: list[tuple[str, str]], games: GameLookup) -> Record[Position]:
    headers = {name.lower(): value for name, value in lines}
    if "game" not in headers:
        raise NotationError("the record does not say which game it is; add a line such as 'game: boop'", "not_a_record")
    game = games[headers["game"]]
    options = Options(game.options, parse_settings(headers.get("options", "").split()))
    return Record(
        game,
        options,
        headers.get("start"),
        tuple(name.strip() for name in headers["seats"].split("|")) if "seats" in headers else (),
        headers=tuple((name, _as_lines(value)) for name, value in lines if name.lower() not in KNOWN_HEADERS),
        comments=tuple(_comment(value) for name, value in lines if name.lower() == "comment"),
        variations=tuple(_variation(value) for name, value in lines if name.lower() == "variation"),
    )


def _comment(value: str) -> tuple[int, str]:
    after, rest = _about("comment", value)
    return after, _as_lines(rest[0])


def _variation(value: str) -> Variation:
    after, rest = _about("variation", value)
    return Variation(after, tuple(_event(0, line) for line in rest))


def _write_result(winner: Seat | None, how: str) -> str:
    if winner is not None:
        return f"{winner} ({how})"
    return f"{'none' if how == 'abandoned' else 'draw'} ({how})"


def _result(value: str) -> Result:
    """A result as it is written: the winner, then how."""
    who, _, rest = value.partition(" ")
    if who not in ("draw", "none") and not (who.isascii() and who.isdigit() and len(who) < 3):
        raise NotationError(
            f"'result: {value}' names no winner; write a seat such as 0, or draw, or none", "record_result"
        )
    reason = rest.strip().removeprefix("(").removesuffix(")")
    how: HowEnded = next((each for each in WAYS_TO_END if each == reason), "rules")
    return Result(int(who) if who.isdigit() else None, how)


def _agreed_result(given: Result | None, outcome: Outcome | None) -> Result | None:
    """The result of a record that was played through; the header must not say anything else than the rules."""
    if outcome is None:
        if given is not None and given.how == "rules":
            raise NotationError(
                "the record has a result by the rules, and after its last event the game goes on", "record_result"
            )
        return given
    if given is not None and given.winner != outcome.winner:
        won = "a draw" if outcome.winner is None else f"a win of seat {outcome.winner}"
        raise NotationError(f"the record's result is not what the rules say: {won} ({outcome.reason})", "record_result")
    return Result(outcome.winner, "rules")


def _unreadable(sentence: str, number: int, line: str) -> NotationError:
    return NotationError(sentence, "line_unreadable", line=number, words=line.strip()[:60])


def _event(number: int, line: str) -> Event:
    who, _, rest = line.strip().partition(" ")
    game_ms = None
    if rest.startswith("@"):
        time, _, rest = rest[1:].partition(" ")
        if not (time.isascii() and time.isdigit()):
            sentence = f"line {number} of the record: '@{time}' is not a time; write milliseconds, such as @1500"
            raise _unreadable(sentence, number, line)
        game_ms = int(time)
    if who != NO_SEAT and not (who.isascii() and who.isdigit() and len(who) < 3):
        sentence = f"line {number} of the record: {who!r} is not a seat; write 0, 1, ... or {NO_SEAT} for nobody"
        raise _unreadable(sentence, number, line)
    if not rest.strip():
        raise _unreadable(f"line {number} of the record: the event is missing after {line.strip()!r}", number, line)
    return Event(None if who == NO_SEAT else int(who), rest.strip(), game_ms)


def write_event(event: Event) -> str:
    """One event as a line of a record."""
    who = NO_SEAT if event.seat is None else str(event.seat)
    return f"{who} {event.text}" if event.game_ms is None else f"{who} @{event.game_ms} {event.text}"
