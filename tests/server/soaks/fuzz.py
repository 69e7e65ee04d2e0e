"""Malformed messages, nearly right and raw, with the limits on and with them off (so that every message reaches the
decoder): each is answered or the connection is closed for a reason, no traceback, no 5xx, memory comes back."""

import asyncio
import contextlib
import random
import tempfile
import time
from pathlib import Path

import msgspec
import picows
from harness import ServerProcess

from boohive.server.limits import LIMITS
from boohive.server.messages.socket import SERVER_MESSAGES
from soaks.counts import Counts, Patience
from soaks.kill import open_tables
from soaks.nonsense import SHAKE, frame, http_request, socket_message

WANTED = {f"{what}_limits_{how}": count for how in ("on", "off") for what, count in
          (("messages", 1_000_000), ("raw", 200_000))}  # fmt: skip
LEG_MESSAGES, LEG_RAW = 50_000, 10_000
WARM_UP = 5_000
EACH = 30
"""Messages on one socket: fewer than its limit, so that each is answered with the limits on, too."""
AT_ONCE = 24
OTHER_ANSWERS = {1008, 1009, 1013, 1002, 1003, 1007}
"""Why a socket may be closed: too many, too large, come back later, or no WebSocket at all."""
TYPES = {message.__struct_config__.tag for message in SERVER_MESSAGES}
LATE = 2.0
"""Seconds after which an answer that has not come would come no more."""
MARK = 4711.0
"""The ``client_time`` of the last message on a socket."""


class Sentence(msgspec.Struct):
    text: str


class Heard(msgspec.Struct):
    type: str
    code: str | None = None
    message: Sentence | None = None
    client_time: float | None = None


decode = msgspec.json.Decoder(Heard).decode


class Listener(picows.WSListener):
    """Counts answers; every refusal has a code and a sentence."""

    def __init__(self):
        self.answered, self.faults, self.ended = 0, [], asyncio.Event()
        self.is_closed = False

    def on_ws_disconnected(self, transport):
        self.is_closed = True
        self.ended.set()

    def on_ws_frame(self, transport, frame):
        if frame.msg_type == picows.WSMsgType.CLOSE:
            if frame.get_close_code() not in OTHER_ANSWERS:
                self.faults.append(f"closed with {frame.get_close_code()}: {frame.get_close_message()}")
            transport.disconnect()
        elif frame.msg_type == picows.WSMsgType.TEXT:
            said = decode(frame.get_payload_as_bytes())
            self.answered += 1
            if said.type not in TYPES or (
                said.type == "error" and not (said.code and said.message and said.message.text)
            ):
                self.faults.append(frame.get_payload_as_utf8_text())
            if said.type == "pong" and said.client_time == MARK:
                self.ended.set()


def sender(chance):
    return f"127.0.{chance.randrange(20, 250)}.{chance.randrange(1, 250)}"


async def on_one_socket(server, chance, joined, count):
    """Send nonsense and hear the answers: how many were sent before the socket was closed, how many came. Only the last
    message may be binary, which closes the socket: all others reach the decoder."""
    transport, heard = await picows.ws_connect(
        Listener, server.ws, local_addr=(sender(chance), 0), websocket_handshake_timeout=60
    )
    expected, sent = 1, 0
    for number in range(count):
        if heard.ended.is_set():
            break
        message = socket_message(chance, joined["table_id"], joined["tokens"][0]["token"])
        is_last = number == count - 1
        kind = picows.WSMsgType.BINARY if is_last and chance.random() < 0.2 else picows.WSMsgType.TEXT
        transport.send(kind, message)
        sent += 1
        expected += b'"unsubscribe"' not in message and b'"latency_echo"' not in message
        if number % 10 == 9:
            await asyncio.sleep(0)
    transport.send(picows.WSMsgType.TEXT, b'{"type":"ping","client_time":%f}' % MARK)
    await asyncio.wait_for(heard.ended.wait(), 60)
    until = time.monotonic() + LATE
    while heard.answered < expected and not heard.is_closed and time.monotonic() < until:
        await asyncio.sleep(0.01)  # Actions are answered when they are stored, after what came later.
    transport.disconnect()
    assert not heard.faults, heard.faults[:3]
    return sent, heard.answered


async def over_http(server, chance, joined, count):
    """Requests on one connection, none of which is answered with 5xx: how many were sent and answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(sender(chance), 0))
    answered = 0
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        for _ in range(count):
            request = http_request(chance, joined["table_id"])
            writer.write(request)
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
            assert int(head.split()[1]) < 500, (request, head)
            lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            await reader.readexactly(int(lengths[0].split(b":")[1]) if lengths else 0)
            answered += 1
    writer.transport.abort()
    return answered, answered


async def messages(server, chance, count, each=EACH):
    """Nearly right messages over many sockets, one in ten over HTTP, until so many were sent; how many were sent and
    answered."""
    sent = answered = 0
    tables = open_tables(server, 8, chance.randrange(2, 19))

    async def some():
        nonlocal sent, answered
        while sent < count:
            work = over_http if chance.random() < 0.1 else on_one_socket
            done, got = await work(server, chance, chance.choice(tables), each)
            sent += done
            answered += got

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))
    return sent, answered


async def raw_nonsense(server, chance, kind):
    """Bytes that are no HTTP, no WebSocket, or broken frames."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(sender(chance), 0))
    with contextlib.suppress(ConnectionError, TimeoutError, asyncio.IncompleteReadError):
        if kind:
            writer.write(SHAKE)
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
        for _ in range(chance.randrange(1, 4)):
            writer.write(frame(chance) if kind == 2 else chance.randbytes(chance.randrange(1, 300)))
        await writer.drain()
        if chance.random() < 0.3:
            answer = await asyncio.wait_for(reader.read(4096), 0.3)
            assert not answer.startswith(b"HTTP/1.1 5"), answer
    writer.transport.abort()


async def raw(server, chance, count):
    numbers = iter(range(count))

    async def some():
        for number in numbers:
            await raw_nonsense(server, chance, number % 3)

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))


def allowed(before):
    """Kilobytes of memory that are as good as before."""
    return max(before * 1.05, before + 10 * 1024)


def settled(server, before, seconds):
    """The server's memory once it has let go of what nobody uses, or what it is after so long."""
    end = time.monotonic() + seconds
    while server.rss() > allowed(before) and time.monotonic() < end:
        time.sleep(1)
    return server.rss()


def start(folder, limits):
    """A server with the limits on, or with all rates so high that nobody reaches them."""
    off = [part for name in LIMITS for part in ("--limit", f"{name}=1000000000/1000000000")]
    more = ["--workers", "1", *(off if limits == "off" else [])]
    return ServerProcess(folder / "games.sqlite3", log=folder / "log.txt", more=more).start()


def leg(folder, limits, count, raw_count, seconds=120):
    """One server: warm up, send everything, wait for its memory; what was sent and answered."""
    chance, server = random.Random(), start(folder, limits)
    try:
        asyncio.run(messages(server, chance, min(WARM_UP, count)))
        asyncio.run(raw(server, chance, min(WARM_UP, raw_count) // 5))
        before = server.rss()
        sent, answered = asyncio.run(messages(server, chance, count))
        asyncio.run(raw(server, chance, raw_count))
        after = settled(server, before, seconds)
    finally:
        code = server.stop()
    text = server.log()
    assert "Traceback" not in text, text[max(0, text.index("Traceback") - 500) :][:4000]
    assert code == 0, code
    return sent, answered, before, after


def run(arguments):
    """Legs until everything is collected or the time is up; with limits and without in turn."""
    counts, patience = Counts(arguments.state), Patience(arguments.minutes).obey_signals()
    while (missing := counts.missing(WANTED)) and not patience.is_over():
        limits = "on" if counts["messages_limits_on"] <= counts["messages_limits_off"] else "off"
        begun = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="boohive-fuzz-") as folder:
            count, answered, before, after = leg(Path(folder), limits, LEG_MESSAGES, LEG_RAW)
        assert after <= allowed(before), f"memory {before} -> {after} kB"
        sent = {f"messages_limits_{limits}": count, f"raw_limits_{limits}": LEG_RAW}
        counts.add(**sent, legs=1, seconds=time.monotonic() - begun)
        print(f"limits {limits}: {count} messages ({answered} answers), {LEG_RAW} raw, no traceback, no 5xx, "
              f"memory {before} -> {after} kB; so far {counts.numbers}", flush=True)  # fmt: skip
    print("everything is collected" if not missing else f"still missing: {missing}; the same command continues")
    return 0
