"""S10: one person cannot make the server slow or unusable for others. Floods, silent connections, slow readers, frames."""

import asyncio
import json
import os
import resource
import socket
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.parse import quote

import pytest
from harness import Api, ServerProcess
from local_server import LocalPage, ManualClock, local_server, settle, two_servers

from boohive.core.errors import BoohiveError
from boohive.server import limits
from boohive.server.clock import SystemClock
from boohive.server.frames import NOT_MEASURED
from boohive.server.front import Front
from boohive.server.identity import Signer
from boohive.server.lag import EVERY, Lag
from boohive.server.limits import COUNTS, LIMITS, Limits, network_of, read_limits
from boohive.server.registry import LONG_LOG
from boohive.server.sockets import Socket
from boohive.server.store.database import connect as connect_database
from boohive.server.store.memory import MemoryStore
from boohive.server.store.sql import SqlStore
from boohive.tables import log
from boohive.tables.replay import replay

ACTIONS, TALK, FUSS = (int(limit.burst) for limit in (limits.ACTIONS, limits.TALK, limits.FUSS))


def until(true, seconds=20):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.01)


def request(path="/api/games", method="GET", body=b"", extra=""):
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{extra}"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
    return head.encode() + b"\r\n" + body


def read_answer(stream):
    """Status and body of the next HTTP answer; 0 when the connection was closed."""
    line = stream.readline()
    if not line:
        return 0, b""
    headers = dict(each.decode().lower().split(": ", 1) for each in iter(stream.readline, b"\r\n"))
    return int(line.split()[1]), stream.read(int(headers.get("content-length", 0)))


def is_closed(connection):
    """Whether the server has closed it; half an answer or nothing may come first."""
    connection.settimeout(0.02)
    try:
        while connection.recv(65536):
            pass
        return True
    except TimeoutError:
        return False
    except OSError:
        return True


def connect(server, address="127.0.0.1"):
    return socket.create_connection(("127.0.0.1", server.port), 30, (address, 0))


def ask(server, address, path="/api/games"):
    with connect(server, address) as visitor:
        visitor.sendall(request(path))
        return read_answer(visitor.makefile("rb"))[0]


# Connections.


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A server with small bounds, so that they are reached at once."""
    folder = tmp_path_factory.mktemp("small")
    chosen = (
        "connections=30",
        "head_seconds=1",
        "body_seconds=1",
        "open_sockets=10",
        "http=5000/5000",
        "all_http=5000/5000",
    )
    more = [part for each in chosen for part in ("--limit", each)]
    with ServerProcess(folder / "games.sqlite3", log=folder / "log.txt", more=more) as running:
        ask(running, "127.0.9.1")  # The interface is loaded.
        yield running
    assert "Traceback" not in running.log(), running.log()


SILENT = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: localh",
    "half a body": request("/api/tables", "POST", b"{}" * 50)[:-70],
    "after an answer": request() + b"GET / HTT",
    "half a handshake": b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: upgrade\r\n",
}


@pytest.mark.parametrize("how", SILENT)
def test_f9_silent_connections_make_room_and_end(small, how):
    """Forty connections of one address that is allowed thirty: a new visitor of it is answered, and all end in time."""
    address = f"127.0.9.{10 + list(SILENT).index(how)}"
    silent = []
    for _ in range(40):
        silent.append(connect(small, address))
        silent[-1].sendall(SILENT[how])
    for _ in range(3):
        assert ask(small, address) == 200, "a new visitor of the same address"
        assert ask(small, "127.0.9.2") == 200, "and of another one"
    assert sum(map(is_closed, silent)) >= 10
    until(lambda: all(map(is_closed, silent)), 6)
    for each in silent:
        each.close()


def test_s10_a_class_behind_one_address_sits_down_by_room_codes_and_a_guesser_does_not(run):
    """Codes that are right cost nothing; a dozen wrong ones and the address has to wait."""

    async def go():
        async with local_server() as local:
            seats = [{"occupant": "me"}, {"occupant": "empty"}]
            for _ in range(30):
                made = await local.post("/api/tables", {"game": "boop", "seats": seats})
                joined = await local.post("/api/join", {"room_code": made.json()["room_code"]})
                assert joined.status_code == 201, joined.text
            wrong = [(await local.post("/api/join", {"room_code": "ZZZZZ"})).status_code for _ in range(20)]
            assert wrong == [404] * 12 + [429] * 8

    run(go())


def test_the_longest_delay_of_the_event_loop_is_told_once():
    clock = ManualClock()
    lag = Lag(clock)
    lag.start()
    clock.seconds += 0.5
    lag._look()
    assert lag.take_most() == pytest.approx(0.5 - EVERY)
    assert lag.take_most() == 0


def test_s10_a_new_socket_does_not_inherit_what_an_earlier_one_used_up():
    """A stranger's messages are counted for each socket, also where one lies in memory at the place of an earlier one."""
    assert len({Socket(None, None, "x", ManualClock()).who for _ in range(100)}) == 100


def test_f9_the_socket_that_is_silent_longest_makes_room_and_players_come_last(small, run):
    """An address has ten sockets; the eleventh is let in, and it is no player who has to go."""
    import websockets

    mine = Api(small, "127.0.9.30")
    joined = mine.table()

    async def go():
        async with mine.page(joined) as page:
            await page.ws.close()
            player = await websockets.connect(small.ws, local_addr=("127.0.9.30", 0))
            tokens = [each["token"] for each in joined["tokens"]]
            await player.send(json.dumps({"type": "subscribe", "table_id": joined["table_id"], "tokens": tokens}))
            while json.loads(await player.recv())["type"] != "snapshot":
                pass
            others = []
            for _ in range(15):
                others.append(await websockets.connect(small.ws, local_addr=("127.0.9.30", 0)))
                assert json.loads(await others[-1].recv())["type"] == "hello"
            await asyncio.wait_for(others[0].wait_closed(), 5)
            assert others[0].close_code == 1013
            move = {"kind": "play", "text": "k c3"}
            await player.send(
                json.dumps({"type": "action", "table_id": joined["table_id"], "id": "m", "seq": 9, "action": move})
            )
            while json.loads(await player.recv()).get("id") != "m":
                pass
            for each in (player, *others):
                await each.close()

    run(go())


def test_f9_with_few_descriptors_a_new_visitor_is_answered(tmp_path):
    """The soft limit is raised to the hard one; when that is small too, the address with most connections makes room."""
    hard = 400
    code = (
        f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, {hard})); import sys; "
        "from boohive.cli import main; sys.exit(main())"
    )
    server = ServerProcess(tmp_path / "games.sqlite3", log=tmp_path / "log.txt")
    command = [sys.executable, "-c", code, "serve", "--port", str(server.port), "--db", server.db]
    with server.log_path.open("ab") as errors:
        server.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors)
    assert b"boohive is at" in server.process.stdout.readline()
    try:
        raised = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        assert raised == (hard, hard)
        silent = [connect(server, f"127.0.9.{40 + number % 3}") for number in range(600)]
        statuses = [ask(server, address) for address in ("127.0.9.40", "127.0.9.50", "127.0.9.51")]
        assert set(statuses) <= {200, 429}
        assert statuses[1:] == [200, 200]
        for each in silent:
            each.close()
    finally:
        server.stop()
    assert "Traceback" not in server.log()


def test_f34_the_server_stops_though_nobody_reads(tmp_path):
    """Sockets that read nothing and a half-sent body: all are closed at once."""
    with ServerProcess(tmp_path / "games.sqlite3", log=tmp_path / "log.txt") as server:
        joined = Api(server, "127.0.9.60").table()
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        upgrade = request("/ws", extra=f"Upgrade: websocket\r\nConnection: Upgrade\r\n{key}")
        subscribe = json.dumps({"type": "subscribe", "table_id": joined["table_id"]}).encode()
        silent = []
        for number in range(60):
            reader = connect(server, f"127.0.9.{61 + number % 3}")
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            reader.sendall(upgrade)
            assert reader.recv(12) == b"HTTP/1.1 101"
            for _ in range(30):
                reader.sendall(client_frame(0x81, subscribe))
            silent.append(reader)
        half = connect(server, "127.0.9.70")
        half.sendall(request("/api/tables", "POST", b"{}" * 500)[:-300])
        time.sleep(0.2)
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < 6
    assert "Traceback" not in server.log(), server.log()


def test_f34_the_server_stops_though_analyses_wait_and_askers_go(tmp_path):
    """Whoever waits for an analysis is answered at the stop; somebody who goes in the middle of a body is no fault of ours."""
    with ServerProcess(tmp_path / "games.sqlite3", log=tmp_path / "log.txt") as server:
        gone = connect(server, "127.0.9.71")
        gone.sendall(request("/api/tables", "POST", b"{}" * 500)[:-300])
        gone.close()
        asked = json.dumps({"game": "boop", "moves": [], "time_ms": 10_000}).encode()
        waiting = [connect(server, f"127.0.9.{72 + number}") for number in range(2)]
        for each in waiting:
            each.sendall(request("/api/analyse", "POST", asked))
        time.sleep(0.3)
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < 6, "it would take ten seconds"
        assert all(each.recv(4096).startswith(b"HTTP/1.1 503") for each in waiting)
    assert "Traceback" not in server.log(), server.log()
    assert "ERROR" not in server.log(), server.log()


# Requests.


@pytest.fixture
def forgetful(tmp_path):
    """A server whose limits fill up so slowly that it does not matter how fast this machine can ask."""
    slow = [part for name in ("http=240", "pages=2000", "all_http=1500", "create=150", "work=30", "heavy=20")
            for part in ("--limit", f"{name}/0.01")]  # fmt: skip
    with ServerProcess(tmp_path / "games.sqlite3", more=slow) as running:
        yield running


def test_f33_every_path_is_limited_and_a_refusal_is_cheap(forgetful):
    """Unknown paths, the page, wrong methods and cookies of nobody: 429 like everything else, and what it costs is printed."""
    server = forgetful
    cookie = "Cookie: boohive=1.nobody.1700000000.00ff; other=1\r\n"
    costs = {}
    for number, (method, path, body) in enumerate([
        ("GET", "/api/games", b""), ("GET", "/api/nowhere", b""), ("DELETE", "/api/tables", b""), ("GET", "/metrics", b""),
        ("POST", "/api/tables", b'{"game":"boop"}'), ("POST", "/me/nobody", b""), ("GET", "/nowhere.png", b""), ("GET", "/", b""),
    ]):  # fmt: skip
        with connect(server, f"127.0.9.{80 + number}") as noisy:
            stream, wanted = noisy.makefile("rb"), request(path, method, body, cookie) * 50
            statuses = []
            for _ in range(70):
                noisy.sendall(wanted)
                statuses += [read_answer(stream)[0] for _ in range(50)]
                if statuses[-50:] == [429] * 50:
                    break
            assert 429 in statuses, (method, path)
            allowed = statuses.index(429)
            assert allowed >= (12 if path == "/me/nobody" else 200), "who does not ask too often is answered"
            began, refused = cpu_of(server), 0
            for _ in range(20):
                noisy.sendall(wanted)
                refused += [read_answer(stream)[0] for _ in range(50)].count(429)
            costs[f"{method} {path}"] = 1000 * (cpu_of(server) - began) / 1000
            assert refused == 1000
    with connect(server, "127.0.9.98") as bare:  # Another host's name is refused before anything is counted.
        stream, wanted = bare.makefile("rb"), request().replace(b"localhost", b"another.example") * 50
        began = cpu_of(server)
        for _ in range(20):
            bare.sendall(wanted)
            assert [read_answer(stream)[0] for _ in range(50)] == [421] * 50
        least = 1000 * (cpu_of(server) - began) / 1000
    print("ms of CPU for a refused request:", {name: round(cost, 3) for name, cost in costs.items()}, "bare:", least)
    assert sorted(costs.values())[len(costs) // 2] <= max(0.1, 1.6 * least)
    assert ask(server, "127.0.9.99") == 200


@pytest.mark.parametrize("deep", ["[" * 5000, '{"a":' * 5000, '{"game":' + "[" * 5000, '{"options":{"x":' * 3000])
def test_f35_deep_json_is_refused_on_every_route(run, deep, caplog):
    async def go():
        async with local_server() as local:
            table, _ = await local.table()
            paths = (await local.http.get("/api/schema/openapi.json")).json()["paths"]
            asked = 0
            for path, methods in paths.items():
                for method in set(methods) & {"post", "put"}:
                    url = path.replace("{table}", table)
                    answer = await local.http.request(
                        method.upper(), url, content=deep, headers={"content-type": "application/json"}
                    )
                    if "requestBody" in methods[method]:
                        assert (answer.status_code, answer.json()["code"]) == (400, "bad_message"), (url, answer.text)
                        asked += 1
                    assert answer.status_code < 500
            assert asked >= 9
            page = LocalPage(local)
            local.services.sockets._on_message(page.socket, deep)
            assert page.of_type("error")[-1]["code"] == "bad_message"
        assert not [record for record in caplog.records if record.exc_info]

    run(go())


# Messages and frames.


def client_frame(first, data=b""):
    """A frame as a client sends it, masked with zeros."""
    size = len(data)
    head = bytes([first, 0x80 | size]) if size < 126 else bytes([first, 0x80 | 126]) + struct.pack("!H", size)
    return head + b"\0\0\0\0" + data


FLOODS = {
    "pings": client_frame(0x89),
    "pings with data": client_frame(0x89, b"x" * 125),
    "pongs": client_frame(0x8A),
    "empty fragments": client_frame(0x00),
    "fragments": client_frame(0x00, b" "),
}


@pytest.mark.parametrize("plain", ["", "1"])
def test_f38_a_flood_of_frames_closes_its_connection_and_costs_little(tmp_path, plain):
    env = {**os.environ, "BOOHIVE_PLAIN": plain}
    server = ServerProcess(tmp_path / "games.sqlite3", log=tmp_path / "log.txt")
    command = [sys.executable, "-m", "boohive", "serve", "--port", str(server.port), "--db", server.db]
    with server.log_path.open("ab") as errors:
        server.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, env=env)
    server.process.stdout.readline()
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    try:
        for number, (name, flood) in enumerate(FLOODS.items()):
            with connect(server, f"127.0.9.{110 + number}") as noisy:
                noisy.sendall(request("/ws", extra=f"Upgrade: websocket\r\nConnection: Upgrade\r\n{key}"))
                assert noisy.recv(12) == b"HTTP/1.1 101"
                if "fragments" in name:
                    noisy.sendall(client_frame(0x01, b'{"type":'))
                before = cpu_of(server)
                try:
                    for _ in range(20):
                        noisy.sendall(flood * 5000)
                except OSError:
                    pass
                until(lambda noisy=noisy: is_closed(noisy))
                assert cpu_of(server) - before < 0.25, f"{name}: a hundred thousand frames"
        assert ask(server, "127.0.9.120") == 200
    finally:
        server.stop()
    assert "Traceback" not in server.log(), server.log()


def cpu_of(server):
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


KINDS = {
    "chat": ({"kind": "chat", "text": "hello"}, TALK),
    "phrase": ({"kind": "chat", "phrase": "boo"}, TALK),
    "rename": ({"kind": "rename", "name": "Bob"}, FUSS),
    "offer": ({"kind": "offer", "what": "draw"}, FUSS),
    "answer": ({"kind": "answer", "what": "draw", "yes": False}, FUSS),
    "play": ({"kind": "play", "text": "k z9"}, ACTIONS),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ways", ["one socket", "twenty sockets", "http", "both"])
def test_f12_the_same_flood_lets_the_same_number_through_by_every_way(run, kind, ways):
    do, allowed = KINDS[kind]

    async def go():
        async with local_server() as local:
            table, tokens, _ = await local.table_of_two()
            pages = [await local.page(table, tokens[0]) for _ in range(20 if ways == "twenty sockets" else 1)]
            local.services.limits.buckets.clear()
            codes = []
            for i in range(100):
                if ways == "http" or (ways == "both" and i % 2):
                    body = {"id": f"h{i}", "seq": 99, "action": do, "token": tokens[0]}
                    codes.append((await local.post(f"/api/tables/{table}/action", body)).json().get("code"))
                else:
                    local.services.limits.buckets.pop((pages[i % len(pages)].socket.who, "messages"), None)
                    codes.append((await pages[i % len(pages)].act(table, do)).get("code"))
            assert codes.count("too_often") == 100 - allowed

    run(go())


def test_f12_more_sockets_and_more_persons_are_not_more_messages(run):
    """A person's messages count over all their sockets; and it does not help to be many people behind one address."""

    async def go():
        async with local_server() as local:
            table, tokens, _ = await local.table_of_two()
            pages = [await local.page(table, tokens[0]) for _ in range(10)]
            local.services.limits.buckets.clear()
            for i in range(200):
                await pages[i % 10].send(type="ping", client_time=i)
            assert sum(len(page.of_type("pong")) for page in pages) == limits.MESSAGES.burst
            sockets = [LocalPage(local) for _ in range(60)]
            local.services.limits.buckets.clear()
            for page in sockets:
                for _ in range(50):
                    local.services.sockets._on_message(page.socket, '{"type":"ping"}')
            assert sum(len(page.of_type("pong")) for page in sockets) == limits.ALL_MESSAGES.burst

    run(go())


def test_f12_only_so_many_of_an_address_are_counted_as_persons():
    clock = ManualClock()
    counts = Limits(clock)
    for number in range(150):
        counts.seat(f"p{number}", "school")
    assert [counts.who("school", f"p{number}") for number in (0, 99, 100, 149)] == ["p0", "p99", "school", "school"]
    assert counts.who("elsewhere", "nobody") == "elsewhere"
    clock.seconds += limits.SEATED + limits.TIDY
    counts.take("x", limits.HTTP)
    counts.seat("p149", "school")
    assert counts.who("school", "p149") == "p149"
    assert counts.who("school", "p0") == "school"


class Silent:
    """A connection whose reader does not read."""

    def __init__(self):
        self.gate, self.written, self.on_text, self.is_player = asyncio.Event(), 0, None, False

    def is_ready(self):
        return self.gate.is_set()

    def write(self, frames):
        self.written += len(frames)

    async def drained(self):
        await self.gate.wait()

    def tcp_times(self):
        return NOT_MEASURED


@pytest.mark.parametrize("size", [100, 10_000, 400_000, 3_000_000])
def test_f13_what_waits_for_a_reader_is_bounded_in_bytes(run, size):
    async def go():
        line = Silent()
        reader = Socket(line, None, "x", ManualClock())
        reader.tables["t"] = []
        most = 0
        for _ in range(300):
            reader.send("t", b"x" * size)
            most = max(most, sum(map(len, reader.outbox)))
            assert reader.waiting_bytes == sum(map(len, reader.outbox))
            await asyncio.sleep(0)
        assert most <= max(COUNTS["waiting_bytes"], size)
        assert reader.overflowed
        line.gate.set()
        await settle()
        assert reader.waiting_bytes == 0
        assert not reader.overflowed

    run(go())


def test_f13_whoever_asks_again_and_again_without_reading_costs_little_memory(run):
    """A hundred subscriptions to a table with much to say."""

    async def go():
        async with local_server() as local:
            table, _ = await local.table()
            page = LocalPage(local)
            page.socket.connection = line = Silent()
            for _ in range(50):
                await page.send(type="subscribe", table_id=table)
                page.socket.send(table, b"x" * 500_000)
            assert page.socket.waiting_bytes <= COUNTS["waiting_bytes"]
            line.gate.set()
            await settle()

    run(go())


def test_f39_a_table_has_so_many_lines_and_events_and_no_more(run):
    async def go():
        async with local_server() as local:
            table, tokens = await local.table()
            page = await local.page(table, *tokens)
            counts = local.services.limits.counts
            counts["table_lines"], counts["table_events"] = 20, 6
            codes = []
            for text in ("k a1", "k f6", "k a6", "k f1", "k c1", "k c6", "k d3"):
                codes.append((await page.play(table, text)).get("code"))
            assert codes == [None] * 6 + ["not_now"]
            for i in range(12):
                codes.append((await page.act(table, {"kind": "rename", "name": f"n{i}"}, seat=0)).get("code"))
            assert local.sessions[table].table.seq == 20
            assert codes[-1] == "not_now"
            assert (await page.act(table, {"kind": "resign"}, seat=0))["type"] == "update"

    run(go())


@pytest.mark.parametrize("route", ["socket", "http", "action", "another server"])
def test_f39_a_long_log_is_replayed_outside_the_event_loop(run, monkeypatch, route):
    """Whoever asks for a table with many lines does not hold up the others, by whatever way they ask."""
    loop_thread, replayed = threading.get_ident(), []

    def noted(entries):
        if len(entries) > LONG_LOG:
            replayed.append(threading.get_ident())
        return replay(entries)

    async def go():
        async with two_servers() as (first, second):
            table, tokens = await first.table()
            entries = first.store.logs[table]
            for number in range(LONG_LOG + 50):
                entry = log.LogEntry(
                    entries[-1].seq + 1, first.clock.now_ms(), 0, f"r{number}", log.Rename(f"n{number}")
                )
                entries.append(entry)
            first.store.rows[table] = first.store.rows[table]._replace(seq=entries[-1].seq)
            first.sessions.clear()
            monkeypatch.setattr("boohive.server.registry.replay", noted)
            asked = second if route == "another server" else first
            if route == "http":
                assert (await first.http.get(f"/api/tables/{table}")).status_code == 200
            elif route == "action":
                body = {"id": "m", "seq": 10**6, "action": {"kind": "play", "text": "k c3"}, "token": tokens[0]}
                assert (await first.post(f"/api/tables/{table}/action", body)).status_code == 200
            else:
                page = await asked.page(table, *tokens)
                async with asyncio.timeout(10):
                    while not page.of_type("snapshot"):
                        await asyncio.sleep(0.001)
            assert asked.sessions[table].table.seq >= LONG_LOG + 50

    run(go())
    assert replayed and loop_thread not in replayed


# Limits as settings.


def test_s10_every_limit_is_a_setting():
    texts = [f"{name}=7/3" for name in LIMITS] + [f"{name}=9" for name in COUNTS]
    rates, counts = read_limits(texts)
    chosen = Limits(ManualClock(), rates, counts)
    assert {(each.burst, each.per_second) for each in chosen.rates.values()} == {(7, 3)}
    assert set(chosen.counts.values()) == {9}
    for bad in ("nothing=1", "http=many", "http=3", "http=3/0", "connections=x", "http"):
        with pytest.raises(BoohiveError, match=r"write|there are"):
            read_limits([bad])


def test_s10_an_address_is_what_a_household_has():
    assert network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff:1:2:3") != network_of("2001:db8:1:3::1")
    assert network_of("fe80::1%eth0") == network_of("fe80::2")
    assert network_of("unknown:host") == "?"


def test_s10_sixty_people_behind_one_address_are_never_refused(run):
    """A school: all open the page and sit down within a minute, then a move every two seconds each and a reload now and
    then, for ten minutes of the server's time, with the default limits."""

    async def go():
        async with local_server() as local:
            counts, front = local.services.limits, local.services.front
            people = [Pupil(local, front, number) for number in range(60)]
            for pupil in people:
                pupil.loads_page()
                await local.clock.advance(1)
            for first, second in zip(people[::2], people[1::2], strict=True):
                await first.opens_table()
                await second.joins(first.table)
            for second in range(600):
                for pupil in people[second % 2 :: 2]:
                    pupil.sends()
                if second % 5 == 0:
                    pupil = people[second // 5 % 60]
                    pupil.loads_page()
                    await pupil.subscribes()
                local.clock.seconds += 1
            assert not counts.refused, counts.refused

    run(go())


class Pupil:
    """A person at school: counted as the server counts them, through the same functions."""

    def __init__(self, local, front, number):
        self.local, self.front, self.number, self.http = local, front, number, local.another()
        self.page = None

    def asks(self, path):
        cookie = self.http.cookies.get("boohive")
        headers = [(b"host", b"school")] + ([(b"cookie", f"a=b; boohive={cookie}".encode())] if cookie else [])
        wait = self.front.wait({"path": path, "headers": headers, "client": ("10.0.0.1", 1)})
        assert wait == 0, (self.number, path)

    def loads_page(self):
        for path in ["/", *(f"/assets/{n}.js" for n in range(20)), "/api/games", "/api/me", "/api/tables"]:
            self.asks(path)

    async def opens_table(self):
        self.asks("/api/tables")
        body = {"game": "boop", "seats": [{"occupant": "me"}, {"occupant": "empty"}]}
        await self._sits(await self.http.post("/api/tables", json=body))

    async def joins(self, table):
        self.asks(f"/api/tables/{table}/join")
        await self._sits(await self.http.post(f"/api/tables/{table}/join", json={}))

    async def _sits(self, answer):
        assert answer.status_code == 201, answer.text
        self.table, self.token = answer.json()["table_id"], answer.json()["tokens"][0]["token"]
        await self.subscribes()

    async def subscribes(self):
        person = self.local.services.signer.person(self.http.cookies["boohive"])
        who = self.local.services.limits.who("10.0.0.1", person)
        self.local.services.limits.check(who, limits.SOCKETS)
        self.page = LocalPage(self.local, person)
        self.page.socket.address = "10.0.0.1"
        await self.page.watch(self.table, self.token)
        assert self.page.of_type("snapshot")

    def sends(self):
        self.page.connection.messages.clear()
        self.local.services.sockets._on_message(self.page.socket, '{"type":"ping"}')
        assert [each["type"] for each in self.page.connection.messages] == ["pong"]


def test_s10_who_floods_from_the_same_school_is_refused_alone():
    """A stranger's flood empties the address's tokens, not those of the people who play."""
    clock = ManualClock()
    counts, signer = Limits(clock), Signer([b"key"], clock)
    front = Front(counts, signer)
    counts.seat("ann", "10.0.0.1")

    def wait(cookie, path="/api/me"):
        headers = [(b"cookie", b"boohive=" + cookie.encode())] if cookie else []
        return front.wait({"path": path, "headers": headers, "client": ("10.0.0.1", 1)})

    for _ in range(1000):
        wait(None)
    assert wait(None) > 0
    assert wait("1.ann.5.forged") > 0, "a forged cookie is a stranger's"
    assert wait(Signer([b"other"], clock).sign("ann")) > 0
    assert wait(signer.sign("bob")) > 0, "somebody without a seat is a stranger"
    assert wait(signer.sign("ann")) == 0
    for _ in range(int(limits.HTTP.burst)):
        wait(signer.sign("ann"))
    assert wait(signer.sign("ann")) > 0


def test_f40_presence_is_told_when_it_changes_and_changes_are_gathered(run):
    """A hundred spectators, one of whom subscribes again and again: the others hear nothing of it."""

    async def go():
        async with local_server() as local:
            table, tokens, _ = await local.table_of_two()
            pages = [await local.page(table) for _ in range(100)]
            await local.clock.advance(0.2)
            assert pages[0].of_type("presence")[-1]["spectators"] == 100
            for page in pages:
                page.connection.messages.clear()
            for _ in range(20):
                await pages[0].send(type="subscribe", table_id=table)
                await pages[1].send(type="resume", table_id=table, seq=1)
            await local.clock.advance(0.2)
            assert not [page for page in pages if page.of_type("presence")]
            for page in pages[:50]:
                await page.send(type="unsubscribe", table_id=table)
            player = await local.page(table, tokens[1])
            await local.clock.advance(0.2)
            told = [page.of_type("presence") for page in (*pages[50:], player)]
            assert {len(each) for each in told} == {1}, "fifty changes are told once"
            assert told[0][0]["spectators"] == 50
            assert told[0][0]["connected"] == [False, True]

    run(go())


ODD = ["a\0b", "\0", "\u202ex", "x\u2028y", "\U0001f600" * 40, "\ufffe", "e\u0301" * 20, " ", "\t", "\u00e9"]
"""What a database may refuse, or what hides what is shown."""


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def stores(request, tmp_path):
    """A store of each kind."""
    if request.param == "memory":
        yield MemoryStore
    elif request.param == "sqlite":
        yield lambda: SqlStore(str(tmp_path / "games.sqlite3"))
    else:
        url = request.getfixturevalue("postgres").url
        yield lambda: SqlStore(url)
        engine = connect_database(url)
        with engine.begin() as connection:
            connection.exec_driver_sql("drop schema public cascade")
            connection.exec_driver_sql("create schema public")
        engine.dispose()


def test_f18_no_value_looks_like_a_lost_database(run, stores, caplog):
    """Odd characters in every text field of every way in: answered at once, never 5xx, and the next move is not held up."""

    declined = {"kind": "answer", "what": "draw", "yes": False}

    async def go():
        async with local_server(store=stores(), clock=SystemClock()) as local:
            local.services.limits.rates = {name: limits.Limit(name, 1e6, 1e6) for name in LIMITS}
            table, tokens = await local.table()
            path = f"/api/tables/{table}"
            page = await LocalPage(local).watch(table, *tokens)
            for odd in ODD:
                began = time.perf_counter()
                answers = [
                    await local.post(f"{path}/action", {"id": odd, "seq": 9, "token": tokens[0], "action": declined}),
                    await local.post(f"{path}/action", {"id": "x", "seq": 9, "token": odd, "action": declined}),
                    await local.post(f"{path}/action", play(odd, tokens[0])),
                    await local.post(f"{path}/join", {"name": odd[:40]}),
                    await local.post("/api/join", {"room_code": (odd + "AAAAA")[:12]}),
                    await local.post("/api/tables", {"game": odd, "seats": [{"occupant": "me"}]}),
                    await local.post("/api/tables", {"game": "boop", "preset": odd, "seats": [{"occupant": "me"}] * 2}),
                    await local.post(
                        "/api/tables", {"game": "boop", "options": {odd: odd}, "seats": [{"occupant": "me"}] * 2}
                    ),
                    await local.post(
                        "/api/tables", {"game": "boop", "position": odd, "seats": [{"occupant": "me"}] * 2}
                    ),
                    await local.post(
                        "/api/tables", {"game": "hive", "seats": [{"occupant": "me", "name": odd[:40]}] * 2}
                    ),
                    await local.post("/api/match", {"game": "boop", "name": odd[:40]}),
                    await local.post("/api/inspect", {"game": "boop", "moves": [odd]}),
                    await local.http.get("/api/tables", params={"game": odd}),
                    await local.http.get("/api/tables/" + quote(odd, safe="")),
                    await local.http.put("/api/me", json={"name": odd[:40]}),
                    await local.http.post("/me/" + quote(odd, safe="")),
                ]
                assert all(answer.status_code < 500 for answer in answers), [each.text for each in answers]
                assert answers[0].status_code == (409 if odd == " " else 400), "a space is printable"
                for message in (
                    {"type": "subscribe", "table_id": odd[:40]},
                    {"type": "resume", "table_id": odd[:40], "seq": 1},
                ):
                    await page.send(**message)
                assert time.perf_counter() - began < 10, "a lost database is waited for fifteen seconds"
            codes = {each["code"] for each in page.of_type("error")}
            assert codes <= {"unknown_table", "bad_message"}
            move = await local.post(f"{path}/action", play("k c3", tokens[0]))
            assert move.status_code == 200, move.text
        assert not [record for record in caplog.records if record.exc_info or "away" in record.message]

    run(go())


def play(text, token):
    return {"id": f"p{len(text)}", "seq": 99, "token": token, "action": {"kind": "play", "text": text}}


PROTOTYPE = [
    "__proto__", "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString",
    "valueOf", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
]  # fmt: skip
"""What every object of a page's language has without being asked."""


@pytest.mark.parametrize("name", PROTOTYPE)
def test_f29_no_name_of_objects_gets_through_as_a_phrase_an_option_or_a_game(run, name):
    """A page that looked such a name up would find a function instead of nothing."""

    async def go():
        async with local_server() as local:
            table, tokens = await local.table()
            page = await local.page(table, *tokens)
            seats = [{"occupant": "me"}] * 2
            said = await page.act(table, {"kind": "chat", "phrase": name})
            assert (said["type"], said["code"]) == ("error", "bad_message")
            phrase = {"id": "h", "seq": 9, "token": tokens[0], "action": {"kind": "chat", "phrase": name}}
            for path, body in (
                (f"/api/tables/{table}/action", phrase),
                ("/api/tables", {"game": name, "seats": seats}),
                ("/api/tables", {"game": "boop", "preset": name, "seats": seats}),
                ("/api/tables", {"game": "boop", "options": {name: True}, "seats": seats}),
                ("/api/match", {"game": name}),
                ("/api/inspect", {"game": name}),
            ):
                answer = await local.post(path, body)
                assert answer.status_code == 400, (path, answer.text)
            assert not local.sessions[table].table.chat
            assert (await local.http.get("/api/tables", params={"game": name})).status_code == 400

    run(go())
