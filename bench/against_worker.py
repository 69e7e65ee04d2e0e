"""One piece of work for ``against.py``, with the package of this checkout or with that of commit 847df46.

``against_worker.py SOURCES WORK GAME`` prints the CPU seconds of the work and a number that both must have in common:
leaves counted, nodes searched, or a checksum of the games played.
"""

import sys
import zlib
from pathlib import Path
from time import process_time

sys.path.insert(0, sys.argv[1])

import boohive
from boohive.core.perft import perft

DEPTHS = {"boop": 6, "boop-ghosts": 4, "hive": 6}
NODES = 300_000
ENVIRONMENTS = {"boop": 1024, "boop-ghosts": 1024, "hive": 256}
STEPS = 2000


def old_or_new(old, new):
    """The attribute of the first module that exists: names have changed since 847df46."""
    for module, name in (new, old):
        try:
            return getattr(__import__(module, fromlist=[name]), name)
        except ImportError:
            continue
    raise SystemExit(f"there is neither {new} nor {old}")


def options(game):
    """Those of benchmarks; 847df46 had them as its defaults."""
    row = boohive.GAMES[game]
    return row.as_turn_based().research_options() if hasattr(row, "as_turn_based") else {}


def count_leaves(game):
    position = boohive.new(game, **options(game))
    kernel = position._kernel if hasattr(position, "_kernel") else position.kernel
    begun = process_time()
    leaves = perft(kernel, DEPTHS[game])
    return process_time() - begun, leaves


def search_positions(game):
    search = old_or_new(("boohive.engine.thinking", "think"), ("boohive.engine.deepening", "search"))
    table = old_or_new(("boohive.engine.table", "Table"), ("boohive.engine.transposition", "TranspositionTable"))
    lines = (Path(__file__).parent / "data" / f"positions-{game}.txt").read_text(encoding="utf-8").splitlines()
    positions = [boohive.from_text(game, line, **options(game)) for line in lines]
    keyword = "memory" if table.__name__ == "Table" else "table"
    seconds, nodes = 0.0, 0
    for position in positions:
        memory = {keyword: table(16)}
        begun = process_time()
        nodes += list(search(position, nodes=NODES, **memory))[-1].nodes
        seconds += process_time() - begun
    return seconds, nodes


def play_environments(game):
    from boohive.envs.vector import VectorEnv

    envs = VectorEnv(game, ENVIRONMENTS[game], seed=1, threads=1)
    actions = "sampled_actions" if hasattr(envs, "sampled_actions") else "drawn"
    begun = process_time()
    for _ in range(STEPS):
        envs.step(getattr(envs, actions))
    seconds = process_time() - begun
    return seconds, zlib.crc32(envs.masks.tobytes())


WORK = {"perft": count_leaves, "search": search_positions, "environments": play_environments}

assert boohive.__file__.startswith(sys.argv[1]), boohive.__file__
print(*WORK[sys.argv[2]](sys.argv[3]))
