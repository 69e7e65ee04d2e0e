"""What an update carries: only what changed, and of a waiting claim nothing."""

import pytest
from harness import flat
from local_server import LocalPage, local_server, settle

from boohive.games.booo.castle import COLOURS

CLOCK = {"kind": "real_time", "initial_ms": 60_000}
PARTS = {"board", "company", "clocks"}


def parts_of(message):
    return PARTS & set(message)


@pytest.mark.parametrize("clock", [{"kind": "none"}, CLOCK], ids=["no clock", "clock"])
def test_an_update_carries_only_the_parts_that_changed(run, clock):
    async def go():
        async with local_server() as local:
            table, tokens, _ = await local.table_of_two(clock=clock)
            one, other = [await local.page(table, token) for token in tokens]
            watcher = await local.page(table)
            assert set(one.of_type("snapshot")[-1]["table"]) >= PARTS
            for text, page in (("k c3", one), ("k d4", other)):  # The clocks run from the third move on.
                await page.play(table, text)
            expected = [
                ({"kind": "play", "text": "k a1"}, {"board", "clocks"} if clock is CLOCK else {"board"}),
                ({"kind": "chat", "text": "hm"}, set()),
                ({"kind": "chat", "phrase": "good_luck"}, set()),
                ({"kind": "rename", "name": "Zoe"}, {"company"}),
                ({"kind": "offer", "what": "draw"}, {"company"}),
                ({"kind": "resign"}, PARTS),
            ]
            for action, parts in expected:
                answer = await one.act(table, action)
                assert answer["type"] == "update", answer
                for page in (one, other, watcher):
                    update = page.of_type("update")[-1]
                    assert (update["seq"], parts_of(update)) == (answer["seq"], parts), action

    run(go())


def test_a_chat_line_is_small_and_says_who_said_what(run):
    async def go():
        async with local_server() as local:
            table, tokens, _ = await local.table_of_two()
            page = await local.page(table, tokens[0])
            said = await page.act(table, {"kind": "chat", "phrase": "good_luck"})
            assert not parts_of(said)
            assert "effects" not in said
            assert (said["chat"]["seat"], said["chat"]["phrase"]) == (0, "good_luck")

    run(go())


def test_updates_put_together_are_the_snapshot(run):
    """Whoever applies every update to the first snapshot ends with what a newcomer is shown."""

    async def go():
        async with local_server() as local:
            table, tokens, _ = await local.table_of_two(clock=CLOCK)
            one, other = pages = [await local.page(table, token) for token in tokens]
            actions = [
                (one, {"kind": "play", "text": "k c3"}),
                (other, {"kind": "play", "text": "k d4"}),
                (one, {"kind": "chat", "text": "hm"}),
                (one, {"kind": "rename", "name": "Zoe"}),
                (one, {"kind": "play", "text": "k a1"}),
                (one, {"kind": "offer", "what": "takeback"}),
                (other, {"kind": "answer", "what": "takeback", "yes": True}),
                (other, {"kind": "offer", "what": "draw"}),
                (one, {"kind": "answer", "what": "draw", "yes": False}),
                (one, {"kind": "resign"}),
                (other, {"kind": "offer", "what": "rematch"}),
            ]
            for page, action in actions:
                assert (await page.act(table, action))["type"] == "update", action
                for each, token in zip(pages, tokens, strict=True):
                    held = flat(each.of_type("snapshot")[0])
                    for update in each.of_type("update"):
                        held |= flat(update)
                    fresh = flat((await local.page(table, token)).of_type("snapshot")[0])
                    assert without_presence(held) == without_presence(fresh), action

    run(go())


def without_presence(table):
    """Who is connected has messages of its own."""
    return {**table, "seats": [{**seat, "connected": None} for seat in table["seats"]]}


# Claims of a race.


def leaves(value):
    """Every string and number of a message, without the castle, which has all colours."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from leaves(each) if name != "scenery" else ()
    elif isinstance(value, list):
        for each in value:
            yield from leaves(each)
    elif value is not None and not isinstance(value, bool):
        yield value


async def race_of_three(local):
    """A race in its first search: the table, and a page for each seat and for a spectator."""
    table, (first,) = await local.table("booo", ("me", "empty", "empty"), options={"pause": 1})
    tokens = [first]
    for _ in range(2):
        answer = await local.post(f"/api/tables/{table}/join", {}, local.another())
        tokens.append(answer.json()["tokens"][0]["token"])
    await settle()
    pages = [*[await local.page(table, token) for token in tokens], await local.page(table)]
    session = local.sessions[table]
    while session.table.position.view(None)["phase"] != "search":
        await local.clock.advance(0.1)
        assert local.clock.seconds < 1400
    return table, tokens, pages


REPORTED, PASSED, RTT = 7_211, 7_333, 86
"""What the page reports, what has passed by the server's clock, the round trip: figures nothing else has."""


@pytest.mark.parametrize("colour", COLOURS)
def test_s4_a_waiting_claim_is_on_no_wire(run, colour):
    """H8, H9: before the ranking nobody else learns what was claimed or how fast, by any way of asking."""

    async def go():
        async with local_server() as local:
            table, tokens, pages = await race_of_three(local)
            session = local.sessions[table]
            pages[0].socket.samples = [RTT] * 5
            since = session.table.game_started_at + session.table.revealed_at
            await local.clock.advance((since + PASSED - local.clock.now_ms()) / 1000)
            held, before = session.table.seq, [len(page.connection.messages) for page in pages]
            text = f"claim {session.table.position.view(0)['search']} {colour}"
            await pages[0].act(table, {"kind": "play", "text": text, "reported_ms": REPORTED})
            (claim,) = session.table.claims
            secrets = {text, colour, REPORTED, claim.corrected_ms, claim.rtt_ms, claim.window_ms}
            assert claim.corrected_ms > 0
            assert claim.rtt_ms == RTT

            late = [LocalPage(local) for _ in range(6)]
            for i, shown in enumerate((tokens[1:2], tokens[2:], [])):
                await late[i].send(type="subscribe", table_id=table, tokens=shown)
                await late[i + 3].send(type="resume", table_id=table, seq=held, tokens=shown)
            stranger = local.another()
            frames = [
                each for page, start in zip(pages, before, strict=True) for each in page.connection.messages[start:]
            ]
            frames += [each for page in late for each in page.connection.messages]
            frames.append((await stranger.get(f"/api/tables/{table}")).json())
            assert sum(flat(frame).get("claims") == [] for frame in frames) == 6 + 1
            for frame in frames:
                said = list(leaves(frame))
                assert not secrets & set(said), frame
                assert not [each for each in said if isinstance(each, str) and "claim " in each], frame
            for path in ("record", "replay"):
                assert (await stranger.get(f"/api/tables/{table}/{path}")).json()["code"] == "not_now"

            await local.clock.advance(claim.window_ms / 1000 + 0.1)
            for page in pages:
                ranked = flat([each for each in page.of_type("update") if "board" in each][-1])["claims"]
                assert [(each["text"], each["reported_ms"], each["rank"]) for each in ranked] == [(text, REPORTED, 1)]

    run(go())
