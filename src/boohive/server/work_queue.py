"""Who is served next: those who have had least so far, and among equals the quickest work. Nothing here knows a process."""

import heapq
import itertools
from collections.abc import Iterable
from typing import Generic, TypeVar

__all__ = ["FairQueue"]

Work = TypeVar("Work")


class FairQueue(Generic[Work]):
    """Waiting work in lanes, each shared fairly between its askers.

    Every asker has a time of its own, which each piece of work moves on by what it costs; the lane serves the smallest
    time. Who asks for a hundred things waits behind those who ask for one, and a long piece of work behind short ones.
    """

    def __init__(self) -> None:
        self.numbers = itertools.count()
        self.waiting: dict[int, list[tuple[float, int, float, Work]]] = {}
        self.times: dict[tuple[int, str], float] = {}
        """Up to when each asker's work of a lane will have been done, in the lane's own time."""
        self.now: dict[int, float] = {}

    def __len__(self) -> int:
        return sum(map(len, self.waiting.values()))

    def push(self, lane: int, asker: str, cost: float, work: Work) -> None:
        """Let some work wait; ``cost`` is about how long it takes, in any unit."""
        begins = max(self.now.get(lane, 0.0), self.times.get((lane, asker), 0.0))
        ends = self.times[lane, asker] = begins + cost
        heapq.heappush(self.waiting.setdefault(lane, []), (ends, next(self.numbers), cost, work))

    def pop(self, lanes: Iterable[int]) -> Work | None:
        """The next work of the first lane that has any; ``None`` when there is none."""
        for lane in lanes:
            if waiting := self.waiting.get(lane):
                ends, _, cost, work = heapq.heappop(waiting)
                self.now[lane] = max(self.now.get(lane, 0.0), ends - cost)
                if not waiting:
                    self._forget(lane)
                return work
        return None

    def remove(self, work: Work) -> None:
        """Nobody waits for this any more."""
        for waiting in self.waiting.values():
            for each in waiting:
                if each[3] is work:
                    waiting.remove(each)
                    heapq.heapify(waiting)
                    return

    def _forget(self, lane: int) -> None:
        """An empty lane begins again: nobody is owed anything."""
        self.now.pop(lane, None)
        for key in [key for key in self.times if key[0] == lane]:
            del self.times[key]
