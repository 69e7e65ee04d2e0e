"""Matches between players: each opening twice with seats swapped, several games at once, results kept and resumable.

A player that fails (an exception, an illegal move, a program that ends, too much time) loses that game; why is kept with
the game, and the match goes on. What each player spent is kept too.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from boohive.core.errors import OptionError
from boohive.core.game import Event
from boohive.core.record import Record
from boohive.core.turn_game import Move, TurnPosition
from boohive.engine.games_files import refuse_special_file, unwritable
from boohive.engine.match_players import (
    Effort,
    MatchPlayer,
    PlayerFailure,
    RandomPlayer,
    level_player,
    python_player,
)
from boohive.engine.openings import openings, read_openings, start_of
from boohive.engine.processes import max_processes, worker_processes
from boohive.engine.uhp_player import OVERRUN, UhpPlayer
from boohive.games import GAMES

__all__ = ["Match", "MatchGame", "Spent", "check_players", "make_player", "play_match"]

MAX_GAME_MOVES = 300
"""Decisions; a longer game is a draw."""


class Match(NamedTuple):
    """What is played."""

    game: str
    players: tuple[str, str]
    time: float
    """Seconds a move."""
    games: int
    seed: int = 0
    openings: str = ""
    """A file of openings instead of the game's own."""

    def first_moves(self) -> list[list[str]]:
        """The openings, in order."""
        return read_openings(Path(self.openings)) if self.openings else openings(self.game)


class Spent(NamedTuple):
    """What a player spent on its moves of a game."""

    moves: int = 0
    seconds: float = 0.0
    max_seconds: float = 0.0
    """Seconds of its slowest move."""
    searches: int = 0
    """How many moves it gave depth and nodes for; below their sums."""
    depth: int = 0
    nodes: int = 0

    def plus(self, seconds: float, effort: Effort) -> "Spent":
        """One more move."""
        return Spent(
            self.moves + 1,
            round(self.seconds + seconds, 4),
            round(max(self.max_seconds, seconds), 4),
            self.searches + (effort.depth is not None),
            self.depth + (effort.depth or 0),
            self.nodes + (effort.nodes or 0),
        )


class MatchGame(NamedTuple):
    """One game of a match."""

    number: int
    """Even numbers: the first named player has seat 0; the next number is the same opening with seats swapped."""
    points: float
    """Of the first named player: 1, 0.5 or 0."""
    record: str
    failure: str = ""
    """Who could not go on and why, if somebody lost the game that way;"""
    log: tuple[str, ...] = ()
    """and the last messages that player printed."""
    spent: tuple[Spent, ...] = ()
    """Of both players in the order in which they were named."""


# Players


def make_player(spec: str, seed: int, time: float) -> MatchPlayer:
    """The player a text describes."""
    kind, _, rest = spec.partition(":")
    makers: dict[str, Callable[[], MatchPlayer]] = {
        "level": lambda: level_player(rest, seed, time),
        "python": lambda: python_player(rest, seed, time),
        "uhp": lambda: UhpPlayer(rest, time),
        "uhp,fractions": lambda: UhpPlayer(rest, time, fractions=True),
        "random": lambda: RandomPlayer(seed),
    }
    if kind not in makers:
        raise OptionError(
            f"{spec!r} is not a player; write level:1 to level:8, random, python:MODULE:CLASS or uhp:COMMAND"
        )
    return makers[kind]()


def check_players(match: Match) -> None:
    """Refuse a match that could not be played, before it starts."""
    game = GAMES[match.game].as_turn_based()
    for moves in match.first_moves() if match.openings else ():
        start_of(game, moves)
    for spec in match.players:
        if spec.startswith("uhp") and game.engine_protocol != "uhp":
            raise OptionError(f"engines that speak uhp do not play {game.title}; name a level, random or python:")
        try:
            make_player(spec, 0, match.time).close()
        except PlayerFailure as failure:
            raise OptionError(f"{spec} cannot play: {failure.reason}") from None


# Games


def play_game(match: Match, number: int) -> MatchGame:
    """One game; the opening is the same for each pair of numbers."""
    game = GAMES[match.game].as_turn_based()
    first_moves = match.first_moves()
    position = start_of(game, first_moves[number // 2 % len(first_moves)])
    record = Record.of(position, match.players if number % 2 == 0 else match.players[::-1])
    spent, failing = [Spent(), Spent()], 0
    with ExitStack() as stack:
        try:
            seated: list[MatchPlayer] = []
            for spec in match.players:
                failing = len(seated)
                seated.append(make_player(spec, match.seed + number, match.time))
                stack.callback(seated[-1].close)
            while position.to_move is not None and len(record.events) < MAX_GAME_MOVES:
                failing = (position.to_move + number) % 2
                move, spent[failing] = timed_move(seated[failing], match.time, position, spent[failing])
                for player in seated:
                    player.watch(position, move)
                record = record.add(Event(position.to_move, move.text))
                position = position.play(move)
        except PlayerFailure as failure:
            why = f"{match.players[failing]} lost game {number} at move {len(record.events) + 1}: {failure.reason}"
            return MatchGame(number, float(failing == 1), record.write(), why, failure.log, tuple(spent))
    return MatchGame(number, points_of(position, number), record.write(), spent=tuple(spent))


def timed_move(player: MatchPlayer, time: float, position: TurnPosition, spent: Spent) -> tuple[Move, Spent]:
    """A player's move, and what it has spent with it."""
    begun = monotonic()
    move = player.choose(position)
    seconds = monotonic() - begun
    limit = player.time_limit(time)
    if seconds > limit + OVERRUN:
        raise PlayerFailure(f"it took {seconds:.2f} s for a move that had {limit:g} s")
    return move, spent.plus(seconds, player.effort())


def points_of(position: TurnPosition, number: int) -> float:
    """Points of the first named player."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return 0.5
    return float(outcome.winner == number % 2)


def play_match(match: Match, workers: int = 1, games_file: Path | None = None) -> Iterator[MatchGame]:
    """The games of a match as they end, first those that the file holds already; new ones are written to it at once."""
    done = {played.number: played for played in read_stored(match, games_file)}
    yield from done.values()
    missing = [number for number in range(match.games) if number not in done]
    for played in play_numbers(match, missing, workers):
        if games_file is not None:
            store_game(games_file, stored_game(match, played))
        yield played


def store_game(games_file: Path, game: "StoredGame") -> None:
    """Write one more game."""
    try:
        with games_file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(game._asdict()) + "\n")
    except OSError as error:
        raise unwritable(games_file, error) from None


def play_numbers(match: Match, numbers: Sequence[int], workers: int) -> Iterator[MatchGame]:
    """Games in this process, or spread over several."""
    workers = min(workers, len(numbers), max_processes())
    if workers <= 1:
        yield from (play_game(match, number) for number in numbers)
        return
    with worker_processes(workers) as pool:
        for game in as_completed([pool.submit(play_game, match, number) for number in numbers]):
            yield game.result()


class StoredGame(NamedTuple):
    """A line of a file of games: what a game must agree with to count for a match, and the game."""

    game: str
    players: list[str]
    time: float
    seed: int
    number: int
    points: float
    record: str
    failure: str = ""
    log: Sequence[str] = ()
    spent: Sequence[list[float]] = ()
    """Each player's ``Spent``."""
    openings: str = ""

    def played(self) -> MatchGame:
        """The game."""
        spent = tuple(Spent(*map(int, each[:1]), *each[1:3], *map(int, each[3:])) for each in self.spent)
        return MatchGame(self.number, self.points, self.record, self.failure, tuple(self.log), spent)


def stored_game(match: Match, played: MatchGame) -> StoredGame:
    """A game as it is written to a file."""
    spent = [list(each) for each in played.spent]
    return StoredGame(match.game, list(match.players), match.time, match.seed, *played[:-1], spent, match.openings)


def read_stored(match: Match, games_file: Path | None) -> Iterator[MatchGame]:
    """The games of this match that a file holds; the file is begun if it is not there."""
    if games_file is None:
        return
    for line in stored_games(games_file):
        of = (match.game, list(match.players), match.time, match.seed)
        if line[: len(of)] == of and line.openings == match.openings and line.number < match.games:
            yield line.played()


def stored_games(games_file: Path) -> list[StoredGame]:
    """The games in a file, of whatever match. A file that holds something else is refused and stays as it is."""
    refuse_special_file(games_file)
    try:
        with games_file.open("a+", encoding="utf-8") as file:
            file.seek(0)
            text = file.read()
            if not text:
                return []
            lines = [line for line in map(read_line, text.splitlines()) if line is not None]
            if not lines:
                raise OptionError(f"{games_file} holds no games of the arena; choose another file")
            if not text.endswith("\n"):  # The last line was cut off when the match was.
                file.write("\n")
            return lines
    except OSError as error:
        raise OptionError(f"{games_file} cannot be used: {error.strerror}; choose another file") from None
    except UnicodeDecodeError:
        raise OptionError(f"{games_file} holds no games of the arena; choose another file") from None


def read_line(line: str) -> StoredGame | None:
    """A line of a file of games; ``None`` when it is something else, or was cut off."""
    try:
        data = json.loads(line)
        return StoredGame(**{name: data[name] for name in StoredGame._fields if name in data})
    except (KeyError, TypeError, ValueError):
        return None
