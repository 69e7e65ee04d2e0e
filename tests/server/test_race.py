"""Booo! through the same tables and messages: a common reveal, claims by corrected time, proofs, bots."""

import asyncio
import json
import time

import pytest
from harness import Api, Page, flat

from boohive.games import GAMES
from boohive.games.booo.bots import LEVELS, next_event
from boohive.tables import incoming, log
from boohive.tables.claims import ALLOWANCE, REFILL
from boohive.tables.errors import Rejected
from boohive.tables.latency import UNMEASURED, Latency
from boohive.tables.playing import ranked_claims
from boohive.tables.replay import apply, replay
from boohive.tables.seating import seat_order
from boohive.tables.seats import hash_token


class RaceLog:
    """A race's log with its table, played by the clock of the test."""

    def __init__(self, seats=3, seed=5):
        opened = log.TableCreated("booo", dict(GAMES["booo"].preset("online")), seats, seed=f"{seed:032x}")
        sits = [
            log.SeatTaken(i, f"P{i}", person=f"p{i}", token_hash=hash_token(f"t{i}"), host=i == 0) for i in range(seats)
        ]
        self.entries = [log.LogEntry(1, 0, None, "open", opened)]
        self.entries += [log.LogEntry(2 + i, 0, None, f"s{i}", sit) for i, sit in enumerate(sits)]
        self.table = replay(self.entries)
        self.add(seat_order(self.table), at=1000)

    def add(self, action, seat=None, at=0):
        entry = log.LogEntry(self.table.seq + 1, at, seat, f"x{self.table.seq}", action)
        self.table = apply(self.table, entry)
        self.entries.append(entry)

    def happen(self, event):
        """What a bot does; its claims go through the ranking."""
        now, action = self.table.game_started_at + event.game_ms, log.Play(event.text, game_ms=event.game_ms)
        if self.table.position.is_contested(event.text):
            elapsed = event.game_ms - self.table.revealed_at
            claimed = incoming.bot_claim(self.table, event.seat, event.text, elapsed, now, 80)
            self.add(claimed, event.seat, now)
            action = incoming.as_event(self.table, claimed.claim, now)
        self.add(action, event.seat, now)

    def until_search(self):
        while not self.table.active_seats:
            due = self.table.position.next_timer
            self.add(log.Play("time", game_ms=due), at=self.table.game_started_at + due)
        return self

    def claim(self, seat, told, arrives, latency=UNMEASURED, colour="W"):
        text = f"claim {self.table.position.view(seat)['search']} {colour}"
        now = self.table.game_started_at + self.table.revealed_at + arrives
        self.add(
            incoming.prepare(self.table, seat, log.Play(text, reported_ms=told), 0, now, latency=latency), seat, now
        )


def test_h31_the_first_by_corrected_time_wins_not_the_first_to_arrive():
    race = RaceLog().until_search()
    near, far = Latency(20, 20, 2), Latency(240, 230, 20)
    race.claim(0, told=5100, arrives=5110, latency=near)
    race.claim(1, told=5000, arrives=5120, latency=far)
    assert [claim.seat for claim in ranked_claims(race.table)] == [1, 0]


def test_h31_who_lies_gains_no_more_than_can_be_verified():
    race = RaceLog().until_search()
    direct = Latency(20, 18, 2, kernel_rtt_ms=20)
    race.claim(0, told=5000, arrives=5010, latency=direct)
    race.claim(1, told=1000, arrives=5200, latency=direct)
    liar = next(claim for claim in race.table.claims if claim.seat == 1)
    assert liar.corrected_ms == 5200 - 20 - ALLOWANCE
    assert liar.reported_ms == 1000
    assert [claim.seat for claim in ranked_claims(race.table)] == [0, 1]


def test_h31_who_lies_again_has_no_allowance_left_and_verified_claims_bring_it_back():
    race = RaceLog().until_search()
    direct = Latency(20, 18, 2, kernel_rtt_ms=20)

    def claim(told, arrives):
        race.claim(1, told=told, arrives=arrives, latency=direct)
        claimed = race.table.claims[-1]
        race.add(log.ClaimsDiscarded(), at=race.table.last_activity + 500)
        return claimed.corrected_ms

    assert claim(1000, 5000) == 5000 - 20 - ALLOWANCE
    assert claim(1000, 6000) == 6000 - 20
    assert claim(6990, 7000) == 6990
    assert claim(1000, 8000) == 8000 - 20 - REFILL
    stored = [log.read_entry(e.seq, e.server_ms, e.seat, e.id, log.write_action(e.action)) for e in race.entries]
    assert replay(stored) == race.table


def test_h31_claims_within_a_frame_are_drawn_by_the_tables_own_chance():
    first = set()
    for seed in range(40):
        race = RaceLog(seed=seed).until_search()
        race.claim(0, told=5000, arrives=5000)
        race.claim(1, told=5010, arrives=5010)
        first.add(ranked_claims(race.table)[0].seat)
    assert first == {0, 1}


def test_h17_one_claim_is_let_in_and_the_others_are_refused_by_the_rules():
    race = RaceLog().until_search()
    race.claim(0, told=5000, arrives=5000, colour="B")
    race.claim(1, told=5200, arrives=5200, colour="G")
    with pytest.raises(Rejected, match="wait for the ranking"):
        race.claim(0, told=5250, arrives=5250)
    now = race.table.game_started_at + race.table.revealed_at + 5600
    best, other = ranked_claims(race.table)
    race.add(incoming.as_event(race.table, best, now), best.seat, now)
    assert race.table.active_seats == (0,)
    assert race.table.history[-1].game_ms == race.table.revealed_at + 5000
    with pytest.raises(Rejected, match="another claim is being proved"):
        race.add(incoming.as_event(race.table, other, now), other.seat, now)
    assert [(claim.seat, claim.rank) for claim in race.table.claims] == [(0, 1), (1, 2)]


def test_s8_a_race_replays_from_its_log():
    race = RaceLog(seats=4, seed=9)
    while race.table.status == "playing" and len(race.entries) < 400:
        position = race.table.position
        events = [next_event(position.rules, position.state, seat, LEVELS["hard"], 3) for seat in range(4)]
        events = [event for event in events if event is not None]
        due = position.next_timer
        first = min(events, key=lambda event: event.game_ms, default=None)
        if first is None or (due is not None and due <= first.game_ms):
            race.add(log.Play("time", game_ms=due), at=race.table.game_started_at + due)
        else:
            race.happen(first)
    assert race.table.status == "over"
    stored = [log.read_entry(e.seq, e.server_ms, e.seat, e.id, log.write_action(e.action)) for e in race.entries]
    assert replay(stored).fingerprint() == race.table.fingerprint()


def test_s5_a_pause_moves_the_whole_race():
    race = RaceLog().until_search()
    before = race.table.deadline()
    race.add(log.Pause(10_000, until_ms=race.table.last_activity + 10_000), at=race.table.last_activity + 10_000)
    assert race.table.deadline() == before + 10_000


def test_claims_that_count_no_more_are_put_aside():
    race = RaceLog().until_search()
    race.claim(0, told=5000, arrives=5000)
    assert race.table.ranking_due() is not None
    race.add(log.ClaimsDiscarded(), at=race.table.last_activity + 500)
    assert race.table.ranking_due() is None


@pytest.fixture
def three(api, server):
    mine = api.table(
        game="booo", seats=("me", "empty", "empty"), options={**GAMES["booo"].preset("online"), "pause": 1}
    )
    friends = [Api(server, f"127.0.7.{i}") for i in (1, 2)]
    joined = [mine, *[friend.post("/api/join", {"room_code": mine["room_code"]}, status=201) for friend in friends]]
    return mine["table_id"], [[token["token"] for token in each["tokens"]] for each in joined]


def told(value):
    """Every string and number of a message, without the castle, which lists all rooms, and the ghost, who is in one."""
    if isinstance(value, dict):
        if value.get("kind") != "ghost":
            for name, each in value.items():
                yield from told(each) if name != "scenery" else ()
    elif isinstance(value, list):
        for each in value:
            yield from told(each)
    else:
        yield value


def test_s4_h9_a_visitor_is_on_no_wire_before_its_moment(three, server, run):
    table, tokens = three
    heard = []

    async def listen():
        pages = [Page(server.ws, table, each) for each in [*tokens, []]]
        for page in pages:
            await page.open()
            take = page._take

            async def record(message, page=page, take=take):
                heard.append((time.time() * 1000, message))
                await take(message)

            page._take = record
        await asyncio.gather(
            *(page.until(lambda p: p.scene and p.scene["position"]["phase"] == "search", 15) for page in pages)
        )
        for page in pages:
            await page.close()
        return pages[0].scene

    scene = run(listen())
    (room,) = [piece["at"] for piece in scene["position"]["pieces"] if piece["kind"] == "visitor"]
    assert room in set(told(scene))
    shown = [(at, message) for at, message in heard if message["type"] == "update" and "reveal_at" in message]
    assert len(shown) == 4
    show_at = shown[0][1]["reveal_at"]
    assert {message["reveal_at"] for _, message in shown} == {show_at}
    announced = [(at, message) for at, message in heard if message["type"] == "reveal_soon"]
    assert len(announced) >= 4
    assert all(message["server_ms"] < message["reveal_at"] for _, message in announced)
    for at, message in heard:
        if message.get("seq", 0) < shown[0][1]["seq"]:
            assert room not in set(told(message))
            assert "visitor" not in [piece["kind"] for piece in flat(message).get("position", {}).get("pieces", [])]
            assert "appeared" not in json.dumps(message)
        elif message["type"] in ("update", "snapshot"):
            assert at >= show_at - 130
        assert '"seed":' not in json.dumps(message)
    api = Api(server, "127.0.7.3")
    assert api.get(f"/api/tables/{table}/record").json()["code"] == "not_now"
    assert api.get(f"/api/tables/{table}/replay").json()["code"] == "not_now"
    assert api.get(f"/api/tables/{table}").json()["settings"]["initial_position"] == ""


def test_s4_h8_the_number_is_on_no_wire_before_the_first_visitor_is_shown_and_public_from_then_on(api, run):
    options = {"chooser": "first_player", "pause": 1}
    joined = api.table(game="booo", seats=("me", "me"), options=options)

    async def choose():
        async with api.page(joined) as page:
            first = page.scene["position"]["first_player"]
            assert page.scene["position"]["number"] is None
            answer = await page.act({"kind": "play", "text": "choose c4 2"}, seat=first)
            assert answer["action"]["text"] == "choose c4"
            assert flat(answer)["last_event"]["text"] == "choose c4"
            await page.until(lambda p: p.scene["position"]["phase"] == "search", 15)
            for message in page.applied:
                position = flat(message).get("position", {})
                if position.get("phase", "search") != "search":
                    assert position["number"] is None
            assert page.scene["position"]["number"] == 2
        return api.get(f"/api/tables/{joined['table_id']}").json()["events"]

    assert [event["text"] for event in run(choose())][:1] == ["choose c4"]


def test_claims_are_ranked_and_a_failed_proof_costs_a_cool_down(three, server, run):
    table, tokens = three

    async def race():
        async with Page(server.ws, table, tokens[0]) as one, Page(server.ws, table, tokens[1]) as other:
            for page in (one, other):
                await page.until(lambda p: p.scene["position"]["phase"] == "search", 15)
            search = one.scene["position"]["search"]
            await asyncio.sleep(0.25)
            claims = [
                page.act({"kind": "play", "text": f"claim {search} {colour}", "reported_ms": told})
                for page, colour, told in ((one, "W", 240), (other, "G", 150))
            ]
            answers = await asyncio.gather(*claims)
            assert {answer["action"]["kind"] for answer in answers} == {"claim_received"}
            await one.until(lambda p: p.scene["position"]["phase"] == "proof", 5)
            assert one.scene["position"]["proof"]["seat"] == 1
            assert {(claim["seat"], claim["rank"]) for claim in one.scene["claims"]} == {(1, 1), (0, 2)}
            late = await one.act({"kind": "play", "text": "wall c3n"})
            assert late["code"] == "illegal_move"
            await other.act({"kind": "play", "text": "forget"})
            assert other.scene["position"]["phase"] == "pause"
            await one.until(lambda p: p.scene["position"]["phase"] == "search", 10)
            assert other.scene["position"]["players"][1]["cooldown_until"]

    run(race())


def test_h39_bots_race_by_themselves_to_the_end_of_a_visitor(api, run):
    joined = api.table(game="booo", seats=("me", "bot", "bot"), options={"pause": 1, "search_limit": 20})

    async def watch():
        async with api.page(joined) as page:
            await page.until(lambda p: p.scene["position"]["phase"] == "search", 15)
            await page.until(lambda p: p.scene["position"]["round"] == 2 or p.scene["status"] == "over", 55)
            return [m["effects"] for m in page.applied if "effects" in m]

    assert run(watch())
