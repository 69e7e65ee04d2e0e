"""Games as data: levels play each other, one compressed file holds the games, and a reader gives them back.

>>> from boohive.engine.selfplay import read_games
>>> for game in read_games("games.jsonl.gz", winner=0):  # doctest: +SKIP
...     print(game.record.last().text)
"""

import gzip
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from boohive.core.errors import NotationError, OptionError
from boohive.core.game import Event, Seat
from boohive.core.options import OptionValue
from boohive.core.record import Record
from boohive.core.turn_game import TurnGame, TurnPosition
from boohive.engine.players import Player
from boohive.games import GAMES

__all__ = ["Plan", "PlayedGame", "add_game_to", "complete_games", "play_game", "read_games"]


class Plan(NamedTuple):
    """Who plays what."""

    game: str
    chosen: Mapping[str, OptionValue]
    levels: tuple[int, int]
    seed: int
    time: float
    longest: int


@dataclass(frozen=True)
class PlayedGame:
    """One game of a file."""

    number: int
    game: str
    levels: tuple[int, int]
    """By seat."""
    seed: int
    winner: Seat | None
    """``None`` for a draw, and for a game that was cut off."""
    reason: str
    text: str
    """The record as text."""

    @property
    def record(self) -> Record:
        """The record, played through."""
        return Record.read(self.text, GAMES)

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "number": self.number,
            "game": self.game,
            "levels": list(self.levels),
            "seed": self.seed,
            "winner": self.winner,
            "reason": self.reason,
            "record": self.text,
        }


def play_game(plan: Plan, number: int) -> PlayedGame:
    """Game ``number`` of a plan: players change seats after each game, and each game has chances of its own."""
    levels = plan.levels if number % 2 == 0 else plan.levels[::-1]
    seed = plan.seed * 1_000_003 + number
    row = GAMES[plan.game]
    if not isinstance(row, TurnGame):
        raise OptionError(f"{row.title} is a race; levels play games of turns")
    position = row.new(**plan.chosen)
    players = [Player(level, 2 * seed + seat, plan.time) for seat, level in enumerate(levels)]
    record = Record.of(position, seats=[f"level {level}" for level in levels])
    events: list[Event] = []
    while position.to_move is not None and len(events) < plan.longest:
        move = players[position.to_move].choose(position)
        events.append(Event(position.to_move, move.text))
        position = position.play(move)
    record = Record(record.game, record.options, record.start, record.seats, tuple(events))
    return PlayedGame(number, plan.game, levels, seed, *ending(position), record.write())


def ending(position: TurnPosition) -> tuple[Seat | None, str]:
    """Winner and reason."""
    outcome = position.outcome
    return (None, "cut off") if outcome is None else (outcome.winner, outcome.reason)


def add_game_to(file: Path, game: PlayedGame) -> None:
    """Write one more game; it is on the disk when this returns."""
    line = json.dumps(game.as_data()) + "\n"
    with file.open("ab") as out:
        out.write(gzip.compress(line.encode(), mtime=0))
        out.flush()
        os.fsync(out.fileno())


def complete_games(file: Path, plan: Plan) -> int:
    """How many whole games a file holds; a half-written end is cut off, another plan's file is refused."""
    if not file.exists():
        return 0
    count, good = 0, 0
    for line, end in members(file.read_bytes()):
        told = json.loads(line)
        if told["game"] != plan.game or sorted(told["levels"]) != sorted(plan.levels):
            raise OptionError(f"{file} holds games of other players or another game; choose another file")
        count, good = count + 1, end
    if good < file.stat().st_size:
        with file.open("r+b") as out:
            out.truncate(good)
    return count


def members(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Each whole gzip member's content and where it ends; stops before a half-written one."""
    start = 0
    while start < len(data):
        unpack = zlib.decompressobj(wbits=31)
        try:
            content = unpack.decompress(data[start:])
        except zlib.error:
            return
        if not unpack.eof:
            return
        start = len(data) - len(unpack.unused_data)
        yield content, start


def read_games(
    file: str | Path,
    *,
    game: str | None = None,
    winner: Seat | str | None = None,
    level: int | None = None,
    least_events: int = 0,
) -> Iterator[PlayedGame]:
    """The games of a file that fit: ``winner`` is a seat or ``"nobody"``, ``level`` one that took part."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise NotationError(f"{file} cannot be read: {error.strerror}") from None
    for line, _ in members(data):
        told = json.loads(line)
        found = PlayedGame(
            told["number"],
            told["game"],
            (told["levels"][0], told["levels"][1]),
            told["seed"],
            told["winner"],
            told["reason"],
            told["record"],
        )
        if fits(found, game, winner, level) and len(found.text.partition("\n\n")[2].splitlines()) >= least_events:
            yield found


def fits(found: PlayedGame, game: str | None, winner: Seat | str | None, level: int | None) -> bool:
    """Whether a game passes the filters."""
    wanted = None if winner == "nobody" else winner
    return (
        (game is None or found.game == game)
        and (winner is None or found.winner == wanted)
        and (level is None or level in found.levels)
    )
