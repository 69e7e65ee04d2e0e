"""``python -m bench [NAME ...]``: run all figures, or those named."""

import sys
from importlib import import_module

FIGURES = {
    "boop": "bench.boop",
    "ghosts": "bench.ghosts",
    "hive": "bench.hive",
    "server": "bench.server",
    "booo": "bench.booo",
    "claims": "bench.claims",
    "engine": "bench.engine",
    "envs": "bench.envs",
    "start": "bench.start",
    "page": "bench.page",
    "library": "bench.library",
}
"""Each module has ``run() -> None``, which prints its table."""

ON_DEMAND = {
    "tune": "bench.tune",
    "levels": "bench.levels",
    "wins": "bench.wins",
    "find-wins": "bench.find_wins",
    "hidden-wins": "bench.hidden_wins",
    "missed-wins": "bench.missed_wins",
    "find-missed": "bench.find_missed",
    "calibrate": "bench.calibrate",
    "frozen": "bench.frozen",
    "openings": "bench.openings",
    "install": "bench.install",
    "scale": "bench.scale",
    "against": "bench.against",
    "setups": "bench.setups",
}
"""Run only when named: these take long or do not measure."""


def main() -> int:
    wanted = sys.argv[1:] or list(FIGURES)
    if wanted[:2] == ["server", "--without"] and len(wanted) == 3:
        import_module("bench.server_tricks").run(wanted[2])
        return 0
    if wanted[0] == "against":
        import_module("bench.against").run(wanted[1:])
        return 0
    for name in wanted:
        if name not in FIGURES | ON_DEMAND:
            print(f"there is no figure {name!r}; the figures are {', '.join(FIGURES)}", file=sys.stderr)
            return 2
        print(f"== {name}")
        import_module((FIGURES | ON_DEMAND)[name]).run()
    return 0


sys.exit(main())
