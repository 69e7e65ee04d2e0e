"""Ids the server makes are out of reach of clients, and ids no store can keep are refused at once."""

import asyncio

import pytest
from local_server import LocalServer, local_server, settle

from boohive.tables import log

CLOCK = {"kind": "real_time", "initial_ms": 2_000}


@pytest.mark.parametrize("prefix", ["", "~"])
@pytest.mark.parametrize("route", ["socket", "http"])
def test_s6_nobody_keeps_the_clock_from_running_out(run, prefix, route):
    """The player uses every id the server might use for the timeout; the flag falls all the same."""

    async def go():
        async with local_server() as local:
            table, tokens = await local.table(clock=CLOCK)
            page = await local.page(table, *tokens)
            for text in ("k c3", "k d4"):
                assert (await page.play(table, text))["type"] == "update"
            session = local.sessions[table]
            for seat in (0, 1):
                for seq in range(session.table.seq + 8):
                    do = {"kind": "rename", "name": f"n{seq}"}
                    name = f"{prefix}timeout-{seq}"
                    if route == "socket":
                        await page.act(table, do, name=name, seat=seat)
                        local.services.limits.buckets.clear()
                    else:
                        body = {"id": name, "seq": 1, "action": do, "seat": seat, "token": tokens[seat]}
                        await local.post(f"/api/tables/{table}/action", body)
                        local.services.limits.buckets.clear()
            assert session.table.status == "playing"
            await local.clock.advance(2.4)
            assert session.table.status == "over"
            assert isinstance(local.log(table)[-1].action, log.Timeout)

    run(go())


def test_every_entry_the_server_makes_has_an_id_of_its_own_space(run):
    async def go():
        async with local_server() as local:
            table, tokens, _ = await local.table_of_two(clock=CLOCK)
            pages = [await local.page(table, token) for token in tokens]
            for i, text in enumerate(("k c3", "k d4")):
                await pages[i].play(table, text)
            await local.clock.advance(3)
            for page in pages:
                await page.act(table, {"kind": "offer", "what": "rematch"})
            await settle()
            by_client = (log.Play, log.Offer, log.Answer)
            made = [entry for entry in local.log(table) if not isinstance(entry.action, by_client)]
            assert {type(entry.action) for entry in made} == {
                log.TableCreated, log.SeatTaken, log.Start, log.Timeout, log.RematchCreated,
            }  # fmt: skip
            assert all(entry.id.startswith("~") for entry in made)

    run(go())


BAD_IDS = ["x\x00y", "~time-5-7", "~", "é", "\u202e", "a\nb", "😀" * 10]


@pytest.mark.parametrize("name", BAD_IDS)
def test_an_id_no_store_can_keep_is_refused(run, name):
    async def go():
        async with local_server() as local:
            table, tokens = await local.table()
            page = await local.page(table, *tokens)
            assert (await page.play(table, "k c3", name=name))["code"] == "bad_message"
            body = {"id": name, "seq": 9, "action": {"kind": "play", "text": "k c3"}, "token": tokens[0]}
            assert (await local.post(f"/api/tables/{table}/action", body)).status_code == 400
            await page.send(type="subscribe", table_id=name)
            assert page.connection.messages[-1]["code"] == "unknown_table"
            assert (await page.play(table, "k c3"))["type"] == "update"

    run(go())


PATTERNS = (
    "open", "sit-{n}", "start", "next", "timeout-{n}", "timeout-{n}-{m}", "time-{n}-{due}", "claim-{due}-{n}", "ranked-{n}",
    "pause-{due}-{n}", "bot-{n}", "away-{n}", "back-{n}", "admin-{n}",
)  # fmt: skip


def ids_of_the_server(session, ahead=2):
    """Every id that the server may use for this table in the next few entries."""
    table = session.table
    due = table.position.next_timer or 0
    for pattern in PATTERNS:
        for n in range(table.position_seq, table.seq + ahead):
            for m in range(table.seq, table.seq + ahead) if "{m}" in pattern else (0,):
                yield "~" + pattern.format(n=n, m=m, due=due)


async def take_ids(local, page, table, tokens, route):
    """Use the server's ids as every seat, with and without its mark; the codes of what was refused."""
    codes = set()
    for name in sorted(set(ids_of_the_server(local.sessions[table]))):
        for each in (name, name[1:]):
            for seat, token in enumerate(tokens):
                do = {"kind": "rename", "name": "x"}
                if route == "socket":
                    local.services.limits.buckets.clear()
                    answer = await page.act(table, do, name=each, seat=seat)
                    codes.add((each[0] == "~", (answer or {}).get("code")))
                else:
                    local.services.limits.buckets.clear()
                    body = {"id": each, "seq": 1, "action": do, "seat": seat, "token": token}
                    asked = asyncio.ensure_future(local.post(f"/api/tables/{table}/action", body))
                    await settle()
                    codes.add((each[0] == "~", asked.result().json().get("code") if asked.done() else None))
    return codes


@pytest.mark.parametrize("route", ["socket", "http"])
@pytest.mark.parametrize("clock", [CLOCK, {**CLOCK, "delay_ms": 300}])
def test_s6_f26_ids_of_the_server_cannot_be_taken_and_the_flag_falls(run, route, clock):
    async def go():
        async with local_server() as local:
            table, tokens = await local.table(clock=clock)
            page = await local.page(table, *tokens)
            for text in ("k c3", "k d4"):
                await page.play(table, text)
            codes = await take_ids(local, page, table, tokens, route)
            assert {code for marked, code in codes if marked} == {"bad_message"}
            await local.clock.advance(2.7)
            assert local.sessions[table].table.how_ended == "time"

    run(go())


@pytest.mark.parametrize("route", ["socket", "http"])
def test_f26_a_race_goes_on_whatever_ids_are_taken(run, route):
    """Its timers, its ranking, and that a seat is away."""

    async def go():
        async with local_server() as local:
            table, tokens, _ = await local.table_of_two("booo", options={"pause": 1, "penalty": "cooldown"})
            pages = [await local.page(table, token) for token in tokens]
            session = local.sessions[table]
            await take_ids(local, pages[0], table, tokens[:1], route)
            await local.clock.advance(2)
            assert len(session.table.active_seats) == 2
            await take_ids(local, pages[0], table, tokens[:1], route)
            await local.clock.advance(0.2)  # Until all of that is answered.
            local.services.limits.buckets.clear()
            claim = f"claim {session.table.position.state.search} W"
            await pages[0].send(
                type="action",
                table_id=table,
                id="c",
                seq=99,
                action={"kind": "play", "text": claim, "reported_ms": 500},
            )
            assert session.table.pending_claims()
            await take_ids(local, pages[0], table, tokens[:1], route)
            await local.clock.advance(0.5)
            assert not session.table.pending_claims()
            assert session.table.active_seats == (0,)
            local.services.tables.presence.unfollow(table, pages[1].socket)
            await local.clock.advance(4)
            assert "away" in [event.text for event in session.table.history]

    run(go())


async def at_once(work, *given):
    return work(*given)


@pytest.mark.parametrize("restarted", [False, True])
def test_f26_the_same_id_for_another_kind_of_action_is_not_a_resend(run, restarted):
    async def go():
        async with local_server() as local:
            table, tokens = await local.table()
            page = await local.page(table, *tokens)
            assert (await page.act(table, {"kind": "chat", "text": "hi"}, name="one", seat=0))["type"] == "update"
            if restarted:
                local = await LocalServer(store=local.store, clock=local.clock).start()
                local.tables.registry.run_in_thread = at_once
                page = await local.page(table, *tokens)
            again = await page.act(table, {"kind": "chat", "text": "hi"}, name="one", seat=0)
            assert (again["type"], again["is_resend"]) == ("update", True)
            other = await page.play(table, "k c3", name="one", seat=0)
            assert (other["type"], other["code"]) == ("error", "bad_message")
            assert (await page.play(table, "k c3", name="two", seat=0))["type"] == "update"
            if restarted:
                await local.http.aclose()
                await local.services.stop()

    run(go())
