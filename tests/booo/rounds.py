"""Random rounds for the tests of Booo!."""

from random import Random
from typing import Any

from boohive.games.booo.castle import COLOURS, ROOMS
from boohive.games.booo.setup import SETS, section_set


def random_section(rng: Random) -> str:
    """Any well-formed section, without regard to good design."""

    def letters(none: int) -> str:
        return "".join(rng.choice(COLOURS + "." * none) for _ in range(4))

    return "-".join([letters(0) for _ in range(5)] + [letters(6), letters(18)])


def random_castle(rng: Random) -> list[str]:
    if rng.random() < 0.5:
        return rng.sample(section_set(rng.choice(SETS)), 9)
    return [random_section(rng) for _ in range(9)]


def random_round(rng: Random, castle: list[str]) -> dict[str, Any]:
    """Any two rooms, any token mix, 1 to 6 colours; now and then a forced first colour."""
    ghost, visitor = rng.sample(ROOMS, 2)
    tokens = rng.sample(ROOMS, rng.randrange(5))
    split = rng.randint(0, len(tokens))
    colours = "".join(rng.sample(COLOURS, rng.randint(1, 6)))
    return {
        "castle": castle,
        "ghost": ghost,
        "visitor": visitor,
        "colours": colours,
        "passages": tokens[:split],
        "changes": tokens[split:],
        "first": rng.choice(colours) if rng.random() < 0.2 else None,
    }
