"""The WebSocket: decode, hand over, answer. One socket follows any number of tables."""

import asyncio
import itertools
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import msgspec

from boohive import __version__
from boohive.core.errors import BoohiveError
from boohive.core.game import MoveQuery
from boohive.core.sentences import sentence_data
from boohive.server import limits
from boohive.server.asgi import Message, Receive, Send
from boohive.server.clock import Clock
from boohive.server.frames import Connection, encode_frame
from boohive.server.identity import Signer, read_cookie
from boohive.server.limits import Limits, network_of
from boohive.server.messages.socket import (
    PROTOCOL,
    ActionMessage,
    FromClient,
    FromServer,
    Hello,
    LatencyEcho,
    LatencyProbe,
    Notice,
    Overflow,
    Ping,
    Pong,
    Preview,
    PreviewResult,
    Resume,
    Snapshot,
    Subscribe,
    Unsubscribe,
)
from boohive.server.rendering import (
    TableRenderer,
    error_message,
    previews,
    shows_code,
    snapshot_message,
    update_message,
)
from boohive.server.requests import ActRequest, Sender
from boohive.server.session import TableSession, viewer_for
from boohive.server.store.protocol import StoreUnavailable
from boohive.server.strangers import Strangers
from boohive.server.table_service import TableService
from boohive.tables.errors import Rejected
from boohive.tables.latency import MAX_CREDIT_MS, UNMEASURED, Latency
from boohive.tables.seats import hash_token

__all__ = ["Socket", "Sockets", "same_origin"]

logger = logging.getLogger("boohive.sockets")

MAX_WAITING = 128
"""Messages a slow reader may be behind before it is sent back to ``resume``."""
MAX_TABLES = 40
"""Tables one socket may follow."""
MAX_CONCURRENT = 8
"""Actions of one socket that may be under way at once."""
BAD_MESSAGES = 30
"""After this many unreadable messages the socket is closed."""
MAX_MESSAGE_BYTES = 16 * 1024
CLOSE_SECONDS = 0.5
"""How long a reader that does not read may delay the stop; all are closed at once."""
PROBES = 5
"""Measurements of the round trip at once, when a player's page has come."""
MEASURED_FOR = 5.0
"""Seconds after which a page that says that it is there is measured once more."""

POLICY, UNSUPPORTED, BUSY, RESTART = 1008, 1003, 1013, 1012

STOPS = "the server stops for a while soon; games and their clocks go on when it is back"
STAYS = "the server does not stop after all"

decode = msgspec.json.Decoder(FromClient).decode
NUMBERS = itertools.count()
"""Sockets are counted by number: an address in memory is used again, and with it what an earlier socket used up."""


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
        "__weakref__", "address", "bad", "clock", "connection", "flushing", "heard_at", "is_seated", "max_waiting_bytes",
        "measured_at", "one_way_ms", "outbox", "overflowed", "overflowed_tables", "person", "probed", "samples", "tables",
        "turns", "waiting_bytes", "who", "working",
    )  # fmt: skip

    def __init__(self, connection: Connection, person: str | None, address: str, clock: Clock) -> None:
        self.connection = connection
        self.clock = clock
        self.person = person
        self.address = address
        self.tables: dict[str, list[str]] = {}
        self.who = f"socket {next(NUMBERS)}"
        """On whose account its messages are counted: a person or a seat; a stranger is counted for each socket."""
        self.is_seated = False
        self.heard_at = clock.monotonic()
        self.outbox: deque[bytes] = deque()
        self.waiting_bytes = 0
        self.max_waiting_bytes = int(limits.COUNTS["waiting_bytes"])
        self.flushing = False
        self.overflowed = False
        self.overflowed_tables: set[str] = set()
        self.working = 0
        self.turns = 0
        """Messages that wait for a stranger's turn: what comes after them waits, too."""
        self.bad = 0
        self.samples: list[int] = []
        self.probed: tuple[int, float] = (0, 0.0)
        self.measured_at = 0.0
        self.one_way_ms = 0

    def hashes(self, table: str) -> list[str]:
        """The hashes of the seat secrets shown for this table."""
        return self.tables.get(table, [])

    def send(self, table: str, message: bytes) -> None:
        """Send a frame without waiting; a page that does not read loses messages, and is asked to resume."""
        if self.overflowed:
            self.overflowed_tables.add(table)
            return
        if not self.flushing and self.connection.is_ready():
            try:
                self.connection.write(message)
            except Exception:  # One connection that fails does not keep the others from their messages.
                logger.exception("a frame could not be sent")
            return
        if self.outbox and (
            len(self.outbox) >= MAX_WAITING or self.waiting_bytes + len(message) > self.max_waiting_bytes
        ):
            self.overflowed = True
            self.overflowed_tables.update(self.tables)
            self.outbox.clear()
            self.waiting_bytes = 0
            return
        self.outbox.append(message)
        self.waiting_bytes += len(message)
        if not self.flushing:
            self.flushing = True
            asyncio.ensure_future(self._flush())  # noqa: RUF006 - it ends with the outbox

    def reply(self, message: FromServer) -> None:
        """Answer this socket alone."""
        self.send("", encode_frame(message))

    async def _flush(self) -> None:
        try:
            while self.outbox or self.overflowed:
                await self.connection.drained()
                if self.outbox:
                    message = self.outbox.popleft()
                    self.waiting_bytes -= len(message)
                    self.connection.write(message)
                    continue
                self.overflowed = False
                for table in sorted(self.overflowed_tables):
                    if table:
                        overflow = encode_frame(Overflow(table_id=table))
                        self.waiting_bytes += len(overflow)
                        self.outbox.append(overflow)
                self.overflowed_tables.clear()
        except ConnectionError:
            self.outbox.clear()  # The reader has gone; the reading side will notice.
            self.waiting_bytes = 0
        finally:
            self.flushing = False

    def probe(self) -> None:
        """Measure the round trip."""
        number = self.probed[0] + 1
        self.measured_at = self.clock.monotonic()
        self.probed = (number, self.measured_at)
        self.reply(LatencyProbe(n=number))

    def keep_measured(self) -> None:
        """A page that was loading has answered late, and connections change: what was measured counts for a while only."""
        if self.samples and self.clock.monotonic() - self.measured_at >= MEASURED_FOR:
            self.probe()

    def on_echo(self, number: int) -> None:
        """The answer to a probe has come."""
        if number != self.probed[0] or not self.probed[1]:
            return
        rtt_ms = int((self.clock.monotonic() - self.probed[1]) * 1000)
        self.probed = (number, 0.0)
        self.samples = [*self.samples, rtt_ms][-9:]
        # A page can answer probes late to look far away, and would get news earlier for it: only what the operating
        # system has measured counts here.
        kernel_rtt = self.connection.kernel_rtt()
        median = sorted(self.samples)[len(self.samples) // 2]
        self.one_way_ms = 0 if kernel_rtt is None else int(min(MAX_CREDIT_MS, median, kernel_rtt)) // 2
        if number < PROBES:
            self.probe()

    def latency(self) -> Latency:
        """What is known of the connection, for clocks and claims."""
        if not self.samples:
            return UNMEASURED
        ordered = sorted(self.samples)
        return Latency(ordered[len(ordered) // 2], ordered[0], ordered[-1] - ordered[0], self.connection.kernel_rtt())


class Sockets:
    """All connections of this process; also the ASGI application for ``/ws``."""

    def __init__(
        self,
        service: TableService,
        signer: Signer,
        counts: Limits,
        allowed: frozenset[str],
        strangers: Strangers,
    ) -> None:
        self.service = service
        self.strangers = strangers
        self.clock = service.clock
        self.signer = signer
        self.limits = counts
        self.allowed = allowed
        self.connected: dict[Socket, Send] = {}
        self.handlers: dict[type, Callable[[Socket, Any, int], Awaitable[None]]] = {
            ActionMessage: self._act,
            Subscribe: self._subscribe,
            Resume: self._resume,
            Preview: self._preview,
        }
        self.sync_handlers: dict[type, Callable[[Socket, Any], None]] = {
            Ping: self._ping,
            LatencyEcho: self._echo,
            Unsubscribe: self._unsubscribe,
        }
        self.received = 0
        self.closed = 0
        self.stops_at = 0
        """When the servers will stop for a while, as the host has said; 0: nobody has said so."""

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """One connection from its beginning to its end."""
        await receive()
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        address = network_of((scope.get("client") or ("?", 0))[0])
        person = self.signer.person(read_cookie(headers))
        if not same_origin(headers, self.allowed):
            await send({"type": "websocket.close", "code": POLICY, "reason": "another site's page"})
            return
        try:
            self.limits.check(self.limits.who(address, person), limits.SOCKETS)
        except Rejected:
            await send({"type": "websocket.close", "code": BUSY, "reason": "too many connections at once"})
            return
        if not self.limits.opened(address):
            self._make_room(address)
        connection: Connection = scope["extensions"]["boohive.connection"]
        socket = Socket(connection, person, address, self.clock)
        if person is not None and self.limits.who(address, person) == person:
            socket.who = person
        socket.max_waiting_bytes = int(self.limits.counts["waiting_bytes"])
        self.connected[socket] = send
        try:
            await send({"type": "websocket.accept"})
            socket.reply(Hello(protocol=PROTOCOL, version=__version__, server_ms=self.clock.now_ms()))
            if self.stops_at > self.clock.now_ms():
                socket.reply(_stop_notice(self.stops_at))
            connection.on_text = partial(self._on_message, socket)
            while (message := await receive())["type"] != "websocket.disconnect":
                if message.get("text") is None:
                    await self._end(socket, UNSUPPORTED, "send text, not bytes")
                    return
                connection.on_text(message["text"])
        finally:
            connection.on_text = None
            self.remove(socket)

    def remove(self, socket: Socket) -> None:
        """A socket has gone: nobody counts it any more, and no table sends it anything."""
        self.closed += 1
        self.limits.closed(socket.address)
        del self.connected[socket]
        for table in list(socket.tables):
            self.service.presence.unfollow(table, socket)

    def _make_room(self, address: str) -> None:
        """An address has all the sockets it may have: the one that has been silent longest goes, players last."""
        others = [socket for socket in self.connected if socket.address == address]
        if others:
            silent = min(others, key=lambda socket: (socket.is_seated, socket.heard_at))
            silent.connection.on_text = _nobody
            self.service.background.spawn(self._end(silent, BUSY, "too many connections"))

    def _on_message(self, socket: Socket, text: str) -> None:
        """A message has come in."""
        received_ms = self.clock.now_ms()
        self.received += 1
        socket.heard_at = self.clock.monotonic()
        counts, often = self.limits, limits.REFUSED_MESSAGE
        wait = counts.take(socket.who, limits.MESSAGES, 1, often) or counts.take(socket.address, limits.ALL_MESSAGES)
        if wait > limits.CLOSE_AFTER or socket.bad > BAD_MESSAGES:
            socket.connection.on_text = _nobody
            self.service.background.spawn(self._end(socket, POLICY, "too many messages"))
            return
        if wait:
            refusal = Rejected("too_often", f"too many messages; wait {wait:.1f} s", int(wait * 1000) + 1)
            self._reject_unreadable(socket, refusal, text)
            return
        try:
            message = decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            socket.bad += 1
            self._reject_unreadable(socket, Rejected("bad_message", f"this message cannot be read: {error}"), text)
            return
        answer = self.sync_handlers.get(type(message))
        if answer is not None:
            answer(socket, message)
            return
        if socket.working >= MAX_CONCURRENT:
            self._reject(socket, message, Rejected("too_often", "wait for the answers to what you have sent", 200))
            return
        # A message may have lain there while the server did something else: that time is nobody's thinking time.
        received_ms -= socket.connection.tcp_times().unread_ms
        # Actions are stored in the background, so that the time of arrival of the next message is right.
        socket.working += 1
        self.service.deferred.answers += 1
        self.service.background.spawn(self._handle(socket, message, received_ms))

    async def _end(self, socket: Socket, code: int, reason: str) -> None:
        with suppress(Exception):  # It may have gone by itself.
            await self.connected[socket]({"type": "websocket.close", "code": code, "reason": reason})

    async def _handle(self, socket: Socket, message: Any, received_ms: int) -> None:
        try:
            if socket.turns or not socket.is_seated:
                await self._wait_as_stranger(socket)
            if socket not in self.connected and not isinstance(message, ActionMessage):
                return  # What somebody did before they went counts; nobody is there to be shown anything.
            await self.handlers[type(message)](socket, message, received_ms)
        except Rejected as refusal:
            self._reject(socket, message, refusal)
        except BoohiveError as error:
            self._reject(socket, message, Rejected("illegal_move", error.sentence))
        except StoreUnavailable as error:
            self._reject(socket, message, error.as_rejected())
        except Exception:
            logger.exception("a message could not be handled")
            self._reject(socket, message, Rejected("try_again", "something went wrong here; send it again", 1000))
        finally:
            socket.working -= 1
            self.service.deferred.answers -= 1

    async def _wait_as_stranger(self, socket: Socket) -> None:
        socket.turns += 1
        try:
            await self.strangers.turn(socket.address)
        finally:
            socket.turns -= 1

    def _reject(self, socket: Socket, message: Any, refusal: Rejected) -> None:
        self.service.rejected += 1
        session = self.service.registry.sessions.get(message.table_id)
        seq = session.visible_table.seq if session is not None and message.table_id in socket.tables else None
        socket.reply(error_message(refusal, message.table_id, getattr(message, "id", None), seq))

    def _reject_unreadable(self, socket: Socket, refusal: Rejected, text: str) -> None:
        """Answer what could not be read, naming its table and id where they can be found."""
        self.service.rejected += 1
        table, name = _names_in(text)
        socket.reply(error_message(refusal, table, name))

    # One method for each message.

    async def _act(self, socket: Socket, act: ActionMessage, received_ms: int) -> None:
        hashes = socket.tables.get(act.table_id, [])
        if act.token is not None:
            hashes = [*hashes, hash_token(act.token)]
        sender = Sender(socket.person, tuple(hashes), socket, act.token is not None)
        request = ActRequest(act.table_id, act.id, act.action, act.seq, received_ms, sender, act.seat)
        result = await self.service.commits.act(request)
        if result.is_resend or socket not in result.session.followers:
            socket.reply(await self.service.answer(result, sender))

    async def _subscribe(self, socket: Socket, subscribe: Subscribe, received_ms: int) -> None:
        session = await self._follow(socket, subscribe.table_id, subscribe.tokens)
        socket.reply(await self._snapshot(socket, session))

    async def _follow(self, socket: Socket, table: str, tokens: list[str]) -> TableSession:
        if table not in socket.tables and len(socket.tables) >= MAX_TABLES:
            raise Rejected("too_often", f"a connection follows at most {MAX_TABLES} tables; leave one first")
        await self.service.registry.get(table)
        hashes = socket.tables.get(table, [])
        socket.tables[table] = [*hashes, *(hash_token(token) for token in tokens if hash_token(token) not in hashes)][
            -6:
        ]
        session = await self.service.presence.follow(table, socket)
        if (
            socket not in self.connected
        ):  # It went while the table was read: a table that nobody follows can be dropped.
            self.service.presence.unfollow(table, socket)
            raise Rejected("not_now", "this connection was closed; open another one")
        if session.followers[socket].seats:
            holder = socket.person or (socket.tables.get(table) or [""])[0]
            self.limits.seat(holder, socket.address)
            if self.limits.who(socket.address, holder) == holder:
                socket.who = holder
            socket.is_seated = socket.connection.is_player = True
        if (
            session.followers[socket].seats
            and not socket.samples
            and (session.table.is_race or session.table.clocks.remaining_ms)
        ):
            socket.probe()
        return session

    async def _snapshot(self, socket: Socket, session: TableSession) -> Snapshot:
        viewer = session.followers[socket]
        code = None
        if shows_code(session.table, viewer):
            code = await self.service.store.code_of(session.id, self.clock.now_ms())
        return snapshot_message(
            session.id, session.visible_table, viewer, self.clock.now_ms(), session.attendance(), code, session.turn_sent_at,
        )  # fmt: skip

    async def _resume(self, socket: Socket, resume: Resume, received_ms: int) -> None:
        session = await self._follow(socket, resume.table_id, resume.tokens)
        missed = session.since(resume.seq)
        if missed is None or not missed:
            socket.reply(await self._snapshot(socket, session))
            return
        now = self.clock.now_ms()
        for entry, table in missed:
            viewer = viewer_for(table, socket.hashes(session.id), socket.person)
            renderer = TableRenderer(table, now, session.connected)
            socket.reply(update_message(session.id, entry, viewer, renderer, session.reveal_at(entry, table)))

    def _unsubscribe(self, socket: Socket, unsubscribe: Unsubscribe) -> None:
        if socket.tables.pop(unsubscribe.table_id, None) is not None:
            self.service.presence.unfollow(unsubscribe.table_id, socket)

    async def _preview(self, socket: Socket, ask: Preview, received_ms: int) -> None:
        session = await self.service.registry.get(ask.table_id)
        table = session.visible_table
        effects = previews(table, MoveQuery(ask.moves, ask.piece, ask.from_, ask.to))
        socket.reply(PreviewResult(table_id=ask.table_id, id=ask.id, seq=table.seq, effects=effects))

    def _ping(self, socket: Socket, ping: Ping) -> None:
        socket.reply(Pong(client_time=ping.client_time, server_ms=self.clock.now_ms()))
        socket.keep_measured()

    def _echo(self, socket: Socket, echo: LatencyEcho) -> None:
        socket.on_echo(echo.n)

    def announce_stop(self, stops_at: int) -> None:
        """Tell everybody when the servers will stop for a while, or that they will not; who comes later hears it, too."""
        before, self.stops_at = self.stops_at, stops_at
        if stops_at != before and max(stops_at, before) > self.clock.now_ms():
            self.announce(_stop_notice(stops_at))

    def announce(self, notice: Notice) -> None:
        """Send everybody the same message."""
        message = encode_frame(notice)
        for socket in list(self.connected):
            socket.send("", message)

    async def close(self) -> None:
        """Say goodbye to everybody: the server stops."""
        for socket in list(self.connected):
            socket.connection.on_text = _nobody
        ending = [asyncio.wait_for(self._end(socket, RESTART, ""), CLOSE_SECONDS) for socket in list(self.connected)]
        await asyncio.gather(*ending, return_exceptions=True)


def _stop_notice(stops_at: int) -> Notice:
    words = STOPS if stops_at else STAYS
    return Notice(code="announcement", message=sentence_data(words), stops_at=stops_at or None)


def _nobody(text: str) -> None:
    """Ignore messages after the socket was closed."""


def _names_in(text: str) -> tuple[str | None, str | None]:
    try:
        fields = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, RecursionError):
        return None, None
    return _short_text(fields.get("table_id")), _short_text(fields.get("id"))


def _short_text(value: msgspec.Raw | None) -> str | None:
    try:
        return None if value is None else msgspec.json.decode(value, type=str)[:40]
    except msgspec.DecodeError:
        return None
