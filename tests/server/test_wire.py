"""Messages are heard whole and in order, however the network cuts and joins them."""

import asyncio
import gc
import json
import socket
import struct
import time
import weakref

import pytest
import uvicorn
import uvloop
import websockets
from uvicorn.server import ServerState

import boohive
from boohive.server.app import http_class, websocket_class
from boohive.server.connections import Connections
from boohive.server.frames import text_begins
from boohive.server.messages.socket import PROTOCOL
from boohive.server.services import Settings

PING = b'{"type":"ping"}'
MASK = b"\x01\x02\x03\x04"


def masked(text: bytes) -> bytes:
    return bytes(byte ^ MASK[i % 4] for i, byte in enumerate(text))


def client_frame(text: bytes, first: int = 0x81) -> bytes:
    size = len(text)
    head = struct.pack("!BB", first, 0x80 | size) if size < 126 else struct.pack("!BBH", first, 0xFE, size)
    return head + MASK + masked(text)


def padded(size: int) -> bytes:
    """The same message, longer."""
    return PING + b" " * (size - len(PING))


@pytest.mark.parametrize("size", [15, 125, 126, 200, 16_000])
def test_one_whole_message_is_known_by_its_length(size):
    data = client_frame(padded(size))
    assert masked(data[text_begins(data) :]) == padded(size)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x81",
        client_frame(PING)[:-1],
        client_frame(PING) + b"\x81",
        client_frame(PING) * 2,
        client_frame(padded(300))[:130],
        client_frame(PING, first=0x01),
        b"\x81\x0f" + PING,
        b"\x81\xff" + struct.pack("!Q", 119) + MASK + b" " * 119,
    ],
    ids=[
        "nothing",
        "half a head",
        "cut short",
        "the next one begun",
        "two",
        "a long one cut short",
        "more to follow",
        "not masked",
        "length in eight bytes",
    ],
)
def test_anything_else_is_left_to_the_parser(data):
    assert text_begins(data) is None


class Line:
    """A connection that decides what leaves in which piece."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.socket.sendall(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        self.buffer = self.buffer.partition(b"\r\n\r\n")[2]
        self.hello = json.loads(self.heard()[1])

    def heard(self) -> tuple[int, bytes]:
        """The next frame: what it is, and what it says."""
        size = self.take(2)
        length = size[1] if size[1] < 126 else struct.unpack("!H", self.take(2))[0]
        return size[0], self.take(length)

    def take(self, count: int) -> bytes:
        while len(self.buffer) < count:
            data = self.socket.recv(65536)
            assert data, "the server closed the connection"
            self.buffer += data
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken


def test_the_first_message_of_every_socket_says_which_protocol_it_is(server, api):
    hello = Line(server.port).hello
    assert hello["type"] == "hello"
    assert hello["protocol"] == PROTOCOL == api.get("/api/games").json()["protocol"]
    assert hello["version"] == boohive.__version__
    assert abs(hello["server_ms"] - 1000 * time.time()) < 60_000


def pongs(line: Line, count: int) -> None:
    for _ in range(count):
        kind, said = line.heard()
        assert (kind, json.loads(said)["type"]) == (0x81, "pong")


def test_pieces_of_every_size_are_put_together(server):
    line, message = Line(server.port), client_frame(padded(200))
    line.socket.sendall(message)
    pongs(line, 1)
    for cut in (1, 2, 3, 4, 7, 8, 9, 100, len(message) - 1):
        line.socket.sendall(message[:cut])
        time.sleep(0.02)
        line.socket.sendall(message[cut:])
        pongs(line, 1)
    line.socket.sendall(message * 3)
    pongs(line, 3)
    line.socket.sendall(message)
    pongs(line, 1)


def test_a_message_in_several_frames_with_a_ping_between_them(server):
    line = Line(server.port)
    line.socket.sendall(client_frame(PING[:5], first=0x01))
    time.sleep(0.02)
    line.socket.sendall(client_frame(b"hello", first=0x89))
    assert line.heard() == (0x8A, b"hello")
    line.socket.sendall(client_frame(PING[5:], first=0x80))
    pongs(line, 1)


def test_text_that_is_not_utf_8_closes_the_connection(server):
    line = Line(server.port)
    line.socket.sendall(client_frame(b"\xff\xfe"))
    kind, said = line.heard()
    assert (kind, struct.unpack("!H", said[:2])[0]) == (0x88, 1007)


def test_too_long_a_message_closes_the_connection(server):
    line = Line(server.port)
    line.socket.sendall(client_frame(padded(17_000)))
    kind, said = line.heard()
    assert (kind, struct.unpack("!H", said[:2])[0]) == (0x88, 1009)


def test_a_piece_that_looks_like_a_message_is_still_part_of_the_one_before(server):
    line, looks_like_one = Line(server.port), client_frame(PING)
    line.socket.sendall(struct.pack("!BB", 0x81, 0x80 | len(looks_like_one)) + MASK)
    time.sleep(0.02)
    line.socket.sendall(looks_like_one)
    kind, said = line.heard()
    assert b"pong" not in said
    assert kind == 0x88 or json.loads(said)["code"] == "bad_message"


@pytest.mark.parametrize("plain", ["", "1"])
def test_s10_a_connection_that_has_gone_is_freed_at_once(monkeypatch, plain):
    """Nothing of it holds itself: the search for cycles is put off while the server is busy, and a crowd of connections that
    come and go would fill the memory."""
    monkeypatch.setenv("BOOHIVE_PLAIN", plain)

    async def echo(scope, receive, send):
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})
            return
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass

    async def go():
        registry = Connections(100, 100, time.monotonic)
        ws = websocket_class(Settings(), registry)
        config = uvicorn.Config(echo, http=http_class(Settings(), registry), ws=ws, log_config=None, lifespan="off")
        config.load()
        state, made = ServerState(), weakref.WeakSet()
        ws.connection_made = noted(ws.connection_made, made)
        config.http_protocol_class.connection_made = noted(config.http_protocol_class.connection_made, made)
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: config.http_protocol_class(config=config, server_state=state, app_state={}), "127.0.0.1", 0
        )
        port = server.sockets[0].getsockname()[1]
        for _ in range(5):
            async with websockets.connect(f"ws://127.0.0.1:{port}/ws") as page:
                await page.send("x")
                assert made
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\nHost: l\r\n\r\n")
            await writer.drain()
            await asyncio.sleep(0)
            writer.close()
        server.close()
        for _ in range(100):
            await asyncio.sleep(0.003 if made else 0)
        assert not list(made)

    gc.collect()
    gc.disable()
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(go())
    finally:
        gc.enable()


def noted(method, made):
    def connection_made(self, transport):
        made.add(self)
        method(self, transport)

    return connection_made
