"""``boohive backup FILE``: everything the store holds, in one file, while servers go on."""

import argparse

from boohive.commands.database import add_database, check_database


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE and --db."""
    parser.add_argument("file", help="where to write; - for standard output")
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    """Write the backup."""
    from boohive.server.store.backup import backup

    check_database(args.db)
    print_to_stderr(f"{backup(args.db, args.file)} rows are kept in {args.file}")
    return 0


def print_to_stderr(words: str) -> None:
    """Say something that is not the data."""
    import sys

    print(words, file=sys.stderr)
