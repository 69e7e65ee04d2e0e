"""How good a position of BOOOOP. looks: boop.'s terms, and what the ghosts are about to do.

A ghost on the bed moves on by itself, so the pieces that it scares next are known. A term counts for the owner of the
ghost; the opponent's are subtracted.
"""

from boohive.core import bits
from boohive.games.boop import bed, pieces, threats
from boohive.games.ghosts import seams

WEIGHTS = {
    "ghost in the pool": 12,
    "own ghost scares the other's pieces next": 8,
    "own ghost scares own pieces next": -4,
}
"""In boop.'s unit. These are guesses: the weights that ``bench tune`` found played no better (decision 0005)."""

IN_THE_POOL, SCARES_OTHERS, SCARES_OWN = range(3)
TERMS = 3
WEIGHT = list(WEIGHTS.values())


def count_ghost(counts: list[int], sign: int, own: int, others: int, ghost: int, other_ghost: int) -> None:
    """Add one player's ghost to each term: where it arrives next, and who stands there."""
    if ghost == 0:
        counts[IN_THE_POOL] += sign
        return
    arriving = seams.glide(ghost, other_ghost)
    counts[SCARES_OTHERS] += sign * bits.count(seams.scared(others, arriving))
    counts[SCARES_OWN] += sign * bits.count(seams.scared(own, arriving))


def ghosts_worth(own: int, others: int, ghost: int, other_ghost: int) -> int:
    """The score of one player's ghost, for that player."""
    counts = [0] * 3
    count_ghost(counts, 1, own, others, ghost, other_ghost)
    total = 0
    for i in range(TERMS):
        total += WEIGHT[i] * counts[i]
    return total


def counts_of(state: tuple[int, ...]) -> dict[str, int]:
    """The value of each term of a position by name, for tuning and debugging; ``state`` is the kernel's."""
    counts = bits.allocate_ints(3)
    bits.require(counts)
    mover = state[6]
    for seat in range(2):
        own, others = state[2 * seat] | state[2 * seat + 1], state[2 - 2 * seat] | state[3 - 2 * seat]
        count_ghost(counts, 1 if seat == mover else -1, own, others, state[8 + seat], state[9 - seat])
    found = {name: counts[i] for i, name in enumerate(WEIGHTS)}
    bits.free(counts)
    return found


def set_weights(weights: list[int]) -> None:
    """Evaluate with these weights from now on; for tuning."""
    for i in range(TERMS):
        WEIGHT[i] = weights[i]


def makes_a_row(cats: int, occupied: int, too_heavy: int, space: int, cat: bool, ghost: int) -> bool:
    """Whether these cats stand in a row, or all eight on the bed, when a piece was placed here and the ghost has arrived."""
    booped = bed.boops(occupied, too_heavy, space)
    cats = bed.after_boops(cats, booped, space)
    occupied = bed.after_boops(occupied, booped, space) | bits.bit(space)
    if cat:
        cats |= bits.bit(space)
    cats = seams.after_scare(cats, occupied, ghost)
    return bed.has_row(cats) or bits.count(cats) == pieces.PIECES_PER_SEAT


def reached_spaces(cats: int, next_to_ghost: int) -> int:
    """Where a placed piece stands next to the ghost, or boops one of these cats there."""
    found = next_to_ghost
    for direction in range(4):
        step = bed.STEP[direction]
        found |= (cats & (next_to_ghost << step)) << step | (cats & (next_to_ghost >> step)) >> step
    return found


def candidates(cats: int, occupied: int, ghost: int) -> int:
    """Empty spaces where a cat might win: all of them if the ghost scares one of these cats anyway.

    Otherwise the ghost matters only where a cat gets next to it, and elsewhere a row comes about as in boop.
    """
    empty = bed.BED & ~occupied
    next_to_ghost = seams.scared(bed.BED, ghost)
    if cats & next_to_ghost or bits.count(cats) == pieces.PIECES_PER_SEAT - 1 or bed.has_row(cats):
        return empty
    found = threats.immediate_row_spaces(cats, occupied) | reached_spaces(cats, next_to_ghost)
    if bits.count(cats) >= 3:
        found |= threats.may_boop_into_a_row(cats, occupied)
    return found & empty


def cat_space(cats: int, occupied: int, ghost: int) -> int:
    """A space where a placed cat, with the ghost's help or in spite of it, wins; -1 if there is none."""
    return first_space(candidates(cats, occupied, ghost), cats, occupied, 0, True, ghost)


def kitten_space(cats: int, occupied: int, all_cats: int, ghost: int) -> int:
    """A space where a placed kitten lets the cats win; only the ghost can move them then (B8)."""
    if not seams.scared(cats, ghost) and not bed.has_row(cats):
        return -1
    return first_space(bed.BED & ~occupied, cats, occupied, all_cats, False, ghost)


def first_space(spaces: int, cats: int, occupied: int, too_heavy: int, cat: bool, ghost: int) -> int:
    """The first of these spaces where the placed piece wins; -1 if there is none."""
    while spaces:
        space = bits.lowest(spaces)
        if makes_a_row(cats, occupied, too_heavy, space, cat, ghost):
            return space
        spaces &= spaces - 1
    return -1
