"""How a turn-based game is put into numbers for learning: what the environments ask of a game.

Everything is seen from one seat: its own pieces come first, the other's second. Action numbers and planes never change
between versions; a test holds a list of them.
"""

from boohive.core.kernel import Kernel

__all__ = ["MAX_PLANE_VALUE", "Encoding", "Numbers", "action_at", "encode_at", "move_at"]

MAX_PLANE_VALUE = 8
"""Observation planes hold numbers from 0 to this."""

Numbers = list[int]
"""A flat buffer of small numbers: callers pass a NumPy array, compiled code sees C memory."""


class Encoding:
    """One game's numbering; subclasses give every method a body."""

    def __init__(self, actions: int, planes: int, side: int) -> None:
        self.actions = actions
        """How many action numbers there are."""
        self.planes = planes
        """How many observation planes there are."""
        self.side = side
        """The width and height of each plane."""

    def action(self, kernel: Kernel, move: int) -> int:
        """The number of a legal move."""
        return 0

    def move(self, kernel: Kernel, action: int) -> int:
        """The code of the legal move with this number; the caller has checked that it is legal."""
        return 0

    def encode(self, kernel: Kernel, seat: int, out: Numbers, start: int, erase: bool) -> None:
        """Write the observation planes of this seat into zeroed numbers, or with ``erase`` make them zero again."""

    def restart(self, kernel: Kernel, first: Kernel) -> None:
        """Set the kernel back to the position ``first``."""


def action_at(encoding: Encoding, kernel: Kernel, move: int) -> int:
    """``Encoding.action`` for callers in Python."""
    return encoding.action(kernel, move)


def move_at(encoding: Encoding, kernel: Kernel, action: int) -> int:
    """``Encoding.move`` for callers in Python."""
    return encoding.move(kernel, action)


def encode_at(encoding: Encoding, kernel: Kernel, seat: int, out: Numbers) -> None:
    """``Encoding.encode`` for callers in Python."""
    encoding.encode(kernel, seat, out, 0, False)
