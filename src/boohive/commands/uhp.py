"""``boohive uhp``: Hive for viewers and arenas."""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None: everything is said by the protocol."""


def run(args: argparse.Namespace) -> int:
    """Answer commands until the input ends."""
    from boohive.uhp import main

    main()
    return 0
