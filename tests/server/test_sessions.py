"""Tables in memory: what they keep, what they ask the store, and what happens in which order."""

import pytest
from local_server import LocalPage, local_server, settle

from boohive.server import limits
from boohive.server.session import RECENT_IDS
from boohive.server.sockets import MAX_TABLES
from boohive.server.table_service import AFTER_COMMIT
from boohive.server.timers import GRACE_MS
from boohive.tables import log
from boohive.tables.replay import replay

CLOCK = {"kind": "real_time", "initial_ms": 2_000}


def test_after_a_commit_pages_come_first_then_servers_timer_and_what_follows(run):
    async def go():
        async with local_server() as local:
            commits, order = local.tables.commits, []
            assert [name for name, _ in commits.listeners] == ["broadcast", "publish", "arm", "follow_up"]
            assert AFTER_COMMIT == ("broadcast", "publish", "arm", "follow_up")

            def noted(name, listener):
                def call(session, entry):
                    assert session.table.seq == entry.seq  # The table itself came before them all.
                    order.append(name)
                    listener(session, entry)

                return name, call

            commits.listeners = [noted(*each) for each in commits.listeners]
            table, tokens = await local.table()
            page = await local.page(table, *tokens)
            order.clear()
            await page.play(table, "k c3")
            assert order == list(AFTER_COMMIT)

    run(go())


@pytest.mark.parametrize("kept", [1, 3])
def test_s1_a_restored_backup_is_noticed_and_leaves_no_hole(run, kept):
    """The log under a running server becomes shorter: the next action finds the table as the log has it."""

    async def go():
        async with local_server() as local:
            table, tokens = await local.table()
            page = await local.page(table, *tokens)
            for text in ("k c3", "k d4", "k a1", "k f6"):
                await page.play(table, text)
            entries = local.log(table)
            del entries[3 + kept :]
            local.store.rows[table] = local.store.rows[table]._replace(seq=entries[-1].seq)
            answer = await page.play(table, "k b2")
            assert answer["type"] in ("update", "error")
            assert [entry.seq for entry in local.log(table)] == list(range(1, len(local.log(table)) + 1))
            assert replay(local.log(table)).fingerprint() == local.sessions[table].table.fingerprint()
            assert page.of_type("snapshot")[-1]["seq"] == 3 + kept + 0

    run(go())


def test_s2_an_old_action_sent_again_is_known_though_its_id_is_not_kept(run):
    async def go():
        async with local_server() as local:
            table, tokens = await local.table()
            page = await local.page(table, *tokens)
            first = await page.play(table, "k c3", name="first")
            for i in range(RECENT_IDS + 30):
                local.services.limits.buckets.clear()
                await page.act(table, {"kind": "rename", "name": f"n{i}"}, seat=0)
            session = local.sessions[table]
            assert len(session.seq_by_action_id) == RECENT_IDS
            page.connection.messages.clear()
            for text in ("k c3", "k a1"):
                again = await page.play(table, text, name="first", seat=0)
                assert again["is_resend"], again
                assert (again["seq"], again["action"]) == (first["seq"], first["action"])
            assert len(session.table.history) == 1

    run(go())


def test_f12_the_same_chat_limit_holds_for_every_way_in(run):
    async def go():
        async with local_server() as local:
            table, tokens, _ = await local.table_of_two()
            pages = [await local.page(table, tokens[0]) for _ in range(3)]
            said = 0
            for i in range(30):
                do = {"kind": "chat", "text": f"line {i}"}
                if i % 4 == 3:
                    body = {"id": f"h{i}", "seq": 1, "action": do, "token": tokens[0]}
                    said += (await local.post(f"/api/tables/{table}/action", body)).status_code == 200
                else:
                    said += (await pages[i % 4].act(table, do))["type"] == "update"
            assert said == limits.TALK.burst
            other = await (await local.page(table, tokens[1])).act(table, {"kind": "chat", "text": "me too"})
            assert other["type"] == "update"
            await local.clock.advance(2.1)
            assert (await pages[0].act(table, {"kind": "chat", "text": "again"}))["type"] == "update"

    run(go())


def test_f12_who_does_not_listen_waits_longer_and_is_closed_in_the_end(run):
    async def go():
        async with local_server() as local:
            page = LocalPage(local)
            burst = int(limits.MESSAGES.burst)
            for i in range(burst):
                await page.send(type="ping", client_time=i)
            assert len(page.of_type("pong")) == burst
            await page.send(type="ping", client_time=0)
            first = page.of_type("error")[-1]["retry_after_ms"]
            await page.send(type="ping", client_time=0)
            second = page.of_type("error")[-1]["retry_after_ms"]
            assert second - first == pytest.approx(1000 * limits.REFUSED_MESSAGE / limits.MESSAGES.per_second, abs=2)
            count = 0
            while page.closed is None:
                await page.send(type="ping", client_time=0)
                count += 1
                assert count < 2000
            assert page.closed["code"] == 1008
            assert count == pytest.approx(
                limits.CLOSE_AFTER * limits.MESSAGES.per_second / limits.REFUSED_MESSAGE, 0.05
            )

    run(go())


# A few faults that no test noticed when they were planted.


def test_a_move_under_way_when_the_flag_falls_still_counts(run):
    """H3: sent before the time was up, it arrives within the grace; its own time of arrival decides."""

    async def go():
        async with local_server() as local:
            table, tokens = await local.table(clock=CLOCK)
            page = await local.page(table, *tokens)
            for text in ("k c3", "k d4"):
                await page.play(table, text)
            session = local.sessions[table]
            page.socket.samples = [200, 200, 200]
            await local.clock.advance(2.0 + GRACE_MS / 1000 - 0.2)
            assert session.table.status == "playing"
            assert (await page.play(table, "k a1"))["type"] == "update"
            await local.clock.advance(5)
            assert session.table.status == "over"

    run(go())


def test_a_bot_that_was_removed_does_not_move_any_more(run):
    """H4: a bot of a race of three is kicked while it thinks; no worker is asked for it again."""

    async def go():
        async with local_server() as local:
            table, tokens = await local.table("booo", ("me", "bot", "bot"))
            await local.page(table, *tokens)
            session = local.sessions[table]
            while 1 not in session.thinking:
                await local.clock.advance(0.1)
                assert local.clock.seconds < 1400
            await local.tables.commits.append(session, "~kick", lambda _: log.Kick(1))
            await settle()
            assert session.table.seats[1].resigned
            assert 1 not in session.thinking
            local.workers.asked.clear()
            seq = session.table.seq
            await local.clock.advance(240)
            assert {payload["seat"] for _, payload in local.workers.asked} == {2}
            later = {entry.seat for entry in local.log(table) if entry.seq > seq}
            assert 2 in later
            assert 1 not in later

    run(go())


def test_h37_whoever_gives_up_counts_no_more_for_more_than_half(run):
    """Two of four have given up: the hands of the other two end the search."""

    async def go():
        async with local_server() as local:
            table, tokens = await local.table("booo", ("me",) * 4)
            await local.page(table, *tokens)
            session = local.sessions[table]
            while session.table.position.view(None)["phase"] != "search":
                await local.clock.advance(0.1)
                assert local.clock.seconds < 1400
            for seat in (2, 3):
                await local.tables.commits.append(session, f"~gone{seat}", lambda _: log.Resign(), seat)
            await local.clock.advance(40)
            players = session.table.position.view(None)["players"]
            assert [player["away"] for player in players] == [False, False, True, True]
            assert [player["votes"] for player in players] == [True, True, False, False]

    run(go())


def test_a_rematch_keeps_what_was_agreed(run):
    """H7: strict play, clock and options are those of the first game."""

    async def go():
        async with local_server() as local:
            options = {"eight_cat_return": True}
            table, tokens, _ = await local.table_of_two(strict=True, clock=CLOCK, options=options)
            pages = [await local.page(table, token) for token in tokens]
            assert (await pages[0].act(table, {"kind": "resign"}))["type"] == "update"
            for page in pages:
                await page.act(table, {"kind": "offer", "what": "rematch"})
            await settle()
            after = local.sessions[table].table
            assert after.rematch_table is not None
            first, second = after.settings, replay(local.log(after.rematch_table)).settings
            assert (second.strict, second.clock, second.options) == (True, first.clock, first.options)
            assert second.options["eight_cat_return"] is True
            assert second.rematch_of == table
            assert second.seed != first.seed

    run(go())


def test_a_connection_follows_a_bounded_number_of_tables(run):
    """H13: one too many is refused, and leaving one makes room."""

    async def go():
        async with local_server() as local:
            page, tables = LocalPage(local), []
            for _ in range(MAX_TABLES + 1):
                local.services.limits.buckets.clear()
                local.services.limits.buckets.clear()
                tables.append((await local.table())[0])
                await page.watch(tables[-1])
            assert len(page.of_type("snapshot")) == MAX_TABLES
            assert page.connection.messages[-1]["code"] == "too_often"
            assert len(page.socket.tables) == MAX_TABLES
            await page.send(type="unsubscribe", table_id=tables[0])
            await page.watch(tables[-1])
            assert page.of_type("snapshot")[-1]["table_id"] == tables[-1]

    run(go())
