"""uvicorn's WebSocket connection, with frames that were made once for many readers and the kernel's round-trip time."""

import socket as sockets
import struct
import sys
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from boohive.server.frames import MASK, TEXT, text_begins

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

__all__ = ["WebSocketConnection", "tcp_rtt_ms"]

RTT_OFFSET = 68
"""Where the ``struct tcp_info`` of Linux holds the smoothed round trip, in microseconds."""
TCP_INFO_SIZE = 104
END_OF_REQUEST = b"\r\n\r\n"
NOT_TEXT = 1007
"""The close code for a text message that is not UTF-8."""


def tcp_rtt_ms(connection: Any) -> int | None:
    """The smoothed round trip of a TCP connection as the kernel measured it; ``None`` where it does not say.

    Only Linux is asked: other systems have the figure too, in other places.
    """
    if sys.platform != "linux" or connection is None:
        return None
    try:
        info = connection.getsockopt(sockets.IPPROTO_TCP, sockets.TCP_INFO, TCP_INFO_SIZE)
    except OSError:  # Not a TCP connection, or one that has gone.
        return None
    return int(struct.unpack_from("I", info, RTT_OFFSET)[0]) // 1000 if len(info) >= RTT_OFFSET + 4 else None


class WebSocketConnection(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, which hands itself to the application as a ``Connection``."""

    heard: Callable[[str], None] | None = None
    behind_proxy = False
    """Set on a subclass: whether the round trip is that of a proxy."""
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
        extensions["boohive.connection"] = self
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
        if self.behind_proxy:
            return None
        return tcp_rtt_ms(self.transport.get_extra_info("socket"))
