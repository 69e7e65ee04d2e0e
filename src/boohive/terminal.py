"""A turn-based game in the terminal: a drawing that stays in sight, a prompt, and clear answers."""

import argparse
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random

from boohive.core.errors import BoohiveError
from boohive.core.game import Effect, Event, Position
from boohive.core.record import Record
from boohive.core.turn_game import TurnGame, TurnPosition
from boohive.games import GAMES

__all__ = ["Bot", "Terminal", "computer", "describe_effect", "kept_game"]

Bot = Callable[[Position], Event]
"""Chooses an event for the seat it holds."""

HELP = """Type a move, or one of:
  moves         the legal moves
  hint          where to look; again: what to play; again: why
  undo          take back (against the computer: back to your own turn)
  history       the moves so far
  show          draw the position again
  save FILE     write the game to a file
  load FILE     go on with a saved game
  new           start again
  help          this list
  quit          leave; an unfinished game is kept"""

SEAT_COLOURS = ("1;33", "1;36")
"""Terminal colours of the two sides."""
CLEAR = "\033[H\033[2J\033[3J"
THINKING = "The computer is thinking ..."
MAX_NUMBERED = 9
"""The number of choices that can be typed as a number."""
SPACE = re.compile(r"[a-z]\d")
"""A space alone is enough where only one kind of piece can be placed."""
QUOTED = re.compile(r"'([^']+)'")
"""Moves and words in sentences."""
LINES_AROUND = 7
"""Of the screen: title, news, legend and prompt."""


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
        turns = position.as_turn_based()
        return Event(turns.to_move, player.choose(turns).text)

    return choose


def kept_game() -> Path:
    """Where the game is kept that somebody left before its end."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "boohive" / "unfinished-game.txt"


class Terminal:
    """One game at one terminal."""

    def __init__(self, record: Record, bots: Mapping[int, Bot], flags: str = "") -> None:
        self.record = record
        self.bots = bots
        self.flags = flags
        self.position = record.last()
        self.is_screen = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self.coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self.news: list[str] = []
        self.own_file: Path | None = None
        self.hints: tuple[Position, list[str]] | None = None
        self.was_interrupted = False

    @property
    def turns(self) -> TurnPosition:
        """The position, typed as what it is."""
        return self.position.as_turn_based()

    @property
    def game(self) -> TurnGame:
        """The game that is played."""
        return self.turns.game

    def run(self) -> int:
        """Play until the player leaves or the input ends."""
        title = "" if self.is_screen else f"{self.game.title}  "
        self.say(f"{title}Type a move such as {self.example()}, or 'help'.")
        self.set_up_line_editing()
        if not self.is_screen:
            self.show()
        while True:
            try:
                self.let_bots_play()
                self.draw_screen()
                line = input(self.prompt())
            except EOFError:
                print()
                return self.leave()
            except KeyboardInterrupt:
                print()
                if self.was_interrupted:
                    return self.leave()
                self.was_interrupted = True
                self.say("Press Ctrl+C again to leave (the game is kept), or Enter to go on.")
                continue
            self.was_interrupted = False
            if not self.answer(line.strip()):
                return self.leave()

    def say(self, text: str) -> None:
        """Print something for the player; on a screen below the next drawing."""
        wrapped = "\n".join(textwrap.fill(line, self.columns(), break_on_hyphens=False) for line in text.splitlines())
        if self.is_screen:
            self.news.append(wrapped)
        else:
            print(wrapped)

    def columns(self) -> int:
        """How wide a line may be; a pipe's lines are never broken."""
        return shutil.get_terminal_size().columns - 1 if sys.stdout.isatty() else 10**6

    def draw_screen(self) -> None:
        """The position at the top, below it what happened; nothing on a pipe, where lines follow each other."""
        if not self.is_screen:
            return
        print(CLEAR + self.game.title)
        self.show_board()
        print("\n".join(self.news))
        self.news.clear()

    def set_up_line_editing(self) -> None:
        """Arrow keys, the lines typed before, and Tab for moves, where Python has readline."""
        with suppress(ImportError):
            import readline

            readline.set_completer(self.complete)
            readline.set_completer_delims("\n")
            readline.parse_and_bind("tab: complete")

    def complete(self, typed: str, number: int) -> str | None:
        """The next move or command that begins so."""
        found = [word for word in [*COMMANDS, *self.legal()] if word.lower().startswith(typed.lower())]
        return found[number] if number < len(found) else None

    def answer(self, line: str) -> bool:
        """Do what the player typed; ``False`` to leave."""
        word, _, rest = line.partition(" ")
        if word.lower() in ("quit", "exit", "q"):
            return False
        try:
            if word.lower() in COMMANDS:
                COMMANDS[word.lower()](self, rest.strip())
            elif line:
                self.play(line)
        except BoohiveError as error:
            self.say(self.advice(str(error), line))
        return True

    def advice(self, refusal: str, typed: str) -> str:
        """Why something is refused, with an example that can be played now instead of any other."""
        head, such_as, examples = refusal.partition(", such as ")
        quoted = QUOTED.findall(examples)
        if such_as and not (quoted and all(move in self.legal() for move in quoted)):
            return f"{head}, such as {self.example()}"
        wrong = [move for move in QUOTED.findall(refusal) if move not in typed and move not in self.legal()]
        return f"{refusal} (for example {self.example()})" if wrong else refusal

    def play(self, text: str) -> None:
        """The player's move."""
        if self.position.active_seats and self.position.active_seats[0] in self.bots:
            self.say("It is the computer's turn: press Enter to let it play, or type 'undo'.")
            return
        self.happen(Event(self.position.active_seats[0] if self.position.active_seats else 0, self.meant(text)))
        if not self.is_screen:
            self.show()

    def meant(self, text: str) -> str:
        """The legal move somebody means who leaves out a blank, the only possible piece, or types a choice's number."""
        legal = self.legal()
        if text.isdigit() and len(legal) <= MAX_NUMBERED and 1 <= int(text) <= len(legal):
            return legal[int(text) - 1]
        if text in legal:
            return text
        plain = "".join(text.split()).lower()
        close = [move for move in legal if "".join(move.split()).lower() == plain]
        if SPACE.fullmatch(plain) and len({move.split()[0] for move in legal}) == 1:
            return f"{legal[0].split()[0]} {plain}"
        return close[0] if len(close) == 1 else text

    def happen(self, event: Event, before: str = "") -> None:
        """Apply an event and say what it does."""
        step = self.position.apply(event)
        self.record = self.record.add(event)
        self.position = step.position
        endings = [effect for effect in step.effects if effect.kind in ("won", "draw")]
        others = [effect for effect in step.effects if effect not in endings]
        self.say(before + "; ".join(describe_effect(effect, self.game) for effect in others) + ".")
        for effect in endings:
            self.say(f"{describe_effect(effect, self.game)}. Type 'new', 'undo', 'save FILE' or 'quit'.")
        if self.turns.mid_turn and not endings and len(self.legal()) <= MAX_NUMBERED:
            self.say("Choose: " + "   ".join(f"{i} {move}" for i, move in enumerate(self.legal(), 1)))

    def let_bots_play(self) -> None:
        """The computer's decisions until it is the player's turn."""
        played = False
        while self.position.active_seats and self.position.active_seats[0] in self.bots:
            if self.is_screen:
                self.draw_screen()
                print(THINKING, flush=True)
            event = self.bots[self.position.active_seats[0]](self.position)
            self.happen(event, f"The computer plays {event.text}: ")
            played = True
        if played:
            ignore_typed_ahead(self.is_screen)
            if not self.is_screen:
                self.show()

    def show(self, _: str = "") -> None:
        """Draw the position; a screen always shows it."""
        if not self.is_screen:
            print()
            self.show_board()

    def show_board(self) -> None:
        """The drawing, as large as there is room for, and how to read it."""
        size = shutil.get_terminal_size()
        if sys.stdout.isatty():
            drawing = self.game.terminal_diagram(self.turns, size.columns - 1, size.lines - LINES_AROUND)
        else:
            drawing = self.position.diagram()
        print(self.paint(drawing) if self.coloured else drawing)
        legend = self.game.terminal_legend(self.turns)
        if legend:
            print(legend)

    def paint(self, drawing: str) -> str:
        """The drawing with the pieces in the colour of their owner."""
        patterns = self.game.piece_patterns
        if patterns is None:
            return drawing
        return re.sub(
            f"({patterns[0]})|({patterns[1]})",
            lambda piece: f"\033[{SEAT_COLOURS[piece[1] is None]}m{piece[0]}\033[0m",
            drawing,
        )

    def moves(self, _: str) -> None:
        """What may be played."""
        legal = self.legal()
        self.say(", ".join(legal) if legal else "There is nothing to play: the game is over.")

    def hint(self, _: str) -> None:
        """The engine's hint, one step further each time it is asked for."""
        if not self.legal():
            self.say("There is nothing to play: the game is over.")
            return
        if self.hints is None or self.hints[0] != self.position:
            from boohive.engine.analysis import hint

            found = hint(self.turns)
            self.hints = (
                self.position,
                [
                    f"Look: {found.nudge}. (Type 'hint' again for the move.)",
                    f"Play: {found.move} (Type 'hint' again for the reason.)",
                    f"Why: {found.reason}.",
                ],
            )
        steps = self.hints[1]
        self.say(steps.pop(0) if len(steps) > 1 else steps[0])

    def history(self, _: str) -> None:
        """The moves so far."""
        moves = [event.text for event in self.record.events]
        self.say(", ".join(f"{i} {text}" for i, text in enumerate(moves, 1)) if moves else "Nothing was played yet.")

    def legal(self) -> list[str]:
        """The legal moves as text."""
        return self.turns.legal_moves.texts()

    def example(self) -> str:
        """A legal move to show what a move looks like."""
        legal = self.legal()
        return f"'{legal[len(legal) // 2]}'" if legal else "'new'"

    def undo(self, _: str) -> None:
        """Take back the last decision; against the computer, back to the player's own."""
        events = self.record.events
        if not events:
            self.say("There is nothing to take back.")
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
        self.own_file = None
        self.start(Record.of(self.record.first()))

    def save(self, name: str) -> None:
        """Write the record, over no file but this game's own."""
        if not name:
            self.say("Add a file's name, such as: save game.txt")
            return
        path = Path(name)
        if path.exists() and path != self.own_file:
            self.say(f"{name} exists already and is not overwritten; choose another name.")
            return
        try:
            path.write_text(self.record.write(), encoding="utf-8")
        except OSError as error:
            self.say(f"{name} cannot be written: {error.strerror}")
        else:
            self.own_file = path
            self.say(f"Saved in {name}.")

    def load(self, name: str) -> None:
        """Go on with a saved game."""
        if not name:
            self.say("Which file? For example: load game.txt")
            return
        try:
            record = Record.read(Path(name).read_text(encoding="utf-8"), GAMES)
        except (OSError, UnicodeDecodeError) as error:
            self.say(f"{name} cannot be read: {getattr(error, 'strerror', None) or 'it is not text'}")
            return
        if record.game.kind != "turns":
            self.say(f"{name} is a game of {record.game.title}, which cannot be continued here.")
            return
        self.own_file = Path(name)
        self.say(f"{name}: a game of {record.game.title} with {len(record.events)} moves.")
        self.start(record)

    def leave(self) -> int:
        """Keep an unfinished game of a person at a terminal, and say how to go on with it."""
        if self.is_screen and self.record.events and self.position.outcome is None:
            path = kept_game()
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(self.record.write(), encoding="utf-8")
            except OSError as error:
                print(f"The game could not be kept in {path}: {error.strerror}")
            else:
                print(f"The game is kept. Go on with: boohive play --continue{self.flags}")
        return 0

    def help(self, _: str) -> None:
        """The list of commands."""
        if self.is_screen:
            self.news.append(HELP)
        else:
            print(HELP)

    def prompt(self) -> str:
        """The prompt with the player to move."""
        if not self.position.active_seats:
            return "over> "
        seat = self.position.active_seats[0]
        letter = self.game.seat_letters[seat]
        return f"{self.game.seat_names[seat]}{f' ({letter})' if letter else ''}> "


COMMANDS: dict[str, Callable[[Terminal, str], None]] = {
    "moves": Terminal.moves,
    "hint": Terminal.hint,
    "undo": Terminal.undo,
    "history": Terminal.history,
    "show": Terminal.show,
    "save": Terminal.save,
    "load": Terminal.load,
    "new": Terminal.new,
    "help": Terminal.help,
    "?": Terminal.help,
}


def ignore_typed_ahead(is_screen: bool) -> None:
    """Forget keys that were pressed while the computer was thinking."""
    if is_screen:
        with suppress(ImportError):
            import termios

            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def describe_effect(effect: Effect, game: TurnGame) -> str:
    """An effect as part of a sentence."""
    player = "" if effect.seat is None else game.seat_names[effect.seat]
    if effect.kind == "won":
        return f"{player} wins: {effect.reason}"
    if effect.kind == "draw":
        return f"a draw: {effect.reason}"
    words = [player + "'s" if player else "", str(effect.piece or ""), effect.kind.replace("_", " ")]
    if game.names_places:
        words += ["from", effect.from_] if effect.from_ else []
        words += ["to" if effect.from_ else "on", effect.to] if effect.to else []
        words += ["over", ", ".join(effect.path)] if effect.path else []
    words += ["by", str(effect.by)] if effect.by and effect.by.id else []
    return " ".join(word for word in words if word) + (f" ({effect.reason})" if effect.reason else "")
