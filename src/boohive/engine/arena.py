"""Matches between players: each opening twice with seats swapped, several games at once, results kept and resumable.

A player is written ``level:5``, ``level:8,threads=2,hash=64``, ``python:MODULE:CLASS`` (called with ``seed`` and
``time``, has ``choose(position)``), ``random``, or, for Hive, ``uhp:COMMAND`` for an engine of its own.
"""

import json
import math
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from random import Random
from threading import Timer
from typing import NamedTuple, Protocol

from boohive.core.errors import NotationError, OptionError
from boohive.core.game import Event
from boohive.core.record import Record
from boohive.core.turn_game import Move, TurnPosition
from boohive.engine.levels import FULL_STRENGTH
from boohive.engine.openings import openings, start_of
from boohive.engine.parameters import PARAMETERS
from boohive.engine.players import Player
from boohive.engine.processes import most_at_once, worker_processes
from boohive.games import GAMES

__all__ = ["Match", "Score", "Sprt", "make_player", "play_match"]

LONGEST_GAME = 300
"""Decisions; a longer game is a draw."""

UHP_PATIENCE = 30.0
"""Seconds that an engine of somebody's own may take beyond its time for a move."""

MAX_MIB = 65_536
"""Of memory that a player may ask for its table."""

Z95 = 1.96


class AnyPlayer(Protocol):
    """Whoever can sit in a match."""

    def choose(self, position: TurnPosition) -> Move:
        """The move to play."""


class Match(NamedTuple):
    """What is played."""

    game: str
    players: tuple[str, str]
    time: float
    """Seconds a move."""
    games: int
    seed: int = 0


class Played(NamedTuple):
    """One game of a match."""

    number: int
    """Even numbers: the first named player has seat 0; the next number is the same opening with seats swapped."""
    points: float
    """Of the first named player: 1, 0.5 or 0."""
    record: str


# Players


def make_player(spec: str, seed: int, time: float) -> AnyPlayer:
    """The player a text describes."""
    kind, _, rest = spec.partition(":")
    makers: dict[str, Callable[[str, int, float], AnyPlayer]] = {
        "level": level_player,
        "python": python_player,
        "uhp": lambda command, _seed, time: UhpPlayer(command, time),
        "random": lambda _rest, seed, _time: RandomPlayer(seed),
    }
    if kind not in makers:
        raise OptionError(
            f"{spec!r} is no player; write level:1 to level:8, random, python:MODULE:CLASS or uhp:COMMAND"
        )
    return makers[kind](rest, seed, time)


def level_player(text: str, seed: int, time: float) -> AnyPlayer:
    """``5``, ``4.5`` (between 4 and 5), ``8,threads=2,hash=64`` or, to try other parameters, ``8,rfp_margin=90``."""
    number, *settings = text.split(",")
    bounds = (("threads", most_at_once()), ("hash", MAX_MIB))
    try:
        given = {name: int(value) for name, _, value in (setting.partition("=") for setting in settings)}
        parameters = {name: given.pop(name) for name in list(given) if name in PARAMETERS}
        if "mib" in given:  # its older name
            given["hash"] = given.pop("mib")
        if not 1 <= float(number) <= FULL_STRENGTH or not all(1 <= given.get(name, 1) <= most for name, most in bounds):
            raise ValueError
        threads, hash_mib = given.pop("threads", 1), given.pop("hash", 16)
        if given:
            raise ValueError
        return Player(float(number), seed, time, threads=threads, hash_mib=hash_mib, parameters=parameters)
    except ValueError:
        raise OptionError(
            f"level:{text} cannot be read; write level:1 to level:8, or level:8,threads=2,hash=64"
            f" with at most {' and '.join(f'{most} {name}' for name, most in bounds)},"
            f" or a parameter of the search such as level:8,rfp_margin=90 ({', '.join(PARAMETERS)})"
        ) from None


def python_player(text: str, seed: int, time: float) -> AnyPlayer:
    """A class of somebody's own; modules in the folder where one stands are found too."""
    module, _, name = text.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        made: AnyPlayer = getattr(import_module(module), name)(seed=seed, time=time)
        made.choose  # noqa: B018 - a player has it
    except Exception as error:  # whatever somebody else's module does wrong
        raise OptionError(f"python:{text} is not a player; write python:MODULE:CLASS ({error})") from None
    return made


class RandomPlayer:
    """Any legal move."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, position: TurnPosition) -> Move:
        """A move that depends on seed and position only."""
        return Random(f"{self.seed} {position.key}").choice(position.legal_moves)


class UhpPlayer:
    """A Hive engine that speaks the Universal Hive Protocol, as a process of its own."""

    def __init__(self, command: str, time: float) -> None:
        self.command = command
        self.time = time
        if not command.strip():
            raise OptionError("uhp: names no engine; write uhp:COMMAND, such as uhp:mzinga")
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except (OSError, ValueError) as error:  # not there, or quotes that do not close
            reason = error.strerror if isinstance(error, OSError) else error
            raise OptionError(f"the engine {command!r} cannot be started: {reason}") from None
        self.answer()

    def answer(self) -> list[str]:
        """The lines up to ``ok``; an engine that is silent for too long is ended."""
        assert self.process.stdout is not None
        patience = Timer(UHP_PATIENCE + self.time, self.process.kill)
        patience.start()
        lines: list[str] = []
        try:
            for line in self.process.stdout:
                if line.strip() == "ok":
                    return lines
                lines.append(line.strip())
        finally:
            patience.cancel()
        raise NotationError(f"the engine {self.command!r} left in the middle of the game, or did not answer in time")

    def ask(self, command: str) -> list[str]:
        """Send a command; its answer."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # It is gone; what it says, or does not, comes to the same.
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        return self.answer()

    def choose(self, position: TurnPosition) -> Move:
        """The engine's best move in the given time."""
        whole = int(self.time)
        self.ask(f"newgame {position.text}")
        clock = f"{whole // 3600:02}:{whole // 60 % 60:02}:{self.time - whole + whole % 60:05.2f}"
        lines = self.ask(f"bestmove time {clock}")
        return position.parse(lines[-1].split(";")[0])

    def __del__(self) -> None:
        if hasattr(self, "process"):
            self.process.terminate()
            self.process.wait(5)


# Games


def play_game(match: Match, number: int) -> Played:
    """One game; the opening is the same for each pair of numbers."""
    game = GAMES[match.game].as_turns()
    known = openings(match.game)
    position = start_of(game, known[number // 2 % len(known)])
    record = Record.of(position, match.players if number % 2 == 0 else match.players[::-1])
    seated = [make_player(spec, match.seed + number, match.time) for spec in match.players]
    decisions = 0
    while position.to_move is not None and decisions < LONGEST_GAME:
        player = seated[(position.to_move + number) % 2]
        move = player.choose(position)
        record = record.add(Event(position.to_move, move.text))
        position = position.play(move)
        decisions += 1
    return Played(number, points_of(position, number), record.write())


def points_of(position: TurnPosition, number: int) -> float:
    """Points of the first named player."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return 0.5
    return float(outcome.winner == number % 2)


def play_match(match: Match, workers: int = 1, kept: Path | None = None) -> Iterator[Played]:
    """The games of a match as they end, those that were kept before first; new ones are kept at once."""
    done = {played.number: played for played in read_kept(match, kept)}
    yield from done.values()
    missing = [number for number in range(match.games) if number not in done]
    for played in play_numbers(match, missing, workers):
        if kept is not None:
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line_of(match, played)._asdict()) + "\n")
        yield played


def play_numbers(match: Match, numbers: Sequence[int], workers: int) -> Iterator[Played]:
    """Games in this process, or spread over several."""
    workers = min(workers, len(numbers), most_at_once())
    if workers <= 1:
        yield from (play_game(match, number) for number in numbers)
        return
    with worker_processes(workers) as pool:
        for game in as_completed([pool.submit(play_game, match, number) for number in numbers]):
            yield game.result()


class KeptGame(NamedTuple):
    """A line of a file of games: what a game must agree with to count for a match, and the game."""

    game: str
    players: list[str]
    time: float
    seed: int
    number: int
    points: float
    record: str


def line_of(match: Match, played: Played) -> KeptGame:
    """What is kept of a game."""
    return KeptGame(match.game, list(match.players), match.time, match.seed, *played)


def read_kept(match: Match, kept: Path | None) -> Iterator[Played]:
    """The games of this match that a file holds; the file is begun if it is not there."""
    if kept is None:
        return
    for line in kept_lines(kept):
        played = Played(line.number, line.points, line.record)
        if line == line_of(match, played) and line.number < match.games:
            yield played


def kept_lines(kept: Path) -> list[KeptGame]:
    """The games in a file, of whatever match. A file that holds something else is refused and stays as it is."""
    try:
        with kept.open("a+", encoding="utf-8") as file:
            file.seek(0)
            text = file.read()
            if not text:
                return []
            lines = [line for line in map(read_line, text.splitlines()) if line is not None]
            if not lines:
                raise OptionError(f"{kept} holds no games of the arena; choose another file")
            if not text.endswith("\n"):  # The last line was cut off when the match was.
                file.write("\n")
            return lines
    except OSError as error:
        raise OptionError(f"{kept} cannot be used: {error.strerror}; choose another file") from None
    except UnicodeDecodeError:
        raise OptionError(f"{kept} holds no games of the arena; choose another file") from None


def read_line(line: str) -> KeptGame | None:
    """A line of a file of games; ``None`` when it is something else, or was cut off."""
    try:
        data = json.loads(line)
        return KeptGame(*(data[name] for name in KeptGame._fields))
    except (KeyError, TypeError, ValueError):
        return None


# Figures


def elo(share: float) -> float:
    """The difference in Elo that a share of the points stands for."""
    share = min(max(share, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / share - 1)


def expected(difference: float) -> float:
    """The other way."""
    return 1 / (1 + 10 ** (-difference / 400))


class Score:
    """The points of the first named player, with error bars from pairs of games."""

    def __init__(self) -> None:
        self.points: dict[int, float] = {}

    def add(self, played: Played) -> None:
        """Count one more game."""
        self.points[played.number] = played.points

    @property
    def games(self) -> int:
        """How many games were counted."""
        return len(self.points)

    @property
    def share(self) -> float:
        """Points per game."""
        return sum(self.points.values()) / max(1, self.games)

    def pairs(self) -> list[float]:
        """The share of each pair of games that is complete."""
        return [
            (self.points[number] + self.points[number + 1]) / 2
            for number in self.points
            if number % 2 == 0 and number + 1 in self.points
        ]

    def pentanomial(self) -> list[int]:
        """How many pairs brought 0, a half, 1, one and a half, 2 points."""
        counts = [0] * 5
        for pair in self.pairs():
            counts[round(4 * pair)] += 1
        return counts

    def error(self) -> float:
        """Half the width of the 95 % interval of the share."""
        pairs = self.pairs()
        if len(pairs) < 2:
            return 0.5
        mean = sum(pairs) / len(pairs)
        variance = sum((pair - mean) ** 2 for pair in pairs) / (len(pairs) - 1)
        # Never quite certain: as if half a pair had gone the other way.
        return Z95 * math.sqrt(max(variance, 0.125 / len(pairs)) / len(pairs))

    def in_words(self) -> str:
        """``75.0 % +- 4.2, Elo +191 (+152 to +236)``."""
        low, high = elo(self.share - self.error()), elo(self.share + self.error())
        return (
            f"{100 * self.share:.1f} % ± {100 * self.error():.1f} of {self.games} games, "
            f"Elo {elo(self.share):+.0f} ({low:+.0f} to {high:+.0f})"
        )


class Sprt(NamedTuple):
    """A test that stops as soon as it is clear which of two Elo differences is nearer to the truth."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def ratio(self, score: Score) -> float:
        """The logarithm of the likelihoods' ratio, from the five kinds of pairs."""
        pairs = score.pairs()
        if len(pairs) < 2:
            return 0.0
        mean = sum(pairs) / len(pairs)
        variance = max(sum((pair - mean) ** 2 for pair in pairs) / len(pairs), 1e-3)
        first, second = expected(self.low), expected(self.high)
        return len(pairs) * (second - first) * (2 * mean - first - second) / (2 * variance)

    def verdict(self, score: Score) -> str | None:
        """Which difference it is; ``None`` while it is open."""
        ratio = self.ratio(score)
        if ratio >= math.log((1 - self.beta) / self.alpha):
            return f"at least {self.high:g} Elo"
        if ratio <= math.log(self.beta / (1 - self.alpha)):
            return f"not more than {self.low:g} Elo"
        return None


def check_players(match: Match) -> None:
    """Refuse a match that could not be played, before it starts."""
    game = GAMES[match.game].as_turns()
    for spec in match.players:
        if spec.startswith("uhp:") and game.engine_protocol != "uhp":
            raise OptionError(f"engines that speak uhp do not play {game.title}; name a level, random or python:")
        make_player(spec, 0, 0.01)
