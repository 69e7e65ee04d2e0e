"""``boohive uhp``: Hive for viewers and arenas."""

import argparse

from boohive.commands.common import positive

OPTIONS = {"threads": "Threads", "level": "Level", "hash": "TableSizeMiB", "spelling": "MoveSpelling"}
"""Arguments that set an option of the protocol at the start."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Values of options, for viewers that set none."""
    parser.add_argument("--threads", metavar="N", type=positive, help="processor threads (default 1)")
    parser.add_argument("--level", metavar="N", type=positive, help="how strong, 1 to 8 (default 8)")
    parser.add_argument("--hash", metavar="MIB", type=positive, help="memory for the search's table (default 64)")
    parser.add_argument(
        "--spelling", metavar="NAME", help="spell moves as Mzinga or Nokamute does (default Boohive); all are read"
    )


def run(args: argparse.Namespace) -> int:
    """Answer commands until the input ends."""
    from boohive.uhp import main

    given = {option: vars(args)[name] for name, option in OPTIONS.items()}
    main({option: str(value) for option, value in given.items() if value is not None})
    return 0
