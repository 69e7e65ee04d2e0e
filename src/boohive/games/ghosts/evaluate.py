"""How good a position of BOOOOP. looks: boop.'s terms, and what the ghosts are about to do.

A ghost on the bed goes on by itself: whom it scares next is known. Weights count for the player whose term it is; the
other's are taken off.
"""

from boohive.core import bits
from boohive.games.boop import bed
from boohive.games.ghosts import seams

WEIGHTS = {
    "ghost in the pool": 12,
    "own ghost scares the other's pieces next": 8,
    "own ghost scares own pieces next": -4,
}
"""In boop.'s unit."""

IN_THE_POOL, SCARES_OTHERS, SCARES_OWN = WEIGHTS.values()


def ghosts_worth(own: int, others: int, ghost: int, other_ghost: int) -> int:
    """What one player's ghost is worth to them: where it arrives next, and who stands there."""
    if ghost == 0:
        return IN_THE_POOL
    arriving = seams.glide(ghost, other_ghost)
    return SCARES_OTHERS * bits.count(seams.scared(others, arriving)) + SCARES_OWN * bits.count(
        seams.scared(own, arriving)
    )


def makes_a_row(cats: int, occupied: int, too_heavy: int, space: int, cat: bool, ghost: int) -> bool:
    """Whether these cats stand in a row, or all eight on the bed, when a piece was placed here and the ghost has arrived."""
    booped = bed.boops(occupied, too_heavy, space)
    cats = bed.after_boops(cats, booped, space)
    occupied = bed.after_boops(occupied, booped, space) | bits.bit(space)
    if cat:
        cats |= bits.bit(space)
    cats = seams.after_scare(cats, occupied, ghost)
    return bed.has_row(cats) or bits.count(cats) == 8


def row_space(cats: int, occupied: int, too_heavy: int, cat: bool, ghost: int) -> int:
    """A space where a placed piece, with the ghost's help or in spite of it, wins; -1 if there is none."""
    empty = bed.BED & ~occupied
    while empty:
        space = bits.lowest(empty)
        if makes_a_row(cats, occupied, too_heavy, space, cat, ghost):
            return space
        empty &= empty - 1
    return -1
