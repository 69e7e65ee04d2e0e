"""A row of kernels that can be walked through without Python's lock: a list here, plain C pointers when compiled.

The array does not keep its kernels alive; its owner also holds them in a list.
"""

from boohive.core.kernel import Kernel

__all__ = ["allocate", "at", "free", "keep"]


def allocate(n: int) -> list[Kernel]:
    """A row for ``n`` kernels; compiled, memory that ``free`` gives back."""
    return [Kernel()] * n


def keep(row: list[Kernel], i: int, kernel: Kernel) -> None:
    """Put a kernel at place ``i``."""
    row[i] = kernel


def at(row: list[Kernel], i: int) -> Kernel:
    """What is at place ``i``; a kernel casts it to the class it knows it to be."""
    return row[i]


def free(row: list[Kernel]) -> None:
    """Give back an allocated row."""
