"""Bots: the solver's routes behind a human-like clock (H39), and a player that claims at random.

A bot is a pure function: the same position, seat, level and seed always give the same event at the same time, so a host
may ask as often as it likes, and a replay gives the same game. Numbers such as H39 and Q2 are those of the rules in
``docs/decisions/0006-rules-of-booo.md``.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from boohive.core.bot import LevelInfo, Planned
from boohive.core.game import Event, Millis, Seat
from boohive.core.rng import SplitMix64
from boohive.games.booo import constants
from boohive.games.booo.castle import CENTRE, COLOURS, ROOMS
from boohive.games.booo.clock import next_timer
from boohive.games.booo.ending import VISITORS_TO_WIN, WALLS_TO_WIN
from boohive.games.booo.generator import NUMBERS
from boohive.games.booo.notation import write_step
from boohive.games.booo.options import handicaps
from boohive.games.booo.proof import ProofStep, RouteProblem, is_legal, step_of, wall_of
from boohive.games.booo.proving import proof_state
from boohive.games.booo.rules import apply
from boohive.games.booo.state import Phase, State
from boohive.games.booo.streams import Stream
from boohive.games.booo.transition import RaceRules

if TYPE_CHECKING:
    from boohive.games.booo.game import BoooPosition

__all__ = ["LEVELS", "LEVEL_INFOS", "BoooBot", "BotLevel", "RandomBot", "next_event", "play_out"]


class BotLevel(NamedTuple):
    """How good a bot is."""

    name: str
    slowness: float
    """Its time to think is multiplied by this."""
    max_crossings: int | None
    """How many walls the longest route that it can find crosses; ``None``: it finds all."""
    sees_transformations: bool
    """Whether it uses transformations."""
    failures: float
    """The share of its claims whose route it then remembers wrongly."""
    uses_tactics: bool
    """Whether it looks at everybody's tokens before it chooses a colour."""


LEVELS = {
    "easy": BotLevel("easy", 2.0, 4, sees_transformations=False, failures=0.10, uses_tactics=False),
    "normal": BotLevel("normal", 1.0, None, sees_transformations=True, failures=0.03, uses_tactics=False),
    "hard": BotLevel("hard", 0.5, None, sees_transformations=True, failures=0.0, uses_tactics=True),
}
LEVEL_INFOS = tuple(LevelInfo(number, name) for number, name in enumerate(LEVELS, 1))

SPREAD = 0.6
"""The standard deviation of the logarithm of a bot's time to think."""
TIME_TO_START: Millis = 5_000
TIME_PER_CROSSING: Millis = 5_000
EARLIEST: Millis = 1_200
"""No bot claims sooner, because no person can; rated play refuses people's claims that come sooner."""
MIN_PATIENCE: Millis = 45_000
MAX_PATIENCE: Millis = 90_000
"""A bot that finds no route raises its hand between these two times."""
STEP_TIME: Millis = 900
"""Between two steps of a proof."""
CHOOSING_TIME: Millis = 4_000
RANDOM_EARLIEST: Millis = 15_000
RANDOM_LATEST: Millis = 60_000
"""A random player claims between these two times; a failed claim interrupts everybody, so it does not hurry."""
RANDOM_HAND = 0.1
"""How often a random player raises its hand instead of claiming."""


class BoooBot:
    """A player of one level."""

    def __init__(self, level: BotLevel) -> None:
        self.level = level

    def choose(self, position: "BoooPosition", seat: Seat, seed: int, budget_ms: int) -> Planned | None:
        """What it does next and when, if nothing else happens before; ``None`` when it only waits."""
        return planned(position.state, next_event(position.rules, position.state, seat, self.level, seed))


class RandomBot:
    """Claims a random colour after a random time, then shows random steps."""

    def choose(self, position: "BoooPosition", seat: Seat, seed: int, budget_ms: int) -> Planned | None:
        """What it does next and when, if nothing else happens before; ``None`` when it only waits."""
        return planned(position.state, next_random_event(position.rules, position.state, seat, seed))


def planned(state: State, event: Event | None) -> Planned | None:
    """The event as a host wants it; a claim says how long after the start of its search it comes."""
    if event is None:
        return None
    assert event.game_ms is not None
    return Planned(event.text, event.game_ms, event.game_ms - state.since if event.text.startswith("claim") else None)


# What a bot sees and wants -------------------------------------------------------------------------------------------------


class Route(NamedTuple):
    """A route that a bot has found."""

    crossings: int
    """How many walls it crosses."""
    uses: int
    """How many transformations it uses."""
    first: int
    """The colour it begins with, which is the one that is claimed."""
    steps: tuple[int, ...]
    """As numbers: see ``proof.step_of``."""
    token: int
    """The wall token it wins; ``ANY`` for none."""
    aside: bool = False
    """Whether it begins away from the visitor: eyes look towards it first."""


class Intent(NamedTuple):
    """What a bot is going to do in a search if nobody is faster."""

    after: Millis
    """Since the search began."""
    route: Route | None
    """``None``: raise a hand."""
    forgets: bool = False


def intent(rules: RaceRules, state: State, seat: Seat, level: BotLevel, seed: int) -> Intent:
    """H39. The random numbers depend on seed, seat and search alone."""
    rng = SplitMix64(seed, Stream.BOTS, seat, state.round, state.attempt)
    pace, patience, luck = rng.lognormal(SPREAD), rng.uniform(), rng.uniform()
    route = choose_route(state, seat, level, visible_routes(rules.problem(state, seat), level))
    if route is None:
        wait = MIN_PATIENCE + patience * (MAX_PATIENCE - MIN_PATIENCE)
        return Intent(round(level.slowness * wait), None)
    thinking_time = level.slowness * (TIME_TO_START + TIME_PER_CROSSING * route.crossings) * pace
    return Intent(max(EARLIEST, round(thinking_time)), route, luck < level.failures)


def visible_routes(problem: RouteProblem, level: BotLevel) -> list[Route]:
    """The best route of each first colour, as far as this level sees."""
    visible = problem if level.sees_transformations else problem._replace(transformations=0)
    routes = []
    for first in range(constants.COLOURS):
        best = visible.best_route(first)
        if best is not None and (level.max_crossings is None or best[0] <= level.max_crossings):
            crossings, uses, colour, steps = best
            aside = begins_aside(problem, steps[0])
            routes.append(Route(crossings, uses, colour, tuple(steps), last_wall(colour, steps), aside))
    return routes


def begins_aside(problem: RouteProblem, first_step: int) -> bool:
    """Whether the first wall is on a side of the ghost that does not face the visitor."""
    if first_step >= constants.PASSAGE:
        return True
    castle = problem.castle
    ghost, visitor = (divmod(castle.cells[room], castle.columns) for room in (problem.ghost, problem.visitor))
    wall = wall_of(castle, first_step)
    towards = sum(
        (one[axis] + other[axis] - 2 * ghost[axis]) * (visitor[axis] - ghost[axis])
        for one, other in [wall]
        for axis in range(2)
    )
    return towards <= 0


def last_wall(first: int, steps: Sequence[int]) -> int:
    """The colour of the last wall a route crosses."""
    colour, token = first, constants.ANY
    for step in steps:
        if step >= constants.CHANGE:
            colour = step - constants.CHANGE
        elif step < constants.PASSAGE:
            token = colour
    return token


def choose_route(state: State, seat: Seat, level: BotLevel, routes: list[Route]) -> Route | None:
    """The shortest, and among equals one where the eye looks first; with tactics first one that wins, then one that robs a
    player with three walls, then the leader."""
    by_length = sorted(routes, key=lambda route: (route.crossings, route.uses, route.aside, route.first))
    if not by_length or not level.uses_tactics:
        return by_length[0] if by_length else None
    own = state.players[seat]
    if len(own.visitors) + 1 >= VISITORS_TO_WIN:
        return by_length[0]
    with_token = [route for route in by_length if route.token != constants.ANY]
    if with_token and len(own.walls) + 1 >= WALLS_TO_WIN:
        return with_token[0]
    for tokens in tokens_to_rob(state, seat):
        robbing = [route for route in with_token if COLOURS[route.token] in tokens]
        if robbing:
            return robbing[0]
    return by_length[0]


def tokens_to_rob(state: State, seat: Seat) -> tuple[str, str]:
    """The wall tokens of players who need one more to win, and those of the leaders."""
    others = [player for other, player in enumerate(state.players) if other != seat]
    highest = max((player.total for player in others), default=0)
    threats = "".join(player.walls for player in others if len(player.walls) == WALLS_TO_WIN - 1)
    leaders = "".join(player.walls for player in others if player.total == highest)
    return threats, leaders


# Events --------------------------------------------------------------------------------------------------------------------


def next_event(rules: RaceRules, state: State, seat: Seat, level: BotLevel, seed: int) -> Event | None:
    """What a bot of this level does next and when, if nothing else happens before; ``None`` when it only waits."""
    match state.phase:
        case Phase.SEARCH:
            return search_event(rules, state, seat, intent(rules, state, seat, level, seed))
        case Phase.PROOF if state.claimant == seat:
            return proof_event(rules, state, seat, intent(rules, state, seat, level, seed))
        case Phase.CHOOSING if state.first == seat:
            return choosing_event(state, seat, seed)
    return None


def choosing_event(state: State, seat: Seat, seed: int) -> Event:
    """Q2: any room of the central section and any number."""
    rng = SplitMix64(seed, Stream.BOTS, seat)
    room, number = rng.choice(CENTRE), 1 + rng.below(NUMBERS)
    return Event(seat, f"choose {room} {number}", state.since + CHOOSING_TIME)


def search_event(rules: RaceRules, state: State, seat: Seat, plan: Intent) -> Event | None:
    """A claim, or a raised hand; both name the search (H30)."""
    if plan.route is None:
        return hand_event(state, seat, plan.after)
    return claim_event(rules, state, seat, plan.route.first, plan.after)


def hand_event(state: State, seat: Seat, after: Millis) -> Event | None:
    """Raise the hand, unless it is up or the player is out."""
    player = state.players[seat]
    if player.out or player.hand:
        return None
    return Event(seat, f"hand up {state.search}", max(state.since + after, state.now))


def claim_event(rules: RaceRules, state: State, seat: Seat, colour: int, after: Millis) -> Event | None:
    """Claim as soon as it is allowed, but not before the bot has thought; nothing when the player is out."""
    player = state.players[seat]
    if player.out:
        return None
    wait = max(1000 * handicaps(rules.options, len(state.players))[seat], int(rules.options["earliest_claim"]))
    game_ms = max(state.since + after, state.now, player.cooldown_until, state.since + wait)
    return Event(seat, f"claim {state.search} {COLOURS[colour]}", game_ms)


def proof_event(rules: RaceRules, state: State, seat: Seat, plan: Intent) -> Event:
    """The next step of the route; one that is remembered wrongly ends at the wrong side of the visitor's room."""
    game_ms = max(state.last_step_at + STEP_TIME, state.now)
    done = len(state.steps)
    if plan.route is None or done >= len(plan.route.steps):
        return Event(seat, "forget", game_ms)
    if plan.forgets and done == len(plan.route.steps) - 1:
        return Event(seat, wrong_wall(rules, state, seat), game_ms)
    return Event(seat, write_step(step_of(rules.setup.castle, plan.route.steps[done])), game_ms)


def wrong_wall(rules: RaceRules, state: State, seat: Seat) -> str:
    """A side of the visitor's room in another colour than the ghost has now."""
    assert state.visitor is not None
    colour = COLOURS[proof_state(rules, state).colour]
    sides = zip("nesw", rules.setup.castle.sides(state.visitor), strict=True)
    return next((f"wall {ROOMS[state.visitor]}{side}" for side, letter in sides if letter != colour), "forget")


# The random player -----------------------------------------------------------------------------------------------------------


def next_random_event(rules: RaceRules, state: State, seat: Seat, seed: int) -> Event | None:
    """What a random player does next and when; ``None`` when it only waits."""
    rng = SplitMix64(seed, Stream.BOTS, seat, state.round, state.attempt, len(state.steps))
    match state.phase:
        case Phase.SEARCH:
            return random_search_event(rules, state, seat, rng)
        case Phase.PROOF if state.claimant == seat:
            steps = legal_steps(rules, state, seat)
            text = write_step(rng.choice(steps)) if steps else "forget"
            return Event(seat, text, max(state.last_step_at + STEP_TIME, state.now))
        case Phase.CHOOSING if state.first == seat:
            return choosing_event(state, seat, seed)
    return None


def random_search_event(rules: RaceRules, state: State, seat: Seat, rng: SplitMix64) -> Event | None:
    """A claim in any colour that is not banned; now and then a raised hand."""
    after = RANDOM_EARLIEST + rng.below(RANDOM_LATEST - RANDOM_EARLIEST)
    if rng.uniform() < RANDOM_HAND:
        return hand_event(state, seat, after)
    colours = [colour for colour in range(constants.COLOURS) if state.players[seat].colours >> colour & 1]
    return claim_event(rules, state, seat, rng.choice(colours), after)


def legal_steps(rules: RaceRules, state: State, seat: Seat) -> list[ProofStep]:
    """Every step that the checker accepts now."""
    problem, progress = rules.problem(state, seat), proof_state(rules, state)
    numbers = [
        *range(2 * problem.castle.graph.cells),
        *range(constants.PASSAGE, constants.PASSAGE + len(ROOMS)),
        *range(constants.CHANGE, constants.CHANGE + constants.COLOURS),
    ]
    return [
        step for step in (step_of(problem.castle, number) for number in numbers) if is_legal(problem, progress, step)
    ]


# Whole games -----------------------------------------------------------------------------------------------------------------


def next_of_all(rules: RaceRules, state: State, levels: Sequence[BotLevel], seed: int) -> Event:
    """What happens next when every seat is a bot."""
    timer = next_timer(rules, state)
    events = [Event(None, "time", timer)] if timer is not None else []
    events += [
        event for seat, level in enumerate(levels) if (event := next_event(rules, state, seat, level, seed)) is not None
    ]
    return min(events, key=lambda event: (event.game_ms, event.seat is not None, event.seat))


def play_out(rules: RaceRules, state: State, levels: Sequence[BotLevel], seed: int) -> list[Event]:
    """A whole game of bots as its events."""
    events = []
    while state.phase != Phase.OVER:
        event = next_of_all(rules, state, levels, seed)
        state = apply(rules, state, event).state
        events.append(event)
    return events
