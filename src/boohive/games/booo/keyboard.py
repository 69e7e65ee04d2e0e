"""Keys and lines typed at a terminal or sent through a pipe, with a time limit."""

import os
import re
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import IO

from boohive.core.errors import NotSupported

__all__ = ["InputEnded", "Keyboard"]

ESCAPE_SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.)", re.DOTALL)
"""What arrow and function keys send: several bytes, of which the last may be a letter."""
BEGUN_SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O)?\Z")
SEQUENCE_TIME = 0.05
"""Seconds until the rest of such a key has arrived; a lone Escape is one key of its own."""


class InputEnded(Exception):
    """The input has ended."""


class Keyboard:
    """Keys and lines with a time limit, from a terminal or from a pipe."""

    def __init__(self, source: IO[str]) -> None:
        self.file = source.fileno()
        self.raw = source.isatty()
        self.typed = b""

    @classmethod
    @contextmanager
    def opened(cls, source: IO[str]) -> Iterator["Keyboard"]:
        """A keyboard that gives single keys; the terminal's settings are restored at the end."""
        keyboard = cls(source)
        if not keyboard.raw:
            yield keyboard
            return
        try:
            import termios
            import tty
        except ModuleNotFoundError:
            raise NotSupported(
                "single keys cannot be read in this terminal; play Booo! in the browser: boohive serve --open"
            ) from None
        before = termios.tcgetattr(keyboard.file)
        tty.setcbreak(keyboard.file)
        try:
            yield keyboard
        finally:
            termios.tcsetattr(keyboard.file, termios.TCSADRAIN, before)

    def ignore_waiting(self) -> None:
        """Drop keys that were pressed too late at a terminal; what a pipe sends is kept."""
        while self.raw and self.more(0):
            pass
        self.typed = b"" if self.raw else self.typed

    def more(self, seconds: float | None) -> bool:
        """Wait for input; whether some came."""
        ready, _, _ = select.select([self.file], [], [], seconds)
        if not ready:
            return False
        received = os.read(self.file, 4096)
        if not received:
            raise InputEnded
        self.typed += received
        if BEGUN_SEQUENCE.search(self.typed):
            self.more(SEQUENCE_TIME)
        self.typed = ESCAPE_SEQUENCE.sub(b"", self.typed)
        return True

    def key(self, seconds: float | None) -> str | None:
        """One key; ``None`` when time is up."""
        end = None if seconds is None else monotonic() + seconds
        while True:
            if self.typed:
                key, self.typed = chr(self.typed[0]), self.typed[1:]
                if not key.isspace():
                    return key
                continue
            left = None if end is None else end - monotonic()
            if (left is not None and left <= 0) or not self.more(left):
                return None

    def line(self, seconds: float | None) -> str | None:
        """A whole line, shown as it is typed; ``None`` when time is up."""
        end = None if seconds is None else monotonic() + seconds
        shown = 0
        while b"\n" not in self.typed:
            left = None if end is None else end - monotonic()
            if (left is not None and left <= 0) or not self.more(left):
                return None
            if self.raw:
                self.typed = erased(self.typed)
                sys.stdout.write("\r\033[K> " + self.typed.decode(errors="replace").rstrip("\n"))
                sys.stdout.flush()
                shown += 1
        line, self.typed = self.typed.split(b"\n", 1)
        if shown:
            print()
        return line.decode(errors="replace").strip()


def erased(typed: bytes) -> bytes:
    """Backspace deletes the character before it."""
    while b"\x7f" in typed:
        i = typed.index(b"\x7f")
        typed = typed[: max(i - 1, 0)] + typed[i + 1 :]
    return typed
