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
def test_f5_a_running_game_goes_on_when_somebody_is_forgotten(run, game, who):
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


def test_f5_a_socket_that_does_not_follow_acts_with_the_secrets_it_has_shown(run):
    """Whatever the table knows of a page, the page's own secrets count."""

    async def go():
        async with local_server() as local:
            table, tokens, _ = await local.table_of_two()
            page = await local.page(table, tokens[0])
            local.sessions[table].followers.clear()
            assert (await page.play(table, "k c3"))["type"] == "update"

    run(go())


def test_f5_with_the_real_server_deleting_ones_data_breaks_no_table(api, server, run):
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
def test_f5_the_log_of_a_forgotten_person_still_leads_to_the_same_table(run, game):
    from boohive.server.store import TableRow

    async def go():
        store, entries = MemoryStore(), hot_seat_log(game)
        before = replay(entries)
        await store.create(TableRow("t", game, "playing", False, None, 0, 0, None, 1), entries, ["ann"])
        assert await erase(store, "ann", 5) == ["t"]
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


@pytest.mark.parametrize("number", range(24))
def test_f5_whatever_stands_in_a_log_forgetting_anybody_leads_to_the_same_table(run, number):
    """Random logs of one, two or three people on any number of seats: moves, offers, takebacks, talk, renames, ends."""
    from boohive.server.store import TableRow

    chance = Random(number)
    game = ("boop", "hive", "boop-ghosts", "booo")[number % 4]
    entries = random_log(chance, game)
    before = replay(entries)
    people = sorted({holder.person for holder in before.seats if holder.person})

    async def go():
        for person in people:
            store = MemoryStore()
            await store.create(TableRow("t", game, "playing", False, None, 0, 0, None, 1), entries, people)
            await erase(store, person, 5)
            log_after = await store.entries("t")
            after = replay(log_after)
            assert (after.position.text, after.history, after.status, after.outcome, after.offers, after.clocks) == (
                before.position.text, before.history, before.status, before.outcome, before.offers, before.clocks,
            )  # fmt: skip
            same = [[a.person == b.person for a in table.seats for b in table.seats] for table in (before, after)]
            assert same[0] == same[1]
            text = json.dumps([str(entry.action) for entry in log_after])
            assert f"'{person}'" not in text
            assert f"{person} here" not in text

    run(go())


def random_log(chance, game):
    """Forty random actions; what the table refuses is left out."""
    from boohive.games import GAMES
    from boohive.tables.errors import Rejected
    from boohive.tables.replay import apply

    count = GAMES[game].player_counts[0]
    people = ["ann", "bob", "cem"][: chance.randint(1, 3)]
    sits = [chance.choice(people) for _ in range(count)]
    lines = [log.TableCreated(game, {}, count, seed="5" * 32)]
    lines += [log.SeatTaken(i, who.title(), person=who, token_hash=f"h{i}", host=i == 0) for i, who in enumerate(sits)]
    lines.append(log.Start(tuple(chance.sample(range(count), count))))
    entries = [log.LogEntry(i, 1000 * i, None, f"a{i}", line) for i, line in enumerate(lines, 1)]
    table = replay(entries)
    for _ in range(40):
        seat = chance.randrange(count)
        action = chance.choice([
            log.Offer("takeback"), log.Offer("draw"), log.Answer("draw", False), log.Answer("takeback", True),
            log.Chat(f"{table.seats[seat].person} here"), log.Rename(table.seats[seat].person),
            log.Abandon() if chance.random() < 0.1 else None, *[None] * 6,
        ])  # fmt: skip
        if action is None and table.position.outcome is None:
            event = table.position.random_event(chance)
            seat, action = event.seat, log.Play(event.text, game_ms=event.game_ms)
        if action is None:
            continue
        entry = log.LogEntry(table.seq + 1, 1000 * table.seq, seat, f"r{table.seq}", action)
        try:
            table = apply(table, entry)
        except Rejected:
            continue
        entries.append(entry)
    return entries


def test_f5_another_server_reads_the_log_again_and_its_pages_stay(run):
    """Two servers on one database, without a channel between them: within a round of its scan the other one forgets."""

    async def go():
        store = MemoryStore()
        async with local_server(store=store) as one, local_server(store=store, clock=one.clock) as two:
            await one.http.put("/api/me", json={"name": "Secretive"})
            table, tokens, _ = await one.table_of_two()
            page = await two.page(table, tokens[1])
            assert "Secretive" in json.dumps(page.connection.messages)
            await one.clock.advance(1)
            assert (await one.http.delete("/api/me")).status_code == 204
            await one.clock.advance(3)
            assert [len(server.sessions[table].followers) for server in (one, two)] == [0, 1]
            assert "Secretive" not in str(two.sessions[table].table)
            assert len(page.of_type("snapshot")) == 2
            assert "Secretive" not in json.dumps(page.of_type("snapshot")[-1])
            await one.clock.advance(10)
            assert len(page.of_type("snapshot")) == 2, "it is read again once"
            mover = await one.page(table, tokens[0])
            assert (await mover.play(table, "k c3"))["type"] == "update"
            await one.clock.advance(3)
            assert (await page.play(table, "k d4"))["type"] == "update"
            assert "Secretive" not in store.rows[table].summary

    run(go())


def test_f5_a_table_that_moves_on_while_somebody_is_forgotten_keeps_every_move(tmp_path, run):
    """The log is rewritten only as it was read: a move that comes between is kept, and the person is erased."""
    import asyncio

    from boohive.server.store import RowUpdate, TableRow
    from boohive.server.store.sql import SqlStore

    entries = hot_seat_log()

    async def go():
        store = SqlStore(str(tmp_path / "games.sqlite3"))
        row = TableRow("t", "boop", "playing", False, None, 0, 0, None, entries[-1].seq, "", "{}")
        await store.create(row, entries, ["ann"])
        read = store.entries

        async def slow(table, after=0):
            found = await read(table, after)
            if len(found) == len(entries):
                late = log.LogEntry(len(entries) + 1, 1000, 0, "late", log.Chat("my secret too"))
                assert await store.append("t", late, RowUpdate("playing", None))
            return found

        store.entries = slow
        await asyncio.wait_for(erase(store, "ann", 5), 5)
        found = await read("t")
        await store.close()
        assert [entry.seq for entry in found] == list(range(1, len(entries) + 2))
        assert "my secret" not in str(found)
        assert replay(found).seq == len(entries) + 1

    run(go())
