"""How far the event loop is behind, for the people who run the server."""

from boohive.server.clock import Clock

__all__ = ["Lag"]

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
