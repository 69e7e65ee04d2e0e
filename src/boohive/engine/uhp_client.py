"""A client for any engine of Hive that speaks the Universal Hive Protocol: Mzinga, Nokamute, ours, or your own.

    from boohive.engine import SearchLimits, UhpEngine

    with UhpEngine("mzinga") as engine:
        print(engine.name, engine.expansions, list(engine.options()))
        move = engine.best_move(boohive.new("hive"), SearchLimits(time=5))

Whatever the program does wrong becomes a ``PlayerFailure``: an error or an illegal move, an end in the middle of the game,
no answer in time, or lines without end. Every method has a twin for asynchronous programs in ``AsyncUhpEngine``.
"""

import asyncio
import math
import shlex
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic
from types import TracebackType
from typing import IO, NamedTuple, Self, TypeVar

from boohive.core.errors import BoohiveError, NotationError, OptionError
from boohive.core.game import Position
from boohive.core.turn_game import Move, TurnPosition
from boohive.engine.limits import SearchLimits
from boohive.engine.match_players import PlayerFailure

__all__ = ["PATIENCE", "AsyncUhpEngine", "PipeProcess", "PlayerFailure", "UhpEngine", "UhpOption"]

T = TypeVar("T")

OVERRUN = 1.0
"""Seconds that a program may take beyond the time of a move."""

UNTIMED = 24 * 3600.0
"""Seconds that a search to a depth may take."""

PATIENCE = 30.0
"""Seconds that a program may take for anything else: to start, or to take in a move."""

MAX_LINES = 10_000
"""Lines in one answer,"""

MAX_LINE = 65_536
"""and bytes in one line."""

LOG_LINES = 20
"""How many of the last lines of a program are remembered for the log of a lost game."""

FINAL_WORDS = 0.5
"""Seconds in which the messages of a program that failed are still read."""


class PipeProcess:
    """A program that answers each line with lines; reads what it prints so that it never waits for us."""

    def __init__(self, command: list[str], cwd: str | None = None) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd
        )
        self.log: deque[str] = deque(maxlen=LOG_LINES)
        self.flooded = False
        self._lines_left = MAX_LINES
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._readers = [
            threading.Thread(target=self._read_answers, args=(self.process.stdout,), daemon=True),
            threading.Thread(target=self._read_messages, args=(self.process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def _read_answers(self, stream: IO[bytes]) -> None:
        with suppress(ValueError, OSError):  # closed while we read
            for line in iter(lambda: stream.readline(MAX_LINE), b""):
                self._lines_left -= 1
                if self._lines_left < 0 or len(line) == MAX_LINE:
                    self.flooded = True
                    self.process.kill()
                    break
                self._lines.put(line.decode(errors="replace").strip())
        self._lines.put(None)

    def _read_messages(self, stream: IO[bytes]) -> None:
        with suppress(ValueError, OSError):
            for line in iter(lambda: stream.readline(MAX_LINE), b""):
                self.log.append(line.decode(errors="replace").rstrip()[:500])

    def write(self, line: str) -> None:
        """Send a line. A program that is gone is noticed when its answer is read."""
        assert self.process.stdin is not None
        self._lines_left = MAX_LINES
        with suppress(OSError):
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()

    def read(self, until: float) -> str:
        """The next line; ``PlayerFailure`` if there is none before ``until`` (as ``monotonic`` counts)."""
        try:
            line = self._lines.get(timeout=max(0.0, until - monotonic()))
        except Empty:
            self.close()
            raise self.failure("it did not answer in time") from None
        if line is None:
            self.close()
            if self.flooded:
                raise self.failure(f"it printed more than {MAX_LINES} lines or {MAX_LINE} bytes in one answer")
            raise self.failure(f"it ended in the middle of the game (exit code {self.process.returncode})")
        return line

    def failure(self, reason: str) -> PlayerFailure:
        """The reason, with the last lines that the program printed as messages."""
        return PlayerFailure(reason, tuple(self.log))

    def close(self) -> None:
        """End the program."""
        self.process.kill()
        self.process.wait()
        for reader in self._readers:
            reader.join(FINAL_WORDS)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(OSError):
                if stream is not None and not any(reader.is_alive() for reader in self._readers):
                    stream.close()


class UhpOption(NamedTuple):
    """One option of an engine, as the protocol describes it."""

    name: str
    kind: str
    """``bool``, ``int``, ``double`` or ``enum``."""
    value: str
    default: str
    limits: tuple[str, ...]
    """The least and the greatest number, or the words of an ``enum``."""


def read_option(line: str) -> UhpOption:
    """``name;kind;value;default;limits...``."""
    name, kind, value, default, *limits = [*(word.strip() for word in line.split(";")), "", "", ""]
    return UhpOption(name, kind, value, default, tuple(word for word in limits if word))


class UhpEngine:
    """A running engine. Its game is kept in step by ``play``, so that it can remember what it has found out.

    An engine that ends, is silent for too long or answers nonsense raises ``PlayerFailure``, a ``BoohiveError`` whose ``log`` has
    the engine's last messages.
    """

    def __init__(self, command: str | Sequence[str], *, fractions: bool = False) -> None:
        """Start it. With ``fractions`` times are sent in hundredths: the protocol knows whole seconds only."""
        self.fractions = fractions
        self._played: list[str] | None = None
        """The GameString's fields of the game that the program knows."""
        try:
            words = shlex.split(command) if isinstance(command, str) else list(command)
            if not words:
                raise OptionError("no engine is named; give the command that starts one, such as 'mzinga'")
            self.pipe = PipeProcess(words)
        except OptionError:
            raise
        except (OSError, ValueError) as error:  # not there, or quotes that do not close
            reason = error.strerror if isinstance(error, OSError) else error
            raise OptionError(f"the engine {command!r} cannot be started: {reason}") from None
        hello = self._answer(PATIENCE)
        self.name = next((line[3:].strip() for line in hello if line.lower().startswith("id ")), "")
        """What the engine calls itself."""
        expansions = hello[-1] if hello and not hello[-1].lower().startswith("id ") else ""
        self.expansions = tuple(word.strip() for word in expansions.split(";") if word.strip())
        """The expansions that it knows, such as ``Mosquito``."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def options(self) -> dict[str, UhpOption]:
        """Its options by name."""
        found = [read_option(line) for line in self.ask("options") if ";" in line]
        return {option.name: option for option in found}

    def set_option(self, name: str, value: str | int | bool) -> None:
        """Change an option; refused as the engine refuses it."""
        self.ask(f"options set {name} {value}")

    def valid_moves(self, position: TurnPosition) -> list[Move]:
        """The legal moves that the engine sees; one that our rules refuse is a failure."""
        self.follow(position)
        texts = ";".join(self.ask("validmoves")).split(";")
        return [self._read(position, text) for text in texts if text.strip()]

    def best_move(self, position: TurnPosition, limits: SearchLimits | float = 1.0, overrun: float = OVERRUN) -> Move:
        """The engine's move by time or by depth; a failure when it takes ``overrun`` seconds longer than its time."""
        limits = SearchLimits.of(limits)
        self.follow(position)
        if limits.time is not None and limits.depth is None and limits.nodes is None:
            time = self.time_limit(limits.time)
            lines = self.ask(f"bestmove time {clock_text(time, self.fractions)}", time + overrun)
        elif limits.depth is not None and limits.time is None and limits.nodes is None:
            lines = self.ask(f"bestmove depth {limits.depth}", UNTIMED)
        else:
            raise OptionError("an engine searches either for a time or to a depth; give SearchLimits one of the two")
        return self._read(position, lines[-1].partition(";")[0] if lines else "")

    def time_limit(self, time: float) -> float:
        """Whole seconds, unless the program is known to read fractions: the protocol's times are hh:mm:ss."""
        return time if self.fractions else float(math.ceil(time))

    def follow(self, position: TurnPosition) -> None:
        """Bring the program's game to this position, move by move where that is possible."""
        if not isinstance(position, Position) or not position.as_turn_based().game.reads_history:
            raise NotationError(f"{position!r} is not a position of Hive")
        kind, _, _, *moves = position.text.split(";")
        fields = [kind, *moves]
        sent = self._played
        if sent is None or fields[: len(sent)] != sent:
            self.ask(f"newgame {position.text}")
        else:
            for move in fields[len(sent) :]:
                self.ask("pass" if move == "pass" else f"play {move}")
        self._played = fields

    def ask(self, command: str, patience: float = PATIENCE) -> list[str]:
        """The lines of the answer to any command, without ``ok``; ``err`` and ``invalidmove`` are failures."""
        self.pipe.write(command)
        lines = self._answer(patience)
        for line in lines:
            if line.partition(" ")[0].lower() in ("err", "invalidmove"):
                raise self.pipe.failure(f"it answered {line[:200]!r} to {command[:80]!r}")
        return lines

    def _answer(self, patience: float) -> list[str]:
        """The lines up to ``ok``."""
        until = monotonic() + patience
        lines: list[str] = []
        while (line := self.pipe.read(until)).lower() != "ok":
            if line:
                lines.append(line)
        return lines

    def _read(self, position: TurnPosition, said: str) -> Move:
        try:
            return position.parse(said)
        except BoohiveError as error:
            raise self.pipe.failure(f"its move {said[:80]!r} is not possible: {error}") from None

    def close(self) -> None:
        """End the program."""
        self.pipe.close()


class AsyncUhpEngine:
    """The same for asynchronous programs; one command at a time. A cancelled command ends the engine.

    ``async with await AsyncUhpEngine.start("an-engine --its-options") as engine: ...``
    """

    def __init__(self, engine: UhpEngine) -> None:
        if not isinstance(engine, UhpEngine):
            raise OptionError(f"{engine!r} is not an engine that runs; write: await AsyncUhpEngine.start(command)")
        self.engine = engine
        self._one_at_a_time = asyncio.Lock()

    @classmethod
    async def start(cls, command: str | Sequence[str], *, fractions: bool = False) -> "AsyncUhpEngine":
        """Start an engine."""
        return cls(await asyncio.to_thread(lambda: UhpEngine(command, fractions=fractions)))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        await self.close()

    async def options(self) -> dict[str, UhpOption]:
        """Its options by name."""
        return await self._run(self.engine.options)

    async def set_option(self, name: str, value: str | int | bool) -> None:
        """Change an option."""
        await self._run(lambda: self.engine.set_option(name, value))

    async def valid_moves(self, position: TurnPosition) -> list[Move]:
        """The legal moves that the engine sees."""
        return await self._run(lambda: self.engine.valid_moves(position))

    async def best_move(self, position: TurnPosition, limits: SearchLimits | float = 1.0) -> Move:
        """The engine's move."""
        return await self._run(lambda: self.engine.best_move(position, limits))

    async def _run(self, command: Callable[[], T]) -> T:
        async with self._one_at_a_time:
            try:
                return await asyncio.to_thread(command)
            except asyncio.CancelledError:
                self.engine.pipe.process.kill()  # The protocol knows no way to stop it.
                raise

    async def close(self) -> None:
        """End the program."""
        await asyncio.to_thread(self.engine.close)


def clock_text(seconds: float, fractions: bool) -> str:
    """``hh:mm:ss``, with hundredths where they are wanted."""
    whole_seconds = int(seconds)
    last = f"{seconds - whole_seconds + whole_seconds % 60:05.2f}" if fractions else f"{whole_seconds % 60:02}"
    return f"{whole_seconds // 3600:02}:{whole_seconds // 60 % 60:02}:{last}"
