"""Random rounds for the tests of Booo!."""

from random import Random
from typing import Any

from boohive.games.booo.castle import COLOURS, ROOMS
from boohive.games.booo.setup import SETS, section_set


def random_section(chance: Random) -> str:
    """Any well-formed section, without regard to good design."""

    def letters(none: int) -> str:
        return "".join(chance.choice(COLOURS + "." * none) for _ in range(4))

    return "-".join([letters(0) for _ in range(5)] + [letters(6), letters(18)])


def random_castle(chance: Random) -> list[str]:
    if chance.random() < 0.5:
        return chance.sample(section_set(chance.choice(SETS)), 9)
    return [random_section(chance) for _ in range(9)]


def random_round(chance: Random, castle: list[str]) -> dict[str, Any]:
    """Any two rooms, any token mix, 1 to 6 colours; now and then a forced first colour."""
    ghost, visitor = chance.sample(ROOMS, 2)
    tokens = chance.sample(ROOMS, chance.randrange(5))
    split = chance.randint(0, len(tokens))
    colours = "".join(chance.sample(COLOURS, chance.randint(1, 6)))
    return {
        "castle": castle,
        "ghost": ghost,
        "visitor": visitor,
        "colours": colours,
        "passages": tokens[:split],
        "changes": tokens[split:],
        "first": chance.choice(colours) if chance.random() < 0.2 else None,
    }
