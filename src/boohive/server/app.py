"""One server process: HTTP, WebSocket and pages behind one door, started and stopped as a whole."""

import asyncio
import gc
import logging
import signal
import socket as sockets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn

from boohive.server.services import Services, Settings, open_services
from boohive.server.sockets import LARGEST, Message, Receive, Send
from boohive.server.static_files import StaticFiles
from boohive.server.tricks import collector, connection_class

__all__ = ["Application", "serve"]

logger = logging.getLogger("boohive")


API_AFTER = 1.0
"""Seconds after the start in which those who were in a game when the server went come back through their sockets: loading
the HTTP interface would take the processor from them. It is loaded at once when somebody asks for it."""


class Application:
    """The ASGI application."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.services: Services
        self.collector = collector()
        self.pages = StaticFiles()
        self.api: asyncio.Task[Any]
        self.api_is_wanted = asyncio.Event()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Who comes in goes to the API, the sockets or the pages."""
        kind, path = scope["type"], scope.get("path", "")
        if kind == "lifespan":
            await self._live(receive, send)
        elif kind == "websocket":
            if path == "/ws":
                await self.services.sockets(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": "the socket is at /ws"})
        elif path.startswith("/api/") or path == "/metrics" or path.startswith("/me/"):
            self.api_is_wanted.set()
            await (await self.api)(scope, receive, send)
        else:
            await self.pages(scope, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            self.services = open_services(self.settings)
            await self.services.start()
            self.api = asyncio.create_task(self._load_api())
            sweeping = asyncio.create_task(self._sweep())
        except Exception as error:
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        sweeping.cancel()
        await self.services.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def _sweep(self) -> None:
        await self.api
        commits, sockets = self.services.tables.commits, self.services.sockets
        await self.collector.run(lambda: commits.count, lambda: sockets.closed)

    async def _load_api(self) -> Any:
        """Beside everything else: the address is told, pages are served and games go on meanwhile."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.api_is_wanted.wait(), API_AFTER)
        return await asyncio.to_thread(self._build_api)

    def _build_api(self) -> Any:
        from boohive.server.api import build_api

        return build_api(self.services)


class Server(uvicorn.Server):
    """uvicorn's server that says when it is ready, and closes sockets before it waits for them."""

    def __init__(self, config: uvicorn.Config, application: Application, ready: Callable[[str], None]) -> None:
        super().__init__(config)
        self.application = application
        self.ready = ready

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        """Start, then tell the address."""
        await super().startup(sockets)
        if self.started and self.servers and self.servers[0].sockets:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self.ready(
                f"http://{'localhost' if host in ('127.0.0.1', '::1') else f'[{host}]' if ':' in host else host}:{port}/"
            )

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """Sockets are told to come back to another server; what was acknowledged is on the disk anyway."""
        for server in self.servers:
            server.close()
        await self.application.services.sockets.close()
        await asyncio.sleep(0.05)
        await super().shutdown(sockets)


def serve(settings: Settings, host: str, port: int, proxies: str | None, ready: Callable[[str], None]) -> int:
    """Run until told to stop; the exit code."""
    application = Application(settings)
    connection = type("ServerConnection", (connection_class(),), {"behind_proxy": settings.behind_proxy})
    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        loop="uvloop",
        http="h11",
        ws=connection,
        ws_max_size=LARGEST,
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
    server = Server(config, application, ready)
    application.collector.start()
    gc.enable()
    for number in (signal.SIGTERM, signal.SIGINT):
        # uvicorn raises the signal again after its orderly end; without a handler that would look like a crash.
        signal.signal(number, _ignore)
    server.run()
    return 0 if server.started else 1


def _ignore(number: int, frame: Any) -> None:
    """The server has stopped already."""
