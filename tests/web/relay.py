"""A relay between a page and its server that delays every byte, of requests and of sockets, in both directions."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


class Relay:
    """Listens on a port of its own; what comes in leaves half a round trip later, in order."""

    def __init__(self, target: str, round_trip_ms: int) -> None:
        parts = urlsplit(target)
        self.target = parts.hostname, parts.port
        self.delay = round_trip_ms / 2000
        self.loop = asyncio.new_event_loop()
        self.links: set[asyncio.Task[None]] = set()
        self.server: asyncio.Server | None = None
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    async def listen(self) -> None:
        self.server = await asyncio.start_server(self._link, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def _link(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.links.add(task)
        with suppress(OSError, asyncio.CancelledError):
            there_reader, there_writer = await asyncio.open_connection(*self.target)
            try:
                await asyncio.gather(self._carry(reader, there_writer), self._carry(there_reader, writer))
            finally:
                for each in (writer, there_writer):
                    each.transport.abort()
        self.links.discard(task)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One direction: every chunk leaves so long after it came, and the end of the stream too."""
        queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def read() -> None:
            while data := await reader.read(65536):
                queue.put_nowait((self.loop.time() + self.delay, data))
            queue.put_nowait((self.loop.time() + self.delay, b""))

        reading = asyncio.ensure_future(read())
        try:
            while True:
                due, data = await queue.get()
                await asyncio.sleep(due - self.loop.time())
                if not data:
                    break
                writer.write(data)
                await writer.drain()
            if writer.can_write_eof():
                writer.write_eof()
        finally:
            reading.cancel()

    async def cut(self) -> None:
        """The device sleeps: nobody listens, and every connection is gone."""
        if self.server is not None:
            self.server.close()
        for task in list(self.links):
            task.cancel()
        await asyncio.sleep(0)


class Relays:
    """Relays in a thread of their own."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.loop = asyncio.new_event_loop()
        self.all: list[Relay] = []

    def open(self, round_trip_ms: int) -> Relay:
        relay = Relay(self.target, round_trip_ms)
        relay.loop = self.loop
        self.run(relay.listen())
        self.all.append(relay)
        return relay

    def run(self, work: object) -> None:
        asyncio.run_coroutine_threadsafe(work, self.loop).result(10)  # type: ignore[arg-type]


@contextmanager
def relays(target: str) -> Iterator[Relays]:
    """Relays to a server, until the end."""
    found = Relays(target)
    thread = threading.Thread(target=found.loop.run_forever, daemon=True)
    thread.start()
    yield found
    for relay in found.all:
        found.run(relay.cut())
    found.loop.call_soon_threadsafe(found.loop.stop)
    thread.join(5)
