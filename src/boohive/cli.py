"""The command line: ``boohive COMMAND ...``. Each command is a module of its own, loaded only when it is used."""

import argparse
import difflib
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from boohive.core.errors import BoohiveError

__all__ = ["main"]

COMMANDS = {
    "games": ("boohive.commands.games", "list the games and their options"),
    "play": ("boohive.commands.play", "play a game in the terminal"),
    "admin": ("boohive.commands.admin", "look after the tables and people of a server"),
    "backup": ("boohive.commands.backup", "write everything a server has stored into one file"),
    "cluster": ("boohive.commands.cluster", "start PostgreSQL, Valkey and several servers on this machine"),
    "restore": ("boohive.commands.restore", "fill a server's store from a backup"),
    "serve": ("boohive.commands.serve", "play in the browser: start the server on this machine"),
    "show": ("boohive.commands.show", "draw a position or a whole game"),
    "moves": ("boohive.commands.moves", "list the legal moves of a position"),
    "dataset": ("boohive.commands.dataset", "filter and rewrite the games of a selfplay file"),
    "selfplay": ("boohive.commands.selfplay", "let levels play each other and keep the games as data"),
    "perft": ("boohive.commands.perft", "count sequences of whole turns"),
    "bench": ("boohive.commands.bench", "measure how fast random games are played"),
    "uhp": ("boohive.commands.uhp", "be a Hive engine for viewers and arenas (Universal Hive Protocol)"),
    "export": ("boohive.commands.export", "rewrite a game of Hive as GameString, PGN, SGF or record"),
    "analyse": ("boohive.commands.analyse", "what the engine thinks of a position or of a saved game"),
    "hint": ("boohive.commands.hint", "where to look, what to play, and why"),
    "arena": ("boohive.commands.arena", "matches between levels or engines, with Elo and error bars"),
    "doctor": ("boohive.commands.doctor", "what is installed here, and whether it works"),
    "completion": ("boohive.commands.completion", "print the completion of commands for bash, zsh or fish"),
    "man": ("boohive.commands.man", "print the manual page of all commands"),
    "turns": ("boohive.commands.turns", "list every whole turn of positions read from standard input, as JSON lines"),
}
"""Name, module and one line of help. A module has ``add_arguments(parser)`` and ``run(args) -> int``."""

SPELLINGS = {"analyze": "analyse"}
"""Other spellings of commands; help and completion have one of each."""

REFUSED = 2
PIPE_CLOSED = 3
INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence instead of printing the whole usage."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments; a command that was misspelt is guessed."""
        word = re.match(r"argument COMMAND: invalid choice: '([^']*)'", message)
        meant = difflib.get_close_matches(word[1], COMMANDS, 1) if word else []
        if word and meant:
            message = f"there is no command '{word[1]}'; did you mean {meant[0]}?"
            self.exit(REFUSED, f"{self.prog}: {message}\n")
        self.exit(REFUSED, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    arguments[:1] = [SPELLINGS.get(name, name) for name in arguments[:1]]
    try:
        return run_command(arguments)
    except ModuleNotFoundError as error:
        return refuse_missing(wanted_command(arguments) or "", error)


def run_command(arguments: Sequence[str]) -> int:
    """The same, where every package is installed."""
    parser = build_parser(arguments)
    args, unknown = parser.parse_known_args(arguments)
    if unknown:
        parser.prog = f"boohive {args.command}" if args.command else "boohive"
        parser.error(f"unknown: {' '.join(unknown)}")
    if args.command is None:
        parser.print_help()
        return 0
    args.all_commands = lambda: commands_with(())  # for completion and the manual page
    try:
        code: int = import_module(commands_with(arguments)[args.command][0]).run(args)
        sys.stdout.flush()
    except BoohiveError as error:
        print(f"boohive {args.command}: {error}", file=sys.stderr)
        return REFUSED
    except BrokenPipeError:
        return leave_after_closed_pipe(args.command)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return code


def refuse_missing(command: str, error: ModuleNotFoundError) -> int:
    """Say which extra brings a module that is not there; any other module is our own mistake."""
    from boohive.core.extras import missing

    refusal = missing(f"boohive {command}", error)
    if refusal is None:
        raise error
    print(refusal, file=sys.stderr)
    return REFUSED


def wanted_command(arguments: Sequence[str]) -> str | None:
    """The first word that is not an option."""
    return next((word for word in arguments if not word.startswith("-")), None)


def build_parser(arguments: Sequence[str]) -> Parser:
    """The parser; only the command that was asked for brings its own arguments."""
    parser = Parser(
        prog="boohive",
        description="boop., BOOOOP., Hive and Booo! by their rulebooks.",
        epilog="Try: boohive play boop",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=Version, help="print version, build and extras, and leave")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    wanted = wanted_command(arguments)
    for name, (module, text) in commands_with(arguments).items():
        command = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".", allow_abbrev=False)
        if name == wanted:
            import_module(module).add_arguments(command)
    return parser


def commands_with(arguments: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Our commands, and those that games bring; games are loaded only when no command of ours is meant."""
    wanted = wanted_command(arguments)
    if wanted in COMMANDS:
        return COMMANDS
    from boohive.games import GAMES

    brought = [command for game in GAMES.get_all() for command in game.commands]
    return {**COMMANDS, **{command.name: (command.module, command.help) for command in brought}}


class Version(argparse.Action):
    """Prints the version, which is looked up only then."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print it and leave."""
        from boohive import KERNEL_BUILD, __version__
        from boohive.core.extras import EXTRAS, installed

        extras = ", ".join(extra for extra in EXTRAS if installed(extra)) or "none"
        print(f"boohive {__version__} (kernels: {KERNEL_BUILD}; extras: {extras})")
        parser.exit(0)


def leave_after_closed_pipe(command: str) -> int:
    """Nobody reads our output any more: say so, and keep Python from trying to write the rest."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    print(f"boohive {command}: the output was closed before everything was written", file=sys.stderr)
    return PIPE_CLOSED


if __name__ == "__main__":
    sys.exit(main())
