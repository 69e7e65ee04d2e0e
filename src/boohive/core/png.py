"""Pictures of dots, for programs that do not draw SVG (``pip install 'boohive[pictures]'``)."""

import struct
import zlib
from collections.abc import Iterator, Sequence

from boohive.core.errors import OptionError
from boohive.core.extras import missing

__all__ = ["apng", "png"]

MAX_WIDTH = 8192
LAST_FRAME = 3
"""The end of a game is shown this many times as long as the rest."""
MAX_MILLIS = 20_000


def png(svg: str, width: int = 640) -> bytes:
    """An SVG picture, such as ``position.svg()``, as PNG of this width in dots."""
    if not 1 <= width <= MAX_WIDTH:
        raise OptionError(f"a picture {width} dots wide is not possible; 1 to {MAX_WIDTH} are")
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError as error:
        raise missing("a PNG picture", error) or error from None
    return bytes(svg_to_bytes(svg_string=svg, width=width))


def apng(pictures: Sequence[str], seconds: float = 1.0, width: int = 480) -> bytes:
    """Pictures of one shape as an animated PNG, each shown for ``seconds``; programs without animation show the first."""
    if not 0 < seconds * 1000 <= MAX_MILLIS:
        raise OptionError(f"{seconds} seconds for a picture are not possible; give up to {MAX_MILLIS // 1000}")
    frames = [dict_of_chunks(png(picture, width)) for picture in pictures]
    head = frames[0][b"IHDR"]
    wide, high = struct.unpack(">II", head[:8])
    written = [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", head), chunk(b"acTL", struct.pack(">II", len(frames), 0))]
    number = 0
    for i, frame in enumerate(frames):
        millis = round(seconds * 1000) * (LAST_FRAME if i == len(frames) - 1 else 1)
        control = struct.pack(">IIIIIHHBB", number, wide, high, 0, 0, millis, 1000, 0, 0)
        written.append(chunk(b"fcTL", control))
        number += 1
        if i == 0:
            written.append(chunk(b"IDAT", frame[b"IDAT"]))
        else:
            written.append(chunk(b"fdAT", struct.pack(">I", number) + frame[b"IDAT"]))
            number += 1
    return b"".join([*written, chunk(b"IEND", b"")])


def dict_of_chunks(picture: bytes) -> dict[bytes, bytes]:
    """What a PNG is made of by its kind; the parts of its data are joined."""
    found: dict[bytes, bytes] = {}
    for kind, data in chunks(picture):
        found[kind] = found.get(kind, b"") + data
    return found


def chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Kind and data of each part of a PNG."""
    at = 8
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        yield picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        at += 12 + length


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part as it stands in a file, with its checksum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
