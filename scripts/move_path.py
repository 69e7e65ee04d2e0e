"""How much of the package one move goes through: calls, functions and files, from received bytes to the last write.

    python scripts/move_path.py [-v] [--compiled] [--json]

One boop. move of two players with one spectator, on SQLite. Each call of a function of ``src/boohive`` counts once; when a
coroutine or generator goes on, that is a resumption and counts apart. ``-v`` lists every function, not only the files.
Uncompiled by default, so that calls inside the kernels are seen. Functions on the path that only hand their arguments on
to another are named: there should be none.

What is done more than once for a move has its reason next to it: for the key, the status and whose turn it is see
``core/turn_game.py`` (``_after``, ``apply``), for the state of a kernel ``games/boop/game.py`` (``state_of``), for
the boops ``games/boop/rules.py`` (``landings``), for the deadline ``server/timers.py`` (``arm``), for tables that are made
and dropped ``tables/replay.py`` (``apply``), for messages that are encoded for each viewer ``server/session.py``
(``_send``). The outcome is asked for three times, which while the game goes on is one comparison, and an
event's public text twice (for the board and for the action), where a turn-based game has nothing to hide.
"""

import ast
import asyncio
import inspect
import json
import os
import socket
import sys
import tempfile
import urllib.request
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from types import FrameType
from typing import Any

if "--compiled" not in sys.argv:
    os.environ["BOOHIVE_PURE"] = "1"

import uvicorn
import websockets
from metrics import only_hands_on

import boohive
from boohive.server.app import Application
from boohive.server.fast.connection import DirectConnection
from boohive.server.services import Settings
from boohive.server.sockets import MAX_MESSAGE_BYTES

BEFORE = {"files": 27, "calls": 431, "functions": 196, "resumptions": 21}
"""The figures of commit 847df46, uncompiled."""

ROOT = str(Path(boohive.__file__).parent) + os.sep
MOVES = ("k c3", "k d4", "k b3")
"""The last one is counted; it boops one piece."""
TABLES = 4
"""How often the same is played. What is not called every time belongs to no move: the first time some texts are made that
are kept, and the server's own timers run when they are due."""


class Count:
    """What was called while counting was on."""

    def __init__(self) -> None:
        self.is_on = False
        self.calls: Counter[str] = Counter()
        self.files: Counter[str] = Counter()
        self.resumptions: Counter[str] = Counter()
        self.running: dict[int, FrameType] = {}

    def profile(self, frame: FrameType, event: str, _: object) -> None:
        """Called by Python at every call."""
        code = frame.f_code
        if not self.is_on or event != "call" or not code.co_filename.startswith(ROOT):
            return
        file = code.co_filename[len(ROOT) :]
        name = f"{file}:{code.co_qualname}"
        if code.co_flags & (inspect.CO_COROUTINE | inspect.CO_GENERATOR):
            if id(frame) in self.running:
                self.resumptions[name] += 1
                return
            self.running[id(frame)] = frame  # kept, so that no other frame gets its id
        self.calls[name] += 1
        self.files[file] += 1

    def figures(self) -> dict[str, int]:
        """The sums."""
        return {
            "files": len(self.files),
            "calls": self.calls.total(),
            "functions": len(self.calls),
            "resumptions": self.resumptions.total(),
        }

    def keep_common(self, other: "Count") -> None:
        """Keep what both have counted."""
        self.calls &= other.calls
        self.files &= other.files
        self.resumptions &= other.resumptions

    def begin_with_the_next_message(self) -> None:
        """Count from the moment the server gets the bytes of one."""
        real = DirectConnection.data_received

        def data_received(protocol: DirectConnection, data: bytes) -> None:
            DirectConnection.data_received = real  # type: ignore[method-assign]
            self.is_on = True
            real(protocol, data)

        DirectConnection.data_received = data_received  # type: ignore[method-assign]


class Site:
    """A server that runs in this process, and what its pages do."""

    def __init__(self, folder: str) -> None:
        self.application = Application(Settings(db=f"{folder}/games.sqlite3"))
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:{1}".format(*self.socket.getsockname())
        config = uvicorn.Config(
            self.application,
            loop="asyncio",
            http="h11",
            ws=DirectConnection,
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_per_message_deflate=False,
            log_config=None,
            access_log=False,
            lifespan="on",
        )
        self.server = uvicorn.Server(config)

    async def count_a_move(self) -> Count:
        """Play the moves at a new table; what the last one went through."""
        seats = [{"occupant": "me"}, {"occupant": "empty"}]
        first = await self.post("/api/tables", {"game": "boop", "seats": seats})
        table = first["table_id"]
        second = await self.post(f"/api/tables/{table}/join", {"name": "Bob"})
        tokens = [[first["tokens"][0]["token"]], [second["tokens"][0]["token"]], []]
        pages = [await self.page(table, each) for each in tokens]
        count, seq = Count(), pages[0][1]["seq"]
        for number, move in enumerate(MOVES):
            if number == len(MOVES) - 1:
                await self.watch_the_threads(count)
                count.begin_with_the_next_message()
            act = {
                "type": "action",
                "table_id": table,
                "id": f"m{number}",
                "seq": seq,
                "action": {"kind": "play", "text": move},
            }
            await pages[number % 2][0].send(json.dumps(act))
            for page, _ in pages:
                seq = (await heard(page, "update"))["seq"]
        await asyncio.sleep(0.02)  # until the task of the move has ended
        count.is_on = False
        for page, _ in pages:
            await page.close()
        return count

    async def watch_the_threads(self, count: Count) -> None:
        """The thread of the event loop and the one that writes to the disk."""
        await self.application.services.store.write(lambda _: sys.setprofile(count.profile))
        sys.setprofile(count.profile)

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Ask the HTTP interface."""
        data, headers = json.dumps(body).encode(), {"content-type": "application/json"}
        request = urllib.request.Request(f"http://{self.address}{path}", data, headers)

        def ask() -> dict[str, Any]:
            with urllib.request.urlopen(request) as answer:
                found: dict[str, Any] = json.load(answer)
            return found

        return await asyncio.to_thread(ask)

    async def page(self, table: str, tokens: list[str]) -> tuple[Any, dict[str, Any]]:
        """A socket that follows the table, and what it sees first."""
        page = await websockets.connect(f"ws://{self.address}/ws")
        await page.send(json.dumps({"type": "subscribe", "table_id": table, "tokens": tokens}))
        return page, await heard(page, "snapshot")


def needless(names: Iterable[str]) -> list[str]:
    """Which of the functions on the path only hand on, as ``file:function``."""
    handing = {
        file: only_hands_on(ast.parse(Path(ROOT, file).read_text(encoding="utf-8")))
        for file in {name.partition(":")[0] for name in names}
    }
    return sorted(
        name for name in names if name.rpartition(".")[2].rpartition(":")[2] in handing[name.partition(":")[0]]
    )


async def heard(page: Any, kind: str) -> dict[str, Any]:
    """The next message of this kind."""
    while (message := json.loads(await page.recv()))["type"] != kind:
        if message["type"] == "error":
            sys.exit(f"the server refused: {message}")
    return dict(message)


async def run() -> Count:
    """Start a server, count at several tables, stop it; what was counted at every one of them."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(folder)
        running = asyncio.create_task(site.server.serve(sockets=[site.socket]))
        while not site.server.started:
            await asyncio.sleep(0.02)
        site.application.services.lag.close()  # A timer of the server's own, fifty times a second: no part of a move.
        count = await site.count_a_move()
        for _ in range(TABLES - 1):
            count.keep_common(await site.count_a_move())
        sys.setprofile(None)
        site.server.should_exit = True
        await running
    return count


def main(words: list[str]) -> None:
    """Count and print."""
    count = asyncio.run(run())
    if "--json" in words:
        print(json.dumps({"now": count.figures(), "847df46": BEFORE, "only hand on": needless(count.calls)}))
        return
    for name, figures in ((f"now, {boohive.KERNEL_BUILD}", count.figures()), ("847df46, uncompiled", BEFORE)):
        print(f"{name:20}", ", ".join(f"{figure} {what}" for what, figure in figures.items()))
    print("only hand on:", ", ".join(needless(count.calls)) or "none")
    for name, calls in (count.calls if "-v" in words else count.files).most_common():
        print(f"{calls:4} {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
