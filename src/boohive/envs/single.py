"""A Gymnasium environment for one learner: a turn-based game against a player of any level.

>>> from boohive.envs.single import SingleEnv
>>> env = SingleEnv("boop", opponent="random")
>>> planes, info = env.reset(seed=3)
>>> int(info["action_mask"].sum())
36

``gymnasium.make("boohive/boop-v1")`` makes the same once this module is imported, and likewise for the other games.

An illegal action loses the game at once; ``info["action_mask"]`` always shows the legal ones.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

import gymnasium
import numpy as np
from gymnasium import spaces

from boohive.core.encoding import MAX_PLANE_VALUE
from boohive.core.errors import IllegalMove, OptionError
from boohive.core.options import OptionValue
from boohive.core.turn_game import Move, TurnPosition
from boohive.envs.actions import Array, Info, game_ids, numbering, start_of
from boohive.envs.rendering import RENDER_MODES, Frame, rendered, require_mode
from boohive.envs.turns import AGENTS, MAX_CYCLES

__all__ = ["Opponent", "SingleEnv"]

Opponent = str | int | Callable[[TurnPosition], Move]
"""``random``, a level of the engine, or a function that chooses a move."""

RANDOM = "random"


class SingleEnv(gymnasium.Env[Array, int | np.int64]):
    """One seat learns, the other is played by the opponent."""

    metadata: dict[str, list[str] | int] = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        opponent: Opponent = RANDOM,
        seat: int | None = None,
        time: float = 0.1,
        max_cycles: int = MAX_CYCLES,
        render_mode: str | None = None,
        **given: OptionValue,
    ) -> None:
        if not callable(opponent) and opponent != RANDOM and not isinstance(opponent, int):
            raise OptionError(f"{opponent!r} is not an opponent; name a level from 1 on, 'random', or give a function")
        if seat is not None and seat not in range(len(AGENTS)):
            raise OptionError(f"there is no seat {seat!r}; the learner sits at 0 or 1, or at None for either")
        self.start = start_of(game, given)
        levels = len(self.start.game.levels)
        if isinstance(opponent, int) and not 1 <= opponent <= levels:
            raise OptionError(f"there is no level {opponent}; name one from 1 to {levels}")
        self.opponent = opponent
        self.fixed_seat = seat
        self.time = time
        self.max_cycles = max_cycles
        self.render_mode = require_mode(render_mode)
        self.numbering = numbering(game)
        self.action_space = spaces.Discrete(self.numbering.actions)
        self.observation_space = spaces.Box(0, MAX_PLANE_VALUE, self.numbering.shape, np.int8)
        self.seat = seat or 0
        self.position = self.start
        self.cycles = 0
        self.game_seed = 0

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Array, Info]:
        """Begin a game; without a fixed seat the learner's is drawn."""
        super().reset(seed=seed)
        self.seat = int(self.np_random.integers(2)) if self.fixed_seat is None else self.fixed_seat
        self.position = self.start
        self.cycles = 0
        self.game_seed = int(self.np_random.integers(2**31))
        self._let_the_other_play()
        return self._seen(), self._info()

    def step(self, action: int | np.int64) -> tuple[Array, float, bool, bool, Info]:
        """The learner's decision and then the opponent's, until the learner decides again."""
        try:
            self.position = self.position.play(self.numbering.move(self.position, int(action)))
        except IllegalMove:
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        self._let_the_other_play()
        self.cycles += 1
        outcome = self.position.outcome
        cut = outcome is None and self.cycles >= self.max_cycles
        reward = 0.0 if outcome is None or outcome.winner is None else 1.0 if outcome.winner == self.seat else -1.0
        return self._seen(), reward, outcome is not None, cut, self._info()

    def _let_the_other_play(self) -> None:
        while self.position.to_move == 1 - self.seat:
            self.position = self.position.play(self._choice())

    def _choice(self) -> Move:
        if callable(self.opponent):
            return self.opponent(self.position)
        if isinstance(self.opponent, int):
            seed = int(self.np_random.integers(2**31))
            return chosen_by_level(self.position, self.opponent, seed, self.game_seed, self.time)
        legal = self.position.legal_moves
        return legal[int(self.np_random.integers(len(legal)))]

    def _seen(self) -> Array:
        return self.numbering.planes(self.position, self.seat)

    def _info(self) -> Info:
        return {"action_mask": self.action_masks(), "seat": self.seat}

    def action_masks(self) -> Array:
        """1 for each legal action, as MaskablePPO asks for them; after the end of the game all are allowed and none counts."""
        if self.position.to_move != self.seat:
            return np.ones(self.numbering.actions, np.int8)
        return self.numbering.mask(self.position)

    def render(self) -> Frame | None:
        """The position as ``render_mode`` draws it."""
        return rendered(self.position, self.render_mode)


def chosen_by_level(position: TurnPosition, level: int, seed: int, game_seed: int, time: float) -> Move:
    """The engine's move; the engine is loaded only when somebody plays against it."""
    if find_spec("boohive.engine.players") is None:
        raise OptionError("this installation has no players of levels; play against 'random' or a function of yours")
    move: Move = import_module("boohive.engine.players").choose(
        position, level=level, seed=seed, game_seed=game_seed, time=time
    )
    return move


for game_id in game_ids():
    gymnasium.register(f"boohive/{game_id}-v1", "boohive.envs.single:SingleEnv", kwargs={"game": game_id})
