"""BOOOOP.: rules, words and pictures put together."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from boohive.core.errors import NotationError
from boohive.core.game import Effect
from boohive.core.options import Options, OptionValue, Preset
from boohive.core.picture import PictureOptions, Theme
from boohive.core.sentences import Sentence
from boohive.core.turn_game import TurnGame, TurnPosition, last_effects
from boohive.core.view import MoveData
from boohive.games.boop import game as boop
from boohive.games.boop import hints
from boohive.games.boop import twins as boop_twins
from boohive.games.boop.diagram import PLAYERS
from boohive.games.boop.game import state_of
from boohive.games.boop.notation import CHOOSE, CODES
from boohive.games.ghosts import diagram, effects, notation, pieces, refusals, seams, svg, view
from boohive.games.ghosts.heuristics import GhostsSearchKernel
from boohive.games.ghosts.rules import GhostsKernel
from boohive.games.ghosts.twins import GHOST_IMAGES
from boohive.games.ghosts.view import GhostsView

if TYPE_CHECKING:
    from boohive.games.ghosts.encoding import GhostsEncoding

__all__ = ["BOOP_GHOSTS", "GhostsGame"]

EIGHT_CAT_RETURN = boop.EIGHT_CAT_RETURN._replace(default=True)  # G17: the rulebook of BOOOOP. gives both choices


RULEBOOK: Mapping[str, OptionValue] = {"eight_cat_return": True, "opponent_line_wins": False, "draw": "none"}


def ghosts_of(position: TurnPosition[GhostsKernel]) -> list[int]:
    """Where the two ghosts are."""
    return list(position._kernel.state()[8:10])


def is_waiting(position: TurnPosition[GhostsKernel]) -> bool:
    """Whether a piece is placed and the ghost may enter now."""
    return bool(position._kernel.state()[10])


class GhostsGame(TurnGame[GhostsKernel]):
    """BOOOOP."""

    id = "boop-ghosts"
    title = "BOOOOP."
    summary = "boop. with Ghost Cats that glide along the seams and scare everyone next to them out of the way."
    options = (EIGHT_CAT_RETURN, boop.OPPONENT_LINE_WINS, boop.DRAW)
    presets = (
        Preset("rulebook", RULEBOOK, "as printed: nothing is said about repetition"),
        Preset("tournament", {**RULEBOOK, "draw": "threefold"}, "as printed, and the third repetition is a draw"),
    )
    match_preset = "tournament"
    research_preset = "rulebook"
    view_type = GhostsView
    themes: Mapping[Theme, Mapping[str, str]] = MappingProxyType({"light": svg.LIGHT})
    move_text_is_static = True
    seat_letters = ("k", "K")
    piece_patterns = (r"\b(?:k|c(?! +d\b))\b|g[<>v^]", r"\b[KC]\b|G[<>v^]")
    opening_decisions = 6
    search_parameters: Mapping[str, int] = {"correction": 0, "singular_depth": 99}

    def start(self, options: Options) -> GhostsKernel:
        """The empty bed, eight kittens and a ghost in each pool."""
        return GhostsSearchKernel(bool(options["eight_cat_return"]), bool(options["opponent_line_wins"]))

    def draw_by_repetition(self, options: Options) -> bool:
        """Where that was agreed on."""
        return options["draw"] == "threefold"

    # Text

    def write_position(self, position: TurnPosition[GhostsKernel]) -> str:
        """boop.'s text, with the ghosts and perhaps the question about one."""
        ghosts = " ".join(notation.write_ghost(ghost) for ghost in ghosts_of(position))
        pending = notation.GHOST if is_waiting(position) else CHOOSE if position.mid_turn else ""
        return boop.write_position(position._kernel.state(), ghosts, pending)

    def read_position(self, text: str, options: Options) -> TurnPosition[GhostsKernel]:
        """A position from its text."""
        fields = boop.read_fields(text)
        choosing, waiting = fields[5:] == [CHOOSE], fields[5:] == [notation.GHOST]
        state = boop.read_state(fields, junior=False, choosing=choosing)
        if fields[5:] and not choosing and not waiting:
            raise NotationError(
                f"{fields[5]!r} is not a pending decision; write {notation.GHOST!r}, {CHOOSE!r} or nothing"
            )
        ghosts = [notation.read_ghost(field) for field in fields[3:5]]
        refuse_impossible_ghosts(state, ghosts, waiting)
        kernel = self.start(options)
        kernel.setup((*state, *ghosts, int(waiting)))
        position = TurnPosition(self, options, kernel)
        if waiting and position.outcome is not None:
            raise NotationError(f"the game is over ({self.reason(position)}); leave out {notation.GHOST!r}")
        boop.refuse_if_stuck(len(position.legal_moves), choosing, position.outcome is not None)
        return position

    def read_move(self, position: TurnPosition[GhostsKernel], text: str) -> int:
        """The code of a move."""
        code = CODES.get(text)  # boop.'s own, as we write it and as pages send it back
        return notation.read_move(text) if code is None else code

    def write_move(self, position: TurnPosition[GhostsKernel], code: int) -> str:
        """The text of a move."""
        return notation.write_move(code)

    def is_obsolete(self, position: TurnPosition[GhostsKernel], text: str) -> bool:
        """A decision about the ghost after a placement that had won: it used to be asked for, and changed nothing."""
        return position.outcome is not None and text.split()[:1] == ["g"]

    def canonical_form(self, position: TurnPosition[GhostsKernel]) -> tuple[int, ...]:
        """The bed with its ghosts from that of its eight sides where its numbers are smallest."""
        numbers = position._kernel.state()
        own, other = ghosts_of(position) if numbers[6] == 0 else ghosts_of(position)[::-1]
        sides = zip(boop_twins.seen_from_all_sides(numbers), GHOST_IMAGES, strict=True)
        smallest = min((*bed, ghosts[own], ghosts[other]) for bed, ghosts in sides)
        return (*smallest, *boop_twins.seen_by_mover(numbers), numbers[10])

    # Words

    def reason(self, position: TurnPosition[GhostsKernel]) -> str:
        """Why the game is over."""
        return boop.reason("cats", position._kernel.won_by_row())

    def refusal(self, position: TurnPosition[GhostsKernel], code: int) -> str:
        """Why this move is not legal here."""
        choices = position.legal_moves.texts() if position.mid_turn else []
        state = state_of(position._kernel.state())
        return refusals.refusal(code, state.bed, choices, ghosts_of(position)[state.seat], is_waiting(position))

    def terminal_legend(self, position: TurnPosition[GhostsKernel]) -> str:
        """How a ghost enters, and what the ghosts on the bed look like."""
        if is_waiting(position):
            return notation.ENTRY_LEGEND
        return notation.GHOST_LEGEND if any(ghosts_of(position)) else ""

    def effects(self, before: TurnPosition[GhostsKernel], code: int, after: TurnPosition[GhostsKernel]) -> list[Effect]:
        """What the move does, in order."""
        state, ghosts = state_of(before._kernel.state()), ghosts_of(before)
        beds = state.bed, state_of(after._kernel.state()).bed
        landings = before._kernel.landings(code)
        return effects.effects(code, *beds, state.seat, landings, ghosts[state.seat], ghosts[1 - state.seat])

    def nudge(self, effects: Sequence[Effect]) -> Sentence | None:
        """Where to look."""
        return hints.nudge(effects) or super().nudge(effects)

    def visible_reasons(self, effects: Sequence[Effect]) -> list[Sentence]:
        """Who grows up and who falls off."""
        return hints.visible_reasons(effects)

    def is_hard_to_see(self, effects: Sequence[Effect]) -> bool:
        """A row made by a push rather than by the placed piece, and a leap over many."""
        return hints.is_hard_to_see(effects)

    # Pictures and data for screens

    def status_line(self, position: TurnPosition[GhostsKernel]) -> str:
        """Who is to move, or how it ended."""
        if is_waiting(position) and position.outcome is None:
            return f"{PLAYERS[position.active_seats[0]]} {diagram.DECIDES}"
        return boop.status_line(position)

    def text_diagram(self, position: TurnPosition[GhostsKernel]) -> str:
        """The position in plain text."""
        state = state_of(position._kernel.state())
        return diagram.draw(state.bed, state.pools, ghosts_of(position), self.status_line(position))

    def svg(self, position: TurnPosition[GhostsKernel], options: PictureOptions) -> str:
        """The position as a picture."""
        state, last = state_of(position._kernel.state()), last_effects(position)
        return svg.svg_of(state.bed, state.pools, ghosts_of(position), self.status_line(position), options, last)

    def view(self, position: TurnPosition[GhostsKernel]) -> GhostsView:
        """The bed for a screen: boop.'s, with the ghosts and the stitches each has before it."""
        bed = boop.bed_view(self.id, position, state_of(position._kernel.state()), False)
        return view.ghosts_view(bed, ghosts_of(position))

    def move_view(self, position: TurnPosition[GhostsKernel], code: int) -> MoveData:
        """A move for a screen."""
        seat = position.active_seats[0] if position.active_seats else 0
        if code < pieces.STAY_OUT:
            return boop.move_view(code, seat)
        text, ghost = notation.write_move(code), effects.GHOSTS[seat].as_data()
        if code == pieces.STAY_OUT:
            return {"text": text, "kind": "stay_out", "piece": ghost}
        to = notation.write_ghost(seams.entry(code - pieces.ENTER))
        return {"text": text, "kind": "enter", "piece": ghost, "to": to}

    # For learning

    def encoding(self) -> "GhostsEncoding":
        """Action numbers and observation planes for learning."""
        from boohive.games.ghosts.encoding import GhostsEncoding

        return GhostsEncoding()


def refuse_impossible_ghosts(state: tuple[int, ...], ghosts: list[int], waiting: bool) -> None:
    """What no turn leads to: two ghosts on one stitch, a decision about a ghost that is out or before a placement."""
    if ghosts[0] != pieces.HOME and seams.stitch_of(ghosts[0]) == seams.stitch_of(ghosts[1]):
        raise NotationError("both ghosts stand on the same stitch; a stitch holds one ghost")
    seat = state[6]
    if waiting and ghosts[seat] != pieces.HOME:
        raise NotationError(f"the mover's ghost is on the bed and moves by itself; leave out {notation.GHOST!r}")
    if waiting and not state[2 * seat] | state[2 * seat + 1]:
        raise NotationError(f"the mover has placed no piece yet; leave out {notation.GHOST!r}")


BOOP_GHOSTS = GhostsGame()
