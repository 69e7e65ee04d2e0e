"""PettingZoo's environments of a race, in discrete time. ``parallel_env()`` is Booo!, ``env()`` the same for one agent at a time.

A step lasts ``tick`` milliseconds. Every agent sends one action; those of one step count in an order drawn by the seed,
so that nobody is always first. An action the rules refuse changes nothing; ``infos`` says why.

An observation is ``{"observation": numbers, "action_mask": mask}``. What the actions and numbers mean is written at the top
of the game's ``encoding`` module; action 0 is always waiting.
"""

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec

from boohive.core.errors import BoohiveError, IllegalMove, NotSupported
from boohive.core.game import Event, Game
from boohive.core.options import OptionValue
from boohive.envs.actions import Array, Info, Observation, ParallelStep, environment_name
from boohive.envs.rendering import RENDER_MODES, Frame, rendered, require_mode
from boohive.games import GAMES

__all__ = ["RaceEnv", "env", "parallel_env"]

TICK = 1000
MAX_CYCLES = 3600
MAX_PLANE_VALUE = 127


def parallel_env(
    players: int = 2,
    *,
    game: str | None = None,
    tick: int = TICK,
    max_cycles: int = MAX_CYCLES,
    render_mode: str | None = "ansi",
    **given: OptionValue,
) -> "RaceEnv":
    """A race by its id, or the first one there is; options are those of the game, except the seed, which ``reset`` gives."""
    return RaceEnv(race_game(game), players, tick, max_cycles, given, render_mode)


def env(
    players: int = 2,
    *,
    game: str | None = None,
    tick: int = TICK,
    max_cycles: int = MAX_CYCLES,
    render_mode: str | None = "ansi",
    **given: OptionValue,
) -> AECEnv[str, Observation, int]:
    """The same for one agent at a time: the step is made when each agent has said what it does."""
    return parallel_to_aec(
        parallel_env(players, game=game, tick=tick, max_cycles=max_cycles, render_mode=render_mode, **given)
    )


def race_game(game: str | None) -> Game:
    """The race with this id; without an id the first race of the registry."""
    if game is None:
        return next(found for found in GAMES.values() if found.kind == "race")
    if GAMES[game].kind != "race":
        raise NotSupported(f"{GAMES[game].title} is not a race; use boohive.envs.turns for turn-based games")
    return GAMES[game]


class RaceEnv(ParallelEnv[str, Observation, int]):
    """A race for learners."""

    metadata: dict[str, list[str] | str] = {"render_modes": RENDER_MODES, "name": "boohive_race_v1"}  # noqa: RUF012

    def __init__(
        self,
        game: Game,
        players: int,
        tick: int,
        max_cycles: int,
        given: dict[str, OptionValue],
        render_mode: str | None = "ansi",
    ) -> None:
        self.game = game
        own = {} if game.players_option is None else {game.players_option: players}
        self.given = {**game.research_options(), **given, **own}
        self.tick = tick
        self.max_cycles = max_cycles
        self.render_mode = require_mode(render_mode)
        self.metadata = {**self.metadata, "name": environment_name(game.id)}
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.seed = 1
        self.position = game.new(**self.given)
        sizes = self.position.race_encoding()
        self._actions = {agent: spaces.Discrete(sizes.actions) for agent in self.possible_agents}
        observations = spaces.Dict(
            {
                "observation": spaces.Box(0, MAX_PLANE_VALUE, (sizes.numbers,), np.int8),
                "action_mask": spaces.Box(0, 1, (sizes.actions,), np.int8),
            }
        )
        self._observations = dict.fromkeys(self.possible_agents, observations)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for all."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The action numbers."""
        return self._actions[agent]

    def reset(
        self, seed: int | None = None, options: Info | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Start a game in which this seed decides everything random; without one, the next seed."""
        self.seed = self.seed + 1 if seed is None else seed
        self.rng = np.random.default_rng(self.seed)
        option = self.game.seed_option
        self.position = self.game.new(**{**self.given, **({} if option is None else {option: self.seed})})
        self.agents = list(self.possible_agents)
        self.now = 0
        self.cycles = 0
        return self._observe(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> ParallelStep:
        """One tick."""
        self.now += self.tick
        self.cycles += 1
        infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self._let_the_clock_act()
        for place in self.rng.permutation(len(self.agents)):
            agent = self.agents[place]
            try:
                self._act(self.possible_agents.index(agent), int(actions[agent]))
            except BoohiveError as refusal:
                infos[agent]["refused"] = str(refusal)
        outcome = self.position.outcome
        cut = outcome is None and self.cycles >= self.max_cycles
        observations, rewards = self._observe(), self._rewards()
        ended, stopped = dict.fromkeys(self.agents, outcome is not None), dict.fromkeys(self.agents, cut)
        if outcome is not None or cut:
            self.agents = []
        return observations, rewards, ended, stopped, infos

    def _let_the_clock_act(self) -> None:
        while (timer := self.position.next_timer) is not None and timer <= self.now:
            self._apply(Event(None, self.game.timer_event(), timer))

    def _act(self, seat: int, action: int) -> None:
        encoding = self.position.race_encoding()
        if not 0 <= action < encoding.actions:
            raise IllegalMove(f"there is no action {action}; actions are 0 to {encoding.actions - 1}")
        text = encoding.event_text(action)
        if text is not None and self.position.outcome is None:
            self._apply(Event(seat, text, self.now))

    def _apply(self, event: Event) -> None:
        self.position = self.position.apply(event).position

    def _rewards(self) -> dict[str, float]:
        """1 for the winner, the others share -1; nothing for a shared victory."""
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None or len(self.possible_agents) == 1:
            return dict.fromkeys(self.agents, 0.0)
        share = -1.0 / (len(self.possible_agents) - 1)
        return {agent: 1.0 if self.possible_agents.index(agent) == outcome.winner else share for agent in self.agents}

    def _observe(self) -> dict[str, Observation]:
        encoding = self.position.race_encoding()
        return {
            agent: {
                "observation": as_array(encoding.observation(seat)),
                "action_mask": as_array(encoding.action_mask(seat)),
            }
            for seat, agent in enumerate(self.possible_agents)
        }

    def render(self) -> Frame | None:
        """The position as ``render_mode`` draws it: ``ansi``, ``svg`` or ``rgb_array``."""
        return rendered(self.position, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


def as_array(numbers: bytearray) -> Array:
    """The same memory as an array."""
    return np.frombuffer(numbers, np.int8)
