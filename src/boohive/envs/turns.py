"""PettingZoo environments of the turn-based games: one agent at a time (AEC), and a parallel form in which all agents act
and only the action of the one to move counts.

>>> from boohive.envs import turns
>>> env = turns.env("boop")
>>> env.reset(seed=1)
>>> env.agent_selection
'player_0'

An observation is ``{"observation": planes, "action_mask": mask}``; what planes and action numbers mean is written at the
top of the game's ``encoding`` module. ``illegal`` says what an illegal action does: ``lose`` ends the game with -1 for the
agent (PettingZoo's custom), ``refuse`` raises ``IllegalMove``, ``replace`` plays the next legal action by number instead.
"""

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec, wrappers

from boohive.core.encoding import MAX_PLANE_VALUE
from boohive.core.errors import IllegalMove, OptionError
from boohive.core.game import Outcome
from boohive.core.options import OptionValue
from boohive.core.turn_game import TurnPosition
from boohive.envs.actions import Info, Observation, ParallelStep, environment_name, numbering, start_of
from boohive.envs.rendering import RENDER_MODES, Frame, rendered, require_mode

__all__ = ["ParallelTurns", "Turns", "cycle_env", "env", "parallel_env", "raw_env"]

AGENTS = ["player_0", "player_1"]
MAX_CYCLES = 500
ILLEGAL = ("lose", "refuse", "replace")


def env(
    game: str,
    *,
    max_cycles: int = MAX_CYCLES,
    illegal: str = "lose",
    render_mode: str | None = "ansi",
    **given: OptionValue,
) -> AECEnv[str, Observation, int | None]:
    """The AEC environment of a game; ``max_cycles`` are decisions of each agent, then the game is cut off."""
    found: AECEnv[str, Observation, int | None] = raw_env(
        game, max_cycles=max_cycles, illegal=illegal, render_mode=render_mode, **given
    )
    if illegal == "lose":
        found = wrappers.TerminateIllegalWrapper(found, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(found)


def raw_env(
    game: str,
    *,
    max_cycles: int = MAX_CYCLES,
    illegal: str = "refuse",
    render_mode: str | None = "ansi",
    **given: OptionValue,
) -> "Turns":
    """The same without PettingZoo's wrappers; an illegal action raises."""
    return Turns(game, max_cycles, illegal, given, render_mode)


def parallel_env(
    game: str,
    *,
    max_cycles: int = MAX_CYCLES,
    illegal: str = "replace",
    render_mode: str | None = "ansi",
    **given: OptionValue,
) -> "ParallelTurns":
    """The parallel form: a cycle is one decision, of the agent to move."""
    return ParallelTurns(game, max_cycles, illegal, given, render_mode)


def cycle_env(
    game: str,
    *,
    max_cycles: int = MAX_CYCLES,
    illegal: str = "replace",
    render_mode: str | None = "ansi",
    **given: OptionValue,
) -> AECEnv[str, Observation, int | None]:
    """The parallel form for one agent at a time: every agent acts in every cycle, the one to move counts.

    A seat that decides twice in one turn does not change who acts next, for learners that want agents in a fixed order.
    """
    return parallel_to_aec(parallel_env(game, max_cycles=max_cycles, illegal=illegal, render_mode=render_mode, **given))


class Board:
    """What both forms share: the position, spaces, observations, and playing an action."""

    def __init__(self, game: str, illegal: str, given: dict[str, OptionValue]) -> None:
        if illegal not in ILLEGAL:
            raise OptionError(f"illegal={illegal} is not possible; it is one of {', '.join(ILLEGAL)}")
        self.start = start_of(game, given)
        self.position = self.start
        self.illegal = illegal
        self.numbering = numbering(game)
        self.action_spaces = {agent: spaces.Discrete(self.numbering.actions) for agent in AGENTS}
        observations = spaces.Dict(
            {
                "observation": spaces.Box(0, MAX_PLANE_VALUE, self.numbering.shape, np.int8),
                "action_mask": spaces.Box(0, 1, (self.numbering.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, observations)

    def observe(self, agent: str) -> Observation:
        """What an agent sees; its mask is empty unless it is to move."""
        seat = AGENTS.index(agent)
        mask = np.zeros(self.numbering.actions, np.int8)
        if self.position.to_move == seat:
            mask = self.numbering.mask(self.position)
        return {"observation": self.numbering.planes(self.position, seat), "action_mask": mask}

    def play(self, action: int) -> Outcome | None:
        """Play an action; how the game ended by it."""
        self.position = self.after(int(action))
        return self.position.outcome

    def after(self, action: int) -> TurnPosition:
        """The position after an action."""
        try:
            return self.position.play(self.numbering.move(self.position, action))
        except IllegalMove:
            if self.illegal != "replace":
                raise
        legal = self.numbering.legal(self.position)
        return self.position.play(legal[min(legal, key=lambda number: (number < action, number))])


def rewards_of(outcome: Outcome | None) -> dict[str, float]:
    """1 for the winner and -1 for the loser; a draw or a game that goes on gives 0."""
    if outcome is None or outcome.winner is None:
        return dict.fromkeys(AGENTS, 0.0)
    return {agent: 1.0 if seat == outcome.winner else -1.0 for seat, agent in enumerate(AGENTS)}


class Turns(AECEnv[str, Observation, int | None]):
    """A turn-based game as an AEC environment."""

    metadata: dict[str, list[str] | str | bool] = {  # noqa: RUF012
        "render_modes": RENDER_MODES,
        "name": "boohive_v1",
        "is_parallelizable": False,
    }

    def __init__(
        self, game: str, max_cycles: int, illegal: str, given: dict[str, OptionValue], render_mode: str | None
    ) -> None:
        super().__init__()
        self.board = Board(game, illegal, given)
        self.metadata = {**self.metadata, "name": environment_name(game)}
        self.max_cycles = max_cycles
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.render_mode = require_mode(render_mode)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for both agents."""
        return self.board.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The action numbers."""
        return self.board.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:
        """Begin a game; there is no chance in it, so the seed changes nothing."""
        self.board.position = self.board.start
        self.decisions = 0
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, Info] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[0]

    def observe(self, agent: str) -> Observation:
        """Planes and mask."""
        return self.board.observe(agent)

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        outcome = self.board.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.decisions += 1
        self.rewards = rewards_of(outcome)
        self.terminations = dict.fromkeys(self.agents, outcome is not None)
        is_cut_off = outcome is None and self.decisions >= self.max_cycles * len(AGENTS)
        self.truncations = dict.fromkeys(self.agents, is_cut_off)
        to_move = self.board.position.to_move
        self.agent_selection = AGENTS[1 - AGENTS.index(agent) if to_move is None else to_move]
        self._accumulate_rewards()

    def render(self) -> Frame | None:
        """The position as ``render_mode`` draws it: ``ansi``, ``svg`` or ``rgb_array``."""
        return rendered(self.board.position, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


class ParallelTurns(ParallelEnv[str, Observation, int]):
    """A turn-based game in which every agent sends an action at every step."""

    metadata: dict[str, list[str] | str] = {"render_modes": RENDER_MODES, "name": "boohive_parallel_v1"}  # noqa: RUF012

    def __init__(
        self, game: str, max_cycles: int, illegal: str, given: dict[str, OptionValue], render_mode: str | None
    ) -> None:
        self.board = Board(game, illegal, given)
        self.max_cycles = max_cycles
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.render_mode = require_mode(render_mode)
        self.cycles = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for both agents."""
        return self.board.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The action numbers."""
        return self.board.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Info | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Begin a game."""
        self.board.position = self.board.start
        self.agents = list(AGENTS)
        self.cycles = 0
        return self.observations(), {agent: {} for agent in AGENTS}

    def observations(self) -> dict[str, Observation]:
        """What everybody sees. Who is not to move may send any action: a mask of zeros only would leave learners no choice."""
        observations = {agent: self.board.observe(agent) for agent in AGENTS}
        for each in observations.values():
            if not each["action_mask"].any():
                each["action_mask"].fill(1)
        return observations

    def step(self, actions: dict[str, int]) -> ParallelStep:
        """Play the action of the agent to move; the other's plays no part."""
        to_move = self.board.position.to_move
        assert to_move is not None
        outcome = self.board.play(actions[AGENTS[to_move]])
        self.cycles += 1
        is_over = outcome is not None
        is_cut_off = not is_over and self.cycles >= self.max_cycles
        if is_over or is_cut_off:
            self.agents = []
        ended, stopped = dict.fromkeys(AGENTS, is_over), dict.fromkeys(AGENTS, is_cut_off)
        return self.observations(), rewards_of(outcome), ended, stopped, {agent: {} for agent in AGENTS}

    def render(self) -> Frame | None:
        """The position as ``render_mode`` draws it: ``ansi``, ``svg`` or ``rgb_array``."""
        return rendered(self.board.position, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
