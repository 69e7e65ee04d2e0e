"""S10: those at a table do not wait for strangers, and nobody's clock pays for what the server does for others."""

import asyncio
import json
import signal
import socket
import sys
import time
from contextlib import contextmanager

import httpx
import pytest
from harness import Api, ServerProcess
from local_server import LocalPage, ManualClock, local_server, settle

from boohive.server.api import build_api
from boohive.server.app import Application
from boohive.server.registry import KEEP_IDLE
from boohive.server.services import Settings
from boohive.server.store.memory import MemoryStore
from boohive.server.strangers import LONG_ROUND, MAX_PORTION, Strangers


class Rounds(ManualClock):
    """Each look at the clock is a whole round later, as long as the test says."""

    length = 0.0

    def monotonic(self):
        self.seconds += self.length / 2
        return self.seconds


async def visit(strangers, address, came):
    await strangers.turn(address)
    came.append(address)


def test_s10_many_strangers_go_on_at_once_while_rounds_are_short(run):
    async def go():
        strangers, came = Strangers(Rounds()), []
        for _ in range(MAX_PORTION):
            await visit(strangers, "1.1.1.1", came)
        assert len(came) == MAX_PORTION
        await settle()
        assert strangers.round_at is None, "nothing is left that would look again and again"

    run(go())


def test_s10_long_rounds_let_one_stranger_in_each_and_every_address_has_its_turn(run):
    async def go():
        clock = Rounds()
        strangers, came = Strangers(clock), []
        clock.length = 4 * LONG_ROUND
        visits = [asyncio.ensure_future(visit(strangers, "1.1.1.1", came)) for _ in range(4 * MAX_PORTION)]
        await settle(20)
        assert strangers.portion == 1
        before = len(came)
        visits.append(asyncio.ensure_future(visit(strangers, "2.2.2.2", came)))
        await settle(4)
        assert "2.2.2.2" in came, "a newcomer does not wait for all who were there before"
        await settle(20)
        assert 20 <= len(came) - before <= 28, "one in each round"
        clock.length = 0.0
        await asyncio.gather(*visits)
        assert len(came) == 4 * MAX_PORTION + 1
        assert strangers.portion > 1

    run(go())


def test_s10_a_stranger_who_has_gone_takes_nobodys_turn(run):
    async def go():
        clock = Rounds()
        strangers, came = Strangers(clock), []
        clock.length = 4 * LONG_ROUND
        visits = [asyncio.ensure_future(visit(strangers, f"1.1.1.{n}", came)) for n in range(2 * MAX_PORTION)]
        await settle(1)
        for gone in visits[MAX_PORTION:-1]:
            gone.cancel()
        await settle(3)
        assert "1.1.1.127" in came

    run(go())


@contextmanager
def nobody_is_let_in(strangers):
    """A round that does not end, with its portion served: all strangers wait."""
    begin, strangers._begin_round = strangers._begin_round, lambda: None
    strangers.begun = strangers.portion
    yield
    strangers._begin_round = begin
    begin()


def test_s10_a_player_does_not_wait_for_a_strangers_turn(run):
    """While strangers queue, a move is answered, and a stranger's messages keep their order."""

    async def go():
        async with local_server() as local:
            table, tokens = await local.table()
            page, stranger = await local.page(table, *tokens), LocalPage(local)
            with nobody_is_let_in(local.services.strangers):
                await stranger.send(type="subscribe", table_id=table)
                await stranger.send(type="resume", table_id=table, seq=1)
                assert stranger.connection.messages == []
                assert (await page.play(table, "k c3"))["type"] == "update"
                stranger.socket.is_seated = True  # As if the first message had been served in the meantime.
                await stranger.send(type="resume", table_id=table, seq=1)
                assert stranger.connection.messages == [], "no message overtakes the ones before it"
            await settle()
            assert stranger.connection.messages[0]["type"] == "snapshot"
            assert stranger.socket.turns == 0

    run(go())


@pytest.mark.parametrize("kind", [{"type": "subscribe"}, {"type": "resume", "seq": 1}])
def test_s10_who_goes_before_their_turn_comes_follows_nothing(run, kind):
    """Otherwise a table would keep every page that ever went too early, count it, and write to it with each move."""

    async def go():
        async with local_server() as local:
            table, tokens = await local.table()
            page, stranger = await local.page(table, *tokens), LocalPage(local)
            with nobody_is_let_in(local.services.strangers):
                await stranger.send(table_id=table, **kind)
                stranger.close()
            await settle()
            session = local.sessions[table]
            assert list(session.followers) == [page.socket]
            assert session.spectators() == 0
            page.close()
            await local.clock.advance(2 * KEEP_IDLE)
            assert table not in local.sessions, "nobody is there"

    run(go())


def test_s10_who_goes_while_a_table_is_read_does_not_follow_it(run):
    class SlowToRead(MemoryStore):
        def __init__(self):
            super().__init__()
            self.gate = asyncio.Event()
            self.gate.set()

        async def entries(self, table, after=0):
            await self.gate.wait()
            return await super().entries(table, after)

    async def go():
        async with local_server(store=SlowToRead()) as local:
            table, _ = await local.table()
            local.sessions.clear()
            local.store.gate.clear()
            stranger = await LocalPage(local).watch(table)
            stranger.close()
            local.store.gate.set()
            await settle()
            assert not local.sessions[table].followers

    run(go())


def test_s10_what_somebody_did_before_they_went_counts(run):
    async def go():
        async with local_server() as local:
            table, tokens = await local.table()
            stranger = LocalPage(local)
            with nobody_is_let_in(local.services.strangers):
                assert await stranger.play(table, "k c3", name="last", token=tokens[0]) is None
                stranger.close()
            await settle()
            assert "last" in [entry.id for entry in local.log(table)]

    run(go())


def test_s10_a_request_of_somebody_at_a_table_does_not_wait_for_strangers(run):
    async def go():
        async with local_server() as local:
            await local.table()
            application = Application(Settings())
            application.services, application.api = local.services, asyncio.get_running_loop().create_future()
            application.api.set_result(build_api(local.services))
            cookie = {"cookie": f"boohive={local.http.cookies['boohive']}"}
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(application), base_url="http://localhost"
            ) as http:
                with nobody_is_let_in(local.services.strangers):
                    waiting = asyncio.ensure_future(http.get("/api/games"))
                    await settle()
                    seated = await asyncio.wait_for(http.get("/api/games", headers=cookie), 10)
                    assert seated.status_code == 200
                    assert not waiting.done()
                assert (await waiting).status_code == 200

    run(go())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says when something came in")
@pytest.mark.parametrize("route", ["socket", "http", "http in two pieces"])
def test_s5_what_waits_in_the_systems_buffer_is_not_thinking_time(run, tmp_path, route):
    """The server does nothing for 0.3 s while a move lies there: its sender is charged for their own time alone. A request
    counts when its last byte has come, so nobody stops the clock with half a request."""

    async def go(server):
        api = Api(server)
        joined = api.table(clock={"kind": "real_time", "initial_ms": 60_000})
        async with api.page(joined) as page:
            await page.play("k c3")
            began = time.monotonic()
            await page.play("k d4")
            move = {"id": "slow", "seq": page.seq, "action": {"kind": "play", "text": "k a1"}}
            if route == "socket":
                server.process.send_signal(signal.SIGSTOP)
                await page.send({"type": "action", "table_id": page.table, **move})
            else:
                body = json.dumps({**move, "token": joined["tokens"][0]["token"]}).encode()
                head = f"POST /api/tables/{page.table}/action HTTP/1.1\r\nHost: localhost\r\n"
                head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
                link = socket.create_connection(("127.0.0.1", server.port))
                if route == "http":
                    server.process.send_signal(signal.SIGSTOP)
                    link.sendall(head.encode() + body)
                else:
                    link.sendall(head.encode())
                    await asyncio.sleep(0.3)
                    server.process.send_signal(signal.SIGSTOP)
                    link.sendall(body)
            sent = time.monotonic()
            await asyncio.sleep(0.3)
            server.process.send_signal(signal.SIGCONT)
            answer = (await page.until(lambda page: "slow" in page.answers)).answers["slow"]
            charged = answer["action"]["clock_ms"]
            assert charged <= 1000 * (sent - began) + 20
            if route == "http in two pieces":
                assert charged >= 200, "of the 0.3 s between the two"

    with ServerProcess(tmp_path / "games.sqlite3") as server:
        run(go(server))
