"""uvicorn's WebSocket connection, which writes frames that were made once for many readers and knows the round trip."""

import socket as sockets
import struct
import sys
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = ["WebSocketConnection", "tcp_rtt_ms"]

RTT_OFFSET = 68
"""Where the ``struct tcp_info`` of Linux holds the smoothed round trip, in microseconds."""
TCP_INFO_SIZE = 104
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
        """A text message that is not UTF-8 closes the connection; uvicorn would also write a traceback into the log."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not self.is_utf8():
            self.refuse_text()
            return
        super().send_receive_event_to_app()

    def is_utf8(self) -> bool:
        """Whether the message that has arrived can be read as text."""
        try:
            b"".join(self.frames).decode()
        except UnicodeDecodeError:
            return False
        return True

    def refuse_text(self) -> None:
        """Close because of a text message that is not UTF-8."""
        self.frames = []
        self.conn.send_close(NOT_TEXT)
        self.handle_parser_exception()

    def kernel_rtt(self) -> int | None:
        """A page cannot stretch it; behind a proxy it is the proxy's."""
        if self.behind_proxy:
            return None
        return tcp_rtt_ms(self.transport.get_extra_info("socket"))
