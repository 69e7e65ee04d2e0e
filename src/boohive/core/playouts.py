"""Random games played to their end without leaving the engine room: the speed limit of anything that plays at random."""

import cython

from boohive.core import bits, codes, signals
from boohive.core.kernel import Kernel

__all__ = ["count_plies"]


def play_at_random(kernel: Kernel, moves: list[int], most: int, chance: int) -> int:
    """Play on from here at random, at most so many moves; how many were played."""
    for ply in range(most):
        count = kernel.generate(moves, 0)
        if count == 0:
            return ply
        chance = bits.mix(chance)
        kernel.advance(moves[(chance >> 32) * count >> 32])
    return most


def count_plies(start: Kernel, games: int, most: int, seed: int) -> int:
    """How many moves all these random games from ``start`` took together; none goes on beyond ``most``."""
    moves = bits.move_room(codes.MAX_MOVES)
    plies = 0
    for number in range(games):
        kernel = start.copy()
        chance = bits.mix(seed + number)
        with cython.nogil:
            plies += play_at_random(kernel, moves, most, chance)
        if signals.interrupted():
            break
    bits.forget(moves)
    signals.raise_interruption()
    return plies
