"""How good a position of boop. looks: a sum of terms in the rulebook's words, each with a weight.

A term counts what the seat to move has minus what the other player has; the few that depend on whose turn it is count
one of them only. ``bench tune`` finds the weights from games the engine plays against itself.
"""

from boohive.core import bits
from boohive.games.boop import bed, terms, threats

WEIGHTS = {
    "tempo": 73,
    "kittens on the bed": 62,
    "cats on the bed": 48,
    "cats": 174,
    "has a cat": 4,
    "has three cats": -47,
    "kittens in the centre": 47,
    "kittens near the centre": 42,
    "cats in the centre": 64,
    "cats near the centre": 34,
    "open rows": -5,
    "open rows of cats": 5,
    "cat in the pool": 13,
    "can graduate now": 60,
    "can graduate next": 33,
    "spaces to graduate": 9,
    "spaces to win": 45,
    "six on the bed": 13,
    "seven on the bed, to move": 68,
    "seven on the bed, waiting": 34,
    "has a row": 29,
}
"""As ``bench tune`` found them from 3,000 games of 3,000 nodes a move; a score of 160 is a win probability of 73 %."""

JUNIOR_WEIGHTS = {
    **dict.fromkeys(WEIGHTS, 0),
    "tempo": 20,
    "kittens on the bed": 30,
    "kittens in the centre": 20,
    "kittens near the centre": 10,
    "open rows": 15,
    "spaces to graduate": 40,
    "seven on the bed, to move": 40,
}
"""For boop. for younger players: nothing graduates, so the spaces to graduate are the spaces to win."""


def spaces(names: str) -> int:
    """A set of spaces from its names."""
    found = 0
    for name in names.split():
        found |= bits.bit(bed.STRIDE * (int(name[1]) - 1) + "abcdef".index(name[0]))
    return found


def weight_table() -> list[int]:
    """The weights of boop., then those of boop. for younger players, in the order of the terms."""
    return [*WEIGHTS.values(), *JUNIOR_WEIGHTS.values()]


CENTRE = spaces("c3 d3 c4 d4")
NEAR_THE_CENTRE = spaces("b2 c2 d2 e2 b3 e3 b4 e4 b5 c5 d5 e5")
USED_WEIGHTS = weight_table()
PIECES_PER_SEAT = 8


def open_rows(own: int, empty: int) -> int:
    """How many rows of three hold two of these and an empty space."""
    found = 0
    for direction in range(4):
        step = bed.STEP[direction]
        second, third = own >> step, own >> (2 * step)
        found += bits.count(own & second & (empty >> (2 * step)))
        found += bits.count(own & (empty >> step) & third)
        found += bits.count(empty & second & third)
    return found


def count_one_side(
    counts: list[int], sign: int, kittens: int, cats: int, kittens_in_play: int, occupied: int, to_move: bool
) -> None:
    """Add one player's share to each term."""
    own = kittens | cats
    on_bed, grown = bits.count(own), PIECES_PER_SEAT - kittens_in_play
    cats_on_bed = bits.count(cats)
    counts[terms.KITTENS_ON_THE_BED] += sign * (on_bed - cats_on_bed)
    counts[terms.KITTENS_IN_THE_CENTRE] += sign * bits.count(kittens & CENTRE)
    counts[terms.KITTENS_NEAR_THE_CENTRE] += sign * bits.count(kittens & NEAR_THE_CENTRE)
    counts[terms.OPEN_ROWS] += sign * open_rows(own, bed.BED & ~occupied)
    if grown:
        counts[terms.CATS] += sign * grown
        counts[terms.HAS_A_CAT] += sign
        if grown >= 3:
            counts[terms.HAS_THREE_CATS] += sign
        if grown > cats_on_bed:
            counts[terms.CAT_IN_THE_POOL] += sign
        if cats_on_bed:
            counts[terms.CATS_ON_THE_BED] += sign * cats_on_bed
            counts[terms.CATS_IN_THE_CENTRE] += sign * bits.count(cats & CENTRE)
            counts[terms.CATS_NEAR_THE_CENTRE] += sign * bits.count(cats & NEAR_THE_CENTRE)
            if cats_on_bed > 1:
                counts[terms.OPEN_ROWS_OF_CATS] += sign * open_rows(cats, bed.BED & ~occupied)
                if grown > cats_on_bed:
                    counts[terms.SPACES_TO_WIN] += sign * bits.count(threats.immediate_row_spaces(cats, occupied))
    if on_bed == PIECES_PER_SEAT - 2:
        counts[terms.SIX_ON_THE_BED] += sign
    elif on_bed == PIECES_PER_SEAT - 1:
        counts[terms.SEVEN_ON_THE_BED_TO_MOVE if to_move else terms.SEVEN_ON_THE_BED_WAITING] += sign
    places = bits.count(threats.immediate_row_spaces(own, occupied))
    if places:
        counts[terms.SPACES_TO_GRADUATE] += sign * places
        counts[terms.CAN_GRADUATE_NOW if to_move else terms.CAN_GRADUATE_NEXT] += sign
    if bed.has_row(own):
        counts[terms.HAS_A_ROW] += sign


def evaluate(
    kittens: int, cats: int, in_play: int, other_kittens: int, other_cats: int, other_in_play: int, junior: bool
) -> int:
    """The score of a position for the player to move, whose pieces come first."""
    counts = [0] * 21
    occupied = kittens | cats | other_kittens | other_cats
    counts[terms.TEMPO] = 1
    count_one_side(counts, 1, kittens, cats, in_play, occupied, True)
    count_one_side(counts, -1, other_kittens, other_cats, other_in_play, occupied, False)
    total = 0
    base = terms.TERMS if junior else 0
    for i in range(terms.TERMS):
        total += USED_WEIGHTS[base + i] * counts[i]
    return total


def term_counts(state: tuple[int, ...]) -> dict[str, int]:
    """Each term by its name, counted for the player to move less the opponent; for tuning. ``state``: ``Kernel.state()``."""
    counts = bits.allocate_ints(21)
    bits.require(counts)
    mover = state[6]
    occupied = state[0] | state[1] | state[2] | state[3]
    counts[terms.TEMPO] = 1
    for seat in range(2):
        sign = 1 if seat == mover else -1
        count_one_side(counts, sign, state[2 * seat], state[2 * seat + 1], state[4 + seat], occupied, seat == mover)
    found = {name: counts[i] for i, name in enumerate(WEIGHTS)}
    bits.free(counts)
    return found


def set_weights(junior: bool, weights: list[int]) -> None:
    """Replace the weights that are used; for tuning."""
    base = terms.TERMS if junior else 0
    for i in range(terms.TERMS):
        USED_WEIGHTS[base + i] = weights[i]
