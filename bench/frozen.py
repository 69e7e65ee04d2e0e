"""``python -m bench frozen``: the engine of an earlier commit as an opponent, built once into a folder of its own.

Every claim of strength is a match against it, such as

    boohive arena hive level:8 python:bench.frozen:Frozen --time 0.2 --games 400 --out games.jsonl

The commit's sources come from this checkout's history and are compiled with this checkout's tools. Afterwards the old
package runs as a process and gets its moves over a pipe (``frozen_worker.py``). BENCH_CACHE names another folder for the
build, BENCH_FROZEN_NODES makes it count nodes instead of time, as ``level:8,nodes=N`` does.
"""

import json
import os
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from boohive.core.errors import OptionError
from boohive.core.turn_game import Move, TurnPosition
from boohive.engine.match_players import Effort, MatchPlayer
from boohive.engine.uhp_client import PATIENCE, PipeProcess
from boohive.engine.uhp_player import OVERRUN

COMMIT = "847df46"
HERE = Path(__file__).parent
NODES = os.environ.get("BENCH_FROZEN_NODES")


def cache_folder() -> Path:
    """Where builds of earlier commits are kept."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(os.environ.get("BENCH_CACHE") or home / "boohive-bench")


def build(commit: str = COMMIT) -> Path:
    """The folder with the old package, compiled; made now if it is not there."""
    folder = cache_folder() / f"{commit}-{sys.implementation.cache_tag}"
    if folder.exists():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    print(f"building the engine of {commit} into {folder} (once, some minutes)", file=sys.stderr, flush=True)
    with TemporaryDirectory(dir=folder.parent) as made:
        with tarfile.open(fileobj=BytesIO(sources(commit))) as archive:
            archive.extractall(made, filter="data")
        compiled = subprocess.run(
            [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
            cwd=made,
            capture_output=True,
            text=True,
            check=False,
        )
        if compiled.returncode != 0:
            raise OptionError(f"the engine of {commit} does not compile here: {compiled.stderr[-2000:]}")
        Path(made).rename(folder)
        Path(made).mkdir()  # for TemporaryDirectory to remove
    return folder


def sources(commit: str) -> bytes:
    """The commit's files as a tar archive."""
    found = subprocess.run(["git", "archive", commit], cwd=HERE.parent, capture_output=True, check=False)
    if found.returncode != 0:
        raise OptionError(
            f"the history of this checkout does not reach back to {commit}; fetch it with: git fetch --unshallow"
        )
    return found.stdout


class Frozen(MatchPlayer):
    """Level 8 of the old commit."""

    def __init__(self, seed: int, time: float) -> None:
        self.time = time
        self.events: list[str] = []
        self.begun = False
        self.last = Effort()
        self.pipe = PipeProcess([sys.executable, *self.worker(), str(seed), str(time), NODES or "0"])
        self.pipe.read(monotonic() + PATIENCE)  # It has loaded its package.

    def worker(self) -> list[str]:
        """The program of the process, and its first word."""
        return [str(HERE / "frozen_worker.py"), str(build() / "src")]

    def choose(self, position: TurnPosition) -> Move:
        if not self.begun:
            self.pipe.write(json.dumps([position.game.id, position.text, dict(position.options)]))
            self.begun = True
        self.pipe.write(json.dumps(self.events))
        self.events = []
        move, depth, nodes = json.loads(self.pipe.read(monotonic() + self.time_limit(self.time) + OVERRUN))
        self.last = Effort(depth, nodes)
        return position.parse(move)

    def watch(self, position: TurnPosition, move: Move) -> None:
        if self.begun:
            self.events.append(move.text)

    def effort(self) -> Effort:
        return self.last

    def time_limit(self, time: float) -> float:
        return 600.0 if NODES else time

    def close(self) -> None:
        self.pipe.close()


def run() -> None:
    print(build())
