"""uvicorn's WebSocket connection, which writes frames that were made once for many readers and knows the round trip."""

import socket as sockets
import struct
import sys
from asyncio.transports import BaseTransport
from collections.abc import Callable
from functools import partial
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from boohive.server import limits
from boohive.server.connections import Connections
from boohive.server.frames import NOT_MEASURED, TcpTimes
from boohive.server.limits import Bucket, network_of

__all__ = ["WebSocketConnection", "tcp_times"]

RTT_OFFSET = 68
"""Where the ``struct tcp_info`` of Linux holds the smoothed round trip, in microseconds."""
LAST_DATA_OFFSET = 52
"""Where it says how many milliseconds ago data came in last."""
TCP_INFO_SIZE = 104
PIECE = 4096
"""Bytes that go through the parser before anybody looks whether there are too many frames."""
ARRIVAL = 0.1
"""What data costs that comes in a small piece: messages have a limit of their own."""
HANDSHAKE_SECONDS = 10.0
POLICY = 1008
NOT_TEXT = 1007
"""The close code for a text message that is not UTF-8."""


def tcp_times(connection: sockets.socket | None) -> TcpTimes:
    """What the kernel measured of a TCP connection.

    Only Linux is asked: other systems have the figures too, in other places.
    """
    if sys.platform != "linux" or connection is None:
        return NOT_MEASURED
    try:
        info = connection.getsockopt(sockets.IPPROTO_TCP, sockets.TCP_INFO, TCP_INFO_SIZE)
    except (OSError, ValueError):  # Not a TCP connection, or one that has gone: uvloop has no descriptor for it then.
        return NOT_MEASURED
    if len(info) < RTT_OFFSET + 4:
        return NOT_MEASURED
    (unread_ms,) = struct.unpack_from("I", info, LAST_DATA_OFFSET)
    (rtt_us,) = struct.unpack_from("I", info, RTT_OFFSET)
    return TcpTimes(unread_ms, rtt_us // 1000)


class WebSocketConnection(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, which hands itself to the application as a ``Connection``."""

    on_text: Callable[[str], None] | None = None
    behind_proxy = False
    """Set on a subclass: whether the round trip is that of a proxy."""

    registry: Connections | None = None
    frames_limit = limits.FRAMES
    """Set on a subclass: who is connected, and how many frames other than messages may come."""
    last_heard = 0.0
    is_player = False
    """Set by the socket: whether a seat at a table depends on it."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Count it."""
        super().connection_made(transport)
        self.tcp_times = partial(tcp_times, transport.get_extra_info("socket"))
        self.last_heard = self.loop.time()
        self.address = network_of(self.client[0]) if self.client else "?"
        self.frames_bucket = Bucket(self.frames_limit, self.last_heard)
        if self.registry is not None:
            self.registry.opened(self.address, self)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        if self.registry is not None:
            self.registry.closed(self.address, self)
        super().connection_lost(exc)
        self.conn.parser.close()  # It holds itself: without this only a search through all objects would find it.

    # What does not come as one text message is counted: control frames and fragments reach no handler that would count.

    def data_received(self, data: bytes) -> None:
        """Through the parser in small pieces, so that a client that sends too many frames is closed in the middle of them."""
        self.last_heard = self.loop.time()
        for begins in range(0, len(data), PIECE):
            if self.handshake_complete and not self._count_frame(1 if begins else ARRIVAL):
                return  # The rest of what came is not looked at.
            super().data_received(data[begins : begins + PIECE])

    def _count_frame(self, cost: float = 1) -> bool:
        """Whether one more may come; otherwise the connection is closed."""
        if self.frames_bucket.take(self.frames_limit, self.loop.time(), cost):
            if self.close_sent:
                self.transport.abort()
            else:
                self.conn.fail(POLICY, "too many frames")
                self.handle_parser_exception()
        return not self.transport.is_closing()

    def handle_ping(self) -> None:
        """Answer, unless there are too many."""
        if self._count_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take it, unless there are too many."""
        if self._count_frame():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A fragment, unless there are too many."""
        if self._count_frame():
            super().handle_cont(event)

    # As one of all connections.

    def rank(self) -> int:
        """A player's socket is the last to be closed."""
        return 2 if self.is_player else 0

    def is_overdue(self, now: float) -> bool:
        """uvicorn's own pings find out who has gone."""
        return not self.handshake_complete and now - self.last_heard > HANDSHAKE_SECONDS

    def give_up(self) -> None:
        """Close at once."""
        self.transport.abort()

    async def run_asgi(self) -> None:
        """Hand the wire over with the connection."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions["boohive.connection"] = self
        try:
            await super().run_asgi()
        finally:
            del extensions["boohive.connection"]  # The connection holds the scope, and would so hold itself.

    def is_ready(self) -> bool:
        """Whether the reader keeps up."""
        return self.writable.is_set()

    def write(self, frames: bytes) -> None:
        """Past uvicorn's and the protocol's own steps, which would make the same frame again for every reader."""
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
        """Close because of a text message that is not UTF-8, unless it has been done: another one may have come with it."""
        self.frames = []
        if self.conn.state is State.OPEN:
            self.conn.send_close(NOT_TEXT)
            self.handle_parser_exception()

    def kernel_rtt(self) -> int | None:
        """A page cannot stretch it; behind a proxy it is the proxy's."""
        if self.behind_proxy:
            return None
        return self.tcp_times().rtt_ms
