"""Where the next piece makes three in a row: for the engine, which asks at every position.

A row can come about in two ways. The placed piece stands in it, next to pieces that it cannot boop away because another
piece stands behind them; or it boops pieces into the row. The first is computed for all spaces at once; for the second
only candidates are, and each of them is tried on the bed.
"""

from boohive.core import bits
from boohive.games.boop import bed

NOWHERE = -1


def immediate_row_spaces(own: int, occupied: int) -> int:
    """Empty spaces where a placed piece stands in a row of three with two of these.

    Two side by side hold each other; a piece on either side of the placed one stays if something stands behind it (B7).
    """
    found = 0
    for direction in range(4):
        step = bed.STEP[direction]
        before, behind = own << step, own >> step
        found |= before & (own << (2 * step)) | behind & (own >> (2 * step))
        found |= before & behind & (occupied << (2 * step)) & (occupied >> (2 * step))
    return found & bed.BED & ~occupied


def thirds(own: int, occupied: int) -> int:
    """Empty spaces that are the third of a row of which these hold two."""
    found = 0
    for direction in range(4):
        step = bed.STEP[direction]
        before, behind = own << step, own >> step
        found |= before & (own << (2 * step)) | behind & (own >> (2 * step)) | before & behind
    return found & bed.BED & ~occupied


def may_boop_into_a_row(own: int, occupied: int) -> int:
    """Empty spaces from which a piece might be booped into a row: one to a third space, or two at once."""
    third = thirds(own, occupied)
    once = 0
    twice = 0
    found = 0
    for direction in range(4):
        step = bed.STEP[direction]
        before, behind = own << step, own >> step
        found |= before & (third << (2 * step)) | behind & (third >> (2 * step))
        twice |= once & before
        once |= before
        twice |= once & behind
        once |= behind
    return (found | twice) & bed.BED & ~occupied


def makes_a_row(own: int, occupied: int, space: int) -> bool:
    """Whether a piece that boops everything makes a row of these when it is placed here; tried on the bed."""
    return bed.has_row(bed.after_boops(own, bed.boops(occupied, 0, space), space) | bits.bit(space))


def row_space(own: int, occupied: int) -> int:
    """A space where a placed piece that boops everything makes a row of these, which have none yet; or ``NOWHERE``."""
    found = immediate_row_spaces(own, occupied)
    if found:
        return bits.lowest(found)
    if bits.count(own) < 3:
        return NOWHERE
    found = may_boop_into_a_row(own, occupied)
    while found:
        space = bits.lowest(found)
        if makes_a_row(own, occupied, space):
            return space
        found &= found - 1
    return NOWHERE


def row_keeping_space(own: int, occupied: int) -> int:
    """A space where a placed piece leaves a row of these, one of which stands already; or ``NOWHERE``."""
    empty = bed.BED & ~occupied
    while empty:
        space = bits.lowest(empty)
        if makes_a_row(own, occupied, space):
            return space
        empty &= empty - 1
    return NOWHERE


def eighth_piece_space(own: int, occupied: int) -> int:
    """A space where a placed piece boops none of these off the bed; or ``NOWHERE``."""
    empty = bed.BED & ~occupied
    while empty:
        space = bits.lowest(empty)
        if not bed.RIM[space] & own:
            return space
        empty &= empty - 1
    return NOWHERE
