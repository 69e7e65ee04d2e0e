"""The database is away: nobody is told that it was their mistake, and nobody reads the driver's words."""

import asyncio
import json

import pytest
from local_server import InlineWorkers, LocalPage, local_server, settle

from boohive.server.store.memory import MemoryStore
from boohive.server.store.protocol import StoreUnavailable

DRIVER = "connection to server at 10.1.2.3 failed"


class FailingStore(MemoryStore):
    """A store that can be switched off."""

    away = False

    def __getattribute__(self, name):
        value = super().__getattribute__(name)
        if name.startswith("_") or name in ("away", "close", "check") or not asyncio.iscoroutinefunction(value):
            return value
        if not self.away:
            return value

        async def fail(*_, **__):
            raise StoreUnavailable from RuntimeError(DRIVER)

        return fail

    async def check(self):
        return not self.away


BODIES = {
    "/api/tables": {"game": "boop", "seats": [{"occupant": "me"}, {"occupant": "empty"}]},
    "/api/join": {"room_code": "BCDFG"},
    "/api/match": {"game": "boop"},
    "/api/tables/{table}/join": {},
    "/api/tables/{table}/action": {"id": "x", "seq": 1, "action": {"kind": "resign"}},
    "/api/tables/{table}/hint": {},
    "/api/me": {"name": "Ann"},
    "/api/me/link": {},
}
NEEDS_NO_STORE = {"/api/live", "/api/games", "/api/inspect", "/api/records", "/api/analyse", "/api/party"}


def test_every_request_is_answered_503_and_every_message_try_again(run):
    async def go():
        async with local_server(store=FailingStore()) as local:
            named = await local.http.put("/api/me", json={"name": "Ann"})
            assert named.status_code == 200
            page, schema = LocalPage(local), (await local.http.get("/api/schema/openapi.json")).json()
            local.store.away = True
            for path, methods in schema["paths"].items():
                if path in NEEDS_NO_STORE:
                    continue
                for method in methods:
                    url = path.replace("{table}", "abcdefgh")
                    body = {"json": BODIES[path]} if method in ("post", "put") and path in BODIES else {}
                    answer = await local.http.request(method.upper(), url, **body)
                    assert answer.status_code == 503, (method, path, answer.text)
                    assert int(answer.headers["retry-after"]) > 0
                    assert DRIVER not in answer.text
                    if path in ("/api/health", "/api/ready"):
                        assert answer.json()["ok"] is False
                    else:
                        assert answer.json()["code"] == "try_again"
            for kind, more in (
                ("subscribe", {}),
                ("resume", {"seq": 3}),
                ("action", {"id": "a", "seq": 1, "action": {"kind": "resign"}}),
                ("preview", {"id": "p", "moves": ["k c3"]}),
            ):
                await page.send(type=kind, table_id="abcdefgh", **more)
                last = page.connection.messages[-1]
                assert (last["type"], last["code"]) == ("error", "try_again"), kind
                assert last["retry_after_ms"] > 0
                assert DRIVER not in json.dumps(last)
            local.store.away = False
            assert (await local.http.get("/api/health")).status_code == 200

    run(go())


@pytest.mark.parametrize("game", ["boop", "hive"])
def test_a_move_during_an_outage_can_be_sent_again(run, game):
    async def go():
        async with local_server(store=FailingStore(), workers=InlineWorkers()) as local:
            table, tokens = await local.table(game)
            page = await local.page(table, *tokens)
            text = next(iter(local.sessions[table].table.position.legal_moves)).text
            local.store.away = True
            refused = await page.play(table, text, name="mine")
            assert refused["code"] == "try_again"
            local.store.away = False
            assert (await page.play(table, text, name="mine"))["type"] == "update"
            await settle()
            assert len(local.sessions[table].table.history) == 1

    run(go())
