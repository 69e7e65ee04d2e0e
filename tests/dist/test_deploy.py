"""The files that hosts start from name commands, options and addresses that exist."""

import json
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from boohive.cli import build_parser
from dist.wheels import TOP


def understood(words: list[str]) -> object:
    return build_parser(words).parse_args(words)


def test_the_image_starts_the_server_where_its_ports_and_health_check_look() -> None:
    text = (TOP / "Dockerfile").read_text()
    words = json.loads(re.search(r"^CMD (\[.*\])$", text, re.MULTILINE)[1])
    args = understood(words)
    assert re.search(rf"^EXPOSE {args.port}$", text, re.MULTILINE)
    assert f"http://127.0.0.1:{args.port}/api/health" in text
    assert args.db.startswith(re.search(r"^VOLUME (.+)$", text, re.MULTILINE)[1])


def test_everything_the_image_copies_is_here() -> None:
    for line in re.findall(r"^COPY (?!--from)(.+)$", (TOP / "Dockerfile").read_text(), re.MULTILINE):
        for name in line.split()[:-1]:
            assert (TOP / name).exists(), name


def test_the_compose_file_joins_server_database_and_channel() -> None:
    services = yaml.safe_load((TOP / "compose.yaml").read_text())["services"]
    args = understood(services["server"]["command"])
    database = re.fullmatch(r"postgresql://(\w+)@(\w+)/(\w+)", args.db)
    assert database[2] in services and re.fullmatch(r"redis://(\w+):6379/0", args.valkey)[1] in services
    output = services[database[2]]["environment"]
    assert (output["POSTGRES_USER"], output["POSTGRES_DB"]) == (database[1], database[3])
    assert set(services["server"]["depends_on"]) == {"postgres", "valkey"}
    assert all("healthcheck" in services[name] for name in services["server"]["depends_on"])


def test_docker_reads_the_compose_file() -> None:
    docker = shutil.which("docker")
    if docker is None or subprocess.run([docker, "compose", "version"], capture_output=True, check=False).returncode:
        pytest.skip("docker compose is not here")
    env = {"PATH": str(Path(docker).parent), "BOOHIVE_PASSWORD": "x"}
    done = subprocess.run(
        [docker, "compose", "config", "--quiet"], cwd=TOP, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def unit() -> str:
    return (TOP / "deploy" / "boohive.service").read_text()


def test_the_service_starts_a_command_that_is_understood() -> None:
    words = shlex.split(re.search(r"^ExecStart=(.+)$", unit(), re.MULTILINE)[1])
    assert words[0].endswith("/boohive") and words[-1] == "$BOOHIVE_OPTIONS"
    example = re.search(r"such as: BOOHIVE_OPTIONS=(.+)$", unit(), re.MULTILINE)[1]
    assert understood([*words[1:-1], *example.split()]).proxy
    assert understood(words[1:-1]).log == "json"
    database = re.search(r"^Environment=BOOHIVE_DB=(\S+)", unit(), re.MULTILINE)[1]
    assert database.startswith("/var/lib/" + re.search(r"^StateDirectory=(.+)$", unit(), re.MULTILINE)[1] + "/")


def test_systemd_accepts_the_service(tmp_path: Path) -> None:
    analyse = shutil.which("systemd-analyze")
    if analyse is None:
        pytest.skip("systemd-analyze is not here")
    copy = tmp_path / "boohive.service"
    copy.write_text(unit().replace("/srv/boohive/venv/bin/boohive", shutil.which("true")))
    done = subprocess.run([analyse, "verify", copy], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and copy.name not in done.stderr, done.stderr


def test_wheels_for_other_systems_are_built_for_every_python_we_promise() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text())
    wheels = project["tool"]["cibuildwheel"]
    assert project["project"]["requires-python"] == ">=3.11"
    assert [word.partition("-")[0] for word in wheels["build"]] == ["cp311", "cp312", "cp313"]
    assert {"linux", "macos", "windows"} <= set(wheels)
    assert (TOP / "tests" / "dist" / "tour.py").name in wheels["test-command"]
