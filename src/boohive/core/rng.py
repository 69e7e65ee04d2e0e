"""Random numbers, written out, so that a seed gives the same ones on every Python.

``SplitMix64`` is quick and for seeds that anybody may know. ``HashStream`` is for secrets of 128 bits and more: whoever
has seen some of its numbers can work out neither the others nor the secret.
"""

from collections.abc import Sequence
from hashlib import blake2b, sha256
from math import cos, exp, log, pi, sqrt
from typing import TypeVar

from boohive.core import bits

__all__ = ["HashStream", "RandomStream", "SplitMix64", "derive_seed", "random_stream"]

T = TypeVar("T")
GOLDEN = 0x9E37_79B9_7F4A_7C15
RANGE = 2**64
SEED_BITS = 63
"""So that a derived seed fits every place that takes one, such as an option of a game."""


def derive_seed(secret: str, name: str) -> int:
    """The seed that a secret gives to one purpose; from the seeds of other purposes nobody can work it out."""
    return int.from_bytes(sha256(f"{secret}/{name}".encode()).digest()[:8]) >> (64 - SEED_BITS)


def random_stream(seed: int, *names: int) -> "RandomStream":
    """The stream of a seed: a seed of more than 64 bits is a secret."""
    return SplitMix64(seed, *names) if seed < RANGE else HashStream(seed.to_bytes(32), *names)


class RandomStream:
    """A stream of random numbers."""

    def word(self) -> int:
        """The next 64 bits."""
        raise NotImplementedError

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


class SplitMix64(RandomStream):
    """A quick stream. Further ``names`` open a stream of their own for the same seed."""

    def __init__(self, seed: int, *names: int) -> None:
        self.state = bits.mix(seed % RANGE)
        for name in names:
            self.state = bits.mix(self.state ^ name % RANGE)

    def word(self) -> int:
        """The next 64 bits."""
        value = bits.mix(self.state)
        self.state = (self.state + GOLDEN) % RANGE
        return value


class HashStream(RandomStream):
    """The stream of a secret: BLAKE2b with the secret as its key, of the names and a count. Each block gives 8 words."""

    def __init__(self, secret: bytes, *names: int | str) -> None:
        self.secret = secret
        self.names = "/".join(map(str, names))
        self.blocks = 0
        self.words: list[int] = []

    def word(self) -> int:
        """The next 64 bits."""
        if not self.words:
            block = blake2b(f"{self.names}#{self.blocks}".encode(), key=self.secret).digest()
            self.words = [int.from_bytes(block[i : i + 8]) for i in range(56, -1, -8)]
            self.blocks += 1
        return self.words.pop()
