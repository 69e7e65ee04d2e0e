"""S2, S3 through a proxy that delays, cuts, repeats and reorders: the players' pages end where the log ends."""

import asyncio
import contextlib
import json
import random
import sqlite3

import websockets
from harness import Api
from test_kill import keep_playing

from boohive.tables.log import read_entry
from boohive.tables.replay import replay


class ChaosProxy:
    """Passes bytes on, late; cuts connections in the middle of things; sends what a page says twice or in another order."""

    def __init__(self, target, chance, life=(0.3, 2.5), twice=0.2, swapped=0.2):
        self.target, self.chance, self.port = target, chance, None
        self.life, self.twice, self.swapped = life, twice, swapped
        self.cuts = self.resends = self.swaps = 0

    async def start(self):
        self.server = await asyncio.start_server(self.handle, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def handle(self, reader, writer):
        there = await asyncio.open_connection("127.0.0.1", self.target)
        ways = [self.pass_on_messages(reader, there[1]), self.pass_on(there[0], writer)]
        with contextlib.suppress(TimeoutError, ConnectionError, asyncio.IncompleteReadError):
            await asyncio.wait_for(asyncio.gather(*ways), self.chance.uniform(*self.life))
        self.cuts += 1
        for end in (writer, there[1]):
            end.transport.abort()

    async def pass_on(self, reader, writer):
        while data := await reader.read(self.chance.choice([100, 4000, 65536])):
            await asyncio.sleep(self.chance.choice([0, 0, 0.002, 0.03]))
            writer.write(data)
            await writer.drain()

    async def pass_on_messages(self, reader, writer):
        """What a page says: first its handshake, then whole frames, some of them twice, some after the next one."""
        writer.write(await reader.readuntil(b"\r\n\r\n"))
        held = []

        def let_go():
            if held:
                writer.write(held.pop())

        while True:
            frame = await read_frame(reader)
            is_text = frame[0] & 15 == TEXT
            if is_text and not held and self.chance.random() < self.swapped:
                held.append(frame)
                asyncio.get_running_loop().call_later(0.1, let_go)  # In case that nothing follows.
                continue
            await asyncio.sleep(self.chance.choice([0, 0, 0.002, 0.03]))
            again = is_text and self.chance.random() < self.twice
            self.resends += again
            self.swaps += len(held)
            writer.write(frame + b"".join(held) + (frame if again else b""))
            held.clear()


TEXT = 1


async def read_frame(reader):
    """One frame of a page: they are masked, and shorter than 64 KiB."""
    head = await reader.readexactly(2)
    size = head[1] & 127
    more = await reader.readexactly(2) if size == 126 else b""
    rest = await reader.readexactly(4 + (int.from_bytes(more, "big") if more else size))
    return head + more + rest


def test_s2_s3_cuts_delays_and_resends(api, server, run):
    acknowledged, pages = {}, []
    for i in range(6):
        person = Api(server, f"127.0.9.{i + 1}")
        joined = person.table()
        acknowledged[joined["table_id"]] = []
        pages.append(person.page(joined))
        person.http.close()

    async def storm():
        proxy = await ChaosProxy(server.port, random.Random(4)).start()
        for page in pages:
            page.url = f"ws://127.0.0.1:{proxy.port}/ws"
        stop = asyncio.Event()
        players = [
            asyncio.create_task(keep_playing(page, acknowledged, stop, random.Random(i)))
            for i, page in enumerate(pages)
        ]
        async with asyncio.timeout(45):
            while proxy.cuts < 20 or proxy.resends < 20 or sum(map(len, acknowledged.values())) < 60:
                await asyncio.sleep(0.05)
        stop.set()
        await asyncio.gather(*players)
        proxy.server.close()
        for page in pages:
            page.url = server.ws
            with contextlib.suppress(Exception):
                await page.close()
            await page.open()
            await page.until(lambda p: p.seq)
            await asyncio.sleep(0.2)

    run(storm())
    store = sqlite3.connect(server.db)
    for page in pages:
        query = "select seq, at, seat, action_id, action from entries where table_id = ? order by seq"
        rows = store.execute(query, [page.table]).fetchall()
        entries = [read_entry(seq, at, None if seat < 0 else seat, name, act) for seq, at, seat, name, act in rows]
        names = [(entry.seat, entry.id) for entry in entries]
        assert len(names) == len(set(names))
        seqs = [message["seq"] for message in page.applied]
        assert seqs == sorted(set(seqs)), "a page applied something twice or out of order"
        assert page.seq == len(rows)
        assert page.scene["position"] == json.loads(json.dumps(replay(entries).position.view(None)))


def test_s2_s3_messages_that_come_twice_and_in_another_order(api, server, run):
    """Several actions under way at once, some sent twice, some overtaken: each counts once and has one answer."""
    joined = api.table()
    names = [f"name{i:02}" for i in range(40)]

    async def say_all():
        proxy = await ChaosProxy(server.port, random.Random(3), life=(30, 30), twice=0.5, swapped=0.4).start()
        answers = {name: [] for name in names}
        async with api.page(joined) as watching, websockets.connect(f"ws://127.0.0.1:{proxy.port}/ws") as ws:
            tokens = [each["token"] for each in joined["tokens"]]
            await ws.send(json.dumps({"type": "subscribe", "table_id": joined["table_id"], "tokens": tokens}))
            for start in range(0, len(names), 3):
                some = names[start : start + 3]
                for name in some:
                    act = {"type": "action", "table_id": joined["table_id"], "id": name, "seq": 1, "seat": 0}
                    await ws.send(json.dumps({**act, "action": {"kind": "rename", "name": name}}))
                while not all(answers[name] for name in some):
                    take(json.loads(await ws.recv()), answers)
                await asyncio.sleep(0.25)  # Within the limit of messages for a socket, what is sent twice included.
            with contextlib.suppress(TimeoutError):
                while True:
                    take(json.loads(await asyncio.wait_for(ws.recv(), 0.5)), answers)
            await watching.until(lambda p: p.scene["seats"][0]["name"] in names and len(p.applied) >= len(names))
            return proxy, answers, [message["id"] for message in watching.applied if message["id"] in answers]

    proxy, answers, seen = run(say_all())
    assert proxy.resends >= 5
    assert proxy.swaps >= 5
    query = "select seq, action_id from entries where table_id = ? and action_id like 'name%' order by seq"
    stored = sqlite3.connect(server.db).execute(query, [joined["table_id"]]).fetchall()
    assert sorted(name for _, name in stored) == names, "each counts once"
    assert [name for _, name in stored] == seen != names, "and all see the order in which they came"
    assert {name: set(seqs) for name, seqs in answers.items()} == {name: {seq} for seq, name in stored}
    assert sum(len(seqs) - 1 for seqs in answers.values()) >= 5, "what is sent twice is answered twice"


def take(message, answers):
    if message["type"] == "update" and message["id"] in answers:
        answers[message["id"]].append(message["seq"])


def test_s2_the_same_action_over_two_connections_in_any_order_counts_once(api, server, run):
    """A page that has lost its connection sends again over a new one; what is under way on the old one may come later."""
    joined = api.table()
    names = [f"word{i}" for i in range(7)]

    async def say_twice():
        async with api.page(joined) as old, api.page(joined) as new:
            chance, sendings = random.Random(6), [(page, name) for name in names for page in (old, new)]
            chance.shuffle(sendings)

            async def say(page, name):
                await asyncio.sleep(chance.uniform(0, 0.05))
                return name, (await page.act({"kind": "rename", "name": name}, name=name))["seq"]

            answers = await asyncio.gather(*(say(page, name) for page, name in sendings))
            await old.until(lambda p: p.seq == new.seq)
            return answers

    answers = run(say_twice())
    assert len(answers) == 2 * len(names)
    assert len(set(answers)) == len(names), "both sendings of an action have the same answer"
    query = "select action_id from entries where table_id = ? and action_id like 'word%'"
    stored = [row[0] for row in sqlite3.connect(server.db).execute(query, [joined["table_id"]])]
    assert sorted(stored) == names


def test_s3_resume_brings_just_what_was_missed(api, run):
    joined = api.table()

    async def play():
        async with api.page(joined) as one, api.page(joined) as other:
            await one.play("k c3")
            await other.until(lambda p: p.scene["event_count"] == 1)
            await other.close()
            for text in ("k d4", "k a1", "k f6"):
                await one.play(text)
            before = len(other.applied)
            await other.open()
            await other.until(lambda p: p.seq == one.seq)
            assert [m["seq"] for m in other.applied[before:]] == [one.seq - 2, one.seq - 1, one.seq]
            assert other.scene["position"] == one.scene["position"]
            await other.send({"type": "resume", "table_id": joined["table_id"], "seq": 0})
            await other.until(lambda p: p.state["seq"] == one.seq)
            await other.send({"type": "resume", "table_id": joined["table_id"], "seq": 999})
            await asyncio.sleep(0.2)
            assert other.seq == one.seq

    run(play())
