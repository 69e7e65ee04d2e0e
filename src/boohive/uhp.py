"""``boohive uhp``: Hive for viewers and arenas, by the Universal Hive Protocol.

One command a line; the answer is any number of lines and then ``ok``, also after a refusal: ``invalidmove`` when a move
cannot be read or is not legal, ``err`` for everything else. A refused command changes nothing.
"""

import os
import re
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from io import TextIOWrapper
from random import Random
from time import monotonic
from typing import TextIO

from boohive.core.errors import BoohiveError, IllegalMove, NotationError
from boohive.core.kernel import Moves
from boohive.core.perft import perft
from boohive.core.turn_game import TurnPosition
from boohive.engine.deepening import SearchControl, SearchInfo, TranspositionTable, search
from boohive.engine.forced_wins import search_with_proof
from boohive.engine.levels import FULL_STRENGTH
from boohive.engine.players import Player
from boohive.games.hive import move_texts, notation, spelling
from boohive.games.hive.game import HIVE
from boohive.games.hive.rules import HiveKernel

__all__ = ["Engine", "serve"]

Lines = Iterator[str]

HELP = """info                     who this is and which expansions it knows
newgame [type|game]      a new game of this type, or the game of a GameString
play MOVE, pass          play a move
validmoves               all legal moves
bestmove time hh:mm:ss   the best move found in this time
bestmove depth N         the best move found this many turns deep
undo [N]                 take back moves
options                  all options; options get NAME, options set NAME VALUE
perft N                  count the sequences of up to N moves
exit                     leave"""

MAX_PERFT_DEPTH = 12
MAX_SECONDS = 24 * 3600


@dataclass(frozen=True)
class EngineOption:
    """One option of the engine."""

    name: str
    kind: str
    default: str
    limits: tuple[str, ...] = ()

    def read(self, value: str) -> str:
        """The value as it is written; refused with what would do."""
        if self.kind == "bool" and value.capitalize() in ("True", "False"):
            return value.capitalize()
        if self.kind == "int" and re.fullmatch(r"[0-9]{1,9}", value):
            minimum, maximum = map(int, self.limits)
            if minimum <= int(value) <= maximum:
                return str(int(value))
        if self.kind == "enum":
            for word in self.limits:
                if word.lower() == value.lower():
                    return word
        allowed = "True or False" if self.kind == "bool" else (" to " if self.kind == "int" else ", ").join(self.limits)
        raise NotationError(f"{self.name} cannot be {notation.short(value)}; it is {allowed}")


THREADS = max(1, os.cpu_count() or 1)
ENGINE_OPTIONS = [
    EngineOption("Threads", "int", "1", ("1", str(THREADS))),
    EngineOption("TableSizeMiB", "int", "64", ("1", "4096")),
    EngineOption("Level", "int", str(FULL_STRENGTH), ("1", str(FULL_STRENGTH))),
    EngineOption("Repetition", "bool", "True"),
    EngineOption("ReportIntermediateBestMoves", "bool", "False"),
    EngineOption("MoveSpelling", "enum", spelling.OWN, spelling.SPELLINGS),
]

TIME_RESERVE = 0.015
"""Seconds of a move's time that are not used, so that the answer arrives before it is over."""


class Engine:
    """One game and the options, answering one command after another."""

    def __init__(self) -> None:
        self.games: list[TurnPosition[HiveKernel]] = []
        self.option_values = {option.name: option.default for option in ENGINE_OPTIONS}
        self._table: TranspositionTable | None = None
        self.game_seed = new_game_seed()
        self.exiting = False

    def answer(self, line: str) -> Lines:
        """The lines before ``ok``."""
        word, _, rest = line.strip().partition(" ")
        command = COMMANDS.get(word.lower())
        try:
            if command is None:
                raise NotationError(f"{notation.short(word)} is not a command; try help")
            yield from command(self, rest.strip())
        except IllegalMove as error:
            yield f"invalidmove {one_line(error)}"
        except BoohiveError as error:
            yield f"err {one_line(error)}"
        except Exception as error:
            # Our own mistake; a viewer in the middle of a game is better served by a refusal than by silence.
            yield f"err boohive made a mistake ({type(error).__name__}: {' '.join(str(error).split())}); please report it"

    # The game

    @property
    def game(self) -> TurnPosition[HiveKernel]:
        """The position now."""
        if not self.games:
            raise NotationError("there is no game yet; start one with newgame")
        return self.games[-1]

    def require_ongoing(self) -> TurnPosition[HiveKernel]:
        """The position now, if the game is not over."""
        outcome = self.game.outcome
        if outcome is not None:
            raise NotationError(f"the game is over ({outcome.reason}); start a new one or undo")
        return self.game

    def info(self, rest: str) -> Lines:
        """Name, version, expansions."""
        from boohive import __version__

        yield f"id boohive {__version__}"
        yield "Mosquito;Ladybug;Pillbug"

    def newgame(self, rest: str) -> Lines:
        """An empty table, or the moves of a GameString played through."""
        repetition = self.option_values["Repetition"].lower()
        kind, moves = notation.split_game(rest or "Base")
        games = [HIVE.new(**{**HIVE.match_options(), "type": kind, "repetition": repetition})]
        renumber = notation.Renumbering()
        for move in moves:
            try:
                games.append(games[-1].play(renumber(move)))
            except BoohiveError as error:
                number = len(games)
                raise NotationError(f"move {number}, {notation.short(move)}: {error}") from None
        self.games = games
        if not moves:
            self.game_seed = new_game_seed()
        yield self.game.text

    def play(self, rest: str) -> Lines:
        """One move."""
        position = self.require_ongoing()
        try:
            self.games.append(position.play(rest))
        except BoohiveError as error:
            raise IllegalMove(str(error)) from None
        yield self.game.text

    def pass_turn(self, rest: str) -> Lines:
        """The same as ``play pass``."""
        yield from self.play(move_texts.PASS_WORD)

    def validmoves(self, rest: str) -> Lines:
        """All legal moves in one line."""
        position = self.require_ongoing()
        yield ";".join(self.spell(position, code) for code in position.legal_moves.codes())

    def undo(self, rest: str) -> Lines:
        """Take back one move or more, also of a finished game."""
        played = len(self.games) - 1 if self.game else 0
        count = read_number(rest or "1", "how many moves to take back", 1)
        if count > played:
            raise NotationError(f"{count} moves cannot be taken back; {played} were played")
        del self.games[-count:]
        yield self.game.text

    def perft(self, rest: str) -> Lines:
        """A row for each depth."""
        deepest = read_number(rest, "how deep to count", 0)
        if deepest > MAX_PERFT_DEPTH:
            raise NotationError(f"depth {deepest} would take for ever; {MAX_PERFT_DEPTH} is the deepest")
        kernel = self.game._kernel
        is_over = self.game.outcome is not None
        for depth in range(deepest + 1):
            yield f"{depth}: {0 if is_over and depth else perft(kernel, depth)}"

    # Search

    def bestmove(self, rest: str) -> Lines:
        """The best move found; it is not played."""
        limit_kind, _, limit = rest.partition(" ")
        if limit_kind.lower() == "time":
            yield from self.search(time=read_time(limit.strip()))
        elif limit_kind.lower() == "depth":
            yield from self.search(depth=read_number(limit.strip(), "how deep to look", 0))
        else:
            raise NotationError("say how long to think: bestmove time hh:mm:ss or bestmove depth N")

    def search(self, time: float | None = None, depth: int | None = None) -> Lines:
        """Search until the limit; the last line is the move."""
        position, level = self.require_ongoing(), int(self.option_values["Level"])
        best = Moves(position._kernel).code(0)
        if time != 0 and depth != 0 and len(position.legal_moves) > 1:
            if level < FULL_STRENGTH:
                best = Player(level, self.game_seed, time or MAX_SECONDS, keeps_time=True).code(position)
            elif time is None:
                iterations = search(position, depth=depth, threads=self.threads(), table=self.table())
                best = yield from self.report_and_choose(position, iterations)
            else:
                best = yield from self.search_for_time(position, max(time - TIME_RESERVE, time / 2))
        yield self.spell(position, best)

    def spell(self, position: TurnPosition[HiveKernel], code: int) -> str:
        """A move as the option wants it."""
        return spelling.write_move(position._kernel, code, self.option_values["MoveSpelling"])

    def search_for_time(self, position: TurnPosition[HiveKernel], time: float) -> Generator[str, None, int]:
        """Full strength, as ``Player`` has it."""
        begun = monotonic()
        table = self.table()  # A large one takes a while to make, which counts.
        time = max(time - (monotonic() - begun), time / 2)
        iterations = search_with_proof(position, time, SearchControl(), threads=self.threads(), table=table)
        return (yield from self.report_and_choose(position, iterations))

    def report_and_choose(
        self, position: TurnPosition[HiveKernel], iterations: Iterator[SearchInfo]
    ) -> Generator[str, None, int]:
        """The move of the last iteration; each iteration is reported if the option asks for it."""
        best = None
        for info in iterations:
            if self.option_values["ReportIntermediateBestMoves"] == "True":
                yield describe(position, info, self.spell)
            best = info.best
        assert best is not None
        return best

    def threads(self) -> int:
        """How many threads search."""
        return int(self.option_values["Threads"])

    def table(self) -> TranspositionTable:
        """The table of earlier searches."""
        wanted = int(self.option_values["TableSizeMiB"])
        if self._table is None or self._table.size_mib != wanted:
            self._table = TranspositionTable(wanted)
        return self._table

    # Options

    def options(self, rest: str) -> Lines:
        """List all options, get one, or set one."""
        words = rest.split()
        if not words:
            yield from (self.option_line(option) for option in ENGINE_OPTIONS)
        elif words[0].lower() == "get" and len(words) == 2:
            yield self.option_line(option_named(words[1]))
        elif words[0].lower() == "set" and len(words) == 3:
            yield self.option_line(self.set_option(words[1], words[2]))
        else:
            raise NotationError("write options, options get NAME or options set NAME VALUE")

    def set_option(self, name: str, value: str) -> EngineOption:
        """Give an option another value."""
        option = option_named(name)
        self.option_values[option.name] = option.read(value)
        return option

    def option_line(self, option: EngineOption) -> str:
        """An option as the protocol writes it."""
        return ";".join([option.name, option.kind, self.option_values[option.name], option.default, *option.limits])

    def help(self, rest: str) -> Lines:
        """The list of commands."""
        yield from HELP.splitlines()

    def exit(self, rest: str) -> Lines:
        """Leave after this answer."""
        self.exiting = True
        yield from ()


COMMANDS: dict[str, Callable[[Engine, str], Lines]] = {
    "info": Engine.info,
    "newgame": Engine.newgame,
    "play": Engine.play,
    "pass": Engine.pass_turn,
    "validmoves": Engine.validmoves,
    "bestmove": Engine.bestmove,
    "undo": Engine.undo,
    "options": Engine.options,
    "perft": Engine.perft,
    "help": Engine.help,
    "exit": Engine.exit,
    "quit": Engine.exit,
}


def new_game_seed() -> int:
    """A seed for one game of a player below full strength."""
    return Random().getrandbits(32)


def describe(
    position: TurnPosition[HiveKernel], info: SearchInfo, spell: Callable[[TurnPosition[HiveKernel], int], str]
) -> str:
    """An iteration of the search: move, depth, score and the moves expected after it."""
    line, after = [], position
    for code in info.variations[0].moves:
        if after.outcome is not None or not Moves(after._kernel).holds(code):
            break
        line.append(spell(after, code))
        after = after.play(after.move(code))
    return ";".join([line[0], str(info.depth), str(info.score), *line])


def one_line(error: BoohiveError) -> str:
    """The message on one line, without anything that could end it."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in str(error)).split())


def read_number(text: str, what: str, minimum: int) -> int:
    """A whole number."""
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) < minimum:
        raise NotationError(f"{notation.short(text)} does not say {what}; write a whole number from {minimum} on")
    return int(text)


def read_time(text: str) -> float:
    """Seconds of hh:mm:ss."""
    words = re.fullmatch(r"([0-9]{1,4}):([0-5]?[0-9]):([0-5]?[0-9](?:\.[0-9]{1,6})?)", text)
    if words is None:
        raise NotationError(f"{notation.short(text)} is not a time; write hours, minutes and seconds, such as 00:00:05")
    return min(3600 * int(words[1]) + 60 * int(words[2]) + float(words[3]), MAX_SECONDS)


def option_named(name: str) -> EngineOption:
    """The option with this name."""
    for option in ENGINE_OPTIONS:
        if option.name.lower() == name.lower():
            return option
    names = ", ".join(option.name for option in ENGINE_OPTIONS)
    raise NotationError(f"there is no option {notation.short(name)}; the options are {names}")


def serve(commands: TextIO, answers: TextIO, values: Mapping[str, str] | None = None) -> None:
    """Answer every line until the input ends or the command ``exit``; ``values`` of options are set before."""
    engine = Engine()
    for name, value in (values or {}).items():
        engine.set_option(name, value)
    write_answer(engine.answer("info"), answers)
    for line in commands:
        write_answer(engine.answer(line), answers)
        if engine.exiting:
            return


def write_answer(lines: Lines, answers: TextIO) -> None:
    """Write one answer line by line, so that a viewer can follow the search."""
    for line in lines:
        print(line, file=answers, flush=True)
    print("ok", file=answers, flush=True)


def main(values: Mapping[str, str] | None = None) -> None:
    """Serve the standard streams."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    serve(sys.stdin, sys.stdout, values)
