"""Malformed messages: no traceback, no 5xx, right close codes, memory comes back."""

import asyncio
import contextlib
import json
import random
import time

import httpx
import pytest
import websockets
from harness import Api, ServerProcess

from boohive.server.messages.socket import SERVER_MESSAGES

WORDS = ["", "k c3", "claim 1.1 W", "x" * 900, "\u0000", "😀", "draw", "rematch", "__proto__", "' or 1=1 --", None, -1, 2**63,
         1e308, True, [], {}, [[]], {"kind": "play"}, "table_created", "seat_taken", "timeout", "pause",
         "play", "resign", "action"]  # fmt: skip
KINDS = [
    "play",
    "resign",
    "offer",
    "answer",
    "chat",
    "start",
    "seat_left",
    "rename",
    "abandon",
    "table_created",
    "timeout",
    "kick",
    "fly",
]
FIELDS = [
    "text",
    "reported_ms",
    "game_ms",
    "clock_ms",
    "what",
    "yes",
    "phrase",
    "name",
    "order",
    "seat",
    "kind",
    "extra",
]


def schema_aware(chance, table, token):
    """A message that is nearly right."""
    kind = chance.choice(
        ["action", "subscribe", "resume", "unsubscribe", "preview", "ping", "latency_echo", "action", "action"]
    )
    message = {"type": kind, "table_id": table}
    if kind == "action":
        deed = {"kind": chance.choice(KINDS)}
        for field in chance.sample(FIELDS, chance.randrange(4)):
            deed[field] = chance.choice(WORDS)
        message |= {"id": f"f{chance.random()}", "seq": chance.randrange(20), "action": deed, "token": token}
    if kind == "resume":
        message["seq"] = chance.choice([0, 5, 10**6])
    if kind == "preview":
        message |= {"id": "p", "moves": [chance.choice(["k c3", "nonsense", "c a1"])]}
    for field in chance.sample(list(message), chance.randrange(2)):
        message[field] = chance.choice(WORDS)
    return json.dumps(message)


TYPES = {message.__struct_config__.tag for message in SERVER_MESSAGES}


async def nonsense_on_one_socket(server, chance, joined, count):
    """Send it, then hear the answers until nothing comes any more; how many, and whether the socket was closed."""
    address = f"127.0.{chance.randrange(20, 250)}.{chance.randrange(1, 250)}"
    ws = await websockets.connect(server.ws, local_addr=(address, 0), max_queue=1000)
    answered = 0
    assert json.loads(await ws.recv())["type"] == "hello"
    with contextlib.suppress(websockets.ConnectionClosed):
        for _ in range(count):
            await ws.send(schema_aware(chance, joined["table_id"], joined["tokens"][0]["token"]))
    try:
        while True:
            message = json.loads(await asyncio.wait_for(ws.recv(), 0.5))
            assert message["type"] in TYPES
            if message["type"] == "error":
                assert message["code"]
                assert message["message"]["text"]
            answered += 1
    except TimeoutError:
        await ws.close()
        return answered, 0
    except websockets.ConnectionClosed as gone:
        assert gone.rcvd.code in (1008, 1013)
        return answered, 1


async def fuzz_schema(server, count, sockets=8, each=50):
    """Every message is answered (S7) or the socket is closed for a reason."""
    answered = closed = 0
    chance = random.Random(7)
    for number in range(max(1, count // (sockets * each))):
        host = Api(server, f"127.0.10.{1 + number % 200}")
        joined = host.table()
        host.http.close()
        told = await asyncio.gather(*(nonsense_on_one_socket(server, chance, joined, each) for _ in range(sockets)))
        answered += sum(one for one, _ in told)
        closed += sum(one for _, one in told)
    return answered, closed


SHAKE = (b"GET /ws HTTP/1.1\r\nHost: x:1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")  # fmt: skip


async def raw_nonsense(server, chance, with_handshake):
    address = f"127.0.{chance.randrange(20, 250)}.{chance.randrange(1, 250)}"
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(address, 0))
    with contextlib.suppress(ConnectionError, TimeoutError, asyncio.IncompleteReadError):
        if with_handshake:
            writer.write(SHAKE)
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
        for _ in range(chance.randrange(1, 4)):
            writer.write(chance.randbytes(chance.randrange(1, 300)))
        await writer.drain()
        if chance.random() < 0.3:
            answer = await asyncio.wait_for(reader.read(4096), 0.3)
            assert b" 500 " not in answer
    writer.transport.abort()


async def fuzz_raw(server, count, at_once=16):
    """Bytes that are no HTTP, no WebSocket, or broken frames."""
    chance, numbers = random.Random(8), iter(range(count))

    async def some():
        for number in numbers:
            await raw_nonsense(server, chance, number % 3)

    await asyncio.gather(*(some() for _ in range(at_once)))


def settled(server, wanted, seconds):
    """The server's memory once it has let go of what nobody uses, or what it is after so long."""
    end = time.monotonic() + seconds
    while server.rss() > wanted and time.monotonic() < end:
        time.sleep(1)
    return server.rss()


def run_fuzz(tmp_path, messages, raw):
    log = tmp_path / "log.txt"
    with ServerProcess(tmp_path / "games.sqlite3", log=log) as server:
        asyncio.run(fuzz_schema(server, 4000 if raw > 1000 else 400))
        before = server.rss()
        answered, closed = asyncio.run(fuzz_schema(server, messages))
        asyncio.run(fuzz_raw(server, raw))
        api = Api(server, "127.0.10.2")
        assert api.get("/api/health").json()["ok"]
        after = settled(server, before * 1.05, 100 if raw > 1000 else 0)
    text = log.read_text()
    assert "Traceback" not in text, text[-3000:]
    return answered, closed, before, after


def test_s7_schema_aware_and_raw_malformed_messages(tmp_path):
    answered, _, _, _ = run_fuzz(tmp_path, 1200, 150)
    assert answered > 400


@pytest.mark.slow
def test_s7_two_hundred_thousand_malformed_messages(tmp_path):
    answered, closed, before, after = run_fuzz(tmp_path, 200_000, 50_000)
    print(f"{answered} answers, {closed} closed, memory {before} -> {after} kB")
    assert after <= before * 1.05


def test_the_http_side_keeps_its_own_schema(server):
    """A short run of schemathesis."""
    try_out_http(server, 400)


@pytest.mark.slow
def test_the_http_side_keeps_its_own_schema_through_twenty_thousand_cases(server):
    print(try_out_http(server, 20_000), "cases")


def try_out_http(server, cases):
    import schemathesis

    schema = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
    chance = random.Random(5)
    kept = httpx.Limits(keepalive_expiry=2)  # The server closes idle connections after five seconds.
    addresses = [f"127.0.{i}.{chance.randrange(1, 250)}" for i in range(20, 220)]
    clients = [
        httpx.Client(base_url=server.url, transport=httpx.HTTPTransport(local_address=each, limits=kept))
        for each in addresses
    ]
    operations = [operation.ok() for operation in schema.get_all_operations()]
    assert len(operations) >= 18
    done = 0
    failures = []
    from hypothesis import HealthCheck, Phase, given, settings

    def try_out(operation, examples):

        @given(case=operation.as_strategy())
        @settings(max_examples=examples, database=None, deadline=None,
                  suppress_health_check=list(HealthCheck), phases=[Phase.generate])  # fmt: skip
        def check(case):
            nonlocal done
            done += 1
            kwargs = case.as_transport_kwargs(base_url=server.url)
            client = clients[done % len(clients)]
            body = kwargs.get("json")
            answer = client.request(case.method, kwargs["url"], params=kwargs.get("params"), headers=kwargs.get("headers"),
                                    content=json.dumps(body) if body is not None else kwargs.get("data"))  # fmt: skip
            if answer.status_code >= 500:
                failures.append((case.method, kwargs["url"], body, answer.text))
                return
            if answer.status_code != 429:
                documented = {str(code) for code in case.operation.definition.raw["responses"]}
                if str(answer.status_code) not in documented:
                    failures.append((case.method, kwargs["url"], answer.status_code, answer.text))
            if answer.status_code >= 400:
                told = answer.json()
                assert told["code"]
                assert told["message"]["text"]

        check()

    while done < cases and not failures:  # Operations without parameters have one case only: the others get theirs.
        examples = -(-(cases - done) // len(operations))
        for operation in operations:
            try_out(operation, examples)
    assert not failures, failures[:5]
    return done
