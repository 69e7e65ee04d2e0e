"""Sets of spaces as 64-bit words: the few operations that plain Python and C write differently.

A kernel's source runs both compiled and uncompiled. Compiled, these names are the C bodies in ``bits.pxd``; uncompiled,
the functions below. Nothing else in the package is written twice.
"""

__all__ = [
    "allocate_ints",
    "allocate_moves",
    "allocate_words",
    "bit",
    "count",
    "free",
    "highest",
    "lowest",
    "mix",
    "prefetch",
    "require",
]

WORD = 0xFFFF_FFFF_FFFF_FFFF


def bit(n: int) -> int:
    """The set that holds only space ``n``. Never write ``1 << n`` in a kernel: in C that is a 32-bit shift."""
    return 1 << n


def count(word: int) -> int:
    """How many spaces are in the set."""
    return word.bit_count()


def lowest(word: int) -> int:
    """The first space of a set that is not empty."""
    return (word & -word).bit_length() - 1


def highest(word: int) -> int:
    """The last space of a set that is not empty."""
    return word.bit_length() - 1


def mix(word: int) -> int:
    """A well spread 64-bit number for each number (splitmix64), for hash keys."""
    word = (word + 0x9E37_79B9_7F4A_7C15) & WORD
    word = ((word ^ (word >> 30)) * 0xBF58_476D_1CE4_E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D0_49BB_1331_11EB) & WORD
    return word ^ (word >> 31)


def allocate_words(n: int) -> list[int]:
    """A block of ``n`` 64-bit words, all zero; compiled, memory to give to ``require`` first and to ``free`` last."""
    return [0] * n


def allocate_moves(n: int) -> list[int]:
    """A block of ``n`` move codes; compiled, memory to give to ``require`` first and to ``free`` last."""
    return [0] * n


def allocate_ints(n: int) -> list[int]:
    """A block of ``n`` whole numbers that may be negative, all zero; compiled, memory as above."""
    return [0] * n


def require(block: list[int]) -> None:
    """Raise ``MemoryError`` if the block could not be allocated; call it only with Python's lock."""


def prefetch(block: list[int], index: int) -> None:
    """Load the word at ``index``, which is about to be read, into the processor's cache."""


def free(block: list[int]) -> None:
    """Free an allocated block."""
