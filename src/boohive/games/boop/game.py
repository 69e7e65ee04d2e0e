"""boop. and boop. for younger players: rules, words and pictures put together.

Numbers such as B20 are those of the rulebook pages in ``tests/rulebook``.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from boohive.core.errors import NotationError
from boohive.core.game import Effect, GameCommand
from boohive.core.options import Option, Options, OptionValue, Preset
from boohive.core.picture import PictureOptions, Theme
from boohive.core.sentences import Sentence
from boohive.core.turn_game import TurnGame, TurnPosition, last_effects
from boohive.core.view import Mark, MoveData
from boohive.games.boop import certificate, diagram, effects, hints, notation, pieces, refusals, svg, twins, view
from boohive.games.boop.bed import ROW_STEPS
from boohive.games.boop.heuristics import BoopSearchKernel
from boohive.games.boop.notation import Bed
from boohive.games.boop.rules import BoopKernel
from boohive.games.boop.view import BoopView

if TYPE_CHECKING:
    from boohive.games.boop.encoding import BoopEncoding

__all__ = ["BOOP", "BOOP_JUNIOR", "BoopGame", "BoopJuniorGame", "BoopState", "state_of"]

FIELDS = 5

DRAW = Option("draw", "none", "what happens when a position stands for the third time", ("none", "threefold"))
OPPONENT_LINE_WINS = Option(
    "opponent_line_wins", False, "your boop may line up the opponent's winning row: then they win at once"
)
EIGHT_CAT_RETURN = Option(
    "eight_cat_return", False, "with eight on the bed, a cat may be taken back instead of graduating a kitten"
)
JUNIOR_EIGHT = Option(
    "junior_eight", "win", "all eight kittens on the bed: you win, or you take one back", ("win", "retrieve")
)


RULEBOOK: Mapping[str, OptionValue] = {"eight_cat_return": False, "opponent_line_wins": False, "draw": "none"}
JUNIOR_RULEBOOK: Mapping[str, OptionValue] = {"junior_eight": "win", "opponent_line_wins": False, "draw": "none"}


class BoopState(NamedTuple):
    """A kernel's ``state()`` by name; seats 0 and 1."""

    bed: Bed
    kittens_in_play: tuple[int, int]
    """Kittens on the bed and in the pool: the rest of a seat's eight pieces are cats."""
    seat: int
    """Who is to move, or would be if the game were not over."""

    @property
    def pools(self) -> list[int]:
        """Kittens and cats in both pools."""
        found = []
        for seat in range(2):
            kittens, cats = self.bed[2 * seat].bit_count(), self.bed[2 * seat + 1].bit_count()
            in_play = self.kittens_in_play[seat]
            found += [in_play - kittens, pieces.PIECES_PER_SEAT - in_play - cats]
        return found


def state_of(numbers: tuple[int, ...]) -> BoopState:
    """What a kernel's numbers stand for; BOOOOP.'s begin with the same.

    A move asks three times (for its effects the position before and after it, then for the view): that takes a
    microsecond or so, and keeping the answer would cost memory in every position of every table.
    """
    return BoopState(Bed(*numbers[:4]), (numbers[4], numbers[5]), numbers[6])


class BoopGame(TurnGame[BoopKernel]):
    """boop."""

    id = "boop"
    title = "boop."
    summary = "Place kittens on a bed and boop the others away; three in a row grow up, three cats in a row win."
    options: Sequence[Option] = (EIGHT_CAT_RETURN, OPPONENT_LINE_WINS, DRAW)
    presets: Sequence[Preset] = (
        Preset("rulebook", RULEBOOK, "as printed: nothing is said about repetition"),
        Preset(
            "later printings",
            {**RULEBOOK, "eight_cat_return": True},
            "boop. as in its later English printing and on Board Game Arena",
        ),
        Preset("tournament", {**RULEBOOK, "draw": "threefold"}, "as printed, and the third repetition is a draw"),
    )
    match_preset = "tournament"
    research_preset = "rulebook"
    view_type = BoopView
    themes: Mapping[Theme, Mapping[str, str]] = MappingProxyType({"dark": svg.DARK})
    move_text_is_static = True
    seat_letters = ("k", "K")
    # The letter c above the columns stands before d; a cat never does.
    piece_patterns = (r"\b(?:k|c(?! +d\b))\b", r"\b[KC]\b")
    junior = False

    def start(self, options: Options) -> BoopKernel:
        """The empty bed, eight kittens in each pool."""
        return BoopSearchKernel(
            self.junior,
            bool(options.get("eight_cat_return", False)),
            bool(options["opponent_line_wins"]),
            options.get("junior_eight", "win") == "win",
        )

    def draw_by_repetition(self, options: Options) -> bool:
        """Where that was agreed on."""
        return options["draw"] == "threefold"

    # Text

    def write_position(self, position: TurnPosition[BoopKernel]) -> str:
        """Bed, pools, seat, no ghosts, and perhaps a pending choice."""
        return write_position(position._kernel.state(), "- -", notation.CHOOSE if position.mid_turn else "")

    def read_position(self, text: str, options: Options) -> TurnPosition[BoopKernel]:
        """A position from its text."""
        fields = read_fields(text)
        choosing = fields[5:] == [notation.CHOOSE]
        state = read_state(fields, self.junior, choosing)
        if fields[3:5] != ["-", "-"]:
            raise NotationError(f"{self.title} has no ghosts; write '- -' after the seat")
        if fields[5:] and not choosing:
            raise NotationError(f"{fields[5]!r} is not a pending decision; write {notation.CHOOSE!r} or nothing")
        kernel = self.start(options)
        kernel.setup(state)
        position = TurnPosition(self, options, kernel)
        refuse_if_stuck(len(position.legal_moves), choosing, position.outcome is not None)
        return position

    def read_move(self, position: TurnPosition[BoopKernel], text: str) -> int:
        """The code of a move."""
        code = notation.CODES.get(text)  # As we write it, and as pages send it back.
        return notation.read_move(text) if code is None else code

    def write_move(self, position: TurnPosition[BoopKernel], code: int) -> str:
        """The text of a move."""
        return notation.TEXTS[code]

    def canonical_form(self, position: TurnPosition[BoopKernel]) -> tuple[int, ...]:
        """The smallest of its eight rotations and reflections, as numbers."""
        numbers = position._kernel.state()
        return (*min(twins.seen_from_all_sides(numbers)), *twins.seen_by_mover(numbers))

    # Words

    def reason(self, position: TurnPosition[BoopKernel]) -> str:
        """Why the game is over."""
        return reason("kittens" if self.junior else "cats", position._kernel.won_by_row())

    def refusal(self, position: TurnPosition[BoopKernel], code: int) -> str:
        """Why this move is not legal here."""
        choices = position.legal_moves.texts() if position.mid_turn else []
        return refusals.refusal(code, state_of(position._kernel.state()).bed, choices)

    def effects(self, before: TurnPosition[BoopKernel], code: int, after: TurnPosition[BoopKernel]) -> list[Effect]:
        """What the move does, in order."""
        kernel = before._kernel
        state, bed_after = state_of(kernel.state()), state_of(after._kernel.state()).bed
        return effects.effects(code, state.bed, bed_after, state.seat, kernel.landings(code), self.junior)

    def nudge(self, effects: Sequence[Effect]) -> Sentence | None:
        """Where to look."""
        return hints.nudge(effects) or super().nudge(effects)

    def visible_reasons(self, effects: Sequence[Effect]) -> list[Sentence]:
        """Who grows up and who falls off."""
        return hints.visible_reasons(effects)

    def is_hard_to_see(self, effects: Sequence[Effect]) -> bool:
        """A row made by a push rather than by the placed piece."""
        return hints.is_hard_to_see(effects)

    # Pictures and data for screens

    def status_line(self, position: TurnPosition[BoopKernel]) -> str:
        """Who is to move, or how it ended."""
        return status_line(position)

    def text_diagram(self, position: TurnPosition[BoopKernel]) -> str:
        """The position in plain text."""
        state = state_of(position._kernel.state())
        return diagram.draw(state.bed, state.pools, self.status_line(position))

    def svg(self, position: TurnPosition[BoopKernel], options: PictureOptions) -> str:
        """The position as a picture."""
        state = state_of(position._kernel.state())
        return svg.svg_of(svg.DAY, state.bed, state.pools, self.status_line(position), options, last_effects(position))

    def view(self, position: TurnPosition[BoopKernel]) -> BoopView:
        """The bed for a screen."""
        return bed_view(self.id, position, state_of(position._kernel.state()), self.junior)

    def move_view(self, position: TurnPosition[BoopKernel], code: int) -> MoveData:
        """A move for a screen."""
        return move_view(code, position.active_seats[0] if position.active_seats else 0)

    # For learning

    def encoding(self) -> "BoopEncoding":
        """Action numbers and observation planes for learning."""
        from boohive.games.boop.encoding import BoopEncoding

        return BoopEncoding()


class BoopJuniorGame(BoopGame):
    """boop. for younger players: kittens only."""

    id = "boop-junior"
    title = "boop. for younger players"
    summary = "boop. with kittens only: three in a row win at once."
    options = (JUNIOR_EIGHT, OPPONENT_LINE_WINS, DRAW)
    presets = (
        Preset("rulebook", JUNIOR_RULEBOOK, "as printed: nothing is said about repetition"),
        Preset(
            "tournament", {**JUNIOR_RULEBOOK, "draw": "threefold"}, "as printed, and the third repetition is a draw"
        ),
    )
    levels_file = "levels-junior.toml"
    openings_file = "openings-junior.txt"
    rules_file = "rules-junior.txt"
    junior = True
    opening_decisions = 3
    commands = (
        GameCommand(
            "verify",
            "check the proof that boop. for younger players is won",
            "boohive.games.boop.verify_command",
            ("boohive verify boop-junior",),
        ),
    )

    def sure_move(self, position: TurnPosition[BoopKernel]) -> int | None:
        """What the stored solution for these options plays here; ``None`` where it never comes, as for the second player."""
        if position.to_move != certificate.FIRST_PLAYER:
            return None
        strategy = certificate.shipped(certificate.file_name(self.id, position.options))
        return certificate.strategy_move(strategy, position._kernel)


# Used by BOOOOP. too


def write_position(state: tuple[int, ...], ghosts: str, pending: str) -> str:
    """The position text."""
    named = state_of(state)
    words = [notation.write_bed(named.bed), ",".join(map(str, named.pools)), str(named.seat), ghosts]
    return " ".join([*words, pending] if pending else words)


def read_fields(text: str) -> list[str]:
    """The words of a position text: bed, pools, seat, two ghosts, and perhaps a pending decision."""
    fields = text.split()
    if not FIELDS <= len(fields) <= FIELDS + 1:
        raise NotationError(
            f"a position has five fields (bed, pools, seat, two ghosts), this has {len(fields)}; "
            "the start is '6/6/6/6/6/6 8,0,8,0 0 - -'"
        )
    return fields


def read_state(fields: list[str], junior: bool, choosing: bool) -> tuple[int, ...]:
    """The kernel's state from the first three words."""
    bed, pools, seat = notation.read_bed(fields[0]), notation.read_pools(fields[1]), notation.read_seat(fields[2])
    return (*bed, *notation.kittens_in_play(bed, pools, junior), seat, int(choosing))


def refuse_if_stuck(choices: int, choosing: bool, is_over: bool) -> None:
    """Refuse a position that no turn leads to: the player to move can do nothing (B20), or has nothing to choose."""
    if choosing and choices < 2:
        raise NotationError(f"there is nothing to choose here; leave out {notation.CHOOSE!r}")
    if choices == 0 and not is_over:
        raise NotationError("the player to move has no piece in the pool; such a position cannot come up")


def status_line(position: TurnPosition) -> str:
    """Who is to move, or how it ended."""
    outcome = position.outcome
    if outcome is None:
        todo = "has to choose a row or a piece" if position.mid_turn else "to move"
        return f"{diagram.PLAYERS[position.active_seats[0]]} {todo}"
    if outcome.winner is None:
        return f"drawn: {outcome.reason}"
    return f"{diagram.PLAYERS[outcome.winner]} has won: {outcome.reason}"


def reason(what: str, by_row: bool) -> Sentence:
    """Why a game is over."""
    if by_row:
        return Sentence(f"three {what} in a row", "three_in_row", what=what)
    return Sentence(f"all eight {what} on the bed", "eight_on_bed", what=what)


def bed_view(game: str, position: TurnPosition, state: BoopState, junior: bool) -> BoopView:
    """Bed and pools for a screen, with what a careful player would point out."""
    marks, outcome = view.marks(state.bed, junior), position.outcome
    if outcome is not None and outcome.winner is not None:
        marks += winning_marks(outcome.winner, state.bed, junior)
    return {
        "game": game,
        "to_move": position.to_move,
        "mid_turn": position.mid_turn,
        "shape": {"kind": "squares", "columns": 6, "rows": 6},
        "pieces": view.pieces_on(state.bed),
        "trays": view.pools(state.pools),
        "marks": marks,
    }


def winning_marks(winner: int, bed: Bed, junior: bool) -> list[Mark]:
    """What has won: every row of three, or all eight."""
    own = bed[2 * winner + (not junior)]
    rows = [
        [first, first + step, first + 2 * step]
        for step in ROW_STEPS
        for first in notation.spaces_in(own & own >> step & own >> 2 * step)
    ]
    return [
        {"what": "won", "at": [notation.NAMES[space] for space in each], "seat": winner}
        for each in rows or [list(notation.spaces_in(own))]
    ]


def move_view(code: int, seat: int) -> MoveData:
    """A move for a screen."""
    text = notation.write_move(code)
    if code < pieces.ONE:
        piece = effects.PIECES[2 * seat + int(code >= pieces.CAT)].as_data()
        return {"text": text, "kind": "place", "piece": piece, "to": notation.NAMES[code % 64]}
    if code < pieces.ROW:
        return {"text": text, "kind": "one", "about": [notation.NAMES[code - pieces.ONE]]}
    return {"text": text, "kind": "row", "about": [notation.NAMES[space] for space in notation.row_of(code)]}


BOOP = BoopGame()
BOOP_JUNIOR = BoopJuniorGame()
