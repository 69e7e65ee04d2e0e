"""The positions that have stood since the last move that cannot be undone, by their hash keys.

An unchanging value, like the position that holds it. A random game of Hive can go on for thousands of moves, so adding
one key and counting one are done in C.
"""

from collections.abc import Iterable, Iterator

from boohive.core import bits

__all__ = ["Seen"]


class Seen:
    """Keys in the order in which the positions stood."""

    def __init__(self, keys: Iterable[int] = ()) -> None:
        listed = list(keys)
        self.count = len(listed)
        self.keys = bits.words(self.count)
        for i in range(self.count):
            self.keys[i] = listed[i]

    def __dealloc__(self) -> None:
        bits.forget(self.keys)

    def and_now(self, key: int) -> "Seen":
        """These and one more."""
        more = Seen()
        bits.forget(more.keys)
        more.keys = bits.words(self.count + 1)
        more.count = self.count + 1
        for i in range(self.count):
            more.keys[i] = self.keys[i]
        more.keys[self.count] = key
        return more

    def times(self, key: int) -> int:
        """How often a position with this key stood."""
        found = 0
        for i in range(self.count):
            found += self.keys[i] == key
        return found

    def __len__(self) -> int:
        return self.count

    def __eq__(self, other: object) -> bool:
        """Whether the same positions stood equally often, in whatever order."""
        return isinstance(other, Seen) and sorted(self.listed()) == sorted(other.listed())

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.listed())))

    def __iter__(self) -> Iterator[int]:
        return iter(self.listed())

    def listed(self) -> list[int]:
        """The keys."""
        return [self.keys[i] for i in range(self.count)]

    def __reduce__(self) -> "tuple[type[Seen], tuple[list[int]]]":
        return Seen, (self.listed(),)


NOTHING = Seen()
"""No earlier position counts."""
