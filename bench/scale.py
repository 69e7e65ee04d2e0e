"""A server that comes back to a full store: how long until it answers, and how long its lists take.

``./dev bench scale``: 10,000 running and 100,000 finished tables, then 1,000 real-time tables whose server was killed while their
clocks ran. Tables are copies of a few games that were played through the server. BOOHIVE_BENCH sets the size:
``running=10000 finished=100000 timed=1000``. Next to each time is the server's own processor time, which other work on the same
machine does not change.
"""

import http.client
import json
import os
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from bench.measure import serve
from boohive.server.requests import new_id

SIZES = {"running": 10_000, "finished": 100_000, "timed": 1_000}
STORE = "tables.sqlite3"
GAMES = ("boop", "hive", "boop-ghosts", "boop-junior")
MOVES = 12
DAYS = {"kind": "correspondence", "per_move_ms": 3 * 86_400_000}
CLOCK_MS = 4_000
MINE = 1_000
"""Copies of each template that belong to the person who asks for their games."""


class Visitor:
    """Asks a server over HTTP, with a cookie and on one connection."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.link, self.cookie = http.client.HTTPConnection("127.0.0.1", port, timeout=60), cookie

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        self.link.request(method, path, None if body is None else json.dumps(body), {"Cookie": self.cookie})
        answer = self.link.getresponse()
        self.cookie = (answer.getheader("set-cookie") or self.cookie).split(";")[0]
        data = json.loads(answer.read())
        assert answer.status < 300, (path, answer.status, data)
        return data


class Running:
    """``boohive serve`` with the store of a folder."""

    def __init__(self, folder: str) -> None:
        self.begun = time.monotonic()
        self.process = serve(folder)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().split("localhost:")[1].split("/")[0])

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def since_start(self) -> str:
        return f"{time.monotonic() - self.begun:.2f} s after the start, {self.cpu():.2f} s of processor time"

    def first_answer(self) -> str:
        Visitor(self.port).ask("GET", "/api/live")
        return self.since_start()

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *_: object) -> None:
        """``kill -9``."""
        self.process.kill()
        self.process.wait()


def play(visitor: Visitor, game: str, clock: dict[str, Any], moves: int, resigns: bool = False) -> str:
    """A table on one screen with so many moves; its id."""
    seats = [{"occupant": "me"}, {"occupant": "me"}]
    made = visitor.ask("POST", "/api/tables", {"game": game, "seats": seats, "clock": clock, "public": True})
    table, token = made["table_id"], made["tokens"][0]["token"]
    for number in range(moves):
        choices = visitor.ask("GET", f"/api/tables/{table}")["table"]["board"]["legal_moves"]
        action = {"kind": "play", "text": choices[number * 7 % len(choices)]["text"]}
        body = {"id": f"m{number}", "seq": 10**6, "action": action, "token": token}
        visitor.ask("POST", f"/api/tables/{table}/action", body)
    if resigns:
        body = {"id": "end", "seq": 10**6, "action": {"kind": "resign"}, "token": token, "seat": 0}
        visitor.ask("POST", f"/api/tables/{table}/action", body)
    return str(table)


def copy(store: sqlite3.Connection, table: str, count: int, is_listed: bool) -> None:
    """The same table again and again, under other ids; the first ones belong to the same person."""
    columns = {name: [row[1] for row in store.execute(f"pragma table_info({name})")] for name in ("tables", "entries")}
    for number in range(count):
        new = {"id": new_id(), "table_id": "", "listed": int(is_listed)}
        new["table_id"] = new["id"]
        for name, key in (("tables", "id"), ("entries", "table_id")):
            values = ", ".join(f":{each}" if each in new else each for each in columns[name])
            store.execute(f"insert into {name} select {values} from {name} where {key} = :old", {**new, "old": table})
        person = "person" if number < MINE else "'x' || :id"
        store.execute(
            f"insert or ignore into seatings (person, table_id) select {person}, :id from seatings where table_id = :old",
            {**new, "old": table},
        )


def fill(folder: str, size: dict[str, int]) -> str:
    """A store with many tables; the cookie of a person who plays at some of them."""
    with Running(folder) as server:
        visitor = Visitor(server.port)
        templates = [
            (play(visitor, game, DAYS, MOVES, resigns), "finished" if resigns else "running")
            for game in GAMES
            for resigns in (False, True)
        ]
    path = Path(folder) / STORE
    with closing(sqlite3.connect(path)) as store, store:
        for table, kind in templates:
            copy(store, table, size[kind] // len(GAMES), kind == "running")
        tables, lines = (store.execute(f"select count(*) from {name}").fetchone()[0] for name in ("tables", "entries"))
    kilobytes = path.stat().st_size / 1000
    print(f"store             {tables} tables, {lines} entries, {kilobytes / tables:.1f} KB a table")
    return visitor.cookie


def lists(folder: str, size: dict[str, int]) -> None:
    """Start and lists with a full store."""
    cookie = fill(folder, size)
    with Running(folder) as server:
        print(f"first answer      {server.first_answer()} (bound: 3 s)")
        visitor = Visitor(server.port, cookie)
        for path in ("/api/tables", "/api/me") * 2:
            begun, cpu = time.monotonic(), server.cpu()
            visitor.ask("GET", path)
            took, cpu = 1000 * (time.monotonic() - begun), 1000 * (server.cpu() - cpu)
            print(f"GET {path:13} {took:.1f} ms, {cpu:.1f} ms of processor time (bound: 50 ms)")


def clocks(folder: str, size: dict[str, int]) -> None:
    """Killed while real-time clocks ran: every clock runs out as if nobody had been away."""
    with Running(folder) as server:
        table = play(Visitor(server.port), "boop", {"kind": "real_time", "initial_ms": CLOCK_MS}, 3)
    with closing(sqlite3.connect(Path(folder) / STORE)) as store, store:
        copy(store, table, size["timed"] - 1, False)
    with Running(folder) as server, closing(sqlite3.connect(Path(folder) / STORE)) as store:
        answered = server.first_answer()
        while store.execute("select count(*) from tables where status = 'playing'").fetchone()[0]:
            assert time.monotonic() - server.begun < 120, "clocks are not served"
            time.sleep(0.05)
        served = server.since_start()
    print(f"after kill -9     {size['timed']} real-time tables: first answer {answered} (bound: 2 s)")
    print(f"last clock served {served}; {CLOCK_MS / 1000:g} s at most were left on it (bound: 5 s more)")


def run() -> None:
    size = SIZES | {
        name: int(value) for name, value in (each.split("=") for each in os.environ.get("BOOHIVE_BENCH", "").split())
    }
    for part in (lists, clocks):
        with tempfile.TemporaryDirectory() as folder:
            part(folder, size)
