"""Ids the server makes are out of reach of clients, and ids no store can keep are refused at once."""

import pytest
from local_server import local_server, settle

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
