"""Python's search for cycles, as Python does it."""

import asyncio
from collections.abc import Callable

__all__ = ["Collector"]


class Collector:
    """Leaves everything as it is."""

    def start(self) -> None:
        """Called before the server runs."""

    async def run(self, actions: Callable[[], int], closed: Callable[[], int]) -> None:
        """Runs as long as the server; ``actions`` and ``closed`` count actions stored and connections closed so far."""
        await asyncio.Event().wait()
