"""Writes src/boohive/games/_types.pyi: what type checkers know of ``boohive.new`` and ``boohive.from_text``.

    python scripts/game_types.py          write it
    python scripts/game_types.py --check  fail if it is not what the games' options say

The games of this package are known by their ids, with their options and values; any other game is begun by
``boohive.GAMES[game_id].new()``.
"""

import sys
from pathlib import Path

from boohive.core.game import Game
from boohive.core.options import Option
from boohive.games import GAMES

FILE = Path(__file__).parents[1] / "src" / "boohive" / "games" / "_types.pyi"
OWN = "boohive.games."


def option_type(option: Option) -> str:
    """The values an option may have."""
    if isinstance(option.default, bool):
        return "bool"
    if isinstance(option.default, int):
        return "int"
    if not option.choices:
        return "str"
    values = "Literal[" + ", ".join(f'"{choice}"' for choice in option.choices) + "]"
    return f"{values} | bool" if {"true", "false"} <= set(option.choices) else values


def class_name(game: Game) -> str:
    """The name of the type of a game's options."""
    return "".join(word.capitalize() for word in game.id.split("-")) + "Options"


def options_class(game: Game) -> str:
    """A game's options."""
    lines = [f"    {option.name}: {option_type(option)}" for option in game.options]
    return "\n".join([f"class {class_name(game)}(TypedDict, total=False):", *lines])


def position_class(game: Game) -> str:
    """What ``new`` returns."""
    return "TurnPosition" if game.kind == "turns" else type(game.new()).__name__


def overloads(game: Game) -> tuple[str, str]:
    """``new`` and ``from_text`` of a game."""
    options, position = f"**options: Unpack[{class_name(game)}]", position_class(game)
    return (
        f'@overload\ndef new(game: Literal["{game.id}"], {options}) -> {position}: ...',
        f'@overload\ndef from_text(game: Literal["{game.id}"], text: str, {options}) -> {position}: ...',
    )


def text() -> str:
    """The whole file."""
    games = [GAMES[game_id] for game_id in GAMES if type(GAMES[game_id]).__module__.startswith(OWN)]
    races = {(type(game.new()).__module__, position_class(game)) for game in games if game.kind == "race"}
    parts = [
        "# Written by scripts/game_types.py.\n# fmt: off",
        "from typing import Literal, TypedDict, Unpack, overload",
        "\n".join(
            [
                "from boohive.core.turn_game import TurnPosition",
                *(f"from {module} import {name} as {name}" for module, name in sorted(races)),
            ]
        ),
        *(options_class(game) for game in games),
        "\n".join(overloads(game)[0] for game in games),
        "\n".join(overloads(game)[1] for game in games),
    ]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    if "--check" in sys.argv:
        if not FILE.exists() or FILE.read_text(encoding="utf-8") != text():
            sys.exit(f"{FILE.name} is not up to date: run python scripts/game_types.py")
        return
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
