"""A database that is stopped, hangs, is full or cannot be written: noticed in time, told to players, logged once."""

import asyncio
import resource
import signal
import time

import psycopg
import pytest
from harness import Api, ServerProcess

NOTICED_WITHIN = 5.0
ANSWERED_WITHIN = 1.0


def stop(postgres):
    postgres.stop(signal.SIGKILL)
    return postgres.start


def hang(postgres):
    """Every process of PostgreSQL stands still; connections stay open, and new ones are not answered."""
    pids = [postgres.process.pid, *children(postgres.process.pid)]
    for pid in pids:
        signal_to(pid, signal.SIGSTOP)

    def back():
        for pid in reversed(pids):
            signal_to(pid, signal.SIGCONT)

    return back


def signal_to(pid, number):
    import contextlib
    import os

    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def children(pid):
    from pathlib import Path

    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(each) for each in (task / "children").read_text().split()]
    return found


def read_only(postgres):
    def set_to(value):
        with psycopg.connect(postgres.url, autocommit=True) as connection:
            connection.execute("set default_transaction_read_only = off")
            connection.execute(f"alter system set default_transaction_read_only = {value}")
            connection.execute("select pg_reload_conf()")

    set_to("on")
    return lambda: set_to("off")


def answer_of(api, path="/api/health"):
    """An answer in time: on a busy machine one of three is enough, since a server that waits for its database always does."""
    for _ in range(3):
        began = time.monotonic()
        answer = api.get(path)
        if time.monotonic() - began < ANSWERED_WITHIN:
            return answer
    raise AssertionError(f"{path} took {time.monotonic() - began:.1f} s")


def go_through_an_outage(server, begin, run):
    """Players are told, health answers in time, and the log has one line for each change."""
    api = Api(server)
    joined = api.table()

    async def go():
        async with api.page(joined) as page:
            assert (await page.play(page.scene["legal_moves"][0]["text"]))["type"] == "update"
            assert answer_of(api).status_code == 200
            began = time.monotonic()
            back = await asyncio.to_thread(begin)
            await page.until(lambda p: told(p, "store_away"), 20)
            assert time.monotonic() - began < NOTICED_WITHIN + 2, "a busy machine"
            for path in ("/api/health", "/api/ready"):
                answer = await asyncio.to_thread(answer_of, api, path)
                assert (answer.status_code, answer.json()["ok"]) == (503, False)
            assert (await asyncio.to_thread(answer_of, api, "/api/live")).status_code == 200
            moved = asyncio.create_task(page.play(page.scene["legal_moves"][0]["text"], name="mine", seconds=30))
            await asyncio.to_thread(back)
            await page.until(lambda p: told(p, "store_back"), 15)
            answer = await moved
            if answer["type"] == "error":
                assert answer["code"] == "try_again"
                answer = await page.play(page.scene["legal_moves"][0]["text"], name="mine")
            assert answer["type"] == "update"
            assert (await asyncio.to_thread(answer_of, api)).status_code == 200

    run(go())
    lines = [line for line in server.log().splitlines() if "the database is " in line]
    assert ["away" in line for line in lines] == [True, False], lines
    assert lines[0].rpartition("away:")[2].strip(), "the line says why"
    assert "Traceback" not in server.log()


def told(page, code):
    return any(each["type"] == "notice" and each["code"] == code for each in page.other)


@pytest.mark.parametrize("how", [stop, hang, read_only])
def test_f14_postgresql_that_is_away_is_noticed_told_and_logged(postgres, tmp_path, run, how):
    with ServerProcess(postgres.url, log=tmp_path / "log.txt") as server:
        go_through_an_outage(server, lambda: how(postgres), run)


def test_f14_a_full_disk_is_noticed_told_and_logged(tmp_path, run):
    """The server may not make its files longer, as on a disk that is full."""
    with ServerProcess(tmp_path / "games.sqlite3", log=tmp_path / "log.txt") as server:

        def fill():
            pid = server.process.pid
            before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, before[1]))
            return lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, before)

        go_through_an_outage(server, fill, run)
