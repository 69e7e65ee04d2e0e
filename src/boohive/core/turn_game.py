"""Turn games: a game's kernel and words made into immutable positions that keep the promise."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, overload

from boohive.core.codes import DRAWN, RUNNING
from boohive.core.errors import IllegalMove
from boohive.core.game import Effect, Event, Millis, Outcome, Seat, Step
from boohive.core.kernel import Kernel, Moves, facts, key_of, play_at
from boohive.core.options import Option, Options, OptionValue, Preset
from boohive.core.seen import NOTHING, Seen

__all__ = ["Move", "MoveList", "Played", "TurnGame", "TurnPosition"]

SEATS = 2
THREEFOLD = 3


@dataclass(frozen=True, eq=False)
class TurnGame:
    """A game of turns for two: facts as fields, rules as a kernel, words as functions."""

    id: str
    title: str
    summary: str
    start: Callable[[Options], Kernel]
    """The kernel at the start of a game."""
    read: Callable[["TurnGame", str, Options], "TurnPosition"]
    """A position from its text, which may settle some of the options."""
    write: Callable[["TurnPosition"], str]
    """The text form of a position."""
    read_move: Callable[["TurnPosition", str], int]
    """A move's text as a code, legal or not; ``NotationError`` when it cannot be read."""
    write_move: Callable[["TurnPosition", int], str]
    refuse: Callable[["TurnPosition", int], str]
    """Why this code is not legal here: what is wrong, then what would be right."""
    reason: Callable[["TurnPosition"], str]
    """Why a finished game is over, in the rulebook's words."""
    effects: Callable[["TurnPosition", int, "TurnPosition"], list[Effect]]
    """What a move does, in order, from the position, the move's code and the position after it."""
    draw: Callable[["TurnPosition"], str]
    """The position drawn in plain text."""
    svg: Callable[["TurnPosition"], str]
    view: Callable[["TurnPosition"], dict[str, Any]]
    """The board as plain data; what every game has in common is added by the position."""
    move_view: Callable[["TurnPosition", int], dict[str, Any]]
    """A move as plain data: which piece, from where, to where."""
    option_list: Sequence[Option] = ()
    presets: Sequence[Preset] = ()
    table_defaults: Mapping[str, OptionValue] = field(default_factory=dict)
    repeats_draw: Callable[[Options], bool] = lambda options: options.get("draw") == "threefold"
    """Whether a position that stands for the third time is a draw."""
    keep_moves: bool = False
    """Whether a position keeps the moves that led to it (the text of a Hive position is made of them)."""
    kind: Literal["turns"] = "turns"
    seats: range = range(SEATS, SEATS + 1)
    moves_by_piece: Callable[["TurnPosition"], dict[str, Any]] | None = None
    """The legal moves as the view tells them, for screens that get nothing else; ``None``: it does not."""
    moves_json: Callable[["TurnPosition"], str] | None = None
    """All legal moves at once as a JSON list, where that is quicker than one by one."""
    code_says_all: bool = False
    """Whether a move's text and data depend on its code alone, so that they need to be made only once."""
    is_obsolete: Callable[["TurnPosition", str], bool] = lambda position, text: False
    """Whether older versions asked for this move here and this one does not."""
    known_moves: dict[int, str] = field(default_factory=dict, repr=False)
    """By code, as JSON, where that is so."""

    def __repr__(self) -> str:
        return f"<game {self.id}>"

    def new(self, **chosen: OptionValue) -> "TurnPosition":
        """The start of a game."""
        options = Options(self.option_list, chosen)
        return TurnPosition(self, options, self.start(options))

    def from_text(self, text: str, **chosen: OptionValue) -> "TurnPosition":
        """Read a position; ``NotationError`` says what is wrong with the text."""
        return self.read(self, text, Options(self.option_list, chosen))


class Move:
    """One decision at one position. ``str`` gives its text."""

    __slots__ = ("code", "position")

    def __init__(self, position: "TurnPosition", code: int) -> None:
        self.position = position
        self.code = code

    @property
    def text(self) -> str:
        """The move in the game's notation."""
        return self.position.game.write_move(self.position, self.code)

    def as_data(self) -> dict[str, Any]:
        """The move as plain data for a screen."""
        return {"text": self.text, **self.position.game.move_view(self.position, self.code)}

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.code == other.code and self.position.game is other.position.game

    def __hash__(self) -> int:
        return hash((self.code, self.position.game.id))


class MoveList(Sequence[Move]):
    """The legal moves of a position, made into ``Move`` objects only when looked at.

    Calling it gives the list itself, so ``position.legal_moves`` and ``position.legal_moves()`` are the same.
    """

    __slots__ = ("_found", "_position")

    def __init__(self, position: "TurnPosition", found: Moves | None) -> None:
        self._position = position
        self._found = found

    def __call__(self) -> "MoveList":
        """The list itself."""
        return self

    def __len__(self) -> int:
        return self._found.count if self._found is not None else 0

    @overload
    def __getitem__(self, i: int) -> Move: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Move]: ...
    def __getitem__(self, i: int | slice) -> Move | Sequence[Move]:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        n = len(self)
        if i < 0:
            i += n
        if not 0 <= i < n or self._found is None:
            raise IndexError(f"there are {n} legal moves")
        return Move(self._position, self._found.code(i))

    def __iter__(self) -> Iterator[Move]:
        for i in range(len(self)):
            yield self[i]

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return move in self.texts()
        return isinstance(move, Move) and self._found is not None and self._found.holds(move.code)

    def codes(self) -> list[int]:
        """Each move's code."""
        found = self._found
        return [found.code(i) for i in range(found.count)] if found is not None else []

    def texts(self) -> list[str]:
        """Each move's text."""
        return [move.text for move in self]

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(self.texts())}>"


class Played:
    """The last move that led to a position, and those before it, which are shared with the positions before."""

    __slots__ = ("before", "code", "effects", "text", "worked_out")

    def __init__(self, before: "Played | None", code: int) -> None:
        self.before = before
        self.code = code
        self.text: str | None = None
        """Kept here by whoever works it out first; when it is known, so are those of all moves before."""
        self.effects: tuple[Effect, ...] = ()
        """What it did, where somebody has asked."""
        self.worked_out: Any = None
        """Whatever else a game wants to keep of the moves up to here."""


class TurnPosition:
    """A position of a turn game: a frozen value around a kernel that nobody changes any more."""

    __slots__ = ("_open", "_progress", "_result", "_seat", "game", "kernel", "options", "played", "seen")

    def __init__(
        self,
        game: TurnGame,
        options: Options,
        kernel: Kernel,
        seen: Seen = NOTHING,
        played: Played | None = None,
    ) -> None:
        self.game = game
        self.options = options
        self.kernel = kernel
        self.seen = seen
        self.played = played
        self._seat, self._open, self._result, self._progress = facts(kernel)
        if seen and self._result == RUNNING and self.times_seen >= THREEFOLD:
            self._result = DRAWN

    @property
    def times_seen(self) -> int:
        """How often this position has stood since the last move that cannot be undone, this time included."""
        if not self.seen or self._open:
            return 1
        return 1 + self.seen.times(key_of(self.kernel))

    def moves_played(self) -> list[Played]:
        """The moves that led here, first one first; empty unless the game keeps them."""
        found = []
        last = self.played
        while last is not None:
            found.append(last)
            last = last.before
        return found[::-1]

    @property
    def to_move(self) -> Seat | None:
        """The seat that decides next; ``None`` when the game is over."""
        return self._seat if self._result == RUNNING else None

    @property
    def mid_turn(self) -> bool:
        """Whether the seat to move is in the middle of its turn."""
        return self._open

    @property
    def active_seats(self) -> tuple[Seat, ...]:
        """The seat to move, as the one seat that may act."""
        return (self._seat,) if self._result == RUNNING else ()

    @property
    def next_timer(self) -> Millis | None:
        """Never: in a turn game nothing happens by itself."""
        return None

    @property
    def legal_moves(self) -> MoveList:
        """The legal moves as a lazy sequence; empty when the game is over."""
        return MoveList(self, Moves(self.kernel) if self._result == RUNNING else None)

    def moves_json(self) -> str:
        """The legal moves as a JSON list: servers tell them after every move, and never look at them."""
        if self.game.moves_json is not None and self._result == RUNNING:
            return self.game.moves_json(self)
        known, codes = self.game.known_moves if self.game.code_says_all else {}, self.legal_moves.codes()
        for code in codes:
            if code not in known:
                known[code] = json.dumps(Move(self, code).as_data(), separators=(",", ":"))
        return f"[{','.join([known[code] for code in codes])}]"

    def parse(self, text: str) -> Move:
        """The legal move with this text; refused with the reason if it cannot be read or is not legal."""
        return self._allowed(Move(self, self.game.read_move(self, text)))

    def _allowed(self, move: Move) -> Move:
        if self._result != RUNNING:
            raise IllegalMove(f"the game is over ({self._reason()}); start a new one or take a move back")
        if not Moves(self.kernel).holds(move.code):
            raise IllegalMove(self.game.refuse(self, move.code))
        return move

    def _own(self, move: Move | str) -> Move:
        if isinstance(move, str):
            return self.parse(move)
        return move if move.position is self else self._allowed(Move(self, move.code))

    def play(self, move: Move | str) -> "TurnPosition":
        """The position after a move; this one stays as it is."""
        move = self._own(move)
        after = play_at(self.kernel, move.code)
        played = Played(self.played, move.code) if self.game.keep_moves else None
        return TurnPosition(self.game, self.options, after, self._seen_after(after), played)

    def _seen_after(self, after: Kernel) -> Seen:
        """The positions that can still recur; keys have 64 bits, so two positions with one key are not to be feared."""
        if not self.game.repeats_draw(self.options) or facts(after)[3] != self._progress:
            return NOTHING
        return self.seen if self._open else self.seen.and_now(key_of(self.kernel))

    def apply(self, event: Event) -> Step:
        """Play the event's move for its seat."""
        if self._result == RUNNING and event.seat != self._seat:
            raise IllegalMove(f"it is not seat {event.seat}'s turn; seat {self._seat} is to move")
        move = self.parse(event.text)
        after = self.play(move)
        effects = tuple(self._effects(move, after))
        if after.played is not None:
            self._keep(after.played, move, effects)
        return Step(after, effects)

    def is_obsolete(self, event: Event) -> bool:
        """Whether older versions asked for this move here and this one does not."""
        return self.game.is_obsolete(self, event.text)

    def _keep(self, played: Played, move: Move, effects: tuple[Effect, ...]) -> None:
        """What is known here of a move would take its game's replay to work out later."""
        played.effects = effects
        if self.played is None or self.played.text is not None:
            played.text = move.text

    def effects(self, move: Move | str) -> list[Effect]:
        """What the move will do, in order: the last effect of a deciding move is the end of the game."""
        move = self._own(move)
        return self._effects(move, self.play(move))

    def _effects(self, move: Move, after: "TurnPosition") -> list[Effect]:
        found = self.game.effects(self, move.code, after)
        outcome = after.outcome
        if outcome is not None:
            found.append(Effect("drawn" if outcome.winner is None else "won", outcome.winner, note=outcome.reason))
        return found

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""
        if self._result == RUNNING:
            return None
        return Outcome(None if self._result == DRAWN else self._result, self._reason())

    def _reason(self) -> str:
        if facts(self.kernel)[2] == RUNNING:
            return "the same position for the third time"
        return self.game.reason(self)

    def is_contested(self, text: str) -> bool:
        """Never: one seat at a time is to move."""
        return False

    def random_event(self, chance: Random) -> Event:
        """A random legal move."""
        legal = self.legal_moves
        return Event(self._seat, legal[chance.randrange(len(legal))].text)

    def view(self, seat: Seat | None = None) -> dict[str, Any]:
        """The position as plain data for a screen; a turn game hides nothing."""
        by_piece = self.game.moves_by_piece
        return self.board() if by_piece is None else {**self.board(), "moves": by_piece(self)}

    def board(self) -> dict[str, Any]:
        """The view without the moves, for screens that are told the moves beside it."""
        outcome = self.outcome
        return {
            "game": self.game.id,
            "text": self.text,
            "to_move": self.to_move,
            "turn_is_open": self._open,
            "outcome": outcome and outcome._asdict(),
            **self.game.view(self),
        }

    @property
    def text(self) -> str:
        """The position in the game's text form."""
        return self.game.write(self)

    @property
    def key(self) -> int:
        """A 64-bit hash, the same in every process and version."""
        return key_of(self.kernel)

    def diagram(self) -> str:
        """The position drawn in plain text."""
        return self.game.draw(self)

    def svg(self) -> str:
        """The position drawn as a picture."""
        return self.game.svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, TurnPosition)
            and self.game is other.game
            and self.kernel.state() == other.kernel.state()
            and self.options == other.options
            and self.seen == other.seen
        )

    def __hash__(self) -> int:
        return hash((self.game.id, self.kernel.state()))

    def __str__(self) -> str:
        return self.diagram()

    def __repr__(self) -> str:
        return f"<{self.game.id} {self.text}>"

    def __reduce__(self) -> "tuple[Any, ...]":
        return _restore, (self.game, self.text, dict(self.options), self.seen)


def _restore(
    game: TurnGame,
    text: str,
    chosen: dict[str, OptionValue],
    seen: Seen,
) -> TurnPosition:
    """A pickled position."""
    fresh = game.from_text(text, **chosen)
    return TurnPosition(game, fresh.options, fresh.kernel, seen, fresh.played)
