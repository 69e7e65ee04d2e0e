"""Who somebody is: cookies that are signed, get old and can outlive a change of the key; and how far away they are."""

import asyncio
import socket
import sys
import time

import pytest
import uvloop
from local_server import ManualClock, local_server

from boohive.server.frames import NOT_MEASURED
from boohive.server.identity import RENEW_AFTER, YEAR, Signer
from boohive.server.plain.connection import tcp_times


def test_a_cookie_is_valid_for_a_year_and_under_the_key_before():
    clock = ManualClock()
    old, both, new = Signer([b"a"], clock), Signer([b"b", b"a"], clock), Signer([b"c", b"b"], clock)
    cookie = old.sign("ann")
    assert [signer.person(cookie) for signer in (old, both, new)] == ["ann", "ann", None]
    assert [signer.needs_renewal(cookie) for signer in (old, both, new)] == [False, True, False]
    clock.seconds += RENEW_AFTER + 1
    assert old.needs_renewal(cookie)
    clock.seconds += YEAR - RENEW_AFTER
    assert old.person(cookie) is None


@pytest.mark.parametrize("change", [
    lambda text: text.replace("ann", "bob"),
    lambda text: text.replace("1.", "2.", 1),
    lambda text: text[:-1] + ("0" if text[-1] != "0" else "1"),
    lambda text: text.rpartition(".")[0],
    lambda text: "ann." + text,
    lambda text: "",
    lambda text: "....",
])  # fmt: skip
def test_a_changed_cookie_is_nobodys(change):
    signer = Signer([b"key"], ManualClock())
    assert signer.person(change(signer.sign("ann"))) is None


def test_a_person_who_keeps_coming_keeps_their_games(run):
    async def go():
        async with local_server() as local:
            await local.http.put("/api/me", json={"name": "Ann"})
            for _ in range(3):
                assert "set-cookie" not in (await local.http.get("/api/me")).headers
                local.clock.seconds += RENEW_AFTER + 60
                assert "set-cookie" in (await local.http.get("/api/me")).headers
                local.clock.seconds += 200 * 86_400
                assert (await local.http.get("/api/me")).json()["name"] == "Ann"

    run(go())


def test_the_kernels_round_trip_is_where_we_look_for_it():
    """The figure is a plausible one for the loopback: not zero, and far below a tenth of a second."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        ours = socket.create_connection(listening.getsockname())
        theirs, _ = listening.accept()
        with ours, theirs:
            for _ in range(20):
                ours.sendall(b"x")
                theirs.recv(1)
                theirs.sendall(b"y")
                ours.recv(1)
            time.sleep(0.01)
            info = ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
            micros = int.from_bytes(info[68:72], "little")
            assert 0 < micros < 100_000
            assert tcp_times(ours).rtt_ms == micros // 1000
    assert tcp_times(None).rtt_ms is None
    one, other = socket.socketpair()
    with one, other:
        assert tcp_times(one).rtt_ms is None


@pytest.mark.skipif(sys.platform != "linux", reason="other systems are not asked")
@pytest.mark.parametrize("loop_of", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_a_connection_that_has_gone_is_not_measured(loop_of):
    """Whoever asked may have gone while the request waited for its turn."""

    async def go():
        loop, gone, connections = asyncio.get_running_loop(), asyncio.Event(), []

        class Server(asyncio.Protocol):
            def connection_made(self, transport):
                connections.append(transport.get_extra_info("socket"))

            def connection_lost(self, error):
                gone.set()

        server = await loop.create_server(Server, "127.0.0.1", 0)
        _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.close()
        await gone.wait()
        await asyncio.sleep(0)
        server.close()
        return tcp_times(connections[0])

    with asyncio.Runner(loop_factory=loop_of) as runner:
        assert runner.run(go()) == NOT_MEASURED
