"""``./dev soak sockets``: ten thousand sockets from five hundred addresses, each following a table, with all limits on. Each
sends a ping every 30 s, which is answered within a second; what they cost in memory is printed."""

import asyncio
import resource
import tempfile
import time
from pathlib import Path

import picows
from harness import ServerProcess

from soaks.counts import commit
from soaks.kill import open_tables

SOCKETS, TABLES = 10_000, 200
PING_SECONDS, ANSWER_SECONDS = 30.0, 1.0
MOST_KIB = 32
SPARE = 500
"""Open files that are not sockets, on either side."""
PONG = b'"type":"pong"'


class Follower(picows.WSListener):
    """A page that follows a table and asks whether the server is there."""

    def __init__(self, table):
        self.table, self.transport, self.asked, self.slowest, self.answers = table, None, None, 0.0, 0
        self.snapshot, self.gone = asyncio.Event(), False

    def on_ws_connected(self, transport):
        self.transport = transport
        transport.send(picows.WSMsgType.TEXT, b'{"type":"subscribe","table_id":"%s"}' % self.table.encode())

    def on_ws_disconnected(self, transport):
        self.gone = True

    def on_ws_frame(self, transport, frame):
        if frame.msg_type == picows.WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        elif frame.msg_type == picows.WSMsgType.TEXT:
            text = frame.get_payload_as_bytes()
            if PONG in text and self.asked is not None:
                self.slowest = max(self.slowest, time.monotonic() - self.asked)
                self.asked, self.answers = None, self.answers + 1
            elif b'"type":"snapshot"' in text:
                self.snapshot.set()

    def ping(self):
        if self.asked is None and not self.gone:
            self.asked = time.monotonic()
            self.transport.send(picows.WSMsgType.TEXT, b'{"type":"ping","client_time":1}')


def address(number):
    """127.0.0.1 to 127.0.1.250."""
    return f"127.0.{number % 500 // 250}.{1 + number % 250}"


async def open_all(server, tables, count):
    followers = []
    for begin in range(0, count, 50):
        some = [Follower(tables[number % len(tables)]["table_id"]) for number in range(begin, min(begin + 50, count))]
        await asyncio.gather(*(
            picows.ws_connect(lambda each=each: each, server.ws, local_addr=(address(begin + i), 0),
                              websocket_handshake_timeout=60) for i, each in enumerate(some)
        ))  # fmt: skip
        await asyncio.gather(*(asyncio.wait_for(each.snapshot.wait(), 60) for each in some))
        followers += some
    return followers


async def hold(server, count, seconds):
    """The figures of so many sockets, held for so long."""
    tables = await asyncio.to_thread(open_tables, server, TABLES, 70)
    before = server.rss()
    followers = await open_all(server, tables, count)
    each = (server.rss() - before) / count
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        round_begun = time.monotonic()
        for number, follower in enumerate(followers):
            follower.ping()
            if number % 20 == 19:
                wait = round_begun + PING_SECONDS * number / count - time.monotonic()
                await asyncio.sleep(max(0, wait))
        await asyncio.sleep(max(0, min(round_begun + PING_SECONDS, begun + seconds) - time.monotonic()))
    await asyncio.sleep(ANSWER_SECONDS)
    figures = {
        "sockets": count, "seconds": round(time.monotonic() - begun), "closed": sum(each.gone for each in followers),
        "pings": sum(each.answers for each in followers), "unanswered": sum(each.asked is not None for each in followers),
        "slowest answer s": round(max(each.slowest for each in followers), 3), "KiB each": round(each, 1),
        "KiB each at the end": round((server.rss() - before) / count, 1),
    }  # fmt: skip
    for follower in followers:
        follower.transport.disconnect(False)
    return figures


def faults(figures):
    """What does not hold."""
    checks = {
        "sockets were closed": figures["closed"] == 0,
        "pings were not answered": figures["unanswered"] == 0,
        "an answer took too long": figures["slowest answer s"] <= ANSWER_SECONDS,
        "a socket needs too much memory": max(figures["KiB each"], figures["KiB each at the end"]) <= MOST_KIB,
    }
    return [what for what, holds in checks.items() if not holds]


def hold_sockets(count, seconds):
    """A server, so many sockets for so long, and what came of it."""
    with tempfile.TemporaryDirectory(prefix="boohive-sockets-") as folder:
        with ServerProcess(Path(folder) / "games.sqlite3", log=Path(folder) / "log.txt") as server:
            figures = asyncio.run(hold(server, count, seconds))
        assert "Traceback" not in server.log(), server.log()[-2000:]
    return figures


def add_arguments(parser):
    parser.add_argument("--sockets", type=int, default=SOCKETS, help="how many (default: %(default)s)")


def run(arguments):
    """As many as were asked for, or as many as the limit of open files allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    count = min(arguments.sockets, hard - SPARE)
    figures = hold_sockets(count, 60 * arguments.minutes)
    note = "" if count == arguments.sockets else f" (the hard limit of open files is {hard})"
    print(f"== sockets, commit {commit()}{note}, soft limit before {soft}")
    print(figures)
    found = faults(figures)
    print("all bounds hold" if not found else "\n".join(f"DOES NOT HOLD: {each}" for each in found), flush=True)
    return 1 if found else 0
