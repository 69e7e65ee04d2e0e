"""What the network of BOOOOP. sees besides boop.'s inputs: what each ghost is about to do."""

from boohive.core import bits
from boohive.games.boop import inputs as boop_inputs
from boohive.games.ghosts import network_terms, pieces, seams


def add_ghost(
    inputs: list[int],
    counts: list[int],
    found: int,
    first: int,
    ghost: int,
    other_ghost: int,
    kittens: int,
    cats: int,
    other_kittens: int,
    other_cats: int,
) -> int:
    """Write the inputs of one ghost; return how many there are now."""
    if ghost == pieces.HOME:
        return boop_inputs.add(inputs, counts, found, first + network_terms.IN_POOL, 1)
    arriving = seams.glide(ghost, other_ghost)
    if arriving == pieces.HOME:
        return boop_inputs.add(inputs, counts, found, first + network_terms.GOES_HOME, 1)
    found = boop_inputs.add(
        inputs,
        counts,
        found,
        first + network_terms.SCARES_OTHER_KITTENS,
        bits.count(seams.scared(other_kittens, arriving)),
    )
    found = boop_inputs.add(
        inputs, counts, found, first + network_terms.SCARES_OTHER_CATS, bits.count(seams.scared(other_cats, arriving))
    )
    found = boop_inputs.add(
        inputs, counts, found, first + network_terms.SCARES_OWN_KITTENS, bits.count(seams.scared(kittens, arriving))
    )
    return boop_inputs.add(
        inputs, counts, found, first + network_terms.SCARES_OWN_CATS, bits.count(seams.scared(cats, arriving))
    )
