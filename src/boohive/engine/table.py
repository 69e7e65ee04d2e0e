"""The transposition table: what earlier searches found out, by position, in memory of fixed size.

Four entries share a bucket of 64 bytes, one line of the processor's cache. An entry is two words: what is known (move,
score, depth, bound, age) and the position's key mixed with it. Threads share the table without a lock: a pair of words
that two threads wrote at once does not fit together any more, and is taken for an empty place.
"""

import cython

from boohive.core import bits
from boohive.core.errors import OptionError

LEAST_MIB = 1
MOST_MIB = 8192
BUCKETS_PER_MIB = 16384
AGES = 64
LOW_HALF = 0xFFFF_FFFF


class Table:
    """Room for 65,536 positions per MiB."""

    def __init__(self, mib: int = 16) -> None:
        if not LEAST_MIB <= mib <= MOST_MIB:
            raise OptionError(f"a table of {mib} MiB is not possible; choose {LEAST_MIB} to {MOST_MIB}")
        self.mib = mib
        self.buckets = mib * BUCKETS_PER_MIB
        self.age = 0
        self.cells = bits.words(8 * mib * BUCKETS_PER_MIB)
        if not self.cells:
            raise OptionError(f"this machine has no {mib} MiB of memory to spare for the table; choose a smaller one")

    def __dealloc__(self) -> None:
        bits.forget(self.cells)

    def next_search(self) -> None:
        """From now on, entries of earlier searches are the first to be given up."""
        self.age = (self.age + 1) % AGES

    def clear(self) -> None:
        """Forget everything."""
        for i in range(8 * self.buckets):
            self.cells[i] = 0
        self.age = 0

    @cython.final
    def bucket(self, key: int) -> int:
        """Where the four entries that may hold this position begin."""
        return 8 * (((key >> 32) * self.buckets) >> 32)

    def fetch(self, key: int) -> None:
        """This position will be asked for soon."""
        bits.prefetch(self.cells, self.bucket(key))

    def probe(self, key: int) -> int:
        """What is known of this position, to be taken apart with the functions below; 0 for nothing."""
        at = self.bucket(key)
        for i in range(at, at + 8, 2):
            if self.cells[i] ^ self.cells[i + 1] == key and self.cells[i + 1] != 0:
                return self.cells[i + 1]
        return 0

    def store(self, key: int, move: int, score: int, depth: int, bound: int) -> None:
        """Remember a position in place of itself, of nothing, or of the entry that is old or shallow most."""
        at = self.bucket(key)
        worst, place = 1024, at
        for i in range(at, at + 8, 2):
            known = self.cells[i + 1]
            if known == 0 or self.cells[i] ^ known == key:
                place = i
                break
            value = depth_of(known) - 8 * ((self.age - age_of(known)) & (AGES - 1))
            if value < worst:
                worst, place = value, i
        known = pack(move, score, depth, bound, self.age)
        self.cells[place] = key ^ known
        self.cells[place + 1] = known

    def fullness(self) -> float:
        """The share of the places that this search has filled, from a sample."""
        sample = min(self.buckets * 8, 8000)
        held = sum(1 for i in range(1, sample, 2) if self.cells[i] != 0 and age_of(self.cells[i]) == self.age)
        return 2 * held / sample


def pack(move: int, score: int, depth: int, bound: int, age: int) -> int:
    """What is known as one word; never 0, for a bound is not."""
    return word(move) | word(score + 32768) << 32 | word(depth) << 48 | word(bound) << 56 | word(age) << 58


def word(number: int) -> int:
    """The number as a 64-bit word; in C a shift keeps the width of what is shifted."""
    return number


def move_of(known: int) -> int:
    """The move that was best."""
    return known & LOW_HALF


def score_of(known: int) -> int:
    """Its score."""
    return (known >> 32 & 0xFFFF) - 32768


def depth_of(known: int) -> int:
    """How many turns deep it was searched."""
    return known >> 48 & 0xFF


def bound_of(known: int) -> int:
    """``EXACT``, ``AT_LEAST`` or ``AT_MOST``."""
    return known >> 56 & 3


def age_of(known: int) -> int:
    """Which search wrote it."""
    return known >> 58 & 63
