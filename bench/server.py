"""The server under load: an open-loop generator on the same machine, spread over 127.0.0.0/8, with all limits on.

Moves are due at fixed times whether or not the server keeps up; a latency counts from the moment the move was due. Every
table has one page that moves for both seats and two that watch; all games are mixed. BOOHIVE_BENCH sets the
size: ``sockets=5000 tables=1000 rate=1000 seconds=20 hold=300``. Then what an action costs by set-up and game: ``setups.py``.
"""

import asyncio
import gc
import http.client
import itertools
import json
import os
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
import picows

from bench.measure import serve
from boohive.games import GAMES

SIZES = {"sockets": 5000, "tables": 1000, "rate": 1000, "seconds": 20, "hold": 20}


class Event(msgspec.Struct):
    text: str


class Player(msgspec.Struct):
    hand: bool = False


class Place(msgspec.Struct):
    phase: str = ""
    players: list[Player] = []


class Board(msgspec.Struct):
    status: str
    legal_moves: list[Event]
    position: Place


class TableView(msgspec.Struct):
    board: Board


class Message(msgspec.Struct):
    text: str


class Heard(msgspec.Struct):
    type: str
    id: str | None = ""
    seq: int = 0
    code: str | None = ""
    message: Message | None = None
    n: int = 0
    table: TableView | None = None
    board: Board | None = None


decode = msgspec.json.Decoder(Heard).decode


def address(number: int) -> str:
    """One of many senders."""
    return f"127.{1 + number // 60_000}.{1 + number // 240 % 250}.{1 + number % 240}"


class Server:
    """``boohive serve`` with a fresh store."""

    def __init__(self, folder: str) -> None:
        self.process = serve(folder)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().split("localhost:")[1].split("/")[0])

    def rss(self) -> int:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) * 1024

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        times = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
        return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")

    def post(self, path: str, body: dict[str, Any], sender: str) -> dict[str, Any]:
        link = http.client.HTTPConnection("127.0.0.1", self.port, source_address=(sender, 0), timeout=30)
        link.request("POST", path, json.dumps(body))
        answer = json.loads(link.getresponse().read())
        link.close()
        return answer

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


def stolen() -> tuple[int, int]:
    """Ticks that a virtual machine's host gave to others while we wanted them, and ticks in all."""
    ticks = [int(word) for word in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    return ticks[7], sum(ticks)


class Page(picows.WSListener):
    """A socket; ``heard`` is called for every message."""

    def __init__(self, heard: Any = None) -> None:
        self.heard = heard
        self.count = 0
        self.transport: Any = None

    def on_ws_connected(self, transport: Any) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: Any, frame: Any) -> None:
        if frame.msg_type == picows.WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        elif frame.msg_type == picows.WSMsgType.TEXT:
            self.count += 1
            if self.heard is not None:
                self.heard(frame.get_payload_as_bytes())

    def send(self, message: dict[str, Any]) -> None:
        self.transport.send(picows.WSMsgType.TEXT, msgspec.json.encode(message))


async def connect(port: int, sender: str, heard: Any = None) -> Page:
    url = f"ws://127.0.0.1:{port}/ws"
    _, page = await picows.ws_connect(lambda: Page(heard), url, local_addr=(sender, 0))
    return page


async def idle(server: Server, size: dict[str, int]) -> None:
    """Memory of idle sockets, and that all of them answer."""
    before = server.rss()
    pages = []
    for start in range(0, size["sockets"], 50):
        many = (
            connect(server.port, address(number // 40)) for number in range(start, min(start + 50, size["sockets"]))
        )
        pages += await asyncio.gather(*many)
    await asyncio.sleep(2)
    each = (server.rss() - before) / len(pages)
    await asyncio.sleep(size["hold"])
    for page in pages:
        page.count = 0  # Without the greeting that every socket is sent.
    asked = time.monotonic()
    for number, page in enumerate(pages):
        page.send({"type": "ping"})
        if number % 100 == 99:
            await asyncio.sleep(0.01)
    while sum(page.count > 0 for page in pages) < len(pages) and time.monotonic() - asked < 30:
        await asyncio.sleep(0.05)
    answered = sum(page.count > 0 for page in pages)
    print(
        f"idle sockets      {len(pages)} held {size['hold']} s, {answered} answer, {each / 1024:.1f} KiB each (bar: 48)"
    )
    for page in pages:
        page.transport.disconnect(False)
    await asyncio.sleep(1)


class Table:
    """One table under load."""

    numbers = itertools.count()

    def __init__(self, game: str, made: dict[str, Any], load: "Load") -> None:
        self.game, self.id, self.load = game, made["table_id"], load
        self.tokens = [each["token"] for each in made["tokens"]]
        self.seq, self.board, self.busy = 0, None, None
        self.waiting: list[float] = []
        self.rng = random.Random(self.id)

    def heard(self, data: bytes) -> None:
        said = decode(data)
        if said.type == "latency_probe":
            self.page.send({"type": "latency_echo", "n": said.n})
        if said.type in ("snapshot", "update"):
            self.board = (said.table.board if said.table is not None else said.board) or self.board
            self.seq = said.seq
        if said.type in ("update", "error") and self.busy and said.id == self.busy[0]:
            self.load.done(self, said, time.monotonic() - self.busy[1])
            self.busy = None
            if self.waiting:
                self.send(self.waiting.pop(0))

    def due(self, at: float) -> None:
        """A move is due, whether or not the last one is through."""
        if self.busy or self.board is None:
            self.waiting.append(at)
        else:
            self.send(at)

    def deed(self) -> dict[str, Any]:
        if self.board.status == "over":
            return {"kind": "offer", "what": "takeback"} if self.game != "booo" else self.another_name()
        if self.board.legal_moves:
            return {"kind": "play", "text": self.rng.choice(self.board.legal_moves).text}
        if self.board.position.phase == "search":
            return {"kind": "play", "text": f"hand {'down' if self.board.position.players[0].hand else 'up'}"}
        return self.another_name()

    def another_name(self) -> dict[str, Any]:
        """What can be done at any time and as often as one likes."""
        return {"kind": "rename", "name": f"Ann {self.seq}"}

    def send(self, at: float) -> None:
        name = f"n{next(self.numbers)}"
        self.busy = (name, at)
        self.page.send(
            {
                "type": "action",
                "table_id": self.id,
                "id": name,
                "seq": self.seq,
                "seat": self.seat(),
                "action": self.deed(),
            }
        )

    def seat(self) -> int | None:
        return 0 if self.game == "booo" else None


class Load:
    """All tables, and what was measured."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        """Of games in which players take turns."""
        self.races: list[float] = []
        """Of races: a hand that goes up is acknowledged once it is ranked with those that may be under way, 80 ms later."""
        self.refused: dict[str, int] = {}
        self.reasons: set[str] = set()

    def done(self, table: Table, said: Heard, seconds: float) -> None:
        if said.type == "update":
            (self.races if GAMES[table.game].kind == "race" else self.latencies).append(seconds)
        else:
            self.refused[str(said.code)] = self.refused.get(str(said.code), 0) + 1
            self.reasons.add(f"{table.game}: {said.message.text if said.message else said.code}")


def percentiles(seconds: list[float]) -> str:
    ordered = sorted(seconds) or [0.0]
    p50, p99 = (1000 * ordered[int(len(ordered) * share)] for share in (0.5, 0.99))
    return f"p50 {p50:.1f} ms, p99 {p99:.1f} ms"


async def moves(server: Server, size: dict[str, int]) -> None:
    """Durable moves at a fixed rate."""
    load, tables, watchers = Load(), [], []
    games = list(GAMES)
    for number in range(size["tables"]):
        game = games[number % len(games)]
        body = {"game": game, "seats": [{"occupant": "me"}, {"occupant": "me"}]}
        made = await asyncio.to_thread(server.post, "/api/tables", body, address(10_000 + number // 20))
        table = Table(game, made, load)
        table.page = await connect(server.port, address(20_000 + number // 20), table.heard)
        table.page.send({"type": "subscribe", "table_id": table.id, "tokens": table.tokens})
        tables.append(table)
        for _ in range(2):
            watcher = await connect(server.port, address(30_000 + len(watchers) // 20))
            watcher.send({"type": "subscribe", "table_id": table.id})
            watchers.append(watcher)
    await asyncio.sleep(2)
    print(f"tables            {len(tables)} set up, {len(tables) + len(watchers)} sockets", flush=True)
    gc.collect()
    gc.disable()  # A pause of the generator would look like one of the server.
    seen = sum(watcher.count for watcher in watchers)
    begin, total = time.monotonic() + 0.5, size["rate"] * size["seconds"]
    served, generated, lost = server.cpu(), time.process_time(), stolen()
    for number in range(total):
        at = begin + number / size["rate"]
        if (wait := at - time.monotonic()) > 0.001:
            await asyncio.sleep(wait)
        tables[number % len(tables)].due(at)
    spent = time.monotonic() - begin
    end = time.monotonic() + 10
    while len(load.latencies) + len(load.races) + sum(load.refused.values()) < total and time.monotonic() < end:
        await asyncio.sleep(0.05)
    acknowledged = len(load.latencies) + len(load.races)
    print(
        f"durable moves     {acknowledged} of {total} at {acknowledged / spent:.0f}/s over {len(tables)} tables, "
        f"{percentiles(load.latencies)} (bar: 1000/s, 50 ms), refused {load.refused}"
    )
    print(f"in races          {percentiles(load.races)}, the ranking's 80 ms included")
    for reason in sorted(load.reasons):
        print(f"refused           {reason}")
    each = [
        1000 * (used - before) / total for used, before in ((server.cpu(), served), (time.process_time(), generated))
    ]
    print(f"processor time    {each[0]:.2f} ms a move in the server, {each[1]:.2f} ms in the generator")
    taken, ticks = (now - before for now, before in zip(stolen(), lost, strict=True))
    print(f"the host          took {100 * taken / ticks:.1f} % of the processors for others meanwhile")
    print(f"watchers          {len(watchers)} heard {sum(watcher.count for watcher in watchers) - seen} messages")


def run() -> None:
    size = SIZES | {
        name: int(value) for name, value in (each.split("=") for each in os.environ.get("BOOHIVE_BENCH", "").split())
    }
    with tempfile.TemporaryDirectory() as folder:
        begun = time.monotonic()
        server = Server(folder)
        print(f"start             {time.monotonic() - begun:.2f} s to the address (bar: 3)")
        try:
            asyncio.run(idle(server, size))
            asyncio.run(moves(server, size))
        finally:
            server.stop()
    from bench import setups

    setups.run()
