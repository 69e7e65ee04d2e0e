"""What can be typed in the terminal besides moves."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from boohive.core.errors import BoohiveError
from boohive.core.levels import MAX_LEVEL
from boohive.core.options import format_value
from boohive.core.record import Record, Result
from boohive.terminal.keeping import is_record, read_first
from boohive.terminal.players import SEED_BITS, engine_player

if TYPE_CHECKING:
    from boohive.engine.analysis import JudgedMove
    from boohive.terminal.game import Terminal

__all__ = ["COMMANDS"]

HELP = """Type a move, or one of:
  rules         the rules in short
  moves         the legal moves
  hint          where to look; again: what to play; again: why
  undo          take back (against the computer: back to your own turn)
  history       the moves so far
  level N       let the computer play the other side, at level 1 to 8
  review        what the engine thinks of the game so far
  resign        give the game up
  show          draw the position again
  save FILE     write the game to a file
  load FILE     go on with a saved game
  new           start again
  help          this list
  quit          leave; an unfinished game is kept"""
OVER = "There is nothing to play: the game is over."
REVIEW_SECONDS = 10.0
MAX_REVIEW_SECONDS = 0.2
"""For all moves together, and at most for each of them."""


def rules(terminal: "Terminal", _: str) -> None:
    """The rules in short, and the options that somebody has changed."""
    terminal.say(terminal.game.rules_text())
    options = terminal.position.options
    changed = [option for option in terminal.game.options if options[option.name] != option.default]
    if changed:
        terminal.say("\nChanged in this game:")
    for option in changed:
        terminal.say(f"  {option.name}={format_value(options[option.name])}: {option.help}")


def moves(terminal: "Terminal", _: str) -> None:
    """What may be played."""
    terminal.say_all(terminal.legal() or [OVER])


def hint(terminal: "Terminal", _: str) -> None:
    """The engine's hint, one step further each time it is asked for."""
    if not terminal.legal():
        terminal.say(OVER)
        return
    if terminal.hints is None or terminal.hints[0] != terminal.position:
        from boohive.engine.analysis import hint as find_hint

        found = find_hint(terminal.turns)
        steps = [
            f"{found.nudge[0].upper()}{found.nudge[1:]}. (Type 'hint' again for the move.)",
            f"Play: {found.move} (Type 'hint' again for the reason.)",
            f"Why: {found.reason}.",
        ]
        terminal.hints = terminal.position, steps
    steps = terminal.hints[1]
    terminal.say(steps.pop(0) if len(steps) > 1 else steps[0])


def history(terminal: "Terminal", _: str) -> None:
    """The moves so far."""
    played = [f"{i} {event.text}" for i, event in enumerate(terminal.record.events, 1)]
    terminal.say_all(played or ["Nothing was played yet."])


def level(terminal: "Terminal", number: str) -> None:
    """Another opponent from now on: a level of the computer."""
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= MAX_LEVEL):
        terminal.say(f"Which level, 1 (easiest) to {MAX_LEVEL} (strongest)? For example: level 3")
        return
    if terminal.is_over:
        terminal.say(OVER)
        return
    seats = list(terminal.bots) or [1 - terminal.position.active_seats[0]]
    player = engine_player(int(number), Random().getrandbits(SEED_BITS))
    terminal.bots = dict.fromkeys(seats, player)
    terminal.flags = f" --level {number}" + (f" --seat {1 - seats[0]}" if seats[0] == 0 else "")
    terminal.say(f"The computer, level {number}, plays {terminal.game.seat_names[seats[0]]}.")


def review(terminal: "Terminal", _: str) -> None:
    """How well each side played, and the moves that gave most away."""
    record = terminal.record
    if not record.events:
        terminal.say("Nothing was played yet.")
        return
    from boohive.engine.analysis import review as review_game

    if terminal.is_screen:
        print("Looking at the game ...", flush=True)
    found = review_game(record, min(MAX_REVIEW_SECONDS, REVIEW_SECONDS / len(record.events)))
    names = terminal.game.seat_names
    accuracy = ", ".join(f"{name} {value:.0f} %" for name, value in zip(names, found.accuracy, strict=True))
    terminal.say(f"Accuracy: {accuracy}.")
    for number in found.turning_points:
        terminal.say(judged(found.moves[number - 1], names))
    if not found.turning_points:
        terminal.say("No turning points: nobody gave much away in one move.")


def judged(move: "JudgedMove", names: tuple[str, str]) -> str:
    """A move that gave much away."""
    return f"Move {move.number}: {names[move.seat]} played {move.move} and gave away {move.loss:.0%}; {move.best} is better."


def resign(terminal: "Terminal", _: str) -> None:
    """Give the game up; against the computer it is always the person who does."""
    if terminal.is_over:
        terminal.say(OVER)
        return
    seat = terminal.position.active_seats[0]
    if len(terminal.bots) == 1 and seat in terminal.bots:
        seat = 1 - seat
    terminal.record = replace(terminal.record, result=Result(1 - seat, "resigned"))
    names = terminal.game.seat_names
    terminal.say(f"{names[seat]} resigns: {names[1 - seat]} wins. Type 'review', 'new', 'undo', 'save FILE' or 'quit'.")


def undo(terminal: "Terminal", _: str) -> None:
    """Take back the last decision; against the computer, back to the player's own; a resignation comes first."""
    record = terminal.record
    if terminal.turns.outcome is None and record.result is not None:
        terminal.start(replace(record, result=None))
        return
    events = record.events
    if not events:
        terminal.say("There is nothing to take back.")
        return
    keep = len(events) - 1
    while keep > 0 and events[keep].seat in terminal.bots:
        keep -= 1
    comments = tuple(each for each in record.comments if each[0] <= keep)
    variations = tuple(each for each in record.variations if each.after <= keep)
    terminal.start(replace(record, events=events[:keep], result=None, comments=comments, variations=variations))


def new(terminal: "Terminal", _: str) -> None:
    """A new game with the same options."""
    terminal.own_file = None
    terminal.start(Record.of(terminal.record.first()))


def save(terminal: "Terminal", name: str) -> None:
    """Write the record, over no file but this game's own."""
    if not name:
        terminal.say("Add a file's name, such as: save game.txt")
        return
    path = Path(name)
    if path.exists() and path != terminal.own_file:
        terminal.say(f"{name} exists already and is not overwritten; choose another name.")
        return
    try:
        path.write_text(terminal.record.write(), encoding="utf-8")
    except OSError as error:
        terminal.say(f"{name} cannot be written: {error.strerror}")
    else:
        terminal.own_file = path
        terminal.say(f"Saved in {name}.")


def load(terminal: "Terminal", name: str) -> None:
    """Go on with a saved game, whatever wrote it."""
    if not name:
        terminal.say("Which file? For example: load game.txt")
        return
    try:
        record = read_first(Path(name))
    except BoohiveError as error:
        terminal.say(str(error))
        return
    if record.game.kind != "turns":
        terminal.say(f"{name} is a game of {record.game.title}, which cannot be continued here.")
        return
    terminal.own_file = Path(name) if is_record(Path(name)) else None
    terminal.say(f"{name}: a game of {record.game.title} with {len(record.events)} moves.")
    terminal.start(record)
    if terminal.is_over:
        terminal.say("It is over: type 'undo' to play on from its last move, or 'review'.")


def show(terminal: "Terminal", _: str) -> None:
    """Draw the position; a screen always shows it."""
    terminal.show()


def show_help(terminal: "Terminal", _: str) -> None:
    """The list of commands."""
    if terminal.is_screen:
        terminal.news.append(HELP)
    else:
        sys.stdout.write(f"{HELP}\n")


TAKE_A_WORD = ("level", "save", "load")

COMMANDS: Mapping[str, Callable[["Terminal", str], None]] = {
    "rules": rules,
    "moves": moves,
    "hint": hint,
    "undo": undo,
    "history": history,
    "level": level,
    "review": review,
    "resign": resign,
    "show": show,
    "save": save,
    "load": load,
    "new": new,
    "help": show_help,
    "?": show_help,
}
