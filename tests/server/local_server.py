"""A server inside the test's own process: the real parts on a store in memory, with a clock that the test moves."""

import asyncio
import heapq
import itertools
import json
from contextlib import asynccontextmanager

import httpx
import msgspec

from boohive.core.sentences import sentence_of
from boohive.server.api import build_api
from boohive.server.frames import NOT_MEASURED
from boohive.server.services import Services, Settings
from boohive.server.sockets import PROBES, Socket
from boohive.server.store.memory import MemoryStore
from boohive.server.worker import answer_to
from boohive.server.workers import WorkerFailed
from boohive.tables.errors import Rejected


class ManualTimer:
    def __init__(self, callback, args):
        self.callback, self.args, self.cancelled = callback, args, False

    def cancel(self):
        self.cancelled = True


class ManualClock:
    """Time stands still until the test moves it."""

    def __init__(self, start_ms=1_700_000_000_000):
        self.start_ms, self.seconds = start_ms, 1000.0
        self.timers, self.numbers = [], itertools.count()

    def now_ms(self):
        return self.start_ms + round((self.seconds - 1000.0) * 1000)

    def monotonic(self):
        return self.seconds

    def call_later(self, seconds, callback, *args):
        timer = ManualTimer(callback, args)
        heapq.heappush(self.timers, (self.seconds + max(0, seconds), next(self.numbers), timer))
        return timer

    def set_by(self, time):
        """The test's time is the only one."""

    follow = set_by

    def agrees(self):
        return True

    async def sleep(self, seconds):
        done = asyncio.get_running_loop().create_future()
        self.call_later(seconds, lambda: done.done() or done.set_result(None))
        await done

    async def advance(self, seconds):
        """Move time on; whatever is due happens at its moment, and what follows from it too."""
        end = self.seconds + seconds
        await settle()
        while self.timers and self.timers[0][0] <= end:
            moment, _, timer = heapq.heappop(self.timers)
            self.seconds = max(self.seconds, moment)
            if not timer.cancelled:
                timer.callback(*timer.args)
            await settle()
        self.seconds = end
        await settle()


async def settle(rounds=40):
    """Let everything happen that needs no time."""
    for _ in range(rounds):
        await asyncio.sleep(0)


class InlineWorkers:
    """Does the work of worker processes at once; fails as often as the test says."""

    def __init__(self):
        self.crashes, self.failing, self.asked = 0, 0, []

    async def run(self, task, payload, turn, patience=20.0):
        self.asked.append((task, payload))
        await asyncio.sleep(0)
        if self.failing:
            self.failing -= 1
            raise WorkerFailed
        ask = msgspec.json.decode(msgspec.json.encode({**payload, "task": task}))
        answer = msgspec.json.decode(msgspec.json.encode(answer_to(ask)))
        if "error" in answer:
            raise Rejected(answer["code"], sentence_of(answer["error"]))
        return msgspec.Raw(msgspec.json.encode(answer["result"]))

    def waiting_count(self):
        return 0

    def dismiss(self):
        """Nobody waits here."""

    async def close(self):
        pass


class LinkedPubSub:
    """Servers of one test that hear each other at once."""

    connected = True

    def __init__(self, others):
        self.others, self.listener, self.subscribed, self.server = others, None, None, None
        others.append(self)

    async def start(self, server, listener, subscribed):
        self.server, self.listener, self.subscribed = server, listener, subscribed

    def subscribe(self, table):
        """They hear of every table; a server that opens one asks the others."""
        if self.subscribed is not None:
            asyncio.get_running_loop().call_soon(self.subscribed, table)

    def unsubscribe(self, table):
        pass

    def publish(self, change, to=None):
        for other in self.others:
            if other is not self and other.listener is not None and (to is None or other.server in to):
                asyncio.get_running_loop().call_soon(other.listener, change)

    async def close(self):
        self.others.remove(self)


class Connection:
    """A connection that keeps what it is sent."""

    def __init__(self):
        self.on_text, self.messages, self.is_player = None, [], False

    def is_ready(self):
        return True

    def write(self, frames):
        while frames:
            size, begins = frames[1], 2
            if size >= 126:
                width = 2 if size == 126 else 8
                size, begins = int.from_bytes(frames[2 : 2 + width], "big"), 2 + width
            self.messages.append(json.loads(frames[begins : begins + size]))
            frames = frames[begins + size :]

    async def drained(self):
        pass

    def tcp_times(self):
        return NOT_MEASURED

    def kernel_rtt(self):
        return None


numbers = itertools.count()
"""Names of actions: never the same twice, whichever server a page is at."""


class LocalPage:
    """A page with a socket of its own."""

    def __init__(self, local, person=None):
        self.local, self.connection = local, Connection()
        sockets = local.services.sockets
        self.socket = Socket(self.connection, person, "local", local.clock)
        sockets.connected[self.socket] = self._closed
        self.closed = None

    def probed(self, rtt_ms, kernel_ms=None):
        """As if the round trip had been measured: by probes, and by the operating system."""
        self.connection.kernel_rtt = lambda: kernel_ms
        self.socket.samples, number = [rtt_ms] * 5, PROBES
        self.socket.probed = (number, self.local.clock.monotonic() - rtt_ms / 1000)
        self.socket.on_echo(number)

    async def _closed(self, message):
        self.closed = message

    async def send(self, **message):
        """Send, and give everything time to happen."""
        self.local.services.sockets._on_message(self.socket, json.dumps(message))
        await settle()

    def close(self):
        """The browser has gone."""
        self.local.services.sockets.remove(self.socket)

    async def watch(self, table, *tokens):
        await self.send(type="subscribe", table_id=table, tokens=list(tokens))
        return self

    async def act(self, table, do, name=None, seq=10**6, **more):
        """Do something; its answer."""
        name = name or f"a{next(numbers)}"
        await self.send(type="action", table_id=table, id=name, seq=seq, action=do, **more)
        return next((each for each in reversed(self.connection.messages) if each.get("id") == name), None)

    async def play(self, table, text, **more):
        return await self.act(table, {"kind": "play", "text": text}, **more)

    def of_type(self, kind):
        return [each for each in self.connection.messages if each["type"] == kind]


class LocalServer:
    """Services, the HTTP interface over them, and pages."""

    def __init__(self, store=None, clock=None, workers=None, pubsub=None):
        self.clock = clock or ManualClock()
        self.store = store or MemoryStore()
        self.workers = workers or InlineWorkers()
        self.services = Services(Settings(), self.store, self.workers, pubsub, self.clock)

    @property
    def tables(self):
        return self.services.tables

    @property
    def sessions(self):
        return self.services.tables.registry.sessions

    async def start(self):
        await self.services.start()
        transport = httpx.ASGITransport(build_api(self.services), raise_app_exceptions=False)
        self.http = httpx.AsyncClient(transport=transport, base_url="http://local")
        return self

    async def post(self, path, body=None, http=None, **more):
        return await (http or self.http).post(path, json=body or {}, **more)

    def another(self):
        """Somebody else's browser."""
        return httpx.AsyncClient(transport=self.http._transport, base_url="http://local")

    async def table(self, game="boop", seats=("me", "me"), **more):
        """A new table: its id and the tokens of my seats."""
        wanted = [{"occupant": "bot", "level": 1} if seat == "bot" else {"occupant": seat} for seat in seats]
        answer = await self.post("/api/tables", {"game": game, "seats": wanted, **more})
        assert answer.status_code == 201, answer.text
        return answer.json()["table_id"], [each["token"] for each in answer.json()["tokens"]]

    async def table_of_two(self, game="boop", **more):
        """Two people at a table: its id, both tokens, and the second one's browser."""
        table, (first,) = await self.table(game, ("me", "empty"), **more)
        friend = self.another()
        answer = await self.post(f"/api/tables/{table}/join", {}, friend)
        assert answer.status_code == 201, answer.text
        await settle()
        return table, (first, answer.json()["tokens"][0]["token"]), friend

    async def page(self, table, *tokens, person=None):
        return await LocalPage(self, person).watch(table, *tokens)

    def log(self, table):
        return self.store.logs[table]


@asynccontextmanager
async def two_servers(store=None, **more):
    """Two servers on one store that hear each other."""
    linked = []
    first = await LocalServer(store=store, pubsub=LinkedPubSub(linked), **more).start()
    second = await LocalServer(store=first.store, clock=first.clock, pubsub=LinkedPubSub(linked), **more).start()
    try:
        yield first, second
    finally:
        for local in (first, second):
            await local.http.aclose()
            await local.services.stop()


@asynccontextmanager
async def local_server(**more):
    local = await LocalServer(**more).start()
    try:
        yield local
    finally:
        await local.http.aclose()
        await local.services.stop()
