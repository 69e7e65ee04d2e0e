"""Python's own garbage collection, left as it is."""

import asyncio
from collections.abc import Callable

__all__ = ["Collector"]


class Collector:
    """Changes nothing."""

    def start(self) -> None:
        """Called before the server runs."""

    async def run(self, action_count: Callable[[], int], garbage_count: Callable[[], int]) -> None:
        """Run as long as the server. The two count the actions that were stored, and what was left behind, in connections."""
        await asyncio.Event().wait()
