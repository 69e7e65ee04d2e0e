"""What a player or spectator may see of a race, as plain data for a screen."""

from functools import lru_cache
from typing import Literal, NotRequired, TypedDict

from boohive.core.game import Seat
from boohive.core.view import PieceAt, Scenery, View
from boohive.games.booo import constants
from boohive.games.booo.castle import COLOURS, ROOMS, Castle
from boohive.games.booo.clock import next_timer
from boohive.games.booo.notation import write_wall_cells
from boohive.games.booo.options import handicaps
from boohive.games.booo.proof import Change, Passage, ProofStep, Wall, wall_of
from boohive.games.booo.proving import proof_state
from boohive.games.booo.setup import Setup
from boohive.games.booo.state import Phase, PlayerState, State
from boohive.games.booo.transition import RaceRules

__all__ = ["BoooScenery", "BoooView", "PlayerData", "ProofData", "ProofStepData", "scenery", "view", "visible_visitor"]

Cell = list[int]
"""Row and column."""


class BoooScenery(Scenery):
    """The castle, which stays the same for the whole game."""

    sections: list[str]
    columns: int
    """Cells in a row of the castle."""
    rooms: dict[str, Cell]
    """The cell of each room, by its name."""
    walls: dict[str, str]
    """The colour of each wall by its key, which is also what crosses it: ``wall 7.4-7.5``."""
    passages: list[str]
    """Rooms with a secret passage."""
    transformations: list[str]
    """Rooms with a transformation token."""


class PlayerData(TypedDict):
    """What lies before a player."""

    visitors: list[int]
    """The numbers of the visitors won."""
    walls: str
    """The colours of the wall tokens won; they are the ones this player may not start with."""
    hand: bool
    """Whether a hand is raised: no route, says this player."""
    fails: int
    cooldown_until: int | None
    """When (milliseconds since the game began) this player may claim again."""
    out: bool
    away: bool
    votes: bool
    """Whether this player's hand is counted."""
    handicap: int
    """Seconds this player waits before each claim."""


class ProofStepData(TypedDict):
    """One step of a proof."""

    kind: Literal["wall", "passage", "change"]
    wall: NotRequired[list[Cell]]
    """The two cells on both sides of the wall."""
    room: NotRequired[str]
    """Where the passage leads."""
    colour: NotRequired[str]
    """The colour after a change."""


class ProofData(TypedDict):
    """The proof that is being shown."""

    seat: int | None
    first: str
    """The colour that was claimed."""
    colour: str
    """The colour now."""
    token: str | None
    """The wall token that will be won, where a transformation has fixed it."""
    steps: list[ProofStepData]
    region: list[Cell]
    """The cells the ghost can reach without crossing a wall."""


class BoooView(View):
    """A race. The pieces are the ghost and the visitor, once it has been shown; places are rooms such as ``c4``."""

    phase: str
    """``choosing``, ``between``, ``arriving``, ``search``, ``called``, ``proof``, ``pause`` or ``over``."""
    search: str
    """The number of the search, such as ``3.1``: a claim names it."""
    round: int
    game_ms: int
    """When this was true, in milliseconds since the game began."""
    phase_since: int
    """When the phase began."""
    deadline: int | None
    """When something happens by itself, where everybody may know."""
    you: int | None
    first_player: int
    number: int | None
    """Which of the four rooms of each visitor counts; unknown until the first visitor is shown (H8)."""
    pile: int
    """How many visitors are left in the pile."""
    discarded: list[int]
    reserve: str
    """The colours of the wall tokens that nobody has won."""
    players: list[PlayerData]
    caller: int | None
    """Who has called without a colour yet, on one screen."""
    proof: ProofData | None
    searched_ms: int
    """How long all searches have taken so far; what counts when one plays alone."""


PUBLIC_CLOCKS = (Phase.CHOOSING, Phase.BETWEEN, Phase.ARRIVING, Phase.PAUSE, Phase.CALLED, Phase.PROOF)
"""Phases whose end everybody may know; in a search only the agreed limit is public (H35: never hint otherwise)."""


def view(rules: RaceRules, state: State, seat: Seat | None) -> BoooView:
    """The position as this seat may see it. Nothing about the pile, the seed or any route is in it."""
    return {
        "game": "booo",
        "to_move": None,
        "mid_turn": False,
        "shape": {"kind": "cells", "columns": rules.setup.castle.columns, "rows": rules.setup.castle.columns},
        "pieces": visible_pieces(state),
        "trays": [],
        "marks": [],
        "phase": str(state.phase),
        "search": state.search,
        "round": state.round,
        "game_ms": state.now,
        "phase_since": state.since,
        "deadline": deadline(rules, state),
        "you": seat,
        "first_player": state.first,
        "number": public_number(state),
        "pile": rules.pile_size - state.round,
        "discarded": list(state.discarded),
        "reserve": "".join(letter for letter in COLOURS if all(letter not in each.walls for each in state.players)),
        "players": [
            player_data(player, state, wait)
            for player, wait in zip(state.players, handicaps(rules.options, len(state.players)), strict=True)
        ],
        "caller": state.claimant if state.phase == Phase.CALLED else None,
        "proof": proof_data(rules, state),
        "searched_ms": state.searched,
    }


def visible_pieces(state: State) -> list[PieceAt]:
    """The ghost, and the visitor once it has been shown."""
    found: list[PieceAt] = [{"id": "ghost", "kind": "ghost", "seat": None, "at": ROOMS[state.ghost]}]
    room = visible_visitor(state)
    if room is not None:
        found.append({"id": f"visitor {state.round}", "kind": "visitor", "seat": None, "at": room})
    return found


def public_number(state: State) -> int | None:
    """H8: as at the table, where it is said aloud; before the first visitor it would reveal where that one comes."""
    return state.number if state.round > 1 or (state.round == 1 and state.phase != Phase.ARRIVING) else None


def visible_visitor(state: State) -> str | None:
    """H9: the visitor's room, once it has been shown."""
    hidden = state.visitor is None or state.phase == Phase.ARRIVING
    return None if hidden or state.visitor is None else ROOMS[state.visitor]


def deadline(rules: RaceRules, state: State) -> int | None:
    """When something public happens by itself."""
    if state.phase in PUBLIC_CLOCKS:
        return next_timer(rules, state)
    limit = int(rules.options["search_limit"])
    return state.since + 1000 * limit if state.phase == Phase.SEARCH and limit else None


def scenery(setup: Setup) -> BoooScenery:
    """What stays the same for the whole game."""
    walls = castle_walls(setup.castle)
    castle = setup.castle
    return {
        "sections": list(castle.sections),
        "columns": castle.columns,
        "rooms": dict(zip(castle.rooms, ([*divmod(cell, castle.columns)] for cell in castle.cells), strict=True)),
        "walls": walls,
        "passages": list(setup.passages),
        "transformations": list(setup.transformations),
    }


@lru_cache(maxsize=256)
def castle_walls(castle: Castle) -> dict[str, str]:
    """The colour of each wall by what crosses it."""
    sides = [side for side in range(2 * castle.graph.cells) if castle.letter(side) in COLOURS]
    return {write_wall_cells(wall_of(castle, side)): castle.letter(side) for side in sides}


def step_data(step: ProofStep) -> ProofStepData:
    """One step of a proof."""
    match step:
        case Wall(one, other):
            return {"kind": "wall", "wall": sorted([list(one), list(other)])}
        case Passage(room):
            return {"kind": "passage", "room": ROOMS[room]}
        case Change(colour):
            return {"kind": "change", "colour": COLOURS[colour]}


def player_data(player: PlayerState, state: State, handicap: int) -> PlayerData:
    """A player as everybody sees it."""
    return {
        "visitors": list(player.visitors),
        "walls": player.walls,
        "hand": player.hand,
        "fails": player.fails,
        "cooldown_until": player.cooldown_until if player.cooldown_until > state.now else None,
        "out": player.out,
        "away": player.away is not None,
        "votes": not player.out and not player.is_absent(state.now),
        "handicap": handicap,
    }


def proof_data(rules: RaceRules, state: State) -> ProofData | None:
    """Q17: everybody sees the steps shown so far."""
    if state.phase != Phase.PROOF:
        return None
    progress = proof_state(rules, state)
    return {
        "seat": state.claimant,
        "first": COLOURS[state.colour],
        "colour": COLOURS[progress.colour],
        "token": None if progress.token == constants.ANY else COLOURS[progress.token],
        "steps": [step_data(step) for step in state.steps],
        "region": [
            [*divmod(cell, rules.setup.castle.columns)]
            for cell in range(rules.setup.castle.graph.cells)
            if rules.setup.castle.graph.region_of(cell) == progress.region
        ],
    }
