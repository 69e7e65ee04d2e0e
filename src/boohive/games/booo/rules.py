"""The race as a fold of timed events: pure functions from a state and an event to the next state and its effects.

The order is that of the rules: set-up, round, claim and proof, no route, end; the clock comes last. Time is only ever
the time of an event, and chance only the seed among the options.
"""

from collections.abc import Callable
from typing import NamedTuple

from boohive.core.errors import IllegalMove
from boohive.core.game import Effect, Event, Millis, Outcome, Seat
from boohive.core.options import Options
from boohive.games.booo import codes
from boohive.games.booo.castle import COLOUR_NAMES, COLOURS, ROOMS
from boohive.games.booo.hints import HINT_COST, HINTS, hint
from boohive.games.booo.notation import (
    Act,
    Arrives,
    Away,
    Back,
    Choose,
    Claim,
    Forget,
    Hand,
    Hint,
    Step,
    Time,
    Undo,
    read_event,
    write_cell,
)
from boohive.games.booo.options import handicaps, has_umpire
from boohive.games.booo.proof import (
    Change,
    Passage,
    ProofStep,
    Stand,
    Task,
    Wall,
    WrongStep,
    begin,
    has_arrived,
    is_in,
    take,
)
from boohive.games.booo.routes import solve
from boohive.games.booo.setup import Setup, pile_of
from boohive.games.booo.state import ABSENT_AFTER, Phase, Player, State

__all__ = ["Race", "Told", "due_at", "fold", "outcome_of", "start"]

WALLS_TO_WIN = 4
VISITORS_TO_WIN = 5
UMPIRE_LOOKS_AFTER: Millis = 20_000
COOL_DOWN: Millis = 5_000
LONGEST_COOL_DOWN: Millis = 20_000
REVEAL_LEAD: Millis = 300
"""Between announcing a visitor and showing it, unless the one who announces says otherwise."""
TIME_TO_CHOOSE: Millis = 30_000
SOLO_WALLS = 2
"""A player alone keeps the last two wall tokens, so that one pile can be played to its end."""

SECOND: Millis = 1_000


class Race(NamedTuple):
    """What stays the same during a game."""

    setup: Setup
    options: Options

    @property
    def pile(self) -> int:
        """H7: how many visitors there are."""
        return pile_of(int(self.options["players"]))

    @property
    def is_solo(self) -> bool:
        """H40: a time trial."""
        return self.options["players"] == 1

    @property
    def pause(self) -> Millis:
        """H34."""
        return SECOND * int(self.options["pause"])

    def task(self, state: State, seat: Seat) -> Task:
        """What this player's route has to do and may use."""
        assert state.visitor is not None
        colours = state.players[seat].colours
        return Task(
            self.setup.castle, state.ghost, state.visitor, colours, self.setup.passage_set, self.setup.change_set
        )

    def has_route(self, state: State, seat: Seat) -> bool:
        """Whether the solver finds a route for this player."""
        task = self.task(state, seat)
        return solve(task.castle.plan, *task[1:]) is not None


class Told(NamedTuple):
    """A state and what happened on the way to it."""

    state: State
    effects: tuple[Effect, ...] = ()

    def then(self, state: State, *effects: Effect) -> "Told":
        """Go on from here."""
        return Told(state, (*self.effects, *effects))

    def preceded(self, *effects: Effect) -> "Told":
        """The same with something that came before."""
        return Told(self.state, (*effects, *self.effects))

    def follow(self, more: "Told") -> "Told":
        """What came next."""
        return Told(more.state, (*self.effects, *more.effects))


# Set-up --------------------------------------------------------------------------------------------------------------------


def start(race: Race) -> State:
    """Everything in its place, the first visitor not yet announced."""
    setup, options = race.setup, race.options
    players = (Player(),) * int(options["players"])
    handicaps(options)  # an impossible one is refused at set-up
    state = State(Phase.BETWEEN, players, setup.first_player, setup.ghost, setup.number, until=race.pause)
    return state._replace(phase=Phase.CHOOSING, until=TIME_TO_CHOOSE) if first_player_chooses(options) else state


def first_player_chooses(options: Options) -> bool:
    """Q2: the host may let the first player choose what is drawn."""
    return options["chooser"] == "first_player" and (options["ghost"] == "drawn" or options["number"] == 0)


def choose(race: Race, state: State, seat: Seat, act: Choose) -> Told:
    """The first player names the ghost's room and the number."""
    if state.phase != Phase.CHOOSING or seat != state.first:
        raise IllegalMove("ghost room and number are chosen by the first player before the first visitor")
    ghost = state.ghost if race.options["ghost"] != "drawn" else act.ghost
    number = state.number if race.options["number"] else act.number
    chosen = state._replace(ghost=ghost, number=number)
    return Told(between_rounds(race, chosen), (Effect("chosen", seat, "ghost", end=ROOMS[ghost]),))


# Round ---------------------------------------------------------------------------------------------------------------------


def between_rounds(race: Race, state: State) -> State:
    """Wait for the next visitor; whoever was out or resting may search again."""
    players = tuple(player._replace(hand=False, fails=0, rest=0, out=False) for player in state.players)
    return state._replace(
        phase=Phase.BETWEEN,
        players=players,
        since=state.now,
        until=state.now + race.pause,
        visitor=None,
        claimant=None,
        colour=codes.ANY,
        steps=(),
        attempt=0,
        hints=0,
    )


def announce(race: Race, state: State, show_at: Millis) -> Told:
    """H9: the top visitor is taken; nobody sees where it goes before ``show_at``."""
    number = state.round + 1
    visitor = place_of(race, state, number)
    arriving = state._replace(
        phase=Phase.ARRIVING, round=number, attempt=1, visitor=visitor, since=state.now, until=show_at
    )
    return Told(arriving, (Effect("arriving", piece=f"visitor {number}", note=f"shown at {show_at}"),))


def place_of(race: Race, state: State, number: int) -> int:
    """The room under the chosen number; Q3: in an imported deck the next number, when the ghost is already there."""
    rooms = race.setup.deck[number - 1]
    for turn in range(len(rooms)):
        room = race.setup.castle.room(rooms[(state.number - 1 + turn) % len(rooms)])
        if room != state.ghost:
            return room
    raise AssertionError("a visitor with four equal rooms is refused at set-up")


def open_search(state: State) -> State:
    """H11: everybody searches from this moment on."""
    searching = state._replace(
        phase=Phase.SEARCH, since=state.now, claimant=None, colour=codes.ANY, steps=(), looked=False
    )
    return searching.hands_down()


def reveal(state: State) -> Told:
    """The visitor appears to all at once."""
    assert state.visitor is not None
    shown = Effect("appeared", piece=f"visitor {state.round}", end=ROOMS[state.visitor])
    return Told(open_search(state), (shown, Effect("search", note=state.search)))


# Claim and proof -------------------------------------------------------------------------------------------------------------


def claim(race: Race, state: State, seat: Seat, act: Claim) -> Told:
    """H17: the first to claim names the first colour, and the search stops for everybody."""
    check_claim(race, state, seat, act)
    letter = COLOURS[act.colour]
    named = Told(state.with_player(seat, hand=False), (Effect("claimed", seat, letter, note=state.search),))
    if state.players[seat].colours >> act.colour & 1:
        proof = stopped(named.state)._replace(phase=Phase.PROOF, claimant=seat, colour=act.colour, steps=())
        return Told(proof, named.effects)
    reason = f"{COLOUR_NAMES[act.colour]} is banned for this player"
    if race.options["banned_claim"] == "refused":
        return named.follow(refuse_banned(race, named.state, seat, reason))
    return named.follow(fail(race, stopped(named.state)._replace(claimant=seat), reason))


def stopped(state: State) -> State:
    """The clocks at the moment a search stops."""
    searched = state.searched + state.now - state.since
    return state._replace(searched=searched, since=state.now, stepped=state.now)


def check_claim(race: Race, state: State, seat: Seat, act: Claim) -> None:
    """Claims that do not count are refused, without any penalty."""
    player = state.players[seat]
    if state.phase == Phase.PROOF:
        raise IllegalMove("another claim is being proved; wait until it is decided")
    if state.phase != Phase.SEARCH or act.search != state.search:
        raise IllegalMove(f"that search is over; claims for search {state.search} count once it is open")
    if player.out:
        raise IllegalMove("a failed claim keeps you out until the next visitor")
    if player.rest > state.now:
        raise IllegalMove(f"a failed claim costs a cool-down; claim again in {tenths(player.rest - state.now)} s")
    elapsed = state.now - state.since
    if elapsed < int(race.options["earliest_claim"]):
        raise IllegalMove(f"nobody finds a route that fast; claims count from {race.options['earliest_claim']} ms on")
    wait = SECOND * handicaps(race.options)[seat]
    if elapsed < wait:
        raise IllegalMove(f"your handicap is {wait // SECOND} s; claim again in {tenths(wait - elapsed)} s")


def tenths(time: Millis) -> str:
    """Seconds with one digit."""
    return f"{time / SECOND:.1f}"


def refuse_banned(race: Race, state: State, seat: Seat, reason: str) -> Told:
    """H32, online: refused at once for this player alone, the others search on."""
    told = penalise(race, state, seat, state.now).preceded(Effect("refused", seat, note=reason))
    return told if told.state.phase == Phase.OVER else told.follow(vote(race, told.state))


def stand_of(race: Race, state: State) -> Stand:
    """Where the proof has come to."""
    assert state.claimant is not None
    task = race.task(state, state.claimant)
    stand = begin(task, state.colour)
    for step in state.steps:
        stand = take(task, stand, step)
    return stand


def check_proof(state: State, seat: Seat) -> None:
    """Only the claimant shows a route."""
    if state.phase != Phase.PROOF:
        raise IllegalMove("there is nothing to prove; claim first, such as 'claim 1.1 W'")
    if seat != state.claimant:
        raise IllegalMove(f"player {(state.claimant or 0) + 1} is proving; wait until it is decided")


def prove(race: Race, state: State, seat: Seat, act: Step) -> Told:
    """H18: one step of the proof; the first wrong one ends it."""
    check_proof(state, seat)
    task = race.task(state, seat)
    before = stand_of(race, state)
    try:
        stand = take(task, before, act.step)
    except WrongStep as wrong:
        return fail(race, state, str(wrong))
    shown = Told(
        state._replace(steps=(*state.steps, act.step), stepped=state.now), (step_effect(task, seat, before, act.step),)
    )
    return shown.follow(succeed(race, shown.state, stand)) if has_arrived(task, stand) else shown


def step_effect(task: Task, seat: Seat, before: Stand, step: ProofStep) -> Effect:
    """A step for everybody to see; a wall from the side the ghost comes from."""
    match step:
        case Wall(one, other):
            near, far = (one, other) if is_in(task, before, one) else (other, one)
            return Effect("crossed", seat, COLOURS[before.colour], write_cell(near), write_cell(far))
        case Passage(room):
            return Effect("passage", seat, "ghost", end=ROOMS[room])
        case Change(colour):
            return Effect("changed", seat, COLOURS[colour], note=f"from {COLOURS[before.colour]}")


def undo(race: Race, state: State, seat: Seat, act: Undo) -> Told:
    """H18: a step back ends a strict proof; a relaxed one goes on."""
    check_proof(state, seat)
    if race.options["proof"] == "strict":
        return fail(race, state, "a step was taken back")
    if not state.steps:
        raise IllegalMove("there is no step to take back")
    return Told(state._replace(steps=state.steps[:-1], stepped=state.now), (Effect("undone", seat),))


def forget(race: Race, state: State, seat: Seat, act: Forget) -> Told:
    """H21: the claimant does not remember the route."""
    check_proof(state, seat)
    return fail(race, state, "the route is forgotten")


def succeed(race: Race, state: State, stand: Stand) -> Told:
    """H20: the ghost scares the visitor; the player takes it, and the wall token of the last wall crossed."""
    seat = state.claimant
    assert seat is not None
    assert state.visitor is not None
    start_room, room = ROOMS[state.ghost], ROOMS[state.visitor]
    player = state.players[seat]
    state = state._replace(ghost=state.visitor).with_player(
        seat, visitors=(*player.visitors, state.round), took=state.round
    )
    told = Told(
        state,
        (
            Effect("moved", piece="ghost", start=start_room, end=room),
            Effect("scared", seat, f"visitor {state.round}", room),
        ),
    )
    if stand.token != codes.ANY:  # Q7: no wall, no wall token
        told = told.follow(take_wall(race, told.state, seat, COLOURS[stand.token]))
    end = winner_by_tokens(race, told.state)
    return told.follow(finish(told.state, *end)) if end else told.follow(next_round(race, told.state))


def take_wall(race: Race, state: State, seat: Seat, letter: str) -> Told:
    """From the reserve, or from the player who has it, whose ban ends at once."""
    holder = next((other for other, player in enumerate(state.players) if letter in player.walls), None)
    source = "reserve"
    if holder is not None:
        source = f"player {holder + 1}"
        state = state.with_player(holder, walls=state.players[holder].walls.replace(letter, ""))
    walls = state.players[seat].walls + letter
    effects = [Effect("took", seat, f"{COLOUR_NAMES[COLOURS.index(letter)]} wall", source)]
    if race.is_solo and len(walls) > SOLO_WALLS:
        effects.append(Effect("returned", seat, f"{COLOUR_NAMES[COLOURS.index(walls[0])]} wall", end="reserve"))
        walls = walls[1:]
    return Told(state.with_player(seat, walls=walls), tuple(effects))


def fail(race: Race, state: State, reason: str) -> Told:
    """H21: nothing moves, and the search starts again for all after a pause (H34)."""
    seat = state.claimant
    assert seat is not None
    again = state.now + race.pause
    state = state._replace(
        phase=Phase.PAUSE,
        since=state.now,
        until=again,
        claimant=None,
        colour=codes.ANY,
        steps=(),
        attempt=state.attempt + 1,
    ).hands_down()
    told = Told(state, (Effect("failed", seat, note=reason),)).follow(penalise(race, state, seat, again))
    if told.state.phase == Phase.OVER or someone_may_search(told.state):
        return told
    return told.follow(no_route(race, told.state, "everybody is out"))


def penalise(race: Race, state: State, seat: Seat, again: Millis) -> Told:
    """Q10: what a failed claim costs; a cool-down counts from the moment the search is open again."""
    player = state.players[seat]
    state = state.with_player(seat, fails=player.fails + 1)
    match race.options["penalty"]:
        case "cooldown":
            rest = min(COOL_DOWN * 2**player.fails, LONGEST_COOL_DOWN)
            effect = Effect("resting", seat, note=f"{rest // SECOND} s")
            return Told(state.with_player(seat, rest=again + rest), (effect,))
        case "out":
            return Told(state.with_player(seat, out=True), (Effect("out", seat),))
        case "give" if player.visitors and len(state.players) > 1:
            return give(race, state, seat)
    return Told(state)


def give(race: Race, state: State, seat: Seat) -> Told:
    """The last visitor goes to the poorest other player, the next one clockwise among equals."""
    others = [(seat + step) % len(state.players) for step in range(1, len(state.players))]
    poorest = min(others, key=lambda other: state.players[other].total)
    *kept, given = state.players[seat].visitors
    state = state.with_player(seat, visitors=tuple(kept))
    state = state.with_player(poorest, visitors=(*state.players[poorest].visitors, given))
    told = Told(state, (Effect("gave", seat, f"visitor {given}", f"player {seat + 1}", f"player {poorest + 1}"),))
    end = winner_by_tokens(race, state)
    return told.follow(finish(state, *end)) if end else told


def next_round(race: Race, state: State) -> Told:
    """H22: first player passes clockwise; H25: or the pile is empty."""
    if state.round == race.pile:
        return finish(state, *winner_by_sum(race, state))
    first = (state.first + 1) % len(state.players)
    return Told(between_rounds(race, state._replace(first=first)))


# No route --------------------------------------------------------------------------------------------------------------------


def hand(race: Race, state: State, seat: Seat, act: Hand) -> Told:
    """H23: a player who sees no route raises a hand; Q11: and may lower it again."""
    if state.phase == Phase.PROOF:
        raise IllegalMove("a claim is being proved; it is decided before any vote")
    if state.phase != Phase.SEARCH or (act.search is not None and act.search != state.search):
        raise IllegalMove(f"that search is over; hands count in search {state.search} once it is open")
    if state.players[seat].out:
        raise IllegalMove("a failed claim keeps you out until the next visitor")
    if state.players[seat].hand == act.up:
        raise IllegalMove(f"your hand is {'up' if act.up else 'down'} already")
    raised = Told(state.with_player(seat, hand=act.up), (Effect("hand", seat, note="up" if act.up else "down"),))
    return raised.follow(vote(race, raised.state))


def those_who_count(state: State) -> list[Player]:
    """The players that "more than half" is counted over: present and not out."""
    return [player for player in state.players if not player.out and not player.is_absent(state.now)]


def someone_may_search(state: State) -> bool:
    """Whether anybody is left who is not out; with everybody away, a search waits for them."""
    return bool(those_who_count(state)) or all(not player.out for player in state.players)


def vote(race: Race, state: State) -> Told:
    """H23: more than half."""
    if state.phase != Phase.SEARCH:
        return Told(state)
    if not someone_may_search(state):
        return no_route(race, state, "everybody is out")
    count = those_who_count(state)
    if 2 * sum(player.hand for player in count) > len(count):
        return no_route(race, state, "more than half of the players see no route")
    return Told(state)


def no_route(race: Race, state: State, reason: str) -> Told:
    """H23: the visitor is discarded and the ghost takes its room (Q13)."""
    visitor = state.visitor
    assert visitor is not None
    start_room, room = ROOMS[state.ghost], ROOMS[visitor]
    if state.phase == Phase.SEARCH:
        state = state._replace(searched=state.searched + state.now - state.since)
    state = state._replace(ghost=visitor, discarded=(*state.discarded, state.round))
    told = Told(
        state,
        (
            Effect("discarded", piece=f"visitor {state.round}", start=room, note=reason),
            Effect("moved", piece="ghost", start=start_room, end=room),
        ),
    )
    return told.follow(next_round(race, state))


# End -------------------------------------------------------------------------------------------------------------------------

ENDS = {
    "walls": "four wall tokens",
    "visitors": "five visitors",
    "sum": "most visitors and wall tokens",
    "latest": "the latest visitor among those with most visitors and wall tokens",
    "shared": "nobody took a visitor: a shared victory",
    "trial": "the pile is played",
}


def winner_by_tokens(race: Race, state: State) -> tuple[str, Seat] | None:
    """H24: four wall tokens, then five visitors; a time trial goes on to the end of the pile."""
    if race.is_solo:
        return None
    for seat, player in enumerate(state.players):
        if len(player.walls) >= WALLS_TO_WIN:
            return "walls", seat
    for seat, player in enumerate(state.players):
        if len(player.visitors) >= VISITORS_TO_WIN:
            return "visitors", seat
    return None


def winner_by_sum(race: Race, state: State) -> tuple[str, Seat | None]:
    """H25, H26: the highest sum; among equals whoever took a visitor last; Q14: else a shared victory."""
    if race.is_solo:
        return "trial", 0
    most = max(player.total for player in state.players)
    best = [seat for seat, player in enumerate(state.players) if player.total == most]
    if len(best) == 1:
        return "sum", best[0]
    latest = max(best, key=lambda seat: state.players[seat].took)
    return ("latest", latest) if state.players[latest].took else ("shared", None)


def finish(state: State, end: str, winner: Seat | None) -> Told:
    """The game is over."""
    over = state.hands_down()._replace(
        phase=Phase.OVER,
        since=state.now,
        end=end,
        winner=winner,
        visitor=None,
        claimant=None,
        colour=codes.ANY,
        steps=(),
    )
    outcome = outcome_of(over)
    assert outcome is not None
    return Told(over, (Effect("drawn" if winner is None else "won", winner, note=outcome.reason),))


def outcome_of(state: State) -> Outcome | None:
    """How the game ended."""
    if state.phase != Phase.OVER:
        return None
    if state.end == "trial":
        found = len(state.players[0].visitors)
        return Outcome(0, f"{found} of {state.round} visitors found in {tenths(state.searched)} s of searching")
    return Outcome(state.winner, ENDS[state.end])


# Coming and going, hints -------------------------------------------------------------------------------------------------------


def away(race: Race, state: State, seat: Seat, act: Away) -> Told:
    """H37: the connection is lost; a running proof keeps its clock."""
    if state.players[seat].away is not None:
        raise IllegalMove("this seat is away already")
    return Told(state.with_player(seat, away=state.now), (Effect("away", seat),))


def back(race: Race, state: State, seat: Seat, act: Back) -> Told:
    """H37: and may come back."""
    if state.players[seat].away is None:
        raise IllegalMove("this seat is not away")
    return Told(state.with_player(seat, away=None), (Effect("back", seat),))


def ask_hint(race: Race, state: State, seat: Seat, act: Hint) -> Told:
    """H40: the next rung of the hint ladder, for a player alone; each costs time."""
    if not race.is_solo:
        raise IllegalMove("hints are for a player alone")
    if state.phase != Phase.SEARCH:
        raise IllegalMove("hints are given while you search")
    if state.hints == HINTS:
        raise IllegalMove("there are no more hints for this visitor; raise your hand to give it up")
    told = hint(race.task(state, seat), state.hints)
    later = state._replace(hints=state.hints + 1, searched=state.searched + HINT_COST)
    return Told(later, (Effect("hint", seat, note=told),))


# The clock ---------------------------------------------------------------------------------------------------------------------


def due_at(race: Race, state: State) -> Millis | None:
    """When the game itself acts next."""
    match state.phase:
        case Phase.OVER:
            return None
        case Phase.PROOF:
            return proof_deadline(race, state)
        case Phase.SEARCH:
            return min(search_deadlines(race, state), default=None)
        case _:
            return state.until


def proof_deadline(race: Race, state: State) -> Millis:
    """H33: time for the first step, between two steps, and in all; twice as much when relaxed."""
    slow = 2 if race.options["proof"] == "relaxed" else 1
    gap = int(race.options["step_gap" if state.steps or state.stepped > state.since else "first_step"])
    return min(state.stepped + slow * SECOND * gap, state.since + slow * SECOND * int(race.options["proof_time"]))


def search_deadlines(race: Race, state: State) -> list[Millis]:
    """H35, H36, H37. The umpire's look is due whether or not there is a route, so that its time tells nothing."""
    found = [player.away + ABSENT_AFTER for player in state.players if player.away is not None]
    found = [time for time in found if time > state.now]
    if race.options["search_limit"]:
        found.append(state.since + SECOND * int(race.options["search_limit"]))
    if has_umpire(race.options) and not state.looked:
        found.append(state.since + UMPIRE_LOOKS_AFTER)
    return found


def tick(race: Race, state: State, now: Millis) -> Told:
    """What the clock does at ``due_at``."""
    state = state._replace(now=now)
    match state.phase:
        case Phase.CHOOSING:
            return Told(between_rounds(race, state))
        case Phase.BETWEEN:
            return announce(race, state, now + REVEAL_LEAD)
        case Phase.ARRIVING:
            return reveal(state)
        case Phase.PAUSE:
            return Told(open_search(state), (Effect("search", note=state.search),))
        case Phase.PROOF:
            return fail(race, state, "the time is up")
        case _:
            return tick_search(race, state)


def tick_search(race: Race, state: State) -> Told:
    """The umpire, the limit, or somebody who has been away too long."""
    limit = SECOND * int(race.options["search_limit"])
    if limit and state.now >= state.since + limit:
        return no_route(race, state, "nobody found a route in time")
    if has_umpire(race.options) and not state.looked and state.now >= state.since + UMPIRE_LOOKS_AFTER:
        state = state._replace(looked=True)
        if not any(race.has_route(state, seat) for seat in range(len(state.players))):
            return no_route(race, state, "the umpire: nobody has a route")
    return vote(race, state)


def advance(race: Race, state: State, to: Millis) -> Told:
    """Let the clock do everything that is due up to a time."""
    told = Told(state)
    while (due := due_at(race, told.state)) is not None and due <= to:
        told = told.follow(tick(race, told.state, due))
    return told


# Events ------------------------------------------------------------------------------------------------------------------------

RULES: dict[type, Callable[..., Told]] = {
    Choose: choose,
    Claim: claim,
    Step: prove,
    Undo: undo,
    Forget: forget,
    Hand: hand,
    Away: away,
    Back: back,
    Hint: ask_hint,
}
"""What a seat may do, and the rule for it."""


def fold(race: Race, state: State, event: Event) -> Told:
    """The next state. What is due before the event happens first, so it does not matter who wrote the clock's events."""
    act = read_event(event.text)
    if state.phase == Phase.OVER:
        raise IllegalMove("the game is over; start a new one")
    at = event_time(race, state, event, act)
    if isinstance(act, Time | Arrives):
        if event.seat is not None:
            raise IllegalMove(f"{event.text!r} is not for a player to do; it just happens")
        return clock_event(race, state, act, at)
    if event.seat is None or not 0 <= event.seat < len(state.players):
        raise IllegalMove(f"there is no seat {event.seat}; the seats are 0 to {len(state.players) - 1}")
    told = advance(race, state, at)
    if told.state.phase == Phase.OVER:
        raise IllegalMove("the game is over by now; start a new one")
    return told.follow(RULES[type(act)](race, told.state._replace(now=at), event.seat, act))


def event_time(race: Race, state: State, event: Event, act: Act) -> Millis:
    """When it happens; an event without a time happens now, the clock's at the moment that is due."""
    if event.at is None:
        due = due_at(race, state) if isinstance(act, Time) else None
        return state.now if due is None else due
    if event.at < state.now:
        raise IllegalMove(f"the game is at {state.now} ms already; an event cannot happen at {event.at} ms")
    return event.at


def clock_event(race: Race, state: State, act: Time | Arrives, at: Millis) -> Told:
    """The clock moved on, or a visitor is announced."""
    if isinstance(act, Time):
        told = advance(race, state, at)
        return told.then(told.state._replace(now=at)) if told.state.phase != Phase.OVER else told
    told = advance(race, state, at - 1)  # what is due at this very moment is the announcement itself
    if told.state.phase != Phase.BETWEEN:
        raise IllegalMove("the next visitor is announced between two rounds")
    if act.show_at < at:
        raise IllegalMove(f"a visitor announced at {at} ms cannot be shown at {act.show_at} ms; name a later time")
    return told.follow(announce(race, told.state._replace(now=at), act.show_at))
