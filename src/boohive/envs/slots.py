"""A row of kernels that can be walked through without Python's lock: a list here, plain C pointers when compiled.

The row does not keep its kernels alive; whoever makes one also holds them in a list.
"""

from boohive.core.kernel import Kernel

__all__ = ["at", "forget", "keep", "room"]


def room(n: int) -> list[Kernel]:
    """Room for ``n`` kernels; compiled, memory that ``forget`` gives back."""
    return [Kernel()] * n


def keep(row: list[Kernel], i: int, kernel: Kernel) -> None:
    """Put a kernel at place ``i``."""
    row[i] = kernel


def at(row: list[Kernel], i: int) -> Kernel:
    """What is at place ``i``; a kernel casts it to the class it knows it to be."""
    return row[i]


def forget(row: list[Kernel]) -> None:
    """Give back the room."""
