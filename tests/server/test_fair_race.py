"""Races: nobody sees a visitor early, nothing of a claim leaves before the ranking, and no claim comes before the reveal."""

import asyncio
import json

import pytest
from harness import flat
from local_server import LocalServer, local_server, settle, two_servers

from boohive.games import GAMES
from boohive.server.timers import REVEAL_LEAD_MS
from boohive.tables import incoming, log
from tables.growing_log import refused
from tables.test_race_tables import claim_text, searching

ONLINE = {**GAMES["booo"].preset("online"), "pause": 1}
OPTION_SETS = {
    "online": ONLINE,
    "rulebook": {"pause": 1},
    "relaxed": {**ONLINE, "window": "relaxed", "proof": "relaxed"},
    "none": {**ONLINE, "penalty": "none", "banned_claim": "stops"},
    "out": {**ONLINE, "penalty": "out", "pause": 0},
}


async def race_of_two(local, options=ONLINE, **more):
    """A race of two people: its id, their tokens, their pages and a spectator's."""
    table, tokens, friend = await local.table_of_two("booo", options=options, **more)
    pages = [await local.page(table, token) for token in tokens]
    return table, tokens, [*pages, await local.page(table)], friend


async def to_the_reveal(local, table, before_ms):
    """Move time to a moment before the first visitor is shown; that moment."""
    moment = await announced(local, table)
    await local.clock.advance((moment - before_ms - local.clock.now_ms()) / 1000)
    return moment


async def announced(local, table):
    """Move time on until a visitor is announced; the moment at which it will be shown."""
    session = local.sessions[table]
    while session.table.position.view()["phase"] != "arriving":
        await local.clock.advance(0.02)
    return session.table.deadline()


def shows_the_visitor(data):
    """Whether anything in a message tells that the visitor is there, or where."""
    if isinstance(data, dict):
        if (
            data.get("kind") == "appeared"
            or data.get("phase") == "search"
            or (data.get("kind") == "visitor" and data.get("at"))
        ):
            return True
        return any(shows_the_visitor(each) for each in data.values())
    return isinstance(data, list) and any(shows_the_visitor(each) for each in data)


def spy(pages, clock):
    """From now on, what each page is sent, with the time."""
    heard = []
    for number, page in enumerate(pages):
        write = page.connection.write

        def keep(frames, number=number, page=page, write=write):
            known = len(page.connection.messages)
            write(frames)
            heard.extend((number, clock.now_ms(), message) for message in page.connection.messages[known:])

        page.connection.write = keep
    return heard


async def ask_everything(local, table, tokens, page, seq):
    """Ask a server about a table in every way there is; the answers of HTTP requests as they come."""
    answers = []

    async def http(method, path, body=None):
        address = path if path.startswith("/api") else f"/api/tables/{table}{path}"
        answer = await local.http.request(method, address, json=body)
        found = answer.json()
        found.pop("person", None)  # A new one at every server.
        answers.append((local.clock.now_ms(), {"answer": found}))

    def act(name, do):
        return http("POST", "/action", {"id": name, "seq": seq, "action": do, "token": tokens[0]})

    tasks = [
        asyncio.ensure_future(each)
        for each in (
            http("GET", ""),
            http("GET", "/api/tables"),
            http("GET", "/api/me"),
            http("GET", "/api/me/data"),
            http("POST", "/join", {}),
            http("GET", "/record"),
            http("GET", "/replay"),
            http("POST", "/hint", {"token": tokens[0]}),
            act("h1", {"kind": "chat", "text": "well"}),
            act("h2", {"kind": "rename", "name": "Zoe"}),
            act("h3", {"kind": "play", "text": "hand up"}),
            act("h4", {"kind": "play", "text": "wall c3n"}),
            act("h5", {"kind": "offer", "what": "draw"}),
        )
    ]
    await settle()
    for kind, more in (
        ("unsubscribe", {}),
        ("subscribe", {"tokens": tokens[:1]}),
        ("resume", {"seq": seq, "tokens": tokens[:1]}),
        ("resume", {"seq": 1}),
        ("preview", {"id": "p", "moves": ["wall c3n"]}),
        ("action", {"id": "s1", "seq": seq, "action": {"kind": "chat", "text": "hm"}}),
        ("action", {"id": "s2", "seq": seq, "action": {"kind": "play", "text": "wall c3n"}}),
        ("action", {"id": "s1", "seq": seq, "action": {"kind": "chat", "text": "hm"}}),
    ):
        await page.send(type=kind, table_id=table, **more)
    return answers, tasks


@pytest.mark.parametrize("before_ms", [150, 100, 50, 1])
@pytest.mark.parametrize("where", ["stored", "caught up", "fresh"])
def test_s11_f2_nobody_sees_a_visitor_early_however_they_ask(run, before_ms, where):
    """On the server that stored the visitor, one that heard of it, and one that reads the table then."""

    async def go():
        async with two_servers() as (first, second):
            table, tokens, pages, _ = await race_of_two(first)
            asked = first if where == "stored" else second
            if where == "caught up":
                pages.append(await second.page(table, tokens[1]))
            pages[0].probed(250, kernel_ms=None)
            moment = await to_the_reveal(first, table, before_ms)
            seq = first.sessions[table].visible_table.seq
            assert first.sessions[table].table.seq > seq, "the visitor is stored already"
            pages.append(await asked.page(table, tokens[0]))
            pages.append(await asked.page(table))
            heard = spy(pages, first.clock)
            answers, tasks = await ask_everything(asked, table, tokens, pages[-2], seq)
            await first.clock.advance((moment - 1 - first.clock.now_ms()) / 1000)
            early = [message for _, at, message in heard if at < moment] + [each for at, each in answers if at < moment]
            for page in pages:
                early += page.connection.messages
            assert early
            assert not [message for message in early if shows_the_visitor(message)]
            assert not [message for message in early if "illegal_move" in json.dumps(message)], "a reason tells, too"
            await first.clock.advance(1.5)
            await asyncio.wait_for(asyncio.gather(*tasks), 5)
            for page in pages:
                assert any(shows_the_visitor(message) for message in page.connection.messages)
                numbers = [m["seq"] for m in page.of_type("update") if not m.get("is_resend")]
                assert numbers == sorted(numbers), "one order for all"

    run(go())


def test_s11_f2_a_server_that_holds_nothing_loads_what_may_be_seen(run):
    """The first request of all to a server that never saw the table, over HTTP, by a stranger."""

    async def go():
        async with local_server() as local:
            table, tokens, _, _ = await race_of_two(local)
            moment = await to_the_reveal(local, table, 120)
            other = await LocalServer(store=local.store, clock=local.clock).start()
            answer = (await other.http.get(f"/api/tables/{table}")).json()
            assert not shows_the_visitor(answer)
            assert other.sessions[table].table.seq > answer["seq"]
            late = await other.page(table, tokens[0])
            await local.clock.advance((moment - local.clock.now_ms()) / 1000)
            assert shows_the_visitor((await other.http.get(f"/api/tables/{table}")).json())
            assert shows_the_visitor(late.of_type("update"))
            await other.http.aclose()
            await other.services.stop()

    run(go())


def test_s11_f2_answering_probes_late_brings_no_visitor_early(run):
    """Only the round trip that the operating system measured makes news leave earlier for a page far away."""

    async def go():
        async with local_server() as local:
            table, _, pages, _ = await race_of_two(local)
            pages[0].probed(240, kernel_ms=4)
            pages[1].probed(240, kernel_ms=None)
            heard = spy(pages, local.clock)
            moment = await to_the_reveal(local, table, 0)
            await local.clock.advance(0.5)
            first = {}
            for number, at, message in heard:
                if shows_the_visitor(message):
                    first.setdefault(number, moment - at)
            assert first == {0: 2, 1: 0, 2: 0}

    run(go())


def test_h31_a_page_that_plays_is_measured_from_time_to_time(run):
    """While it loads it answers late, and connections change: what was measured first does not count for the whole game."""

    async def go():
        async with local_server() as local:
            _, _, pages, _ = await race_of_two(local)
            page = pages[0]
            page.probed(240)
            for trips in range(1, 10):
                await page.send(type="ping", client_time=1)
                assert page.connection.messages[-1]["type"] == "pong", "not all the time"
                await local.clock.advance(5)
                await page.send(type="ping", client_time=1)
                asked = page.connection.messages[-1]
                assert asked["type"] == "latency_probe"
                await local.clock.advance(0.0205)
                await page.send(type="latency_echo", n=asked["n"])
                assert page.socket.latency().rtt_ms == (240 if trips < 5 else 20)
            assert page.socket.latency().jitter_ms == 0
            watching = pages[2]
            await local.clock.advance(60)
            await watching.send(type="ping", client_time=1)
            assert watching.connection.messages[-1]["type"] == "pong", "only players"

    run(go())


def test_s11_f2_news_for_a_page_far_away_leaves_half_a_round_trip_earlier_and_once(run):
    async def go():
        async with local_server() as local:
            table, _, pages, _ = await race_of_two(local)
            pages[0].probed(100, kernel_ms=100)
            heard = spy(pages, local.clock)
            moment = await to_the_reveal(local, table, 0)
            await local.clock.advance(0.5)
            times = [
                (n, moment - at) for n, at, message in heard if "reveal_at" in message and message["type"] == "update"
            ]
            assert sorted(times) == [(0, 50), (1, 0), (2, 0)]

    run(go())


# Claims.


async def searching_race(local, options=ONLINE):
    """A race of two in its first search, three seconds after the visitor was shown."""
    table, tokens, pages, friend = await race_of_two(local, options)
    await to_the_reveal(local, table, -3000)
    state = local.sessions[table].table
    assert len(state.active_seats) == 2
    return table, tokens, pages, friend, f"claim {state.position.state.search} W"


async def watch_from_seat_1(with_claim, options):
    """All that seat 1 and a spectator are sent for as long as a claim of seat 0 waits; with it or without it."""
    async with local_server() as local:
        table, tokens, pages, _, claim = await searching_race(local, options)
        session = local.sessions[table]
        window = incoming.window(session.table, session.latencies())
        heard = spy(pages[1:], local.clock)
        began, seq = local.clock.now_ms(), session.visible_table.seq
        if with_claim:
            await pages[0].send(
                type="action",
                table_id=table,
                id="c",
                seq=99,
                action={"kind": "play", "text": claim, "reported_ms": 2900},
            )
            assert session.table.pending_claims()
        answers, tasks = await ask_everything(local, table, [tokens[1]], pages[1], seq)
        answers += [(local.clock.now_ms(), (await local.http.get("/api/tables")).json())]
        await local.clock.advance((window - 1) / 1000)
        seen = [(n, at - began, message) for n, at, message in heard] + [(9, at - began, each) for at, each in answers]
        await local.clock.advance(2)
        await asyncio.wait_for(asyncio.gather(*tasks), 5)
        assert any(m["type"] == "update" for m in pages[1].connection.messages[-5:])
        return seen


@pytest.mark.parametrize("options", ["online", "rulebook", "relaxed"])
def test_s11_f11_a_claim_that_waits_changes_nothing_that_others_see(run, monkeypatch, options):
    """The same questions with and without another seat's claim waiting: the same answers at the same times."""
    monkeypatch.setattr("boohive.server.routes.tables.new_seed", lambda: "5" * 32)
    monkeypatch.setattr("boohive.server.routes.tables.new_id", lambda: "a" * 16)
    monkeypatch.setattr("boohive.server.routes.tables.new_token", iter([f"token-{i}" for i in range(9)] * 4).__next__)
    with_claim, without = (run(watch_from_seat_1(each, OPTION_SETS[options])) for each in (True, False))
    assert without
    assert with_claim == without


def test_s11_f11_after_the_ranking_everybody_sees_it(run):
    async def go():
        async with two_servers() as (first, second):
            table, tokens, pages, _, claim = await searching_race(first)
            far = await second.page(table, tokens[1])
            answer = asyncio.ensure_future(
                pages[0].act(table, {"kind": "play", "text": claim, "reported_ms": 2900}, name="mine")
            )
            await settle()
            for page in (*pages, far):
                sent = json.dumps(page.connection.messages)
                assert "claim_received" not in sent
                assert claim not in sent
            await first.clock.advance(0.5)
            await answer
            for page in (*pages, far):
                assert "claim_received" in [m["action"]["kind"] for m in page.of_type("update")]
                board = [flat(m) for m in page.of_type("update") if flat(m).get("claims")][-1]
                assert [(each["seat"], each["rank"]) for each in board["claims"]] == [(0, 1)]
                assert board["position"]["phase"] == "proof"

    run(go())


@pytest.mark.parametrize("text", ["own", "other"])
def test_f11_a_claim_after_the_ranking_does_not_replace_the_list(text):
    race, shown = searching(("ann", "bob", "cid"))
    race.now = shown + 3_000
    first = incoming.prepare(race.table, 0, log.Play(claim_text(race), reported_ms=2_990), 99, race.now)
    race(first, 0, after=0)
    race(incoming.as_event(race.table, first.claim, race.now + 90), 0, after=90)
    ranked = race.table.claims
    assert [(claim.seat, claim.rank) for claim in ranked] == [(0, 1)]
    seat = 0 if text == "own" else 1
    late = incoming.bot_claim(race.table, seat, first.claim.text, 2_800, race.now + 20, 80)
    refused("illegal_move", lambda: race(late, seat, after=20))
    assert race.table.claims == ranked


@pytest.mark.parametrize("route", ["socket", "http"])
@pytest.mark.parametrize("options", OPTION_SETS)
def test_f27_a_claim_before_the_reveal_is_refused(run, route, options):
    async def go():
        async with local_server() as local:
            table, tokens, pages, _ = await race_of_two(local, OPTION_SETS[options])
            session = local.sessions[table]
            moment = await announced(local, table)
            for before_ms in (200, REVEAL_LEAD_MS - 1, 100, 38, 1):
                await local.clock.advance((moment - before_ms - local.clock.now_ms()) / 1000)
                search = getattr(session.table.position.state, "search", "1.1")
                do = {"kind": "play", "text": f"claim {search} W", "reported_ms": 0}
                if route == "socket":
                    await pages[0].send(type="action", table_id=table, id=f"c{before_ms}", seq=99, action=do)
                else:
                    body = {"id": f"c{before_ms}", "seq": 99, "action": do, "token": tokens[0]}
                    asyncio.ensure_future(local.post(f"/api/tables/{table}/action", body))  # noqa: RUF006
                await settle()
            await local.clock.advance(1)
            assert not [entry for entry in local.log(table) if isinstance(entry.action, log.ClaimReceived)]
            assert not session.table.claims

    run(go())


def test_f27_a_claim_needs_at_least_the_shortest_trip_to_arrive():
    """What arrives sooner after the reveal than any message of this page ever did was sent before it."""
    from boohive.tables.latency import Latency

    race, shown = searching()
    far, play = Latency(200, 180, 5, 200), log.Play(claim_text(race), reported_ms=0)
    refused("too_early", lambda: incoming.prepare(race.table, 0, play, 99, shown + 71, latency=far))
    assert incoming.prepare(race.table, 0, play, 99, shown + 72, latency=far).claim.corrected_ms == 0


@pytest.mark.parametrize("text", ["claim red", "claim", "claim 99.1 W", "claim 1.1 W 0", "claim 1.1 Q"])
@pytest.mark.parametrize("by", ["client", "log"])
def test_f27_a_claim_is_read_when_it_arrives(text, by):
    race, shown = searching()
    if by == "client":
        play = log.Play(text, reported_ms=2_000)
        refused("illegal_move", lambda: incoming.prepare(race.table, 0, play, 99, shown + 2_000))
    else:
        claimed = incoming.bot_claim(race.table, 0, text, 2_000, shown + 2_000, 80)
        refused("illegal_move", lambda: race(claimed, 0, after=shown + 2_000 - race.now))
    assert not race.table.claims
