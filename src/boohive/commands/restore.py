"""``boohive restore FILE``: fill an empty store from a backup, of either kind of database into either kind."""

import argparse

from boohive.commands.backup import print_to_stderr, require_file
from boohive.commands.database import add_database, check_database


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE, --db and --replace."""
    parser.add_argument("file", metavar="FILE", help="the backup; - for standard input")
    add_database(parser)
    parser.add_argument("--replace", action="store_true", help="throw away what the store holds now")


def run(args: argparse.Namespace) -> int:
    """Read the backup."""
    from boohive.server.store.backup import require_backup, restore

    require_file(args.file)
    require_backup(args.file)
    check_database(args.db, create=True)
    rows, report = restore(args.db, args.file, args.replace)
    print_to_stderr(f"{rows} rows are back")
    if report.differing:
        print_to_stderr(f"{len(report.differing)} tables were made again from their logs")
    if report.unreadable:
        print_to_stderr(f"{len(report.unreadable)} logs cannot be replayed: {' '.join(report.unreadable[:20])}")
    return 0
