"""One table that cannot be read is set aside; everybody else's tables, lists and clocks go on."""

import pytest
from local_server import local_server, settle
from msgspec import structs

from boohive.server.store.memory import MemoryStore
from boohive.tables import log

CLOCK = {"kind": "real_time", "initial_ms": 2_000}


class StoreWithBadEntries(MemoryStore):
    """Fails for some tables as the reader of a log with an unknown kind of entry does."""

    def __init__(self):
        super().__init__()
        self.bad = set()

    async def entries(self, table, after=0):
        if table in self.bad:
            raise ValueError("Invalid value 'fly' - at `$.kind`")
        return await super().entries(table, after)


def break_log(local, table, how):
    entries = local.store.logs[table]
    if how == "illegal":
        index = next(i for i, entry in enumerate(entries) if isinstance(entry.action, log.Play))
        entries[index] = structs.replace(entries[index], action=log.Play("k z9"))
    elif how == "hole":
        del entries[2]
    elif how == "no log":
        entries.clear()
    elif how == "no row":
        del local.store.rows[table]
    else:
        local.store.bad.add(table)


@pytest.mark.parametrize("how", ["illegal", "hole", "no log", "no row", "unknown kind"])
def test_a_log_that_cannot_be_replayed_harms_nobody_else(run, how, caplog):
    async def go():
        async with local_server(store=StoreWithBadEntries()) as local:
            tables = []
            for _ in range(3):
                table, tokens = await local.table(clock=CLOCK, public=True)
                page = await local.page(table, *tokens)
                for text in ("k c3", "k d4"):
                    assert (await page.play(table, text))["type"] == "update"
                tables.append(table)
            local.tables.registry.close()
            local.sessions.clear()  # As after a restart.
            break_log(local, tables[0], how)

            listed = await local.http.get("/api/tables")
            assert listed.status_code == 200
            assert {each["table_id"] for each in listed.json()["tables"]} >= set(tables[1:])
            assert (await local.http.get("/api/me")).status_code == 200
            assert (await local.post("/api/match", {"game": "boop"})).status_code == 201
            await local.clock.advance(6)
            assert [local.store.rows[table].status for table in tables[1:]] == ["over", "over"]
            state = await local.http.get(f"/api/tables/{tables[0]}")
            assert state.status_code in (200, 404, 409)
            if how in ("illegal", "hole", "unknown kind"):
                assert state.status_code == 409
                assert tables[0] in local.tables.registry.unreadable
                said = [record for record in caplog.records if "is set aside" in record.message]
                assert len(said) == 1
                await local.clock.advance(20)
                assert len([record for record in caplog.records if "is set aside" in record.message]) == 1

    run(go())


def test_lists_read_no_log(run):
    async def go():
        async with local_server(store=StoreWithBadEntries()) as local:
            table, _, friend = await local.table_of_two(public=True)
            local.tables.registry.close()
            local.sessions.clear()
            local.store.bad.add(table)
            (row,) = (await local.http.get("/api/tables", params={"game": "boop"})).json()["tables"]
            assert [seat["occupant"] for seat in row["seats"]] == ["person", "person"]
            (mine,) = (await local.http.get("/api/me")).json()["tables"]
            (theirs,) = (await friend.get("/api/me")).json()["tables"]
            assert (mine["your_seats"], mine["your_turn"], theirs["your_seats"], theirs["your_turn"]) == (
                [0],
                True,
                [1],
                False,
            )
            assert mine["table_id"] == table
            assert not local.sessions

    run(go())


@pytest.mark.parametrize("loop", ["heartbeat", "scan", "tidy"])
def test_a_loop_goes_on_after_a_round_that_failed(run, loop, caplog):
    async def go():
        async with local_server() as local:
            service, store = local.tables, local.store
            broken = {"heartbeat": "heartbeat", "scan": "touched_tables", "tidy": "evict_idle"}[loop]
            owner = service.registry if loop == "tidy" else store
            calls, real = [], getattr(owner, broken)

            def fails_once(*args):
                calls.append(1)
                if len(calls) == 1:
                    raise ZeroDivisionError
                return real(*args)

            setattr(owner, broken, fails_once)
            await local.clock.advance(12)
            assert len(calls) > 1
            assert service.background.is_running()
            assert service.background.failures[loop] == 1
            assert (await local.http.get("/api/health")).status_code == 200
            assert f"a round of {loop} failed" in caplog.text

    run(go())


def test_all_that_became_due_during_an_absence_is_served_in_one_round(run):
    async def go():
        async with local_server() as local:
            count = 450
            table, tokens = await local.table(clock=CLOCK)
            page = await local.page(table, *tokens)
            for text in ("k c3", "k d4"):
                await page.play(table, text)
            entries, row = local.log(table), local.store.rows[table]
            for i in range(count):
                name = "".join("abcdefghij"[int(digit)] for digit in f"{i:04}")
                local.store.logs[name] = list(entries)
                local.store.rows[name] = row._replace(id=name)
            local.clock.seconds += 5  # Nothing fired meanwhile.
            await local.store.heartbeat("elsewhere", 0, local.clock.now_ms())
            await local.tables.timers.scan_due()
            await settle()
            assert len(local.sessions) == count + 1
            await local.clock.advance(0.5)
            assert {each.status for each in local.store.rows.values()} == {"over"}

    run(go())
