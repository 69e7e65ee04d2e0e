"""The proof of a claim, step by step, and what a valid one wins (H18 to H21)."""

from boohive.core.game import Effect, Seat
from boohive.core.sentences import Sentence
from boohive.games.booo import constants, refusals
from boohive.games.booo.castle import COLOURS, ROOMS
from boohive.games.booo.claiming import fail
from boohive.games.booo.ending import finish, winner_by_tokens
from boohive.games.booo.notation import ForgetEvent, StepEvent, UndoEvent, write_cell
from boohive.games.booo.phases import next_round
from boohive.games.booo.pieces import GHOST, colour_piece, visitor_piece, wall_token
from boohive.games.booo.proof import (
    Change,
    Passage,
    ProofState,
    ProofStep,
    RouteProblem,
    Wall,
    WrongStep,
    apply_step,
    begin,
    has_arrived,
    is_in,
)
from boohive.games.booo.state import Phase, State
from boohive.games.booo.transition import RaceRules, Transition

__all__ = ["forget", "proof_state", "prove", "undo"]


SOLO_WALLS = 2
"""A player alone keeps the last two wall tokens, so that one pile can be played to its end."""


def proof_state(rules: RaceRules, state: State) -> ProofState:
    """Where the proof has come to."""
    assert state.claimant is not None
    problem = rules.problem(state, state.claimant)
    progress = begin(problem, state.colour)
    for step in state.steps:
        progress = apply_step(problem, progress, step)
    return progress


def check_proof(state: State, seat: Seat) -> None:
    """Only the claimant shows a route."""
    if state.phase != Phase.PROOF:
        raise refusals.nothing_to_prove()
    if seat != state.claimant:
        raise refusals.not_proving(state.claimant or 0)


def prove(rules: RaceRules, state: State, seat: Seat, parsed: StepEvent) -> Transition:
    """H18: one step of the proof; the first wrong one ends it."""
    check_proof(state, seat)
    problem = rules.problem(state, seat)
    before = proof_state(rules, state)
    try:
        progress = apply_step(problem, before, parsed.step)
    except WrongStep as wrong:
        return fail(rules, state, wrong.sentence, parsed.step)
    shown = Transition(
        state._replace(steps=(*state.steps, parsed.step), last_step_at=state.now),
        (step_effect(problem, seat, before, parsed.step),),
    )
    return shown.followed_by(succeed(rules, shown.state, progress)) if has_arrived(problem, progress) else shown


def step_effect(problem: RouteProblem, seat: Seat, before: ProofState, step: ProofStep) -> Effect:
    """A step for everybody to see; a wall from the side the ghost comes from."""
    match step:
        case Wall(one, other):
            near, far = (one, other) if is_in(problem, before, one) else (other, one)
            return Effect("crossed", seat, colour_piece(COLOURS[before.colour]), write_cell(near), write_cell(far))
        case Passage(room):
            return Effect("passage", seat, GHOST, to=ROOMS[room])
        case Change(colour):
            return Effect("changed", seat, colour_piece(COLOURS[colour]), reason=f"from {COLOURS[before.colour]}")


def undo(rules: RaceRules, state: State, seat: Seat, parsed: UndoEvent) -> Transition:
    """H18: a step back ends a strict proof; a relaxed one goes on."""
    check_proof(state, seat)
    if rules.options["proof"] == "strict":
        return fail(rules, state, Sentence("a step was taken back", "step_taken_back"))
    if not state.steps:
        raise refusals.nothing_to_take_back()
    return Transition(state._replace(steps=state.steps[:-1], last_step_at=state.now), (Effect("undone", seat),))


def forget(rules: RaceRules, state: State, seat: Seat, parsed: ForgetEvent) -> Transition:
    """H21: the claimant does not remember the route."""
    check_proof(state, seat)
    return fail(rules, state, Sentence("the route is forgotten", "forgotten"))


def succeed(rules: RaceRules, state: State, progress: ProofState) -> Transition:
    """H20: the ghost scares the visitor; the player takes it, and the wall token of the last wall crossed."""
    seat = state.claimant
    assert seat is not None
    assert state.visitor is not None
    start_room, room = ROOMS[state.ghost], ROOMS[state.visitor]
    player = state.players[seat]
    state = state._replace(ghost=state.visitor).with_player(
        seat, visitors=(*player.visitors, state.round), last_won_round=state.round
    )
    transition = Transition(
        state,
        (
            Effect("moved", piece=GHOST, from_=start_room, to=room),
            Effect("scared", seat, visitor_piece(state.round), room),
        ),
    )
    if progress.token != constants.ANY:  # Q7: no wall, no wall token
        transition = transition.followed_by(take_wall(rules, transition.state, seat, COLOURS[progress.token]))
    end = winner_by_tokens(rules, transition.state)
    return (
        transition.followed_by(finish(transition.state, *end))
        if end
        else transition.followed_by(next_round(rules, transition.state))
    )


def take_wall(rules: RaceRules, state: State, seat: Seat, letter: str) -> Transition:
    """From the reserve, or from the player who has it, whose ban ends at once."""
    holder = next((other for other, player in enumerate(state.players) if letter in player.walls), None)
    source = "reserve"
    if holder is not None:
        source = f"player {holder + 1}"
        state = state.with_player(holder, walls=state.players[holder].walls.replace(letter, ""))
    walls = state.players[seat].walls + letter
    effects = [Effect("took", seat, wall_token(letter), source)]
    if rules.is_solo and len(walls) > SOLO_WALLS:
        effects.append(Effect("returned", seat, wall_token(walls[0]), to="reserve"))
        walls = walls[1:]
    return Transition(state.with_player(seat, walls=walls), tuple(effects))
