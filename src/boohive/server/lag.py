"""How far the event loop is behind; strangers who ask much wait first then."""

from boohive.server.clock import Clock

__all__ = ["Lag"]

EVERY = 0.02
"""Seconds between two looks."""
BEHIND = 0.03
"""Seconds from which on strangers who ask much wait, so that those at a table do not have to."""
FADES = 0.8
"""What is left of an earlier delay after each look."""


class Lag:
    """A timer that notices how late it is. Until it is started, nothing is late."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.due: float | None = None
        self.late = 0.0
        """By how many seconds the last look was late."""
        self.recent = 0.0
        """The same with what was before, fading."""
        self.longest = 0.0
        """Since somebody last asked."""
        self.is_closing = False

    def start(self) -> None:
        """Look from now on."""
        if not self.is_closing:
            self.due = self.clock.monotonic() + EVERY
            self.clock.call_later(EVERY, self._look)

    def _look(self) -> None:
        self.late = max(0.0, self.clock.monotonic() - (self.due or 0.0))
        self.recent = max(self.late, self.recent * FADES)
        self.longest = max(self.longest, self.late)
        self.start()

    def is_behind(self) -> bool:
        """Whether those who have no seat and ask much should wait."""
        return self.recent > BEHIND

    def take_most(self) -> float:
        """The longest delay since this was asked last."""
        longest, self.longest = self.longest, 0.0
        return longest

    def close(self) -> None:
        """Look no more."""
        self.is_closing = True
