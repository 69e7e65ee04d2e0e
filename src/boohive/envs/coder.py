"""How a game is put into numbers for learning: the promise that ``batch`` and the environments rely on.

Everything is seen from one seat: its own pieces come first, the other's second. Action numbers never change between
versions; a test holds a list of them.
"""

from boohive.core.kernel import Kernel

__all__ = ["Coder", "Numbers", "action_at", "move_at"]

Numbers = list[int]
"""A flat buffer of small numbers: a NumPy array at the door, a C buffer inside."""


class Coder:
    """One game's numbering; subclasses give every method a body."""

    def __init__(self, actions: int, planes: int, side: int) -> None:
        self.actions = actions
        self.planes = planes
        self.side = side

    def action(self, kernel: Kernel, move: int) -> int:
        """The number of a legal move."""
        return 0

    def move(self, kernel: Kernel, action: int) -> int:
        """The code of the legal move with this number; the caller has checked that it is legal."""
        return 0

    def draw(self, kernel: Kernel, seat: int, out: Numbers, start: int, erase: bool) -> None:
        """Write the observation planes of this seat into zeroed numbers, or with ``erase`` make them zero again."""

    def restart(self, kernel: Kernel, first: Kernel) -> None:
        """Make the kernel the position ``first``."""


def action_at(coder: Coder, kernel: Kernel, move: int) -> int:
    """``Coder.action`` for callers outside the engine room."""
    return coder.action(kernel, move)


def move_at(coder: Coder, kernel: Kernel, action: int) -> int:
    """``Coder.move`` for callers outside the engine room."""
    return coder.move(kernel, action)


def draw_at(coder: Coder, kernel: Kernel, seat: int, out: Numbers) -> None:
    """``Coder.draw`` for callers outside the engine room."""
    coder.draw(kernel, seat, out, 0, False)
