"""Relays between pages and their server that delay every byte, of requests and of sockets, in both directions.

They run in a process of their own, so that a test that is busy delays nothing more: ``python relay.py PORT`` reads commands
from its standard input, one line of JSON each, and answers each with a line.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple


class Relay:
    """Listens on a port of its own; what comes in leaves half a round trip later, in order."""

    def __init__(self, target: int, round_trip_ms: int) -> None:
        self.target = target
        self.delay = round_trip_ms / 2000
        self.links: set[asyncio.Task[None]] = set()
        self.server: asyncio.Server | None = None
        self.port = 0
        self.socket_delays: list[float] = []
        """For how many milliseconds each piece that a page or the server has sent on a socket was held."""

    async def listen(self) -> None:
        self.server = await asyncio.start_server(self._link, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def _link(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.links.add(task)
        with suppress(OSError, asyncio.CancelledError):
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self.target)
            link = Link(self)
            try:
                await asyncio.gather(link.carry(reader, there_writer), link.carry(there_reader, writer))
            finally:
                for each in (writer, there_writer):
                    each.transport.abort()
        self.links.discard(task)

    async def cut(self) -> None:
        """The device sleeps: nobody listens, and every connection is gone."""
        if self.server is not None:
            self.server.close()
        for task in list(self.links):
            task.cancel()
        await asyncio.sleep(0)


class Link:
    """One connection through a relay."""

    def __init__(self, relay: Relay) -> None:
        self.relay = relay
        self.is_socket = False

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One direction: every piece leaves so long after it came, and the end of the stream too."""
        now = asyncio.get_running_loop().time
        queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def read() -> None:
            while data := await reader.read(65536):
                queue.put_nowait((now(), data))
            queue.put_nowait((now(), b""))

        reading = asyncio.ensure_future(read())
        try:
            while True:
                came, data = await queue.get()
                await asyncio.sleep(came + self.relay.delay - now())
                if not data:
                    break
                writer.write(data)
                await writer.drain()
                if self.is_socket:
                    self.relay.socket_delays.append(1000 * (now() - came))
                self.is_socket = self.is_socket or b"\r\nupgrade: websocket" in data.lower()
            if writer.can_write_eof():
                writer.write_eof()
        finally:
            reading.cancel()


async def obey(target: int) -> None:
    """Open, cut and wake relays, and say what they have delayed, until nobody asks any more."""
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    found: list[Relay] = []
    while line := await lines.readline():
        command, argument = json.loads(line)
        if command == "open":
            relay = Relay(target, argument)
            await relay.listen()
            found.append(relay)
            print(json.dumps([len(found) - 1, relay.port]), flush=True)
            continue
        relay = found[argument]
        if command == "cut":
            await relay.cut()
        elif command == "listen":
            await relay.listen()
        print(json.dumps(relay.socket_delays), flush=True)


# The test's side.


class Line(NamedTuple):
    """A relay, as a test knows it."""

    relays: "Relays"
    number: int
    port: int

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def cut(self) -> None:
        self.relays.ask("cut", self.number)

    def listen(self) -> None:
        self.relays.ask("listen", self.number)

    def socket_delays(self) -> list[float]:
        """Sorted, in milliseconds."""
        return sorted(self.relays.ask("delays", self.number))


class Relays:
    """The process with the relays to one server."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def ask(self, command: str, argument: int) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([command, argument]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def open(self, round_trip_ms: int) -> Line:
        return Line(self, *self.ask("open", round_trip_ms))


@contextmanager
def relays(port: int) -> Iterator[Relays]:
    """Relays to a server of this machine, until the end."""
    with subprocess.Popen(
        [sys.executable, __file__, str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Relays(process)
        assert process.stdin is not None
        process.stdin.close()
        process.wait(10)


if __name__ == "__main__":
    asyncio.run(obey(int(sys.argv[1])))
