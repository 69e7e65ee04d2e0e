"""Booo! in numbers.

Actions:

====================  =======================================================================================
0                     wait
1 to 6                claim, with white, yellow, red, green, blue, violet as the first colour
7, 8                  raise the hand (no route to be found), take it down
9, 10                 in a proof: forget the route, one step back
11 to 16              in a proof: go on in this colour
17 to 52              in a proof: take the passage to this room (a1, b1, ... f6)
53 to 502             in a proof: cross this wall: 53 + 2 * cell for the cell's east side, one more for its south side
====================  =======================================================================================

An observation is a row of small whole numbers:

====================  =======================================================================================
0 to 449              the walls as above: 0 none, 1 to 6 a colour, 7 closed
450, 451              the ghost's room; the visitor's room, 36 while it is hidden
452 to 458            1 for the phase: choosing, between, arriving, search, proof, pause, over
459 to 494            1 for rooms with a passage
495 to 530            1 for rooms with a transformation
531, 532              who proves a claim, counted from the own seat (6: nobody); the colour the proof has come to, from 1
533 on                for each of six seats, the own first: plays, hand up, out, visitors taken, then six colours that
                      are banned
====================  =======================================================================================
"""

from functools import lru_cache

from boohive.core.game import Seat
from boohive.core.race_encoding import RaceEncoding
from boohive.games.booo import constants
from boohive.games.booo.castle import COLOURS, ROOMS, SIDE, Castle
from boohive.games.booo.notation import write_step
from boohive.games.booo.options import MAX_PLAYERS
from boohive.games.booo.proof import ProofStep, is_legal, step_of
from boohive.games.booo.proving import proof_state
from boohive.games.booo.setup import Setup
from boohive.games.booo.state import Phase, State
from boohive.games.booo.transition import RaceRules
from boohive.games.booo.view import visible_visitor

__all__ = ["BoooEncoding"]

WALLS = 2 * SIDE * SIDE
CLAIM, HAND_UP, HAND_DOWN, FORGET, UNDO, CHANGE, PASSAGE, WALL = 1, 7, 8, 9, 10, 11, 17, 53
FIXED = {HAND_UP: "hand up", HAND_DOWN: "hand down", FORGET: "forget", UNDO: "undo"}
GHOST, PHASE, PASSAGES, TRANSFORMATIONS, PROOF, SEATS = 450, 452, 459, 495, 531, 533
PER_SEAT = 10
NO_ROOM = len(ROOMS)
PHASES = [phase for phase in Phase if phase != Phase.CALLED]
"""A call without a colour is for people at one screen; an environment that is given one sees a search."""
KEPT_CASTLES = 64


class BoooEncoding(RaceEncoding):
    """A moment of Booo!"""

    actions = WALL + WALLS
    numbers = SEATS + PER_SEAT * MAX_PLAYERS

    def __init__(self, rules: RaceRules, state: State, active_seats: tuple[Seat, ...]) -> None:
        self.rules = rules
        self.state = state
        self.active_seats = active_seats

    def event_text(self, action: int) -> str | None:
        """An action in the game's notation; ``None`` for waiting."""
        if action == 0:
            return None
        if action < HAND_UP:
            return f"claim {self.state.search} {COLOURS[action - CLAIM]}"
        if action < CHANGE:
            return FIXED[action]
        return write_step(proof_steps(self.rules.setup.castle)[action - CHANGE])

    def observation(self, seat: Seat) -> bytearray:
        """The table above, seen from this seat."""
        state = self.state
        found = bytearray(scenery_numbers(self.rules.setup))
        visitor = visible_visitor(state)
        found[GHOST] = state.ghost
        found[GHOST + 1] = NO_ROOM if visitor is None else ROOMS.index(visitor)
        found[PHASE + PHASES.index(Phase.SEARCH if state.phase == Phase.CALLED else state.phase)] = 1
        count = len(state.players)
        found[PROOF] = MAX_PLAYERS
        if state.phase == Phase.PROOF and state.claimant is not None:
            found[PROOF] = (state.claimant - seat) % count
            found[PROOF + 1] = 1 + proof_state(self.rules, state).colour
        for place in range(count):
            player = state.players[(seat + place) % count]
            start = SEATS + PER_SEAT * place
            found[start : start + 4] = 1, player.hand, player.out, len(player.visitors)
            found[start + 4 : start + PER_SEAT] = [letter in player.walls for letter in COLOURS]
        return found

    def action_mask(self, seat: Seat) -> bytearray:
        """In a proof only steps that the checker accepts."""
        state = self.state
        found = bytearray(self.actions)
        found[0] = 1
        if state.phase == Phase.SEARCH and seat in self.active_seats:
            found[CLAIM:HAND_UP] = [1] * len(COLOURS)
            found[HAND_DOWN if state.players[seat].hand else HAND_UP] = 1
        if state.phase == Phase.PROOF and state.claimant == seat:
            found[FORGET] = 1
            found[UNDO] = bool(state.steps)
            problem, progress = self.rules.problem(state, seat), proof_state(self.rules, state)
            found[CHANGE:] = [is_legal(problem, progress, step) for step in proof_steps(problem.castle)]
        return found


@lru_cache(maxsize=KEPT_CASTLES)
def scenery_numbers(setup: Setup) -> bytes:
    """What stays the same all game long: walls, passages, transformations; the other numbers are 0."""
    found = bytearray(BoooEncoding.numbers)
    found[:WALLS] = [setup.castle.graph.side(wall) for wall in range(WALLS)]
    for room in range(len(ROOMS)):
        found[PASSAGES + room] = setup.passage_set >> room & 1
        found[TRANSFORMATIONS + room] = setup.transformation_set >> room & 1
    return bytes(found)


@lru_cache(maxsize=KEPT_CASTLES)
def proof_steps(castle: Castle) -> list[ProofStep]:
    """The steps of a proof by action number, from the first colour on."""
    numbered = [constants.CHANGE + colour for colour in range(constants.COLOURS)]
    numbered += [constants.PASSAGE + room for room in range(len(ROOMS))]
    return [step_of(castle, code) for code in [*numbered, *range(WALLS)]]
