"""What a move costs by set-up and game: one server on SQLite, one on PostgreSQL, and two on PostgreSQL and Valkey.

The last part of ``./dev bench server``, or alone: ``./dev bench setups``.
Processor time of servers, database and Valkey for each acknowledged move. All set-ups run side by side and take turns, so that
what else the machine does hits them alike; only their own processes are counted. BOOHIVE_BENCH sets the size:
``rounds=1 pairs=24 turns=24``.
"""

import asyncio
import itertools
import os
import random
import shutil
import sqlite3
import statistics
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

from bench.measure import row, serve_on
from bench.server import Board, Server, address, connect, decode
from boohive.games import GAMES
from boohive.server.dev_services import LocalPostgres, LocalValkey

SIZES = {"rounds": 1, "pairs": 24, "turns": 24}
RATE = 200
"""Moves a second at all tables together."""
PATIENCE = 60
TICKS = os.sysconf("SC_CLK_TCK")
SAME_BOUND, APART_BOUND = 1.2, 1.8
"""Two servers against one on PostgreSQL: with all of a table at one server, and each player at another."""
SQLITE, ALONE, SAME, APART = "SQLite", "PostgreSQL", "two, table at one", "two, players apart"
numbers = itertools.count()


def spent(pid: int) -> float:
    """Seconds of processor time of a process and its children, those that have ended included."""
    tasks = Path(f"/proc/{pid}/task")
    try:
        running = sum(int(task.read_text().split()[0]) for task in tasks.glob("*/schedstat")) / 1e9
        ended = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[13:15]
        children = " ".join(each.read_text() for each in tasks.glob("*/children")).split()
    except FileNotFoundError:  # A child that has just ended: its parent counts it from now on.
        return 0.0
    return running + sum(map(int, ended)) / TICKS + sum(spent(int(child)) for child in children)


class Setup(NamedTuple):
    """Servers, and the processes of each part."""

    name: str
    servers: list[Server]
    parts: dict[str, list[int]]

    def spent(self) -> dict[str, float]:
        return {part: sum(map(spent, pids)) for part, pids in self.parts.items()}

    def ports(self, table: int) -> tuple[int, int]:
        """Where the two players of a table are: at one server, or each at another."""
        first = self.servers[table % len(self.servers)]
        second = self.servers[(table + 1) % len(self.servers)] if self.name == APART else first
        return first.port, second.port


class Player:
    """A page of one seat, which moves by random numbers."""

    def __init__(self, made: dict[str, Any], seat: int) -> None:
        self.table, self.seat = made["table_id"], seat
        self.token = next(each["token"] for each in made["tokens"] if each["seat"] == seat)
        self.chance = random.Random(seat)
        self.seq, self.asked, self.acknowledged = 0, "", 0
        self.board: Board | None = None
        self.page: Any = None
        self.heard_something = asyncio.Event()

    async def open(self, port: int) -> None:
        number = 40_000 + next(numbers)
        self.page = await connect(port, address(number), self.heard)
        self.page.send({"type": "subscribe", "table_id": self.table, "tokens": [self.token]})
        await asyncio.wait_for(self.heard_something.wait(), PATIENCE)

    def heard(self, data: bytes) -> None:
        said = decode(data)
        if said.type == "latency_probe":
            self.page.send({"type": "latency_echo", "n": said.n})
        if said.type in ("snapshot", "update"):
            self.board = (said.table.board if said.table is not None else said.board) or self.board
            self.seq = said.seq
            self.heard_something.set()
        if self.asked and said.id == self.asked:  # In a race what was right a moment ago may be refused.
            self.acknowledged += said.type == "update"
            self.asked = ""

    def deed(self) -> dict[str, Any] | None:
        """What this seat can do now; in a race a hand goes up and down, or there is another name."""
        assert self.board is not None
        if self.board.legal_moves:
            return {"kind": "play", "text": self.chance.choice(self.board.legal_moves).text}
        if self.board.position.phase == "search":
            up = self.board.position.players[self.seat].hand
            return {"kind": "play", "text": f"hand {'down' if up else 'up'}"}
        return {"kind": "rename", "name": f"Ann {self.seq}"} if self.board.position.phase else None

    def act(self) -> bool:
        """Do it; whether there was anything to be done."""
        deed = None if self.asked else self.deed()
        if deed is not None:
            self.send(deed)
        return deed is not None

    def send(self, deed: dict[str, Any]) -> None:
        self.asked = f"b{next(numbers)}"
        who = {"table_id": self.table, "id": self.asked, "seq": self.seq, "seat": self.seat}
        self.page.send({"type": "action", **who, "action": deed})


async def sit_down(setup: Setup, game: str, table: int) -> list[Player]:
    """Two people at a table."""
    options = {} if GAMES[game].kind == "race" else dict(GAMES[game].as_turn_based().research_options())
    body = {"game": game, "options": options, "seats": [{"occupant": "me"}, {"occupant": "me"}]}
    ports = setup.ports(table)
    first = next(server for server in setup.servers if server.port == ports[0])
    made = await asyncio.to_thread(first.post, "/api/tables", body, address(10_000 + next(numbers)))
    players = [Player(made, seat) for seat in (0, 1)]
    for player, port in zip(players, ports, strict=True):
        await player.open(port)
    return players


async def answered(tables: list[list[Player]]) -> None:
    """Wait until nobody waits for an answer."""
    async with asyncio.timeout(PATIENCE):
        while any(player.asked for pair in tables for player in pair):
            await asyncio.sleep(0.01)


async def play(setup: Setup, game: str, size: dict[str, int]) -> tuple[int, dict[str, float]]:
    """How many actions were acknowledged, and the processor time of each part."""
    tables = [await sit_down(setup, game, number) for number in range(size["pairs"])]
    await asyncio.sleep(1.5)  # until presence has been told and round trips are measured
    loop, before = asyncio.get_running_loop(), setup.spent()
    begin = loop.time()
    for number in range(size["pairs"] * size["turns"]):
        if (wait := begin + number / RATE - loop.time()) > 0.001:
            await asyncio.sleep(wait)
        pair = tables[number % len(tables)]
        first = number // len(tables) % 2
        if not pair[first].act():
            pair[1 - first].act()
    await answered(tables)
    await asyncio.sleep(0.1)  # for the other page
    after, count = setup.spent(), sum(player.acknowledged for pair in tables for player in pair)
    for pair in tables:
        for player in pair:  # A race would go on by itself.
            player.send({"kind": "resign"})
    await answered(tables)
    for pair in tables:
        for player in pair:
            player.page.transport.disconnect(False)
    return count, {part: after[part] - before[part] for part in after}


class SetupServer(Server):
    """``boohive serve`` on a database."""

    def __init__(self, db: str, *more: str) -> None:
        self.process = serve_on(db, *more)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().split("localhost:")[1].split("/")[0])


def start(folder: Path, stack: ExitStack) -> list[Setup]:
    """All set-ups; two of them share their servers."""

    def postgres() -> LocalPostgres:
        place = Path(tempfile.mkdtemp(prefix="boohive-pg-"))
        stack.callback(shutil.rmtree, place, ignore_errors=True)
        running = LocalPostgres(place).start()
        stack.callback(running.stop)
        return running

    def server(db: str, *more: str) -> Server:
        running = SetupServer(db, *more)
        stack.callback(running.stop)
        return running

    def pid(program: LocalPostgres | LocalValkey) -> int:
        assert program.process is not None
        return program.process.pid

    lite = server(str(folder / "tables.sqlite3"))
    database = postgres()
    alone = server(database.url)
    shared, valkey = postgres(), LocalValkey(folder / "valkey").start()
    stack.callback(valkey.stop)
    two = [server(shared.url, "--valkey", valkey.url) for _ in range(2)]
    parts = {
        "servers": [each.process.pid for each in two],
        "database": [pid(shared)],
        "Valkey": [pid(valkey)],
    }
    return [
        Setup(SQLITE, [lite], {"servers": [lite.process.pid]}),
        Setup(ALONE, [alone], {"servers": [alone.process.pid], "database": [pid(database)]}),
        Setup(SAME, two, parts),
        Setup(APART, two, parts),
    ]


def stored(folder: Path) -> int:
    """Bytes of the SQLite store."""
    with closing(sqlite3.connect(folder / "tables.sqlite3")) as store:
        pages, size = (store.execute(f"pragma {what}").fetchone()[0] for what in ("page_count", "page_size"))
    return int(pages * size)


def show(costs: dict[tuple[str, str], list[dict[str, float]]], game: str, names: list[str]) -> None:
    """One line for each set-up: the median of all rounds, in milliseconds for an action."""
    totals = {name: [sum(each.values()) for each in costs[game, name]] for name in names}
    for name in names:
        parts = {part: statistics.median(each[part] for each in costs[game, name]) for part in costs[game, name][0]}
        against = ""
        if name in (SAME, APART):
            ratios = [two / one for two, one in zip(totals[name], totals[ALONE], strict=True)]
            against = f"{statistics.median(ratios):.2f}"
        cells = [f"{parts[part]:.2f}" if part in parts else "" for part in ("servers", "database", "Valkey")]
        row(f"{game}, {name}", *cells, f"{statistics.median(totals[name]):.2f}", against)


def run() -> None:
    chosen = (each.split("=") for each in os.environ.get("BOOHIVE_BENCH", "").split())
    size = SIZES | {name: int(value) for name, value in chosen if name in SIZES}
    costs: dict[tuple[str, str], list[dict[str, float]]] = {}
    growth: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        folder = Path(place)
        setups = start(folder, stack)
        for _ in range(size["rounds"]):
            for game in GAMES:
                for setup in setups:
                    before = stored(folder)
                    count, parts = asyncio.run(play(setup, game, size))
                    each = {part: 1000 * seconds / count for part, seconds in parts.items()}
                    costs.setdefault((game, setup.name), []).append(each)
                    costs.setdefault(("all games", setup.name), []).append(each)
                    if setup.name == SQLITE:
                        growth.setdefault(game, []).append((stored(folder) - before) / count)
    names = [setup.name for setup in setups]
    row("ms of processor time for an action", "servers", "database", "Valkey", "together", "against one")
    for game in [*GAMES, "all games"]:
        show(costs, game, names)
    print(f"bounds: {SAME_BOUND} with a table at one server, {APART_BOUND} with its players apart, all games together")
    told = (f"{game} {statistics.median(each):.0f}" for game, each in growth.items())
    print(f"the SQLite store grows by, in bytes for an action: {', '.join(told)}")
