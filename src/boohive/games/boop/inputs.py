"""What the network of boop. sees: for each side its pieces on every space and a few counts, the mover's first."""

from boohive.core import bits
from boohive.games.boop import bed, evaluate, network_terms, pieces, threats


def add(inputs: list[int], counts: list[int], found: int, number: int, count: int) -> int:
    """Write an input if it is not zero; return how many there are now."""
    inputs[found] = number
    counts[found] = count
    return found + (count != 0)


def add_pieces(inputs: list[int], counts: list[int], found: int, first: int, spaces: int) -> int:
    """Write an input for each of these spaces."""
    while spaces:
        space = bits.lowest(spaces)
        spaces &= spaces - 1
        inputs[found] = first + 6 * (space >> 3) + (space & 7)
        counts[found] = 1
        found += 1
    return found


def add_side(
    inputs: list[int], counts: list[int], found: int, first: int, kittens: int, cats: int, in_play: int, occupied: int
) -> int:
    """All inputs of one side."""
    own, grown = kittens | cats, pieces.PIECES_PER_SEAT - in_play
    on_bed, cats_on_bed = bits.count(own), bits.count(cats)
    empty = bed.BED & ~occupied
    cats_in_pool = min(grown - cats_on_bed, network_terms.MOST_CATS_IN_POOL)
    found = add_pieces(inputs, counts, found, first + network_terms.KITTEN_AT, kittens)
    found = add_pieces(inputs, counts, found, first + network_terms.CAT_AT, cats)
    found = add(inputs, counts, found, first + network_terms.CATS_IN_PLAY + grown, 1)
    found = add(inputs, counts, found, first + network_terms.KITTENS_IN_POOL + in_play - on_bed + cats_on_bed, 1)
    found = add(inputs, counts, found, first + network_terms.CATS_IN_POOL + cats_in_pool, 1)
    if on_bed >= network_terms.MANY_ON_BED:
        found = add(inputs, counts, found, first + network_terms.ON_BED + on_bed - network_terms.MANY_ON_BED, 1)
    found = add(inputs, counts, found, first + network_terms.OPEN_ROWS, evaluate.open_rows(own, empty))
    if cats_on_bed > 1:
        found = add(inputs, counts, found, first + network_terms.OPEN_ROWS_OF_CATS, evaluate.open_rows(cats, empty))
        if grown > cats_on_bed:
            places = bits.count(threats.immediate_row_spaces(cats, occupied))
            found = add(inputs, counts, found, first + network_terms.SPACES_TO_WIN, places)
    places = bits.count(threats.immediate_row_spaces(own, occupied))
    found = add(inputs, counts, found, first + network_terms.SPACES_TO_GRADUATE, places)
    found = add(inputs, counts, found, first + network_terms.CAN_GRADUATE, places > 0)
    return add(inputs, counts, found, first + network_terms.HAS_A_ROW, bed.has_row(own))


def fill(
    inputs: list[int],
    counts: list[int],
    kittens: int,
    cats: int,
    in_play: int,
    other_kittens: int,
    other_cats: int,
    other_in_play: int,
) -> int:
    """Write the inputs that are not zero and their counts for the player to move, whose pieces come first; how many."""
    occupied = kittens | cats | other_kittens | other_cats
    found = add_side(inputs, counts, 0, 0, kittens, cats, in_play, occupied)
    return add_side(inputs, counts, found, network_terms.PER_SIDE, other_kittens, other_cats, other_in_play, occupied)
