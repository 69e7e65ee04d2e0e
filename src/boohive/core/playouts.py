"""Random games played to their end in compiled code: the speed limit of anything that plays at random."""

import cython

from boohive.core import bits, constants, signals
from boohive.core.kernel import Kernel

__all__ = ["count_plies"]


def play_at_random(kernel: Kernel, moves: list[int], max_plies: int, rng: int) -> int:
    """Play on from here at random, at most this many moves; how many were played."""
    for ply in range(max_plies):
        count = kernel.generate(moves, 0)
        if count == 0:
            return ply
        rng = bits.mix(rng)
        kernel.advance(moves[(rng >> 32) * count >> 32])
    return max_plies


def count_plies(start: Kernel, games: int, max_plies: int, seed: int) -> int:
    """How many moves all these random games from ``start`` took together; none goes on beyond ``max_plies``."""
    moves = bits.allocate_moves(constants.MAX_MOVES)
    bits.require(moves)
    plies = 0
    fault = constants.NO_FAULT
    for number in range(games):
        kernel = start.copy()
        rng = bits.mix(seed + number)
        with cython.nogil:
            plies += play_at_random(kernel, moves, max_plies, rng)
        if kernel.fault != constants.NO_FAULT:
            fault = kernel.fault
            break
        if signals.interrupted():
            break
    bits.free(moves)
    signals.raise_interruption()
    if fault != constants.NO_FAULT:
        kernel.raise_fault()
    return plies
