"""The command line: ``boohive COMMAND ...``. Each command is a module of its own, loaded only when it is used."""

import argparse
import difflib
import errno
import os
import re
import sys
import textwrap
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import NoReturn

from boohive.core.errors import BoohiveError

__all__ = ["main"]

GROUPS = {
    "Play": {
        "serve": "play in the browser: start the server on this machine",
        "play": "play a game in the terminal",
        "hint": "suggest a move, step by step",
        "analyse": "evaluate a position, or review a saved game",
    },
    "Look": {
        "games": "list the games and their options",
        "show": "draw a position or a whole game",
        "moves": "list the legal moves of a position",
        "export": "convert game files: records, SGF, PGN, GameStrings",
        "turns": "list every whole turn of positions read from standard input, as JSON lines",
    },
    "Engine": {
        "arena": "play matches between levels or engines, with Elo and error bars",
        "uhp": "run as a Hive engine for viewers and arenas (Universal Hive Protocol)",
        "selfplay": "let levels play each other and keep the games as data",
        "dataset": "filter and rewrite the games of a selfplay file",
        "perft": "count sequences of whole turns",
        "bench": "measure how fast random games are played",
    },
    "Host": {
        "admin": "look after the tables and people of a server",
        "backup": "write everything a server has stored into one file",
        "restore": "fill a server's store from a backup",
        "cluster": "start PostgreSQL, Valkey and several servers on this machine",
    },
    "This program": {
        "doctor": "check what is installed here, and whether it works",
        "completion": "print the completion of commands for bash, zsh or fish",
        "man": "print the manual page of all commands",
    },
}
"""Commands with one line of help each; ``boohive.commands.NAME`` has ``add_arguments(parser)`` and ``run(args) -> int``."""
BROUGHT = "Games"
"""The group of the commands that games bring."""
COMMANDS = {name: (f"boohive.commands.{name}", text) for commands in GROUPS.values() for name, text in commands.items()}
"""Name, module and one line of help, in the order of the groups."""

SPELLINGS = {"analyze": "analyse"}
"""Other spellings of commands; help and completion have one of each."""

HELP_WIDTH = 79
REFUSED = 2
PIPE_CLOSED = 3
INTERRUPTED = 130
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Why standard output takes no more: the disk or what one may use of it is full, the file is too large, the disk is broken."""


TRY = """Examples:
  boohive serve --open
  boohive play hive --against 3
  boohive analyse game.pgn

'boohive COMMAND --help' explains a command, with examples."""


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
    open_closed_streams()
    arguments[:1] = [SPELLINGS.get(name, name) for name in arguments[:1]]
    try:
        return run_command(arguments)
    except ModuleNotFoundError as error:
        return refuse_missing(wanted_command(arguments) or "", error)
    except OSError as error:
        if error.errno not in NO_ROOM or error.filename is not None:
            raise
        print(f"boohive: the output cannot be written: {error.strerror}", file=sys.stderr)
        discard_output()
        return REFUSED


def open_closed_streams() -> None:
    """Standard streams that were closed, as by ``>&-``, take whatever is written and keep nothing."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open until the end
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


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
        return leave_after_closed_pipe()
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
        usage="boohive COMMAND ...",
        description=f"boop., BOOOOP., Hive and Booo! by their rulebooks.\n\n{overview(commands_with(arguments))}",
        epilog=TRY,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=Version, help="print version, build and extras, and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", help=argparse.SUPPRESS, prog="boohive")
    wanted = wanted_command(arguments)
    for name, (module, text) in commands_with(arguments).items():
        command = commands.add_parser(name, description=text[0].upper() + text[1:] + ".", allow_abbrev=False)
        if name == wanted:
            command.formatter_class = argparse.RawDescriptionHelpFormatter
            command.epilog = "\n  ".join(["Examples:", *examples_of(name)])
            import_module(module).add_arguments(command)
    return parser


def overview(commands: Mapping[str, tuple[str, str]]) -> str:
    """All commands by what they are for, with a line of help each."""
    groups = {**GROUPS, BROUGHT: {name: text for name, (_, text) in commands.items() if name not in COMMANDS}}
    width = max(map(len, commands)) + 2
    paragraphs = []
    for title, group in groups.items():
        lines = [
            textwrap.fill(text, HELP_WIDTH, initial_indent=f"  {name:<{width}}", subsequent_indent=" " * (width + 2))
            for name, text in group.items()
        ]
        paragraphs += ["\n".join([f"{title}:", *lines])] if lines else []
    return "\n\n".join(paragraphs)


def examples_of(name: str) -> tuple[str, ...]:
    """The end of a command's help."""
    if name in COMMANDS:
        from boohive.commands.examples import EXAMPLES

        return EXAMPLES[name]
    from boohive.games import GAMES

    return next(brought.examples for game in GAMES.get_all() for brought in game.commands if brought.name == name)


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
        from boohive.core.network import without_weights
        from boohive.games import GAMES

        extras = ", ".join(extra for extra in EXTRAS if installed(extra)) or "none"
        packages = {type(game).__module__.rpartition(".")[0] for game in GAMES.get_all()} - {""}
        missing = ", ".join(without_weights(packages))
        without = f"; no networks: {missing}" if missing else ""
        print(f"boohive {__version__} (kernels: {KERNEL_BUILD}; extras: {extras}{without})", flush=True)
        parser.exit(0)


def leave_after_closed_pipe() -> int:
    """Nobody reads our output any more, as after ``| head``: end in silence."""
    discard_output()
    return PIPE_CLOSED


def discard_output() -> None:
    """Keep Python from writing at its end what could not be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
