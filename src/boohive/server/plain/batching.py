"""Writes to sockets, each at once."""

from typing import Protocol

__all__ = ["Deliverable", "WriteBatch"]


class Deliverable(Protocol):
    """A socket with frames to send."""

    def deliver(self) -> None:
        """Send them."""


class WriteBatch:
    """Sends a socket's frames when they are there."""

    def add(self, socket: Deliverable) -> None:
        """This socket has frames to send."""
        socket.deliver()

    def flush(self) -> None:
        """Send whatever waits."""
