"""Types of command-line arguments that our commands and those of games share."""

import argparse

__all__ = ["natural", "positive"]

MAX_DIGITS = 18
"""A number of this many digits always fits into 63 bits."""


def positive(word: str) -> int:
    """A whole number from 1 on."""
    return whole_number(word, 1)


def natural(word: str) -> int:
    """A whole number from 0 on."""
    return whole_number(word, 0)


def whole_number(word: str, minimum: int) -> int:
    """A whole number that kernels and seeds can take."""
    if not (word.isascii() and word.isdigit()):
        raise argparse.ArgumentTypeError(f"{word!r} is not a whole number from {minimum} on")
    if len(word) > MAX_DIGITS:
        raise argparse.ArgumentTypeError(f"{word} is too large; a number has at most {MAX_DIGITS} digits")
    if int(word) < minimum:
        raise argparse.ArgumentTypeError(f"{word!r} is not a whole number from {minimum} on")
    return int(word)
