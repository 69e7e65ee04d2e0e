"""Whether this server can write: the times it could not are pauses, for tables in memory and for all others.

A server that cannot write is as good as none: the heartbeat after such a time begins another span of being alive, so
that the gap between the spans is known to every server, like the time in which none was running.
"""

from typing import NamedTuple

from boohive.server.clock import Clock

__all__ = ["Heartbeat", "Outages"]

MAX_GAP_MS = 2_000
"""Between two heartbeats that were written; heartbeats are a second apart."""


class Heartbeat(NamedTuple):
    """A heartbeat that is to be written."""

    span: str
    started: int
    now: int


class Outages:
    """When this server last could write."""

    def __init__(self, run: str, clock: Clock) -> None:
        self.run = run
        self.clock = clock
        self.spans = 0
        self.begin()

    def begin(self) -> None:
        """The server is alive from now on; its clock may have been set since this object was made."""
        self.started = self.alive_at = self.clock.now_ms()

    def is_away(self) -> bool:
        """Whether nothing could be written for a while."""
        return self.clock.now_ms() - self.alive_at > MAX_GAP_MS

    def next_heartbeat(self) -> Heartbeat:
        """The next heartbeat: of this span, or the first of another one."""
        now = self.clock.now_ms()
        if self.is_away():
            return Heartbeat(f"{self.run}-{self.spans + 1}", now, now)
        return Heartbeat(f"{self.run}-{self.spans}" if self.spans else self.run, self.started, now)

    def written(self, heartbeat: Heartbeat) -> tuple[int, int] | None:
        """A heartbeat is stored; from when to when nothing could be written before it, if it began another span."""
        since, self.alive_at = self.alive_at, heartbeat.now
        if heartbeat.started == self.started:
            return None
        self.started, self.spans = heartbeat.started, self.spans + 1
        return since, heartbeat.now
