"""Thousands of games of one kind as a vector environment of Gymnasium, for two-sided learning.

>>> from boohive.envs.gym_vector import GymVectorEnv
>>> envs = GymVectorEnv("boop", 1000)
>>> planes, infos = envs.reset(seed=1)
>>> planes, rewards, terminations, truncations, infos = envs.step(envs.sampled_actions)
>>> infos["action_mask"].shape
(1000, 188)

One policy plays both seats: an observation is what the seat to move sees (``infos["seat"]``), and a reward belongs to the
seat that just acted. A game that ended begins again in the same step (``AutoresetMode.SAME_STEP``), so observation and mask
are already those of the new game; the last position of the old one is not kept, and there is no ``final_obs``.
``infos["result"]`` says how it ended: -1 it goes on, 0 or 1 that seat has won, 2 a draw.
"""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from boohive.core.encoding import MAX_PLANE_VALUE
from boohive.core.errors import IllegalMove, NotSupported
from boohive.core.options import OptionValue
from boohive.envs import vector
from boohive.envs.actions import Array, Info

__all__ = ["GymVectorEnv"]

Actions = NDArray[np.integer]


class GymVectorEnv(VectorEnv[Array, Actions, NDArray[np.generic]]):
    """Many games side by side. With ``copy=False`` the arrays are the same ones at every step, which is faster."""

    metadata: Info = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        threads: int = 2,
        max_moves: int = vector.MAX_MOVES,
        copy: bool = True,
        **given: OptionValue,
    ) -> None:
        self.games = vector.VectorEnv(game, num_envs, seed=0, threads=threads, max_moves=max_moves, **given)
        self.num_envs = num_envs
        self.copy = copy
        numbers = self.games.numbering
        self.single_observation_space = spaces.Box(0, MAX_PLANE_VALUE, numbers.shape, np.int8)
        self.single_action_space = spaces.Discrete(numbers.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Info | None = None
    ) -> tuple[Array, Info]:
        """Start all games again. There is no chance in them: a seed decides only which actions are sampled."""
        self._require_open()
        first = seed if seed is None or isinstance(seed, int) else next(iter(seed), None)
        self.games.reset(first)
        self.games.results.fill(-1)
        return self._kept(self.games.planes), self._infos()

    def step(self, actions: Actions) -> tuple[Array, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Play one action in every game."""
        self._require_open()
        played = np.asarray(actions)
        if not np.issubdtype(played.dtype, np.integer):
            raise IllegalMove(f"actions are whole numbers; an array of {played.dtype} cannot be played")
        self.games.step(played)
        rewards = self.games.rewards.copy() if self.copy else self.games.rewards
        return (
            self._kept(self.games.planes),
            rewards,
            self.games.results != -1,
            self.games.truncated.astype(np.bool_),
            self._infos(),
        )

    def action_masks(self) -> Array:
        """The legal actions of each game, as MaskablePPO asks for them."""
        return self._kept(self.games.masks)

    @property
    def sampled_actions(self) -> NDArray[np.int32]:
        """One legal action of each game, drawn evenly: a random player for free."""
        return self.games.sampled_actions

    def _infos(self) -> Info:
        return {
            "action_mask": self._kept(self.games.masks),
            "seat": self._kept(self.games.seats),
            "result": self._kept(self.games.results),
        }

    def _kept(self, array: Array) -> Array:
        return array.copy() if self.copy else array

    def _require_open(self) -> None:
        if self.closed:
            raise NotSupported("this environment was closed; make another one")

    def close_extras(self, **_: bool) -> None:
        """Let the threads go."""
        self.games.close()
