"""Claims, and what a failed one costs (H17, H21, H32, Q10)."""

from boohive.core.errors import IllegalMove
from boohive.core.game import Effect, Millis, Seat
from boohive.core.sentences import Sentence
from boohive.games.booo import constants
from boohive.games.booo.castle import COLOUR_NAMES, COLOURS
from boohive.games.booo.ending import finish, winner_by_tokens
from boohive.games.booo.notation import Claim
from boohive.games.booo.options import handicaps
from boohive.games.booo.pieces import colour_piece, visitor_piece
from boohive.games.booo.state import Phase, State
from boohive.games.booo.transition import SECOND, RaceRules, Transition, tenths
from boohive.games.booo.votes import count_hands, no_route, someone_may_search

__all__ = ["claim", "fail"]


COOL_DOWN: Millis = 5_000
MAX_COOL_DOWN: Millis = 20_000


def claim(rules: RaceRules, state: State, seat: Seat, parsed: Claim) -> Transition:
    """H17: the first to claim names the first colour, and the search stops for everybody."""
    check_claim(rules, state, seat, parsed)
    letter = COLOURS[parsed.colour]
    named = Transition(
        state.with_player(seat, hand=False), (Effect("claimed", seat, colour_piece(letter), reason=state.search),)
    )
    if state.players[seat].colours >> parsed.colour & 1:
        proof = stopped(named.state)._replace(phase=Phase.PROOF, claimant=seat, colour=parsed.colour, steps=())
        return Transition(proof, named.effects)
    banned = f"{COLOUR_NAMES[parsed.colour]} is banned for this player"
    reason = Sentence(banned, "banned", colour=COLOURS[parsed.colour])
    if rules.options["banned_claim"] == "refused":
        return named.followed_by(refuse_banned(rules, named.state, seat, reason))
    return named.followed_by(fail(rules, stopped(named.state)._replace(claimant=seat), reason))


def stopped(state: State) -> State:
    """The clocks at the moment a search stops."""
    searched = state.searched + state.now - state.since
    return state._replace(searched=searched, since=state.now, last_step_at=state.now)


def check_claim(rules: RaceRules, state: State, seat: Seat, parsed: Claim) -> None:
    """Claims that do not count are refused, without any penalty."""
    player = state.players[seat]
    if state.phase == Phase.PROOF:
        raise IllegalMove("another claim is being proved; wait until it is decided")
    if state.phase != Phase.SEARCH or parsed.search != state.search:
        raise IllegalMove(f"that search is over; claims for search {state.search} count once it is open")
    if player.out:
        raise IllegalMove("a failed claim keeps you out until the next visitor")
    if player.cooldown_until > state.now:
        raise IllegalMove(
            f"a failed claim costs a cool-down; claim again in {tenths(player.cooldown_until - state.now)} s"
        )
    searched_ms = state.now - state.since
    if searched_ms < int(rules.options["earliest_claim"]):
        raise IllegalMove(f"nobody finds a route that fast; claims count from {rules.options['earliest_claim']} ms on")
    wait = SECOND * handicaps(rules.options)[seat]
    if searched_ms < wait:
        raise IllegalMove(f"your handicap is {wait // SECOND} s; claim again in {tenths(wait - searched_ms)} s")


def refuse_banned(rules: RaceRules, state: State, seat: Seat, reason: str) -> Transition:
    """H32, online: refused at once for this player alone, the others search on."""
    transition = penalise(rules, state, seat, state.now).after(Effect("refused", seat, reason=reason))
    return (
        transition
        if transition.state.phase == Phase.OVER
        else transition.followed_by(count_hands(rules, transition.state))
    )


def fail(rules: RaceRules, state: State, reason: str) -> Transition:
    """H21: nothing moves, and the search starts again for all after a pause (H34)."""
    seat = state.claimant
    assert seat is not None
    again = state.now + rules.pause
    state = state._replace(
        phase=Phase.PAUSE,
        since=state.now,
        until=again,
        claimant=None,
        colour=constants.ANY,
        steps=(),
        attempt=state.attempt + 1,
    ).hands_down()
    transition = Transition(state, (Effect("failed", seat, reason=reason),)).followed_by(
        penalise(rules, state, seat, again)
    )
    if transition.state.phase == Phase.OVER or someone_may_search(transition.state):
        return transition
    return transition.followed_by(no_route(rules, transition.state, "everybody is out"))


def penalise(rules: RaceRules, state: State, seat: Seat, again: Millis) -> Transition:
    """Q10: what a failed claim costs; a cool-down counts from the moment the search is open again."""
    player = state.players[seat]
    state = state.with_player(seat, fails=player.fails + 1)
    match rules.options["penalty"]:
        case "cooldown":
            rest = min(COOL_DOWN * 2**player.fails, MAX_COOL_DOWN)
            effect = Effect("resting", seat, reason=f"{rest // SECOND} s")
            return Transition(state.with_player(seat, cooldown_until=again + rest), (effect,))
        case "out":
            return Transition(state.with_player(seat, out=True), (Effect("out", seat),))
        case "give" if player.visitors and len(state.players) > 1:
            return give(rules, state, seat)
    return Transition(state)


def give(rules: RaceRules, state: State, seat: Seat) -> Transition:
    """The last visitor goes to the poorest other player, the next one clockwise among equals."""
    others = [(seat + step) % len(state.players) for step in range(1, len(state.players))]
    poorest = min(others, key=lambda other: state.players[other].total)
    *remaining, given = state.players[seat].visitors
    state = state.with_player(seat, visitors=tuple(remaining))
    state = state.with_player(poorest, visitors=(*state.players[poorest].visitors, given))
    transition = Transition(
        state, (Effect("gave", seat, visitor_piece(given), f"player {seat + 1}", f"player {poorest + 1}"),)
    )
    end = winner_by_tokens(rules, state)
    return transition.followed_by(finish(state, *end)) if end else transition
