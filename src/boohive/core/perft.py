"""Perft: how many sequences of whole turns there are. The standard proof that a move generator is right, and its speed."""

import threading
from collections import deque
from collections.abc import Callable

import cython

from boohive.core import bits, codes, signals
from boohive.core.kernel import Kernel, Moves, facts, play_at

DECISIONS_PER_TURN = 3
"""At most: place, ghost, row or piece."""

LOOK_UP_DEPTH = 3
"""From this depth on, Ctrl+C is looked for: often enough, and seldom enough to cost nothing."""


def leaves(kernel: Kernel, depth: int, moves: list[int], start: int) -> int:
    """Sequences of ``depth`` whole turns from here, the last turn counted in bulk; depth is 1 or more."""
    if depth == 1:
        return kernel.count_turns(moves, start)
    if depth >= LOOK_UP_DEPTH and signals.interrupted():
        return 0
    end = kernel.generate(moves, start)
    total = 0
    for i in range(start, end):
        kernel.make(moves[i])
        total += leaves(kernel, depth if kernel.turn_is_open() else depth - 1, moves, end)
        kernel.unmake()
    return total


def count_leaves(kernel: Kernel, depth: int) -> int:
    """``leaves`` for callers outside the engine room; other threads run meanwhile."""
    moves = bits.move_room(codes.MAX_MOVES * DECISIONS_PER_TURN * (depth + 1))
    with cython.nogil:
        total = leaves(kernel, depth, moves, 0)
    bits.forget(moves)
    signals.raise_interruption()
    return total


def perft(kernel: Kernel, depth: int, threads: int = 1) -> int:
    """How many sequences of exactly ``depth`` whole turns start here; finished games have no continuation."""
    if depth == 0:
        return 1
    if threads == 1 or depth < SPLIT_DEPTH:
        return count_leaves(kernel.copy(), depth)
    return count_shares(shares(kernel, depth), threads)


SPLIT_DEPTH = 3
"""Below this a second thread costs more than it brings."""


def shares(kernel: Kernel, depth: int) -> list[tuple[Kernel, int]]:
    """The positions two decisions on, with the depth left at each: small enough to spread evenly over threads."""
    return [grandchild for position, rest in children(kernel, depth) for grandchild in children(position, rest)]


def children(kernel: Kernel, depth: int) -> list[tuple[Kernel, int]]:
    """Each position one decision on, with the depth that is left there."""
    found = []
    legal = Moves(kernel)
    for i in range(len(legal)):
        child = play_at(kernel, legal.code(i))
        found.append((child, depth if facts(child)[1] else depth - 1))
    return found


def count_shares(work: list[tuple[Kernel, int]], threads: int) -> int:
    """Add up the shares, each thread taking the next one that is left.

    Every other thread takes from the far end: kernels made one after the other lie side by side in memory, and two
    threads that write to neighbours slow each other down.
    """
    left = deque(work)
    totals: list[int] = []

    def count_until_none_is_left(take: Callable[[], tuple[Kernel, int]]) -> None:
        mine = 0
        while left:
            try:
                kernel, depth = take()
            except IndexError:
                break  # Another thread took the last one.
            mine += count_leaves(kernel, depth)
        totals.append(mine)

    ends = (left.pop, left.popleft)
    crew = [threading.Thread(target=count_until_none_is_left, args=(ends[i % 2],), daemon=True) for i in range(threads)]
    for worker in crew:
        worker.start()
    try:
        for worker in crew:
            worker.join()
    except BaseException:  # Ctrl+C comes here: nobody begins another share.
        left.clear()
        raise
    return sum(totals)
