"""The rule of repetition, and the positions that have stood since the last move that cannot be undone.

Positions are compared by their hash keys; with 64 bits a collision within one game is too unlikely to matter. A random
game of Hive can go on for thousands of moves, so keys are added and counted in compiled code.
"""

from collections.abc import Iterable, Iterator

from boohive.core import bits, constants

__all__ = ["EMPTY", "NOT_COUNTED", "RepetitionHistory"]


def is_draw_by_repetition(keys: list[int], first: int, end: int, searched_from: int, key: int) -> bool:
    """Whether a position that stands now has stood so often among the keys ``first`` to ``end`` that it is a draw.

    In a search those from ``searched_from`` on count twice: a position that comes back there can come back again.
    """
    found = 1
    for i in range(first, end):
        if keys[i] == key:
            found += 1 if i < searched_from else 2
    return found >= constants.REPETITIONS_THAT_DRAW


class RepetitionHistory:
    """Keys in the order in which the positions stood: an immutable value, like the position that holds it."""

    def __init__(self, keys: Iterable[int] = ()) -> None:
        given = list(keys)
        self.length = len(given)
        self.entries = bits.allocate_words(self.length)
        bits.require(self.entries)
        for i in range(self.length):
            self.entries[i] = given[i]

    def __dealloc__(self) -> None:
        bits.free(self.entries)

    def added(self, key: int) -> "RepetitionHistory":
        """A copy with one more key."""
        more = RepetitionHistory()
        bits.free(more.entries)
        more.entries = bits.allocate_words(self.length + 1)
        bits.require(more.entries)
        more.length = self.length + 1
        for i in range(self.length):
            more.entries[i] = self.entries[i]
        more.entries[self.length] = key
        return more

    def count(self, key: int) -> int:
        """How often a position with this key stood."""
        found = 0
        for i in range(self.length):
            found += self.entries[i] == key
        return found

    def draws(self, key: int) -> bool:
        """Whether a position with this key, standing once more, is a draw."""
        return is_draw_by_repetition(self.entries, 0, self.length, self.length, key)

    def keys(self) -> list[int]:
        """The keys."""
        return [self.entries[i] for i in range(self.length)]

    def __len__(self) -> int:
        return self.length

    def __eq__(self, other: object) -> bool:
        """Whether the same positions stood equally often, in whatever order."""
        return isinstance(other, RepetitionHistory) and sorted(self.keys()) == sorted(other.keys())

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.keys())))

    def __iter__(self) -> Iterator[int]:
        return iter(self.keys())

    def __reduce__(self) -> "tuple[type[RepetitionHistory], tuple[list[int]]]":
        return RepetitionHistory, (self.keys(),)


EMPTY = RepetitionHistory()
"""No earlier position counts."""
NOT_COUNTED = RepetitionHistory()
"""The history of every position of a game in which repetition is not a draw."""
