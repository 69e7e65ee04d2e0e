"""Why a table refuses something: a code for programs, a sentence for the player."""

from boohive.core.errors import BoohiveError

__all__ = ["Refusal"]


class Refusal(BoohiveError):
    """An action that does not fit; the table is as it was."""

    def __init__(self, code: str, reason: str, wait: int | None = None) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.wait = wait
        """Milliseconds after which it may be tried again, where waiting helps."""
