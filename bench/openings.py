"""``python -m bench openings``: openings that nothing was tested, tuned or trained on, drawn by BENCH_SEED (default 1).

BENCH_OPENINGS of them (default 200) are written to ``openings-GAME-SEED.txt`` in BENCH_CACHE for each game that BENCH_GAMES_OF
names, for matches such as ``boohive arena hive level:8 python:bench.frozen:Frozen --openings FILE``.
"""

import os

from bench.frozen import cache_folder
from bench.wins import NAMES
from boohive.engine.openings import freeze

COUNT = int(os.environ.get("BENCH_OPENINGS", "200"))
SEED = int(os.environ.get("BENCH_SEED", "1"))


def run() -> None:
    cache_folder().mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        file = cache_folder() / f"openings-{name}-{SEED}.txt"
        file.write_text("".join(f"{line}\n" for line in freeze(name, COUNT, SEED)), encoding="utf-8")
        print(file)
