"""``boohive restore FILE``: fill an empty store from a backup, of either kind of database into either kind."""

import argparse
from pathlib import Path

from boohive.commands.database import add_database, check_database
from boohive.core.errors import BoohiveError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE, --db and --replace."""
    parser.add_argument("file", help="the backup; - for standard input")
    add_database(parser)
    parser.add_argument("--replace", action="store_true", help="throw away what the store holds now")


def run(args: argparse.Namespace) -> int:
    """Read the backup."""
    from boohive.commands.backup import print_to_stderr
    from boohive.server.store.backup import restore

    if args.file != "-" and not Path(args.file).is_file():
        raise BoohiveError(f"there is no file {args.file}; give the one that boohive backup wrote")
    check_database(args.db, create=True)
    print_to_stderr(f"{restore(args.db, args.file, args.replace)} rows are back")
    return 0
