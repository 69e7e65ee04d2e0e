"""``boohive man``: the manual page of all commands, made from what they say of themselves.

boohive man | man -l -                                             # read it
boohive man > ~/.local/share/man/man1/boohive.1                    # keep it where man looks
"""

import argparse
from collections.abc import Iterator
from importlib import import_module

from boohive import __version__
from boohive.core.extras import missing

FILES = """.SH FILES
.TP
.I ~/.local/share/boohive/boohive.sqlite3
the tables of
.BR "boohive serve" ,
unless --db or the variable BOOHIVE_DB names another database
.SH EXIT STATUS
0 after success, 2 for a wrong command line or a refused file, 3 when the output was closed, 130 after Ctrl+C."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing."""


def run(args: argparse.Namespace) -> int:
    """Print the page."""
    print(f'.TH BOOHIVE 1 "" "boohive {__version__}" "User commands"')
    print(".SH NAME\nboohive \\- play boop., BOOOOP., Hive and Booo!, and use their rules")
    print(".SH SYNOPSIS\n.B boohive\n.I COMMAND\n[arguments]\n.SH COMMANDS")
    for name, (module, summary) in sorted(args.all_commands().items()):
        print("\n".join(command_lines(name, module, summary)))
    print(FILES)
    return 0


def command_lines(name: str, module: str, summary: str) -> Iterator[str]:
    """A section about one command."""
    yield f".SS boohive {plain(name)}\n{sentence(summary)}"
    parser = argparse.ArgumentParser(prog=f"boohive {name}", add_help=False)
    try:
        import_module(module).add_arguments(parser)
    except ModuleNotFoundError as error:
        yield f".PP\n{plain(str(missing(f'boohive {name}', error) or error))}"
        return
    yield from argument_lines(parser)


def argument_lines(parser: argparse.ArgumentParser) -> Iterator[str]:
    """A paragraph about each argument; a command of commands has one about each of these."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for words in action._choices_actions:
                yield f".TP\n.B {plain(words.dest)}\n{sentence(words.help or '')}"
            continue
        names = ", ".join(action.option_strings) or str(action.metavar or action.dest)
        value = f" {value_of(action)}" if action.option_strings and action.nargs != 0 else ""
        yield f".TP\n.B {plain(names)}{plain(value)}\n{sentence(parser_help(parser, action))}"


def value_of(action: argparse.Action) -> str:
    """What is written behind an option."""
    if isinstance(action.metavar, tuple):
        return " ".join(action.metavar)
    return action.metavar or ("|".join(map(str, action.choices)) if action.choices else action.dest.upper())


def parser_help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    """An argument's help with its default filled in."""
    return argparse.HelpFormatter(parser.prog)._expand_help(action) if action.help else ""


def sentence(text: str) -> str:
    """A line of text that cannot be taken for a command of the page."""
    return f"\\&{plain(text)}"


def plain(text: str) -> str:
    """Text in which roff finds nothing of its own."""
    return text.replace("\\", "\\e").replace("-", "\\-").replace("\n", " ")
