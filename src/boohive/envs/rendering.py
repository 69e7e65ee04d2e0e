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
    found = np.zeros((height + 1, width + 1, 4), np.uint8)  # The row above the first and the dot before it are zero.
    for row in range(height):
        undo_filter(int(lines[row, 0]), lines[row, 1:].reshape(width, 4), found[row], found[row + 1])
    colours, opacity = found[1:, 1:, :3].astype(np.uint16), found[1:, 1:, 3:].astype(np.uint16)
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


def undo_filter(kind: int, line: NDArray[np.uint8], above: NDArray[np.uint8], out: NDArray[np.uint8]) -> None:
    """One row of dots from what is written: itself, or what it differs by from its neighbours (PNG, section 9)."""
    if kind == 0:
        out[1:] = line
    elif kind == 1:
        out[1:] = np.cumsum(line, axis=0, dtype=np.uint8)
    elif kind == 2:
        out[1:] = line + above[1:]
    else:
        for x in range(len(line)):
            left, up, corner = (each.astype(np.int16) for each in (out[x], above[x + 1], above[x]))
            guess = (left + up) // 2 if kind == 3 else nearest(left, up, corner)
            out[x + 1] = (line[x] + guess).astype(np.uint8)


def nearest(left: NDArray[np.int16], up: NDArray[np.int16], corner: NDArray[np.int16]) -> NDArray[np.int16]:
    """Paeth's guess: whichever of the three is nearest to left + up - corner."""
    from_left, from_up, from_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    is_left = (from_left <= from_up) & (from_left <= from_corner)
    return np.where(is_left, left, np.where(from_up <= from_corner, up, corner))
