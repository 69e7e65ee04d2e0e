"""Ctrl+C: every command that computes for long ends within a second, and leaves no process behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from boohive import KERNEL_BUILD

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")

PATIENCE = 1.0 if KERNEL_BUILD != "pure" else 3.0
START = 20.0
CHOOSE = "import boohive.engine.players as p, boohive; print('on', flush=True); p.Player(8, time=60).choose(boohive.new('hive'))"
PROVE = (
    "import boohive; from boohive.engine.proof import Proof; from boohive.engine.search import SearchControl;"
    "print('on', flush=True); Proof(0, 64, SearchControl()).run(boohive.new('boop')._kernel)"
)

LONG = {
    "perft": "-m boohive perft boop 9",
    "perft on threads": "-m boohive perft hive 9 --threads 2",
    "playouts": "-m boohive bench playouts hive --games 100000000",
    "analyse": "-m boohive analyse hive --time 60",
    "analyse on threads": "-m boohive analyse hive --time 60 --threads 2",
    "hint": "-m boohive hint boop --time 60",
    "selfplay": "-m boohive selfplay hive --games 2 --level 8 --time 60 --opening 6 --out games.gz",
    "selfplay workers": "-m boohive selfplay hive --games 4 --level 8 --time 60 --workers 2 --out games.gz",
    "arena": "-m boohive arena hive level:8 level:8 --time 60 --workers 1",
    "arena workers": "-m boohive arena hive level:8 level:8 --time 60 --workers 2",
    "Player.choose": CHOOSE,
    "Proof.run": PROVE,
}


def cpu_seconds(process: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children_of(process: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(is_so: Callable[[], bool], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def started(what: str, folder: Path, stdin: int | None = subprocess.DEVNULL) -> subprocess.Popen[str]:
    """Start it so that Ctrl+C reaches it: a child of tests that run in the background would ignore it, as they do."""
    words = what.split() if what.startswith("-m ") else ["-c", what]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(
            [sys.executable, *words],
            cwd=folder,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)


def busy(process: subprocess.Popen[str]) -> bool:
    """Whether it, or a worker of it, has computed for a while."""
    assert process.poll() is None, process.communicate()
    return max(cpu_seconds(each) for each in (process.pid, *children_of(process.pid))) > 0.6


def interrupt(process: subprocess.Popen[str]) -> None:
    """Ctrl+C to the one process only, as a supervisor sends it: it and its workers end soon."""
    workers = children_of(process.pid)
    process.send_signal(signal.SIGINT)
    begun = time.monotonic()
    try:
        process.communicate(timeout=PATIENCE + 20)
    finally:
        process.kill()
    assert time.monotonic() - begun < PATIENCE
    assert wait_until(lambda: not any(map(is_running, workers)), PATIENCE)


@pytest.mark.parametrize("what", LONG)
def test_ctrl_c_ends_it_soon(what: str, tmp_path: Path) -> None:
    process = started(LONG[what], tmp_path)
    assert wait_until(lambda: busy(process), START)
    interrupt(process)
    assert process.returncode in (130, -signal.SIGINT, 1)


def test_ctrl_c_ends_bestmove_soon(tmp_path: Path) -> None:
    process = started("-m boohive uhp", tmp_path, subprocess.PIPE)
    assert process.stdin
    process.stdin.write("newgame Base+MLP\nbestmove time 00:01:00\n")
    process.stdin.flush()
    assert wait_until(lambda: busy(process), START)
    interrupt(process)


@pytest.mark.parametrize("what", ["arena workers", "selfplay workers"])
def test_workers_end_when_their_parent_is_killed(what: str, tmp_path: Path) -> None:
    process = started(LONG[what], tmp_path)
    assert wait_until(lambda: busy(process) and len(children_of(process.pid)) == 2, START)
    workers = children_of(process.pid)
    process.kill()
    process.communicate()
    assert wait_until(lambda: not any(map(is_running, workers)), PATIENCE)
