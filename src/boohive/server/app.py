"""One server process: HTTP, WebSocket and pages on one port, started and stopped as a whole."""

import asyncio
import gc
import ipaddress
import logging
import signal
import socket as sockets
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any

import uvicorn

from boohive.server.asgi import Asgi, Message, Receive, Send
from boohive.server.connections import RESERVED, Connections
from boohive.server.front import is_for_api
from boohive.server.hosts import Hosts, refuse_host
from boohive.server.http_connection import HttpConnection
from boohive.server.limits import COUNTS, FRAMES, network_of
from boohive.server.party import Party
from boohive.server.services import Services, Settings, open_services
from boohive.server.sockets import MAX_MESSAGE_BYTES
from boohive.server.static_files import StaticFiles
from boohive.server.tricks import collector, connection_class

if TYPE_CHECKING:
    from boohive.server.plain.connection import WebSocketConnection

__all__ = ["Application", "serve"]

logger = logging.getLogger("boohive")


CONNECTIONS_A_TABLE = 10
"""A table that is dropped from memory leaves as much behind as so many connections."""
MANY_FILES = 1 << 20
"""More open files than this server has any use for."""
LIMITS_SECONDS = 60.0
"""Between two lines of the log about limits that were hit."""
SWEEP_CONNECTIONS = 1.0
"""Seconds between two looks for connections that take too long."""
API_AFTER = 1.0
"""Seconds after the start in which those who were in a game when the server went come back through their sockets: loading
the HTTP interface would take the processor from them. It is loaded at once when somebody asks for it."""


Ready = Callable[[str, tuple[str, ...]], None]
"""Called with the address of this machine's browser, and those of the phones of a party."""


class Application:
    """The ASGI application."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.services: Services
        self.connections: Connections | None = None
        self.collector = collector()
        self.pages = StaticFiles()
        self.hosts = Hosts(settings.hosts, settings.behind_proxy)
        self.refused: Counter[str] = Counter()
        """How often each limit had refused somebody when the log last said so."""
        self.api: asyncio.Task[Asgi]
        self.api_is_wanted = asyncio.Event()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Who comes in goes to the API, the sockets or the pages."""
        kind, path = scope["type"], scope.get("path", "")
        if kind == "lifespan":
            await self._live(receive, send)
        elif not self.hosts.allow(scope["headers"]):
            await refuse_host(kind, receive, send)
        elif kind == "websocket":
            if path == "/ws":
                await self.services.sockets(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": "the socket is at /ws"})
        elif wait := self.services.front.wait(scope):
            await self.services.front.refuse(send, wait)
        else:
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve a request that does not come too often."""
        if self.services.front.person(scope["headers"]) is None:
            await self.services.strangers.turn(network_of((scope.get("client") or ("?", 0))[0]))
        if is_for_api(scope["path"], scope["method"]):
            self.api_is_wanted.set()
            if self.api.done() and self.api.exception() is not None:
                self.api = asyncio.create_task(self._load_api())  # Such as when no file could be opened at that moment.
            await (await self.api)(scope, receive, send)
        else:
            await self.pages(scope, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            self.services = open_services(self.settings)
            await self.services.start()
            self.services.lag.start()
            self._on_signals()
            self.services.tables.background.repeat("limits", LIMITS_SECONDS, self._log_limits)
            self.api = asyncio.create_task(self._load_api())
            sweeping = asyncio.create_task(self._sweep())
            if self.connections is not None:
                background = self.services.tables.background
                background.repeat("connections", self._sweep_every(), self._sweep_connections)
        except Exception as error:
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        await send({"type": "lifespan.startup.complete"})
        logger.info("boohive %s has started, with %s", self.services.version, self.services.store.name)
        await receive()
        logger.info("boohive stops: %d sockets are sent away", len(self.services.sockets.connected))
        sweeping.cancel()
        await self.services.stop()
        logger.info("boohive has stopped")
        await send({"type": "lifespan.shutdown.complete"})

    def _on_signals(self) -> None:
        """SIGUSR1: another server takes over; nobody new should be sent here, those who are here go on."""
        if sys.platform != "win32" and threading.current_thread() is threading.main_thread():
            asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self._drain)

    def _drain(self) -> None:
        self.services.is_draining = True
        logger.info("boohive drains: /api/ready answers 503 from now on; stop it when its players have gone")

    async def _log_limits(self) -> None:
        """One line for each minute in which somebody was refused, however many they were."""
        refused = self.services.limits.refused
        new = {name: count - self.refused[name] for name, count in refused.items() if count > self.refused[name]}
        self.refused = refused.copy()
        if new:
            summary = ", ".join(f"{name} {count}" for name, count in sorted(new.items()))
            logger.warning("limits were hit in the last minute: %s", summary)

    async def _sweep(self) -> None:
        await self.api
        tables, sockets = self.services.tables, self.services.sockets
        await self.collector.run(
            lambda: tables.commits.count, lambda: sockets.closed + CONNECTIONS_A_TABLE * tables.registry.dropped
        )

    def _sweep_every(self) -> float:
        return min(SWEEP_CONNECTIONS, self.services.limits.counts["head_seconds"] / 4)

    async def _sweep_connections(self) -> None:
        if self.connections is not None:
            self.connections.sweep()

    async def _load_api(self) -> Asgi:
        """In the background: the address is printed, pages are served and games go on meanwhile."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.api_is_wanted.wait(), API_AFTER)
        api: Asgi = await asyncio.to_thread(self._build_api)
        return api

    def _build_api(self) -> Any:
        from boohive.games import GAMES
        from boohive.server.api import build_api

        for game in GAMES.values():  # Loaded now: later there may be no descriptor left to open a file with.
            game.table_options(None)
        return build_api(self.services)


class Server(uvicorn.Server):
    """uvicorn's server that says when it is ready, and closes sockets before it waits for them."""

    def __init__(
        self, config: uvicorn.Config, application: Application, ready: Ready, with_party: bool = False
    ) -> None:
        super().__init__(config)
        self.application = application
        self.ready = ready
        self.with_party = with_party

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        """Start, then print the address."""
        await super().startup(sockets)
        if self.started and self.servers and self.servers[0].sockets:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            links: tuple[str, ...] = ()
            if ipaddress.ip_address(host).is_loopback and not self.application.settings.behind_proxy:
                party = self.application.services.party = Party(partial(self._listen, port), port)
                links = await party.open() if self.with_party else ()
            here = ipaddress.ip_address(host).is_loopback or ipaddress.ip_address(host).is_unspecified
            name = "localhost" if here else f"[{host}]" if ":" in host else host
            self.ready(f"http://{name}:{port}/", links)

    async def _listen(self, port: int, address: str) -> None:
        """Another address to be reached at, until the server ends."""
        http = self.config.http_protocol_class
        assert issubclass(http, HttpConnection)

        def protocol(loop: asyncio.AbstractEventLoop | None = None) -> asyncio.Protocol:
            return http(config=self.config, server_state=self.server_state, app_state=self.lifespan.state, _loop=loop)

        loop = asyncio.get_running_loop()
        self.servers.append(await loop.create_server(protocol, address, port, backlog=self.config.backlog))

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """Ask pages to reconnect to another server; what was acknowledged is on the disk anyway."""
        for server in self.servers:
            server.close()
        await self.application.services.sockets.close()
        self.application.services.workers.dismiss()
        await asyncio.sleep(0.05)
        if self.application.connections is not None:
            self.application.connections.close_waiting()
        await super().shutdown(sockets)


def serve(settings: Settings, host: str, port: int, proxies: str | None, ready: Ready, with_party: bool = False) -> int:
    """Run until asked to stop; the exit code."""
    application = Application(settings)
    connections = application.connections = open_connections(settings)
    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        loop="uvloop",
        http=http_class(settings, connections),
        ws=websocket_class(settings, connections),
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=25,
        ws_ping_timeout=25,
        log_config=None,
        access_log=False,
        lifespan="on",
        server_header=False,
        proxy_headers=proxies is not None,
        forwarded_allow_ips=proxies or "127.0.0.1",
        timeout_graceful_shutdown=5,
        backlog=4096,
        h11_max_incomplete_event_size=32 * 1024,
    )
    server = Server(config, application, ready, with_party)
    application.collector.start()
    gc.enable()
    for number in (signal.SIGTERM, signal.SIGINT):
        # uvicorn raises the signal again after its orderly end; without a handler that would look like a crash.
        signal.signal(number, _ignore)
    server.run()
    return 0 if server.started else 1


def http_class(settings: Settings, connections: Connections) -> type[HttpConnection]:
    """How HTTP is spoken here."""
    counts = {**COUNTS, **settings.counts}
    attributes = {"registry": connections, **{name: counts[name] for name in ("head_seconds", "body_seconds")}}
    return type("ServerHttpConnection", (HttpConnection,), attributes)


def websocket_class(settings: Settings, connections: Connections) -> "type[WebSocketConnection]":
    """How WebSocket is spoken here."""
    attributes = {
        "behind_proxy": settings.behind_proxy,
        "registry": connections,
        "frames_limit": settings.limits.get(FRAMES.name, FRAMES),
    }
    return type("ServerConnection", (connection_class(),), attributes)


def open_connections(settings: Settings) -> Connections:
    """Who may be connected: as many as there are descriptors for. Behind a proxy all have the proxy's address."""
    total = raise_file_limit() - RESERVED
    per_address = total if settings.behind_proxy else int({**COUNTS, **settings.counts}["connections"])
    return Connections(per_address, max(total, RESERVED // 2), time.monotonic)


def raise_file_limit() -> int:
    """As many open files as the system allows without asking; how many that is."""
    if sys.platform == "win32":
        return MANY_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MANY_FILES if hard == resource.RLIM_INFINITY else min(hard, MANY_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MANY_FILES if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def _ignore(number: int, frame: FrameType | None) -> None:
    """The server has stopped already."""
