"""Games of the terminal as files: nothing of anybody is overwritten, and a game that is left is kept."""

import os
from pathlib import Path

from boohive.core.errors import BoohiveError
from boohive.core.reading import read_games
from boohive.core.record import FIRST_LINE, Record
from boohive.games import GAMES

__all__ = ["is_record", "keep", "kept_game", "read_first"]


def kept_game() -> Path:
    """Where the game is kept that somebody left before its end."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "boohive" / "unfinished-game.txt"


def keep(record: Record) -> Path | None:
    """Keep a game. Another one that was kept before moves aside, to the file whose name is returned."""
    path = kept_game()
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = None
    if path.exists() and not continues(record, path):
        aside = free_name(path)
        path.rename(aside)
    path.write_text(record.write(), encoding="utf-8")
    return aside


def continues(record: Record, path: Path) -> bool:
    """Whether everything in a kept game is in this one too, so that nothing is lost with it."""
    try:
        kept = read_first(path)
    except BoohiveError:
        return False
    same_start = (kept.game.id, kept.options, kept.start) == (record.game.id, record.options, record.start)
    return same_start and record.events[: len(kept.events)] == kept.events


def free_name(path: Path) -> Path:
    """A name next to this one that no file has."""
    number = 1
    while (found := path.with_stem(f"{path.stem}-{number}")).exists():
        number += 1
    return found


def read_first(path: Path) -> Record:
    """The first game of a file, whatever wrote it."""
    return next(read_games(path, GAMES.get_all()))


def is_record(path: Path) -> bool:
    """Whether a file is a record of ours, and no other program's."""
    with path.open(encoding="utf-8", errors="replace") as lines:
        return lines.readline().lstrip("\ufeff").rstrip("\r\n") == FIRST_LINE
