"""The game interface: everything that records, tables, server, engine, environments and commands know of a game.

A game is what its events lead to. An event is something one seat did (or, with no seat, something that just happened:
time passed, a visitor arrived), at a time, in the game's own notation. In a turn-based game one seat at a time is
``to_move`` and time does not matter; in a race several seats may act at once and the clock itself can act.

``Game`` and ``Position`` are base classes. Facts are class attributes, behaviour is methods; whatever has a sensible
default has one, so nobody has to ask whether a game can do something.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, Never

from boohive.core.errors import NotSupported, OptionError
from boohive.core.options import Option, Options, OptionValue, Preset
from boohive.core.picture import PictureOptions, Theme, recoloured
from boohive.core.sentences import sentence_data
from boohive.core.view import EffectData, OutcomeData, PieceRef, Scenery, View

if TYPE_CHECKING:
    from boohive.core.bot import Bot, LevelInfo
    from boohive.core.race_encoding import RaceEncoding
    from boohive.core.record import Record
    from boohive.core.turn_game import TurnGame, TurnPosition

__all__ = [
    "Effect",
    "Event",
    "Game",
    "GameCommand",
    "Json",
    "Millis",
    "MoveQuery",
    "Outcome",
    "Piece",
    "Position",
    "RecordFormat",
    "Seat",
    "Step",
    "ViewData",
]

Seat = int
"""0 is the first player."""

Millis = int
"""Milliseconds since the game began."""

Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]
"""Plain data that can be written as JSON."""

ViewData = dict[str, Json]
"""What a screen is given of a position or a move."""


class Event(NamedTuple):
    """One thing that happens in a game."""

    seat: Seat | None
    """Who did it; ``None`` when nobody did."""
    text: str
    """The move or event in the game's notation."""
    game_ms: Millis | None = None
    """When; a race needs it, a turn-based game does not."""


class Piece(NamedTuple):
    """A piece, as moves and effects name it. ``str`` gives its name."""

    kind: str
    """The rulebook's word: kitten, cat, ghost, ant..."""
    seat: Seat | None = None
    """Whose it is; ``None`` for nobody's."""
    id: str = ""
    """Its name, where the game names its pieces, such as Hive's ``wA1``."""

    def __str__(self) -> str:
        return self.id or self.kind

    def as_data(self) -> PieceRef:
        """For a screen."""
        return {"id": self.id, "kind": self.kind, "seat": self.seat}


class Effect(NamedTuple):
    """One visible consequence of an event. Screen, terminal and tests all describe a move by its effects, in order."""

    kind: str
    """A rulebook word: placed, booped, fell, graduated, returned, won..."""
    seat: Seat | None = None
    """Whose piece it happens to, or who won."""
    piece: Piece | None = None
    from_: str | None = None
    """Where it was; ``None`` when it came from the pool or hand."""
    to: str | None = None
    """Where it is now; ``None`` when it left the board."""
    by: Piece | None = None
    """The piece that did it: the one that boops, scares or throws."""
    path: tuple[str, ...] = ()
    """What it passed on the way."""
    cause: int = 0
    """Effects with the same cause happen together: 0 is the move itself, and the numbers count up."""
    towards: tuple[int, int] | None = None
    """For a fall: the direction, columns and rows."""
    becomes: str | None = None
    """For a graduation: the kind of piece it turns into."""
    reason: str | None = None
    """Why, or what else there is to say: a ``Sentence`` where programs need to recognise it."""

    def __str__(self) -> str:
        """In a few words, for a program's output: ``kitten of seat 0 placed on c4``.

        >>> print(Effect("booped", 1, Piece("kitten", 1), "d4", "e4"))
        kitten of seat 1 booped from d4 to e4
        """
        words = [self.piece.id or self.piece.kind] if self.piece is not None else []
        words += (
            [f"of seat {self.seat}" if self.piece is not None else f"seat {self.seat}"] if self.seat is not None else []
        )
        words.append(self.kind.replace("_", " "))
        words += [f"from {self.from_}"] if self.from_ else []
        words += [f"{'to' if self.from_ else 'on'} {self.to}"] if self.to else []
        return " ".join(words) + (f" ({self.reason})" if self.reason else "")

    def as_data(self) -> EffectData:
        """Only the fields that say something, for a screen."""
        data: EffectData = {"kind": self.kind, "cause": self.cause}
        if self.seat is not None:
            data["seat"] = self.seat
        if self.piece is not None:
            data["piece"] = self.piece.as_data()
        if self.from_ is not None:
            data["from"] = self.from_
        if self.to is not None:
            data["to"] = self.to
        if self.by is not None:
            data["by"] = self.by.as_data()
        if self.path:
            data["path"] = self.path
        if self.towards is not None:
            data["towards"] = self.towards
        if self.becomes is not None:
            data["becomes"] = self.becomes
        if self.reason is not None:
            data["reason"] = sentence_data(self.reason)
        return data


class Outcome(NamedTuple):
    """How a game ended."""

    winner: Seat | None
    """``None`` for a draw or a shared victory."""
    reason: str
    """In the rulebook's words, such as ``three cats in a row``; a ``Sentence``, so that programs can recognise it."""

    def as_data(self) -> OutcomeData:
        """For a screen."""
        return {"winner": self.winner, "reason": sentence_data(self.reason)}


class Step(NamedTuple):
    """What an event leads to."""

    position: "Position"
    effects: tuple[Effect, ...]


class MoveQuery(NamedTuple):
    """Which moves to preview: those named, and those that fit every field given."""

    texts: Sequence[str] = ()
    piece: str | None = None
    from_: str | None = None
    to: str | None = None


class RecordFormat(NamedTuple):
    """A file format for whole games besides our own record."""

    name: str
    """The word in commands, such as ``pgn``."""
    suffix: str
    """The end of a file's name, with its dot."""
    write: "Callable[[Record[Position]], str]"
    read: "Callable[[str, Mapping[str, OptionValue]], Record[Position]] | None" = None
    """From a text and the options that were asked for; ``None``: this format can only be written."""
    looks_like: Callable[[str], bool] = lambda text: False
    """Whether a text, without blanks in front, seems to be in this format."""
    offered: bool = False
    """Whether people are offered the game in this format next to its record."""


class GameCommand(NamedTuple):
    """A command of the command line that a game brings itself."""

    name: str
    help: str
    module: str
    """A module with ``add_arguments(parser)`` and ``run(args) -> int``."""
    examples: tuple[str, ...] = ()
    """Whole command lines that ``--help`` shows."""


class Position:
    """A moment of a game: an immutable value that can be compared, hashed, pickled and stored as text."""

    __slots__ = ()

    @property
    def game(self) -> "Game":
        """The game this is a position of."""
        raise NotImplementedError

    @property
    def options(self) -> Options:
        """What was agreed on."""
        raise NotImplementedError

    @property
    def active_seats(self) -> tuple[Seat, ...]:
        """The seats that may act now; none when the game is over."""
        raise NotImplementedError

    @property
    def round_number(self) -> int:
        """In a race: the round that is going on, 1 for the first; 0 where there are none."""
        return 0

    @property
    def next_timer(self) -> Millis | None:
        """When the game acts by itself if nobody does anything before (see ``Game.timer_event``); ``None``: never."""
        return None

    @property
    def text(self) -> str:
        """The position in the game's text form; ``game.from_text`` reads it."""
        raise NotImplementedError

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""
        raise NotImplementedError

    def apply(self, event: Event) -> Step:
        """The position after an event and what happened; ``NotationError`` or ``IllegalMove`` when it is refused."""
        raise NotImplementedError

    def random_event(self, rng: Random) -> Event:
        """Some event that is legal now; only while the game goes on. The simplest possible player."""
        raise NotImplementedError

    def view(self, seat: Seat | None = None) -> View:
        """What this seat (or a spectator) may see, as plain data for a screen."""
        raise NotImplementedError

    def scenery(self) -> Scenery:
        """The part of the board that never changes during a game, so that it is not sent again with every view."""
        return {}

    def legal_moves_json(self) -> bytes:
        """The legal moves as a JSON list, for a screen; ``[]`` where a game does not list them."""
        return b"[]"

    def preview(self, query: MoveQuery) -> dict[str, list[Effect]]:
        """What the moves asked for would do, by their text; nothing where a game does not list its moves."""
        return {}

    def public_text(self, event_text: str) -> str:
        """An event's text as everybody may read it while the game goes on; asked only where a game hides something."""
        return event_text

    def is_obsolete(self, event: Event) -> bool:
        """Whether older versions asked for this event here and this one does not: records and logs are read without it."""
        return False

    @property
    def times_seen(self) -> int:
        """How often this position has stood, this time included; 1 where a game does not count it."""
        return 1

    def is_contested(self, event_text: str) -> bool:
        """Whether an event is ranked against others by corrected time before it counts. Never the client's choice."""
        return False

    def as_turn_based(self) -> "TurnPosition":
        """The same, typed as what it is in a turn-based game; refused in a race."""
        raise NotSupported(f"{self.game.title} is a race without turns; this is for turn-based games")

    def race_encoding(self) -> "RaceEncoding":
        """This moment in numbers for learning; refused where a game has no environment of a race."""
        raise NotSupported(f"{self.game.title} has no environment of a race: its positions define no race_encoding")

    def diagram(self) -> str:
        """The position drawn in plain text."""
        raise NotImplementedError

    def svg(
        self,
        *,
        size: int | None = None,
        orientation: Seat = 0,
        arrows: Sequence[tuple[str, str]] = (),
        marked: Sequence[str] = (),
        last_move: bool = True,
        coordinates: bool = True,
        theme: Theme | None = None,
    ) -> str:
        """The position drawn as a picture.

        ``size`` is its width in pixels, ``orientation`` the seat at the lower edge; ``arrows`` lead from space to space and
        ``marked`` spaces get a ring, named as effects name them (in Hive a bug's name will do). ``last_move`` and
        ``coordinates`` can be left out; the theme is ``light``, ``dark`` or the game's own.
        """
        options = PictureOptions(size, orientation, arrows, marked, last_move, coordinates, theme)
        return recoloured(self._draw(options), {} if theme is None else self.game.themes.get(theme, {}))

    def _draw(self, options: PictureOptions) -> str:
        """The picture in the game's own colours."""
        raise NotImplementedError

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.diagram()

    def __repr__(self) -> str:
        return f"<{self.game.id} {self.text}>"


class Game:
    """The rules of one game, and the facts about it that a host or a menu needs."""

    id: str
    """The name in commands and records, such as ``boop-junior``."""
    title: str
    """The name on the box."""
    summary: str
    """One sentence for a menu."""
    kind: Literal["turns", "race"]
    """``turns``: one seat at a time decides, and the class is a ``TurnGame``. ``race``: time decides."""
    player_counts: range
    """How many can play."""
    themes: Mapping[Theme, Mapping[str, str]] = MappingProxyType({})
    """For themes that are not the game's own look: the colours of its pictures that are exchanged, as ``#rrggbb``."""
    options: Sequence[Option] = ()
    """What may be agreed on."""
    presets: Sequence[Preset] = ()
    """Sets of options that players know by name."""
    table_defaults: Mapping[str, OptionValue] = {}
    """What people who sit down to play expect, where it differs from the options' defaults."""
    match_preset: str | None = None
    """The preset that matches between engines are played with; ``None``: the options' defaults."""
    research_preset: str | None = None
    """The preset of perft, environments and benchmarks, whose figures must not move; ``None``: the defaults."""
    players_option: str | None = None
    """The option that is the number of players."""
    seed_option: str | None = None
    """The option that decides everything random."""
    ranking_option: str | None = None
    """The option that says how long a server waits for other contested events before it ranks them."""
    chance_options: Mapping[str, tuple[OptionValue, ...]] = MappingProxyType({})
    """Options by which somebody could choose what the game hides, with the values that leave it to chance."""
    secret_options: frozenset[str] = frozenset()
    """Options that are not shown before the game is over."""
    view_type: type = View
    """The TypedDict of its views; the documentation of the protocol is generated from it."""
    scenery_type: type | None = None
    """The TypedDict of its scenery; ``None``: it has none."""
    hidden_information: bool = False
    """Whether views differ from seat to seat; then the position's text stays secret until the game is over."""
    analysis: bool = False
    """Whether the engine can be asked for hints and analysis."""
    engine_protocol: str | None = None
    """The protocol that engines of other programs speak for this game, such as ``uhp``; ``None``: there is none."""
    commands: Sequence[GameCommand] = ()
    """Commands that only this game has."""
    terminal: str | None = None
    """A module whose ``play(args, given)`` plays it in the terminal; ``None``: the terminal of turn-based games."""

    @property
    def levels(self) -> "Sequence[LevelInfo]":
        """The strengths of the computer's players, weakest first; empty: there are none."""
        return ()

    def new(self, **given: OptionValue) -> Position:
        """The start of a game."""
        raise NotImplementedError

    def from_text(self, text: str, **given: OptionValue) -> Position:
        """Read a position; ``NotationError`` says what is wrong with the text."""
        raise NotImplementedError

    def as_turn_based(self) -> "TurnGame":
        """The same, typed as the turn-based game it is; refused for a race."""
        raise NotSupported(f"{self.title} is a race without turns; this is for turn-based games")

    def check_rules(self) -> None:
        """Raise an error if the rules are incomplete; called once, when the game is loaded."""

    def connection_event(self, connected: bool) -> str | None:
        """The text of the event that a seat is away, or back; ``None``: the game does not care."""
        return None

    def joining_event(self) -> str | None:
        """The text of the event that somebody sits down on the next seat of a game that is being played; ``None``: nobody can."""
        return None

    def timer_event(self) -> str:
        """The text of the event that nobody causes when ``Position.next_timer`` has come."""
        raise NotSupported(f"{self.title} has no clock of its own")

    def bot(self, level: int) -> "Bot[Never] | None":
        """A player of this level that the game brings itself; ``None``: the engine plays it."""
        return None

    def formats(self) -> Sequence[RecordFormat]:
        """The file formats for whole games besides our own record."""
        return ()

    def write_record(self, record: "Record[Position]", form: str) -> str:
        """A whole game in one of the formats, or as our ``record``; refused with the names there are."""
        if form == "record":
            return record.write()
        for file_format in self.formats():
            if file_format.name == form:
                return file_format.write(record)
        names = ["record", *(file_format.name for file_format in self.formats())]
        raise OptionError(
            f"a game of {self.title} cannot be written as {form}; it can be written as {', '.join(names)}"
        )

    def preset(self, name: str) -> Mapping[str, OptionValue]:
        """The options of a preset; refused with the names there are."""
        for preset in self.presets:
            if preset.name == name:
                return preset.options
        has = f"it has {', '.join(repr(preset.name) for preset in self.presets)}" if self.presets else "it has none"
        raise OptionError(f"{self.title} has no preset {name!r}; {has}")

    def table_options(self, preset: str | None = None) -> Mapping[str, OptionValue]:
        """What a table is opened with: a preset, if one is named, comes last, over the usual options of a table."""
        return {**self.table_defaults, **({} if preset is None else self.preset(preset))}

    def match_options(self) -> Mapping[str, OptionValue]:
        """The options of matches between engines."""
        return {} if self.match_preset is None else self.preset(self.match_preset)

    def research_options(self) -> Mapping[str, OptionValue]:
        """The options of perft, environments and benchmarks."""
        return {} if self.research_preset is None else self.preset(self.research_preset)

    def seat_counts(self) -> range:
        """How many seats a table may have: where the number of players is an option, whatever it allows."""
        for option in self.options:
            if option.name == self.players_option:
                return range(option.minimum, option.maximum + 1)
        return self.player_counts

    def options_of_seats(self, options: Mapping[str, OptionValue], seats: Sequence[Seat]) -> Mapping[str, OptionValue]:
        """The options of a game that only ``seats`` of a table play, in this order: what was agreed on for single seats goes with
        them."""
        return options

    def missing_methods(self) -> list[str]:
        """The methods that a game of this kind must define and this one does not."""
        return [name for name in ("new", "from_text") if getattr(type(self), name) is getattr(Game, name)]

    def resource(self, name: str) -> str | None:
        """The text of a file in the game's folder; ``None`` when there is none."""
        found = files(type(self).__module__.rpartition(".")[0]).joinpath(name)
        return found.read_text(encoding="utf-8") if found.is_file() else None

    def __repr__(self) -> str:
        return f"<game {self.id}>"

    def __reduce__(self) -> "tuple[Callable[[str], Game], tuple[str]]":
        from boohive.core.registry import registered

        return registered, (self.id,)
