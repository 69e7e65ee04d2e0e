"""The lowest layer of a WebSocket: frames that are made once and written to many, and what the kernel knows of a line."""

import socket as sockets
import struct
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

__all__ = ["MeasuredProtocol", "Wire", "frame"]

RTT_OFFSET = 68
"""Where the kernel's ``struct tcp_info`` holds the smoothed round trip, in microseconds."""
TEXT = 0x81
"""A whole text message in one frame."""
SHORT, MIDDLE = 126, 1 << 16
FINAL, MASKED, MASK = 0x80, 0x80, 4
"""The bits that say that a frame ends its message and that its text is masked, and how many bytes the mask has."""
END_OF_REQUEST = b"\r\n\r\n"
NOT_TEXT = 1007
"""The close code for a text message that is not UTF-8."""


def frame(text: bytes) -> bytes:
    """A message as it goes over the wire; a server's frames are the same for every reader."""
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


class Wire(Protocol):
    """A connection, as a socket sees it."""

    heard: Callable[[str], None] | None
    """Called with each text message as it arrives; while it is ``None`` they wait to be received."""

    def is_ready(self) -> bool:
        """Whether the reader keeps up."""

    def write(self, frames: bytes) -> None:
        """Send frames; a connection that is closing takes none."""

    async def drained(self) -> None:
        """Wait until the reader has caught up; ``ConnectionError`` when it has gone."""

    def kernel_rtt(self) -> int | None:
        """The round trip in milliseconds as the operating system measured it; ``None`` where it is not to be had."""


class MeasuredProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, which hands itself to the application as a ``Wire``."""

    heard: Callable[[str], None] | None = None
    is_tidy = False
    """Whether the last data ended with a message, and so did all before: the parser has nothing in hand."""

    def data_received(self, data: bytes) -> None:
        """A text message that comes in one piece, as nearly all do, need not go through the parser."""
        if not self.handshake_complete:
            self.is_tidy = data.endswith(END_OF_REQUEST)
            super().data_received(data)
            return
        begins = text_begins(data) if self.is_tidy else None
        self.is_tidy = begins is not None
        text = self._text_of(data, begins) if begins else None
        if text is None or self.heard is None:
            super().data_received(data)
        else:
            self.heard(text)

    def _text_of(self, data: bytes, begins: int) -> str | None:
        """What a frame says; ``None``: the parser should see it."""
        if data[0] != TEXT or len(data) > self.config.ws_max_size or self.close_sent:
            return None
        try:
            return apply_mask(data[begins:], data[begins - MASK : begins]).decode()
        except UnicodeDecodeError:
            return None

    async def run_asgi(self) -> None:
        """Hand the wire over with the connection."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions["boohive.wire"] = self
        await super().run_asgi()

    def is_ready(self) -> bool:
        """Whether the reader keeps up."""
        return self.writable.is_set()

    def write(self, frames: bytes) -> None:
        """Past uvicorn's and the protocol's own steps, which would make the same frame for every reader anew."""
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(frames)

    async def drained(self) -> None:
        """Wait until the reader has caught up."""
        await self.writable.wait()
        if self.disconnected:
            raise ConnectionError("the reader has gone")

    def send_receive_event_to_app(self) -> None:
        """Text goes straight to whoever listens; everything else takes uvicorn's way."""
        if self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        try:
            text = data.decode()
        except UnicodeDecodeError:  # uvicorn would do the same, and write a traceback into the log.
            self.frames = []
            self.conn.send_close(NOT_TEXT)
            self.handle_parser_exception()
            return
        if self.heard is None:
            super().send_receive_event_to_app()
            return
        self.frames = []
        self.heard(text)

    def kernel_rtt(self) -> int | None:
        """A page cannot stretch it; behind a proxy it is the proxy's."""
        if getattr(self.config, "behind_proxy", False):
            return None
        with suppress(Exception):
            connection = self.transport.get_extra_info("socket")
            info = connection.getsockopt(sockets.IPPROTO_TCP, sockets.TCP_INFO, 104)
            return int(struct.unpack_from("I", info, RTT_OFFSET)[0]) // 1000
        return None
