"""What a player or spectator may see of a race, as plain data for a screen."""

from functools import lru_cache
from typing import Any

from boohive.core.game import Seat
from boohive.games.booo import codes
from boohive.games.booo.castle import COLOURS, ROOMS, Castle
from boohive.games.booo.clock import next_timer
from boohive.games.booo.ending import outcome_of
from boohive.games.booo.notation import write_cells
from boohive.games.booo.options import handicaps
from boohive.games.booo.proof import Change, Passage, ProofStep, Wall, wall_of
from boohive.games.booo.proving import proof_state
from boohive.games.booo.state import Phase, Player, State
from boohive.games.booo.transition import RaceRules

__all__ = ["view", "visible_visitor"]

PUBLIC_CLOCKS = (Phase.CHOOSING, Phase.BETWEEN, Phase.ARRIVING, Phase.PAUSE, Phase.PROOF)
"""Phases whose end everybody may know; in a search only the agreed limit is public (H35: never hint otherwise)."""


def view(rules: RaceRules, state: State, seat: Seat | None) -> dict[str, Any]:
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
        "outcome": outcome and outcome._asdict(),
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
def castle_view(castle: Castle) -> dict[str, Any]:
    """Cells, rooms and walls, so that a screen needs no rule to draw them. A wall's key is what crosses it: wall 7.4-7.5."""
    sides = [side for side in range(2 * castle.graph.cells) if castle.letter(side) in COLOURS]
    return {
        "sections": list(castle.sections),
        "columns": castle.columns,
        "rooms": dict(zip(castle.rooms, ([*divmod(cell, castle.columns)] for cell in castle.cells), strict=True)),
        "walls": {write_cells(wall_of(castle, side)): castle.letter(side) for side in sides},
    }


def step_view(step: ProofStep) -> dict[str, Any]:
    """A step as in the JSON lines of ``boohive booo check``."""
    match step:
        case Wall(one, other):
            return {"wall": sorted([list(one), list(other)])}
        case Passage(room):
            return {"passage": ROOMS[room]}
        case Change(colour):
            return {"change": COLOURS[colour]}


def player_view(player: Player, state: State, handicap: int) -> dict[str, Any]:
    """What lies before a player; the wall tokens are the bans."""
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


def proof_view(rules: RaceRules, state: State) -> dict[str, Any] | None:
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
