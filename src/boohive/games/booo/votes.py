"""Raised hands: a search that ends without a route (H23)."""

from boohive.core.errors import IllegalMove
from boohive.core.game import Effect, Seat
from boohive.core.sentences import Sentence
from boohive.games.booo.castle import ROOMS
from boohive.games.booo.notation import Hand
from boohive.games.booo.phases import next_round
from boohive.games.booo.pieces import GHOST, visitor_piece
from boohive.games.booo.state import Phase, Player, State
from boohive.games.booo.transition import RaceRules, Transition

__all__ = ["count_hands", "hand", "no_route", "someone_may_search", "voters"]


def hand(rules: RaceRules, state: State, seat: Seat, parsed: Hand) -> Transition:
    """H23: a player who sees no route raises a hand; Q11: and may lower it again."""
    if state.phase == Phase.PROOF:
        raise IllegalMove("a claim is being proved; it is decided before any vote")
    if state.phase != Phase.SEARCH or (parsed.search is not None and parsed.search != state.search):
        raise IllegalMove(f"that search is over; hands count in search {state.search} once it is open")
    if state.players[seat].out:
        raise IllegalMove("a failed claim keeps you out until the next visitor")
    if state.players[seat].hand == parsed.up:
        raise IllegalMove(f"your hand is {'up' if parsed.up else 'down'} already")
    raised = Transition(
        state.with_player(seat, hand=parsed.up),
        (Effect("hand", seat, reason=Sentence("up", "hand_up") if parsed.up else Sentence("down", "hand_down")),),
    )
    return raised.followed_by(count_hands(rules, raised.state))


def voters(state: State) -> list[Player]:
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
        return no_route(rules, state, "everybody is out")
    count = voters(state)
    if 2 * sum(player.hand for player in count) > len(count):
        return no_route(rules, state, "more than half of the players see no route")
    return Transition(state)


def no_route(rules: RaceRules, state: State, reason: str) -> Transition:
    """H23: the visitor is discarded and the ghost takes its room (Q13)."""
    visitor = state.visitor
    assert visitor is not None
    start_room, room = ROOMS[state.ghost], ROOMS[visitor]
    if state.phase == Phase.SEARCH:
        state = state._replace(searched=state.searched + state.now - state.since)
    state = state._replace(ghost=visitor, discarded=(*state.discarded, state.round))
    transition = Transition(
        state,
        (
            Effect("discarded", piece=visitor_piece(state.round), from_=room, reason=reason),
            Effect("moved", piece=GHOST, from_=start_room, to=room),
        ),
    )
    return transition.followed_by(next_round(rules, state))
