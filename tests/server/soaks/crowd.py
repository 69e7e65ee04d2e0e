"""A hostile crowd in a process of its own: ``python -m soaks.crowd '{"ports": [...], "tables": [...], "races": [...],
"seconds": 10}'``. It ends by itself, stays on loopback, and prints what it has done."""

import asyncio
import contextlib
import json
import random
import resource
import struct
import sys
import time
from collections import Counter

from soaks.nonsense import SHAKE, encoded, http_request, socket_message

GONE = (ConnectionError, OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)
ADDRESSES = [f"127.0.{100 + i // 10}.{1 + i % 10}" for i in range(60)]


def frame(payload, first=0x81):
    """A masked frame."""
    length = len(payload)
    size = bytes([0x80 | length]) if length < 126 else struct.pack("!BH", 0xFE, length)
    return bytes([first]) + size + bytes(4) + payload


def post(path, body, method="POST", cookie=""):
    content = body if isinstance(body, bytes) else encoded(body)
    return (
        f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{cookie}Content-Type: application/json\r\n"
        f"Content-Length: {len(content)}\r\n\r\n"
    ).encode() + content


class Attacker:
    """One trick, again and again until the end."""

    def __init__(self, crowd, number):
        self.crowd, self.chance = crowd, random.Random(number)
        self.address = self.chance.choice(ADDRESSES)

    @property
    def port(self):
        return self.chance.choice(self.crowd.ports)

    async def connect(self, **more):
        self.crowd.connections += 1
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0), **more)

    async def socket(self):
        reader, writer = await self.connect()
        writer.write(SHAKE)
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
        if b" 101 " not in head:
            writer.close()
            raise ConnectionError
        return reader, writer

    async def answer(self, reader):
        """Status, cookie and body of an answer."""
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:] if b": " in line)
        body = await reader.readexactly(int(fields.get(b"content-length", 0)))
        self.crowd.statuses[head.split()[1].decode()] += 1
        cookie = fields.get(b"set-cookie", b"").split(b";")[0].decode()
        return int(head.split()[1]), f"Cookie: {cookie}\r\n" if cookie else "", body

    async def ask(self, request):
        reader, writer = await self.connect()
        try:
            writer.write(request)
            return await self.answer(reader)
        finally:
            writer.close()

    async def table(self, game="boop", seats=("me", "me"), **more):
        """A table of the crowd: its id, a token, the cookie."""
        body = {
            "game": game,
            "seats": [{"occupant": each} if each != "bot" else {"occupant": "bot", "level": 8} for each in seats],
        }
        status, cookie, made = await self.ask(post("/api/tables", {**body, **more}))
        if status != 201:
            await asyncio.sleep(1)
            raise ConnectionError
        self.crowd.tables += 1
        made = json.loads(made)
        return made["table_id"], [each["token"] for each in made["tokens"]], cookie

    async def drain(self, reader, seconds=0.0):
        """Read what has come."""
        with contextlib.suppress(TimeoutError):
            while await asyncio.wait_for(reader.read(1 << 16), seconds or 0.01):
                pass

    def act(self, table, token, action, name=None, seat=None):
        message = {"type": "action", "table_id": table, "id": name or f"x{self.chance.random()}", "seq": 10**6,
                   "action": action, "token": token}  # fmt: skip
        return frame(encoded(message if seat is None else {**message, "seat": seat}))


class Flood(Attacker):
    paths = ("/api/tables", "/api/games", "/api/nothing", "/", "/api/me", "/metrics")

    async def once(self):
        reader, writer = await self.connect()
        while not self.crowd.is_over():
            for _ in range(20):
                writer.write(f"GET {self.chance.choice(self.paths)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            for _ in range(20):
                await self.answer(reader)
                self.crowd.done["requests"] += 1


class HalfOpen(Attacker):
    pieces = (b"", b"GET / HTTP/1.1\r\nHost: l", post("/api/tables", b"{" * 100)[:-50], SHAKE[:60])

    async def once(self):
        reader, writer = await self.connect()
        writer.write(self.chance.choice(self.pieces))
        self.crowd.done["half-open"] += 1
        await asyncio.wait_for(reader.read(), 30)
        writer.close()


class SlowReader(Attacker):
    async def once(self):
        reader, writer = await self.socket()
        writer.transport.pause_reading()
        for _ in range(200):
            table = self.chance.choice(self.crowd.victims)
            writer.write(frame(encoded({"type": "subscribe", "table_id": table})))
            writer.write(frame(encoded({"type": "resume", "table_id": table, "seq": 1})))
            self.crowd.done["unread answers"] += 2
            await asyncio.sleep(0.1)
        writer.close()
        del reader


class ControlFrames(Attacker):
    async def once(self):
        _reader, writer = await self.socket()
        burst = frame(b"", 0x89) * 500 if self.chance.random() < 0.5 else frame(b"{", 0x01) + frame(b"", 0x00) * 500
        for _ in range(20):
            writer.write(burst)
            await asyncio.wait_for(writer.drain(), 5)
            self.crowd.done["control frames"] += 500
            await asyncio.sleep(0.05)
        writer.close()


class Uploads(Attacker):
    async def once(self):
        moves = "\n".join(["wS1", "bS1 wS1-"] * self.chance.choice([10, 1000, 20_000]))[:390_000]
        bodies = [
            ("/api/records", {"record": f'[Game "hive"]\n\n{moves}'}),
            ("/api/records", {"record": "Base;InProgress;White[1];" + ";".join(["wS1"] * 5000)}),
            ("/api/inspect", {"game": "boop", "moves": ["k c3"] * 2000}),
            ("/api/tables", {"game": "hive", "seats": [{"occupant": "me"}] * 2, "record": f'[Game "hive"]\n\n{moves}'}),
            ("/api/join", {"room_code": "x" * 400_000}),
            ("/api/tables", b"[" * 5000),
        ]
        await self.ask(post(*self.chance.choice(bodies)))
        self.crowd.done["uploads"] += 1


class BotTables(Attacker):
    async def once(self):
        table, _, _ = await self.table(self.chance.choice(["boop", "hive", "boop-ghosts"]), ("bot", "bot"))
        reader, writer = await self.socket()
        writer.write(frame(encoded({"type": "subscribe", "table_id": table})))
        self.crowd.done["bot tables"] += 1
        await self.drain(reader, 15)
        writer.close()


class Analyses(Attacker):
    async def once(self):
        _reader, writer = await self.connect()
        body = {"game": self.chance.choice(["boop", "hive"]), "moves": [], "time_ms": 10_000, "multipv": 5}
        writer.write(post("/api/analyse", body))
        self.crowd.done["analyses"] += 1
        await asyncio.sleep(self.chance.random())
        writer.close()


class Nonsense(Attacker):
    async def once(self):
        table, tokens, _ = await self.table()
        reader, writer = await self.socket()
        for _ in range(200):
            writer.write(
                frame(socket_message(self.chance, self.chance.choice([table, *self.crowd.victims]), tokens[0]))
            )
            self.crowd.done["nonsense"] += 1
            await asyncio.sleep(0.02)
            if reader.at_eof():
                break
        writer.close()
        for _ in range(30):
            await self.ask(http_request(self.chance, table))
            self.crowd.done["nonsense"] += 1


class ForgedIds(Attacker):
    """Ids that the server makes itself, at tables of their own and at those of others."""

    async def once(self):
        clock = {"kind": "real_time", "initial_ms": 3000}
        table, tokens, _ = await self.table(clock=clock)
        reader, writer = await self.socket()
        writer.write(frame(encoded({"type": "subscribe", "table_id": table, "tokens": tokens})))
        for number in range(60):
            for name in (
                f"timeout-{number}",
                f"~timeout-{number}",
                f"away-{number}",
                f"claim-0-{number}",
                "open",
                "start",
            ):
                writer.write(self.act(table, tokens[0], {"kind": "rename", "name": name}, name))
                writer.write(self.act(self.chance.choice(self.crowd.victims), tokens[0], {"kind": "resign"}, name, 0))
            self.crowd.done["forged ids"] += 12
            await asyncio.sleep(0.2)
            if reader.at_eof():
                break
        writer.close()


class Forgets(Attacker):
    async def once(self):
        table, tokens, cookie = await self.table(public=True)
        for text in ("k c3", "k d4"):
            body = {
                "id": text.replace(" ", ""),
                "seq": 10**6,
                "action": {"kind": "play", "text": text},
                "token": tokens[0],
            }
            await self.ask(post(f"/api/tables/{table}/action", body, cookie=cookie))
        takeback = {"id": "t", "seq": 10**6, "action": {"kind": "offer", "what": "takeback"}, "token": tokens[0]}
        await self.ask(post(f"/api/tables/{table}/action", takeback, cookie=cookie))
        await self.ask(post("/api/me", b"", "DELETE", cookie))
        self.crowd.done["forgets"] += 1
        await asyncio.sleep(0.2)


class Takebacks(Attacker):
    """Takebacks, renames, chat and draws as fast as they come, while a clock runs."""

    async def once(self):
        table, tokens, _ = await self.table(clock={"kind": "real_time", "initial_ms": 5000})
        reader, writer = await self.socket()
        writer.write(frame(encoded({"type": "subscribe", "table_id": table, "tokens": tokens})))
        for number in range(100):
            deeds = ({"kind": "play", "text": f"k {self.chance.choice('abcdef')}{self.chance.randrange(1, 7)}"},
                     {"kind": "offer", "what": "takeback"}, {"kind": "rename", "name": f"Z{number}"},
                     {"kind": "chat", "text": "\u202ehm"}, {"kind": "offer", "what": "draw"})  # fmt: skip
            for deed in deeds:
                writer.write(self.act(table, tokens[0], deed))
            self.crowd.done["takebacks and talk"] += 5
            await asyncio.sleep(0.1)
            if reader.at_eof():
                break
        writer.close()


class Rejoin(Attacker):
    async def once(self):
        _reader, writer = await self.socket()
        for _ in range(10):
            table = self.chance.choice(self.crowd.victims)
            for kind, more in (("subscribe", {}), ("resume", {"seq": 1}), ("unsubscribe", {}), ("subscribe", {})):
                writer.write(frame(encoded({"type": kind, "table_id": table, **more})))
            self.crowd.done["rejoins"] += 4
            await asyncio.sleep(0.05)
        writer.transport.abort()


class Peeker(Attacker):
    """Sits in a race with an honest player: claims before the reveal, talks and asks to see the visitor early. Two of three
    only watch, so that somebody always does whom no limit has closed."""

    def __init__(self, crowd, number):
        super().__init__(crowd, number)
        self.address, self.acts = f"127.0.120.{1 + number % 250}", number % 3 == 0

    async def once(self):
        race = self.chance.choice(self.crowd.races)
        reader, writer = await self.socket()
        tokens = race["tokens"] if self.acts else []
        writer.write(frame(encoded({"type": "subscribe", "table_id": race["table"], "tokens": tokens})))
        listening = asyncio.create_task(self.listen(reader, race["table"]))
        try:
            while not listening.done():
                for deed in TRIES if self.acts else ():
                    writer.write(self.act(race["table"], race["tokens"][0], deed))
                    self.crowd.done["claim tricks"] += 1
                _, _, body = await self.ask(
                    f"GET /api/tables/{race['table']} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
                )
                self.crowd.saw(race["table"], body, time.time() * 1000)
                await asyncio.sleep(0.25)
        finally:
            listening.cancel()
            writer.close()

    async def listen(self, reader, table):
        while True:
            first, size = await reader.readexactly(2)
            length = struct.unpack("!H", await reader.readexactly(2))[0] if size & 127 == 126 else size & 127
            length = struct.unpack("!Q", await reader.readexactly(8))[0] if size & 127 == 127 else length
            body = await reader.readexactly(length)
            if first & 15 == 1:
                self.crowd.saw(table, body, time.time() * 1000)


TRIES = ({"kind": "play", "text": "claim 1.1 W", "reported_ms": 0}, {"kind": "play", "text": "hand up"},
         {"kind": "chat", "text": "now?"}, {"kind": "abandon"})  # fmt: skip

TRICKS = {Flood: 24, HalfOpen: 400, SlowReader: 40, ControlFrames: 8, Uploads: 6, BotTables: 20, Analyses: 10, Nonsense: 20,
          ForgedIds: 10, Forgets: 6, Takebacks: 10, Rejoin: 20, Peeker: 6}  # fmt: skip


class Crowd:
    """All attackers, and what they have done and seen."""

    def __init__(self, ports, tables, races, seconds):
        self.ports, self.victims, self.races = ports, tables, races
        self.end = time.monotonic() + seconds
        self.connections = self.tables = 0
        self.done, self.statuses, self.seen = Counter(), Counter(), {}

    def is_over(self):
        return time.monotonic() > self.end

    def saw(self, table, body, now):
        """What was on a wire; the first moment at which the visitor of each round was."""
        if b'"phase":"search"' in body:
            with contextlib.suppress(ValueError, KeyError, TypeError):
                parts = json.loads(body)
                board = (parts.get("table") or parts)["board"]
                if board["position"]["phase"] == "search":
                    self.seen.setdefault(f"{table} {board['position']['round']}", now)

    async def keep_on(self, attacker):
        while not self.is_over():
            with contextlib.suppress(*GONE):
                await attacker.once()
            await asyncio.sleep(0.05)

    async def run(self):
        kinds = [kind for kind, count in TRICKS.items() for _ in range(count) if kind is not Peeker or self.races]
        tasks = [asyncio.create_task(self.keep_on(kind(self, number))) for number, kind in enumerate(kinds)]
        await asyncio.sleep(max(0, self.end - time.monotonic()))
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception) and not isinstance(ended, asyncio.CancelledError):
                raise ended


def main():
    crowd = Crowd(**json.loads(sys.argv[1]))
    begun = time.monotonic()
    asyncio.run(crowd.run())
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"connections": crowd.connections, "tables": crowd.tables, "done": crowd.done, "seen": crowd.seen,
                      "statuses": crowd.statuses, "seconds": time.monotonic() - begun,
                      "processor": used.ru_utime + used.ru_stime}))  # fmt: skip


if __name__ == "__main__":
    main()
