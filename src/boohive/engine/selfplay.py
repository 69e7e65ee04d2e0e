"""Games as data: levels play each other, one compressed file holds the games, and a reader gives them back.

A file is a sequence of gzip members, each one line of JSON. The first says what the file is and how its games are played
(``SelfPlayPlan``); a file without it is never changed. Each of the others is one game.

>>> from boohive.engine.selfplay import read_games
>>> for game in read_games("games.jsonl.gz", winner=0):  # doctest: +SKIP
...     print(game.record.last().text)
"""

import gzip
import json
import os
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple, TypedDict

from boohive.core.errors import NotationError, OptionError
from boohive.core.game import Event, Seat
from boohive.core.options import OptionValue
from boohive.core.record import Record
from boohive.core.turn_game import TurnGame, TurnPosition
from boohive.engine.games_files import refuse_special_file, unwritable
from boohive.engine.players import Player
from boohive.engine.processes import worker_processes
from boohive.games import GAMES

__all__ = [
    "PlayedGame",
    "SelfPlayPlan",
    "add_game_to",
    "make_distinct",
    "open_file",
    "play_game",
    "play_games",
    "read_games",
]

FORMAT = "boohive selfplay 1"

RANDOM_DECISIONS = 4
"""How many random decisions a game begins with. Strong levels always answer the same position with the same move, so
without them every game would be the same."""


MAX_ATTEMPTS = 20
"""How many openings are tried for a game that was played before; equal games are the worst fault of a set of data."""


class SelfPlayPlan(NamedTuple):
    """What is played: the game and its options, the levels, the seed and the limits."""

    game: str
    options: Mapping[str, OptionValue]
    levels: tuple[int, int]
    seed: int
    time: float
    max_moves: int
    opening: int = RANDOM_DECISIONS
    """How many decisions at the beginning are random; a turn that they begin is finished at random, too."""

    def as_data(self) -> "PlanData":
        """For JSON: every option is written with its value, so that a later default changes no old plan."""
        return {
            "game": self.game,
            "options": dict(turn_game(self.game).new(**self.options).options),
            "levels": list(self.levels),
            "seed": self.seed,
            "time": self.time,
            "longest": self.max_moves,
            "opening": self.opening,
        }


@dataclass(frozen=True)
class PlayedGame:
    """One game of a file."""

    number: int
    game: str
    levels: tuple[int, int]
    """By seat."""
    seed: int
    opening: int
    """How many of the first events were random."""
    winner: Seat | None
    """``None`` for a draw, and for a game that was cut off."""
    reason: str
    text: str
    """The record as text."""

    @property
    def record(self) -> Record:
        """The record, played through."""
        return Record.read(self.text, GAMES)

    def as_data(self) -> "GameData":
        """For JSON."""
        return {
            "number": self.number,
            "game": self.game,
            "levels": list(self.levels),
            "seed": self.seed,
            "opening": self.opening,
            "winner": self.winner,
            "reason": self.reason,
            "record": self.text,
        }


class PlanData(TypedDict):
    """A plan as it stands in a file."""

    game: str
    options: dict[str, OptionValue]
    levels: list[int]
    seed: int
    time: float
    longest: int
    opening: int


class GameData(TypedDict):
    """A game as it stands in a file."""

    number: int
    game: str
    levels: list[int]
    seed: int
    opening: int
    winner: Seat | None
    reason: str
    record: str


def turn_game(name: str) -> TurnGame:
    """The game, which must be turn-based."""
    return GAMES[name].as_turn_based()


def play_games(plan: SelfPlayPlan, numbers: Iterable[int], workers: int = 1) -> Iterator[PlayedGame]:
    """The games with these numbers, in order, in this process or spread over several."""
    if workers == 1:
        yield from (play_game(plan, number) for number in numbers)
        return
    waiting: deque[Future[PlayedGame]] = deque()
    with worker_processes(workers) as pool:
        for number in numbers:
            waiting.append(pool.submit(play_game, plan, number))
            if len(waiting) > 2 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def play_game(plan: SelfPlayPlan, number: int, attempt: int = 0) -> PlayedGame:
    """Game ``number`` of a plan: players change seats after each game, and each game has a random opening of its own.

    Another ``attempt`` has another opening, where the first one led to a game that is there already.
    """
    levels = plan.levels if number % 2 == 0 else plan.levels[::-1]
    seed = plan.seed * 1_000_003 + number
    start = turn_game(plan.game).new(**plan.options)
    players = [Player(level, 2 * seed + seat, plan.time) for seat, level in enumerate(levels)]
    position, events = random_opening(start, plan.opening, f"{seed} {attempt}" if attempt else f"{seed}")
    opening = len(events)
    while position.to_move is not None and len(events) < plan.max_moves:
        move = players[position.to_move].choose(position)
        events.append(Event(position.to_move, move.text))
        position = position.play(move)
    record = Record.of(start, seats=[f"level {level}" for level in levels])
    record = Record(record.game, record.options, record.start, record.seats, tuple(events))
    return PlayedGame(number, plan.game, levels, seed, opening, *ending(position), record.write())


def make_distinct(plan: SelfPlayPlan, game: PlayedGame, earlier: set[str]) -> PlayedGame:
    """The game, or another one in its place if it was played before, move for move; refused if there seems to be none."""
    for attempt in range(1, MAX_ATTEMPTS + 1):
        if events_text(game) not in earlier:
            break
        game = play_game(plan, game.number, attempt)
    else:
        raise OptionError(
            f"game {game.number + 1} would be the same as an earlier one, move for move; the file holds {game.number} "
            "games, and a larger --opening makes more of them differ"
        )
    earlier.add(events_text(game))
    return game


def random_opening(position: TurnPosition, decisions: int, seed: str) -> tuple[TurnPosition, list[Event]]:
    """The position after the random decisions of the opening, and those decisions."""
    random, events = Random(f"opening {seed}"), list[Event]()
    while position.to_move is not None and (len(events) < decisions or (events and position.mid_turn)):
        move = random.choice(position.legal_moves)
        events.append(Event(position.to_move, move.text))
        position = position.play(move)
    return position, events


def ending(position: TurnPosition) -> tuple[Seat | None, str]:
    """Winner and reason."""
    outcome = position.outcome
    return (None, "cut off") if outcome is None else (outcome.winner, outcome.reason)


def open_file(file: Path, plan: SelfPlayPlan) -> list[PlayedGame]:
    """Make a file ready for more games of a plan: the games it holds already.

    A file that is not there is begun; a half-written last game is cut off; any other file stays as it is and is refused.
    """
    first = packed(json.dumps({"format": FORMAT, "plan": plan.as_data()}))
    refuse_special_file(file)
    try:
        data = file.read_bytes() if file.exists() else b""
        if len(data) < len(first) and first.startswith(data):  # new, empty, or stopped while it was begun
            file.write_bytes(first)
            return []
        found = list(members(data))
        check_plan(file, plan_in(file, found), plan)
        end = found[-1][1]
        with file.open("r+b") as out:
            if end < len(data):
                out.truncate(end)
    except OSError as error:
        raise OptionError(f"{file} cannot be used: {error.strerror}; choose another file") from None
    return [game_of(line) for line, _ in found[1:]]


def check_plan(file: Path, there: PlanData, plan: SelfPlayPlan) -> None:
    """Games of two plans never stand in one file: somebody would take them for one set of data."""
    found = dict(there)
    for name, value in plan.as_data().items():
        if found.get(name) != value:
            raise OptionError(f"{file} holds games with {name} {found.get(name)}, not {value}; choose another file")


def add_game_to(file: Path, game: PlayedGame) -> None:
    """Write one more game; it is on the disk when this returns."""
    try:
        with file.open("ab") as out:
            out.write(packed(json.dumps(game.as_data())))
            out.flush()
            os.fsync(out.fileno())
    except OSError as error:
        raise unwritable(file, error) from None


def packed(line: str) -> bytes:
    """A line as one gzip member."""
    return gzip.compress(f"{line}\n".encode(), mtime=0)


def plan_in(file: Path, found: list[tuple[bytes, int]]) -> PlanData:
    """The plan in the first member; a file that we did not write is refused."""
    try:
        header = json.loads(found[0][0])
        if header["format"] == FORMAT:
            plan: PlanData = header["plan"]
            return plan
    except (IndexError, KeyError, TypeError, ValueError):
        pass
    raise OptionError(f"{file} is not a file that boohive selfplay wrote; choose another file")


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
    min_events: int = 0,
) -> Iterator[PlayedGame]:
    """The games of a file that fit: ``winner`` is a seat or ``"nobody"``, ``level`` one that took part."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise NotationError(f"{file} cannot be read: {error.strerror}") from None
    found_members = list(members(data))
    plan_in(Path(file), found_members)
    for line, _ in found_members[1:]:
        found = game_of(line)
        if fits(found, game, winner, level) and len(events_text(found).splitlines()) >= min_events:
            yield found


def game_of(line: bytes) -> PlayedGame:
    """One line of a file."""
    data: GameData = json.loads(line)
    return PlayedGame(
        data["number"],
        data["game"],
        (data["levels"][0], data["levels"][1]),
        data["seed"],
        data["opening"],
        data["winner"],
        data["reason"],
        data["record"],
    )


def events_text(game: PlayedGame) -> str:
    """What was played, without the heading."""
    return game.text.partition("\n\n")[2]


def fits(found: PlayedGame, game: str | None, winner: Seat | str | None, level: int | None) -> bool:
    """Whether a game passes the filters."""
    wanted = None if winner == "nobody" else winner
    return (
        (game is None or found.game == game)
        and (winner is None or found.winner == wanted)
        and (level is None or level in found.levels)
    )
