"""uvicorn's HTTP connection, which is counted and does not wait for ever for a request, its body or a reader."""

import asyncio
from functools import partial
from typing import no_type_check

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from boohive.server.connections import Connections
from boohive.server.limits import network_of
from boohive.server.plain.connection import tcp_times

__all__ = ["TCP_TIMES", "HttpConnection"]

WORKING = "working"
TCP_TIMES = "tcp_times"
"""The name of a function in the state of each request: what the operating system has measured of its connection."""


class HttpConnection(H11Protocol):
    """One connection, from its first byte to its last or until it becomes a WebSocket."""

    registry: Connections
    """Set on a subclass, with the seconds that are allowed."""
    head_seconds = 10.0
    body_seconds = 30.0
    last_heard = 0.0
    address = "?"
    phase: tuple[str, int] = ("", 0)
    phase_since = 0.0

    @no_type_check  # uvicorn's own method takes another type than the one it overrides.
    def connection_made(self, transport: asyncio.Transport) -> None:
        """Count it."""
        super().connection_made(transport)
        self.last_heard = self.phase_since = self.registry.clock()
        self.address = network_of(self.client[0]) if self.client else "?"
        # For what is timed: how long a request had lain there when somebody looked at it.
        self.app_state = {**self.app_state, TCP_TIMES: partial(tcp_times, transport.get_extra_info("socket"))}
        self.registry.opened(self.address, self)

    @no_type_check  # uvicorn's own annotation leaves out that there may be no cycle.
    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self.registry.closed(self.address, self)
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # uvicorn does it only for connections that were closed in good order.
        self.cycle = None  # Each holds the other: without this only a search through all objects would find them.

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a WebSocket, which counts itself."""
        self.registry.closed(self.address, self)
        super().handle_websocket_upgrade(event)

    def data_received(self, data: bytes) -> None:
        """Note that something came."""
        self.last_heard = self.registry.clock()
        super().data_received(data)

    def _phase(self) -> str:
        """What we wait for."""
        if self.cycle is None or self.cycle.response_complete:
            return "head"
        if self.cycle.more_body or self.flow.write_paused:
            return "body"
        return WORKING

    def rank(self) -> int:
        """0 while it waits for the other side."""
        return int(self._phase() == WORKING)

    def is_overdue(self, now: float) -> bool:
        """Whether a request, its body or its reader takes too long; every request has its own time."""
        phase = (self._phase(), id(self.cycle))
        if phase != self.phase:
            self.phase, self.phase_since = phase, now
        allowed = {"head": self.head_seconds, "body": self.body_seconds}.get(phase[0])
        return allowed is not None and now - self.phase_since > allowed

    def give_up(self) -> None:
        """Close at once; nothing is owed to the other side."""
        self.transport.abort()
