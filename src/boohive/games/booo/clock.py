"""What happens when time passes: pauses end, visitors appear, proofs and searches run out (H33 to H37)."""

from boohive.core.game import Effect, Millis
from boohive.core.sentences import Sentence
from boohive.games.booo.claiming import fail
from boohive.games.booo.options import has_umpire
from boohive.games.booo.phases import REVEAL_LEAD, announce, between_rounds, open_search, reveal
from boohive.games.booo.state import ABSENT_AFTER, Phase, State
from boohive.games.booo.transition import SECOND, RaceRules, Transition
from boohive.games.booo.votes import NoRoute, count_hands, no_route

__all__ = ["advance", "next_timer"]


UMPIRE_CHECKS_AFTER: Millis = 20_000
TOO_LATE = {
    Phase.CALLED: Sentence("no colour was named", "no_colour"),
    Phase.PROOF: Sentence("the time is up", "time_up"),
}
"""Why a claim fails when its time is up."""


def next_timer(rules: RaceRules, state: State) -> Millis | None:
    """When the game itself acts next; ``None`` when it waits for a player."""
    match state.phase:
        case Phase.OVER:
            return None
        case Phase.PROOF:
            return proof_deadline(rules, state)
        case Phase.SEARCH:
            return min(search_deadlines(rules, state), default=None)
        case _:
            return state.until


def proof_deadline(rules: RaceRules, state: State) -> Millis | None:
    """H33: time for the first step, between two steps, and in all; twice as much when relaxed, and none when untimed."""
    assert state.claimant is not None
    if rules.options["proof"] == "untimed":
        away = state.players[state.claimant].away
        return None if away is None else max(away, state.since) + ABSENT_AFTER  # nobody waits for ever
    slow = 2 if rules.options["proof"] == "relaxed" else 1
    gap = int(rules.options["step_gap" if state.steps or state.last_step_at > state.since else "first_step"])
    return min(state.last_step_at + slow * SECOND * gap, state.since + slow * SECOND * int(rules.options["proof_time"]))


def search_deadlines(rules: RaceRules, state: State) -> list[Millis]:
    """H35, H36, H37. The umpire checks whether or not there is a route, so that the time of the check gives nothing away."""
    found = [player.away + ABSENT_AFTER for player in state.players if player.away is not None]
    found = [time for time in found if time > state.now]
    if rules.options["search_limit"]:
        found.append(state.since + SECOND * int(rules.options["search_limit"]))
    if has_umpire(rules.options) and not state.umpire_checked:
        found.append(state.since + UMPIRE_CHECKS_AFTER)
    return found


def tick(rules: RaceRules, state: State, now: Millis) -> Transition:
    """What the clock does at ``due_at``."""
    state = state._replace(now=now)
    match state.phase:
        case Phase.CHOOSING:
            return Transition(between_rounds(rules, state))
        case Phase.BETWEEN:
            return announce(rules, state, now + REVEAL_LEAD)
        case Phase.ARRIVING:
            return reveal(state)
        case Phase.PAUSE:
            return Transition(open_search(state), (Effect("search", reason=state.search),))
        case Phase.CALLED | Phase.PROOF:
            return fail(rules, state, TOO_LATE[state.phase])
        case _:
            return tick_search(rules, state)


def tick_search(rules: RaceRules, state: State) -> Transition:
    """The umpire, the limit, or somebody who has been away too long."""
    limit = SECOND * int(rules.options["search_limit"])
    if limit and state.now >= state.since + limit:
        return no_route(rules, state, NoRoute.LIMIT)
    if has_umpire(rules.options) and not state.umpire_checked and state.now >= state.since + UMPIRE_CHECKS_AFTER:
        state = state._replace(umpire_checked=True)
        if not any(rules.has_route(state, seat) for seat in range(len(state.players))):
            return no_route(rules, state, NoRoute.UMPIRE)
    return count_hands(rules, state)


def advance(rules: RaceRules, state: State, to: Millis) -> Transition:
    """Let the clock do everything that is due up to a time."""
    transition = Transition(state)
    while (timer := next_timer(rules, transition.state)) is not None and timer <= to:
        transition = transition.followed_by(tick(rules, transition.state, timer))
    return transition
