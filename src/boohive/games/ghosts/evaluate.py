"""BOOOOP.'s own part of the evaluation, which is added to boop.'s, and the search for placements that win at once.

A ghost on the bed glides along its seam at the end of each turn of its player, so the pieces that it scares next are known.
All sets of spaces are bit masks; a ghost is a number that says where it stands and which way it looks, 0 for at home.
"""

from boohive.core import bits
from boohive.games.boop import bed, pieces, threats
from boohive.games.ghosts import seams

WEIGHTS = {
    "ghost at home": 12,
    "own ghost scares opponent's pieces next": 8,
    "own ghost scares own pieces next": -4,
}
"""On the scale of boop.'s weights. These are guesses: those that ``./dev bench tune`` found played no better
(docs/decisions/0005-fitted-weights.md)."""

AT_HOME, SCARES_OTHERS, SCARES_OWN = range(3)  # in the order of WEIGHTS
TERMS = 3
USED_WEIGHTS = list(WEIGHTS.values())


def add_ghost_terms(counts: list[int], sign: int, own: int, others: int, ghost: int, other_ghost: int) -> None:
    """Add what one player's ghost brings: that it is at home, or the pieces that it scares where it stops next.

    ``own`` and ``others`` are the pieces of its player and of the opponent, on whose ghost it cannot stop.
    """
    if ghost == 0:
        counts[AT_HOME] += sign
        return
    stop = seams.glide(ghost, other_ghost)
    counts[SCARES_OTHERS] += sign * bits.count(seams.scared(others, stop))
    counts[SCARES_OWN] += sign * bits.count(seams.scared(own, stop))


def ghost_score(own: int, others: int, ghost: int, other_ghost: int) -> int:
    """What one player's ghost adds to the score of that player."""
    counts = [0] * 3  # an array in C
    add_ghost_terms(counts, 1, own, others, ghost, other_ghost)
    total = 0
    for i in range(TERMS):
        total += USED_WEIGHTS[i] * counts[i]
    return total


def term_counts(state: tuple[int, ...]) -> dict[str, int]:
    """Each term by its name, counted for the player to move less the opponent; for tuning. ``state``: ``Kernel.state()``."""
    counts = bits.allocate_ints(TERMS)
    bits.require(counts)
    mover = state[6]
    for seat in range(2):
        own, others = state[2 * seat] | state[2 * seat + 1], state[2 - 2 * seat] | state[3 - 2 * seat]
        add_ghost_terms(counts, 1 if seat == mover else -1, own, others, state[8 + seat], state[9 - seat])
    by_name = {name: counts[i] for i, name in enumerate(WEIGHTS)}
    bits.free(counts)
    return by_name


def set_weights(weights: list[int]) -> None:
    """Replace the weights that are used; for tuning."""
    for i in range(TERMS):
        USED_WEIGHTS[i] = weights[i]


def wins(cats: int, occupied: int, too_heavy: int, space: int, places_cat: bool, ghost: int) -> bool:
    """Whether a player wins by placing a piece on ``space``: its cats are in a row, or all eight are on the bed, once the piece
    has booped its neighbours and the ghost has scared those next to it.

    ``too_heavy``: the pieces that the placed one cannot boop. ``ghost``: where the player's ghost stops after its glide.
    """
    booped = bed.boops(occupied, too_heavy, space)
    cats = bed.after_boops(cats, booped, space)
    occupied = bed.after_boops(occupied, booped, space) | bits.bit(space)
    if places_cat:
        cats |= bits.bit(space)
    cats = seams.after_scare(cats, occupied, ghost)
    return bed.has_row(cats) or bits.count(cats) == pieces.PIECES_PER_SEAT


def spaces_reaching_the_ghost(cats: int, next_to_ghost: int) -> int:
    """The spaces where a placed piece is next to the ghost itself, or boops one of these cats to a space next to it.

    Such a cat is one step away from that space, and the piece that boops it one step further, in each of the four directions
    either way. What lies past the edge of the bed drops out in ``possible_wins``.
    """
    found = next_to_ghost
    for direction in range(4):
        step = bed.STEP[direction]
        found |= (cats & (next_to_ghost << step)) << step | (cats & (next_to_ghost >> step)) >> step
    return found


def possible_wins(cats: int, occupied: int, ghost: int) -> int:
    """The empty spaces where placing a cat may win; nothing else has to be looked at.

    All of them, if the ghost is next to one of the player's cats already, if only the eighth cat is missing, or if a row
    is there that the opponent's turn made. Otherwise the ghost matters only where a cat comes next to it, and all other rows are
    made as in boop.
    """
    empty = bed.BED & ~occupied
    next_to_ghost = seams.scared(bed.BED, ghost)
    if cats & next_to_ghost or bits.count(cats) == pieces.PIECES_PER_SEAT - 1 or bed.has_row(cats):
        return empty
    found = threats.immediate_row_spaces(cats, occupied) | spaces_reaching_the_ghost(cats, next_to_ghost)
    if bits.count(cats) >= 3:  # three that are there already: with fewer the placed cat is part of every row
        found |= threats.may_boop_into_a_row(cats, occupied)
    return found & empty


def cat_win(cats: int, occupied: int, ghost: int) -> int:
    """A space where placing a cat wins, once the ghost has scared its neighbours; -1 if there is none."""
    return first_win(possible_wins(cats, occupied, ghost), cats, occupied, 0, True, ghost)


def kitten_win(cats: int, occupied: int, all_cats: int, ghost: int) -> int:
    """A space where placing a kitten wins; -1 if there is none. A kitten cannot boop cats (``all_cats``, of both players), so
    only the ghost moves them."""
    if not seams.scared(cats, ghost) and not bed.has_row(cats):
        return -1
    return first_win(bed.BED & ~occupied, cats, occupied, all_cats, False, ghost)


def first_win(spaces: int, cats: int, occupied: int, too_heavy: int, places_cat: bool, ghost: int) -> int:
    """The first of these spaces where placing the piece wins; -1 if there is none."""
    while spaces:
        space = bits.lowest(spaces)
        if wins(cats, occupied, too_heavy, space, places_cat, ghost):
            return space
        spaces &= spaces - 1
    return -1
