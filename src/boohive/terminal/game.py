"""A turn-based game in the terminal: a drawing that stays in sight, a prompt, and clear answers."""

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from boohive.core.errors import BoohiveError
from boohive.core.game import Effect, Event, Position
from boohive.core.record import Record
from boohive.core.turn_game import TurnGame, TurnPosition
from boohive.terminal.commands import COMMANDS, TAKE_A_WORD
from boohive.terminal.keeping import keep
from boohive.terminal.players import Bot

__all__ = ["Terminal", "describe_effect"]

SEAT_COLOURS = ("1;33", "1;36")
"""Terminal colours of the two sides."""
CLEAR = "\033[H\033[2J\033[3J"
THINKING = "The computer is thinking ..."
MAX_NUMBERED = 9
"""The number of choices that can be typed as a number."""
SPACE = re.compile(r"[a-z]\d")
"""A space alone is enough where only one kind of piece can be placed."""
QUOTED = re.compile(r"(?<!\w)'([^']+)'(?!\w)")
"""Something between quotation marks; the mark in "player 1's" is none."""
"""Moves and words in sentences."""
UNBROKEN = "\N{NO-BREAK SPACE}"
LINES_AROUND = 7
"""Of the screen: title, news, legend and prompt."""


class Terminal:
    """One game at one terminal."""

    def __init__(self, record: Record, bots: Mapping[int, Bot], flags: str = "") -> None:
        self.record = record
        self.bots = bots
        self.flags = flags
        self.position = record.last()
        self.has_width = sys.stdout.isatty()
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

    @property
    def is_over(self) -> bool:
        """Whether the rules or somebody's resignation have ended the game."""
        return self.position.outcome is not None or self.record.result is not None

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
        whole = QUOTED.sub(lambda quoted: quoted[0].replace(" ", UNBROKEN), text)
        lines = (textwrap.fill(line, self.columns(), break_on_hyphens=False) for line in whole.splitlines())
        wrapped = "\n".join(lines).replace(UNBROKEN, " ")
        if self.is_screen:
            self.news.append(wrapped)
        else:
            print(wrapped)

    def say_all(self, words: Iterable[str]) -> None:
        """Print a list; each of its words stays on one line, also a move with blanks."""
        self.say(", ".join(word.replace(" ", UNBROKEN) for word in words))

    def columns(self) -> int:
        """How wide a line may be; a pipe's lines are never broken."""
        return shutil.get_terminal_size().columns - 1 if self.has_width else 10**6

    def draw_screen(self) -> None:
        """The position at the top, below it what happened; nothing on a pipe, where lines follow each other."""
        if not self.is_screen:
            return
        board = self.board_lines()
        self.show_pages(len(board))
        print("\n".join([CLEAR + self.game.title, *board, *self.news]))
        self.news.clear()

    def show_pages(self, board: int) -> None:
        """What does not fit below the drawing is shown by itself, as many screens as it takes."""
        rows = shutil.get_terminal_size().lines
        lines = "\n".join(self.news).splitlines()
        if board + len(lines) + 2 <= rows:
            return
        self.news.clear()
        for start in range(0, len(lines), rows - 1):
            print(CLEAR + "\n".join(lines[start : start + rows - 1]))
            input("Press Enter to go on. ")

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
            if word.lower() in COMMANDS and rest.strip() and word.lower() not in TAKE_A_WORD:
                self.say(f"'{word.lower()}' stands alone; leave out '{rest.strip()}'.")
            elif word.lower() in COMMANDS:
                COMMANDS[word.lower()](self, rest.strip())
            elif line:
                self.play(line)
        except BoohiveError as error:
            self.say(str(error) if word.lower() in COMMANDS else self.advice(str(error)))
        return True

    def advice(self, refusal: str) -> str:
        """Why something is refused, with an example that can be played now instead of any other."""
        head, such_as, examples = refusal.partition(", such as ")
        quoted = QUOTED.findall(examples)
        if such_as and not (quoted and all(move in self.legal() for move in quoted)):
            if self.turns.mid_turn:  # What a move usually looks like is no help in the middle of a turn.
                return f"{head.partition('; ')[0]}; play {self.example()}, for example"
            return f"{head}, such as {self.example()}"
        shown = [move for move in self.legal() if move in refusal]
        return refusal if shown else f"{refusal} (for example {self.example()})"

    def play(self, text: str) -> None:
        """The player's move."""
        if self.is_over:
            self.say("The game is over. Type 'undo' to play on, or 'new', 'review', 'save FILE' or 'quit'.")
            return
        seat = self.position.active_seats[0]
        if seat in self.bots:
            self.say("It is the computer's turn: press Enter to let it play, or type 'undo'.")
            return
        self.happen(Event(seat, self.meant(text)))
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
            self.say(f"{describe_effect(effect, self.game)}. Type 'review', 'new', 'undo', 'save FILE' or 'quit'.")
        if self.turns.mid_turn and not endings and len(self.legal()) <= MAX_NUMBERED:
            choices = (f"{i} {move}".replace(" ", UNBROKEN) for i, move in enumerate(self.legal(), 1))
            self.say(f"Choose: {'   '.join(choices)}")

    def let_bots_play(self) -> None:
        """The computer's decisions until it is the player's turn."""
        played = False
        while not self.is_over and self.position.active_seats[0] in self.bots:
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

    def start(self, record: Record) -> None:
        """Go on from this record."""
        self.record, self.position = record, record.last()
        self.show()

    def show(self) -> None:
        """Draw the position; a screen always shows it."""
        if not self.is_screen:
            print("\n".join(["", *self.board_lines()]))

    def board_lines(self) -> list[str]:
        """The drawing, as large as there is room for, and how to read it."""
        size = shutil.get_terminal_size()
        if self.has_width:
            drawing = self.game.terminal_diagram(self.turns, size.columns - 1, size.lines - LINES_AROUND)
        else:
            drawing = self.position.diagram()
        legend = self.game.terminal_legend(self.turns)
        return [*(self.paint(drawing) if self.coloured else drawing).split("\n"), *legend.splitlines()]

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

    def legal(self) -> list[str]:
        """The legal moves as text."""
        return [] if self.is_over else self.turns.legal_moves.texts()

    def example(self) -> str:
        """A legal move to show what a move looks like."""
        legal = self.legal()
        return f"'{legal[len(legal) // 2]}'" if legal else "'new'"

    def leave(self) -> int:
        """Keep an unfinished game of a person at a terminal, and say how to go on with it."""
        if self.is_screen and self.record.events and not self.is_over:
            try:
                aside = keep(self.record)
            except OSError as error:
                print(f"The game could not be kept in {error.filename}: {error.strerror}")
                return 0
            print(f"The game is kept. Go on with: boohive play --continue{self.flags}")
            if aside is not None:
                print(f"The one kept before is now in {aside}; go on with: boohive play --load {aside}")
        return 0

    def prompt(self) -> str:
        """The prompt with the player to move."""
        if self.is_over:
            return "over> "
        seat = self.position.active_seats[0]
        letter = self.game.seat_letters[seat]
        return f"{self.game.seat_names[seat]}{f' ({letter})' if letter else ''}> "


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
