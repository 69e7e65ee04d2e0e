"""What a modified client, another site's page or a noisy one cannot do."""

import asyncio
import json
import socket
import sqlite3

import pytest
import websockets
from harness import Api, Page, flat
from local_server import ManualClock

from boohive.server.identity import Signer
from boohive.server.limits import CREATE, Limits
from boohive.tables.errors import Rejected


def test_s7_nobody_acts_for_another_seat(api, server, run):
    mine = api.table(seats=("me", "empty"))
    friend = Api(server, "127.0.6.1")
    theirs = friend.post(f"/api/tables/{mine['table_id']}/join", {}, status=201)
    stranger = Api(server, "127.0.6.2")

    async def try_it():
        async with friend.page(theirs) as page, Page(server.ws, mine["table_id"]) as watcher:
            for who, seat in ((page, 0), (watcher, 0), (watcher, None), (watcher, 1)):
                answer = await who.play("k c3", seat=seat)
                expected = "not_your_turn" if who is page and seat is None else "not_your_seat"
                assert (answer["type"], answer["code"]) == ("error", expected)
                assert answer["message"]["text"]
            guessed = {
                "type": "action",
                "table_id": page.table,
                "id": "g",
                "seq": page.seq,
                "seat": 0,
                "token": "guess",
            }
            await page.send({**guessed, "action": {"kind": "play", "text": "k c3"}})
            await page.until(lambda p: "g" in p.answers)
            assert page.answers["g"]["code"] == "not_your_seat"

    run(try_it())
    body = {"id": "1", "seq": 9, "action": {"kind": "resign"}}
    assert stranger.post(f"/api/tables/{mine['table_id']}/action", body, status=403)["code"] == "not_your_seat"


def test_s2_nobody_acts_twice(api, run):
    joined = api.table()

    async def try_it():
        async with api.page(joined) as page:
            first = await page.play("k c3", name="same")
            page.answers.clear()
            again = await page.play("k c3", name="same", seq=first["seq"] - 1, seat=0)
            assert again["is_resend"]
            assert {k: again[k] for k in ("seq", "id", "action", "effects")} == {
                k: first[k] for k in ("seq", "id", "action", "effects")
            }
            page.answers.clear()
            other = await page.play("k a1", name="same", seat=0)
            assert other["is_resend"]
            assert other["action"] == first["action"]
            assert page.scene["event_count"] == 1
            storm = [page.send({"type": "action", "table_id": page.table, "id": "x", "seq": page.seq, "seat": 1,
                                "action": {"kind": "play", "text": "k f6"}}) for _ in range(6)]  # fmt: skip
            await asyncio.gather(*storm)
            await page.until(lambda p: p.scene["event_count"] == 2)
            await asyncio.sleep(0.3)
            assert page.scene["event_count"] == 2

    run(try_it())


def test_s2_a_resend_of_one_who_holds_both_seats_is_no_move_of_the_other(api, run):
    """The answer was lost, the page knows the table by now, and it is the other seat's turn: still the same action."""
    joined = api.table()

    async def try_it():
        async with api.page(joined) as page:
            first = await page.play("k c3", name="same")
            page.answers.clear()
            again = await page.play("k f6", name="same")
            assert again["is_resend"]
            assert again["seq"] == first["seq"]
            assert page.scene["event_count"] == 1

    run(try_it())


def test_s7_nobody_acts_out_of_turn_or_on_an_old_board(api, server, run):
    mine = api.table(seats=("me", "empty"))
    friend = Api(server, "127.0.6.3")
    theirs = friend.post(f"/api/tables/{mine['table_id']}/join", {}, status=201)

    async def try_it():
        async with api.page(mine) as one, friend.page(theirs) as other:
            assert (await other.play("k c3"))["code"] == "not_your_turn"
            old = one.seq
            await one.play("k c3")
            await other.until(lambda p: p.scene["legal_moves"])
            await other.play("k d4")
            await one.until(lambda p: p.scene["legal_moves"])
            assert (await one.play("k a1", seq=old))["code"] == "stale"
            assert (await one.play("k d4"))["code"] == "illegal_move"

    run(try_it())


def test_a_private_table_is_not_found_by_strangers(api, server):
    private = api.table(seats=("me", "empty"))
    listed = api.table(seats=("me", "empty"), public=True)
    stranger = Api(server, "127.0.6.4")
    found = [table["table_id"] for table in stranger.get("/api/tables").json()["tables"]]
    assert listed["table_id"] in found
    assert private["table_id"] not in found
    assert stranger.get("/api/tables/aaaaaaaaaaaaaaaa").status_code == 404
    state = stranger.get(f"/api/tables/{listed['table_id']}").json()
    assert state["room_code"] is None
    text = json.dumps(state)
    for secret in (listed["tokens"][0]["token"], listed["room_code"]):
        assert secret not in text


def test_s4_no_secret_of_the_store_is_on_any_wire(api, server, run):
    mine = api.table(seats=("me", "empty"))
    friend = Api(server, "127.0.6.5")

    async def listen():
        async with Page(server.ws, mine["table_id"]) as watcher, api.page(mine) as page:
            await asyncio.to_thread(friend.post, "/api/join", {"room_code": mine["room_code"]}, 201)
            await page.until(lambda p: p.scene["status"] == "playing")
            await page.play("k c3")
            await watcher.until(lambda p: p.scene["event_count"] == 1)
            assert "seat_taken" in [message["action"]["kind"] for message in watcher.applied]
            return json.dumps([watcher.state, watcher.applied, watcher.other, page.state, page.applied])

    heard = run(listen()) + api.get(f"/api/tables/{mine['table_id']}/replay").text
    rows = (
        sqlite3.connect(server.db)
        .execute("select action from entries where table_id = ?", [mine["table_id"]])
        .fetchall()
    )
    secrets = {json.loads(row[0]).get(key) for row in rows for key in ("person", "pseudonym", "token_hash", "seed")} - {
        None
    }
    assert len(secrets) >= 5
    for secret in secrets:
        assert str(secret) not in heard


def test_pages_of_other_sites_are_turned_away(api, server, run):
    refused = api.http.post(
        "/api/tables", json={"game": "boop", "seats": []}, headers={"origin": "https://evil.example"}
    )
    assert refused.status_code == 403

    async def connect(origin):
        async with websockets.connect(server.ws, additional_headers={"origin": origin}):
            return True

    with pytest.raises(websockets.InvalidStatus):
        run(connect("https://evil.example"))
    with pytest.raises(websockets.InvalidStatus):
        run(connect("null"))
    assert run(connect(f"http://127.0.0.1:{server.port}"))


def test_cookies_are_signed_and_out_of_reach_of_scripts(api, server):
    answer = api.http.put("/api/me", json={"name": "Ann"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    value = api.http.cookies["boohive"]
    forged = Api(server, "127.0.6.6")
    forged.http.cookies.set("boohive", value[:-1] + ("0" if value[-1] != "0" else "1"))
    assert forged.get("/api/me").json()["name"] == ""
    assert Signer([b"one"]).person(Signer([b"other"]).sign("ann")) is None
    assert Signer([b"one"]).person(Signer([b"one"]).sign("ann")) == "ann"


def test_too_many_requests_are_refused_with_the_time_to_wait(server):
    """New tables come back at one a second, so that even a slow machine asks too often."""
    noisy, wanted = Api(server, "127.0.6.7"), {"game": "boop", "seats": [{"occupant": "me"}, {"occupant": "me"}]}
    for _ in range(400):
        answer = noisy.http.post("/api/tables", json=wanted)
        if answer.status_code == 429:
            break
    assert answer.json()["code"] == "too_often"
    assert answer.json()["retry_after_ms"] > 0
    assert Api(server, "127.0.6.8").get("/api/health").status_code == 200


def test_too_many_requests_of_any_kind_are_refused(server):
    """The limit for all requests of an address: sent in one go, so that even a slow machine asks too often."""
    asked = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), 30, source_address=("127.0.6.10", 0)) as noisy:
        noisy.sendall(asked * 400)
        stream = noisy.makefile("rb")
        answers = [read_answer(stream) for _ in range(400)]
    allowed = [status for status, _ in answers].index(429)
    assert allowed >= 100, "who does not ask too often is answered"
    told = answers[allowed][1]
    assert told["code"] == "too_often"
    assert told["retry_after_ms"] > 0
    assert {status for status, _ in answers} == {200, 429}
    assert Api(server, "127.0.6.11").get("/api/games").status_code == 200


def test_an_address_is_forgotten_when_all_it_may_is_there_again():
    clock = ManualClock()
    counts = Limits(clock)
    for _ in range(140):
        counts.check("noisy", CREATE)
    counts.check("quiet", CREATE)
    clock.seconds += 31
    counts.check("another", CREATE)
    assert [address for address, _ in counts.buckets] == ["noisy", "another"]
    for _ in range(41):  # What was left of 150, and what has come since.
        counts.check("noisy", CREATE)
    with pytest.raises(Rejected):
        counts.check("noisy", CREATE)


def read_answer(stream):
    """Status and body of the next HTTP answer."""
    status = int(stream.readline().split()[1])
    headers = dict(line.decode().lower().split(": ", 1) for line in iter(stream.readline, b"\r\n"))
    return status, json.loads(stream.read(int(headers["content-length"])))


def test_room_codes_cannot_be_tried_out(server):
    thief = Api(server, "127.0.6.9")
    codes = [thief.post("/api/join", {"room_code": f"BBBB{letter}"})["code"] for letter in "BCDFGHJKLMNPQRSTVWXZ"]
    assert codes.count("too_often") >= 5
    assert set(codes) <= {"unknown_code", "too_often"}


def test_too_many_messages_and_too_large_ones(api, server, run):
    joined = api.table()

    async def flood():
        async with api.page(joined) as page:
            for _ in range(2000):  # A slow machine may need more than the first 60, which are free.
                await page.send({"type": "ping"})
                await asyncio.sleep(0)
                if any(m["type"] == "error" for m in page.other):
                    break
            await page.until(lambda p: any(m["type"] == "error" for m in p.other))
            told = next(m for m in page.other if m["type"] == "error")
            assert told["code"] == "too_often"
            assert told["retry_after_ms"] > 0

    run(flood())

    async def send(data, text=None):
        async with websockets.connect(server.ws) as ws:
            assert json.loads(await ws.recv())["type"] == "hello"
            await ws.send(data, text=text)
            await ws.recv()

    with pytest.raises(websockets.ConnectionClosed) as large:
        run(send("x" * 20_000))
    assert large.value.rcvd.code == 1009
    with pytest.raises(websockets.ConnectionClosed) as binary:
        run(send(b"\x00\x01"))
    assert binary.value.rcvd.code == 1003
    with pytest.raises(websockets.ConnectionClosed) as no_text:
        run(send(b"\xff\xfe", text=True))
    assert no_text.value.rcvd.code == 1007
    assert "Traceback" not in server.log(), "what others send is not our mistake"
    body = json.dumps({"record": "x" * 600_000})
    assert api.http.post("/api/records", content=body, headers={"content-type": "application/json"}).status_code == 413


def test_a_slow_reader_is_sent_back_to_resume(server):
    """A socket that does not read costs a bounded outbox, then hears ``overflow``."""
    from boohive.server.sockets import MAX_WAITING, Socket

    sent = []

    class SlowLine:
        def __init__(self):
            self.gate = asyncio.Event()

        def is_ready(self):
            return self.gate.is_set()

        def write(self, frame):
            sent.append(json.loads(frame[frame.index(b"{") :]))

        async def drained(self):
            await self.gate.wait()

    async def go():
        line = SlowLine()
        socket = Socket(line, None, "x", ManualClock())
        socket.tables["t"] = []
        for i in range(MAX_WAITING + 50):
            socket.send("t", json.dumps({"type": "update", "n": i}).encode())
            await asyncio.sleep(0)
        assert len(socket.outbox) <= MAX_WAITING
        line.gate.set()
        await asyncio.sleep(0.05)
        socket.send("t", b'{"type":"pong"}')
        await asyncio.sleep(0.05)

    asyncio.run(go())
    assert [m["type"] for m in sent[-2:]] == ["overflow", "pong"]
    assert len(sent) < 10


def test_pages_say_what_they_may_load(api):
    headers = api.get("/").headers
    policy = headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe-inline" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"


def test_what_people_write_is_cleaned_and_bounded(api, run):
    joined = api.table()

    async def talk():
        async with api.page(joined) as page:
            said = await page.act({"kind": "chat", "text": "<script>\u202e\n\x00hi" + "y" * 250})
            assert said["chat"]["text"].startswith("<script> hi")
            assert len(said["chat"]["text"]) == 200
            named = await page.act({"kind": "rename", "name": "A\u0000\u200b" + "b" * 36})
            assert len(flat(named)["seats"][0]["name"]) <= 24

    run(talk())


def test_s7_every_bad_message_is_answered(api, run):
    joined = api.table()
    bad = ["", "{", "[]", "null", '"action"', "{}", '{"type":"fly"}', '{"type":"action"}', '{"type":"subscribe","table_id":7}',
           '{"type":"action","table_id":"x","id":"q","seq":-1,"action":{"kind":"resign"}}',
           '{"type":"action","table_id":"x","id":"r","seq":1,"action":{"kind":"timeout"}}',
           '{"type":"action","table_id":"x","id":"s","seq":1,"action":{"kind":"play","text":"k c3","by":1}}',
           '{"type":"subscribe","table_id":"nowhere"}', "[" * 5000]  # fmt: skip

    async def send():
        async with api.page(joined) as page:
            for i, text in enumerate(bad):
                await page.ws.send(text)
                await page.until(lambda p, n=i: sum(m["type"] == "error" for m in p.other) == n + 1)
            return [m["code"] for m in page.other if m["type"] == "error"]

    codes = run(send())
    assert codes.count("bad_message") == len(bad) - 1
    assert codes[-2] == "unknown_table"
