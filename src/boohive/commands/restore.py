"""``boohive restore FILE``: fill an empty store from a backup, of either kind of database into either kind."""

import argparse

from boohive.commands.serve import add_database


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE, --db and --replace."""
    parser.add_argument("file", help="the backup; - for standard input")
    add_database(parser)
    parser.add_argument("--replace", action="store_true", help="throw away what the store holds now")


def run(args: argparse.Namespace) -> int:
    """Read the backup."""
    from boohive.commands.backup import print_to_stderr
    from boohive.server.store.backup import restore

    print_to_stderr(f"{restore(args.db, args.file, args.replace)} rows are back")
    return 0
