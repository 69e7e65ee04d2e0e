"""Perft: how many sequences of whole turns there are. The standard proof that a move generator is right, and its speed."""

import threading
from collections import deque
from collections.abc import Callable

import cython

from boohive.core import bits, constants, signals
from boohive.core.errors import OptionError
from boohive.core.kernel import Kernel, Moves, play_at, status_of

MAX_DEPTH = 64
"""Whole turns; far more than can ever be counted."""

INTERRUPT_DEPTH = 3
"""From this remaining depth on, Ctrl+C is checked: often enough to react, and seldom enough to cost nothing."""


def leaves(kernel: Kernel, depth: int, moves: list[int], start: int) -> int:
    """Sequences of ``depth`` whole turns from here, the last turn counted in bulk; depth is 1 or more.

    Only a turn that goes on for longer than its kernel says can get beyond the end of the buffer.
    """
    if depth == 1:
        return kernel.count_turns(moves, start)
    if depth >= INTERRUPT_DEPTH and signals.interrupted():
        return 0
    end = kernel.generate(moves, start)
    total = 0
    for i in range(start, end):
        kernel.make(moves[i])
        if not kernel.mid_turn():
            total += leaves(kernel, depth - 1, moves, end)
        elif end <= kernel.last_turn_at:
            total += leaves(kernel, depth, moves, end)
        else:
            kernel.fault = constants.FAULT_TOO_MANY_DECISIONS
        kernel.unmake()
    return total


def count_leaves(kernel: Kernel, depth: int) -> int:
    """``leaves`` for callers in Python; other threads run meanwhile."""
    kernel.reserve_undo()
    turn = constants.MAX_MOVES * kernel.decisions_per_turn()
    moves = bits.allocate_moves(turn * (depth + 1))
    bits.require(moves)
    kernel.set_buffer(turn * depth)
    with cython.nogil:
        total = leaves(kernel, depth, moves, 0)
    bits.free(moves)
    signals.raise_interruption()
    if kernel.fault != constants.NO_FAULT:
        kernel.raise_fault()
    return total


def perft(kernel: Kernel, depth: int, threads: int = 1) -> int:
    """How many sequences of exactly ``depth`` whole turns start here; finished games have no continuation."""
    if not 0 <= depth <= MAX_DEPTH:
        raise OptionError(f"a depth of {depth} is not possible; choose 0 to {MAX_DEPTH} turns")
    if threads < 1:
        raise OptionError(f"{threads} threads are not possible; choose 1 or more")
    if depth == 0:
        return 1
    if threads == 1 or depth < SPLIT_DEPTH:
        return count_leaves(kernel.copy(), depth)
    return count_subtrees(subtrees(kernel, depth), threads)


SPLIT_DEPTH = 3
"""Below this a second thread costs more than it brings."""


def subtrees(kernel: Kernel, depth: int) -> list[tuple[Kernel, int]]:
    """The positions two decisions on, with the depth left at each: small enough to spread evenly over threads."""
    return [grandchild for position, rest in children(kernel, depth) for grandchild in children(position, rest)]


def children(kernel: Kernel, depth: int) -> list[tuple[Kernel, int]]:
    """Each position one decision on, with the depth that is left there."""
    found = []
    legal = Moves(kernel)
    for i in range(len(legal)):
        child = play_at(kernel, legal.code(i))
        found.append((child, depth if status_of(child).mid_turn else depth - 1))
    return found


def count_subtrees(work: list[tuple[Kernel, int]], threads: int) -> int:
    """Add up the subtrees, each thread taking the next one that is left.

    Every other thread takes from the far end: kernels made one after the other lie side by side in memory, and two
    threads that write to neighbours slow each other down.
    """
    left = deque(work)
    totals: list[int] = []
    errors: list[BaseException] = []

    def count_rest(take: Callable[[], tuple[Kernel, int]]) -> None:
        mine = 0
        while left:
            try:
                kernel, depth = take()
            except IndexError:
                break  # Another thread took the last one.
            try:
                mine += count_leaves(kernel, depth)
            except BaseException as error:
                errors.append(error)
                left.clear()
        totals.append(mine)

    ends = (left.pop, left.popleft)
    workers = [threading.Thread(target=count_rest, args=(ends[i % 2],), daemon=True) for i in range(threads)]
    for worker in workers:
        worker.start()
    try:
        for worker in workers:
            worker.join()
    except BaseException:  # Ctrl+C comes here: nobody begins another subtree.
        left.clear()
        raise
    if errors:
        raise errors[0]
    return sum(totals)
