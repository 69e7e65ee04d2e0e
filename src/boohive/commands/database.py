"""The database of a server, for the commands that open it."""

import argparse
import os
from pathlib import Path

__all__ = ["add_database", "check_database"]


def default_database() -> str:
    """Where games are kept when nobody says otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return str(Path(base) / "boohive" / "boohive.sqlite3")


def add_database(parser: argparse.ArgumentParser) -> None:
    """--db, the same for every command that opens the database."""
    text = (
        "where games are kept: a file, or postgresql://user@host/name "
        "(default: the variable BOOHIVE_DB, or ~/.local/share/boohive/boohive.sqlite3)"
    )
    parser.add_argument("--db", metavar="URL", default=os.environ.get("BOOHIVE_DB") or default_database(), help=text)


def check_database(where: str, create: bool = False) -> None:
    """Refuse a database that cannot be used, in one sentence; only ``create`` begins one that is not there."""
    from boohive.server.store.database import check_database as check

    check(where, create)
