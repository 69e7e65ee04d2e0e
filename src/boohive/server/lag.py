"""How far the event loop is behind and how long actions take, for the people who run the server."""

from bisect import bisect_left

from boohive.server.clock import Clock

__all__ = ["Durations", "Lag"]

EVERY = 0.02
"""Seconds between two looks."""


class Lag:
    """A timer that notices how late it is. Until it is started, nothing is late."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.due: float | None = None
        self.longest = 0.0
        """Since somebody last asked."""
        self.is_closing = False

    def start(self) -> None:
        """Start looking."""
        if not self.is_closing:
            self.due = self.clock.monotonic() + EVERY
            self.clock.call_later(EVERY, self._look)

    def _look(self) -> None:
        self.longest = max(self.longest, self.clock.monotonic() - (self.due or 0.0))
        self.start()

    def take_most(self) -> float:
        """The longest delay since this was asked last."""
        longest, self.longest = self.longest, 0.0
        return longest

    def close(self) -> None:
        """Stop looking."""
        self.is_closing = True


class Durations:
    """How often something took how long: a histogram, as Prometheus wants it."""

    BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

    def __init__(self) -> None:
        self.counts = [0] * (len(self.BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Once more."""
        self.counts[bisect_left(self.BOUNDS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str) -> list[str]:
        """For each bound, how often it took no longer; then the sum of all, and how many there were."""
        lines, so_far = [], 0
        for bound, count in zip((*map(str, self.BOUNDS), "+Inf"), self.counts, strict=True):
            so_far += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {so_far}')
        return [*lines, f"{name}_sum {self.total:.6f}", f"{name}_count {so_far}"]
