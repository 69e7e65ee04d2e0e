"""BOOOOP. in numbers: those of boop., and more of them.

Actions 0 to 187 are boop.'s (see ``games.boop.encoding``); then:

====================  =======================================================================================
188                   the ghost stays out
189 to 208            the ghost enters on this lane (twice the seam, one more from its far end)
====================  =======================================================================================

Planes 0 to 9, six by six, are boop.'s; then:

====================  =======================================================================================
10 to 13              1 on both spaces next to the own ghost, if it goes right, left, down, up
14 to 17              the same of the other's ghost
18                    all 1 when the ghost of the seat to move may enter now
====================  =======================================================================================
"""

import cython

from boohive.core.encoding import Encoding, Numbers
from boohive.core.kernel import Kernel
from boohive.games.boop import encoding as boop_encoding
from boohive.games.ghosts import pieces, seams
from boohive.games.ghosts.rules import GhostsKernel

__all__ = ["ACTIONS", "PLANES", "GhostsEncoding", "code_list"]

ACTIONS = 209
PLANES = 19


def code_list() -> list[int]:
    """The move code of each action."""
    return [*boop_encoding.code_list(), *range(pieces.STAY_OUT, pieces.CODES)]


CODE = code_list()
ACTION = boop_encoding.action_list(code_list(), pieces.CODES)


class GhostsEncoding(Encoding):
    """BOOOOP."""

    def __init__(self) -> None:
        super().__init__(ACTIONS, PLANES, 6)

    def action(self, kernel: Kernel, move: int) -> int:
        """The number of a move."""
        return ACTION[move]

    def move(self, kernel: Kernel, action: int) -> int:
        """The move of a number."""
        return CODE[action]

    def encode(self, kernel: Kernel, seat: int, out: Numbers, start: int, erase: bool) -> None:
        """boop.'s ten planes and nine of the ghosts."""
        if not erase:
            encode_ghosts(cython.cast(GhostsKernel, kernel), seat, out, start)

    def restart(self, kernel: Kernel, first: Kernel) -> None:
        """Back to the start."""
        restart_ghosts(cython.cast(GhostsKernel, kernel), cython.cast(GhostsKernel, first))


def encode_ghosts(kernel: GhostsKernel, seat: int, out: Numbers, start: int) -> None:
    """Write every number of the nineteen planes."""
    boop_encoding.encode_bed(kernel.boop, seat, out, start)
    encode_ghost(kernel.ghosts[seat], out, start + 360)
    encode_ghost(kernel.ghosts[1 - seat], out, start + 504)
    boop_encoding.fill(kernel.waiting, out, start + 648)


def encode_ghost(ghost: int, out: Numbers, start: int) -> None:
    """Four planes, one for each way a ghost can go; at home it is on none."""
    for i in range(144):
        out[start + i] = 0
    if ghost != pieces.HOME:
        boop_encoding.encode_set(seams.BOTH_SIDES[ghost], out, start + 36 * heads(ghost))


def heads(ghost: int) -> int:
    """Which way a ghost on the bed goes: 0 right, 1 left, 2 down, 3 up."""
    lane = (ghost - 1) // pieces.STITCHES_PER_SEAM
    return lane % 2 + (2 if lane >= pieces.LANES // 2 else 0)


def restart_ghosts(kernel: GhostsKernel, first: GhostsKernel) -> None:
    """Take over the other's position."""
    kernel.boop.copy_from(first.boop)
    kernel.ghosts[0] = first.ghosts[0]
    kernel.ghosts[1] = first.ghosts[1]
    kernel.waiting = first.waiting
