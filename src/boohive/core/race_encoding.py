"""How a race is put into numbers for learning: what ``envs.race`` asks of a game.

A subclass stands for one moment of one game; ``Position.race_encoding`` makes it. Action numbers and the order of the
observation never change between versions.
"""

__all__ = ["RaceEncoding"]


class RaceEncoding:
    """A moment of a race in numbers. Buffers hold one number a byte, from 0 to 127."""

    actions: int
    """Actions are numbered from 0, which is always waiting, up to this."""
    numbers: int
    """The length of an observation."""

    def event_text(self, action: int) -> str | None:
        """An action in the game's notation; ``None`` for waiting."""
        raise NotImplementedError

    def observation(self, seat: int) -> bytearray:
        """What this seat knows."""
        raise NotImplementedError

    def action_mask(self, seat: int) -> bytearray:
        """1 for each action that this seat can usefully try, else 0."""
        raise NotImplementedError
