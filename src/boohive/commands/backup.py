"""``boohive backup FILE``: everything the store holds, in one file, while servers go on."""

import argparse
import sys
from pathlib import Path

from boohive.commands.database import add_database, check_database
from boohive.core.errors import BoohiveError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE, --db and --check."""
    parser.add_argument("file", help="where to write; - for standard output")
    add_database(parser)
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing: read FILE and say whether it is whole and every game in it can be played on",
    )


def run(args: argparse.Namespace) -> int:
    """Write the backup, or look at one."""
    from boohive.server.store.backup import backup

    if args.check:
        return check_backup(args.file)
    check_database(args.db)
    print_to_stderr(f"{backup(args.db, args.file)} rows are kept in {args.file}")
    return 0


def check_backup(file: str) -> int:
    """Whether a backup can be restored: 0 when nothing is wrong with it."""
    from boohive.server.store.backup import check

    need_backup(file)
    rows, report = check(file)
    print_to_stderr(f"{file} is whole: {rows} rows, {report.tables} tables")
    for what, tables in (
        ("rows do not say what the log leads to; a restore makes them again from the log", report.differing),
        ("logs cannot be replayed", report.unreadable),
    ):
        if tables:
            print_to_stderr(f"{len(tables)} {what}: {' '.join(tables[:20])}")
    return 1 if report.differing or report.unreadable else 0


def need_backup(file: str) -> None:
    """Refuse a file that is not there."""
    if file != "-" and not Path(file).is_file():
        raise BoohiveError(f"there is no file {file}; give the one that boohive backup wrote")


def print_to_stderr(words: str) -> None:
    """Say something that is not the data."""
    print(words, file=sys.stderr)
