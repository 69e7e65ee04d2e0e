"""The random streams of one game's seed: what one purpose draws never changes what another gets."""

from enum import IntEnum

__all__ = ["Stream"]


class Stream(IntEnum):
    """What a stream is for. 7 was given to ties, which tables decide; a number is never used again."""

    CASTLE = 1
    GHOST = 2
    NUMBER = 3
    FIRST_PLAYER = 4
    TOKENS = 5
    DECK = 6
    BOTS = 8
