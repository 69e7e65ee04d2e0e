"""``./dev soak NAME``: one of the long runs."""

import argparse
import sys
from importlib import import_module

RUNS = {
    "sockets": "ten thousand sockets with all limits on",
    "attack": "a hostile crowd next to honest players",
    "kill": "kill -9 at random moments: nothing that was acknowledged is lost or doubled",
    "fuzz": "malformed messages, with the limits on and off: no traceback, no 5xx, memory comes back",
}

MINUTES = {"attack": 10, "sockets": 5}


def main():
    parser = argparse.ArgumentParser(prog="./dev soak", description=__doc__)
    runs = parser.add_subparsers(dest="name", required=True)
    for name, what in RUNS.items():
        run = runs.add_parser(name, help=what, description=what)
        run.add_argument("--minutes", type=float, default=MINUTES.get(name, 30), help="how long (default: %(default)s)")
        module = import_module(f"soaks.{name}")
        if hasattr(module, "add_arguments"):
            module.add_arguments(run)
        else:
            state = f".soak/{name}.json"
            run.add_argument("--state", default=state, metavar="FILE", help="what was collected so far: continue it")
        run.set_defaults(run=module.run)
    arguments = parser.parse_args()
    return arguments.run(arguments)


sys.exit(main())
