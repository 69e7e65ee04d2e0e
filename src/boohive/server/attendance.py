"""Who is there at a table, and who has been away so long that the one who waits may end the game for it.

Nothing of this is stored: a server that has just opened a table begins to count, so that a time in which none was running
is nobody's absence.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from boohive.core.game import Seat
from boohive.server.clock import Clock, TimerHandle
from boohive.tables.absence import wait_of
from boohive.tables.table import Table

__all__ = ["Absences", "Attendance"]


class Attendance(NamedTuple):
    """What pages are told of who is there."""

    connected: list[bool]
    """For each seat, whether a page of theirs is connected."""
    spectators: int
    gone_seat: Seat | None
    """The seat whose absence may be claimed."""


class Absences:
    """Since when each person at a table has been there or away, as far as this server knows."""

    def __init__(self, clock: Clock, on_due: Callable[[], None]) -> None:
        self.clock = clock
        self.on_due = on_due
        """Called when somebody has been away long enough."""
        self.here: dict[Seat, bool] = {}
        self.since: dict[Seat, int] = {}
        """When that was seen first, in milliseconds since 1970."""
        self.away = False
        """Whether anybody is away from a game by turns; while all are here nothing has to be looked at."""
        self.timer: TimerHandle | None = None

    def restart(self) -> None:
        """Nobody has been away or waiting until now: those who are away could not come."""
        self.since = dict.fromkeys(self.since, self.clock.now_ms())
        self.on_due()

    def note(self, table: Table, connected: Sequence[bool]) -> None:
        """Take in who is connected, and look again when somebody will have been away long enough."""
        now = self.clock.now_ms()
        for seat, is_here in enumerate(connected):
            if self.here.get(seat) != is_here:
                self.here[seat], self.since[seat] = is_here, now
        people = [seat for seat, holder in enumerate(table.seats) if holder.occupant == "person"]
        self.away = not table.is_race and not all(connected[seat] for seat in people)
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        away_ms, wait = self.away_ms(table, connected), wait_of(table)
        if wait is not None and away_ms is not None and away_ms < wait.patience_ms:
            self.timer = self.clock.call_later((wait.patience_ms - away_ms) / 1000, self.on_due)

    def away_ms(self, table: Table, connected: Sequence[bool]) -> int | None:
        """How long the one whose turn it is has been away while the other one was here and waited; ``None``: nobody waits,
        or not for somebody who is away."""
        wait, now = wait_of(table), self.clock.now_ms()
        if wait is None or connected[wait.awaited] or not connected[wait.waiting]:
            return None
        seen = (self.since.get(seat, now) for seat in (wait.awaited, wait.waiting))
        return now - max(wait.since, *seen)

    def gone_seat(self, table: Table, connected: Sequence[bool]) -> Seat | None:
        """The seat whose absence may be claimed now."""
        wait, away_ms = wait_of(table), self.away_ms(table, connected)
        return wait.awaited if wait is not None and away_ms is not None and away_ms >= wait.patience_ms else None
