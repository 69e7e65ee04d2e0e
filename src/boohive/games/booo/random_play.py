"""Random events: sensible often enough that random games see every rule. For tests and for trying things out."""

from random import Random

from boohive.core.game import Event, Millis, Seat
from boohive.games.booo import constants
from boohive.games.booo.castle import COLOURS
from boohive.games.booo.clock import next_timer
from boohive.games.booo.notation import write_step
from boohive.games.booo.options import handicaps
from boohive.games.booo.proof import step_of
from boohive.games.booo.state import Phase, State
from boohive.games.booo.transition import RaceRules

__all__ = ["random_event"]


def random_event(rules: RaceRules, state: State, rng: Random) -> Event:
    """An event that is legal now, usually a sensible one and sometimes a wrong proof step."""
    timer = next_timer(rules, state)
    game_ms = state.now + rng.randrange(1, 4000)
    if timer is not None and (game_ms >= timer or state.phase not in (Phase.SEARCH, Phase.CALLED, Phase.PROOF)):
        return Event(None, "time", timer)
    if rng.random() < 0.03:
        seat = rng.randrange(len(state.players))
        return Event(seat, "away" if state.players[seat].away is None else "back", game_ms)
    if state.phase == Phase.CALLED:
        return Event(state.claimant, f"claim {state.search} {rng.choice(COLOURS)}", game_ms)
    if state.phase == Phase.PROOF:
        assert state.claimant is not None
        return random_step(rules, state, state.claimant, game_ms, rng)
    return random_search_event(rules, state, game_ms, rng)


def random_step(rules: RaceRules, state: State, seat: Seat, game_ms: Millis, rng: Random) -> Event:
    """The next step of a best route, or a wrong one."""
    problem = rules.problem(state, seat)
    route = problem.best_route(state.colour)
    done = len(state.steps)
    if route is None or done >= len(route[3]) or rng.random() < 0.05:
        return Event(seat, rng.choice(["forget", "wall c4n", "passage b2", "undo" if done else "forget"]), game_ms)
    return Event(seat, write_step(step_of(problem.castle, route[3][done])), game_ms)


def random_search_event(rules: RaceRules, state: State, game_ms: Millis, rng: Random) -> Event:
    """A claim or a hand of a seat that may act; otherwise the clock moves on."""
    seats = [seat for seat, player in enumerate(state.players) if not player.out and player.cooldown_until <= game_ms]
    waits = handicaps(rules.options, len(state.players))
    early = game_ms - state.since
    seats = [seat for seat in seats if early >= max(1000 * waits[seat], int(rules.options["earliest_claim"]))]
    if not seats:
        return Event(None, "time", game_ms)
    seat = rng.choice(seats)
    player = state.players[seat]
    problem = rules.problem(state, seat)
    route = problem.best_route()
    if route is None or rng.random() < 0.1:
        return Event(seat, "hand down" if player.hand else "hand up", game_ms)
    if rng.random() < 0.05:
        return Event(seat, f"call {state.search}", game_ms)
    colour = route[2] if rng.random() < 0.9 else rng.randrange(constants.COLOURS)
    return Event(seat, f"claim {state.search} {COLOURS[colour]}", game_ms)
