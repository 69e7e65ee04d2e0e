"""Hive: rules, words and pictures put together."""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from boohive.core.errors import BoohiveError, NotationError
from boohive.core.game import Effect, RecordFormat
from boohive.core.options import Option, Options, OptionValue, Preset
from boohive.core.picture import PictureOptions, Theme
from boohive.core.sentences import Sentence
from boohive.core.turn_game import TurnGame, TurnPosition, last_effects
from boohive.core.view import MoveData
from boohive.games.hive import diagram, effects, move_texts, notation, refusals, svg, twins, view
from boohive.games.hive.coordinates import Place, places
from boohive.games.hive.heuristics import HiveSearchKernel
from boohive.games.hive.rules import HiveKernel
from boohive.games.hive.view import HiveView

if TYPE_CHECKING:
    from boohive.games.hive.encoding import HiveEncoding

__all__ = ["HIVE", "HiveGame", "protocol_state"]

BY_MODE = "by-mode"

MODE = Option("mode", "rulebook", "the tournament's rules or our rulebook's", ("tournament", "rulebook"))
TYPE = Option("type", "Base+ML", "which bugs take part: Mosquito, Ladybug, Pillbug", notation.TYPES)
QUEEN_FIRST = Option(
    "queen_first",
    BY_MODE,
    "whether a queen may be placed in the first turn (rulebook: yes)",
    (BY_MODE, "true", "false"),
)
REPETITION = Option(
    "repetition",
    BY_MODE,
    "whether a position for the third time is a draw (tournament: yes)",
    (BY_MODE, "true", "false"),
)


BY_ITS_MODE: Mapping[str, OptionValue] = {"queen_first": BY_MODE, "repetition": BY_MODE}


def queen_may_come_first(options: Options) -> bool:
    """T1: forbidden in tournaments."""
    return options["queen_first"] == "true" or (options["queen_first"] == BY_MODE and options["mode"] == "rulebook")


class HiveGame(TurnGame[HiveKernel]):
    """Hive."""

    id = "hive"
    title = "Hive"
    summary = "Place and move bugs, keep the hive in one piece, and surround the other side's queen."
    options = (MODE, TYPE, QUEEN_FIRST, REPETITION)
    presets = (
        Preset(
            "rulebook",
            {"mode": "rulebook", "type": "Base+ML", **BY_ITS_MODE},
            "our rulebook: Mosquito and Ladybug, queen when you like",
        ),
        Preset(
            "tournament",
            {"mode": "tournament", "type": "Base+MLP", **BY_ITS_MODE},
            "as in tournaments and on Hive servers",
        ),
        Preset("carbon", {"mode": "rulebook", "type": "Base", **BY_ITS_MODE}, "only the bugs of the base game"),
    )
    match_preset = "tournament"
    research_preset = "tournament"
    view_type = HiveView
    themes: Mapping[Theme, Mapping[str, str]] = MappingProxyType({"dark": svg.DARK})
    reads_history = True
    seat_names = ("White", "Black")
    piece_patterns = (r"\[?\bw[QSBGAMLP][1-3]?(?:\+\d)?\b\]?", r"\[?\bb[QSBGAMLP][1-3]?(?:\+\d)?\b\]?")
    names_places = False
    engine_protocol = "uhp"
    opening_decisions = 6
    search_parameters: Mapping[str, int] = {"correction": 0}

    def start(self, options: Options) -> HiveKernel:
        """The empty table, everything in hand."""
        return HiveSearchKernel(notation.kinds_of_type(str(options["type"])), queen_may_come_first(options))

    def draw_by_repetition(self, options: Options) -> bool:
        """T3: a draw in tournaments."""
        return options["repetition"] == "true" or (options["repetition"] == BY_MODE and options["mode"] == "tournament")

    # Text

    def read_position(self, text: str, options: Options) -> TurnPosition[HiveKernel]:
        """The position at the end of a GameString; its type is the type of the game."""
        kind, moves = notation.split_game(text)
        notation.check_turn(text, len(moves))
        options = options.replace(type=kind)
        position = TurnPosition(self, options, self.start(options))
        renumber = notation.Renumbering()
        for number, move in enumerate(moves, 1):
            try:
                position = position.play(renumber(move))
            except BoohiveError as error:
                message = f"move {number} of the game, {notation.short(move)}: {error}"
                raise NotationError(message, "record_move", number=number, move=move[:40]) from None
        return position

    def write_position(self, position: TurnPosition[HiveKernel]) -> str:
        """The GameString, with every move in its one canonical form."""
        moves = position.moves_played
        head = [str(position.options["type"]), protocol_state(position), notation.turn_words(len(moves))]
        return ";".join([*head, *moves])

    def read_move(self, position: TurnPosition[HiveKernel], text: str) -> int:
        """The code of a MoveString."""

        def legal() -> list[str]:
            return position.legal_moves.texts()

        return notation.read_move(position._kernel, text, legal)

    def write_moves(self, position: TurnPosition[HiveKernel], codes: list[int]) -> list[str]:
        """The MoveStrings of legal moves."""
        return move_texts.write_moves(position._kernel, codes)

    def write_move(self, position: TurnPosition[HiveKernel], code: int) -> str:
        """The MoveString of a move."""
        return move_texts.write_move(position._kernel, code)

    def encoding(self) -> "HiveEncoding":
        """Action numbers and observation planes for learning."""
        from boohive.games.hive.encoding import HiveEncoding

        return HiveEncoding()

    def formats(self) -> Sequence[RecordFormat]:
        """GameString, Mzinga's PGN and BoardSpace's SGF."""
        from boohive.games.hive.formats import FORMATS

        return FORMATS

    def canonical_form(self, position: TurnPosition[HiveKernel]) -> tuple[int, ...]:
        """The hive from that of its twelve sides where its numbers are smallest."""
        return twins.seen_from_any_side(stacks(position), position.active_seats[0] if position.active_seats else 0)

    # Words

    def reason(self, position: TurnPosition[HiveKernel]) -> str:
        """Which queen is surrounded."""
        return effects.reason(position)

    def refusal(self, position: TurnPosition[HiveKernel], code: int) -> str:
        """What is wrong with a move, then what would be right."""
        return refusals.refusal(position, code)

    def effects(self, before: TurnPosition[HiveKernel], code: int, after: TurnPosition[HiveKernel]) -> list[Effect]:
        """The one thing a move does."""
        return [effects.effect(before, code)]

    def nudge(self, effects: Sequence[Effect]) -> Sentence | None:
        """Which bug to look at: places have no names here."""
        piece = next((effect.piece for effect in effects if effect.piece), None)
        return None if piece is None else Sentence(f"look at your {piece}", "look_at", piece=str(piece))

    def visible_reasons(self, effects: Sequence[Effect]) -> list[Sentence]:
        """Who is thrown."""
        count = sum(effect.kind == "thrown" for effect in effects)
        return [Sentence(f"{count} get thrown", "throws", count=count)] if count else []

    def is_hard_to_see(self, effects: Sequence[Effect]) -> bool:
        """A throw."""
        return any(effect.kind == "thrown" for effect in effects)

    def status_line(self, position: TurnPosition[HiveKernel]) -> str:
        """Who is to move, or how it ended."""
        outcome = position.outcome
        if outcome is None:
            side, _, turn = notation.turn_words(position._kernel.ply).rstrip("]").partition("[")
            return f"{side} to move, turn {turn}"
        if outcome.winner is None:
            return f"drawn: {outcome.reason}"
        return f"{effects.SIDES[outcome.winner]} has won: {outcome.reason}"

    # Pictures and data for screens

    def view(self, position: TurnPosition[HiveKernel]) -> HiveView:
        """Every bug on the table and both hands."""
        kernel, where = position._kernel, places(position)
        return {
            "game": self.id,
            "to_move": position.to_move,
            "mid_turn": False,
            "shape": {"kind": "hexes"},
            "pieces": view.pieces(kernel, where),
            "trays": view.hands(kernel),
            "marks": view.marks(kernel, where),
            "type": str(position.options["type"]),
            "turn": kernel.ply // 2 + 1,
        }

    def move_view(self, position: TurnPosition[HiveKernel], code: int) -> MoveData:
        """A move for a screen: which bug, from where, to where, thrown by whom."""
        move: MoveData = json.loads(self.moves_json(position, [code]))[0]
        return move

    def moves_json(self, position: TurnPosition[HiveKernel], codes: list[int]) -> str:
        """Legal moves for a screen."""
        return view.moves_json(position._kernel, places(position), codes)

    def text_diagram(self, position: TurnPosition[HiveKernel]) -> str:
        """The position in plain text."""
        kernel = position._kernel
        return diagram.draw(stacks(position), hands(kernel), kernel.last_moved(), self.status_line(position))

    def terminal_diagram(self, position: TurnPosition[HiveKernel], columns: int, lines: int) -> str:
        """The same, narrower and cut at the edges where the hive is too large."""
        kernel = position._kernel
        last_line = self.status_line(position)
        return diagram.draw(stacks(position), hands(kernel), kernel.last_moved(), last_line, (columns, lines))

    def svg(self, position: TurnPosition[HiveKernel], options: PictureOptions) -> str:
        """The position as a picture."""
        last = next(iter(last_effects(position)), None) if options.last_move else None
        return svg.svg_of(stacks(position), hands(position._kernel), last, self.status_line(position), options)


def protocol_state(position: TurnPosition[HiveKernel]) -> str:
    """How the game stands, in the words of the Universal Hive Protocol."""
    outcome = position.outcome
    if outcome is not None:
        return "Draw" if outcome.winner is None else f"{effects.SIDES[outcome.winner]}Wins"
    return "InProgress" if position._kernel.ply else "NotStarted"


def hands(kernel: HiveKernel) -> list[dict[str, int]]:
    """How many bugs of each kind both sides still have in hand."""
    return [view.hand(kernel, seat) for seat in range(2)]


def stacks(position: TurnPosition[HiveKernel]) -> dict[Place, list[int]]:
    """The tiles on every occupied place, lowest first."""
    kernel = position._kernel
    return {place: kernel.stack_at(cell) for cell, place in places(position).items()}


HIVE = HiveGame()
