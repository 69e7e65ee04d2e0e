"""Who is told what happened, and when: those who wait for an answer come first."""

import asyncio
import json

from local_server import ManualClock

from boohive.server.fast.deferred import MANY, MAX_WAIT, YieldingQueue
from boohive.server.session import TableSession
from boohive.server.sockets import Socket
from boohive.tables import log
from boohive.tables.replay import apply


class Follower:
    one_way_ms = 0

    def __init__(self, person, told):
        self.person, self.told = person, told

    def hashes(self, table):
        return []

    def send(self, table, message):
        self.told.append((self.person, json.loads(message[message.index(b'{"type"') :])["seq"]))


def sat_down(person, later):
    opened = log.TableCreated("boop", {}, 2, log.NoClock())
    sits = [log.SeatTaken(seat, person, person=person, token_hash=f"{seat}") for seat in range(2)]
    lines = [opened, *sits, log.Start((0, 1))]
    entries = [log.LogEntry(seq, 0, None, f"x{seq}", line) for seq, line in enumerate(lines, 1)]
    return TableSession("t" + person, entries, deferred=later)


def test_players_of_all_tables_are_told_before_spectators_and_everybody_in_order(run):
    told = []

    async def play():
        later = YieldingQueue()
        tables = [sat_down("ann", later), sat_down("bob", later)]
        for live in tables:
            for name in ("somebody", live.table.seats[0].person):
                follower = Follower(name, told)
                live.followers[follower] = live.viewer([], name)
        for live in tables:
            for text in ("k c3", "k d4"):
                seq = live.table.seq + 1
                entry = log.LogEntry(seq, 0, live.table.active_seats[0], f"x{seq}", log.Play(text))
                live.advance(entry, apply(live.table, entry))
                live.broadcast_entry(entry)
        await asyncio.sleep(0.01)

    run(play())
    assert told == [("ann", 5), ("ann", 6), ("bob", 5), ("bob", 6), *[("somebody", seq) for seq in (5, 6, 5, 6)]]


def test_spectators_give_way_while_many_players_wait_for_answers_but_not_for_long(run):
    heard = []

    async def work():
        clock = ManualClock()
        later = YieldingQueue(clock)
        later.answers = MANY
        for number in range(20):
            later.add(lambda number=number: heard.append(number))
        await clock.advance(MAX_WAIT * 0.9)
        assert heard == []
        await clock.advance(MAX_WAIT * 0.2)
        assert heard == list(range(20))
        later.add(lambda: heard.append("too late"))
        later.answers = 0
        await clock.advance(0.02)
        assert heard[-1] == "too late"

    run(work())


def test_one_that_fails_does_not_hold_up_the_others(run, caplog):
    heard = []

    class Line:
        heard = None

        def __init__(self, name):
            self.name = name

        def is_ready(self):
            return True

        def write(self, frames):
            heard.append(self.name)
            assert self.name != "broken"

    async def work():
        asyncio.get_running_loop().set_exception_handler(lambda loop, told: heard.append("logged"))
        later = YieldingQueue()
        later.add(lambda: heard.remove("nobody"))
        later.add(lambda: heard.append("spectator"))
        sockets = [Socket(Line(name), None, "x", ManualClock()) for name in ("ann", "broken", "bob")]
        for _ in range(2):
            for socket in sockets:
                socket.send("t", b"frame")
        await asyncio.sleep(0.05)
        later.add(lambda: heard.append("the next one"))
        await asyncio.sleep(0.05)

    run(work())
    assert heard.count("logged") == 1
    assert {"spectator", "the next one"} <= set(heard)
    assert [heard.count(name) for name in ("ann", "broken", "bob")] == [2, 2, 2]
    assert caplog.text.count("a frame could not be sent") == 2
