"""The server without its tricks for speed does the same: a part of the server's tests, run with BOOHIVE_PLAIN=1."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from boohive.server import tricks
from boohive.server.fast.collector import MAX_DELAY_SECONDS, MUCH_GARBAGE, QUIET_ACTIONS, is_due

HERE = Path(__file__).parent
PART = ["test_sessions.py", "test_outage.py", "test_erasing.py", "test_safety.py", "test_store.py", "test_wire.py"]
LEFT_OUT = "postgresql or slow_reader or real_server or share_a_commit or cost_their_group"
"""The last two count statements of writes that share a commit, which is one of the tricks."""


def test_a_part_of_the_tests_holds_without_tricks():
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-W",
        "ignore",
        "-k",
        f"not ({LEFT_OUT})",
    ]
    env = {**os.environ, "BOOHIVE_PLAIN": "1"}
    done = subprocess.run([*command, *PART], cwd=HERE, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.parametrize("trick", tricks.TRICKS)
def test_each_trick_can_be_switched_off_alone(monkeypatch, trick):
    made = {
        "collector": tricks.collector,
        "connection": tricks.connection_class,
        "deferred": lambda: tricks.deferred_queue(None),
        "pacing": tricks.pacing,
    }

    def kind(name):
        found = made[name]()
        return found if name in ("connection", "pacing") else type(found)

    monkeypatch.delenv("BOOHIVE_PLAIN", raising=False)
    fast = {name: kind(name) for name in tricks.TRICKS}
    monkeypatch.setenv("BOOHIVE_PLAIN", trick)
    changed = [name for name in tricks.TRICKS if kind(name) != fast[name]]
    assert changed == [trick]
    monkeypatch.setenv("BOOHIVE_PLAIN", "1")
    assert all(kind(name) != fast[name] for name in tricks.TRICKS)


def test_two_servers_on_one_database_commit_as_often_as_one_alone(monkeypatch):
    monkeypatch.delenv("BOOHIVE_PLAIN", raising=False)
    alone, shared = tricks.pacing(is_remote=True), tricks.pacing(is_remote=True, is_shared=True)
    assert shared.commit_interval == 2 * alone.commit_interval
    assert tricks.pacing(is_shared=True) == tricks.pacing(), "a file has one server"


@pytest.mark.parametrize(
    ("stored", "garbage", "seconds", "due"),
    [
        (0, 0, 3600, False),
        (0, 1, 5, True),
        (QUIET_ACTIONS, MUCH_GARBAGE - 1, 5, False),
        (QUIET_ACTIONS, MUCH_GARBAGE, 5, True),
        (QUIET_ACTIONS, 1, MAX_DELAY_SECONDS + 1, True),
    ],
    ids=["nothing to find", "quiet", "busy", "many have gone", "put off for long"],
)
def test_s10_cycles_are_searched_in_quiet_moments_or_when_many_connections_have_gone(stored, garbage, seconds, due):
    """A server that is kept busy for ever has no quiet moment, and would grow with every connection."""
    assert is_due(stored, garbage, seconds) == due


FREED = """
import re
from pathlib import Path
from boohive.server.fast.collector import return_free_memory

def megabytes():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024

blocks = [bytes(1000) for _ in range(200_000)]
kept = blocks[::1000]
del blocks
before = megabytes()
return_free_memory()
print(before, megabytes())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc can be asked to return memory")
def test_s10_what_was_freed_between_things_that_stay_is_given_back():
    """What remains after a crowd lies scattered over all the memory that the crowd needed."""
    printed = subprocess.run([sys.executable, "-c", FREED], capture_output=True, text=True, check=True).stdout
    before, after = map(int, printed.split())
    assert after < before - 100
