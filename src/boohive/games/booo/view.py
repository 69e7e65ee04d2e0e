"""What a player or spectator may see of a race, as plain data for a screen."""

from functools import lru_cache
from typing import TypedDict

from boohive.core.game import Seat
from boohive.games.booo import codes
from boohive.games.booo.castle import COLOURS, ROOMS, Castle
from boohive.games.booo.clock import next_timer
from boohive.games.booo.ending import outcome_of
from boohive.games.booo.jsonl import StepData
from boohive.games.booo.notation import write_cells
from boohive.games.booo.options import handicaps
from boohive.games.booo.proof import Change, Passage, ProofStep, Wall, wall_of
from boohive.games.booo.proving import proof_state
from boohive.games.booo.state import Phase, Player, State
from boohive.games.booo.transition import RaceRules

__all__ = ["BoooView", "CastleView", "OutcomeView", "PlayerView", "ProofView", "view", "visible_visitor"]


class CastleView(TypedDict):
    """The castle, so that a screen needs no rule to draw it."""

    sections: list[str]
    """The nine section texts in reading order; empty for a castle that is not made of sections."""
    columns: int
    """Cells in a row."""
    rooms: dict[str, list[int]]
    """The row and column of each room."""
    walls: dict[str, str]
    """The colour's letter of each wall; the key is what crosses it, such as 7.4-7.5 in ``wall 7.4-7.5``."""


class PlayerView(TypedDict):
    """What everybody sees of one player."""

    visitors: list[int]
    """The numbers of the visitors taken, in the order they were taken."""
    walls: str
    """The letters of the wall tokens taken, which are the banned colours."""
    hand: bool
    fails: int
    """Failed claims in this round."""
    rest: int | None
    """Until when the player may not claim, in milliseconds of the game; ``None`` when there is no cool-down."""
    out: bool
    """Out until the next visitor."""
    away: bool
    """The connection is lost."""
    counts: bool
    """Whether the player counts for "more than half"."""
    handicap: int
    """Seconds of a search before the player may claim."""


class ProofView(TypedDict):
    """The proof so far (Q17: everybody sees it)."""

    seat: Seat | None
    first: str
    """The letter of the announced colour."""
    colour: str
    """The letter of the colour the ghost goes through now."""
    token: str | None
    """The wall token it would win now."""
    steps: list[StepData]
    region: list[list[int]]
    """The cells that the ghost can reach without crossing a wall, as row and column."""


class OutcomeView(TypedDict):
    """How the game ended."""

    winner: Seat | None
    reason: str


class BoooView(TypedDict):
    """A race as one seat or a spectator may see it. Times are milliseconds of the game."""

    game: str
    phase: str
    """One of the values of ``Phase``."""
    search: str
    """The name of the search, such as 3.1, which a claim carries."""
    round: int
    now: int
    since: int
    """When this phase began."""
    deadline: int | None
    """When something public happens by itself."""
    you: Seat | None
    first_player: Seat
    castle: CastleView
    passages: list[str]
    changes: list[str]
    """The rooms with a transformation."""
    ghost: str
    """The ghost's room."""
    visitor: str | None
    """The visitor's room, once it has been shown."""
    pile: int
    """How many visitors are still to come."""
    discarded: list[int]
    reserve: str
    """The letters of the wall tokens that nobody has."""
    players: list[PlayerView]
    proof: ProofView | None
    searched: int
    """The time of all searches together: the clock of a time trial."""
    outcome: OutcomeView | None


PUBLIC_CLOCKS = (Phase.CHOOSING, Phase.BETWEEN, Phase.ARRIVING, Phase.PAUSE, Phase.PROOF)
"""Phases whose end everybody may know; in a search only the agreed limit is public (H35: never hint otherwise)."""


def view(rules: RaceRules, state: State, seat: Seat | None) -> BoooView:
    """The position as this seat may see it. Nothing about the pile, the seed, the number or any route is in it."""
    outcome = outcome_of(state)
    return {
        "game": "booo",
        "phase": str(state.phase),
        "search": state.search,
        "round": state.round,
        "now": state.now,
        "since": state.since,
        "deadline": deadline(rules, state),
        "you": seat,
        "first_player": state.first,
        "castle": castle_view(rules.setup.castle),
        "passages": list(rules.setup.passages),
        "changes": list(rules.setup.transformations),
        "ghost": ROOMS[state.ghost],
        "visitor": visible_visitor(state),
        "pile": rules.pile - state.round,
        "discarded": list(state.discarded),
        "reserve": "".join(letter for letter in COLOURS if all(letter not in each.walls for each in state.players)),
        "players": [
            player_view(player, state, wait)
            for player, wait in zip(state.players, handicaps(rules.options), strict=True)
        ],
        "proof": proof_view(rules, state),
        "searched": state.searched,
        "outcome": None if outcome is None else {"winner": outcome.winner, "reason": outcome.reason},
    }


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


@lru_cache(maxsize=256)
def castle_view(castle: Castle) -> CastleView:
    """Cells, rooms and walls, so that a screen needs no rule to draw them. A wall's key is what crosses it: wall 7.4-7.5."""
    sides = [side for side in range(2 * castle.graph.cells) if castle.letter(side) in COLOURS]
    return {
        "sections": list(castle.sections),
        "columns": castle.columns,
        "rooms": dict(zip(castle.rooms, ([*divmod(cell, castle.columns)] for cell in castle.cells), strict=True)),
        "walls": {write_cells(wall_of(castle, side)): castle.letter(side) for side in sides},
    }


def step_view(step: ProofStep) -> StepData:
    """A step as in the JSON lines of ``boohive booo check``."""
    match step:
        case Wall(one, other):
            return {"wall": sorted([list(one), list(other)])}
        case Passage(room):
            return {"passage": ROOMS[room]}
        case Change(colour):
            return {"change": COLOURS[colour]}


def player_view(player: Player, state: State, handicap: int) -> PlayerView:
    """A player as everybody sees it."""
    return {
        "visitors": list(player.visitors),
        "walls": player.walls,
        "hand": player.hand,
        "fails": player.fails,
        "rest": player.cooldown_until if player.cooldown_until > state.now else None,
        "out": player.out,
        "away": player.away is not None,
        "counts": not player.out and not player.is_absent(state.now),
        "handicap": handicap,
    }


def proof_view(rules: RaceRules, state: State) -> ProofView | None:
    """Q17: everybody sees the steps shown so far."""
    if state.phase != Phase.PROOF:
        return None
    progress = proof_state(rules, state)
    return {
        "seat": state.claimant,
        "first": COLOURS[state.colour],
        "colour": COLOURS[progress.colour],
        "token": None if progress.token == codes.ANY else COLOURS[progress.token],
        "steps": [step_view(step) for step in state.steps],
        "region": [
            [*divmod(cell, rules.setup.castle.columns)]
            for cell in range(rules.setup.castle.graph.cells)
            if rules.setup.castle.graph.region_of(cell) == progress.region
        ],
    }
