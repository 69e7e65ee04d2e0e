"""The WebSocket: decode, hand over, answer. One socket follows any number of tables."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import msgspec

from boohive.core.errors import BoohiveError
from boohive.core.game import MoveQuery
from boohive.games.booo.claims import MOST_CREDIT, Line
from boohive.server import limits, scenes
from boohive.server.frames import Connection, frame
from boohive.server.hub import Hub, now_ms
from boohive.server.identity import Signer, read_cookie
from boohive.server.limits import Bucket, Limits
from boohive.server.messages import (
    Act,
    Echo,
    FromClient,
    Ping,
    Pong,
    Preview,
    Previewed,
    Probe,
    Refused,
    Resume,
    Resync,
    State,
    Unwatch,
    Watch,
)
from boohive.server.session import TableSession, viewer_of
from boohive.tables import door, log
from boohive.tables.refusal import Refusal
from boohive.tables.seats import hash_of

__all__ = ["Socket", "Sockets", "same_origin"]

logger = logging.getLogger("boohive.sockets")

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MOST_WAITING = 128
"""Messages a slow reader may be behind before it is sent back to ``resume``."""
MOST_TABLES = 40
"""Tables one socket may follow."""
MOST_AT_ONCE = 8
"""Actions of one socket that may be under way at once."""
BAD_MESSAGES = 30
"""So many unreadable messages and the socket is closed."""
LARGEST = 16 * 1024
PROBES = 5

POLICY, UNSUPPORTED, BUSY, RESTART = 1008, 1003, 1013, 1012

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(FromClient).decode


def same_origin(headers: dict[str, str], allowed: frozenset[str]) -> bool:
    """Whether a browser's page is ours; programs send no origin."""
    origin = headers.get("origin")
    if origin is None:
        return True
    if origin in allowed:
        return True
    return bool(origin != "null" and urlsplit(origin).netloc.lower() == headers.get("host", "").lower())


class Socket:
    """One connection."""

    __slots__ = (
        "__weakref__", "address", "bad", "behind", "bucket", "flushing", "half_trip", "line", "outbox", "person", "post",
        "probed", "resync", "samples", "tables", "talk", "working",
    )  # fmt: skip

    def __init__(self, line: Connection, post: "Post", person: str | None, address: str) -> None:
        now = time.monotonic()
        self.line = line
        self.post = post
        self.person = person
        self.address = address
        self.tables: dict[str, list[str]] = {}
        self.outbox: deque[bytes] = deque()
        self.flushing = False
        self.behind = False
        self.resync: set[str] = set()
        self.bucket = Bucket(limits.MESSAGES, now)
        self.talk = Bucket(limits.TALK, now)
        self.working = 0
        self.bad = 0
        self.samples: list[int] = []
        self.probed: tuple[int, float] = (0, 0.0)
        self.half_trip = 0

    def hashes(self, table: str) -> list[str]:
        """The hashes of the seat secrets shown for this table."""
        return self.tables.get(table, [])

    def push(self, table: str, message: bytes) -> None:
        """Send a frame with the next post; one who does not read loses messages, and is told to resume."""
        if self.behind:
            self.resync.add(table)
            return
        self.outbox.append(message)
        if len(self.outbox) > MOST_WAITING:
            self.behind = True
            self.resync.update(self.tables)
            self.outbox.clear()
        if not self.flushing:
            self.flushing = True
            self.post.add(self)

    def deliver(self) -> None:
        """Send what there is, at once to a reader who keeps up."""
        if self.behind or not self.line.is_ready():
            asyncio.ensure_future(self._flush())  # noqa: RUF006 - it ends with the outbox
            return
        self.line.write(b"".join(self.outbox))
        self.outbox.clear()
        self.flushing = False

    def say(self, message: Any) -> None:
        """Answer this socket alone."""
        self.push("", frame(encode(message)))

    async def _flush(self) -> None:
        try:
            while self.outbox or self.behind:
                await self.line.drained()
                if self.outbox:
                    self.line.write(self.outbox.popleft())
                    continue
                self.behind = False
                for table in sorted(self.resync):
                    if table:
                        self.outbox.append(frame(encode(Resync(table=table))))
                self.resync.clear()
        except ConnectionError:
            self.outbox.clear()  # The reader has gone; the reading side will notice.
        finally:
            self.flushing = False

    def probe(self) -> None:
        """Measure the round trip."""
        number = self.probed[0] + 1
        self.probed = (number, time.monotonic())
        self.say(Probe(n=number))

    def echoed(self, number: int) -> None:
        """The answer to a probe has come."""
        if number != self.probed[0] or not self.probed[1]:
            return
        rtt = int((time.monotonic() - self.probed[1]) * 1000)
        self.probed = (number, 0.0)
        self.samples = [*self.samples, rtt][-9:]
        self.half_trip = int(min(MOST_CREDIT, sorted(self.samples)[len(self.samples) // 2])) // 2
        if number < PROBES:
            self.probe()

    def wire(self) -> Line:
        """What is known of the connection, for clocks and claims."""
        if not self.samples:
            return door.UNMEASURED
        ordered = sorted(self.samples)
        return Line(ordered[len(ordered) // 2], ordered[0], ordered[-1] - ordered[0], self.line.kernel_rtt())


class Post:
    """Takes frames to the wires all together: tables are told first, then comes the operating system, each at full speed."""

    def __init__(self) -> None:
        self.sockets: deque[Socket] = deque()

    def add(self, socket: Socket) -> None:
        """Deliver this socket's frames when everybody who is ready to be told has been told."""
        if not self.sockets:
            asyncio.get_running_loop().call_soon(self.go)
        self.sockets.append(socket)

    def go(self) -> None:
        """Deliver everything."""
        try:
            while self.sockets:
                self.sockets.popleft().deliver()
        finally:  # Whoever fails does not hold up the others.
            if self.sockets:
                asyncio.get_running_loop().call_soon(self.go)


class Sockets:
    """All connections of this process; also the ASGI application for ``/ws``."""

    def __init__(self, hub: Hub, signer: Signer, counts: Limits, allowed: frozenset[str]) -> None:
        self.hub = hub
        self.signer = signer
        self.limits = counts
        self.allowed = allowed
        self.open: dict[Socket, Send] = {}
        self.post = Post()
        self.handlers: dict[type, Callable[[Socket, Any, int], Awaitable[None]]] = {
            Act: self._act,
            Watch: self._watch,
            Resume: self._resume,
            Preview: self._preview,
        }
        self.at_once: dict[type, Callable[[Socket, Any], None]] = {
            Ping: self._ping,
            Echo: self._echo,
            Unwatch: self._unwatch,
        }
        self.received = 0
        self.closed = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """One connection from its beginning to its end."""
        await receive()
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        address = (scope.get("client") or ("?", 0))[0]
        if not same_origin(headers, self.allowed):
            await send({"type": "websocket.close", "code": POLICY, "reason": "another site's page"})
            return
        try:
            self.limits.check(address, limits.SOCKETS)
        except Refusal:
            await send({"type": "websocket.close", "code": BUSY, "reason": "too many connections at once"})
            return
        if not self.limits.opened(address):
            await send({"type": "websocket.close", "code": BUSY, "reason": "too many connections"})
            return
        person = self.signer.person(read_cookie(headers))
        wire: Connection = scope["extensions"]["boohive.wire"]
        socket = Socket(wire, self.post, person, address)
        self.open[socket] = send
        try:
            await send({"type": "websocket.accept"})
            wire.heard = partial(self._heard, socket)
            while (message := await receive())["type"] != "websocket.disconnect":
                if message.get("text") is None:
                    await send({"type": "websocket.close", "code": UNSUPPORTED, "reason": "send text, not bytes"})
                    return
                self._heard(socket, message["text"])
        finally:
            wire.heard = None
            self.closed += 1
            self.limits.closed(address)
            del self.open[socket]
            for table in list(socket.tables):
                self.hub.unfollow(table, socket)

    def _heard(self, socket: Socket, text: str) -> None:
        """A message has come in."""
        arrived = now_ms()
        self.received += 1
        wait = socket.bucket.take(limits.MESSAGES, time.monotonic())
        if wait > 30 or socket.bad > BAD_MESSAGES:
            socket.line.heard = _nobody
            self.hub.spawn(self._end(socket, POLICY, "too many messages"))
            return
        if wait:
            socket.bucket.tokens -= 0.5  # Who does not listen waits longer.
            often = Refusal("too_often", f"too many messages; wait {wait:.1f} s", int(wait * 1000) + 1)
            self._refuse(socket, often, text)
            return
        try:
            wanted = decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            socket.bad += 1
            self._refuse(socket, Refusal("bad_message", f"this message cannot be read: {error}"), text)
            return
        answer = self.at_once.get(type(wanted))
        if answer is not None:
            answer(socket, wanted)
            return
        if socket.working >= MOST_AT_ONCE:
            self._say_refused(socket, wanted, Refusal("too_often", "wait for the answers to what you have sent", 200))
            return
        # Actions wait for the disk beside, so that the time of arrival of the next message is right.
        socket.working += 1
        self.hub.later.answers += 1
        self.hub.spawn(self._work(socket, wanted, arrived))

    async def _end(self, socket: Socket, code: int, reason: str) -> None:
        self.post.go()  # What was said before is heard before.
        with suppress(Exception):  # It may have gone by itself.
            await self.open[socket]({"type": "websocket.close", "code": code, "reason": reason})

    async def _work(self, socket: Socket, wanted: Any, arrived: int) -> None:
        try:
            await self.handlers[type(wanted)](socket, wanted, arrived)
        except Refusal as refusal:
            self._say_refused(socket, wanted, refusal)
        except BoohiveError as error:
            self._say_refused(socket, wanted, Refusal("illegal_move", str(error)))
        except Exception:
            logger.exception("a message could not be handled")
            self._say_refused(socket, wanted, Refusal("try_again", "something went wrong here; send it again", 1000))
        finally:
            socket.working -= 1
            self.hub.later.answers -= 1

    def _say_refused(self, socket: Socket, wanted: Any, refusal: Refusal) -> None:
        self.hub.refused += 1
        live = self.hub.tables.get(wanted.table)
        message = Refused(
            code=refusal.code,  # type: ignore[arg-type]
            reason=refusal.reason,
            table=wanted.table,
            id=getattr(wanted, "id", None),
            seq=live.table.seq if live is not None and wanted.table in socket.tables else None,
            wait=refusal.wait,
        )
        socket.say(message)

    def _refuse(self, socket: Socket, refusal: Refusal, text: str) -> None:
        """Answer what could not be read, naming its table and id where they can be found."""
        self.hub.refused += 1
        table, name = _names_in(text)
        socket.say(Refused(code=refusal.code, reason=refusal.reason, wait=refusal.wait, table=table, id=name))  # type: ignore[arg-type]

    # One method for each message.

    async def _act(self, socket: Socket, act: Act, arrived: int) -> None:
        if isinstance(act.do, log.Chat) and socket.talk.take(limits.TALK, time.monotonic()):
            raise Refusal("too_often", "you talk too much; wait a moment", 2000)
        hashes = None if act.token is None else [*socket.hashes(act.table), hash_of(act.token)]
        live, entry, table, again = await self.hub.act(
            act.table, act.id, act.do, act.seq, hashes, socket.person, act.seat, arrived, socket
        )
        if again or socket not in live.followers:
            shown_to = socket.hashes(act.table) if hashes is None else hashes
            socket.say(self.hub.answer(live, entry, table, again, shown_to, socket.person))

    async def _watch(self, socket: Socket, watch: Watch, arrived: int) -> None:
        live = await self._follow(socket, watch.table, watch.tokens)
        socket.say(await self._state(socket, live))

    async def _follow(self, socket: Socket, table: str, tokens: list[str]) -> TableSession:
        if table not in socket.tables and len(socket.tables) >= MOST_TABLES:
            raise Refusal("too_often", f"a connection follows at most {MOST_TABLES} tables; leave one first")
        await self.hub.live(table)
        known = socket.tables.get(table, [])
        socket.tables[table] = [*known, *(hash_of(token) for token in tokens if hash_of(token) not in known)][-6:]
        live = await self.hub.follow(table, socket)
        if live.followers[socket].seats and not socket.samples and (live.table.is_race or live.table.clocks.left):
            socket.probe()
        return live

    async def _state(self, socket: Socket, live: TableSession) -> State:
        viewer = live.followers[socket]
        code = None
        if viewer.seats and live.table.status == "waiting":
            code = await self.hub.store.code_of(live.id, now_ms())
        return scenes.state(live.id, live.table, viewer, now_ms(), live.here(), live.watchers(), code)

    async def _resume(self, socket: Socket, resume: Resume, arrived: int) -> None:
        live = await self._follow(socket, resume.table, resume.tokens)
        missed = live.since(resume.seq)
        if missed is None or not missed:
            socket.say(await self._state(socket, live))
            return
        now, here = now_ms(), live.here()
        for entry, table in missed:
            viewer = viewer_of(table, socket.hashes(live.id), socket.person)
            shown = scenes.Shown(table, now, here)
            socket.say(scenes.acted(live.id, entry, viewer, shown, live.show_at(entry, table)))

    def _unwatch(self, socket: Socket, unwatch: Unwatch) -> None:
        if socket.tables.pop(unwatch.table, None) is not None:
            self.hub.unfollow(unwatch.table, socket)

    async def _preview(self, socket: Socket, ask: Preview, arrived: int) -> None:
        live = await self.hub.live(ask.table)
        table = live.table
        effects = scenes.previews(table.position, MoveQuery(ask.moves, ask.piece, ask.start, ask.end))
        socket.say(Previewed(table=ask.table, id=ask.id, seq=table.seq, effects=effects))

    def _ping(self, socket: Socket, ping: Ping) -> None:
        socket.say(Pong(at=ping.at, now=now_ms()))

    def _echo(self, socket: Socket, echo: Echo) -> None:
        socket.echoed(echo.n)

    async def close(self) -> None:
        """Say goodbye to everybody: the server stops."""
        for socket in list(self.open):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._end(socket, RESTART, ""), 0.5)


def _nobody(text: str) -> None:
    """Whoever talks on after being shown the door is not heard."""


class _Names(msgspec.Struct):
    table: Any = None
    id: Any = None


def _names_in(text: str) -> tuple[str | None, str | None]:
    try:
        names = msgspec.json.decode(text, type=_Names)
    except (msgspec.DecodeError, RecursionError):
        return None, None
    table, name = names.table, names.id
    return (table[:40] if isinstance(table, str) else None, name[:40] if isinstance(name, str) else None)
