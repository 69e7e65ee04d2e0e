"""Many games of one kind, stepped in one call without Python's lock: the engine room of the vector environment.

The buffers belong to the caller and are written in place. A game that ends begins anew at once: its reward and its end
are told, and its mask and planes are already those of the new game.
"""

import cython

from boohive.core import bits, codes
from boohive.core.kernel import Kernel
from boohive.envs import slots
from boohive.envs.coder import Coder, Numbers

__all__ = ["Batch"]


class Batch:
    """The kernels of all games, and where their numbers are written."""

    def __init__(
        self,
        coder: Coder,
        first: Kernel,
        count: int,
        repeats_draw: bool,
        longest: int,
        seed: int,
        masks: Numbers,
        planes: Numbers,
    ) -> None:
        self.coder = coder
        self.first = first
        self.count = count
        self.repeats_draw = repeats_draw
        self.longest = longest
        self.masks = masks
        self.planes = planes
        self.size = coder.planes * coder.side * coder.side
        self.kernels = [first.copy() for _ in range(count)]
        self.games = slots.room(count)
        for i in range(count):
            slots.keep(self.games, i, self.kernels[i])
        self.plies = bits.number_room(count)
        self.since = bits.number_room(count)
        self.keys = bits.words(count * longest if repeats_draw else 0)
        self.luck = bits.words(count)
        self.reseed(seed)

    def __dealloc__(self) -> None:
        bits.forget(self.plies)
        bits.forget(self.since)
        bits.forget(self.keys)
        bits.forget(self.luck)
        slots.forget(self.games)

    def reseed(self, seed: int) -> None:
        """The same seed draws the same random actions."""
        for i in range(self.count):
            self.luck[i] = bits.mix(seed * self.count + i)

    def memory(self) -> int:
        """Bytes that one game takes besides its kernel: mask, planes and the positions it remembers."""
        return self.coder.actions + self.size + 16 + (8 * self.longest if self.repeats_draw else 0)

    def illegal(self, actions: Numbers) -> int:
        """The first game whose action is not legal; -1 when all are."""
        return find_illegal(self, actions)

    def restart(self, seats: Numbers, drawn: Numbers) -> None:
        """Begin all games anew."""
        moves = bits.move_room(codes.MAX_MOVES)
        with cython.nogil:
            for i in range(self.count):
                self.begin(i)
                self.look(i, seats, drawn, moves)
        bits.forget(moves)

    def step(
        self,
        begin: int,
        end: int,
        actions: Numbers,
        rewards: "list[float]",
        results: Numbers,
        truncated: Numbers,
        seats: Numbers,
        drawn: Numbers,
    ) -> None:
        """Play one action in each of the games ``begin`` to ``end``; other threads may do the rest meanwhile."""
        moves = bits.move_room(codes.MAX_MOVES)
        with cython.nogil:
            for i in range(begin, end):
                self.play(i, actions[i], rewards, results, truncated)
                self.look(i, seats, drawn, moves)
        bits.forget(moves)

    @cython.final
    def begin(self, i: int) -> None:
        """Game ``i`` starts anew; its planes are wiped."""
        mover = cython.cast(Kernel, slots.at(self.games, i)).seat()
        self.coder.draw(cython.cast(Kernel, slots.at(self.games, i)), mover, self.planes, self.size * i, True)
        self.renew(i)

    @cython.final
    def renew(self, i: int) -> None:
        """Game ``i`` stands at its start."""
        self.coder.restart(cython.cast(Kernel, slots.at(self.games, i)), self.first)
        self.plies[i] = 0
        self.since[i] = 0

    @cython.final
    def play(self, i: int, action: int, rewards: "list[float]", results: Numbers, truncated: Numbers) -> None:
        """One action of game ``i``, which is legal, and what comes of it."""
        mover = cython.cast(Kernel, slots.at(self.games, i)).seat()
        was = cython.cast(Kernel, slots.at(self.games, i)).progress()
        self.coder.draw(cython.cast(Kernel, slots.at(self.games, i)), mover, self.planes, self.size * i, True)
        cython.cast(Kernel, slots.at(self.games, i)).advance(
            self.coder.move(cython.cast(Kernel, slots.at(self.games, i)), action)
        )
        self.plies[i] += 1
        result = self.judge(i, was)
        results[i] = result
        truncated[i] = result == codes.RUNNING and self.plies[i] >= self.longest
        rewards[i] = 0 if result in (codes.RUNNING, codes.DRAWN) else 1 if result == mover else -1
        if result != codes.RUNNING or truncated[i]:
            self.renew(i)

    @cython.final
    def judge(self, i: int, was: int) -> int:
        """How game ``i`` stands; a position for the third time is a draw where that was agreed on."""
        result: int = cython.cast(Kernel, slots.at(self.games, i)).result()
        if not self.repeats_draw or result != codes.RUNNING:
            return result
        if cython.cast(Kernel, slots.at(self.games, i)).progress() != was:
            self.since[i] = 0
        if cython.cast(Kernel, slots.at(self.games, i)).turn_is_open():
            return result
        key = cython.cast(Kernel, slots.at(self.games, i)).key()
        start = self.longest * i
        times = 1
        for k in range(self.since[i]):
            times += self.keys[start + k] == key
        self.keys[start + self.since[i]] = key
        self.since[i] += 1
        return codes.DRAWN if times >= 3 else result

    @cython.final
    def look(self, i: int, seats: Numbers, drawn: Numbers, moves: list[int]) -> None:
        """Write mask, planes and seat of game ``i``, and one of its legal actions drawn by chance."""
        seat = cython.cast(Kernel, slots.at(self.games, i)).seat()
        start = self.coder.actions * i
        wipe(self.masks, start, start + self.coder.actions)
        end = cython.cast(Kernel, slots.at(self.games, i)).generate(moves, 0)
        self.luck[i] = bits.mix(self.luck[i])
        chosen = (self.luck[i] >> 33) % end
        for k in range(end):
            action = self.coder.action(cython.cast(Kernel, slots.at(self.games, i)), moves[k])
            self.masks[start + action] = 1
            if k == chosen:
                drawn[i] = action
        self.coder.draw(cython.cast(Kernel, slots.at(self.games, i)), seat, self.planes, self.size * i, False)
        seats[i] = seat


def wipe(out: Numbers, start: int, end: int) -> None:
    """Zeros from ``start`` to ``end``. A function of its own, so that the compiler sees that nothing else is written."""
    for k in range(start, end):
        out[k] = 0


def find_illegal(batch: Batch, actions: Numbers) -> int:
    """``Batch.illegal``."""
    for i in range(batch.count):
        action = actions[i]
        if action < 0 or action >= batch.coder.actions or batch.masks[batch.coder.actions * i + action] == 0:
            return i
    return -1
