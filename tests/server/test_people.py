"""F25, F41: links that change who one is, names of the server, addresses, and what is kept of a person."""

import socket
from types import SimpleNamespace

import pytest
from local_server import local_server, settle

from boohive.server.front import Front, is_for_api
from boohive.server.hosts import Hosts
from boohive.server.identity import COOKIE, SECURE_COOKIE, Signer, read_cookie
from boohive.server.limits import HTTP, Limits, network_of
from boohive.server.store.sql import SqlStore

HOUR = 3600


async def link_of(local, http=None):
    return (await local.post("/api/me/link", {}, http)).json()["link"]


async def name_of(http):
    return (await http.get("/api/me")).json()["name"]


# The personal link.


def test_f25_looking_at_a_link_changes_nothing_and_using_it_works_once(run):
    async def go():
        async with local_server() as local:
            await local.http.put("/api/me", json={"name": "Ann"})
            link, device, other = await link_of(local), local.another(), local.another()
            for _ in range(2):
                looked = await device.get(link)
                assert "set-cookie" not in looked.headers
            assert not is_for_api(link, "GET"), "the page answers, which knows no cookies"
            assert await name_of(device) == ""
            assert (await device.post(link)).status_code == 303
            assert await name_of(device) == "Ann"
            again = await other.post(link)
            assert (again.status_code, again.json()["code"]) == (404, "unknown_code")
            assert await name_of(other) == ""
            assert (await other.post(await link_of(local, device))).status_code == 303, (
                "any known device makes a new one"
            )

    run(go())


def test_f25_a_link_of_another_site_is_not_accepted(run):
    async def go():
        async with local_server() as local:
            link, victim = await link_of(local), local.another()
            answer = await victim.post(link, headers={"origin": "https://evil.example"})
            assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)
            assert (await victim.post(link)).status_code == 303, "it was not used up by that"

    run(go())


@pytest.mark.parametrize(("after", "works"), [(HOUR - 1, True), (HOUR + 1, False)])
def test_f25_a_link_works_for_an_hour(run, after, works):
    async def go():
        async with local_server() as local:
            link = await link_of(local)
            await local.clock.advance(after)
            assert ((await local.another().post(link)).status_code == 303) is works

    run(go())


def test_f25_the_last_link_alone_works_and_once_on_every_store(run, sql):
    async def go():
        store = SqlStore(sql)
        await store.name_person("ann", "Ann", 0)
        await store.link_person("ann", "first", 100)
        await store.link_person("ann", "second", 100)
        found = [await store.use_link(link, 50) for link in ("first", "second", "second")]
        await store.link_person("ann", "third", 100)
        found.append(await store.use_link("third", 101))
        await store.close()
        return found

    assert run(go()) == [None, "ann", None, None]


# Names of the server.


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("localhost:8765", True),
        ("127.0.0.1:8765", True),
        ("[::1]:8765", True),
        ("192.168.1.7:8765", True),
        ("[fd00::7]", True),
        ("laptop", True),
        ("laptop.local:8765", True),
        (socket.gethostname(), True),
        ("games.example", True),
        ("GAMES.example.:443", True),
        ("evil.example", False),
        ("evil.example:8765", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("games.example.evil.example", False),
    ],
)
def test_f25_only_our_own_names_are_answered(host, allowed):
    hosts = Hosts(["games.example"])
    assert hosts.allow([(b"host", host.encode())]) is allowed
    assert hosts.allow([(b"accept", b"*/*"), (b"host", host.encode())]) is allowed
    assert hosts.allow([]), "a program that names no host is no browser"


def test_f25_behind_a_proxy_its_names_count_unless_some_are_given():
    assert Hosts(behind_proxy=True).allow([(b"host", b"games.example")])
    assert not Hosts(["games.example"], behind_proxy=True).allow([(b"host", b"evil.example")])


def test_f25_a_name_that_was_made_to_point_here_reaches_nothing(server):
    for path in (b"/", b"/api/games", b"/api/me", b"/metrics"):
        for host, status in ((b"evil.example", b"421"), (b"localhost", b"200")):
            with socket.create_connection(("127.0.0.1", server.port)) as connection:
                origin = b"Origin: http://" + host + b"\r\n"
                connection.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: " + host + b"\r\n" + origin + b"\r\n")
                assert connection.recv(4096).split()[1] == status, (path, host)
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(
            b"GET /ws HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
        )
        assert connection.recv(4096).split()[1] == b"403"


# Addresses.


def test_f25_addresses_of_one_ipv6_network_count_together():
    nearby = {network_of(f"2001:db8:1:2::{number:x}") for number in range(1, 400)}
    assert nearby == {"2001:db8:1:2::/64"}
    assert network_of("2001:db8:1:3::1") not in nearby
    assert network_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert network_of("fe80::1%eth0") == "fe80::/64"


def test_f41_what_is_no_address_is_counted_together():
    """A forwarded header may say anything: four hundred words are not four hundred visitors."""
    front = Front(Limits(rates={"http": HTTP}), Signer([b"key"]))
    waits = [
        front.wait({"client": (f"junk{number}", 0), "path": "/api/games", "method": "GET", "headers": []})
        for number in range(400)
    ]
    assert sum(wait == 0 for wait in waits) < 260
    assert {network_of(each) for each in ("junk", "", "1.2.3", "999.1.1.1", "a:b", "127.0.0.1, 8.8.8.8")} == {"?"}


# The cookie.


def test_f41_behind_tls_the_cookie_belongs_to_this_host_alone():
    signer = Signer([b"key"])
    assert signer.cookie("ann", True).startswith(f"{SECURE_COOKIE}=")
    assert {"Secure", "Path=/", "HttpOnly"} <= set(signer.cookie("ann", True).split("; "))
    assert "Domain" not in signer.cookie("ann", True)
    assert signer.cookie("ann", False).startswith(f"{COOKIE}=")
    for secure in (False, True):
        assert signer.person(read_cookie({"cookie": signer.cookie("ann", secure)})) == "ann"
    both = f"{COOKIE}={signer.sign('neighbour')}; {SECURE_COOKIE}={signer.sign('ann')}"
    assert signer.person(read_cookie({"cookie": both})) == "ann"


def test_f41_a_person_known_by_either_cookie_is_counted_as_a_person():
    signer, limits = Signer([b"key"]), Limits()
    limits.seat("ann", "192.0.2.1")
    front = Front(limits, signer)
    for secure in (False, True):
        cookie = signer.cookie("ann", secure).split(";")[0].encode()
        assert front.person([(b"cookie", cookie)]) == "ann"


def test_f41_an_active_person_keeps_the_cookie_for_ever():
    now = SimpleNamespace(seconds=0)
    signer = Signer([b"key"], SimpleNamespace(now_ms=lambda: now.seconds * 1000))
    cookie = signer.sign("ann")
    for _month in range(40):
        now.seconds += 31 * 86_400
        assert signer.person(cookie) == "ann"
        assert signer.needs_renewal(cookie)
        cookie = signer.sign("ann")


# What is kept.


def test_f25_my_games_come_page_by_page(run):
    async def go():
        async with local_server() as local:
            made = [(await local.table())[0] for _ in range(60)]
            first = (await local.http.get("/api/me")).json()["tables"]
            rest = (await local.http.get("/api/me?skip=50")).json()["tables"]
            assert (len(first), len(rest)) == (50, 10)
            assert {each["table_id"] for each in first + rest} == set(made)

    run(go())


def test_f25_a_person_gets_their_data_and_is_forgotten(run):
    async def go():
        async with local_server() as local:
            await local.http.put("/api/me", json={"name": "Ann"})
            table, tokens, friend = await local.table_of_two()
            page = await local.page(table, tokens[0])
            await page.act(table, {"kind": "chat", "text": "my own words"})
            await settle()
            answer = await local.http.get("/api/me/data")
            assert "attachment" in answer.headers["content-disposition"]
            assert (answer.json()["name"], [each["table"] for each in answer.json()["tables"]]) == ("Ann", [table])
            assert "my own words" in answer.text
            assert "my own words" not in (await friend.get("/api/me/data")).text, "the other has said nothing"
            assert tokens[0] not in answer.text
            assert "token_hash" not in answer.text
            assert (await local.another().get("/api/me/data")).status_code == 403
            assert (await local.http.delete("/api/me")).status_code == 204
            assert (await local.http.get("/api/me/data")).json()["tables"] == []

    run(go())
