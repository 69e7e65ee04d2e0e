"""``boohive backup FILE``: a server's whole database in one file, without stopping the servers that use it."""

import argparse
import sys
from pathlib import Path

from boohive.commands.database import add_database, check_database
from boohive.core.errors import BoohiveError

MAX_LISTED = 20
"""Tables that are named in one line of a report."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE, --db and --check."""
    parser.add_argument(
        "file", metavar="FILE", help="the backup to write, or with --check to read; - for standard output or input"
    )
    add_database(parser)
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing: read FILE and say whether it is complete and every game in it can be replayed and continued",
    )


def run(args: argparse.Namespace) -> int:
    """Write the backup, or look at one."""
    from boohive.server.store.backup import backup

    if args.check:
        return check_backup(args.file)
    check_database(args.db)
    print_to_stderr(f"wrote {backup(args.db, args.file)} rows to {args.file}")
    return 0


def check_backup(file: str) -> int:
    """Print what is wrong with a backup; the exit status is 1 if anything is, even what a restore would repair."""
    from boohive.server.store.backup import check

    require_file(file)
    rows, report = check(file)
    print_to_stderr(f"{file} is complete: {rows} rows, {report.tables} tables of players")
    for what, tables in (
        ("rows do not say what the log leads to; a restore makes them again from the log", report.differing),
        ("logs cannot be replayed", report.unreadable),
    ):
        if tables:
            print_to_stderr(f"{len(tables)} {what}: {' '.join(tables[:MAX_LISTED])}")
    return 1 if report.differing or report.unreadable else 0


def require_file(file: str) -> None:
    """Refuse a file that is not there."""
    if file != "-" and not Path(file).exists():
        raise BoohiveError(f"there is no file {file}; give the one that boohive backup wrote")
    if file != "-" and Path(file).is_dir():
        raise BoohiveError(f"{file} is a folder; give the file that boohive backup wrote")


def print_to_stderr(words: str) -> None:
    """Standard output may carry the backup itself, so messages go elsewhere."""
    print(words, file=sys.stderr)
