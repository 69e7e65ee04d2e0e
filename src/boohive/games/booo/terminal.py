"""Booo! in the terminal: a time trial alone, several players at one keyboard, or against the computer.

Numbers such as H38 are those of the rules in ``docs/decisions/0006-rules-of-booo.md``.
"""

import argparse
import os
import select
import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from random import Random
from time import monotonic
from typing import NamedTuple

from boohive.core.bot import Bot
from boohive.core.errors import BoohiveError, NotationError, OptionError
from boohive.core.game import Effect, Event, Millis, Seat
from boohive.core.options import OptionValue
from boohive.games.booo.bots import RandomBot
from boohive.games.booo.castle import COLOUR_NAMES, COLOURS, ROOMS
from boohive.games.booo.diagram import describe_rooms, draw_castle, marks_of, paint, summary_lines
from boohive.games.booo.effects import describe
from boohive.games.booo.game import BOOO, BoooPosition
from boohive.games.booo.keyboard import InputEnded, Keyboard
from boohive.games.booo.notation import NAME_OF_WALL, TWO_CELLS, WALL_NAMES
from boohive.games.booo.proof import Cell, Wall
from boohive.games.booo.screen import Screen
from boohive.games.booo.state import Phase

__all__ = ["CLAIM_KEYS", "TerminalRace", "castle_of_the_day", "play"]

CLAIM_KEYS = "qpzmtb"
"""One for each player; with Shift it raises or lowers the hand."""
BOT_BUDGET_MS = 1_000
SEED_BITS = 32
"""The size of the seed of a random castle: short enough for its number to be typed again."""
LEAVE = "x"

SOLO_HELP = """Find a route for the ghost (@) to the visitor (!) through walls of one colour.
  w y r g b v   call that colour, then type the route
  n             no route: give the visitor up
  ?             a hint (costs 10 seconds)
  l             list the rooms and their sides in words
  x             leave"""
TABLE_HELP = """Find a route for the ghost (@) to the visitor (!) through walls of one colour.
  {keys}
  your key calls, then the colour: w y r g b v; with Shift it raises or lowers your hand (no route)
  l lists the rooms and their sides in words, x leaves"""
PROOF_HELP = (
    "Type the route: c4n (north side of c4), 5sn 5me 5iw (section 5: spur, mouth, inner), e5 (passage), G (change)."
)
STEP_HELP = "a step is c4n (a room's side), 5sn, 5me or 5iw (a section's wall), e5 (a passage) or G (a change)"
PROOF_WORDS = ("undo", "forget")
SOLO_KEYS = "w y r g b v call   n no route   ? hint (10 s)   l rooms in words   x leave"
TABLE_KEYS = "{keys} call   w y r g b v colour   Shift: hand   l in words   x leave"
PROOF_KEYS = "Type the route, such as c4n 5me e5 G   forget gives it up   ? explains"
TICK = 1.0
"""Seconds after which a clock on the screen is drawn again."""


def play(args: argparse.Namespace, given: Mapping[str, OptionValue]) -> int:
    """Run a game for the arguments of ``boohive play``."""
    if args.load is not None or args.go_on:
        raise NotationError("a race cannot be loaded and continued; start a new one with: boohive play booo")
    position = BOOO.new(**race_options(args, given))
    opponent = computer(args)
    bots: dict[Seat, Bot[BoooPosition]] = {}
    if opponent is not None:
        check_seats(args.seat, position)
        bots = {seat: opponent for seat in range(len(position.state.players)) if seat != args.seat}
        print(f"The computer, {computer_name(args)}, has the other seats.")
    seed = Random().getrandbits(32) if args.seed is None else args.seed
    screen = opened_screen()
    with Keyboard.opened(sys.stdin) as keyboard:
        race = TerminalRace(position, keyboard, bots, seed)
        race.screen = screen.screen
        race.prints_effects = screen.prints_effects
        return race.run()


class Shown(NamedTuple):
    """How a race is shown: on a screen, or line after line, then perhaps without a drawing."""

    screen: Screen | None
    prints_effects: bool


def opened_screen() -> Shown:
    """A screen at a terminal that can have one; a pipe gets lines."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        return Shown(None, prints_effects=False)
    screen = Screen.opened(coloured="NO_COLOR" not in os.environ)
    return Shown(screen, prints_effects=screen is None)


def has_computer(args: argparse.Namespace) -> bool:
    """Whether the computer plays along."""
    return args.level is not None or args.against == "random"


def race_options(args: argparse.Namespace, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options of a table: alone by default, two with the computer; without a seed a castle that is new each time."""
    if args.daily and (args.seed is not None or has_computer(args) or given):
        raise OptionError(
            "the castle of the day is the same for everybody; leave out --seed, --set, --level and --against"
        )
    seed = Random().getrandbits(SEED_BITS) if args.seed is None else args.seed
    players = 2 if has_computer(args) else 1
    daily = {"seed": castle_of_the_day(datetime.now(UTC))} if args.daily else {}
    return {"players": players, "seed": seed, **given, **daily}


def castle_of_the_day(now: datetime) -> int:
    """H40: the seed that everybody has on one day, whose day is that of UTC."""
    return int(f"{now.astimezone(UTC):%Y%m%d}")


def computer(args: argparse.Namespace) -> Bot[BoooPosition] | None:
    """The computer's player that the arguments ask for; ``None`` when only people play."""
    if args.level is not None:
        return BOOO.bot(args.level)
    return RandomBot() if has_computer(args) else None


def computer_name(args: argparse.Namespace) -> str:
    """How the computer plays, in words."""
    if args.level is None:
        return "at random"
    return f"level {args.level} ({next(level.name for level in BOOO.levels if level.number == args.level)})"


def check_seats(seat: Seat, position: BoooPosition) -> None:
    """The person needs a seat, and the computer another one."""
    players = len(position.state.players)
    if players == 1:
        raise OptionError(
            "a game against the computer has two players or more; leave out players=1, --level or --against"
        )
    if not 0 <= seat < players:
        raise OptionError(f"there is no seat {seat}; the seats are 0 to {players - 1}")


class TerminalRace:
    """One race at one terminal."""

    def __init__(
        self,
        position: BoooPosition,
        keyboard: Keyboard,
        bots: Mapping[Seat, Bot[BoooPosition]],
        seed: int,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.position = position
        self.keyboard = keyboard
        self.bots = bots
        self.seed = seed
        self.clock = clock
        self.started_at = clock()
        self.coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self.screen: Screen | None = None
        self.prints_effects = False

    @property
    def now(self) -> Millis:
        """Milliseconds since the game began."""
        return max(round(1000 * (self.clock() - self.started_at)), self.position.state.now)

    @property
    def is_solo(self) -> bool:
        """Whether one person plays alone."""
        return len(self.position.state.players) == 1

    def run(self) -> int:
        """Until the end of the game or of the input."""
        people = [seat for seat in range(len(self.position.state.players)) if seat not in self.bots]
        keys = ", ".join(f"player {seat + 1}: {CLAIM_KEYS[seat]}" for seat in people)
        self.keys = SOLO_KEYS if self.is_solo else TABLE_KEYS.format(keys=" ".join(CLAIM_KEYS[seat] for seat in people))
        if self.screen is not None:
            self.screen.clear()
        self.say(f"Booo!  castle {self.position.options['seed']}")
        if self.screen is None:
            self.say(SOLO_HELP if self.is_solo else TABLE_HELP.format(keys=keys))
        try:
            while self.position.outcome is None:
                self.draw()
                if not self.turn():
                    print("Goodbye.")
                    return 0
            self.draw()
        except InputEnded:
            print()
        return 0

    def say(self, text: str) -> None:
        """Something that happened."""
        if self.screen is None:
            print("\n".join(wrapped(text)))
        else:
            self.screen.say(text)

    def draw(self) -> None:
        """The screen, where there is one; a claimant sees the steps typed so far."""
        if self.screen is None:
            return
        state = self.position.state
        proves = state.phase == Phase.PROOF and state.claimant not in self.bots
        typed = self.keyboard.typed.decode(errors="replace") if proves or self.asks_for_a_line() else None
        self.screen.draw(self.position.rules, state, self.clock_text(), PROOF_KEYS if proves else self.keys, typed)

    def asks_for_a_line(self) -> bool:
        """Whether the first player chooses the ghost's room."""
        state = self.position.state
        return state.phase == Phase.CHOOSING and state.first not in self.bots

    def clock_text(self) -> str:
        """Seconds that are left for a proof, or that a player alone has searched."""
        state = self.position.state
        if state.phase in (Phase.PROOF, Phase.CALLED) and self.position.next_timer is not None:
            return f"{max(self.position.next_timer - self.now, 0) / 1000:.0f} s left: "
        if self.is_solo and state.phase == Phase.SEARCH:
            return f"{(state.searched + self.now - state.since) / 1000:.0f} s, "
        return ""

    def moment(self, seconds: float | None) -> float | None:
        """How long to wait for a key: a screen shows its clock again before."""
        if self.screen is None:
            return seconds
        return TICK if seconds is None else min(seconds, TICK)

    def turn(self) -> bool:
        """Wait for whatever comes next; ``False`` to leave."""
        event = self.next_automatic_event()
        seconds = None if event is None or event.game_ms is None else max((event.game_ms - self.now) / 1000, 0.0)
        state = self.position.state
        if state.phase == Phase.SEARCH:
            return self.search(event, seconds)
        if state.phase == Phase.CALLED:
            return self.name_colour(event, seconds)
        if state.phase == Phase.PROOF and state.claimant not in self.bots:
            return self.prove(event, seconds)
        if state.phase == Phase.CHOOSING and state.first not in self.bots:
            return self.choose(event, seconds)
        return self.wait(event, seconds)

    def wait(self, event: Event | None, seconds: float | None) -> bool:
        """A pause. Keys that come from a pipe are not read now: they are meant for the next search."""
        key = None
        if self.keyboard.is_terminal:
            key = self.keyboard.key(seconds)
        else:
            select.select([], [], [], seconds)
        if key is None and event is not None:
            self.apply(event)
        return key != LEAVE

    def next_automatic_event(self) -> Event | None:
        """What happens if nobody presses a key: the clock, or a bot."""
        position = self.position
        events = [Event(None, "time", position.next_timer)] if position.next_timer is not None else []
        for seat, bot in self.bots.items():
            plan = bot.choose(position, seat, self.seed, BOT_BUDGET_MS)
            events += [Event(seat, plan.text, plan.game_ms)] if plan is not None else []
        return min(events, key=lambda event: event.game_ms or 0, default=None)

    def search(self, event: Event | None, seconds: float | None) -> bool:
        """Everybody searches; the first key decides."""
        key = self.keyboard.key(self.moment(seconds))
        game_ms = self.now
        if key is None:
            if event is not None and self.is_due(event):
                self.apply(event._replace(game_ms=max(event.game_ms or 0, self.position.state.now)))
        elif key == LEAVE:
            return False
        elif key == "l":
            self.list_rooms()
        elif self.is_solo:
            self.solo_key(key, game_ms)
        else:
            self.player_key(key, game_ms)
        return True

    def solo_key(self, key: str, game_ms: Millis) -> None:
        """A colour, a hint or giving up."""
        if key.upper() in COLOURS:
            self.claim(0, key.upper(), game_ms)
        elif key == "n":
            self.apply(Event(0, f"hand up {self.position.state.search}", game_ms))
        elif key == "?":
            self.apply(Event(0, "hint", game_ms))

    def player_key(self, key: str, game_ms: Millis) -> None:
        """A claim key, or with Shift the hand."""
        seat = CLAIM_KEYS.find(key.lower())
        if not 0 <= seat < len(self.position.state.players) or seat in self.bots:
            if key.isalnum():
                first = "call first, then name the colour" if key.upper() in COLOURS else "nobody has this key"
                self.say(f"{key}: {first}. Keys: {self.keys}")
            return
        if key.isupper():
            up = not self.position.state.players[seat].hand
            self.apply(Event(seat, f"hand {'up' if up else 'down'} {self.position.state.search}", game_ms))
            return
        self.apply(Event(seat, f"call {self.position.state.search}", max(game_ms, self.position.state.now)))

    def name_colour(self, event: Event | None, seconds: float | None) -> bool:
        """H38: the player who has called names a colour in time, or the claim fails."""
        key = self.keyboard.key(self.moment(seconds))
        seat = self.position.state.claimant
        if key is None and event is not None:
            self.apply_if_due(event)
        elif key == LEAVE:
            return False
        elif key is not None and key.upper() in COLOURS and seat is not None:
            self.claim(seat, key.upper(), self.now)
        return True

    def claim(self, seat: Seat, colour: str, game_ms: Millis) -> None:
        """Call it; the key press is the moment that counts."""
        self.apply(Event(seat, f"claim {self.position.state.search} {colour}", max(game_ms, self.position.state.now)))
        if self.position.state.phase == Phase.PROOF:
            self.keyboard.discard_unread()
            if self.screen is None:
                self.say(PROOF_HELP)

    def prove(self, event: Event | None, seconds: float | None) -> bool:
        """The claimant types steps, one or several on a line."""
        seat = self.position.state.claimant
        line = self.keyboard.line(self.moment(seconds))
        if line is None:
            if event is not None:
                self.apply_if_due(event)
            return True
        for word in line.split():
            if word == LEAVE:
                return False
            if self.position.state.phase != Phase.PROOF:
                break
            self.type_step(seat, word)
        return True

    def type_step(self, seat: Seat | None, word: str) -> None:
        """One word of a proof; a word that is not a step costs nothing but its time."""
        text = step_text(word)
        if text != word or word in PROOF_WORDS:
            self.apply(Event(seat, text, self.now))
        elif word in ("?", "help"):
            self.say(PROOF_HELP)
        else:
            self.say(f"{word!r} is not a step; {STEP_HELP}")

    def choose(self, event: Event | None, seconds: float | None) -> bool:
        """Q2: the first player names ghost room and number."""
        seat = self.position.state.first
        if self.screen is None or not self.screen.news or not self.screen.news[-1].startswith("Player"):
            self.say(f"Player {seat + 1}, choose the ghost's room and a number, such as: c4 2")
            self.draw()
        line = self.keyboard.line(self.moment(seconds))
        if line is None:
            if event is not None:
                self.apply_if_due(event)
        elif line == LEAVE:
            return False
        else:
            self.apply(Event(seat, f"choose {line}", self.now))
        return True

    def apply(self, event: Event) -> None:
        """Apply an event and describe its effects, or print why it is refused."""
        try:
            step = self.position.apply(event)
        except BoohiveError as error:
            self.say(str(error))
            return
        assert isinstance(step.position, BoooPosition)
        self.position = step.position
        for effect in step.effects:
            self.say(sentence_for(effect, alone=self.is_solo))
        if any(effect.kind in ("appeared", "won", "draw") for effect in step.effects):
            self.show()

    def is_due(self, event: Event) -> bool:
        """Whether the wait for a key ended because of this event, and not for a screen's clock."""
        return self.screen is None or (event.game_ms or 0) <= self.now

    def apply_if_due(self, event: Event) -> None:
        """Apply what happens by itself, once its time has come."""
        if self.is_due(event):
            self.apply(event)

    def list_rooms(self) -> None:
        """The castle in words; on a screen as many rooms at a time as fit, until the next key."""
        lines = wrapped("\n".join(describe_rooms(self.position.rules.setup.castle)))
        if self.screen is None:
            print("\n".join(lines))
            return
        shown = shutil.get_terminal_size().lines - 1
        for start in range(0, len(lines), shown):
            self.screen.clear()
            print("\n".join(lines[start : start + shown]))
            print(
                "Press a key to see more." if start + shown < len(lines) else "Press a key to see the castle again.",
                end="",
                flush=True,
            )
            self.keyboard.key(None)
        self.screen.clear()

    def show(self) -> None:
        """The castle and who has what, where there is no screen."""
        rules, state = self.position.rules, self.position.state
        if self.screen is not None:
            return
        if self.prints_effects:
            print("\n".join(wrapped("\n".join([*describe_rooms(rules.setup.castle), *summary_lines(rules, state)]))))
            return
        drawing = draw_castle(rules.setup.castle, marks_of(rules, state))
        print(paint(drawing) if self.coloured else drawing)
        print("\n".join(summary_lines(rules, state)))


def wrapped(text: str) -> list[str]:
    """The lines of a text, none wider than the terminal; a pipe's lines are never broken."""
    if not sys.stdout.isatty():
        return text.splitlines()
    columns = shutil.get_terminal_size().columns - 1
    return [part for line in text.splitlines() for part in textwrap.wrap(line, columns) or [""]]


def sentence_for(effect: Effect, *, alone: bool) -> str:
    """An effect as a line of text, with walls called as a player types them."""
    one, other = (read_cell(place) for place in (effect.from_, effect.to))
    wall = NAME_OF_WALL.get(Wall(one, other)) or NAME_OF_WALL.get(Wall(other, one)) if one and other else None
    if wall is None:
        return describe(effect, alone=alone)
    if effect.kind == "crossed":
        return f"  through the {COLOUR_NAMES[COLOURS.index(str(effect.piece))]} wall {wall}"
    reason = str(effect.reason).replace(f"between {list(one)} and {list(other)}", wall) if one and other else ""
    return describe(effect._replace(reason=reason), alone=alone)


def read_cell(place: str | None) -> Cell | None:
    """A cell of the castle written as row and column; ``None`` for every other place."""
    numbers = str(place).split(".")
    return (int(numbers[0]), int(numbers[1])) if len(numbers) == 2 and all(map(str.isdigit, numbers)) else None


def step_text(word: str) -> str:
    """The event for a step as people type it: c4n, e5, G, undo, forget."""
    if word in WALL_NAMES or TWO_CELLS.fullmatch(word):
        return f"wall {word}"
    if word in ROOMS:
        return f"passage {word}"
    if word.upper() in COLOURS and len(word) == 1:
        return f"change {word.upper()}"
    return word
