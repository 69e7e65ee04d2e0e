"""boop. in numbers.

Actions, in reading order of the bed (a1, b1, ...):

====================  =======================================================================================
0 to 35               a kitten on this space
36 to 71              a cat on this space
72 to 107             the piece on this space leaves by the eight rule
108 to 187            a row graduates: 24 across, 24 down, 16 down to the right, 16 down to the left, by first space
====================  =======================================================================================

Planes of six by six:

====================  =======================================================================================
0, 1                  own kittens, own cats: 1 where one is
2, 3                  the other's kittens and cats
4, 5                  own kittens and own cats in the pool: the whole plane holds their number
6, 7                  the other's
8                     all 1 when the seat that looks is to move
9                     all 1 when a row or a piece has to be chosen
====================  =======================================================================================
"""

import cython

from boohive.core.encoding import Encoding, Numbers
from boohive.core.kernel import Kernel
from boohive.games.boop import bed, pieces
from boohive.games.boop.bed import SPACES
from boohive.games.boop.rules import BoopKernel

__all__ = ["ACTIONS", "PLANES", "BoopEncoding", "code_list"]

ACTIONS = 188
PLANES = 10
CODES = 448


def code_list() -> list[int]:
    """The move code of each action."""
    found = [kind + space for kind in (pieces.KITTEN, pieces.CAT, pieces.ONE) for space in SPACES]
    for direction in range(4):
        found += [
            pieces.ROW + 64 * direction + space for space in SPACES if bed.row_spaces(direction, space) & ~bed.BED == 0
        ]
    return found


def action_list(codes: list[int], size: int) -> list[int]:
    """The action of each move code, 0 where there is none."""
    found = [0] * size
    for action, code in enumerate(codes):
        found[code] = action
    return found


CODE = code_list()
ACTION = action_list(code_list(), CODES)
SPACE = list(SPACES)


class BoopEncoding(Encoding):
    """boop. and boop. for younger players."""

    def __init__(self) -> None:
        super().__init__(ACTIONS, PLANES, 6)

    def action(self, kernel: Kernel, move: int) -> int:
        """The number of a move."""
        return ACTION[move]

    def move(self, kernel: Kernel, action: int) -> int:
        """The move of a number."""
        return CODE[action]

    def encode(self, kernel: Kernel, seat: int, out: Numbers, start: int, erase: bool) -> None:
        """The ten planes."""
        if not erase:
            encode_bed(cython.cast(BoopKernel, kernel), seat, out, start)

    def restart(self, kernel: Kernel, first: Kernel) -> None:
        """Back to the start."""
        cython.cast(BoopKernel, kernel).copy_from(cython.cast(BoopKernel, first))


def encode_bed(boop: BoopKernel, seat: int, out: Numbers, start: int) -> None:
    """Write every number of the ten planes."""
    encode_set(boop.kittens[seat], out, start)
    encode_set(boop.cats[seat], out, start + 36)
    encode_set(boop.kittens[1 - seat], out, start + 72)
    encode_set(boop.cats[1 - seat], out, start + 108)
    fill(boop.pool_kittens(seat), out, start + 144)
    fill(boop.pool_cats(seat), out, start + 180)
    fill(boop.pool_kittens(1 - seat), out, start + 216)
    fill(boop.pool_cats(1 - seat), out, start + 252)
    fill(boop.mover == seat, out, start + 288)
    fill(boop.choosing, out, start + 324)


def encode_set(spaces: int, out: Numbers, start: int) -> None:
    """One plane with a 1 on each space of a set."""
    for i in range(36):
        out[start + i] = spaces >> SPACE[i] & 1


def fill(number: int, out: Numbers, start: int) -> None:
    """One plane with the same number everywhere."""
    for i in range(36):
        out[start + i] = number
