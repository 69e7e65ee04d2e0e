import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
from sqlalchemy import text

from boohive.server.store.database import connect

sys.path.insert(0, str(Path(__file__).parent))

from harness import Api, ServerProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One server for all tests that do not kill it."""
    folder = tmp_path_factory.mktemp("server")
    with ServerProcess(folder / "games.sqlite3", log=folder / "log.txt") as running:
        yield running
    assert "Traceback" not in running.log(), running.log()


counter = iter(range(2, 250))


@pytest.fixture
def api(server):
    """A person with an address of their own, so that tests do not share limits."""
    return Api(server, f"127.0.1.{next(counter)}")


@pytest.fixture
def run():
    return lambda work: asyncio.run(asyncio.wait_for(work, 60))


@pytest.fixture(scope="session")
def postgres(tmp_path_factory):
    from boohive.server.dev_services import LocalPostgres

    running = LocalPostgres(Path(tempfile.mkdtemp(prefix="boohive-pg-"))).start()
    yield running
    running.stop()
    shutil.rmtree(running.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def valkey(tmp_path_factory):
    from boohive.server.dev_services import LocalValkey

    running = LocalValkey(tmp_path_factory.mktemp("valkey")).start()
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def sql(request, tmp_path):
    yield from database(request, tmp_path)


def database(request, tmp_path):
    if request.param == "sqlite":
        yield str(tmp_path / "games.sqlite3")
        return
    url = request.getfixturevalue("postgres").url
    yield url
    engine = connect(url)
    with engine.begin() as connection:
        connection.execute(text("drop schema public cascade"))
        connection.execute(text("create schema public"))
    engine.dispose()
