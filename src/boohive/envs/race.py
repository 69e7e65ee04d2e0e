"""PettingZoo's parallel environment of Booo!: a race in discrete time.

A step lasts ``tick`` milliseconds. Every agent sends one action; those of one step count in an order drawn by the seed,
so that nobody is always first. An action the rules refuse changes nothing; ``infos`` tells why.

====================  =======================================================================================
0                     wait
1 to 6                claim, with white, yellow, red, green, blue, violet as the first colour
7, 8                  raise the hand (no route to be found), take it down
9, 10                 in a proof: forget the route, one step back
11 to 16              in a proof: go on in this colour
17 to 52              in a proof: take the passage to this room (a1, b1, ... f6)
53 to 502             in a proof: cross this wall: 53 + 2 * cell for the cell's east side, one more for its south side
====================  =======================================================================================

An observation is ``{"observation": numbers, "action_mask": mask}``. The numbers are small and whole:

====================  =======================================================================================
0 to 449              the walls as above: 0 none, 1 to 6 a colour, 7 closed
450, 451              the ghost's room; the visitor's room, 36 while it is not to be seen
452 to 458            1 for the phase: choosing, between, arriving, search, proof, pause, over
459 to 494            1 for rooms with a passage
495 to 530            1 for rooms with a transformation
531, 532              who proves a claim, counted from the own seat (6: nobody); the colour the proof has come to, from 1
533 on                for each of six seats, the own first: plays, hand up, out, visitors taken, then six colours that
                      are banned
====================  =======================================================================================
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from boohive.core.errors import BoohiveError
from boohive.core.game import Event
from boohive.core.options import OptionValue
from boohive.envs.actions import Array
from boohive.games.booo import codes
from boohive.games.booo.castle import COLOURS, ROOMS, SIDE
from boohive.games.booo.game import BOOO, BoooPosition
from boohive.games.booo.notation import write_step
from boohive.games.booo.options import MAX_PLAYERS
from boohive.games.booo.proof import ProofStep, is_legal, step_of
from boohive.games.booo.proving import proof_state
from boohive.games.booo.state import Phase
from boohive.games.booo.view import visible_visitor

__all__ = ["ACTIONS", "NUMBERS", "Race", "parallel_env"]

WALLS = 2 * SIDE * SIDE
CLAIM, HAND_UP, HAND_DOWN, FORGET, UNDO, CHANGE, PASSAGE, WALL = 1, 7, 8, 9, 10, 11, 17, 53
ACTIONS = WALL + WALLS
PER_SEAT = 10
NUMBERS = 533 + PER_SEAT * MAX_PLAYERS
NO_ROOM = len(ROOMS)
TICK = 1000
MAX_CYCLES = 3600
PHASES = list(Phase)


def parallel_env(players: int = 2, *, tick: int = TICK, max_cycles: int = MAX_CYCLES, **chosen: OptionValue) -> "Race":
    """The race; options are those of the game, except the seed, which ``reset`` gives."""
    return Race(players, tick, max_cycles, chosen)


class Race(ParallelEnv[str, dict[str, Array], int]):
    """Booo! for learners."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "booo_v1"}  # noqa: RUF012

    def __init__(self, players: int, tick: int, max_cycles: int, chosen: dict[str, OptionValue]) -> None:
        self.chosen = {**chosen, "players": players}
        self.tick = tick
        self.max_cycles = max_cycles
        self.render_mode: str | None = "ansi"
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._actions = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 127, (NUMBERS,), np.int8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self._observations = dict.fromkeys(self.possible_agents, seen)
        self.seed = 1
        self.position = BOOO.new(**self.chosen)

    def observation_space(self, agent: str) -> Any:
        """The same for all."""
        return self._observations[agent]

    def action_space(self, agent: str) -> Any:
        """The action numbers."""
        return self._actions[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Array]], dict[str, dict[str, Any]]]:
        """Begin a game with the castle, visitors and first player of this seed; without one, the next."""
        self.seed = self.seed + 1 if seed is None else seed
        self.chance = np.random.default_rng(self.seed)
        self.position = BOOO.new(**{**self.chosen, "seed": self.seed})
        self._castle = self._castle_numbers()
        self._steps = [self._step(action) for action in range(CHANGE, ACTIONS)]
        self.agents = list(self.possible_agents)
        self.now = 0
        self.cycles = 0
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """One tick."""
        self.now += self.tick
        self.cycles += 1
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._let_the_clock_act()
        for place in self.chance.permutation(len(self.agents)):
            agent = self.agents[place]
            try:
                self._act(self.possible_agents.index(agent), int(actions[agent]))
            except BoohiveError as refusal:
                infos[agent]["refused"] = str(refusal)
        outcome = self.position.outcome
        cut = outcome is None and self.cycles >= self.max_cycles
        seen, rewards = self._seen(), self._rewards()
        ended, stopped = dict.fromkeys(self.agents, outcome is not None), dict.fromkeys(self.agents, cut)
        if outcome is not None or cut:
            self.agents = []
        return seen, rewards, ended, stopped, infos

    def _let_the_clock_act(self) -> None:
        while (due := self.position.next_timer) is not None and due <= self.now:
            self._take(Event(None, "time", due))

    def _act(self, seat: int, action: int) -> None:
        words = self._words(action)
        if words is not None and self.position.outcome is None:
            self._take(Event(seat, words, self.now))

    def _take(self, event: Event) -> None:
        after = self.position.apply(event).position
        assert isinstance(after, BoooPosition)
        self.position = after

    def _words(self, action: int) -> str | None:
        """An action in the game's notation; ``None`` for waiting."""
        state = self.position.state
        if action == 0:
            return None
        if action < HAND_UP:
            return f"claim {state.search} {COLOURS[action - CLAIM]}"
        fixed = {HAND_UP: "hand up", HAND_DOWN: "hand down", FORGET: "forget", UNDO: "undo"}
        return fixed.get(action) or write_step(self._step(action))

    def _step(self, action: int) -> ProofStep:
        """A step of a proof."""
        castle = self.position.rules.setup.castle
        if action < PASSAGE:
            return step_of(castle, codes.CHANGE + action - CHANGE)
        if action < WALL:
            return step_of(castle, codes.PASSAGE + action - PASSAGE)
        return step_of(castle, action - WALL)

    def _rewards(self) -> dict[str, float]:
        """1 for the winner, the others share -1; nothing for a shared victory."""
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None or len(self.possible_agents) == 1:
            return dict.fromkeys(self.agents, 0.0)
        share = -1.0 / (len(self.possible_agents) - 1)
        return {agent: 1.0 if self.possible_agents.index(agent) == outcome.winner else share for agent in self.agents}

    def _seen(self) -> dict[str, dict[str, Array]]:
        return {
            agent: {"observation": self._numbers(seat), "action_mask": self._mask(seat)}
            for seat, agent in enumerate(self.possible_agents)
        }

    def _castle_numbers(self) -> Array:
        """What stays the same all game long: walls, passages, transformations."""
        setup = self.position.rules.setup
        found = np.zeros(NUMBERS, np.int8)
        found[:WALLS] = [setup.castle.graph.side(wall) for wall in range(WALLS)]
        for room in range(len(ROOMS)):
            found[459 + room] = setup.passage_set >> room & 1
            found[495 + room] = setup.transformation_set >> room & 1
        return found

    def _numbers(self, seat: int) -> Array:
        race, state = self.position.rules, self.position.state
        found = self._castle.copy()
        visitor = visible_visitor(state)
        found[450:452] = state.ghost, NO_ROOM if visitor is None else ROOMS.index(visitor)
        found[452 + PHASES.index(state.phase)] = 1
        count = len(state.players)
        proving = state.phase == Phase.PROOF and state.claimant is not None
        found[531] = (state.claimant - seat) % count if proving and state.claimant is not None else MAX_PLAYERS
        found[532] = 1 + proof_state(race, state).colour if proving else 0
        for place in range(count):
            player = state.players[(seat + place) % count]
            start = 533 + PER_SEAT * place
            found[start : start + 4] = 1, player.hand, player.out, len(player.visitors)
            found[start + 4 : start + PER_SEAT] = [letter in player.walls for letter in COLOURS]
        return found

    def _mask(self, seat: int) -> Array:
        """What is worth trying: in a proof only steps that the checker accepts."""
        state = self.position.state
        found = np.zeros(ACTIONS, np.int8)
        found[0] = 1
        if state.phase == Phase.SEARCH and seat in self.position.active_seats:
            found[CLAIM:HAND_UP] = 1
            found[HAND_DOWN if state.players[seat].hand else HAND_UP] = 1
        if state.phase == Phase.PROOF and state.claimant == seat:
            found[FORGET] = 1
            found[UNDO] = bool(state.steps)
            race = self.position.rules
            problem, progress = race.problem(state, seat), proof_state(race, state)
            found[CHANGE:] = [is_legal(problem, progress, step) for step in self._steps]
        return found

    def render(self) -> str:
        """The castle in plain text."""
        return self.position.diagram()

    def close(self) -> None:
        """Nothing to let go."""
