"""Bots: the solver's routes behind a human-like clock (H39), and the simplest possible player for tests.

A bot is a pure function: the same position, seat, level and seed always mean the same event at the same time, so a host
may ask as often as it likes, and a replay finds the same game.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from boohive.core.game import Event, Millis, Seat
from boohive.games.booo import codes
from boohive.games.booo.castle import COLOURS
from boohive.games.booo.chance import Chance, Stream
from boohive.games.booo.notation import write_step
from boohive.games.booo.options import handicaps
from boohive.games.booo.proof import Task, step_of
from boohive.games.booo.routes import solve
from boohive.games.booo.rules import VISITORS_TO_WIN, WALLS_TO_WIN, Race, due_at
from boohive.games.booo.state import Phase, State

__all__ = ["LEVELS", "Level", "next_event", "play_out", "random_event"]


class Level(NamedTuple):
    """How good a bot is."""

    name: str
    slowness: float
    most_crossings: int | None
    changes: bool
    """Whether it sees transformations."""
    failures: float
    """The share of its claims that fail."""
    plans: bool
    """Whether it looks at the tokens before it chooses a colour."""


LEVELS = {
    "easy": Level("easy", 2.0, 4, changes=False, failures=0.10, plans=False),
    "normal": Level("normal", 1.0, None, changes=True, failures=0.03, plans=False),
    "hard": Level("hard", 0.5, None, changes=True, failures=0.0, plans=True),
}
SPREAD = 0.6
LOOKING: Millis = 5_000
A_CROSSING: Millis = 5_000
LEAST_PATIENCE: Millis = 45_000
MOST_PATIENCE: Millis = 90_000
STEP_TIME: Millis = 900
"""Between two steps of a proof."""
CHOOSING_TIME: Millis = 4_000


class Found(NamedTuple):
    """A route a bot has seen."""

    crossings: int
    uses: int
    first: int
    steps: tuple[int, ...]
    token: int
    """The wall token it wins; ``ANY`` for none."""


class Intent(NamedTuple):
    """What a bot is going to do in a search if nobody is faster."""

    after: Millis
    """Since the search began."""
    route: Found | None
    """``None``: raise a hand."""
    forgets: bool = False


def intent(race: Race, state: State, seat: Seat, level: Level, seed: int) -> Intent:
    """H39. The draws depend on seed, seat and search alone."""
    chance = Chance(seed, Stream.BOTS, seat, state.round, state.attempt)
    pace, patience, luck = chance.lognormal(SPREAD), chance.share(), chance.share()
    route = choose(race, state, seat, level, routes(race.task(state, seat), level))
    if route is None:
        waits = LEAST_PATIENCE + patience * (MOST_PATIENCE - LEAST_PATIENCE)
        return Intent(round(level.slowness * waits), None)
    thinks = level.slowness * (LOOKING + A_CROSSING * route.crossings) * pace
    return Intent(round(thinks), route, luck < level.failures)


def routes(task: Task, level: Level) -> list[Found]:
    """The best route of each first colour, as far as this level sees."""
    changes = task.changes if level.changes else 0
    found = []
    for first in range(codes.COLOURS):
        best = solve(task.castle.plan, task.ghost, task.visitor, task.colours, task.passages, changes, first)
        if best is not None and (level.most_crossings is None or best[0] <= level.most_crossings):
            crossings, uses, colour, steps = best
            found.append(Found(crossings, uses, colour, tuple(steps), last_wall(colour, steps)))
    return found


def last_wall(first: int, steps: Sequence[int]) -> int:
    """The colour of the last wall a route crosses."""
    colour, token = first, codes.ANY
    for step in steps:
        if step >= codes.CHANGE:
            colour = step - codes.CHANGE
        elif step < codes.PASSAGE:
            token = colour
    return token


def choose(race: Race, state: State, seat: Seat, level: Level, found: list[Found]) -> Found | None:
    """The shortest; a bot that plans first looks for a win, then for a player with three walls, then for the leader."""
    shortest = sorted(found, key=lambda route: route[:3])
    if not shortest or not level.plans:
        return shortest[0] if shortest else None
    me = state.players[seat]
    if len(me.visitors) + 1 >= VISITORS_TO_WIN:
        return shortest[0]
    if len(me.walls) + 1 >= WALLS_TO_WIN:
        wins = [route for route in shortest if route.token != codes.ANY]
        if wins:
            return wins[0]
    others = [player for other, player in enumerate(state.players) if other != seat]
    threat = "".join(player.walls for player in others if len(player.walls) == WALLS_TO_WIN - 1)
    most = max((player.total for player in others), default=0)
    leader = "".join(player.walls for player in others if player.total == most)
    for prey in (threat, leader):
        robs = [route for route in shortest if route.token != codes.ANY and COLOURS[route.token] in prey]
        if robs:
            return robs[0]
    return shortest[0]


def next_event(race: Race, state: State, seat: Seat, level: Level, seed: int) -> Event | None:
    """What this bot does next and when, if nothing else happens before; ``None`` when it only waits."""
    match state.phase:
        case Phase.SEARCH:
            return search_event(race, state, seat, intent(race, state, seat, level, seed))
        case Phase.PROOF if state.claimant == seat:
            return proof_event(race, state, seat, intent(race, state, seat, level, seed))
        case Phase.CHOOSING if state.first == seat:
            chance = Chance(seed, Stream.BOTS, seat)
            room, number = chance.choice(("c3", "d3", "c4", "d4")), 1 + chance.below(4)
            return Event(seat, f"choose {room} {number}", state.since + CHOOSING_TIME)
    return None


def search_event(race: Race, state: State, seat: Seat, plan: Intent) -> Event | None:
    """A claim, or a raised hand; both name the search (H30)."""
    player = state.players[seat]
    if player.out:
        return None
    at = max(state.since + plan.after, state.now)
    if plan.route is None:
        return None if player.hand else Event(seat, f"hand up {state.search}", at)
    wait = max(1000 * handicaps(race.options)[seat], int(race.options["earliest_claim"]))
    at = max(at, player.rest, state.since + wait)
    return Event(seat, f"claim {state.search} {COLOURS[plan.route.first]}", at)


def proof_event(race: Race, state: State, seat: Seat, plan: Intent) -> Event:
    """The next step of the route, or the moment it is forgotten."""
    at = max(state.stepped + STEP_TIME, state.now)
    done = len(state.steps)
    if plan.route is None or plan.forgets or done >= len(plan.route.steps):
        return Event(seat, "forget", at)
    return Event(seat, write_step(step_of(race.setup.castle, plan.route.steps[done])), at)


# Whole games -----------------------------------------------------------------------------------------------------------------


def next_of_all(race: Race, state: State, levels: Sequence[Level], seed: int) -> Event:
    """What happens next when every seat is a bot."""
    due = due_at(race, state)
    events = [Event(None, "time", due)] if due is not None else []
    events += [
        event for seat, level in enumerate(levels) if (event := next_event(race, state, seat, level, seed)) is not None
    ]
    return min(events, key=lambda event: (event.at, event.seat is not None, event.seat))


def play_out(race: Race, state: State, levels: Sequence[Level], seed: int) -> list[Event]:
    """A whole game of bots as its events."""
    from boohive.games.booo.rules import fold

    events = []
    while state.phase != Phase.OVER:
        event = next_of_all(race, state, levels, seed)
        state = fold(race, state, event).state
        events.append(event)
    return events


# The simplest player -----------------------------------------------------------------------------------------------------------


def random_event(race: Race, state: State, chance: Random) -> Event:
    """Some event that is legal now: often sensible, sometimes wrong, so that random games see every rule."""
    due = due_at(race, state)
    at = state.now + chance.randrange(1, 4000)
    if due is not None and (at >= due or state.phase not in (Phase.SEARCH, Phase.PROOF)):
        return Event(None, "time", due)
    if chance.random() < 0.03:
        seat = chance.randrange(len(state.players))
        return Event(seat, "away" if state.players[seat].away is None else "back", at)
    if state.phase == Phase.PROOF:
        assert state.claimant is not None
        return any_step(race, state, state.claimant, at, chance)
    return any_search_event(race, state, at, chance)


def any_step(race: Race, state: State, seat: Seat, at: Millis, chance: Random) -> Event:
    """The next step of a best route, or a wrong one."""
    task = race.task(state, seat)
    route = solve(task.castle.plan, *task[1:], state.colour)
    done = len(state.steps)
    if route is None or done >= len(route[3]) or chance.random() < 0.05:
        return Event(seat, chance.choice(["forget", "wall c4n", "passage b2", "undo" if done else "forget"]), at)
    return Event(seat, write_step(step_of(task.castle, route[3][done])), at)


def any_search_event(race: Race, state: State, at: Millis, chance: Random) -> Event:
    """A claim or a hand of somebody who may; else the clock moves on."""
    seats = [seat for seat, player in enumerate(state.players) if not player.out and player.rest <= at]
    waits = handicaps(race.options)
    early = at - state.since
    seats = [seat for seat in seats if early >= max(1000 * waits[seat], int(race.options["earliest_claim"]))]
    if not seats:
        return Event(None, "time", at)
    seat = chance.choice(seats)
    player = state.players[seat]
    task = race.task(state, seat)
    route = solve(task.castle.plan, *task[1:])
    if route is None or chance.random() < 0.1:
        return Event(seat, "hand down" if player.hand else "hand up", at)
    colour = route[2] if chance.random() < 0.9 else chance.randrange(codes.COLOURS)
    return Event(seat, f"claim {state.search} {COLOURS[colour]}", at)
