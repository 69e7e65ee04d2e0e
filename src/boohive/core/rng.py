"""SplitMix64, written out, so that a seed gives the same numbers on every Python."""

from collections.abc import Sequence
from hashlib import sha256
from math import cos, exp, log, pi, sqrt
from typing import TypeVar

from boohive.core import bits

__all__ = ["SplitMix64", "derive_seed"]

T = TypeVar("T")
GOLDEN = 0x9E37_79B9_7F4A_7C15
RANGE = 2**64
SEED_BITS = 63
"""So that a derived seed fits every place that takes one, such as an option of a game."""


def derive_seed(secret: str, name: str) -> int:
    """The seed that a secret gives to one purpose; from the seeds of other purposes nobody can work it out."""
    return int.from_bytes(sha256(f"{secret}/{name}".encode()).digest()[:8]) >> (64 - SEED_BITS)


class SplitMix64:
    """A stream of random numbers. Further ``names`` open a stream of their own for the same seed."""

    def __init__(self, seed: int, *names: int) -> None:
        self.state = bits.mix(seed % RANGE)
        for name in names:
            self.state = bits.mix(self.state ^ name % RANGE)

    def word(self) -> int:
        """The next 64 bits."""
        value = bits.mix(self.state)
        self.state = (self.state + GOLDEN) % RANGE
        return value

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely as the others."""
        fair = RANGE - RANGE % n
        while (value := self.word()) >= fair:
            pass
        return value % n

    def uniform(self) -> float:
        """A number from 0 up to, not including, 1."""
        return (self.word() >> 11) / 2**53

    def normal(self) -> float:
        """A number of the standard normal distribution (Box and Muller)."""
        return sqrt(-2 * log(1 - self.uniform())) * cos(2 * pi * self.uniform())

    def lognormal(self, spread: float) -> float:
        """A positive number around 1."""
        return exp(spread * self.normal())

    def choice(self, things: Sequence[T]) -> T:
        """One of them."""
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """All of them in a random order (Fisher and Yates)."""
        order = list(things)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order
