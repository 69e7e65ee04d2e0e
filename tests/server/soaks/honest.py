"""Honest players under attack: people at tables of two with clocks, and what happened to each of their moves."""

import asyncio
import http.client
import itertools
import json
import time

import msgspec
import picows

from boohive.server.plain.connection import tcp_times

CLOCK = {"kind": "real_time", "initial_ms": 3_600_000, "increment_ms": 0}


class Move(msgspec.Struct):
    text: str


class Board(msgspec.Struct):
    status: str
    legal_moves: list[Move]


class TableView(msgspec.Struct):
    board: Board


class Action(msgspec.Struct):
    kind: str
    clock_ms: int | None = None


class Heard(msgspec.Struct):
    type: str
    id: str | None = None
    seq: int | None = None
    code: str | None = None
    n: int = 0
    table: TableView | None = None
    board: Board | None = None
    action: Action | None = None


decode = msgspec.json.Decoder(Heard).decode
encode = msgspec.json.Encoder().encode


class Person:
    """A browser: an address, a cookie, and one server it talks to."""

    def __init__(self, port, address):
        self.port, self.address, self.cookie = port, address, None

    def request(self, method, path, body=None):
        """Status and body; the cookie is kept."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, source_address=(self.address, 0), timeout=20)
        headers = {"Cookie": self.cookie} if self.cookie else {}
        link.request(method, path, None if body is None else json.dumps(body), headers)
        answer = link.getresponse()
        if given := answer.getheader("set-cookie"):
            self.cookie = given.split(";")[0]
        data = answer.read()
        link.close()
        return answer.status, data

    def post(self, path, body):
        status, data = self.request("POST", path, body)
        assert status == 201, (path, status, data[:300])
        return json.loads(data)


class Page(picows.WSListener):
    """One person's page at a table."""

    numbers = itertools.count()

    def __init__(self, player, table, tokens):
        self.player, self.table, self.tokens = player, table, tokens
        self.seq, self.board, self.transport = 0, None, None
        self.turn_at = self.sent = None
        self.leaving = False

    async def open(self):
        begun = time.monotonic()
        headers = [("Cookie", self.player.person.cookie)] if self.player.person.cookie else []
        await picows.ws_connect(lambda: self, f"ws://127.0.0.1:{self.player.person.port}/ws",
                                local_addr=(self.player.person.address, 0), extra_headers=headers,
                                websocket_handshake_timeout=60)  # fmt: skip
        self.player.crowded.slowest_socket = max(self.player.crowded.slowest_socket, time.monotonic() - begun)
        return self

    def on_ws_connected(self, transport):
        self.transport = transport
        self.say({"type": "subscribe", "table_id": self.table, "tokens": self.tokens})

    def on_ws_disconnected(self, transport):
        if not self.leaving:
            self.player.crowded.refused["disconnected"] = self.player.crowded.refused.get("disconnected", 0) + 1

    def close(self):
        self.leaving = True
        if self.transport is not None:
            self.transport.disconnect()

    def on_ws_frame(self, transport, frame):
        now = time.monotonic()
        if frame.msg_type == picows.WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        elif frame.msg_type == picows.WSMsgType.CLOSE:
            transport.disconnect()
        elif frame.msg_type == picows.WSMsgType.TEXT:
            self.heard(decode(frame.get_payload_as_bytes()), now)

    def heard(self, said, now):
        if said.type == "latency_probe":
            self.say({"type": "latency_echo", "n": said.n})
        elif said.type in ("snapshot", "update") and said.seq > self.seq:
            self.seq = said.seq
            board = said.table.board if said.table is not None else said.board
            if board is not None:
                if board.legal_moves and not (self.board and self.board.legal_moves):
                    self.turn_at = now - self.unread() if said.type == "update" else None
                self.board = board
        if self.sent and said.id == self.sent[0]:
            name, at, thought = self.sent
            self.sent = None
            self.player.crowded.answered(self, name, said, now - at, thought)

    def unread(self):
        """Seconds for which what was just read had lain here. All honest players are one process on the server's machine;
        each would have one of their own, and read at once."""
        return tcp_times(self.transport.underlying_transport.get_extra_info("socket")).unread_ms / 1000

    def is_to_move(self):
        return bool(self.board and self.board.status == "playing" and self.board.legal_moves and not self.sent)

    def move(self, chance):
        name, now = f"h{next(self.numbers)}", time.monotonic()
        thought = None if self.turn_at is None else 1000 * (now - self.turn_at)
        self.sent = (name, now, thought)
        text = chance.choice(self.board.legal_moves).text
        self.say({"type": "action", "table_id": self.table, "id": name, "seq": self.seq,
                  "action": {"kind": "play", "text": text}})  # fmt: skip
        return self.sent

    def say(self, message):
        if self.transport is not None:
            self.transport.send(picows.WSMsgType.TEXT, encode(message))


class Player:
    """A person with a page."""

    def __init__(self, crowded, person):
        self.crowded, self.person, self.page = crowded, person, None


class Pair:
    """Two people at one table after the other."""

    def __init__(self, crowded, game, people):
        self.crowded, self.game = crowded, game
        self.players = [Player(crowded, person) for person in people]
        self.busy = False

    async def sit_down(self):
        self.busy = True
        for player in self.players:
            if player.page is not None:
                player.page.close()
        await asyncio.to_thread(self._open)
        for player in self.players:
            await player.page.open()
        self.busy = False

    def _open(self):
        host, guest = (player.person for player in self.players)
        seats = [{"occupant": "me"}, {"occupant": "empty"}]
        mine = host.post("/api/tables", {"game": self.game, "seats": seats, "clock": CLOCK, "public": True})
        theirs = guest.post("/api/join", {"room_code": mine["room_code"]})
        self.table = mine["table_id"]
        self.crowded.acknowledged[self.table] = []
        for player, joined in zip(self.players, (mine, theirs), strict=True):
            player.page = Page(player, self.table, [each["token"] for each in joined["tokens"]])

    async def move(self, chance):
        """Whoever is to move does; after the end of a game the next one begins."""
        pages = [player.page for player in self.players]
        if any(page.board and page.board.status == "over" for page in pages):
            await self.sit_down()
            return
        for page in pages:
            if page.is_to_move():
                page.move(chance)
                return
        self.crowded.late += any(page.sent for page in pages)

    async def reload(self, number):
        """One of the two loads the page again: files, lists, a new socket."""
        player = self.players[number]
        if player.page.sent or self.busy:
            return
        self.busy = True
        old = player.page
        old.close()
        for path in ("/", "/api/games", "/api/me", "/api/tables"):
            status, _ = await asyncio.to_thread(player.person.request, "GET", path)
            if status != 200:
                self.crowded.refused[f"{path} {status}"] = self.crowded.refused.get(f"{path} {status}", 0) + 1
        player.page = await Page(player, old.table, old.tokens).open()
        self.crowded.reloads += 1
        self.busy = False


class Crowded:
    """All honest players, and what they were answered."""

    def __init__(self):
        self.latencies, self.overcharges, self.refused = [], [], {}
        self.acknowledged, self.late, self.reloads = {}, 0, 0
        self.slowest_socket = 0.0

    def answered(self, page, name, said, seconds, thought):
        if said.type != "update":
            self.refused[said.code] = self.refused.get(said.code, 0) + 1
            return
        self.latencies.append(seconds)
        self.acknowledged[page.table].append((name, said.seq, "play"))
        if thought is not None and said.action is not None and said.action.clock_ms is not None:
            self.overcharges.append(said.action.clock_ms - thought)

    def forget_figures(self):
        self.latencies, self.overcharges, self.late = [], [], 0
        self.slowest_socket = 0.0


async def play_steadily(pairs, rate, seconds, chance, reload_every=None):
    """Moves at a steady rate, one table after the other; every so many moves somebody loads the page again."""
    begin, numbers, tasks = time.monotonic(), itertools.count(), set()
    while time.monotonic() - begin < seconds:
        number = next(numbers)
        wait = begin + number / rate - time.monotonic()
        if wait > 0:
            await asyncio.sleep(wait)
        pair = pairs[number % len(pairs)]
        if pair.busy:
            continue
        work = pair.move(chance)
        if reload_every and number % reload_every == reload_every - 1:
            work.close()
            work = pair.reload(chance.randrange(2))
        task = asyncio.create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)


def sit_everybody(crowded, ports, tables, sixty):
    """``tables`` tables of people with addresses of their own, each player at another server; and ``sixty`` people behind
    one address, at half as many tables."""
    games = ("boop", "hive", "boop-ghosts", "boop-junior")
    spread = [
        Pair(crowded, games[i % 4], [Person(ports[(i + seat) % len(ports)], f"127.0.{61 + seat}.{1 + i}") for seat in range(2)])
        for i in range(tables)
    ]  # fmt: skip
    school = [
        Pair(crowded, games[i % 4], [Person(ports[(i + seat) % len(ports)], "127.0.60.1") for seat in range(2)])
        for i in range(sixty // 2)
    ]
    return spread, school


async def settle(crowded, seconds=10):
    """Wait for the last answers."""
    end = time.monotonic() + seconds
    pages = [player.page for pair in crowded for player in pair.players]
    while any(page.sent for page in pages) and time.monotonic() < end:
        await asyncio.sleep(0.05)
    return sum(page.sent is not None for page in pages)


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
