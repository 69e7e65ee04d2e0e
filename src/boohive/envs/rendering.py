"""The render modes of the environments: plain text, a picture as SVG, or as an array of dots (``boohive[pictures]``)."""

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

from boohive.core.errors import OptionError
from boohive.core.game import Position
from boohive.core.png import png

__all__ = ["RENDER_MODES", "Frame", "rendered", "require_mode"]

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]
WIDTH = 480
"""Dots of a frame."""

Frame = str | NDArray[np.uint8]
"""A diagram, an SVG picture, or rows of dots in red, green and blue."""


def require_mode(mode: str | None) -> str | None:
    """The mode, if there is such a one; ``None`` draws nothing."""
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError(f"render_mode={mode!r} is not possible; it is one of {', '.join(RENDER_MODES)}")
    return mode


def rendered(position: Position, mode: str | None) -> Frame | None:
    """A position as the mode draws it; ``human`` prints it."""
    if mode is None:
        return None
    if mode == "human":
        print(position.diagram())
        return None
    if mode == "ansi":
        return position.diagram()
    return position.svg() if mode == "svg" else dots(png(position.svg(), WIDTH))


def dots(picture: bytes) -> NDArray[np.uint8]:
    """The dots of a PNG of eight bits a channel with transparency, on white."""
    width, height, depth, kind, *_, interlaced = struct.unpack(">IIBBBBB", picture[16:29])
    if (depth, kind, interlaced) != (8, 6, 0):
        raise OptionError(
            f"a PNG of kind {kind} with {depth} bits cannot be read; it must have eight bits and four channels"
        )
    lines = np.frombuffer(zlib.decompress(image_data(picture)), np.uint8).reshape(height, 1 + 4 * width)
    found = without_filters(lines[:, 0], lines[:, 1:].reshape(height, width, 4))
    colours, opacity = found[:, :, :3].astype(np.uint16), found[:, :, 3:].astype(np.uint16)
    return ((colours * opacity + 255 * (255 - opacity)) // 255).astype(np.uint8)


def image_data(picture: bytes) -> bytes:
    """The compressed dots: all chunks called IDAT, one after the other."""
    at, found = 8, b""
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        if picture[at + 4 : at + 8] == b"IDAT":
            found += picture[at + 8 : at + 8 + length]
        at += length + 12
    return found


def without_filters(kinds: NDArray[np.uint8], lines: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The dots of all rows from what is written: themselves, or what they differ by from their neighbours (PNG, section 9).

    A dot depends on those to the left and above, so all dots with the same x + y are worked out at once.
    """
    height, width, channels = lines.shape
    found = np.zeros((width + height + 1, height + 1, channels), np.int16)
    """By 2 + x + y, then 1 + y: what lies outside the picture is zero."""
    for place in range(width + height - 1):
        first, end = max(0, place - width + 1), min(height, place + 1)
        rows = np.arange(first, end)
        left, up = found[place + 1, first + 1 : end + 1], found[place + 1, first:end]
        guesses = [left, up, (left + up) >> 1, nearest(left, up, found[place, first:end])]
        kind = kinds[first:end, None]
        guess = np.select([kind == number for number in range(1, 5)], guesses, 0)
        found[place + 2, first + 1 : end + 1] = (lines[rows, place - rows] + guess) & 255
    y, x = np.indices((height, width))
    plain: NDArray[np.uint8] = found[2 + x + y, 1 + y].astype(np.uint8)
    return plain


def nearest(left: NDArray[np.int16], up: NDArray[np.int16], corner: NDArray[np.int16]) -> NDArray[np.int16]:
    """Paeth's guess: whichever of the three is nearest to left + up - corner."""
    from_left, from_up, from_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    is_left = (from_left <= from_up) & (from_left <= from_corner)
    return np.where(is_left, left, np.where(from_up <= from_corner, up, corner))
