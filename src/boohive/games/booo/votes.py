"""Raised hands: a search that ends without a route (H23)."""

from enum import Enum

from boohive.core.game import Effect, Seat
from boohive.core.sentences import Sentence
from boohive.games.booo import constants, refusals
from boohive.games.booo.castle import COLOURS, ROOMS
from boohive.games.booo.notation import HandEvent, write_step, write_wall_cells
from boohive.games.booo.phases import next_round
from boohive.games.booo.pieces import GHOST, colour_piece, visitor_piece
from boohive.games.booo.proof import step_of, wall_of
from boohive.games.booo.state import Phase, PlayerState, State
from boohive.games.booo.transition import RaceRules, Transition

__all__ = ["NoRoute", "count_hands", "hand", "no_route", "someone_may_search", "voters"]


class NoRoute(Enum):
    """Why a search ends without a route."""

    HANDS = Sentence("more than half of the players see no route", "hands")
    EVERYBODY_OUT = Sentence("everybody is out", "everybody_out")
    LIMIT = Sentence("nobody found a route in time", "search_limit")
    UMPIRE = Sentence("the umpire: nobody has a route", "umpire")


def hand(rules: RaceRules, state: State, seat: Seat, parsed: HandEvent) -> Transition:
    """H23: a player who sees no route raises a hand; Q11: and may lower it again."""
    if state.phase == Phase.PROOF:
        raise refusals.no_vote_now()
    if state.phase == Phase.CALLED:
        raise refusals.somebody_called()
    if state.phase != Phase.SEARCH or (parsed.search is not None and parsed.search != state.search):
        raise refusals.vote_over(state.search)
    if state.players[seat].out:
        raise refusals.out()
    if state.players[seat].hand == parsed.up:
        raise refusals.already_so(up=parsed.up)
    raised = Transition(
        state.with_player(seat, hand=parsed.up),
        (Effect("hand", seat, reason=Sentence("up", "hand_up") if parsed.up else Sentence("down", "hand_down")),),
    )
    return raised.followed_by(count_hands(rules, raised.state))


def voters(state: State) -> list[PlayerState]:
    """H23: those of whom more than half must raise a hand: present and not out."""
    return [player for player in state.players if not player.out and not player.is_absent(state.now)]


def someone_may_search(state: State) -> bool:
    """Whether anybody is left who is not out; with everybody away, a search waits for them."""
    return bool(voters(state)) or all(not player.out for player in state.players)


def count_hands(rules: RaceRules, state: State) -> Transition:
    """H23: the search ends when more than half have raised a hand."""
    if state.phase != Phase.SEARCH:
        return Transition(state)
    if not someone_may_search(state):
        return no_route(rules, state, NoRoute.EVERYBODY_OUT)
    count = voters(state)
    if 2 * sum(player.hand for player in count) > len(count):
        return no_route(rules, state, NoRoute.HANDS)
    return Transition(state)


def no_route(rules: RaceRules, state: State, reason: NoRoute) -> Transition:
    """H23: the visitor is discarded and the ghost takes its room (Q13); a route that there was is shown afterwards."""
    visitor = state.visitor
    assert visitor is not None
    missed = shortest_route(rules, state)
    start_room, room = ROOMS[state.ghost], ROOMS[visitor]
    if state.phase == Phase.SEARCH:
        state = state._replace(searched=state.searched + state.now - state.since)
    state = state._replace(ghost=visitor, discarded=(*state.discarded, state.round))
    transition = Transition(
        state,
        (
            Effect("discarded", piece=visitor_piece(state.round), from_=room, reason=reason.value),
            *missed,
            Effect("moved", piece=GHOST, from_=start_room, to=room),
        ),
    )
    return transition.followed_by(next_round(rules, state))


def shortest_route(rules: RaceRules, state: State) -> tuple[Effect, ...]:
    """The shortest route that anybody had, as an effect; nothing when nobody had one."""
    castle = rules.setup.castle
    found = [(route, seat) for seat in range(len(state.players)) if (route := rules.problem(state, seat).best_route())]
    if not found:
        return ()
    (crossings, _, first, codes), seat = min(found, key=lambda each: (each[0][:2], each[1]))
    steps = [write_step(step_of(castle, code)) for code in codes]
    cells = ";".join(
        f"wall {write_wall_cells(wall_of(castle, code))}" if code < constants.PASSAGE else text
        for code, text in zip(codes, steps, strict=True)
    )
    reason = Sentence(", ".join(steps), "there_was_a_route", walls=crossings, route=cells)
    return (Effect("missed", seat, colour_piece(COLOURS[first]), reason=reason),)
