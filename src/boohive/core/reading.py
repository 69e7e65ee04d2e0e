"""Games from files, whatever wrote them: one reader for paths, open files and texts, one game after the other.

A file may hold any number of games, and is read only as far as somebody asks. What each game looks like decides who reads
it: our record, or a format of one of the games.
"""

import io
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, NamedTuple

from boohive.core.errors import BoohiveError, NotationError
from boohive.core.game import Game, Position
from boohive.core.options import OptionValue
from boohive.core.record import FIRST_LINE, Record, read_any

__all__ = ["Source", "read_games", "split_games", "write_games"]

Source = str | os.PathLike[str] | IO[str] | IO[bytes]
"""A path, an open file, or a text that holds a game."""

MAX_LINE = 10_000_000
BYTE_ORDER_MARK = "\ufeff"
ESCAPE = "%"
"""PGN's sign for a line that is not meant for readers."""


class GameText(NamedTuple):
    """One game of a file."""

    line: int
    """Where it begins."""
    text: str


def read_games(source: Source, games: Iterable[Game], **given: OptionValue) -> Iterator[Record[Position]]:
    """Every game of a path, an open file or a text; a refusal names file, game and line."""
    all_games = list(games)
    name, lines = _lines_of(source)
    number = 0
    for number, found in enumerate(split_games(lines), 1):
        try:
            yield read_any(found.text, all_games, **given)
        except BoohiveError as error:
            if number == 1 and found.line == 1 and not name:
                raise
            where = f"{name}: " if name else ""
            raise type(error)(f"{where}game {number}, from line {found.line} on: {error}") from None
    if number == 0:
        raise NotationError(f"{name or 'the text'} is empty; there is no game in it", "not_a_record")


def write_games(records: Iterable[Record[Position]], form: str = "record") -> str:
    """Games as one text in one of the forms that their games have, such as ``record``, ``sgf`` or ``pgn``."""
    if not isinstance(records, Iterable):
        raise NotationError(f"{records!r} holds no games; give a list of records")
    texts = [record.game.write_record(record, form).rstrip("\n") + "\n" for record in records]
    return ("" if form in ("gamestring", "moves") else "\n").join(texts)


def _lines_of(source: Source) -> tuple[str, Iterator[str]]:
    """What to call the source, and its lines."""
    if isinstance(source, str) and is_text(source):
        return "", iter(io.StringIO(source))
    if isinstance(source, str | os.PathLike):
        return str(source), _file_lines(Path(source))
    if not isinstance(source, Iterable):
        raise NotationError(f"{source!r} holds no games; give a path, an open file or a text")
    return "", (_decoded(line) for line in source)


def is_text(source: str) -> bool:
    """Whether a string is a game and not the name of a file."""
    start = source.lstrip("\ufeff \t\r\n")
    return (
        "\n" in source or not start or start.startswith(("(;", "[", FIRST_LINE)) or ";" in start or " " in start.strip()
    )


def _file_lines(path: Path) -> Iterator[str]:
    try:
        with path.open("rb") as lines:
            for line in iter(lambda: lines.readline(MAX_LINE), b""):
                if b"\0" in line:
                    raise NotationError(f"{path} cannot be read: it is not text")
                yield _decoded(line)
    except OSError as error:
        raise NotationError(f"{path} cannot be read: {error.strerror}") from None


def _decoded(line: str | bytes) -> str:
    """Text; old files are not always UTF-8."""
    if isinstance(line, str):
        return line
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


# Where one game ends and the next begins


def split_games(lines: Iterator[str]) -> Iterator[GameText]:
    """The games of a file, each in whatever format it is, read only as far as needed."""
    collected: list[str] = []
    begun, ended = 1, _Ending("")
    for number, line in enumerate(_unix_lines(lines), 1):
        if not collected:
            if not line.strip() or line.startswith(ESCAPE):
                continue
            begun, ended = number, _Ending(line.lstrip())
        elif ended.begins_anew(line):
            yield GameText(begun, "".join(collected))
            collected, begun, ended = [], number, _Ending(line)
        collected.append(line)
        rest = ended.over(line)
        if rest is not None:
            yield GameText(begun, "".join(collected).removesuffix(rest))
            collected = [rest] if rest.strip() else []
            if collected:
                begun, ended = number, _Ending(rest.lstrip())
                ended.over(rest)
    if "".join(collected).strip():
        yield GameText(begun, "".join(collected))


def _unix_lines(lines: Iterator[str]) -> Iterator[str]:
    """Lines that end in a newline, whichever system wrote them, without the mark at which some begin a file."""
    for line in lines:
        text = line.replace("\r\n", "\n").replace("\r", "\n")
        yield from (f"{part.removeprefix(BYTE_ORDER_MARK)}\n" for part in text.removesuffix("\n").split("\n"))


class _Ending:
    """Knows when the game that begins with a line is over."""

    def __init__(self, first: str) -> None:
        self.kind = "line"
        if first.startswith(FIRST_LINE):
            self.kind = "record"
        elif first.startswith("("):
            self.kind = "tree"
        elif first.startswith("["):
            self.kind = "tags"
        self.depth = 0
        self.in_value = False
        self.in_comment = False
        self.moves_begun = False

    def begins_anew(self, line: str) -> bool:
        """Whether a line is the first one of another game."""
        start = line.strip()
        if self.kind == "record":
            return start.startswith(FIRST_LINE)
        if self.kind == "tags":
            return self.moves_begun and not self.in_comment and start.startswith("[") and '"' in start
        return self.kind == "line" and start[:4].lower() == "base"

    def over(self, line: str) -> str | None:
        """What a line holds after the end of the game; ``None``: the game is not over, as far as one can see."""
        if self.kind == "tags":
            text = line.strip()
            self.moves_begun |= bool(text) and not text.startswith("[")
            for letter in line:
                self.in_comment = letter == "{" or (self.in_comment and letter != "}")
        return self._tree_over(line) if self.kind == "tree" else None

    def _tree_over(self, line: str) -> str | None:
        at = 0
        while at < len(line):
            letter = line[at]
            if self.in_value:
                at += 1 if letter == "\\" else 0
                self.in_value = letter != "]"
            elif letter == "[":
                self.in_value = True
            elif letter in "()":
                self.depth += 1 if letter == "(" else -1
                if self.depth <= 0:
                    return line[at + 1 :]
            at += 1
        return None
