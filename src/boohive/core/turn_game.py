"""Turn-based games for two: a kernel that knows the rules, and a class that puts them into words.

A game's author writes a subclass of ``TurnGame``. ``start``, ``read_move`` and ``write_move`` have no default; the rest
can be replaced method by method. Players get immutable positions (``TurnPosition``) and their moves (``Move``).
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from random import Random
from typing import TYPE_CHECKING, Generic, overload

from boohive.core import plain_board, sgf
from boohive.core.bot import LevelInfo
from boohive.core.constants import DRAW, ONGOING
from boohive.core.errors import IllegalMove, NotationError
from boohive.core.game import (
    Effect,
    Event,
    Game,
    MoveQuery,
    Outcome,
    Position,
    RecordFormat,
    Seat,
    Step,
)
from boohive.core.kernel import Kernel, Moves, check_kernel, key_of, play_at, status_words
from boohive.core.levels import DEFAULT_LEVELS, GameLevels, read_levels
from boohive.core.moves import Move, MoveNode, MoveSequence, make_move
from boohive.core.options import Options, OptionValue
from boohive.core.picture import PictureOptions
from boohive.core.repetition import EMPTY, NOT_COUNTED, RepetitionHistory
from boohive.core.search_kernel import check_search_kernel
from boohive.core.sentences import Sentence
from boohive.core.view import MoveData, View

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from boohive.core.encoding import Encoding

    K = TypeVar("K", bound=Kernel)
    K_co = TypeVar("K_co", bound=Kernel, covariant=True, default=Kernel)
else:
    from typing import TypeVar

    K = TypeVar("K", bound=Kernel)
    K_co = TypeVar("K_co", bound=Kernel, covariant=True)

__all__ = ["Move", "MoveList", "MoveNode", "PositionCache", "TurnGame", "TurnPosition", "last_effects"]

SEATS = 2
MAX_PREVIEWS = 400
"""More moves than any piece has."""


class TurnGame(Game, Generic[K_co]):
    """A turn-based game for two. The type parameter is the game's kernel class."""

    kind = "turns"
    player_counts = range(SEATS, SEATS + 1)
    analysis = True
    levels_file = "levels.toml"
    """A file in the game's folder that says how strong each level is; without it the engine's usual levels play."""
    openings_file = "openings.txt"
    """A file in the game's folder with one opening a line, moves separated by ``, ``; for matches."""
    opening_decisions = 4
    """How many decisions an opening has, at least."""
    rules_file = "rules.txt"
    """A file in the game's folder with the rules on one screen of a terminal: at most 20 lines of 80 letters."""
    search_parameters: Mapping[str, int] = {}
    """Parameters of the search (``engine/parameters.py``) that have other values in this game."""
    move_text_is_static = False
    """Whether a move's text and data depend on its code and seat alone, so that they need to be made only once."""
    reads_history = False
    """Whether the text of a position is made of the moves that led to it (Hive), so that two positions with the same
    pieces are read back only together with them."""

    move_codes: int | None = None
    """All codes of moves are below this; for environments of games that bring no encoding of their own."""
    grid_letters = ""
    """The letters that ``grid`` uses for pieces; for the same."""

    seat_names = ("player 1", "player 2")
    """How a terminal calls the two sides."""
    seat_letters = ("", "")
    """The letters of the two sides in ``text_diagram``, where their names do not say it; for a terminal's prompt, and for
    the owners of pieces in the default ``view``."""
    piece_patterns: tuple[str, str] | None = None
    """What each side's pieces look like in ``text_diagram``, as regular expressions; for colours in a terminal."""
    names_places = True
    """Whether players know the places by the names that effects use; Hive's are numbers that are on no drawing."""

    def terminal_diagram(self, position: "TurnPosition[K_co]", columns: int, lines: int) -> str:
        """The position in plain text for a terminal with this much room."""
        return self.text_diagram(position)

    def terminal_legend(self, position: "TurnPosition[K_co]") -> str:
        """What a player needs to know to read the drawing and to type the next move; nothing where it is plain."""
        return ""

    # What every game has to define

    def start(self, options: Options) -> K_co:
        """The kernel at the start of a game."""
        raise NotImplementedError

    def read_move(self, position: "TurnPosition[K_co]", text: str) -> int:
        """A move's text as a code, legal or not; ``NotationError`` when it cannot be read."""
        raise NotImplementedError

    def write_move(self, position: "TurnPosition[K_co]", code: int) -> str:
        """The text of a legal move."""
        raise NotImplementedError

    # What has a default

    def write_moves(self, position: "TurnPosition[K_co]", codes: list[int]) -> list[str]:
        """The texts of legal moves of one position; a game that can share work between them does."""
        return [self.write_move(position, code) for code in codes]

    def read_position(self, text: str, options: Options) -> "TurnPosition[K_co]":
        """A position from its text, which may settle some of the options. By default the numbers of ``kernel.state()``."""
        try:
            numbers = json.loads(text)
        except ValueError:
            numbers = None
        if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
            example = json.dumps(list(self.start(options).state()))
            raise NotationError(f"a position of {self.title} is a list of whole numbers such as {example}")
        return TurnPosition(self, options, self.restore(options, tuple(numbers)))

    def restore(self, options: Options, state: tuple[int, ...]) -> K_co:
        """The kernel whose ``state()`` this is; ``NotationError`` if there is no such position."""
        raise NotImplementedError

    def write_position(self, position: "TurnPosition[K_co]") -> str:
        """The text form of a position."""
        return json.dumps(list(position._kernel.state()), separators=(",", ":"))

    def refusal(self, position: "TurnPosition[K_co]", code: int) -> str:
        """Why this code is not legal here: what is wrong, then what would be right."""
        legal = position.legal_moves.texts()
        more = f" or {len(legal) - 6} more" if len(legal) > 6 else ""
        return f"that move is not legal here; play {', '.join(legal[:6])}{more}"

    def reason(self, position: "TurnPosition[K_co]") -> str:
        """Why a finished game is over, in the rulebook's words."""
        return "there is nothing left to play" if position._result == DRAW else "the goal is reached"

    def effects(self, before: "TurnPosition[K_co]", code: int, after: "TurnPosition[K_co]") -> list[Effect]:
        """What a move does, in order. The end of the game is added by the position."""
        return [Effect("played", before.active_seats[0], to=self.write_move(before, code))]

    def grid(self, position: "TurnPosition[K_co]") -> Sequence[str]:
        """The board as rows of letters, ``.`` for an empty space: what the default drawings and view are made from."""
        return [" ".join(map(str, position._kernel.state()))]

    def view(self, position: "TurnPosition[K_co]") -> View:
        """The board as plain data for a screen. By default squares from the rows of ``grid``."""
        rows = self.grid(position)
        return {
            "game": self.id,
            "to_move": position.to_move,
            "mid_turn": position.mid_turn,
            "shape": {"kind": "squares", "columns": max(map(len, rows), default=0), "rows": len(rows)},
            "pieces": plain_board.pieces(rows, self.seat_letters),
            "trays": [],
            "marks": [],
        }

    def move_view(self, position: "TurnPosition[K_co]", code: int) -> MoveData:
        """A move as plain data for a screen: its text, which piece, from where, to where."""
        return {"text": self.write_move(position, code), "kind": "move"}

    def moves_json(self, position: "TurnPosition[K_co]", codes: list[int]) -> str:
        """Legal moves as a JSON list."""
        written: dict[int, str] = self._static_moves[position._seat] if self.move_text_is_static else {}
        for code in codes:
            if code not in written:
                written[code] = json.dumps(self.move_view(position, code), separators=(",", ":"))
        return f"[{','.join(map(written.__getitem__, codes))}]"

    @cached_property
    def _static_moves(self) -> tuple[dict[int, str], ...]:
        """For each seat: moves as JSON by their code."""
        return {}, {}

    def status_line(self, position: "TurnPosition[K_co]") -> str:
        """Who is to move, or how it ended."""
        return plain_board.status_line(position)

    def text_diagram(self, position: "TurnPosition[K_co]") -> str:
        """The position drawn in plain text."""
        return plain_board.text_diagram(self.grid(position), self.status_line(position))

    def svg(self, position: "TurnPosition[K_co]", options: PictureOptions) -> str:
        """The position drawn as a picture."""
        return plain_board.svg(self.grid(position), self.status_line(position), options)

    def draw_by_repetition(self, options: Options) -> bool:
        """Whether a position that stands for the third time is a draw."""
        return False

    def canonical_form(self, position: "TurnPosition[K_co]") -> tuple[int, ...]:
        """Numbers that a position shares with those that only look different: turned, mirrored, or with the seats swapped.

        By default only the position itself has them.
        """
        return position._kernel.state()

    def is_obsolete(self, position: "TurnPosition[K_co]", text: str) -> bool:
        """Whether older versions asked for this move here and this one does not."""
        return False

    # Words about moves, for hints and for players who overlook things

    def nudge(self, effects: Sequence[Effect]) -> Sentence | None:
        """Where to look, without naming the move that does this; ``None``: nothing stands out."""
        piece = next((effect.piece for effect in effects if effect.piece), None)
        space = next((effect.to or effect.from_ for effect in effects if effect.to or effect.from_), None)
        if piece is None:
            return None
        return Sentence(f"look at your {piece}" + (f" around {space}" if space else ""), "look_at", piece=str(piece))

    def visible_reasons(self, effects: Sequence[Effect]) -> list[Sentence]:
        """What a move does that a player can see on the board, for a hint."""
        return []

    def is_hard_to_see(self, effects: Sequence[Effect]) -> bool:
        """Whether the point of a move is easily overlooked by a person."""
        return False

    def sure_move(self, position: "TurnPosition[K_co]") -> int | None:
        """The code of a move that is known to win, where the game is solved; players of full strength ask first."""
        return None

    def encoding(self) -> "Encoding | None":
        """Action numbers and observation planes for learning; ``None``: they are made of ``move_codes`` and ``grid``."""
        return None

    def formats(self) -> Sequence[RecordFormat]:
        """Plain SGF."""
        return (RecordFormat("sgf", ".sgf", sgf.write_sgf, partial(sgf.read_sgf, self), partial(sgf.looks_like, self)),)

    # What follows from that

    def new(self, **given: OptionValue) -> "TurnPosition[K_co]":
        """The start of a game."""
        options = Options(self.options, given)
        return TurnPosition(self, options, self.start(options))

    def from_text(self, text: str, **given: OptionValue) -> "TurnPosition[K_co]":
        """Read a position; ``NotationError`` says what is wrong with the text."""
        if not isinstance(text, str):
            raise NotationError(f"{text!r} is not the text of a position")
        return self.read_position(text, Options(self.options, given))

    def as_turn_based(self) -> "TurnGame[K_co]":
        """This game."""
        return self

    def check_rules(self) -> None:
        """Whether the kernel has everything that rules need and, where there is analysis, what the engine needs."""
        kernel = self.start(Options(self.options, {}))
        if self.analysis:
            check_search_kernel(kernel)
        else:
            check_kernel(kernel)

    def missing_methods(self) -> list[str]:
        """The methods that a turn-based game must define and this one does not."""
        needed = ["start", "read_move", "write_move"]
        if type(self).read_position is TurnGame.read_position:
            needed.append("restore")
        return [name for name in needed if getattr(type(self), name) is getattr(TurnGame, name)]

    @cached_property
    def bot_levels(self) -> GameLevels:
        """How strong the engine's players of each level are."""
        text = self.resource(self.levels_file)
        return DEFAULT_LEVELS if text is None else read_levels(text)

    @property
    def levels(self) -> Sequence[LevelInfo]:
        """The levels for a menu."""
        return tuple(LevelInfo(number, level.name) for number, level in enumerate(self.bot_levels.levels, 1))

    def openings(self) -> list[list[str]]:
        """The openings of matches; none where the game brings no file of them."""
        text = self.resource(self.openings_file)
        return [] if text is None else [line.split(", ") for line in text.splitlines()]

    def rules_text(self) -> str:
        """The rules in short; the summary where the game brings no file of them."""
        return (self.resource(self.rules_file) or self.summary).rstrip("\n")


class MoveList(MoveSequence, Sequence[Move]):
    """The legal moves of a position, made into ``Move`` objects only when looked at."""

    __slots__ = ()

    if TYPE_CHECKING:

        @overload  # type: ignore[override]
        def __getitem__(self, i: int) -> Move: ...
        @overload
        def __getitem__(self, i: slice) -> Sequence[Move]: ...
        def __getitem__(self, i: int | slice) -> Move | Sequence[Move]: ...
        def __iter__(self) -> Iterator[Move]: ...

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return move in self.texts()
        return isinstance(move, Move) and self._found is not None and self._found.holds(move._code)

    def texts(self) -> list[str]:
        """Each move's text."""
        return self._position.game.write_moves(self._position, self.codes())

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(self.texts())}>"


Pickled = tuple[TurnGame, str, dict[str, OptionValue], RepetitionHistory, tuple[int, ...]]
"""Game, text of the position before the first move, options, what may recur, and the moves."""


class PositionCache:
    """What a game keeps with a position once it has worked it out; never changed, so that threads can share it."""

    __slots__ = ()


class TurnPosition(Position, Generic[K_co]):
    """A position of a turn-based game: a frozen value around a kernel that nobody changes any more."""

    __slots__ = (
        "_cache", "_game", "_history", "_irreversible", "_kernel", "_last", "_legal", "_mid_turn", "_options", "_result", "_seat"
    )  # fmt: skip

    def __init__(
        self,
        game: TurnGame[K_co],
        options: Options,
        kernel: K_co,
        history: RepetitionHistory | None = None,
        last: MoveNode | None = None,
        cache: tuple[MoveNode, PositionCache] | None = None,
    ) -> None:
        """``history`` is ``None`` where counting begins: the game's options say whether there is anything to count."""
        if history is None:
            history = EMPTY if game.draw_by_repetition(options) else NOT_COUNTED
        self._game = game
        self._options = options
        self._kernel = kernel
        self._history = history
        self._last = last
        self._cache = cache
        """What a game worked out for this position (its last move comes first) or for an earlier one."""
        self._legal: Moves | None = None
        self._seat, self._mid_turn, self._result, self._irreversible = status_words(kernel)
        is_counted = history is not EMPTY and history is not NOT_COUNTED
        if is_counted and self._result == ONGOING and not self._mid_turn and history.draws(key_of(kernel)):
            self._result = DRAW

    @property
    def game(self) -> TurnGame[K_co]:
        """The game this is a position of."""
        return self._game

    @property
    def options(self) -> Options:
        """What was agreed on."""
        return self._options

    @property
    def times_seen(self) -> int:
        """How often this position has stood since the last move that cannot be undone, this time included."""
        if self._mid_turn:
            return 1
        if self._history is NOT_COUNTED:
            return self._times_replayed()
        return 1 + self._history.count(key_of(self._kernel))

    def _times_replayed(self) -> int:
        """The same where repetition is not a draw: nothing is kept for it then, so the moves are played through."""
        nodes = self._nodes()
        kernel = _same_class(self._kernel, nodes[0].origin) if nodes else self._kernel
        key, found = key_of(self._kernel), 1
        for node in nodes:
            _, mid_turn, _, irreversible = status_words(kernel)
            found += irreversible == self._irreversible and not mid_turn and key_of(kernel) == key
            kernel = _same_class(kernel, play_at(kernel, node.code))
        return found

    @property
    def moves_played(self) -> list[str]:
        """The texts of the moves that led here from where the game began or was read from a text, first one first."""
        nodes = self._nodes()
        first_unwritten = next((i for i in range(len(nodes), 0, -1) if nodes[i - 1].text is not None), 0)
        if first_unwritten < len(nodes):
            self._write_texts(nodes, first_unwritten)
        return [node.text or "" for node in nodes]

    def _write_texts(self, nodes: list[MoveNode], first_unwritten: int) -> None:
        """Replay the moves; the texts of the first ones are known."""
        kernel = _same_class(self._kernel, nodes[0].origin)
        for i, node in enumerate(nodes):
            if i >= first_unwritten:
                before = TurnPosition(self._game, self._options, kernel, last=node.previous)
                node.text = self._game.write_move(before, node.code)
            kernel = _same_class(kernel, play_at(kernel, node.code))

    def _nodes(self) -> list[MoveNode]:
        """The moves that led here, first one first."""
        found = []
        node = self._last
        while node is not None:
            found.append(node)
            node = node.previous
        return found[::-1]

    def as_turn_based(self) -> "TurnPosition[K_co]":
        """This position."""
        return self

    @property
    def to_move(self) -> Seat | None:
        """The seat that decides next; ``None`` when the game is over."""
        return self._seat if self._result == ONGOING else None

    @property
    def mid_turn(self) -> bool:
        """Whether the seat to move is in the middle of its turn."""
        return self._mid_turn

    @property
    def active_seats(self) -> tuple[Seat, ...]:
        """The seat to move, as the one seat that may act."""
        return (self._seat,) if self._result == ONGOING else ()

    @property
    def legal_moves(self) -> MoveList:
        """The legal moves as a lazy sequence; empty when the game is over."""
        return MoveList(self, self._codes() if self._result == ONGOING else None)

    def _codes(self) -> Moves:
        """What the kernel allows, worked out once."""
        found = self._legal
        if found is None:
            found = self._legal = Moves(self._kernel)
        return found

    def legal_moves_json(self) -> bytes:
        """The legal moves as a JSON list: servers send them after every move, and never look at them."""
        return self._game.moves_json(self, self._codes().listed() if self._result == ONGOING else []).encode()

    def parse(self, text: str) -> Move:
        """The legal move with this text; refused with the reason if it cannot be read or is not legal."""
        return make_move(self, self._read_code(text))

    def _read_code(self, text: str) -> int:
        """The code of the legal move with this text."""
        if not isinstance(text, str):
            raise NotationError(f"{text!r} is not the text of a move")
        code = self._game.read_move(self, text)
        self._require_running()
        if not self._codes().holds(code):
            raise IllegalMove(self._game.refusal(self, code))
        return code

    def move(self, code: int) -> Move:
        """The legal move with this code of the kernel's; refused if there is none."""
        self._require_running()
        if not self._codes().holds(code):
            raise IllegalMove(f"no legal move has the code {code!r} here; take one of legal_moves")
        return make_move(self, code)

    def _require_running(self) -> None:
        if self._result != ONGOING:
            raise IllegalMove(f"the game is over ({self._reason()}); start a new one or take a move back", "game_over")

    def _checked(self, move: Move | str) -> Move:
        """A move that is legal here, whatever was given."""
        if isinstance(move, str):
            return self.parse(move)
        if not isinstance(move, Move):
            raise NotationError(f"{move!r} is not a move; give one of legal_moves or its text")
        self._require_running()
        if move._position is not self and move._position.game is not self._game:
            raise IllegalMove(f"that is a move of {move._position.game.title}, and this is {self._game.title}")
        if self._codes().holds(move._code):
            return move if move._position is self else make_move(self, move._code)
        if move._position._codes().holds(move._code):
            raise IllegalMove(self._game.refusal(self, move._code))
        raise IllegalMove("no position ever made this move; take one of legal_moves")

    def play(self, move: Move | str) -> "TurnPosition[K_co]":
        """The position after a move; this one stays as it is."""
        if (
            isinstance(move, Move)
            and move._position is self
            and self._result == ONGOING
            and self._codes().holds(move._code)
        ):
            return self._after(move._code)
        return self._after(self._checked(move)._code)

    def _after(self, code: int) -> "TurnPosition[K_co]":
        """The position after a legal move. Where repetition is a draw, it knows the positions that can still recur.

        Keys have 64 bits, so two positions with one key are not to be feared. Such a game asks each kernel twice for
        its status and its key, when it is reached and here: that costs less than to keep them in every position.
        """
        kernel, history = self._kernel, self._history
        after = play_at(kernel, code)
        assert isinstance(after, type(kernel))
        if history is not NOT_COUNTED:
            if status_words(after)[3] != self._irreversible:
                history = EMPTY
            elif not self._mid_turn:
                history = history.added(key_of(kernel))
        last = self._last
        node = MoveNode(last, code, kernel if last is None else last.origin)
        return TurnPosition(self._game, self._options, after, history, node, self._cache)

    def apply(self, event: Event) -> Step:
        """Play the event's move for its seat."""
        if not isinstance(event, Event):
            raise NotationError(f"{event!r} is not an event; give an Event(seat, text)")
        # Tables ask the same first and say it in their words, with names; programs that play without a table learn it here.
        if self._result == ONGOING and event.seat != self._seat:
            raise IllegalMove(f"it is not seat {event.seat}'s turn; seat {self._seat} is to move")
        code = self._read_code(event.text)
        after = self._after(code)
        effects = tuple(self._effects(code, after))
        # What is known here of a move would take its game's replay to work out later.
        node = after._last
        assert node is not None
        node.effects = effects
        if self._last is None or self._last.text is not None:
            node.text = self._game.write_move(self, code)
        return Step(after, effects)

    def is_obsolete(self, event: Event) -> bool:
        """Whether older versions asked for this move here and this one does not."""
        return self._game.is_obsolete(self, event.text)

    def effects(self, move: Move | str) -> list[Effect]:
        """What the move will do, in order: the last effect of a deciding move is the end of the game."""
        code = self._checked(move)._code
        return self._effects(code, self._after(code))

    def _effects(self, code: int, after: "TurnPosition[K_co]") -> list[Effect]:
        found = self._game.effects(self, code, after)
        outcome = after.outcome
        if outcome is not None:
            kind, last = "draw" if outcome.winner is None else "won", found[-1].cause if found else 0
            found.append(Effect(kind, outcome.winner, cause=last + 1, reason=outcome.reason))
        return found

    def preview(self, query: MoveQuery) -> dict[str, list[Effect]]:
        """What the moves named, or all moves that fit, would do; worked out for these alone."""
        found = {text: self.effects(text) for text in query.texts}
        if query.piece is None and query.from_ is None and query.to is None:
            return found
        for move in self.legal_moves:
            if _fits(move.as_data(), query) and len(found) < MAX_PREVIEWS:
                found[move.text] = self.effects(move)
        return found

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""
        if self._result == ONGOING:
            return None
        return Outcome(None if self._result == DRAW else self._result, self._reason())

    def _reason(self) -> str:
        if status_words(self._kernel)[2] == ONGOING:
            return Sentence("the same position for the third time", "repetition")
        return self._game.reason(self)

    def random_event(self, rng: Random) -> Event:
        """A random legal move."""
        legal = self.legal_moves
        return Event(self._seat, legal[rng.randrange(len(legal))].text)

    def view(self, seat: Seat | None = None) -> View:
        """The position as plain data for a screen; a turn-based game hides nothing."""
        return self._game.view(self)

    @property
    def text(self) -> str:
        """The position in the game's text form."""
        return self._game.write_position(self)

    @property
    def key(self) -> int:
        """A 64-bit hash, the same in every process and version."""
        return key_of(self._kernel)

    def diagram(self) -> str:
        """The position drawn in plain text."""
        return self._game.text_diagram(self)

    def _draw(self, options: PictureOptions) -> str:
        return self._game.svg(self, options)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, TurnPosition)
            and self._game is other._game
            and self._kernel.state() == other._kernel.state()
            and self._options == other._options
            and self._history == other._history
        )

    def __hash__(self) -> int:
        return hash((self._game.id, self._kernel.state()))

    def __reduce__(
        self,
    ) -> "tuple[Callable[..., TurnPosition], Pickled]":
        codes = () if self._game.reads_history else tuple(node.code for node in self._nodes())
        origin = self._last.origin if codes and self._last is not None else self._kernel
        start = TurnPosition(self._game, self._options, origin).text if codes else self.text
        return _restore, (self._game, start, dict(self._options), self._history, codes)


def _same_class(example: K, other: Kernel) -> K:
    """Another kernel of the same game."""
    assert isinstance(other, type(example))
    return other


def last_effects(position: TurnPosition) -> tuple[Effect, ...]:
    """What the last move did; nothing at the start and where a position was read from a text without moves."""
    nodes = position._nodes()
    if not nodes:
        return ()
    last, kernel = nodes[-1], nodes[0].origin
    if not last.effects:
        for node in nodes[:-1]:
            kernel = play_at(kernel, node.code)
        before = TurnPosition(position.game, position.options, kernel, last=last.previous)
        last.effects = tuple(before._effects(last.code, position))
    return last.effects


def _fits(move: MoveData, query: MoveQuery) -> bool:
    """Whether a move is one of those asked about."""
    piece = move.get("piece")
    return (
        (query.piece is None or (piece is not None and query.piece in (piece["id"], piece["kind"])))
        and (query.from_ is None or query.from_ == move.get("from") or query.from_ in move.get("about", ()))
        and (query.to is None or query.to == move.get("to"))
    )


def _restore(
    game: TurnGame, text: str, given: Mapping[str, OptionValue], history: RepetitionHistory, codes: Sequence[int]
) -> TurnPosition:
    """A pickled position."""
    position = game.from_text(text, **given)
    for code in codes:
        position = position.play(position.move(code))
    return TurnPosition(game, position.options, position._kernel, history or None, position._last)
