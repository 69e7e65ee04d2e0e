"""boop. and BOOOOP. in numbers.

Actions, in reading order of the bed (a1, b1, ...):

====================  =======================================================================================
0 to 35               a kitten on this space
36 to 71              a cat on this space
72 to 107             the piece on this space leaves by the eight rule
108 to 187            a row graduates: 24 across, 24 down, 16 down to the right, 16 down to the left, by first space
188                   BOOOOP.: the ghost stays out
189 to 208            BOOOOP.: the ghost enters on this lane (twice the seam, one more from its far end)
====================  =======================================================================================

Planes of six by six:

====================  =======================================================================================
0, 1                  own kittens, own cats: 1 where one is
2, 3                  the other's kittens and cats
4, 5                  own kittens and own cats in the pool: the whole plane holds their number
6, 7                  the other's
8                     all 1 when the seat that looks is to move
9                     all 1 when a row or a piece has to be chosen
10 to 13              BOOOOP.: 1 on both spaces beside the own ghost, if it goes right, left, down, up
14 to 17              the same of the other's ghost
18                    all 1 when the ghost of the seat to move may enter now
====================  =======================================================================================
"""

import cython

from boohive.core.kernel import Kernel
from boohive.envs.encoding import Encoding, Numbers
from boohive.games.boop import bed, pieces
from boohive.games.boop.bed import SPACES
from boohive.games.boop.rules import BoopKernel
from boohive.games.ghosts import pieces as ghost_pieces
from boohive.games.ghosts import seams
from boohive.games.ghosts.rules import GhostsKernel

__all__ = ["BED_ACTIONS", "GHOST_ACTIONS", "BoopEncoding", "GhostsEncoding", "code_list"]

BED_ACTIONS = 188
GHOST_ACTIONS = 209
BED_PLANES = 10
GHOST_PLANES = 19


def code_list() -> list[int]:
    """The move code of each action."""
    found = [kind + space for kind in (pieces.KITTEN, pieces.CAT, pieces.ONE) for space in SPACES]
    for line in range(4):
        found += [pieces.ROW + 64 * line + space for space in SPACES if bed.row_spaces(line, space) & ~bed.BED == 0]
    found += range(ghost_pieces.STAY_OUT, ghost_pieces.CODES)
    return found


def action_list() -> list[int]:
    """The action of each move code, 0 where there is none."""
    found = [0] * ghost_pieces.CODES
    for action, code in enumerate(code_list()):
        found[code] = action
    return found


CODE = code_list()
ACTION = action_list()
SPACE = list(SPACES)


class BoopEncoding(Encoding):
    """boop. and the younger players' game."""

    def __init__(self, actions: int = BED_ACTIONS, planes: int = BED_PLANES) -> None:
        super().__init__(actions, planes, 6)

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
        """Begin anew."""
        cython.cast(BoopKernel, kernel).copy_from(cython.cast(BoopKernel, first))


class GhostsEncoding(BoopEncoding):
    """BOOOOP.: the same numbers, and more of them."""

    def __init__(self) -> None:
        super().__init__(GHOST_ACTIONS, GHOST_PLANES)

    def encode(self, kernel: Kernel, seat: int, out: Numbers, start: int, erase: bool) -> None:
        """boop.'s ten planes and nine of the ghosts."""
        if not erase:
            encode_ghosts(cython.cast(GhostsKernel, kernel), seat, out, start)

    def restart(self, kernel: Kernel, first: Kernel) -> None:
        """Begin anew."""
        restart_ghosts(cython.cast(GhostsKernel, kernel), cython.cast(GhostsKernel, first))


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


def encode_ghosts(kernel: GhostsKernel, seat: int, out: Numbers, start: int) -> None:
    """Write every number of the nineteen planes."""
    encode_bed(kernel.boop, seat, out, start)
    encode_ghost(kernel.ghosts[seat], out, start + 360)
    encode_ghost(kernel.ghosts[1 - seat], out, start + 504)
    fill(kernel.waiting, out, start + 648)


def encode_ghost(ghost: int, out: Numbers, start: int) -> None:
    """Four planes, one for each way a ghost can go; at home it is on none."""
    for way in range(4):
        encode_set(seams.BOTH_SIDES[ghost] if heads(ghost) == way else 0, out, start + 36 * way)


def heads(ghost: int) -> int:
    """0 right, 1 left, 2 down, 3 up; for a ghost at home -1."""
    if ghost == ghost_pieces.HOME:
        return -1
    lane = (ghost - 1) // ghost_pieces.STITCHES_PER_SEAM
    return lane % 2 + (2 if lane >= ghost_pieces.LANES // 2 else 0)


def restart_ghosts(kernel: GhostsKernel, first: GhostsKernel) -> None:
    """Take over the other's position."""
    kernel.boop.copy_from(first.boop)
    kernel.ghosts[0] = first.ghosts[0]
    kernel.ghosts[1] = first.ghosts[1]
    kernel.waiting = first.waiting
