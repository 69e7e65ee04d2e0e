"""The files of ``deploy`` and compose.yaml do what docs/hosting.md says, and the server tells its host what happens."""

import asyncio
import configparser
import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psycopg
import pytest
import websockets.sync.client
from harness import Api, ServerProcess, free_port, wait_for_port

from boohive.server.dev_services import LocalPostgres

ROOT = Path(__file__).parents[2]
UNITS = sorted((ROOT / "deploy").glob("boohive*.*"))


def until(true, seconds=10):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


# nginx.


@pytest.fixture(scope="module")
def behind_nginx(tmp_path_factory):
    """A real nginx with our file, in front of a real server; the address of nginx."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(program).exists():
        pytest.skip("nginx is missing: install it (on Debian: apt-get install nginx-light)")
    folder, port = Path(tempfile.mkdtemp(prefix="boohive-nginx-")), free_port()
    os.chmod(folder, 0o755)
    with ServerProcess(folder / "games.sqlite3", log=folder / "log.txt", more=["--proxy", "127.0.0.1"]) as server:
        ours = (ROOT / "deploy" / "nginx.conf").read_text()
        ours = ours.replace("listen 80;", f"listen 127.0.0.1:{port};").replace(
            "127.0.0.1:8765", f"127.0.0.1:{server.port}"
        )
        (folder / "boohive.conf").write_text(ours)
        (folder / "nginx.conf").write_text(
            f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\n"
            f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n"
            f"fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n"
            f"include {folder}/boohive.conf; }}\n"
        )
        running = subprocess.Popen([program, "-c", f"{folder}/nginx.conf"], stderr=subprocess.DEVNULL)
        try:
            wait_for_port(port)
            yield f"127.0.0.1:{port}"
        finally:
            running.terminate()
            running.wait(10)
    shutil.rmtree(folder, ignore_errors=True)


def ask(host, method, path, body=None, **headers):
    link = http.client.HTTPConnection(host, timeout=10)
    link.request(method, path, body, headers)
    answer = link.getresponse()
    found = answer.status, answer.read(), dict(answer.getheaders())
    link.close()
    return found


TABLE = json.dumps({"game": "boop", "seats": [{"occupant": "me"}, {"occupant": "me"}]})


def test_the_page_of_a_server_behind_nginx_on_any_port_may_act(behind_nginx):
    """The browser's ``Origin`` has the port, so the ``Host`` that reaches the server has to have it too."""
    status, body, _ = ask(behind_nginx, "POST", "/api/tables", TABLE, Origin=f"http://{behind_nginx}")
    assert status == 201, body
    assert ask(behind_nginx, "POST", "/api/tables", TABLE, Origin="http://elsewhere.example")[0] == 403
    with websockets.sync.client.connect(f"ws://{behind_nginx}/ws", origin=f"http://{behind_nginx}") as page:
        assert json.loads(page.recv(5))["type"] == "hello"
        page.send(json.dumps({"type": "ping", "client_time": 5}))
        assert json.loads(page.recv(5))["client_time"] == 5


def test_behind_nginx_metrics_are_hidden_and_forged_addresses_do_not_count(behind_nginx):
    assert ask(behind_nginx, "GET", "/metrics")[0] == 403
    assert ask(behind_nginx, "GET", "/api/live")[0] == 200
    forged = [ask(behind_nginx, "GET", "/api/games", **{"X-Forwarded-For": f"10.0.0.{i}"})[0] for i in range(250)]
    assert 429 in forged


# Units and containers.


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units_can_be_read_and_keep_files_to_their_owner(unit):
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str
    read.read_string(unit.read_text())
    if unit.suffix == ".timer":
        assert read["Timer"]["OnCalendar"] in ("daily", "weekly")
        assert (unit.with_suffix(".service")).exists()
        return
    service = read["Service"]
    assert service["UMask"] == "0077"
    assert service["CapabilityBoundingSet"] == ""
    assert service["SystemCallArchitectures"] == "native"
    assert service["RestrictAddressFamilies"] == "AF_INET AF_INET6 AF_UNIX"
    assert "--proxy" not in service["ExecStart"], "without a proxy any local program could forge addresses"
    command = re.search(r"venv/bin/boohive (backup|serve|admin tidy)", service["ExecStart"])
    assert command, service["ExecStart"]


def test_systemd_finds_nothing_wrong_with_the_units():
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is missing: install systemd")
    for unit in UNITS:
        told = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False).stderr
        assert not [line for line in told.splitlines() if unit.name in line and "not executable" not in line], told
    words = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(ROOT / "deploy" / "boohive.service")]
    told = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    exposure = re.search(r"exposure level for boohive.service: ([\d.]+)", told)
    assert exposure, told[-500:]
    assert float(exposure[1]) <= 2.5


def test_compose_starts_what_the_command_line_knows():
    yaml = pytest.importorskip("yaml")
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())
    server = services["services"]["server"]
    gateway = services["networks"]["default"]["ipam"]["config"][0]["gateway"]
    assert f"--proxy={gateway}" in server["command"]
    assert server["ports"] == ["127.0.0.1:8765:8765"], "only a proxy on the same machine reaches it"
    assert "PASSWORD" not in " ".join(server["command"])
    from boohive.cli import build_parser

    build_parser(server["command"]).parse_args(server["command"])


# The database.

PASSWORD = "p@ss/w:o#r%41d '\"?&= é"


@pytest.fixture(scope="module")
def guarded():
    """PostgreSQL that asks for a password with every odd character."""
    running = LocalPostgres(Path(tempfile.mkdtemp(prefix="boohive-pg-"))).start()
    with psycopg.connect(running.url, autocommit=True) as connection:
        connection.execute(psycopg.sql.SQL("alter user boohive password {}").format(PASSWORD))
        rules = running.data / "pg_hba.conf"
        rules.write_text("host all all 127.0.0.1/32 scram-sha-256\n")
        connection.execute("select pg_reload_conf()")
    time.sleep(0.2)
    yield running
    running.stop()
    shutil.rmtree(running.folder, ignore_errors=True)


def test_a_password_may_contain_any_character(guarded, monkeypatch, tmp_path):
    """In PGPASSWORD as it is; a wrong one is an error at once, not something to wait for."""
    monkeypatch.setenv("PGPASSWORD", "wrong")
    words = [sys.executable, "-m", "boohive", "serve", "--port", "0", "--db", guarded.url]
    refused = subprocess.run(words, capture_output=True, text=True, timeout=20, check=False)
    assert refused.returncode != 0
    assert "password authentication failed" in refused.stderr
    assert "Traceback" not in refused.stderr
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    with ServerProcess(guarded.url, log=tmp_path / "log.txt") as server:
        assert Api(server).get("/api/health").json()["ok"]


def test_a_server_waits_for_postgresql_at_its_start_and_says_so(postgres, tmp_path):
    postgres.stop(signal.SIGKILL)
    log = (tmp_path / "log.txt").open("wb")
    words = [sys.executable, "-m", "boohive", "serve", "--port", str(free_port()), "--db", postgres.url]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log)
    try:
        until(lambda: b"waiting for it" in (tmp_path / "log.txt").read_bytes())
        postgres.start()
        assert b"boohive is at" in server.stdout.readline()
        assert b"the database is there" in (tmp_path / "log.txt").read_bytes()
    finally:
        server.terminate()
        server.wait(20)
        if postgres.process is None:
            postgres.start()


@pytest.mark.parametrize("what", ["a folder that cannot be made", "a file that cannot be made"])
def test_a_place_that_cannot_be_written_is_named_in_one_sentence(what):
    place = "/proc/none/games.sqlite3" if what.startswith("a folder") else "/proc/games.sqlite3"
    words = [sys.executable, "-m", "boohive", "serve", "--port", "0", "--db", place]
    refused = subprocess.run(words, capture_output=True, text=True, timeout=20, check=False)
    assert refused.returncode != 0
    assert "cannot be made" in refused.stderr
    assert "--db" in refused.stderr
    assert "sqlalche" not in refused.stderr


# What the host is told.


def test_everybody_is_told_when_the_servers_will_stop(tmp_path, run):
    """``boohive admin announce``: those who are there, and those who come later; it can be taken back."""
    words = [sys.executable, "-m", "boohive", "admin", "announce", "--db", str(tmp_path / "games.sqlite3")]

    def stops_at(page):
        told = [each for each in page.other if each["type"] == "notice" and each["code"] == "announcement"]
        return told[-1].get("stops_at", 0) if told else None

    async def go(api):
        joined = await asyncio.to_thread(api.table)
        async with api.page(joined) as page:
            began = time.time()
            await asyncio.to_thread(subprocess.run, [*words, "10"], check=True)
            await page.until(stops_at, 10)
            assert 599 < stops_at(page) / 1000 - began < 660
            async with api.page(joined) as later:
                await later.until(lambda p: stops_at(p) == stops_at(page), 5)
            await asyncio.to_thread(subprocess.run, [*words, "0"], check=True)
            await page.until(lambda p: stops_at(p) == 0, 10)

    with ServerProcess(tmp_path / "games.sqlite3", log=tmp_path / "log.txt") as server:
        run(go(Api(server, "127.0.18.8")))


def test_start_stop_draining_and_limits_are_in_the_log_and_metrics_have_figures(tmp_path):
    server = ServerProcess(tmp_path / "games.sqlite3", log=tmp_path / "log.txt", more=["--limit", "http=30/1"]).start()
    api = Api(server, "127.0.18.1")
    assert api.get("/api/ready").status_code == 200
    server.process.send_signal(signal.SIGUSR1)
    until(lambda: Api(server, "127.0.18.2").get("/api/ready").status_code == 503)
    assert Api(server, "127.0.18.3").get("/api/health").status_code == 200, "those who are there go on"
    table = Api(server, "127.0.18.5").table(seats=("me", "me"))
    move = {"id": "m1", "seq": 0, "action": {"kind": "chat", "text": "x"}, "token": table["tokens"][0]["token"]}
    assert api.post(f"/api/tables/{table['table_id']}/action", move)["type"] == "update"
    assert 429 in [api.get("/api/games").status_code for _ in range(40)]
    figures = dict(
        line.split() for line in Api(server, "127.0.18.4").get("/metrics").text.splitlines() if line[0] != "#"
    )
    assert figures["boohive_action_seconds_count"] == figures['boohive_action_seconds_bucket{le="+Inf"}'] == "1"
    assert 0 < float(figures["boohive_action_seconds_sum"]) < 5
    assert float(figures["boohive_limits_hit_total"]) > 0
    assert float(figures["boohive_memory_bytes"]) > 10_000_000
    assert float(figures["boohive_open_descriptors"]) > 5
    assert float(figures["boohive_heartbeat_age_seconds"]) < 5
    assert {"boohive_loop_lag_seconds", "boohive_store_failures_total", "boohive_worker_queue"} <= figures.keys()
    assert server.stop() == 0
    for words in ("has started, with sqlite", "drains", "stops", "has stopped"):
        assert words in server.log()


def test_a_new_key_signs_cookies_and_the_last_one_stays_valid(tmp_path):
    """``boohive admin rotate-key``: whoever has a cookie stays who they are, once."""
    db = tmp_path / "games.sqlite3"
    with ServerProcess(db, log=tmp_path / "log.txt") as server:
        api = Api(server, "127.0.18.5")
        api.table()
        cookie = api.http.cookies["boohive"]
    words = [sys.executable, "-m", "boohive", "admin", "rotate-key", "--db", str(db)]
    for expected in (1, 0):
        told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        assert "new key" in told
        with ServerProcess(db, log=tmp_path / "log.txt") as server, contextlib.suppress(socket.error):
            other = Api(server, "127.0.18.6")
            found = other.get("/api/me", headers={"cookie": f"boohive={cookie}"}).json()
            assert len(found["tables"]) == expected
