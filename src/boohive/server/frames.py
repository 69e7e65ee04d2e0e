"""WebSocket frames and what a socket needs of a connection; nothing here knows a web server."""

import struct
from collections.abc import Callable
from typing import NamedTuple, Protocol

import msgspec

__all__ = ["MASK", "NOT_MEASURED", "TEXT", "Connection", "TcpTimes", "encode_frame", "text_begins"]

TEXT = 0x81
"""A whole text message in one frame."""
SHORT, MIDDLE = 126, 1 << 16
FINAL, MASKED, MASK = 0x80, 0x80, 4
"""The bits that say that a frame ends its message and that its text is masked, and how many bytes the mask has."""


_encode = msgspec.json.Encoder().encode


def encode_frame(message: msgspec.Struct) -> bytes:
    """A message as bytes on the connection, made once for all who may see the same."""
    text = _encode(message)
    size = len(text)
    if size < SHORT:
        return struct.pack("!BB", TEXT, size) + text
    if size < MIDDLE:
        return struct.pack("!BBH", TEXT, 126, size) + text
    return struct.pack("!BBQ", TEXT, 127, size) + text


def text_begins(data: bytes) -> int | None:
    """Where the text of a client's frame begins, if this is one whole message in one frame and nothing else."""
    if len(data) < 2 + MASK or not data[0] & FINAL or not data[1] & MASKED:
        return None
    size, begins = data[1] - MASKED, 2 + MASK
    if size > SHORT:  # Longer than we read.
        return None
    if size == SHORT:
        size, begins = data[2] << 8 | data[3], 4 + MASK
    return begins if len(data) == begins + size else None


class TcpTimes(NamedTuple):
    """What the operating system has measured of a connection, in milliseconds."""

    unread_ms: int
    """How long ago data came in last: for what has just been read, how long it had waited for this process. What comes
    later only makes it shorter, so nobody can seem to have sent something before they did. 0 where nobody knows."""
    rtt_ms: int | None
    """The smoothed round trip."""


NOT_MEASURED = TcpTimes(0, None)


class Connection(Protocol):
    """A connection, as a socket sees it."""

    on_text: Callable[[str], None] | None
    """Called with each text message as it arrives; while it is ``None`` they wait to be received."""
    tcp_times: Callable[[], TcpTimes]
    """Behind a proxy these are the proxy's: what it sent may have waited, too, but the round trip says nothing."""
    is_player: bool
    """Set by the socket: whether a seat at a table depends on it."""

    def is_ready(self) -> bool:
        """Whether the reader keeps up."""

    def write(self, frames: bytes) -> None:
        """Send frames; a connection that is closing takes none."""

    async def drained(self) -> None:
        """Wait until the reader has caught up; ``ConnectionError`` when it has gone."""

    def kernel_rtt(self) -> int | None:
        """The round trip in milliseconds as the operating system measured it; ``None`` where it is not available."""
