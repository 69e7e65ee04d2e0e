"""A real server process and clients that talk to it as pages do."""

import asyncio
import contextlib
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import websockets


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("", 0))  # free at every address, also those of other tests
        return trial.getsockname()[1]


class ServerProcess:
    """``boohive serve`` as people start it."""

    def __init__(self, db, port=None, valkey=None, host="127.0.0.1", more=(), log=None):
        self.db, self.port, self.valkey, self.host, self.more = str(db), port or free_port(), valkey, host, list(more)
        self.log_path = Path(log) if log else None
        self.process = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def start(self) -> "ServerProcess":
        command = [
            sys.executable,
            "-m",
            "boohive",
            "serve",
            "--host",
            self.host,
            "--port",
            str(self.port),
            "--db",
            self.db,
        ]
        command += ["--valkey", self.valkey] if self.valkey else []
        errors = self.log_path.open("ab") if self.log_path else subprocess.DEVNULL
        self.process = subprocess.Popen([*command, *self.more], stdout=subprocess.PIPE, stderr=errors)
        line = self.process.stdout.readline().decode()
        assert "boohive is at" in line, line
        return self

    def kill(self) -> None:
        """kill -9."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self) -> int:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process.stdout.close()
        return self.process.returncode

    def log(self) -> str:
        return self.log_path.read_text() if self.log_path and self.log_path.exists() else ""

    def rss(self) -> int:
        """Kilobytes of memory."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1])
        raise AssertionError("no memory figure")

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()


numbers = itertools.count()


def flat(message):
    """The parts of a table in a snapshot or an update, put together."""
    parts = message.get("table", message)
    return {**(parts.get("board") or {}), **(parts.get("company") or {}), **(parts.get("clocks") or {})}


class Page:
    """A page at a table: holds a number, applies what is next, resumes after a gap."""

    def __init__(self, ws_url, table, tokens=(), headers=None):
        self.url, self.table, self.tokens, self.headers = ws_url, table, list(tokens), headers
        self.seq = 0
        self.state = None
        self.scene = None
        self.applied = []
        self.ws = None
        self.answers = {}
        self.changed = asyncio.Condition()
        self.reader = None
        self.other = []

    async def open(self):
        self.ws = await websockets.connect(self.url, additional_headers=self.headers, max_size=2**24, compression=None)
        self.reader = asyncio.create_task(self._read())
        if self.seq:
            await self.send({"type": "resume", "table_id": self.table, "seq": self.seq, "tokens": self.tokens})
        else:
            await self.send({"type": "subscribe", "table_id": self.table, "tokens": self.tokens})
        return self

    async def send(self, message):
        await self.ws.send(json.dumps(message))

    async def _read(self):
        with contextlib.suppress(websockets.ConnectionClosed, OSError):
            async for text in self.ws:
                await self._take(json.loads(text))

    async def _take(self, message):
        kind = message["type"]
        async with self.changed:
            if kind == "snapshot":
                self.state, self.scene, self.seq = message, flat(message), message["seq"]
            elif kind == "update":
                if message["seq"] == self.seq + 1:
                    self.seq, self.scene = message["seq"], {**self.scene, **flat(message)}
                    self.applied.append(message)
                elif message["seq"] > self.seq:
                    await self.send({"type": "resume", "table_id": self.table, "seq": self.seq, "tokens": self.tokens})
                self.answers[message["id"]] = message
            elif kind == "error":
                self.answers[message.get("id")] = message
                self.other.append(message)
            elif kind == "latency_probe":
                await self.send({"type": "latency_echo", "n": message["n"]})
            else:
                self.other.append(message)
            self.changed.notify_all()

    async def until(self, true, seconds=10):
        async with self.changed:
            await asyncio.wait_for(self.changed.wait_for(lambda: true(self)), seconds)
        return self

    async def act(self, do, name=None, seq=None, seat=None, seconds=10):
        """Send an action and wait for its answer."""
        name = name or f"a{next(numbers)}"
        message = {
            "type": "action",
            "table_id": self.table,
            "id": name,
            "seq": self.seq if seq is None else seq,
            "action": do,
        }
        await self.send(message if seat is None else {**message, "seat": seat})
        await self.until(lambda page: name in page.answers, seconds)
        return self.answers[name]

    async def play(self, text, **more):
        return await self.act({"kind": "play", "text": text}, **more)

    async def close(self):
        if self.ws is not None:
            await self.ws.close()
        if self.reader is not None:
            await self.reader

    async def __aenter__(self):
        await self.open()
        return await self.until(lambda page: page.scene is not None)

    async def __aexit__(self, *_):
        await self.close()


class Api:
    """HTTP as one person."""

    def __init__(self, server, address=None):
        transport = httpx.HTTPTransport(local_address=address) if address else None
        self.http = httpx.Client(base_url=server.url, timeout=20, transport=transport)
        self.server = server

    def post(self, path, body=None, status=None, **more):
        answer = self.http.post(path, json=body if body is not None else {}, **more)
        if status is not None:
            assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, path, **more):
        return self.http.get(path, **more)

    def table(self, game="boop", seats=("me", "me"), **more):
        wanted = [{"occupant": "bot", "level": 1} if seat == "bot" else {"occupant": seat} for seat in seats]
        return self.post("/api/tables", {"game": game, "seats": wanted, **more}, status=201)

    def page(self, joined, tokens=None):
        return Page(
            self.server.ws, joined["table_id"], [t["token"] for t in joined["tokens"]] if tokens is None else tokens
        )


def wait_for_port(port, seconds=10):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return
        time.sleep(0.05)
    raise AssertionError(f"nothing listens on {port}")


def child_env(**more):
    return {**os.environ, **more}
