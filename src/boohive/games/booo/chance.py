"""Chance by name: splitmix64, spelled out, so that a seed means the same castle on every Python."""

from collections.abc import Sequence
from enum import IntEnum
from math import cos, exp, log, pi, sqrt
from typing import TypeVar

from boohive.core import bits

__all__ = ["Chance", "Stream"]

T = TypeVar("T")
GOLDEN = 0x9E37_79B9_7F4A_7C15
RANGE = 2**64


class Stream(IntEnum):
    """The streams of one game's seed: what one thing draws never shifts what another gets."""

    CASTLE = 1
    GHOST = 2
    NUMBER = 3
    FIRST_PLAYER = 4
    TOKENS = 5
    DECK = 6
    TIES = 7
    BOTS = 8


class Chance:
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

    def share(self) -> float:
        """A number from 0 up to, not including, 1."""
        return (self.word() >> 11) / 2**53

    def normal(self) -> float:
        """A number of the standard normal distribution (Box and Muller)."""
        return sqrt(-2 * log(1 - self.share())) * cos(2 * pi * self.share())

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
