"""Booo! in the terminal: a time trial alone, or several players at one keyboard with one claim key each (H38, H40)."""

import argparse
import os
import re
import select
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from time import monotonic
from typing import IO

from boohive.core.errors import BoohiveError, NotationError
from boohive.core.game import Effect, Event, Millis, Seat
from boohive.core.options import OptionValue
from boohive.games.booo.bots import LEVELS, Level, next_event
from boohive.games.booo.castle import COLOURS, ROOMS
from boohive.games.booo.diagram import draw_castle, marks_of, read_aloud, standing
from boohive.games.booo.game import BOOO, BoooPosition
from boohive.games.booo.notation import WALL_NAMES
from boohive.games.booo.state import Phase

__all__ = ["CLAIM_KEYS", "Keyboard", "Table", "play"]

CLAIM_KEYS = "qpzmtb"
"""One for each player; with Shift it raises or lowers the hand."""
COLOUR_TIME = 3.0
"""Seconds to name the colour after a claim key."""
LEAVE = "x"
ANSI = {"W": "97", "Y": "93", "R": "91", "G": "92", "B": "94", "V": "95"}

SOLO_HELP = """Find a route for the ghost (G) to the visitor (V) through walls of one colour.
  w y r g b v   call that colour, then type the route
  n             no route: give the visitor up
  ?             a hint (costs 10 seconds)
  l             list the rooms and their sides in words
  x             leave"""
TABLE_HELP = """Find a route for the ghost (G) to the visitor (V) through walls of one colour.
  {keys}
  your key calls, then the colour: w y r g b v; with Shift it raises or lowers your hand (no route)
  l lists the rooms and their sides in words, x leaves"""
PROOF_HELP = (
    "Type the route: c4n (north side of c4), 5sn 5me 5iw (section 5: spur, mouth, inner), e5 (passage), G (change)."
)


def play(args: argparse.Namespace, chosen: Mapping[str, OptionValue]) -> int:
    """Run a game for the command line's arguments."""
    if getattr(args, "load", None) is not None:
        raise NotationError("a race cannot be loaded and gone on with; start a new one with: boohive play booo")
    against = getattr(args, "against", "friend")
    level = LEVELS.get(against, LEVELS["normal"] if against == "random" else None)
    options = {"players": 2 if level else 1, "umpire": "on" if level else "auto", **chosen}
    if "seed" not in chosen:
        seed = getattr(args, "seed", None)
        options["seed"] = int(f"{datetime.now(UTC):%Y%m%d}") if seed is None else abs(seed)
    position = BOOO.new(**options)
    players = len(position.state.players)
    bots = dict.fromkeys(range(1, players), level) if level else {}
    with Keyboard.opened(sys.stdin) as keyboard:
        return Table(position, keyboard, bots).run()


class Closed(Exception):
    """Nobody types any more."""


class Keyboard:
    """Keys and lines with a time limit, from a terminal or from a pipe."""

    def __init__(self, source: IO[str]) -> None:
        self.file = source.fileno()
        self.raw = source.isatty()
        self.typed = b""

    @classmethod
    @contextmanager
    def opened(cls, source: IO[str]) -> Iterator["Keyboard"]:
        """A keyboard that gives single keys, and is put back in order at the end."""
        keyboard = cls(source)
        if not keyboard.raw:
            yield keyboard
            return
        import termios
        import tty

        before = termios.tcgetattr(keyboard.file)
        tty.setcbreak(keyboard.file)
        try:
            yield keyboard
        finally:
            termios.tcsetattr(keyboard.file, termios.TCSADRAIN, before)

    def ignore_waiting(self) -> None:
        """Keys that others pressed too late; a pipe's keys were all meant."""
        while self.raw and self.more(0):
            pass
        self.typed = b"" if self.raw else self.typed

    def more(self, seconds: float | None) -> bool:
        """Wait for something typed; whether something came."""
        ready, _, _ = select.select([self.file], [], [], seconds)
        if not ready:
            return False
        got = os.read(self.file, 4096)
        if not got:
            raise Closed
        self.typed += got
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
    """Backspace takes the character before it along."""
    while b"\x7f" in typed:
        i = typed.index(b"\x7f")
        typed = typed[: max(i - 1, 0)] + typed[i + 1 :]
    return typed


class Table:
    """One race at one terminal."""

    def __init__(
        self,
        position: BoooPosition,
        keyboard: Keyboard,
        bots: Mapping[Seat, Level],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.position = position
        self.keyboard = keyboard
        self.bots = bots
        self.clock = clock
        self.begun = clock()
        self.coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"

    @property
    def now(self) -> Millis:
        """Milliseconds since the game began."""
        return max(round(1000 * (self.clock() - self.begun)), self.position.state.now)

    @property
    def is_solo(self) -> bool:
        """Whether one person plays alone."""
        return len(self.position.state.players) == 1

    def run(self) -> int:
        """Until the end of the game or of the input."""
        people = [seat for seat in range(len(self.position.state.players)) if seat not in self.bots]
        keys = ", ".join(f"player {seat + 1}: {CLAIM_KEYS[seat]}" for seat in people)
        print(f"Booo!  castle {self.position.options['seed']}")
        print(SOLO_HELP if self.is_solo else TABLE_HELP.format(keys=keys))
        try:
            while self.position.outcome is None:
                if not self.turn():
                    print("Goodbye.")
                    break
        except Closed:
            print()
        return 0

    def turn(self) -> bool:
        """Wait for whatever comes next; ``False`` to leave."""
        event = self.next_by_itself()
        seconds = None if event is None or event.at is None else max((event.at - self.now) / 1000, 0.0)
        state = self.position.state
        if state.phase == Phase.SEARCH:
            return self.search(event, seconds)
        if state.phase == Phase.PROOF and state.claimant not in self.bots:
            return self.prove(event, seconds)
        if state.phase == Phase.CHOOSING and state.first not in self.bots:
            return self.choose(event, seconds)
        return self.wait(event, seconds)

    def wait(self, event: Event | None, seconds: float | None) -> bool:
        """A pause; a pipe's keys are kept for the next search."""
        key = None
        if self.keyboard.raw:
            key = self.keyboard.key(seconds)
        else:
            select.select([], [], [], seconds)
        if key is None and event is not None:
            self.happen(event)
        return key != LEAVE

    def next_by_itself(self) -> Event | None:
        """What happens if nobody presses a key: the clock, or a bot."""
        position = self.position
        seed = int(position.options["seed"])
        events = [Event(None, "time", position.next_timer)] if position.next_timer is not None else []
        for seat, level in self.bots.items():
            event = next_event(position.race, position.state, seat, level, seed)
            events += [event] if event is not None else []
        return min(events, key=lambda event: event.at or 0, default=None)

    def search(self, event: Event | None, seconds: float | None) -> bool:
        """Everybody searches; the first key decides."""
        key = self.keyboard.key(seconds)
        at = self.now
        if key is None:
            if event is not None:
                self.happen(event._replace(at=max(event.at or 0, self.position.state.now)))
        elif key == LEAVE:
            return False
        elif key == "l":
            print("\n".join(read_aloud(self.position.race.setup.castle)))
        elif self.is_solo:
            self.solo_key(key, at)
        else:
            self.player_key(key, at)
        return True

    def solo_key(self, key: str, at: Millis) -> None:
        """A colour, a hint or giving up."""
        if key.upper() in COLOURS:
            self.claim(0, key.upper(), at)
        elif key == "n":
            self.happen(Event(0, f"hand up {self.position.state.search}", at))
        elif key == "?":
            self.happen(Event(0, "hint", at))

    def player_key(self, key: str, at: Millis) -> None:
        """A claim key, or with Shift the hand."""
        seat = CLAIM_KEYS.find(key.lower())
        if not 0 <= seat < len(self.position.state.players) or seat in self.bots:
            return
        if key.isupper():
            up = not self.position.state.players[seat].hand
            self.happen(Event(seat, f"hand {'up' if up else 'down'} {self.position.state.search}", at))
            return
        print(f"Player {seat + 1}: Booo! Which colour?")
        colour = self.keyboard.key(COLOUR_TIME)
        if colour is None or colour.upper() not in COLOURS:
            print("No colour, no claim: the search goes on.")
            return
        self.claim(seat, colour.upper(), at)

    def claim(self, seat: Seat, colour: str, at: Millis) -> None:
        """Call it; the key press is the moment that counts."""
        self.happen(Event(seat, f"claim {self.position.state.search} {colour}", max(at, self.position.state.now)))
        if self.position.state.phase == Phase.PROOF:
            self.keyboard.ignore_waiting()
            print(PROOF_HELP)

    def prove(self, event: Event | None, seconds: float | None) -> bool:
        """The claimant types steps, one or several on a line."""
        seat = self.position.state.claimant
        line = self.keyboard.line(seconds)
        if line is None:
            if event is not None:
                self.happen(event)
            return True
        for word in line.split():
            if word == LEAVE:
                return False
            if self.position.state.phase != Phase.PROOF:
                break
            self.happen(Event(seat, step_text(word), self.now))
        return True

    def choose(self, event: Event | None, seconds: float | None) -> bool:
        """Q2: the first player names ghost room and number."""
        seat = self.position.state.first
        print(f"Player {seat + 1}, choose the ghost's room and a number, such as: c4 2")
        line = self.keyboard.line(seconds)
        if line is None:
            if event is not None:
                self.happen(event)
        elif line == LEAVE:
            return False
        else:
            self.happen(Event(seat, f"choose {line}", self.now))
        return True

    def happen(self, event: Event) -> None:
        """An event, told in words; what is refused says why."""
        try:
            step = self.position.apply(event)
        except BoohiveError as error:
            print(error)
            return
        assert isinstance(step.position, BoooPosition)
        self.position = step.position
        for effect in step.effects:
            print(in_words(effect))
        if any(effect.kind in ("appeared", "won", "drawn") for effect in step.effects):
            self.show()

    def show(self) -> None:
        """The castle and who has what."""
        race, state = self.position.race, self.position.state
        drawing = draw_castle(race.setup.castle, marks_of(race, state))
        print(paint(drawing) if self.coloured else drawing)
        print("\n".join(standing(race, state)))


def step_text(word: str) -> str:
    """A step as people type it: c4n, e5, G, undo, forget."""
    if word in WALL_NAMES or "-" in word:
        return f"wall {word}"
    if word in ROOMS:
        return f"passage {word}"
    if word.upper() in COLOURS and len(word) == 1:
        return f"change {word.upper()}"
    return word


def paint(drawing: str) -> str:
    """The drawing with walls in their colours; room names and what is in them stay as they are."""

    def coloured(found: re.Match[str]) -> str:
        letter = found[0][0]
        return found[0] if letter not in ANSI else f"\033[{ANSI[letter]}m{found[0]}\033[0m"

    return re.sub(r"[a-f][1-6](?: [GVPT]|[GVPT]{2}|  )|([WYRGBV])\1*", coloured, drawing)


def in_words(effect: Effect) -> str:
    """An effect as a line of text."""
    who = "" if effect.seat is None else f"Player {effect.seat + 1}"
    told = TOLD.get(effect.kind)
    if told is not None:
        return told.format(who=who, piece=effect.piece, start=effect.start, end=effect.end, note=effect.note)
    return " ".join(word for word in (who, effect.kind, effect.piece, effect.end, effect.note) if word)


TOLD = {
    "arriving": "{piece} is coming...",
    "appeared": "{piece} is in {end}!",
    "search": "Search {note}: go!",
    "claimed": "{who}: Booo! {piece}!",
    "crossed": "  through {piece}: {start} to {end}",
    "passage": "  through the passage to {end}",
    "changed": "  now {piece}",
    "undone": "  one step back",
    "failed": "{who} fails: {note}.",
    "refused": "{who}: {note}.",
    "resting": "{who} may claim again {note} into the search.",
    "out": "{who} is out until the next visitor.",
    "gave": "{who} gives {piece} to {end}.",
    "moved": "The ghost is in {end}.",
    "scared": "{who} scares {piece} and takes it.",
    "took": "{who} takes the {piece} token from {start}: this colour is banned from now on.",
    "returned": "The {piece} token goes back to the reserve.",
    "discarded": "{piece} is discarded: {note}.",
    "hand": "{who}: hand {note}.",
    "hint": "Hint: {note}.",
    "chosen": "{who} puts the ghost into {end}.",
    "won": "{who} wins: {note}.",
    "drawn": "Nobody wins alone: {note}.",
}
