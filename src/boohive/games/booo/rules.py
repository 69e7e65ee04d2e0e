"""The rules of the race: pure functions from a state and an event to the next state and its effects.

Time is only ever the time of an event, and random is only what the seed among the options decides. The rules stand by
subject, in the rulebook's order:

==============  ===========================================================
``phases``      set-up, rounds, searches
``claiming``    claims and what a failed one costs
``proving``     the proof and what it wins
``votes``       raised hands
``ending``      who wins
``clock``       what happens when time passes
==============  ===========================================================
"""

from collections.abc import Callable

from boohive.core.errors import IllegalMove
from boohive.core.game import Effect, Event, Millis, Seat
from boohive.games.booo import refusals
from boohive.games.booo.claiming import call, claim
from boohive.games.booo.clock import advance, next_timer
from boohive.games.booo.hints import HINT_COST, HINTS, hint
from boohive.games.booo.notation import (
    ArrivalEvent,
    AwayEvent,
    BackEvent,
    CallEvent,
    ChooseEvent,
    ClaimEvent,
    ForgetEvent,
    HandEvent,
    HintEvent,
    JoinEvent,
    ParsedEvent,
    StepEvent,
    TimeEvent,
    UndoEvent,
    read_event,
)
from boohive.games.booo.options import MAX_PLAYERS
from boohive.games.booo.phases import announce, choose
from boohive.games.booo.proving import forget, prove, undo
from boohive.games.booo.state import Phase, PlayerState, State
from boohive.games.booo.transition import RaceRules, Transition
from boohive.games.booo.votes import hand

__all__ = ["apply"]


def away(rules: RaceRules, state: State, seat: Seat, parsed: AwayEvent) -> Transition:
    """H37: the connection is lost; a running proof keeps its clock."""
    if state.players[seat].away is not None:
        raise IllegalMove("this seat is away already")
    return Transition(state.with_player(seat, away=state.now), (Effect("away", seat),))


def back(rules: RaceRules, state: State, seat: Seat, parsed: BackEvent) -> Transition:
    """H37: and may come back."""
    if state.players[seat].away is None:
        raise IllegalMove("this seat is not away")
    return Transition(state.with_player(seat, away=None), (Effect("back", seat),))


def join(rules: RaceRules, state: State, seat: Seat, parsed: JoinEvent) -> Transition:
    """H1, H7: somebody sits down later. Until the next visitor they watch and no hand of theirs is waited for; the pile keeps
    its length."""
    if rules.is_solo or len(state.players) == MAX_PLAYERS:
        raise refusals.no_free_seat(MAX_PLAYERS)
    later = PlayerState(out=state.visitor is not None)
    return Transition(state._replace(players=(*state.players, later)), (Effect("joined", seat),))


def ask_hint(rules: RaceRules, state: State, seat: Seat, parsed: HintEvent) -> Transition:
    """H40: the next rung of the hint ladder, for a player alone; each costs time."""
    if not rules.is_solo:
        raise refusals.hints_alone()
    if state.phase != Phase.SEARCH:
        raise refusals.not_searching()
    if state.hints == HINTS:
        raise refusals.no_more_hints()
    transition = hint(rules.problem(state, seat), state.hints)
    later = state._replace(hints=state.hints + 1, searched=state.searched + HINT_COST)
    return Transition(later, (Effect("hint", seat, reason=transition),))


RULES: dict[type, Callable[..., Transition]] = {
    ChooseEvent: choose,
    ClaimEvent: claim,
    CallEvent: call,
    StepEvent: prove,
    UndoEvent: undo,
    ForgetEvent: forget,
    HandEvent: hand,
    AwayEvent: away,
    BackEvent: back,
    JoinEvent: join,
    HintEvent: ask_hint,
}
"""What a seat may do, and the rule for it."""


def apply(rules: RaceRules, state: State, event: Event) -> Transition:
    """The next state. What is due before the event happens first, so it does not matter who wrote the clock's events."""
    parsed = read_event(event.text)
    if state.phase == Phase.OVER:
        raise IllegalMove("the game is over; start a new one")
    game_ms = event_time(rules, state, event, parsed)
    if isinstance(parsed, TimeEvent | ArrivalEvent):
        if event.seat is not None:
            raise IllegalMove(f"{event.text!r} is not for a player to do; it just happens")
        return clock_event(rules, state, parsed, game_ms)
    if isinstance(parsed, JoinEvent) and event.seat != len(state.players):
        raise refusals.already_here(event.seat or 0, len(state.players))
    seats = len(state.players) + isinstance(parsed, JoinEvent)
    if event.seat is None or not 0 <= event.seat < seats:
        raise IllegalMove(f"there is no seat {event.seat}; the seats are 0 to {len(state.players) - 1}")
    transition = advance(rules, state, game_ms)
    if transition.state.phase == Phase.OVER:
        raise IllegalMove("the game is over by now; start a new one")
    return transition.followed_by(
        RULES[type(parsed)](rules, transition.state._replace(now=game_ms), event.seat, parsed)
    )


def event_time(rules: RaceRules, state: State, event: Event, parsed: ParsedEvent) -> Millis:
    """When it happens; an event without a time happens now, the clock's at the moment that is due."""
    if event.game_ms is None:
        timer = next_timer(rules, state) if isinstance(parsed, TimeEvent) else None
        return state.now if timer is None else timer
    if event.game_ms < state.now:
        raise IllegalMove(f"the game is at {state.now} ms already; an event cannot happen at {event.game_ms} ms")
    return event.game_ms


def clock_event(rules: RaceRules, state: State, parsed: TimeEvent | ArrivalEvent, game_ms: Millis) -> Transition:
    """The clock moved on, or a visitor is announced."""
    if isinstance(parsed, TimeEvent):
        transition = advance(rules, state, game_ms)
        return (
            transition.then(transition.state._replace(now=game_ms))
            if transition.state.phase != Phase.OVER
            else transition
        )
    transition = advance(rules, state, game_ms - 1)  # what is due at this very moment is the announcement itself
    if transition.state.phase != Phase.BETWEEN:
        raise IllegalMove("the next visitor is announced between two rounds")
    if parsed.reveal_at < game_ms:
        raise IllegalMove(
            f"a visitor announced at {game_ms} ms cannot be shown at {parsed.reveal_at} ms; name a later time"
        )
    return transition.followed_by(announce(rules, transition.state._replace(now=game_ms), parsed.reveal_at))
