"""``boohive games``: what can be played, and what may be agreed on."""

import argparse
import json
import sys

from boohive.core.game import Game, ViewData
from boohive.core.options import format_value
from boohive.games import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--json."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Print the games."""
    if args.json:
        print(json.dumps([as_data(game) for game in GAMES.values()], ensure_ascii=False, indent=2))
    else:
        print("\n\n".join(describe(game) for game in GAMES.values()))
    for reason in GAMES.broken.values():
        print(f"boohive games: {reason}", file=sys.stderr)
    return 0


def describe(game: Game) -> str:
    """A game and its options."""
    players = (
        f"{game.player_counts[0]}"
        if len(game.player_counts) == 1
        else f"{game.player_counts[0]} to {game.player_counts[-1]}"
    )
    lines = [f"{game.id}: {game.title} ({players} players)", f"  {game.summary}"]
    for option in game.options:
        at_table = game.table_defaults.get(option.name, option.default)
        default = format_value(option.default) + (
            f"; at a table {format_value(at_table)}" if at_table != option.default else ""
        )
        lines.append(f"    {option.name}={option.describe_values()} ({default}): {option.help}")
    for preset in game.presets:
        settings = " ".join(f"{name}={format_value(value)}" for name, value in preset.options.items())
        lines.append(f"    preset '{preset.name}' ({settings}): {preset.help}")
    return "\n".join(lines)


def as_data(game: Game) -> ViewData:
    """The same as plain data."""
    return {
        "id": game.id,
        "title": game.title,
        "summary": game.summary,
        "seats": list(game.player_counts),
        "options": [
            {"name": each.name, "values": each.describe_values(), "default": each.default, "help": each.help}
            for each in game.options
        ],
        "presets": [{"name": each.name, "chosen": dict(each.options), "help": each.help} for each in game.presets],
        "table_defaults": dict(game.table_defaults),
    }
