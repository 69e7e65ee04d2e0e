"""What a computer player of any game looks like: a level that can be chosen, and a choice that can be planned ahead."""

from typing import NamedTuple, Protocol, TypeVar

from boohive.core.game import Millis, Position, Seat

__all__ = ["Bot", "LevelInfo", "Planned"]

P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


class LevelInfo(NamedTuple):
    """One strength that a game's bots can have."""

    number: int
    """From 1, the weakest."""
    name: str
    """One word, such as ``easy``."""


class Planned(NamedTuple):
    """What a bot is going to do if nothing else happens before."""

    text: str
    """The move or event in the game's notation."""
    game_ms: Millis | None = None
    """In a race: when it does it, in milliseconds since the game began; ``None``: at once."""
    reported_ms: Millis | None = None
    """For an event that is ranked against others: the time since it became possible, as a player's page reports it."""


class Bot(Protocol[P_contra]):
    """A computer player. It keeps nothing between two calls, so it may be asked again after every event."""

    def choose(self, position: P_contra, seat: Seat, seed: int, budget_ms: int) -> Planned | None:
        """What this seat does next; ``None`` when it only waits for something to happen.

        The same arguments give the same answer. ``seed`` stays the same during a game; ``budget_ms`` is the time it may
        think.
        """
