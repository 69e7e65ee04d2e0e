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
"""What arrow and function keys send. It is removed, so that its last letter is not taken for a key that was pressed."""
INCOMPLETE_SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O)?\Z")
"""An escape sequence at the end of what has arrived, whose rest is still to come."""
SEQUENCE_TIME = 0.05
"""How many seconds to wait for that rest; an Escape that nothing follows is the key Escape."""


class InputEnded(Exception):
    """More input is needed, but its source is closed; a last line without its end is not returned."""


class Keyboard:
    """Keys and lines with a time limit, from a pipe, or through ``opened`` from a terminal."""

    def __init__(self, source: IO[str]) -> None:
        self.file = source.fileno()
        self.is_terminal = source.isatty()
        self.typed = b""

    @classmethod
    @contextmanager
    def opened(cls, source: IO[str]) -> Iterator["Keyboard"]:
        """Let a terminal send each key at once, without Enter; its settings are restored at the end. A pipe is used as it is."""
        keyboard = cls(source)
        if not keyboard.is_terminal:
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

    def discard_unread(self) -> None:
        """Throw away what was typed at a terminal and not read in time. What a pipe sends was written beforehand, and is kept."""
        while self.is_terminal and self.receive(0):
            pass
        self.typed = b"" if self.is_terminal else self.typed

    def receive(self, seconds: float | None) -> bool:
        """Wait so long for input (``None``: until there is some) and add it to ``typed``; whether any arrived."""
        ready, _, _ = select.select([self.file], [], [], seconds)
        if not ready:
            return False
        received = os.read(self.file, 4096)
        if not received:
            raise InputEnded
        self.typed += received
        if INCOMPLETE_SEQUENCE.search(self.typed):
            self.receive(SEQUENCE_TIME)
        self.typed = ESCAPE_SEQUENCE.sub(b"", self.typed)
        return True

    def key(self, seconds: float | None) -> str | None:
        """The next key that is not white space; ``None`` when time is up."""
        end = None if seconds is None else monotonic() + seconds
        while True:
            if self.typed:
                key, self.typed = chr(self.typed[0]), self.typed[1:]
                if not key.isspace():
                    return key
                continue
            left = None if end is None else end - monotonic()
            if (left is not None and left <= 0) or not self.receive(left):
                return None

    def line(self, seconds: float | None) -> str | None:
        """A whole line, shown as it is typed. ``None`` when time is up; what was typed until then begins the next line."""
        end = None if seconds is None else monotonic() + seconds
        is_shown = False
        while b"\n" not in self.typed:
            left = None if end is None else end - monotonic()
            if (left is not None and left <= 0) or not self.receive(left):
                return None
            if self.is_terminal:
                self.typed = with_backspaces(self.typed)
                sys.stdout.write("\r\033[K> " + self.typed.decode(errors="replace").rstrip("\n"))
                sys.stdout.flush()
                is_shown = True
        line, self.typed = self.typed.split(b"\n", 1)
        if is_shown:
            print()
        return line.decode(errors="replace").strip()


def with_backspaces(typed: bytes) -> bytes:
    """Each Backspace removed with the byte before it."""
    while b"\x7f" in typed:
        i = typed.index(b"\x7f")
        typed = typed[: max(i - 1, 0)] + typed[i + 1 :]
    return typed
