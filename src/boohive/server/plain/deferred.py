"""What spectators are sent, at once."""

from collections.abc import Callable

__all__ = ["DeferredQueue"]


class DeferredQueue:
    """Work that may wait, and does not."""

    def __init__(self) -> None:
        self.answers = 0
        """How many answers players wait for now; the code that owes one counts it here."""

    def add(self, do: Callable[[], None]) -> None:
        """Do this."""
        do()
