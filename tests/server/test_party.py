"""A party: one big screen, phones that come and go, and a server that lets the home network in."""

import asyncio
import re
import subprocess
import sys

import httpx
import pytest
from harness import Api, Page, ServerProcess, free_port

from boohive.server.party import Party, home_addresses, is_at_home
from boohive.server.qr import draw, encode
from boohive.tables.errors import Rejected

EXPECTED = [
    0x1fc99b7f, 0x10477341, 0x175dd75d, 0x174ee35d, 0x17444b5d, 0x10488a41, 0x1fd5557f, 0x1dd800,
    0x1df66cc4, 0x1b66c69, 0x17f888f7, 0x19822eea, 0x14e11c6b, 0xd13bc6d, 0x7777903, 0xba5d99a,
    0x16ce6f43, 0x18e6ce5, 0x1554818b, 0x8922eea, 0x10e51ff0, 0x1fb117, 0x1fd37b5b, 0x1055df1a,
    0x175a65fa, 0x174e6198, 0x17588b9d, 0x1052218a, 0x1fd511cb,
]  # fmt: skip


def open_party(api, bots=0):
    """A party as its big screen sets it up."""
    return api.table("booo", ["bot"] * bots + ["empty"] * (6 - bots), party=True, options={"pause": 1})


def guest(server, party, address, name, status=201):
    """A phone that scans the code."""
    api = Api(server, address)
    return api, api.post(f"/api/tables/{party['table_id']}/join", {"name": name}, status=status)


def test_a_party_waits_without_anybody_and_goes_on_with_whoever_comes(server, api, run):
    party = open_party(api, bots=1)
    assert party["tokens"] == []

    async def play():
        async with Page(server.ws, party["table_id"]) as screen:
            assert screen.scene["your_seats"] == []
            assert screen.state["room_code"] == party["room_code"], "the big screen shows it"
            assert screen.state["settings"]["party"] is True
            ann, first = guest(server, party, "127.0.9.1", "Ann")
            guest(server, party, "127.0.9.2", "Bob")
            async with ann.page(first) as phone:
                assert phone.scene["is_host"]
                assert (await phone.act({"kind": "start"}))["type"] == "update"
                await screen.until(lambda p: p.scene["status"] == "playing")
                assert [seat["name"] for seat in screen.scene["seats"]] == [None, "Ann", "Bob"]
                cleo = Api(server, "127.0.9.3")
                late = cleo.post("/api/join", {"room_code": party["room_code"], "name": "Cleo"}, status=201)
                assert late["tokens"][0]["seat"] == 3
                await screen.until(lambda p: len(p.scene["seats"]) == 4 == len(p.scene["position"]["players"]))
                told = [update for update in screen.applied if update["action"]["kind"] == "seat_taken"][-1]
                assert [effect["kind"] for effect in told["effects"]] == ["joined"]
                async with cleo.page(late) as third:
                    assert third.scene["your_seats"] == [3]
                    assert third.scene["position"]["you"] == 3

    run(play())


def test_six_are_enough_and_a_table_that_is_no_party_takes_nobody_later(server, api):
    party = open_party(api, bots=4)
    for number in range(2):
        guest(server, party, f"127.0.9.{10 + number}", "guest")
    _, refused = guest(server, party, "127.0.9.13", "one too many", status=409)
    assert refused["code"] == "full"
    race = api.table("booo", ["me", "bot"])
    _, refused = guest(server, race, "127.0.9.14", "late", status=409)
    assert refused["code"] == "full"
    nobody = api.post("/api/tables", {"game": "booo", "seats": [{"occupant": "empty"}] * 2}, status=400)
    assert "somebody must sit" in nobody["message"]["text"]
    hive = {"game": "hive", "seats": [{"occupant": "empty"}] * 2, "party": True}
    assert "has no party" in api.post("/api/tables", hive, status=400)["message"]["text"]


# Letting the home network in.


def test_only_the_machine_of_the_server_is_told_of_its_networks_and_may_open_it(server, api):
    here = httpx.Client(base_url=server.url)
    assert here.get("/api/party").json() == {"can_open": True, "links": []}
    port = server.port
    for host in (f"192.168.1.5:{port}", f"my-laptop.local:{port}", "evil.localhost", f"[::2]:{port}"):
        named = {"host": host}
        assert here.get("/api/party", headers=named).json() == {"can_open": False, "links": []}
        assert here.post("/api/party", headers=named).status_code == 403
    assert here.post("/api/party", headers={"host": "evil.example"}).status_code == 421
    assert here.post("/api/party", headers={"origin": "http://evil.example"}).status_code == 403
    assert here.get("/api/party").json()["can_open"], "nothing of this has opened it"


def test_a_server_for_a_network_or_behind_a_proxy_has_no_such_button(tmp_path):
    for more in ({"host": "0.0.0.0"}, {"more": ["--proxy", "127.0.0.1"]}):
        with ServerProcess(tmp_path / "games.sqlite3", **more) as running:
            here = httpx.Client(base_url=running.url)
            assert here.get("/api/party").json() == {"can_open": False, "links": []}
            assert here.post("/api/party").status_code in (403, 409)


def test_a_server_on_all_addresses_prints_some_that_can_be_opened(tmp_path):
    """It printed http://0.0.0.0:8765/, which nobody else can open."""
    command = [sys.executable, "-m", "boohive", "serve", "--host", "0.0.0.0", "--port", "0", "--log", "quiet"]
    with subprocess.Popen(
        [*command, "--db", str(tmp_path / "games.sqlite3")], stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            first = server.stdout.readline()
            port = int(re.fullmatch(r"boohive is at http://localhost:(\d+)/ \(stop with Ctrl\+C\)\n", first)[1])
            for address in home_addresses():
                assert server.stdout.readline() == f"In your network: http://{address}:{port}/\n"
                assert httpx.get(f"http://{address}:{port}/api/live").status_code == 200
        finally:
            server.terminate()


def test_the_home_network_reaches_it_from_the_button_on_until_it_ends(tmp_path):
    """Asked twice it is opened once."""
    at_home = home_addresses()
    with ServerProcess(tmp_path / "games.sqlite3") as running:
        here = httpx.Client(base_url=running.url)
        links = [f"http://{address}:{running.port}/" for address in at_home]
        for link in links:
            with pytest.raises(httpx.ConnectError):
                httpx.get(link)
        answers = [here.post("/api/party") for _ in range(2)]
        if not at_home:
            assert [answer.status_code for answer in answers] == [409, 409]
            return
        assert [answer.json() for answer in answers] == [{"can_open": False, "links": links}] * 2
        for link in links:
            assert httpx.get(link + "api/live").status_code == 200
            assert httpx.get(link + "api/party").json() == {"can_open": False, "links": []}, (
                "only for the machine itself"
            )
    for link in links:
        with pytest.raises(httpx.ConnectError):
            httpx.get(link)


def test_serve_party_says_where_it_is_and_who_can_come(tmp_path):
    command = [sys.executable, "-m", "boohive", "serve", "--party", "--port", str(free_port())]
    command += ["--db", str(tmp_path / "games.sqlite3")]
    if not home_addresses():
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
        assert done.returncode != 0
        assert "in no home network" in done.stderr
        return
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        said = [running.stdout.readline() for _ in range(5)]
        link = said[2].strip()
        assert "boohive is at http://localhost" in said[0]
        assert "/play/booo on the big screen" in said[1]
        assert httpx.get(link + "api/live").status_code == 200
        assert "can now reach boohive on this machine" in "".join(said)
    finally:
        running.terminate()
        running.wait(15)
        running.stdout.close()


@pytest.mark.parametrize("more", [["--host", "0.0.0.0"], ["--proxy", "10.0.0.1"]])
def test_serve_party_has_one_meaning(more):
    command = [sys.executable, "-m", "boohive", "serve", "--party", *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode != 0
    assert "leave out --host and --proxy" in done.stderr


@pytest.mark.parametrize(
    ("address", "expected"),
    [("192.168.1.5", True), ("10.0.0.7", True), ("127.0.0.1", False), ("169.254.3.4", False), ("8.8.8.8", False)],
)
def test_only_addresses_of_a_home_network_are_opened(address, expected):
    assert is_at_home(address) is expected


def test_a_network_that_has_gone_is_left_out():
    opened = []

    async def listen(address):
        if address == "10.0.0.1":
            raise OSError
        opened.append(address)

    party = Party(listen, 8765, lambda: ["10.0.0.1", "10.0.0.2"])
    assert asyncio.run(party.open()) == ("http://10.0.0.2:8765/",)
    assert opened == ["10.0.0.2"]
    with pytest.raises(Rejected, match="in no home network"):
        asyncio.run(Party(listen, 8765, lambda: ["10.0.0.1"]).open())


# The code for cameras.


def test_the_code_is_the_one_that_another_encoder_makes():
    """The rows as numbers, as uqr (the page's encoder) makes them for version 3, level L, mask 0."""
    rows = [int("".join("01"[module] for module in row), 2) for row in encode("http://192.168.178.123:8765/")]
    assert rows == EXPECTED
    with pytest.raises(ValueError, match="it holds 53"):
        encode("x" * 54)


def test_the_code_is_drawn_black_on_white_with_a_margin():
    lines = draw("http://10.0.0.1:8765/").split("\n")
    assert len(lines) == 17
    assert {len(line.removeprefix("\033[30;107m").removesuffix("\033[0m")) for line in lines} == {33}
    assert set("".join(lines)) >= set("▀▄█ ")
