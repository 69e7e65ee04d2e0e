"""Why a table rejects something: a code for programs, a sentence for the player."""

from collections.abc import Iterator
from contextlib import contextmanager

from boohive.core.errors import BoohiveError

__all__ = ["Rejected", "rejected_as"]


class Rejected(BoohiveError):
    """An action that does not fit; the table is as it was."""

    def __init__(self, code: str, reason: str, retry_after_ms: int | None = None) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.retry_after_ms = retry_after_ms
        """Milliseconds after which it may be tried again, where waiting helps."""


@contextmanager
def rejected_as(code: str) -> Iterator[None]:
    """What the rules or a notation refuse is rejected with this code."""
    try:
        yield
    except Rejected:
        raise
    except BoohiveError as error:
        raise Rejected(code, error.sentence) from None
