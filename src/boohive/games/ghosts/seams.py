"""The seams of the bed: where ghosts stand, enter and go, and where the pieces they scare land.

A stitch is the piece of a seam between two neighbouring spaces (G2): ten seams with six stitches each, no two of them
shared by crossing seams (G13), none on the outer hem. A lane is a seam with a way along it: forward is towards higher
columns or rows.
"""

from boohive.core import bits
from boohive.games.boop.bed import SIZE, STRIDE
from boohive.games.ghosts import pieces

SEAMS = 2 * (SIZE - 1)
"""The seams between rows from the top, then those between columns from the left."""

UP_OR_LEFT, DOWN_OR_RIGHT = 0, 1
"""The two sides of a stitch."""


def entry(lane: int) -> int:
    """The ghost on the first stitch of a lane (G5)."""
    return 1 + pieces.STITCHES_PER_SEAM * lane


def lane_of(ghost: int) -> int:
    """The lane of a ghost on the bed: twice its seam, and one more if it goes backward."""
    return (ghost - 1) // pieces.STITCHES_PER_SEAM


def seam_of(ghost: int) -> int:
    """The seam of a ghost on the bed."""
    return lane_of(ghost) // 2


def is_forward(ghost: int) -> bool:
    """Whether a ghost on the bed goes towards higher columns or rows."""
    return lane_of(ghost) % 2 == 0


def is_horizontal(ghost: int) -> bool:
    """Whether a ghost on the bed travels between two rows rather than between two columns."""
    return seam_of(ghost) < SIZE - 1


def place_on_seam(ghost: int) -> int:
    """How far from the left or upper end of its seam a ghost on the bed stands."""
    behind = (ghost - 1) % pieces.STITCHES_PER_SEAM
    return behind if is_forward(ghost) else pieces.STITCHES_PER_SEAM - 1 - behind


def stitch_of(ghost: int) -> int:
    """The stitch a ghost stands on, 0 to 59; in the pool it stands on none."""
    return pieces.STITCHES_PER_SEAM * seam_of(ghost) + place_on_seam(ghost) if ghost != pieces.HOME else -1


def onward(ghost: int) -> int:
    """The next stitch straight on; from the sixth it goes home (G7, G11)."""
    return ghost + 1 if ghost % pieces.STITCHES_PER_SEAM else pieces.HOME


def track(ghost: int) -> list[int]:
    """The stitches a ghost on the bed still has before it, nearest first."""
    return list(range(ghost + 1, entry(lane_of(ghost) + 1)))


def adjacent_space(ghost: int, side: int) -> int:
    """The space on one side of a ghost's stitch."""
    seam, place = seam_of(ghost) % (SIZE - 1) + side, place_on_seam(ghost)
    return STRIDE * seam + place if is_horizontal(ghost) else STRIDE * place + seam


def spaces_away(ghost: int, side: int) -> list[int]:
    """The spaces behind the one next to a ghost, straight away from it to the edge of the bed, nearest first."""
    space = adjacent_space(ghost, side)
    across = is_horizontal(ghost)
    index = space // STRIDE if across else space % STRIDE
    step = STRIDE if across else 1
    if side == UP_OR_LEFT:
        return [space - step * further for further in range(1, index + 1)]
    return [space + step * further for further in range(1, SIZE - index)]


def spaces_behind(ghost: int, side: int) -> int:
    """The same as a set."""
    found = 0
    for space in spaces_away(ghost, side):
        found |= bits.bit(space)
    return found


STITCH = [stitch_of(ghost) for ghost in range(pieces.GHOSTS)]
ONWARD = [onward(ghost) for ghost in range(pieces.GHOSTS)]
ADJACENT = [adjacent_space(ghost, side) if ghost else 0 for ghost in range(pieces.GHOSTS) for side in range(2)]
BEHIND = [spaces_behind(ghost, side) if ghost else 0 for ghost in range(pieces.GHOSTS) for side in range(2)]
BOTH_SIDES = [
    bits.bit(ADJACENT[2 * ghost]) | bits.bit(ADJACENT[2 * ghost + 1]) if ghost else 0 for ghost in range(pieces.GHOSTS)
]


def glide(ghost: int, other: int) -> int:
    """Where a ghost is after its move: one stitch on, passing through the other ghost (G12), home from the end (A15)."""
    ghost = ONWARD[ghost]
    return ONWARD[ghost] if STITCH[ghost] == STITCH[other] else ghost


def is_free(lane: int, other: int) -> bool:
    """Whether a ghost may enter here: the other ghost does not stand on the first stitch (A14)."""
    return STITCH[entry(lane)] != STITCH[other]


FREE_ENTRIES = [sum(is_free(lane, ghost) for lane in range(pieces.LANES)) for ghost in range(pieces.GHOSTS)]


def free_entries(other: int) -> int:
    """How many of the twenty entries the other ghost leaves free."""
    return FREE_ENTRIES[other]


def scared(occupied: int, ghost: int) -> int:
    """The pieces next to a ghost, which it scares when it arrives, whosever they are and whatever is behind them (G8)."""
    return occupied & BOTH_SIDES[ghost]


def landing(occupied: int, ghost: int, side: int) -> int:
    """Where the piece on this side of a ghost lands: the first open space straight away from it (G8, G9).

    A piece with others directly behind it jumps over them; with no open space left it falls off the bed.
    """
    open_spaces = BEHIND[2 * ghost + side] & ~occupied
    if not open_spaces:
        return -1
    return bits.lowest(open_spaces) if side else bits.highest(open_spaces)


def after_scare(some: int, occupied: int, ghost: int) -> int:
    """Where these pieces stand once a ghost has arrived on a bed that was ``occupied`` so; the sides do not meet (G10)."""
    for side in range(2):
        if some & bits.bit(ADJACENT[2 * ghost + side]):
            some &= ~bits.bit(ADJACENT[2 * ghost + side])
            end = landing(occupied, ghost, side)
            if end >= 0:
                some |= bits.bit(end)
    return some
