"""An engine of Hive that is another program: it is asked for moves by the Universal Hive Protocol.

Whatever the program does wrong becomes a ``PlayerFailure``, which costs it the game and nothing else: an error or an
illegal move, an end in the middle of the game, no answer in time, or lines without end.
"""

import math
import shlex
import subprocess
import threading
from collections import deque
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic
from typing import IO

from boohive.core.errors import BoohiveError, OptionError
from boohive.core.turn_game import Move, TurnPosition
from boohive.engine.match_players import MatchPlayer, PlayerFailure

__all__ = ["OVERRUN", "PipeProcess", "UhpPlayer"]

OVERRUN = 1.0
"""Seconds that a player may take beyond its time for a move before it loses the game."""

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


class UhpPlayer(MatchPlayer):
    """Keeps the program's game in step by ``play``, so that it can remember what it has found out."""

    def __init__(self, command: str, time: float, fractions: bool = False) -> None:
        if not command.strip():
            raise OptionError("uhp: names no engine; write uhp:COMMAND, such as uhp:mzinga")
        self.time = time
        self.fractions = fractions
        self.played: list[str] | None = None
        """The GameString's fields of the game that the program knows."""
        try:
            self.pipe = PipeProcess(shlex.split(command))
        except (OSError, ValueError) as error:  # not there, or quotes that do not close
            reason = error.strerror if isinstance(error, OSError) else error
            raise OptionError(f"the engine {command!r} cannot be started: {reason}") from None
        self.answer(PATIENCE)

    def time_limit(self, time: float) -> float:
        """Whole seconds, unless the program is known to read fractions: the protocol's times are hh:mm:ss."""
        return time if self.fractions else float(math.ceil(time))

    def choose(self, position: TurnPosition) -> Move:
        """The program's best move in its time."""
        self.follow(position)
        limit = self.time_limit(self.time)
        lines = self.ask(f"bestmove time {clock_text(limit, self.fractions)}", limit + OVERRUN)
        said = lines[-1].partition(";")[0] if lines else ""
        try:
            return position.parse(said)
        except BoohiveError as error:
            raise self.pipe.failure(f"its move {said[:80]!r} is not possible: {error}") from None

    def follow(self, position: TurnPosition) -> None:
        """Bring the program's game to this position, move by move where that is possible."""
        kind, _, _, *moves = position.text.split(";")
        fields = [kind, *moves]
        known = self.played
        if known is None or fields[: len(known)] != known:
            self.ask(f"newgame {position.text}", PATIENCE)
        else:
            for move in fields[len(known) :]:
                self.ask("pass" if move == "pass" else f"play {move}", PATIENCE)
        self.played = fields

    def ask(self, command: str, patience: float) -> list[str]:
        """The lines of the answer to a command."""
        self.pipe.write(command)
        lines = self.answer(patience)
        for line in lines:
            if line.partition(" ")[0].lower() in ("err", "invalidmove"):
                raise self.pipe.failure(f"it answered {line[:200]!r} to {command[:80]!r}")
        return lines

    def answer(self, patience: float) -> list[str]:
        """The lines up to ``ok``."""
        until = monotonic() + patience
        lines: list[str] = []
        while (line := self.pipe.read(until)).lower() != "ok":
            if line:
                lines.append(line)
        return lines

    def close(self) -> None:
        """End the program."""
        self.pipe.close()


def clock_text(seconds: float, fractions: bool) -> str:
    """``hh:mm:ss``, with hundredths where they are wanted."""
    whole_seconds = int(seconds)
    last = f"{seconds - whole_seconds + whole_seconds % 60:05.2f}" if fractions else f"{whole_seconds % 60:02}"
    return f"{whole_seconds // 3600:02}:{whole_seconds // 60 % 60:02}:{last}"
