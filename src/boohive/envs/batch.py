"""Many games of one kind, stepped in one call without Python's lock: the compiled part of the vector environment.

The buffers belong to the caller and are written in place. A game that ends starts again at once: its reward and its end
are written, and its mask and planes are already those of the new game.
"""

import cython

from boohive.core import bits, constants, repetition
from boohive.core.encoding import Encoding, Numbers
from boohive.core.errors import OptionError
from boohive.core.kernel import Kernel
from boohive.envs import kernel_array

__all__ = ["Batch"]


class Batch:
    """The kernels of all games, and where their numbers are written."""

    def __init__(
        self,
        encoding: Encoding,
        first: Kernel,
        count: int,
        repeats_draw: bool,
        max_moves: int,
        seed: int,
        masks: Numbers,
        planes: Numbers,
    ) -> None:
        self.encoding = encoding
        self.first = first
        self.count = count
        self.repeats_draw = repeats_draw
        self.max_moves = max_moves
        self.masks = masks
        self.planes = planes
        self.size = encoding.planes * encoding.side * encoding.side
        self.kernels = [first.copy() for _ in range(count)]
        self.games = kernel_array.allocate(count)
        for i in range(count):
            kernel_array.keep(self.games, i, self.kernels[i])
        self.plies = bits.allocate_ints(count)
        self.since = bits.allocate_ints(count)
        self.keys = bits.allocate_words(count * max_moves if repeats_draw else 0)
        self.rng = bits.allocate_words(count)
        bits.require(self.plies)
        bits.require(self.since)
        bits.require(self.keys)
        bits.require(self.rng)
        self.reseed(seed)

    def __dealloc__(self) -> None:
        bits.free(self.plies)
        bits.free(self.since)
        bits.free(self.keys)
        bits.free(self.rng)
        kernel_array.free(self.games)

    def reseed(self, seed: int) -> None:
        """The same seed draws the same random actions."""
        for i in range(self.count):
            self.rng[i] = bits.mix(seed * self.count + i)

    def memory(self) -> int:
        """Bytes that one game takes besides its kernel: mask, planes and the positions it remembers."""
        return self.encoding.actions + self.size + 16 + (8 * self.max_moves if self.repeats_draw else 0)

    def illegal(self, actions: Numbers) -> int:
        """The first game whose action is not legal; -1 when all are."""
        return find_illegal(self, actions)

    def restart(self, seats: Numbers, sampled: Numbers) -> None:
        """Start all games again."""
        moves = bits.allocate_moves(constants.MAX_MOVES)
        bits.require(moves)
        with cython.nogil:
            for i in range(self.count):
                self.begin(i)
                self.observe(i, seats, sampled, moves)
        bits.free(moves)
        self.raise_faults(0, self.count)

    def step(
        self,
        begin: int,
        end: int,
        actions: Numbers,
        rewards: "list[float]",
        results: Numbers,
        truncated: Numbers,
        seats: Numbers,
        sampled: Numbers,
    ) -> None:
        """Play one action in each of the games ``begin`` to ``end``; other threads may do the rest meanwhile."""
        if not 0 <= begin <= end <= self.count:
            raise OptionError(f"there are no games {begin} to {end}; there are {self.count}")
        moves = bits.allocate_moves(constants.MAX_MOVES)
        bits.require(moves)
        with cython.nogil:
            for i in range(begin, end):
                self.play(i, actions[i], rewards, results, truncated)
                self.observe(i, seats, sampled, moves)
        bits.free(moves)
        self.raise_faults(begin, end)

    def raise_faults(self, begin: int, end: int) -> None:
        """Raise what went wrong in one of these games."""
        for i in range(begin, end):
            if cython.cast(Kernel, kernel_array.at(self.games, i)).fault != constants.NO_FAULT:
                self.kernels[i].raise_fault()

    @cython.final
    def begin(self, i: int) -> None:
        """Game ``i`` starts again; its planes are set to zero."""
        mover = cython.cast(Kernel, kernel_array.at(self.games, i)).seat()
        self.encoding.encode(
            cython.cast(Kernel, kernel_array.at(self.games, i)), mover, self.planes, self.size * i, True
        )
        self.renew(i)

    @cython.final
    def renew(self, i: int) -> None:
        """Game ``i`` stands at its start."""
        self.encoding.restart(cython.cast(Kernel, kernel_array.at(self.games, i)), self.first)
        self.plies[i] = 0
        self.since[i] = 0

    @cython.final
    def play(self, i: int, action: int, rewards: "list[float]", results: Numbers, truncated: Numbers) -> None:
        """One action of game ``i``, which is legal, and what comes of it."""
        mover = cython.cast(Kernel, kernel_array.at(self.games, i)).seat()
        was = cython.cast(Kernel, kernel_array.at(self.games, i)).irreversible_count()
        self.encoding.encode(
            cython.cast(Kernel, kernel_array.at(self.games, i)), mover, self.planes, self.size * i, True
        )
        cython.cast(Kernel, kernel_array.at(self.games, i)).advance(
            self.encoding.move(cython.cast(Kernel, kernel_array.at(self.games, i)), action)
        )
        self.plies[i] += 1
        result = self.judge(i, was)
        results[i] = result
        truncated[i] = result == constants.ONGOING and self.plies[i] >= self.max_moves
        rewards[i] = 0 if result in (constants.ONGOING, constants.DRAW) else 1 if result == mover else -1
        if result != constants.ONGOING or truncated[i]:
            self.renew(i)

    @cython.final
    def judge(self, i: int, was: int) -> int:
        """How game ``i`` stands; a position for the third time is a draw where that was agreed on."""
        result: int = cython.cast(Kernel, kernel_array.at(self.games, i)).result()
        if not self.repeats_draw or result != constants.ONGOING:
            return result
        if cython.cast(Kernel, kernel_array.at(self.games, i)).irreversible_count() != was:
            self.since[i] = 0
        if cython.cast(Kernel, kernel_array.at(self.games, i)).mid_turn():
            return result
        key = cython.cast(Kernel, kernel_array.at(self.games, i)).key()
        start = self.max_moves * i
        end = start + self.since[i]
        is_draw = repetition.is_draw_by_repetition(self.keys, start, end, end, key)
        self.keys[end] = key
        self.since[i] += 1
        return constants.DRAW if is_draw else result

    @cython.final
    def observe(self, i: int, seats: Numbers, sampled: Numbers, moves: list[int]) -> None:
        """Write mask, planes and seat of game ``i``, and one of its legal actions at random."""
        seat = cython.cast(Kernel, kernel_array.at(self.games, i)).seat()
        start = self.encoding.actions * i
        wipe(self.masks, start, start + self.encoding.actions)
        end = cython.cast(Kernel, kernel_array.at(self.games, i)).generate(moves, 0)
        self.rng[i] = bits.mix(self.rng[i])
        chosen = (self.rng[i] >> 33) % end if end > 0 else 0
        for k in range(end):
            action = self.encoding.action(cython.cast(Kernel, kernel_array.at(self.games, i)), moves[k])
            self.masks[start + action] = 1
        if end > 0:
            sampled[i] = self.encoding.action(cython.cast(Kernel, kernel_array.at(self.games, i)), moves[chosen])
        self.encoding.encode(
            cython.cast(Kernel, kernel_array.at(self.games, i)), seat, self.planes, self.size * i, False
        )
        seats[i] = seat


def wipe(out: Numbers, start: int, end: int) -> None:
    """Zeros from ``start`` to ``end``. A function of its own, so that the compiler sees that nothing else is written."""
    for k in range(start, end):
        out[k] = 0


def find_illegal(batch: Batch, actions: Numbers) -> int:
    """``Batch.illegal``."""
    for i in range(batch.count):
        action = actions[i]
        if action < 0 or action >= batch.encoding.actions or batch.masks[batch.encoding.actions * i + action] == 0:
            return i
    return -1
