"""F18: while one entry takes long to be stored, whatever needs no store is answered at once, and the rest keeps its order."""

import asyncio

import pytest
from local_server import local_server, settle

from boohive.server import limits
from boohive.server.store.memory import MemoryStore
from boohive.server.store.protocol import StoreUnavailable

CHAT = {"kind": "chat", "text": "well"}


class GatedStore(MemoryStore):
    """Entries of one table wait until the test lets them in; or one is stored, but the answer is lost."""

    def __init__(self):
        super().__init__()
        self.gate, self.table, self.fails = asyncio.Event(), None, False

    async def append(self, table, entry, row):
        if table == self.table:
            await self.gate.wait()
        is_stored = await super().append(table, entry, row)
        if self.fails:
            self.fails = False
            raise StoreUnavailable("gone")
        return is_stored


async def gated(local):
    """Two people at a table, one move stored, the next under way: table, pages, and the id of the stored move."""
    table, tokens, _ = await local.table_of_two("boop")
    pages = [await local.page(table, token) for token in tokens]
    assert (await pages[0].play(table, "k a1", name="first"))["type"] == "update"
    local.store.table = table
    assert await pages[1].play(table, "k c3", name="slow") is None, "it is being stored"
    return table, pages


def answers(page, name):
    return [each for each in page.connection.messages if each.get("id") == name]


def play(text):
    return {"kind": "play", "text": text}


@pytest.mark.parametrize(
    ("do", "more", "code"),
    [
        (play("k z9"), {}, "not_your_turn"),
        (play("k e5"), {}, "not_your_turn"),
        ({"kind": "answer", "what": "draw", "yes": True}, {}, "not_now"),
        (CHAT, {"seat": 1}, "not_your_seat"),
        (CHAT, {"name": "~timeout-1"}, "bad_message"),
    ],
)
def test_f18_a_slow_store_does_not_delay_a_neighbours_refusal(run, do, more, code):
    async def go():
        async with local_server(store=GatedStore()) as local:
            table, pages = await gated(local)
            answer = await pages[0].act(table, do, **more)
            assert answer is not None, "answered at once"
            assert (answer["type"], answer["code"]) == ("error", code), answer
            assert not answers(pages[1], "slow")
            local.store.gate.set()
            await settle()
            assert answers(pages[1], "slow")[0]["type"] == "update"

    run(go())


def test_f18_a_slow_store_does_not_delay_a_resend_a_limit_or_another_table(run):
    async def go():
        async with local_server(store=GatedStore()) as local:
            local.services.limits.rates[limits.TALK.name] = limits.Limit(limits.TALK.name, 2, 0.001)
            table, pages = await gated(local)
            pages[0].connection.messages.clear()
            again = await pages[0].play(table, "k a1", name="first")
            assert again["type"] == "update" and again["is_resend"]
            other = await pages[0].act(table, CHAT, name="first")
            assert other["code"] == "bad_message", "this id was used for another action"
            for number in range(2):
                assert await pages[0].act(table, CHAT, name=f"c{number}") is None, "it waits for its place"
            assert (await pages[0].act(table, CHAT, name="c2"))["code"] == "too_often"
            assert await pages[0].act(table, CHAT, name="c0") is None, "a resend of what waits is not counted"
            elsewhere, tokens, _ = await local.table_of_two("boop")
            page = await local.page(elsewhere, tokens[0])
            assert (await page.play(elsewhere, "k b2"))["type"] == "update"
            local.store.gate.set()
            await settle()
            assert [each["type"] for each in answers(pages[0], "c0")][:1] == ["update"]
            ids = [entry.id for entry in local.log(table)]
            assert ids[-3:] == ["slow", "c0", "c1"], "in the order in which they came, and once each"

    run(go())


@pytest.mark.parametrize("one_screen", [False, True])
def test_f18_what_somebody_sends_after_their_own_waiting_action_builds_on_it(run, one_screen):
    """Moves that were sent without waiting for answers keep their order; nothing is refused that would be right then."""

    async def go():
        async with local_server(store=GatedStore()) as local:
            if one_screen:
                table, tokens = await local.table()
                page = await local.page(table, *tokens)
                sent = [play(f"k {'abcdef'[n]}{n + 1}") for n in range(5)]
            else:
                table, tokens, _ = await local.table_of_two("boop")
                page = await local.page(table, tokens[0])
                sent = [play("k a1"), {"kind": "offer", "what": "draw"}, CHAT, {"kind": "rename", "name": "Zoe"}]
            local.store.table = table
            for number, do in enumerate(sent):
                more = {"seat": number % 2} if one_screen else {}
                assert await page.act(table, do, name=f"n{number}", **more) is None
            local.store.gate.set()
            await settle(200)
            wanted = [f"n{number}" for number in range(len(sent))]
            assert [answers(page, name)[0]["type"] for name in wanted] == ["update"] * len(wanted)
            assert [entry.id for entry in local.log(table) if entry.id in wanted] == wanted

    run(go())


def test_f18_after_a_failure_nothing_is_refused_before_the_log_is_read(run):
    """Whether the entry was stored is not known then: the next action looks first."""

    async def go():
        async with local_server(store=GatedStore()) as local:
            table, pages = await gated(local)
            local.store.fails = True
            local.store.gate.set()
            await settle()
            assert answers(pages[1], "slow")[0]["code"] == "try_again"
            session = local.sessions[table]
            assert session.may_be_stale and not session.waiting and not session.is_storing
            assert (await pages[0].play(table, "k e5"))["type"] == "update", (
                "it was stored, so the neighbour is to move"
            )
            assert (await pages[1].play(table, "k c3", name="slow"))["is_resend"]

    run(go())
