"""What follows a table: a page, seen from the table."""

from typing import Protocol

from boohive.tables.latency import Latency

__all__ = ["Follower"]


class Follower(Protocol):
    """A page, or whatever else follows a table."""

    person: str | None
    one_way_ms: int
    """Milliseconds a message takes to get there."""

    def hashes(self, table: str) -> list[str]:
        """The hashes of the seat secrets it has shown for this table."""

    def latency(self) -> Latency:
        """What was measured of its connection."""

    def send(self, table: str, message: bytes) -> None:
        """Send, without waiting."""
