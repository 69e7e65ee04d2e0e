"""The forms in which a recorded game can be written."""

from boohive.core.errors import OptionError
from boohive.core.record import Record
from boohive.games.hive.files import write_pgn
from boohive.games.sgf import write_sgf

__all__ = ["write_game"]


def write_game(record: Record, form: str) -> str:
    """The game as ``record``, ``sgf``, ``pgn`` or ``gamestring``; the last two are for Hive alone."""
    if form == "record":
        return record.write()
    if form == "sgf":
        return write_sgf(record)
    if record.game.id != "hive":
        raise OptionError(f"{form} is a form for Hive, this is a game of {record.game.id}; write record or sgf")
    return write_pgn(record) if form == "pgn" else f"{record.last().text}\n"
