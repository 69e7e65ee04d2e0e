"""Entries of a race that are stored and may not be shown yet: they wait here, in their order."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from boohive.server.clock import Clock
from boohive.server.follower import Follower
from boohive.tables.log import LogEntry
from boohive.tables.table import Table

__all__ = ["HeldBack", "HeldEntry"]


@dataclass(eq=False)
class HeldEntry:
    """An entry with the table before and after it."""

    entry: LogEntry
    before: Table | None
    after: Table
    until: int
    """The moment from which it may be shown."""
    sent_to: set[Follower] = field(default_factory=set)
    """Pages far away, to which it is already on its way."""


class HeldBack:
    """The entries of one table that wait, first one first."""

    def __init__(self, clock: Clock, show: Callable[[HeldEntry], None]) -> None:
        self.clock = clock
        self.show = show
        self.entries: deque[HeldEntry] = deque()

    def add(self, held: HeldEntry) -> None:
        """Hold an entry back, or show it. One that may be shown now shows all that came before it."""
        now = self.clock.now_ms()
        self.entries.append(held)
        if held.until <= now:
            for each in self.entries:
                each.until = now
        self.release()

    def is_next(self, held: HeldEntry) -> bool:
        """Whether nothing waits before this entry."""
        return bool(self.entries) and self.entries[0] is held

    def remove(self, page: Follower) -> None:
        """A page that begins again gets what is held back at its moment."""
        for each in self.entries:
            each.sent_to.discard(page)

    def release(self) -> None:
        """Show what may be shown by now, and come back for what is next."""
        now = self.clock.now_ms()
        while self.entries and self.entries[0].until <= now:
            self.show(self.entries.popleft())
        if self.entries and (wait := self.entries[0].until - now) < MAX_WAIT_MS:
            self.clock.call_later(wait / 1000, self.release)


MAX_WAIT_MS = 60_000
"""Milliseconds; what waits longer waits for another entry, not for a moment."""
