"""What each trick of the server is worth: processor time for a move with it and without it, in interleaved pairs.

``./dev bench server --without TRICK`` (or ``--without all``); a trick stays when it saves 2 % more than the spread of the
pairs.
"""

import asyncio
import os
import statistics
import tempfile
from pathlib import Path

from bench.server import Load, Server, Table, address, connect
from boohive.server.tricks import TRICKS

PAIRS, TABLES, MOVES, RATE = 9, 30, 1000, 500
GAMES_PLAYED = ("boop", "boop-ghosts", "hive")


def processor_seconds(server: Server) -> float:
    """Processor time of all threads so far, in nanoseconds where ``stat`` has ticks of ten milliseconds."""
    tasks = Path(f"/proc/{server.process.pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


async def play(server: Server) -> float:
    """Milliseconds of processor time of the server for one acknowledged move."""
    load, tables = Load(), []
    for number in range(TABLES):
        game = GAMES_PLAYED[number % len(GAMES_PLAYED)]
        body = {"game": game, "seats": [{"occupant": "me"}, {"occupant": "me"}]}
        made = await asyncio.to_thread(server.post, "/api/tables", body, address(10_000 + number))
        table = Table(game, made, load)
        table.page = await connect(server.port, address(20_000 + number), table.heard)
        table.page.send({"type": "subscribe", "table_id": table.id, "tokens": table.tokens})
        for each in range(2):
            watcher = await connect(server.port, address(30_000 + 2 * number + each))
            watcher.send({"type": "subscribe", "table_id": table.id})
        tables.append(table)
    await asyncio.sleep(1.2)
    loop = asyncio.get_running_loop()
    begin, before = loop.time(), processor_seconds(server)
    for number in range(MOVES):
        if (wait := begin + number / RATE - loop.time()) > 0.001:
            await asyncio.sleep(wait)
        tables[number % len(tables)].due(loop.time())
    await asyncio.sleep(0.3)
    return 1000 * (processor_seconds(server) - before) / max(1, len(load.latencies))


def measured(plain: str) -> float:
    """One run of a fresh server with these tricks switched off."""
    os.environ["BOOHIVE_PLAIN"] = plain
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            return asyncio.run(play(server))
        finally:
            server.stop()


def compare(trick: str) -> None:
    """Print what a trick saves."""
    pairs = [(measured(""), measured(trick)) for _ in range(PAIRS)]
    ratios = sorted(plain / fast for fast, plain in pairs)
    middle = statistics.median(ratios)
    spread = ratios[3 * len(ratios) // 4] - ratios[len(ratios) // 4]
    times = [statistics.median(each) for each in zip(*pairs, strict=True)]
    print(
        f"{trick:<12} {times[0]:.3f} ms a move with it, {times[1]:.3f} without; ratio {middle:.3f}, "
        f"half of the pairs within {spread:.3f}",
        flush=True,
    )


def run(chosen: str) -> None:
    """Print the figures for one trick, or for all and for all of them together."""
    for trick in TRICKS if chosen == "all" else [chosen]:
        compare(trick)
    if chosen == "all":
        compare("1")
