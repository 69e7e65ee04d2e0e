"""What is random at a table: all of it comes from the table's secret, by the generator that its log names."""

from boohive.core.rng import HashStream, RandomStream, SplitMix64, derive_seed
from boohive.tables.log import OLD_RNG, RNG, TableCreated, newer

__all__ = ["game_seed", "stream"]

GAME_SEED_BITS = 127


def stream(settings: TableCreated, purpose: str, *names: int) -> RandomStream:
    """The random numbers for one purpose; those for another purpose reveal nothing about them."""
    if settings.rng == OLD_RNG:
        return SplitMix64(derive_seed(settings.seed, purpose), *names)
    if settings.rng != RNG:
        raise newer(f"the random generator {settings.rng!r}")
    return HashStream(settings.seed.encode(), purpose, *names)


def game_seed(settings: TableCreated) -> int:
    """The seed of the game itself: 128 bits, of which the first is set, so that games know that it is a secret."""
    if settings.rng == OLD_RNG:
        return derive_seed(settings.seed, "game")
    chance = stream(settings, "game")
    return 1 << GAME_SEED_BITS | (chance.word() << 64 | chance.word()) >> 1
