"""Self-play on a Ray cluster of two nodes, one of which is killed on the way."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest

from boohive.engine.selfplay import SelfPlayPlan, play_game, read_games

GAMES = 12
PLAN = SelfPlayPlan("boop", {}, (7, 7), seed=5, time=30.0, max_moves=30)


def test_without_ray_the_command_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from boohive import OptionError
    from boohive.engine.selfplay_ray import play_on_ray

    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(OptionError, match=r"pip install 'boohive\[ray\]'"):
        list(play_on_ray(PLAN, range(1)))


@pytest.mark.slow
def test_games_survive_the_death_of_a_node() -> None:
    ray = pytest.importorskip("ray", reason="ray is not installed; ./dev soak installs it")
    from ray.cluster_utils import Cluster

    from boohive.engine.selfplay_ray import play_on_ray

    def living() -> int:
        return sum(node["Alive"] for node in ray.nodes())

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        other = cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
        ray.init(address=cluster.address, log_to_driver=False)
        raylet = other.all_processes["raylet"][0].process.pid
        found = []
        for game in play_on_ray(PLAN, range(GAMES), cluster.address):
            found.append(game)
            if len(found) == 3:
                wait_until(lambda: living() == 2 and playing(raylet), "both nodes live, and the second plays")
                for worker in children(raylet):  # a machine that dies takes its game with it
                    os.kill(worker, signal.SIGKILL)
                cluster.remove_node(other, allow_graceful=False)
        wait_until(lambda: living() == 1, "the head has seen its node die")
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert found == [play_game(PLAN, number) for number in range(GAMES)]


def children(process: int) -> list[int]:
    """The processes that this one has started."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def playing(raylet: int) -> bool:
    """Is one of its workers in the middle of a game? Ray writes what a worker does into its title."""
    return any(b"play_game" in Path(f"/proc/{child}/cmdline").read_bytes() for child in children(raylet))


def wait_until(true: Callable[[], bool], what: str) -> None:
    """Ray notices within seconds, not at once."""
    deadline = monotonic() + 60.0
    while not true():
        assert monotonic() < deadline, f"not within a minute: {what}"
        sleep(0.05)


@pytest.mark.slow
def test_the_command_plays_on_ray(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="ray is not installed; ./dev soak installs it")
    file = tmp_path / "games.jsonl.gz"
    words = [
        "selfplay",
        "boop",
        "--games",
        "4",
        "--level",
        "1",
        "--time",
        "30",
        "--longest",
        "40",
        "--out",
        str(file),
        "--ray",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "boohive", *words], capture_output=True, text=True, check=False, timeout=280
    )
    assert done.returncode == 0, done.stderr
    assert [game.number for game in read_games(file)] == [0, 1, 2, 3]
