"""What the threads of one search tell each other, besides the transposition table: which positions are being searched, so that
no two search the same one at the same time, and how deep the main thread is.

Threads write without a lock. When two do so at once, at worst a position is searched twice, or later than it could be.
"""

import cython

from boohive.core import bits
from boohive.core.constants import NO_MOVE

SLOTS = 32768
WAYS = 4
"""So many positions can share a place."""


class SharedWork:
    """The keys of the positions that are being searched."""

    def __init__(self) -> None:
        self.busy = bits.allocate_words(SLOTS)
        bits.require(self.busy)
        self.depth = 0
        """The depth of the main thread's round, which the others follow,"""
        self.first_move = NO_MOVE
        """and the move it begins with."""

    def __dealloc__(self) -> None:
        bits.free(self.busy)

    @cython.final
    def place(self, key: int) -> int:
        """Where the places for this position begin."""
        return key & (SLOTS - WAYS)

    @cython.final
    def is_busy(self, key: int) -> bool:
        """Whether some thread searches this position."""
        first = self.place(key)
        for i in range(first, first + WAYS):
            if self.busy[i] == key:
                return True
        return False

    @cython.final
    def begin(self, key: int) -> None:
        """A thread searches this position from now on."""
        first = self.place(key)
        for i in range(first, first + WAYS):
            if self.busy[i] == 0:
                self.busy[i] = key
                return
        self.busy[first] = key

    @cython.final
    def end(self, key: int) -> None:
        """A thread has searched this position."""
        first = self.place(key)
        for i in range(first, first + WAYS):
            if self.busy[i] == key:
                self.busy[i] = 0
