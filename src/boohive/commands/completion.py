"""``boohive completion``: what the shell needs to complete commands, options and games.

eval "$(boohive completion bash)"       # in ~/.bashrc; zsh likewise in ~/.zshrc
boohive completion fish | source        # in ~/.config/fish/config.fish
"""

import argparse
from importlib import import_module

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """For which shell."""
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=f"one of {', '.join(SHELLS)}")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    found = {name: words_of(module) for name, (module, _) in sorted(args.all_commands().items())}
    print(fish(found) if args.shell == "fish" else bash(found, zsh=args.shell == "zsh"))
    return 0


def words_of(module: str) -> list[str]:
    """What can follow a command: its options, the words it takes, and the games where it takes one."""
    from boohive.games import GAMES

    parser = argparse.ArgumentParser()
    try:
        import_module(module).add_arguments(parser)
    except ModuleNotFoundError:  # The command's extra is not installed.
        return ["--help"]
    words: list[str] = []
    for action in parser._actions:
        words += [word for word in action.option_strings if word.startswith("--")]
        if not action.option_strings:
            words += list(GAMES) if action.dest == "game" else map(str, action.choices or ())
    return words


def bash(commands: dict[str, list[str]], zsh: bool) -> str:
    """A function that looks at the first word; zsh runs it in its own emulation of bash."""
    cases = "\n".join(f'        {name}) words="{" ".join(words)}" ;;' for name, words in commands.items())
    start = "autoload -U +X bashcompinit && bashcompinit\n" if zsh else ""
    return f"""{start}_boohive() {{
    local words="{" ".join(commands)} --help --version"
    if [ "$COMP_CWORD" -gt 1 ]; then
        case "${{COMP_WORDS[1]}}" in
{cases}
        *) words="" ;;
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _boohive boohive"""


def fish(commands: dict[str, list[str]]) -> str:
    """A line for each command."""
    lines = [f"complete -c boohive -n __fish_use_subcommand -f -a '{' '.join(commands)}'"]
    lines += [
        f"complete -c boohive -n '__fish_seen_subcommand_from {name}' -a '{' '.join(words)}'"
        for name, words in commands.items()
    ]
    return "\n".join(lines)
