"""Claims, and what a failed one costs (H17, H21, H32, H38, Q10)."""

from boohive.core.game import Effect, Millis, Seat
from boohive.core.sentences import Sentence
from boohive.games.booo import constants, refusals
from boohive.games.booo.castle import COLOUR_NAMES, COLOURS, ROOMS
from boohive.games.booo.ending import finish, winner_by_tokens
from boohive.games.booo.notation import CallEvent, ClaimEvent, write_cell
from boohive.games.booo.options import handicaps
from boohive.games.booo.pieces import colour_piece, visitor_piece
from boohive.games.booo.proof import Passage, ProofStep, Wall
from boohive.games.booo.state import Phase, State
from boohive.games.booo.transition import SECOND, RaceRules, Transition
from boohive.games.booo.votes import NoRoute, count_hands, no_route, someone_may_search

__all__ = ["call", "claim", "fail"]


COOL_DOWN: Millis = 5_000
MAX_COOL_DOWN: Millis = 20_000
SECOND_RESTS: tuple[Millis, ...] = (0, 5_000, 10_000)
"""With ``penalty=second``: nothing for the first failure with a visitor, then these; the last one for all further ones."""
TIME_TO_NAME: Millis = 3_000
"""From a call on one screen to its colour."""


def claim(rules: RaceRules, state: State, seat: Seat, parsed: ClaimEvent) -> Transition:
    """H17: the first to claim names the first colour, and the search stops for everybody."""
    check_claim(rules, state, seat, parsed)
    if state.phase == Phase.CALLED:
        state = state._replace(phase=Phase.SEARCH, claimant=None, since=state.now)  # the search stopped at the call
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


def call(rules: RaceRules, state: State, seat: Seat, parsed: CallEvent) -> Transition:
    """H38: on one screen the press comes first and the colour within three seconds; the search stops at the press."""
    check_claim(rules, state, seat, parsed)
    if state.phase == Phase.CALLED:
        raise refusals.name_your_colour(state.search)
    called = stopped(state.with_player(seat, hand=False))._replace(
        phase=Phase.CALLED, claimant=seat, until=state.now + TIME_TO_NAME
    )
    return Transition(called, (Effect("called", seat, reason=state.search),))


def stopped(state: State) -> State:
    """The clocks at the moment a search stops."""
    searched = state.searched + state.now - state.since
    return state._replace(searched=searched, since=state.now, last_step_at=state.now)


def check_claim(rules: RaceRules, state: State, seat: Seat, parsed: ClaimEvent | CallEvent) -> None:
    """Claims that do not count are refused, without any penalty."""
    player = state.players[seat]
    if state.phase == Phase.PROOF:
        raise refusals.being_proved()
    if state.phase not in (Phase.SEARCH, Phase.CALLED) or parsed.search != state.search:
        raise refusals.search_over(state.search)
    if state.phase == Phase.CALLED:
        if seat != state.claimant:
            raise refusals.somebody_called()
        return  # everything else was looked at when the player called
    if player.out:
        raise refusals.out()
    if player.cooldown_until > state.now:
        raise refusals.resting(player.cooldown_until - state.now)
    searched_ms = state.now - state.since
    if searched_ms < int(rules.options["earliest_claim"]):
        raise refusals.too_fast(int(rules.options["earliest_claim"]))
    wait = SECOND * handicaps(rules.options, len(state.players))[seat]
    if searched_ms < wait:
        raise refusals.waits(wait, wait - searched_ms)


def refuse_banned(rules: RaceRules, state: State, seat: Seat, reason: str) -> Transition:
    """H32, online: refused at once for this player alone, the others search on."""
    transition = penalise(rules, state, seat, state.now).preceded_by(Effect("refused", seat, reason=reason))
    return (
        transition
        if transition.state.phase == Phase.OVER
        else transition.followed_by(count_hands(rules, transition.state))
    )


def fail(rules: RaceRules, state: State, reason: str, wrong: ProofStep | None = None) -> Transition:
    """H21: nothing moves, and the search starts again for all after a pause (H34). ``wrong`` is the step that was."""
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
    transition = Transition(state, (failure(seat, reason, wrong),)).followed_by(penalise(rules, state, seat, again))
    if transition.state.phase == Phase.OVER or someone_may_search(transition.state):
        return transition
    return transition.followed_by(no_route(rules, transition.state, NoRoute.EVERYBODY_OUT))


def failure(seat: Seat, reason: str, wrong: ProofStep | None) -> Effect:
    """A failed claim, with the place where it went wrong."""
    match wrong:
        case Wall(one, other):
            return Effect("failed", seat, from_=write_cell(one), to=write_cell(other), reason=reason)
        case Passage(room):
            return Effect("failed", seat, to=ROOMS[room], reason=reason)
        case _:
            return Effect("failed", seat, reason=reason)


def penalise(rules: RaceRules, state: State, seat: Seat, again: Millis) -> Transition:
    """Q10: what a failed claim costs; a cool-down counts from the moment the search is open again."""
    player = state.players[seat]
    state = state.with_player(seat, fails=player.fails + 1)
    match rules.options["penalty"]:
        case "second":
            return cool_down(state, seat, again, SECOND_RESTS[min(player.fails, len(SECOND_RESTS) - 1)])
        case "cooldown":
            return cool_down(state, seat, again, min(COOL_DOWN * 2**player.fails, MAX_COOL_DOWN))
        case "out":
            return Transition(state.with_player(seat, out=True), (Effect("out", seat),))
        case "give" if player.visitors and len(state.players) > 1:
            return give(rules, state, seat)
    return Transition(state)


def cool_down(state: State, seat: Seat, again: Millis, time: Millis) -> Transition:
    """No claim of this player for a while; nothing at all when the time is 0."""
    if not time:
        return Transition(state)
    seconds = time // SECOND
    effect = Effect("resting", seat, reason=Sentence(f"{seconds} s", "rest", seconds=seconds))
    return Transition(state.with_player(seat, cooldown_until=again + time), (effect,))


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
