"""Many players who go on whatever happens to the server: cheap ones, so that the server is what works hardest."""

import asyncio
import contextlib
import itertools
import random

import msgspec
import picows


class Move(msgspec.Struct):
    text: str


class Board(msgspec.Struct):
    status: str
    legal_moves: list[Move]


class TableView(msgspec.Struct):
    board: Board


class Heard(msgspec.Struct):
    type: str
    table_id: str | None = None
    id: str | None = None
    seq: int | None = None
    code: str | None = None
    table: TableView | None = None
    board: Board | None = None


decode = msgspec.json.Decoder(Heard).decode
encode = msgspec.json.Encoder().encode


class Player(picows.WSListener):
    """One page at one table after the other. Sends the next action when the last one is answered; after a cut comes
    back and sends what was not answered again, with the same id."""

    def __init__(self, storm, number):
        self.storm = storm
        self.address = f"127.0.{20 + number // 200}.{1 + number % 200}"
        self.chance = random.Random(number)
        self.numbers = itertools.count()
        self.transport = None
        self.gone = asyncio.Event()
        self.sit_down()

    def sit_down(self):
        """At the next table."""
        joined = self.storm.tables.pop()
        self.table, self.tokens = joined["table_id"], [each["token"] for each in joined["tokens"]]
        self.seq, self.board, self.unanswered = 0, None, None
        self.answered = self.storm.acknowledged[self.table] = []

    async def live(self):
        while not self.storm.stopped:
            self.gone.clear()
            with contextlib.suppress(OSError, picows.WSError, asyncio.TimeoutError):
                await picows.ws_connect(lambda: self, self.storm.url, local_addr=(self.address, 0))
                await self.gone.wait()
            await asyncio.sleep(0.05)

    def on_ws_connected(self, transport):
        self.transport = transport
        self.resume()

    def resume(self):
        self.say({"type": "resume", "table_id": self.table, "seq": self.seq, "tokens": self.tokens})

    def on_ws_disconnected(self, transport):
        self.transport = None
        self.gone.set()

    def on_ws_frame(self, transport, frame):
        if frame.msg_type == picows.WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        elif frame.msg_type == picows.WSMsgType.CLOSE:
            transport.disconnect()
        elif frame.msg_type == picows.WSMsgType.TEXT:
            self.heard(decode(frame.get_payload_as_bytes()))

    def heard(self, said):
        if said.table_id not in (None, self.table):
            return
        if said.type in ("snapshot", "update") and said.seq >= self.seq:
            self.board = (said.table.board if said.table is not None else said.board) or self.board
            self.seq = said.seq
        name = self.unanswered and self.unanswered["id"]
        if said.type == "update" and said.id == name:
            self.answered.append((name, said.seq, self.unanswered["action"]["kind"]))
            self.storm.count += 1
            self.unanswered = None
            is_over = self.board is not None and self.board.status == "over"
            if self.storm.has_tables and (is_over or len(self.answered) >= self.storm.length):
                self.say({"type": "unsubscribe", "table_id": self.table})
                self.sit_down()
                self.resume()
            else:
                self.next()
        elif said.type == "error" and said.id == name:
            if said.code in ("too_often", "try_again"):
                asyncio.get_running_loop().call_later(0.3, self.resend, name)
            else:
                self.unanswered = None
                self.next()
        elif said.type == "snapshot":
            self.resend(name) if name else self.next()

    def resend(self, name):
        if self.unanswered and self.unanswered["id"] == name:
            self.say({**self.unanswered, "seq": self.seq})

    def next(self):
        if self.storm.stopped or self.board is None:
            return
        if self.board.status == "over":
            do = {"kind": "offer", "what": "takeback"}
        elif self.board.legal_moves:
            do = {"kind": "play", "text": self.chance.choice(self.board.legal_moves).text}
        else:
            do = {"kind": "chat", "phrase": "wow"}
        self.unanswered = {
            "type": "action",
            "table_id": self.table,
            "id": f"n{next(self.numbers)}",
            "seq": self.seq,
            "action": do,
        }
        self.say(self.unanswered)

    def say(self, message):
        if self.transport is not None:
            self.transport.send(picows.WSMsgType.TEXT, encode(message))


class Storm:
    """All players, and what they were answered. Those who get a ``length`` change tables after so many answers or when
    the game is over, as long as there are tables; all others take moves back and go on."""

    def __init__(self, url, tables, players=None, length=None):
        self.url, self.count, self.stopped = url, 0, False
        self.tables, self.length = list(reversed(tables)), length
        self.acknowledged = {}
        self.players = [Player(self, number) for number in range(players or len(tables))]

    @property
    def has_tables(self):
        """Whether there is another table to go to."""
        return self.length is not None and bool(self.tables)

    async def __aenter__(self):
        self.tasks = [asyncio.create_task(player.live()) for player in self.players]
        return self

    async def answers(self, more, seconds=60):
        """Wait for so many more acknowledged actions."""
        wanted = self.count + more
        async with asyncio.timeout(seconds):
            while self.count < wanted:
                await asyncio.sleep(0.02)

    async def __aexit__(self, *_):
        self.stopped = True
        with contextlib.suppress(TimeoutError):  # Whoever has just lost their server gets no answer.
            async with asyncio.timeout(1):
                while any(player.unanswered for player in self.players):
                    await asyncio.sleep(0.01)
        for player in self.players:
            if player.transport is not None:
                player.transport.disconnect()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
