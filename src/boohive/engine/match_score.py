"""The score of a match: share of the points, Elo with an interval from pairs of games, and a sequential test."""

import math
from typing import NamedTuple

__all__ = ["Score", "Sprt", "elo", "expected"]

Z95 = 1.96


def elo(share: float) -> float:
    """The difference in Elo that a share of the points stands for."""
    share = min(max(share, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / share - 1)


def expected(difference: float) -> float:
    """The expected share of the points for a difference in Elo: the inverse of ``elo``."""
    return 1 / (1 + 10 ** (-difference / 400))


class Score:
    """The points of the first named player, with error bars from pairs of games."""

    def __init__(self) -> None:
        self.points: dict[int, float] = {}

    def add(self, number: int, points: float) -> None:
        """Count one more game; games 0 and 1 are a pair, as are 2 and 3."""
        self.points[number] = points

    @property
    def games(self) -> int:
        """How many games were counted."""
        return len(self.points)

    @property
    def share(self) -> float:
        """Points per game."""
        return sum(self.points.values()) / max(1, self.games)

    def pairs(self) -> list[float]:
        """The share of each pair of games that is complete."""
        return [
            (self.points[number] + self.points[number + 1]) / 2
            for number in self.points
            if number % 2 == 0 and number + 1 in self.points
        ]

    def pentanomial(self) -> list[int]:
        """How many pairs brought 0, a half, 1, one and a half, 2 points."""
        counts = [0] * 5
        for pair in self.pairs():
            counts[round(4 * pair)] += 1
        return counts

    def error(self) -> float:
        """Half the width of the 95 % interval of the share."""
        pairs = self.pairs()
        if len(pairs) < 2:
            return 0.5
        mean = sum(pairs) / len(pairs)
        variance = sum((pair - mean) ** 2 for pair in pairs) / (len(pairs) - 1)
        # Never quite certain: as if half a pair had gone the other way.
        return Z95 * math.sqrt(max(variance, 0.125 / len(pairs)) / len(pairs))

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, as far as a share can go."""
        return max(0.0, self.share - self.error()), min(1.0, self.share + self.error())

    def summary(self) -> str:
        """``75.0 % (70.8 to 79.2) of 400 games, Elo +191 (+154 to +233)``."""
        low, high = self.interval()
        return (
            f"{100 * self.share:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {self.games} games, "
            f"Elo {elo(self.share):+.0f} ({elo(low):+.0f} to {elo(high):+.0f})"
        )


class Sprt(NamedTuple):
    """A test that stops as soon as it is clear which of two Elo differences is nearer to the truth."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def ratio(self, score: Score) -> float:
        """The logarithm of the likelihoods' ratio, from the five kinds of pairs."""
        pairs = score.pairs()
        if len(pairs) < 2:
            return 0.0
        mean = sum(pairs) / len(pairs)
        variance = max(sum((pair - mean) ** 2 for pair in pairs) / len(pairs), 1e-3)
        first, second = expected(self.low), expected(self.high)
        return len(pairs) * (second - first) * (2 * mean - first - second) / (2 * variance)

    def verdict(self, score: Score) -> str | None:
        """Which difference it is; ``None`` while it is open."""
        ratio = self.ratio(score)
        if ratio >= math.log((1 - self.beta) / self.alpha):
            return f"at least {self.high:g} Elo"
        if ratio <= math.log(self.beta / (1 - self.alpha)):
            return f"not more than {self.low:g} Elo"
        return None
