"""A person is forgotten: the games go on for everybody, also for their own open page."""

import json
from random import Random

import pytest
from harness import Api
from local_server import local_server, settle

from boohive.server.privacy import erase
from boohive.server.store.memory import MemoryStore
from boohive.tables import log
from boohive.tables.replay import replay


@pytest.mark.parametrize("game", ["boop", "hive", "boop-ghosts"])
@pytest.mark.parametrize("who", [0, 1])
def test_a_running_game_goes_on_when_somebody_is_forgotten(run, game, who):
    """Pages that follow the table stay, hear of it, and act with the secrets they have shown."""

    async def go():
        async with local_server() as local:
            table, tokens, friend = await local.table_of_two(game, public=True)
            pages = [await local.page(table, token) for token in tokens] + [await local.page(table)]
            session = local.sessions[table]
            first = session.table.position.random_event(Random(3))
            await pages[first.seat].play(table, first.text)
            before = len(pages[2].of_type("snapshot"))
            await local.http.put("/api/me", json={"name": "Secretive"})
            assert (await (local.http, friend)[who].delete("/api/me")).status_code == 204
            await settle()
            assert local.sessions[table] is session
            assert [len(page.of_type("snapshot")) for page in pages] == [2, 2, before + 1]
            event = session.table.position.random_event(Random(4))
            answer = await pages[event.seat].play(table, event.text)
            assert answer["type"] == "update", answer
            assert [page.of_type("update")[-1]["seq"] for page in pages] == [session.table.seq] * 3
            text = json.dumps([str(entry.action) for entry in local.log(table)])
            listed = (await local.http.get("/api/tables")).json()["tables"]
            assert [seat["name"] for seat in listed[0]["seats"]].count("Somebody") == 1
            assert "Secretive" not in text
            assert replay(local.log(table)).seq == session.table.seq

    run(go())


def test_a_socket_that_does_not_follow_acts_with_the_secrets_it_has_shown(run):
    """Whatever the table knows of a page, the page's own secrets count."""

    async def go():
        async with local_server() as local:
            table, tokens, _ = await local.table_of_two()
            page = await local.page(table, tokens[0])
            local.sessions[table].followers.clear()
            assert (await page.play(table, "k c3"))["type"] == "update"

    run(go())


def test_with_the_real_server_deleting_ones_data_breaks_no_table(api, server, run):
    mine = api.table(seats=("me", "empty"))
    friend = Api(server, "127.0.6.60")
    theirs = friend.post(f"/api/tables/{mine['table_id']}/join", {"name": "Bob"}, status=201)

    async def go():
        async with api.page(mine) as ann, friend.page(theirs) as bob:
            friend.http.delete("/api/me")
            answer = await ann.play("k c3")
            assert answer["type"] == "update", answer
            await bob.until(lambda page: page.scene["event_count"] == 1)
            assert (await bob.play("k d4"))["type"] == "update"

    run(go())


def hot_seat_log(game="boop"):
    """One person on both seats, who takes a move back: nobody had to agree."""
    lines = [
        (None, log.TableCreated(game, {}, 2)),
        (None, log.SeatTaken(0, "Ann", person="ann", token_hash="x", host=True)),
        (None, log.SeatTaken(1, "Ann", person="ann", token_hash="y")),
        (None, log.Start((0, 1))),
    ]
    table = replay([log.LogEntry(i, 1000, seat, f"a{i}", act) for i, (seat, act) in enumerate(lines, 1)])
    rng = Random(5)
    position = table.position
    for _ in range(2):
        event = position.random_event(rng)
        lines.append((event.seat, log.Play(event.text)))
        position = position.apply(event).position
    lines.append((0, log.Offer("takeback")))
    lines.append((0, log.Chat("my secret")))
    lines.append((1, log.Rename("Annabel")))
    return [log.LogEntry(i, 1000, seat, f"a{i}", act) for i, (seat, act) in enumerate(lines, 1)]


@pytest.mark.parametrize("game", ["boop", "hive", "boop-ghosts"])
def test_the_log_of_a_forgotten_person_still_leads_to_the_same_table(run, game):
    from boohive.server.store import TableRow

    async def go():
        store, entries = MemoryStore(), hot_seat_log(game)
        before = replay(entries)
        await store.create(TableRow("t", game, "playing", False, None, 0, 0, None, 1), entries, ["ann"])
        assert await erase(store, "ann") == ["t"]
        after = replay(await store.entries("t"))
        assert (after.position.text, after.history, after.status) == (
            before.position.text,
            before.history,
            before.status,
        )
        assert after.seats[0].person == after.seats[1].person != "ann"
        text = json.dumps([str(entry.action) for entry in await store.entries("t")])
        assert not [word for word in ("Ann", "my secret", "'ann'") if word in text]

    run(go())
