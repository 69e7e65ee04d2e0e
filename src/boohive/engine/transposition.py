"""The transposition table: what earlier searches found out, by position, in memory of fixed size.

Four entries share a bucket of 64 bytes, one line of the processor's cache. An entry is two words: what is known (move,
score, depth, bound, age) and the position's key mixed with it. Threads share the table without a lock: a pair of words
that two threads wrote at the same time does not match any more, and counts as empty.
"""

import cython

from boohive.core import bits
from boohive.core.errors import OptionError

MIN_MIB = 1
MAX_MIB = 8192
BUCKETS_PER_MIB = 16384
AGES = 64
LOW_HALF = 0xFFFF_FFFF


class TranspositionTable:
    """65,536 entries per MiB."""

    def __init__(self, size_mib: int = 16) -> None:
        if not MIN_MIB <= size_mib <= MAX_MIB:
            raise OptionError(f"a table of {size_mib} MiB is not possible; choose {MIN_MIB} to {MAX_MIB}")
        self.size_mib = size_mib
        self.buckets = size_mib * BUCKETS_PER_MIB
        self.age = 0
        self.entries = bits.allocate_words(8 * size_mib * BUCKETS_PER_MIB)
        if not self.entries:
            raise OptionError(f"not enough memory for a table of {size_mib} MiB; choose a smaller one")

    def __dealloc__(self) -> None:
        bits.free(self.entries)

    def new_search(self) -> None:
        """From now on, entries of earlier searches are the first to be given up."""
        self.age = (self.age + 1) % AGES

    def clear(self) -> None:
        """Remove all entries."""
        for i in range(8 * self.buckets):
            self.entries[i] = 0
        self.age = 0

    @cython.final
    def bucket(self, key: int) -> int:
        """Where the four entries that may hold this position begin."""
        return 8 * (((key >> 32) * self.buckets) >> 32)

    def prefetch(self, key: int) -> None:
        """This position will be asked for soon."""
        bits.prefetch(self.entries, self.bucket(key))

    def probe(self, key: int) -> int:
        """The entry of this position, to be taken apart with the functions below; 0 if there is none."""
        first = self.bucket(key)
        for i in range(first, first + 8, 2):
            if self.entries[i] ^ self.entries[i + 1] == key and self.entries[i + 1] != 0:
                return self.entries[i + 1]
        return 0

    def store(self, key: int, move: int, score: int, depth: int, bound: int) -> None:
        """Store a position in its own entry, in an empty one, or in place of the oldest and shallowest."""
        first = self.bucket(key)
        worst, slot = 1024, first
        for i in range(first, first + 8, 2):
            entry = self.entries[i + 1]
            if entry == 0 or self.entries[i] ^ entry == key:
                slot = i
                break
            value = depth_of(entry) - 8 * ((self.age - age_of(entry)) & (AGES - 1))
            if value < worst:
                worst, slot = value, i
        entry = pack(move, score, depth, bound, self.age)
        self.entries[slot] = key ^ entry
        self.entries[slot + 1] = entry

    def hashfull(self) -> float:
        """The share of the places that this search has filled, from a sample."""
        sample = min(self.buckets * 8, 8000)
        held = sum(1 for i in range(1, sample, 2) if self.entries[i] != 0 and age_of(self.entries[i]) == self.age)
        return 2 * held / sample


def pack(move: int, score: int, depth: int, bound: int, age: int) -> int:
    """An entry as one word; never 0, for a bound is not."""
    return word(move) | word(score + 32768) << 32 | word(depth) << 48 | word(bound) << 56 | word(age) << 58


def word(number: int) -> int:
    """The number as a 64-bit word; in C a shift keeps the width of what is shifted."""
    return number


def move_of(entry: int) -> int:
    """The move that was best."""
    return entry & LOW_HALF


def score_of(entry: int) -> int:
    """Its score."""
    return (entry >> 32 & 0xFFFF) - 32768


def depth_of(entry: int) -> int:
    """How many turns deep it was searched."""
    return entry >> 48 & 0xFF


def bound_of(entry: int) -> int:
    """``EXACT``, ``LOWER`` or ``UPPER``."""
    return entry >> 56 & 3


def age_of(entry: int) -> int:
    """Which search wrote it."""
    return entry >> 58 & 63
