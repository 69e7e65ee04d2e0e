"""The vector environment: thousands of games of one kind at once, for two-sided learning.

>>> from boohive.envs.vector import VectorEnv
>>> envs = VectorEnv("boop", 1000, seed=1)
>>> planes, masks = envs.reset()
>>> planes.shape, masks.shape
((1000, 10, 6, 6), (1000, 188))
>>> planes, masks, rewards, results, truncated = envs.step(envs.sampled_actions)

All arrays are the same ones at every step, written in place: copy what you want to keep. ``rewards`` belong to the seat
that just acted. A game that ended (``results`` is no longer -1) or was cut off (``truncated``) has started again already.
"""

import gc
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from sys import getsizeof

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boohive.core.errors import IllegalMove, NotSupported, OptionError
from boohive.core.kernel import Kernel
from boohive.core.options import OptionValue
from boohive.envs.actions import Array, Numbering, start_of
from boohive.envs.batch import Batch

__all__ = ["VectorEnv"]

MAX_MOVES = 1000
"""Decisions after which a game is cut off."""


def kernel_bytes(kernel: Kernel) -> int:
    """What a kernel takes, with the one inside it where a game is composed of another."""
    inner = [part for part in gc.get_referents(kernel) if isinstance(part, Kernel)]
    return getsizeof(kernel) + sum(getsizeof(part) for part in inner)


class VectorEnv:
    """Many games side by side. Observations and masks are those of each game's seat to move."""

    def __init__(
        self,
        game: str,
        count: int,
        *,
        seed: int = 0,
        threads: int = 2,
        max_moves: int = MAX_MOVES,
        **given: OptionValue,
    ) -> None:
        if count < 1 or threads < 1 or max_moves < 1:
            raise OptionError("a vector environment needs at least one game, one thread and one move")
        start = start_of(game, given)
        encoding = start.game.encoding()
        if encoding is None:
            raise NotSupported(
                f"the vector environment needs an encoding, and {start.game.title} defines none; use boohive.envs.turns"
            )
        self.numbering = Numbering(encoding)
        self.count = count
        self.planes: Array = np.zeros((count, *self.numbering.shape), np.int8)
        """What the seat to move of each game sees."""
        self.masks: Array = np.zeros((count, self.numbering.actions), np.int8)
        """Its legal actions."""
        self.seats: Array = np.zeros(count, np.int8)
        """Who is to move."""
        self.rewards: NDArray[np.float32] = np.zeros(count, np.float32)
        self.results: Array = np.full(count, -1, np.int8)
        """How the last step ended each game: -1 it goes on, 0 or 1 that seat has won, 2 a draw."""
        self.truncated: Array = np.zeros(count, np.int8)
        self.sampled_actions: NDArray[np.int32] = np.zeros(count, np.int32)
        """One legal action of each game, drawn evenly: a random player for free."""
        self._crew = ThreadPoolExecutor(threads) if threads > 1 else None
        edges = [count * share // threads for share in range(threads + 1)]
        self._shares = list(pairwise(edges))
        self._batch = Batch(
            encoding,
            start._kernel,
            count,
            start.game.draw_by_repetition(start.options),
            max_moves,
            seed % 2**31,
            self.masks.reshape(-1),  # type: ignore[arg-type]
            self.planes.reshape(-1),  # type: ignore[arg-type]
        )
        self._kernel_bytes = kernel_bytes(start._kernel)
        self.reset()

    @property
    def bytes_per_game(self) -> int:
        """What one more game takes: its kernel, its part of every array, and the positions it remembers."""
        arrays = (self.rewards, self.results, self.truncated, self.seats, self.sampled_actions)
        return self._kernel_bytes + self._batch.memory() + sum(array.itemsize for array in arrays)

    def reset(self, seed: int | None = None) -> tuple[Array, Array]:
        """Start all games again; planes and masks."""
        if seed is not None:
            self._batch.reseed(seed % 2**31)
        self._batch.restart(self.seats, self.sampled_actions)  # type: ignore[arg-type]
        return self.planes, self.masks

    def step(self, actions: ArrayLike) -> tuple[Array, Array, NDArray[np.float32], Array, Array]:
        """Play one action in every game: planes, masks, rewards, results, truncated."""
        played = np.ascontiguousarray(actions, np.int32)
        if played.shape != (self.count,):
            raise IllegalMove(f"there are {self.count} games; give one action for each, not an array of {played.shape}")
        if played is self.sampled_actions:
            played = played.copy()
        wrong = self._batch.illegal(memoryview(played.data))  # type: ignore[arg-type]
        if wrong >= 0:
            raise IllegalMove(f"action {played[wrong]} is not legal in game {wrong}; choose one that its mask shows")
        if self._crew is None:
            self._play(played, *self._shares[0])
        else:
            list(self._crew.map(lambda share: self._play(played, *share), self._shares))
        return self.planes, self.masks, self.rewards, self.results, self.truncated

    def _play(self, actions: NDArray[np.int32], begin: int, end: int) -> None:
        outputs = (
            memoryview(actions.data),
            self.rewards,
            self.results,
            self.truncated,
            self.seats,
            self.sampled_actions,
        )
        self._batch.step(begin, end, *outputs)  # type: ignore[arg-type]

    def close(self) -> None:
        """Let the threads go."""
        if self._crew is not None:
            self._crew.shutdown()
