"""Writes to sockets, gathered: first all tables are rendered, then everything goes to the operating system."""

import asyncio
from collections import deque

from boohive.server.plain.batching import Deliverable, WriteBatch

__all__ = ["GatheredWrites"]


class GatheredWrites(WriteBatch):
    """Sends the frames of all sockets when the event loop has done what was due."""

    def __init__(self) -> None:
        self.sockets: deque[Deliverable] = deque()

    def add(self, socket: Deliverable) -> None:
        """This socket has frames to send."""
        if not self.sockets:
            asyncio.get_running_loop().call_soon(self.flush)
        self.sockets.append(socket)

    def flush(self) -> None:
        """Send whatever waits."""
        try:
            while self.sockets:
                self.sockets.popleft().deliver()
        finally:  # Whoever fails does not hold up the others.
            if self.sockets:
                asyncio.get_running_loop().call_soon(self.flush)
