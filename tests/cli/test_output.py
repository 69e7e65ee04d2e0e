"""Output that cannot be written: a full disk and closed streams get a sentence or silence, never a traceback."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

BOOHIVE = (sys.executable, "-m", "boohive")
FULL = Path("/dev/full")
ROOM = 4096
"""Bytes that a file may have in these tests."""


def limit_files() -> None:
    """In the child: what is longer is refused, as by a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("words", ["moves boop", "man", "--version", "show hive --svg"])
def test_output_onto_a_full_disk_gets_one_sentence(words: str) -> None:
    with FULL.open("w") as full:
        run = subprocess.run([*BOOHIVE, *words.split()], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert run.stderr == "boohive: the output cannot be written: No space left on device\n"
    assert run.returncode == 2


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("selfplay boop --games 99 --level 1 --time 0.001 --max-moves 20 --out", "games.gz"),
        ("arena boop random random --games 99 --workers 1 --out", "games.jsonl"),
    ],
)
def test_games_that_do_not_fit_on_the_disk_are_continued_when_there_is_room(
    words: str, name: str, tmp_path: Path
) -> None:
    command = [*BOOHIVE, *words.split(), name]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, preexec_fn=limit_files)
    said = f"{name} cannot be written: File too large; its games are kept, and the same command continues"
    assert run.returncode == 2 and said in run.stderr.splitlines()[-1], run.stderr
    assert (tmp_path / name).stat().st_size == ROOM
    again = [word if word != "99" else "12" for word in command]
    assert subprocess.run(again, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    if name.endswith(".jsonl"):
        stored = [line for line in (tmp_path / name).read_text().splitlines() if line.endswith("}")]
        assert {json.loads(line)["number"] for line in stored} >= set(range(12))


@pytest.mark.skipif(os.name != "posix", reason="closes a stream for the child")
def test_a_closed_standard_output_is_no_error() -> None:
    run = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m boohive moves boop >&-'], capture_output=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, b"")


def test_a_proof_that_nobody_reads_on_ends_in_silence() -> None:
    """A closed pipe was taken for a strategy file that cannot be read."""
    process = subprocess.Popen([*BOOHIVE, "verify", "boop-junior"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    assert process.communicate()[1] == b""
    assert process.returncode == 3
