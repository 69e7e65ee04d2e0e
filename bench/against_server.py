"""The server's part of ``against.py``: processor time for an acknowledged move, driven in the words of either protocol."""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any, NamedTuple

from bench.server import Page, Server, address, connect
from boohive import GAMES

TABLES, MOVES, RATE, SPECTATORS = 25, 40, 200, 2
"""Tables, moves at each of them, moves a second at all of them together, and spectators of each."""
PATIENCE = 10
"""Seconds to wait for a move to be acknowledged."""


class Words(NamedTuple):
    """What one protocol calls things."""

    occupant: str
    table: str
    subscribe: str
    act: str
    action: str
    update: str
    error: str
    probe: str
    echo: str


OLD = Words("player", "table", "watch", "act", "do", "acted", "refused", "probe", "echo")
NEW = Words("occupant", "table_id", "subscribe", "action", "action", "update", "error", "latency_probe", "latency_echo")


class PackageServer(Server):
    """``boohive serve`` of the package in this folder of sources."""

    def __init__(self, sources: Path, folder: str) -> None:
        code = f"import sys; sys.path.insert(0, {str(sources)!r}); from boohive.cli import main; sys.exit(main())"
        words = ["serve", "--port", "0", "--db", f"{folder}/tables.sqlite3", "--log", "quiet"]
        self.process = subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().split("localhost:")[1].split("/")[0])

    def nanoseconds(self) -> int:
        """Processor time of all threads so far."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks)


class Table:
    """One page that moves for both seats, always by the same random numbers, so that both servers carry the same games."""

    def __init__(self, made: dict[str, Any], words: Words, seed: int) -> None:
        self.id, self.words = made[words.table], words
        self.tokens = [each["token"] for each in made["tokens"]]
        self.rng = random.Random(seed)
        self.seq = 0
        self.legal_moves: list[str] = []
        self.played: list[str] = []
        self.is_over = False
        self.page: Page
        self.acknowledged = asyncio.Event()

    def heard(self, data: bytes) -> None:
        message = json.loads(data)
        if message["type"] == self.words.probe:
            self.page.send({"type": self.words.echo, "n": message["n"]})
        assert message["type"] != self.words.error, message
        part = message.get("scene") or message.get("board") or message.get("table", {})
        part = part.get("board", part) if isinstance(part, dict) else {}
        if "status" in part:
            legal_moves = part["legal"] if "legal" in part else part["legal_moves"]
            self.legal_moves = sorted(move["text"] for move in legal_moves)
            self.is_over = part["status"] == "over"
            self.seq = message["seq"]
            self.acknowledged.set()

    async def move(self) -> None:
        """Send a move as soon as the one before is acknowledged, unless the game is over."""
        await asyncio.wait_for(self.acknowledged.wait(), PATIENCE)
        if self.is_over:
            return
        self.played.append(self.rng.choice(self.legal_moves))
        self.acknowledged.clear()
        message = {"type": self.words.act, self.words.table: self.id, "id": f"n{len(self.played)}", "seq": self.seq}
        self.page.send({**message, self.words.action: {"kind": "play", "text": self.played[-1]}})


async def seat(server: PackageServer, game: str, words: Words, number: int) -> Table:
    """A table with its page and its spectators, as the benchmarks play this game."""
    options = dict(GAMES[game].as_turn_based().research_options())
    body = {"game": game, "options": options, "seats": [{words.occupant: "me"}, {words.occupant: "me"}]}
    made = await asyncio.to_thread(server.post, "/api/tables", body, address(10_000 + number))
    table = Table(made, words, number)
    table.page = await connect(server.port, address(20_000 + number), table.heard)
    table.page.send({"type": words.subscribe, words.table: table.id, "tokens": table.tokens})
    for each in range(SPECTATORS):
        watcher = await connect(server.port, address(30_000 + SPECTATORS * number + each))
        watcher.send({"type": words.subscribe, words.table: table.id})
    await asyncio.wait_for(table.acknowledged.wait(), PATIENCE)
    return table


async def play(server: PackageServer, game: str, words: Words) -> tuple[float, str]:
    """Milliseconds of processor time for an acknowledged move, and how many moves of which games these were."""
    tables = [await seat(server, game, words, number) for number in range(TABLES)]
    await asyncio.sleep(1.5)  # until what a server does after its start is done
    loop = asyncio.get_running_loop()
    begin, before = loop.time(), server.nanoseconds()
    for number in range(TABLES * MOVES):
        if (wait := begin + number / RATE - loop.time()) > 0.001:
            await asyncio.sleep(wait)
        await tables[number % TABLES].move()
    for table in tables:
        await asyncio.wait_for(table.acknowledged.wait(), PATIENCE)
    await asyncio.sleep(0.1)  # for the spectators
    spent = server.nanoseconds() - before
    moves = [" ".join(table.played) for table in tables]
    count = sum(len(table.played) for table in tables)
    return spent / 1e6 / count, f"{count}:{zlib.crc32(chr(10).join(moves).encode()):08x}"


def of_server(sources: Path, game: str) -> tuple[float, str]:
    """One run of a fresh server."""
    words = OLD if "847df46" in str(sources) else NEW
    os.environ.pop("BOOHIVE_PLAIN", None)
    with tempfile.TemporaryDirectory() as folder:
        server = PackageServer(sources, folder)
        try:
            return asyncio.run(play(server, game, words))
        finally:
            server.stop()
