"""A turn game in the terminal: a drawing, a prompt, and clear answers."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from boohive.core.errors import BoohiveError
from boohive.core.game import Effect, Event, Position
from boohive.core.record import Record
from boohive.games import GAMES

__all__ = ["Bot", "Terminal", "computer", "describe_effect"]

Bot = Callable[[Position], Event]
"""Chooses an event for the seat it holds."""

HELP = """Type a move, or one of:
  moves         the legal moves
  undo          take back (against the computer: back to your own turn)
  show          draw the position again
  save FILE     write the game to a file
  load FILE     go on with a saved game
  new           start again
  help          this list
  quit          leave"""

COLOURS = {"k": "33", "c": "1;33", "K": "36", "C": "1;36"}
"""Terminal colours of the pieces, by letter."""


def computer(args: argparse.Namespace) -> Bot:
    """The computer's player that the arguments ask for."""
    if args.level is not None:
        return engine_player(args.level, Random().getrandbits(32) if args.seed is None else args.seed)
    rng = Random(args.seed)
    return lambda position: position.random_event(rng)


def engine_player(level: int, seed: int) -> Bot:
    """A player of one of the engine's levels."""
    from boohive.engine.players import Player

    player = Player(level, seed)

    def choose(position: Position) -> Event:
        turns = position.as_turns()
        return Event(turns.to_move, player.choose(turns).text)

    return choose


class Terminal:
    """One game at one terminal."""

    def __init__(self, record: Record, bots: Mapping[int, Bot]) -> None:
        self.record = record
        self.bots = bots
        self.position = record.last()
        self.coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"

    def run(self) -> int:
        """Play until the end of the game or of the input."""
        print(f"{self.position.game.title}  Type a move such as {self.example()}, or 'help'.")
        self.show()
        while True:
            self.let_bots_play()
            try:
                line = input(self.prompt())
            except EOFError:
                print()
                return 0
            if not self.answer(line.strip()):
                return 0

    def answer(self, line: str) -> bool:
        """Do what the player typed; ``False`` to leave."""
        word, _, rest = line.partition(" ")
        if word in ("quit", "exit", "q"):
            return False
        try:
            if word in COMMANDS:
                COMMANDS[word](self, rest.strip())
            elif line:
                self.play(line)
        except BoohiveError as error:
            print(error)
        return True

    def play(self, text: str) -> None:
        """The player's move."""
        self.happen(Event(self.position.active_seats[0] if self.position.active_seats else 0, text))
        self.show()

    def happen(self, event: Event) -> None:
        """Apply an event and print what it does."""
        step = self.position.apply(event)
        self.record = self.record.add(event)
        self.position = step.position
        print("; ".join(describe_effect(effect) for effect in step.effects) + ".")

    def let_bots_play(self) -> None:
        """The computer's decisions until it is the player's turn."""
        played = False
        while self.position.active_seats and self.position.active_seats[0] in self.bots:
            event = self.bots[self.position.active_seats[0]](self.position)
            print(f"The computer plays {event.text}: ", end="")
            self.happen(event)
            played = True
        if played:
            self.show()

    def show(self, _: str = "") -> None:
        """Draw the position."""
        drawing = self.position.diagram()
        print()
        print(self.paint(drawing) if self.coloured else drawing)

    @staticmethod
    def paint(drawing: str) -> str:
        """The drawing with coloured pieces."""
        return re.sub(r"\b[kcKC]\b", lambda piece: f"\033[{COLOURS[piece[0]]}m{piece[0]}\033[0m", drawing)

    def moves(self, _: str) -> None:
        """What may be played."""
        legal = self.legal()
        print(", ".join(legal) if legal else "There is nothing to play: the game is over.")

    def legal(self) -> list[str]:
        """The legal moves as text."""
        return self.position.as_turns().legal_moves.texts()

    def example(self) -> str:
        """A legal move to show what a move looks like."""
        legal = self.legal()
        return repr(legal[len(legal) // 2]) if legal else "'new'"

    def undo(self, _: str) -> None:
        """Take back the last decision; against the computer, back to the player's own."""
        events = self.record.events
        if not events:
            print("There is nothing to take back.")
            return
        keep = len(events) - 1
        while keep > 0 and events[keep].seat in self.bots:
            keep -= 1
        self.start(Record(self.record.game, self.record.options, self.record.start, self.record.seats, events[:keep]))

    def start(self, record: Record) -> None:
        """Go on from this record."""
        self.record, self.position = record, record.last()
        self.show()

    def new(self, _: str) -> None:
        """A new game with the same options."""
        self.start(Record.of(self.record.first()))

    def save(self, name: str) -> None:
        """Write the record."""
        if not name:
            print("Add a file's name, such as: save game.txt")
            return
        try:
            Path(name).write_text(self.record.write(), encoding="utf-8")
        except OSError as error:
            print(f"{name} cannot be written: {error.strerror}")
        else:
            print(f"Saved in {name}.")

    def load(self, name: str) -> None:
        """Go on with a saved game."""
        try:
            self.start(Record.read(Path(name).read_text(encoding="utf-8"), GAMES))
        except (OSError, UnicodeDecodeError) as error:
            print(f"{name or 'No file'} cannot be read: {getattr(error, 'strerror', None) or 'it is not text'}")

    def help(self, _: str) -> None:
        """The list of commands."""
        print(HELP)

    def prompt(self) -> str:
        """The prompt with the player to move."""
        if not self.position.active_seats:
            return "over> "
        return f"player {self.position.active_seats[0] + 1}> "


COMMANDS: dict[str, Callable[[Terminal, str], None]] = {
    "moves": Terminal.moves,
    "hint": Terminal.moves,
    "undo": Terminal.undo,
    "show": Terminal.show,
    "save": Terminal.save,
    "load": Terminal.load,
    "new": Terminal.new,
    "help": Terminal.help,
    "?": Terminal.help,
}


def describe_effect(effect: Effect) -> str:
    """An effect as part of a sentence."""
    player = "" if effect.seat is None else f"player {effect.seat + 1}"
    if effect.kind == "won":
        return f"{player} wins: {effect.reason}"
    if effect.kind == "draw":
        return f"a draw: {effect.reason}"
    words = [player + "'s" if player else "", str(effect.piece or ""), effect.kind.replace("_", " ")]
    words += ["from", effect.from_] if effect.from_ else []
    words += ["to" if effect.from_ else "on", effect.to] if effect.to else []
    words += ["by", str(effect.by)] if effect.by and effect.by.id else []
    words += ["over", ", ".join(effect.path)] if effect.path else []
    return " ".join(word for word in words if word) + (f" ({effect.reason})" if effect.reason else "")
