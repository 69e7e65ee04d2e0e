"""``boohive turns``: every whole turn of each position read, as JSON lines, for independent checks."""

import argparse
import json
import sys
from typing import Any

from boohive.commands.common import add_game, add_settings, given_options, turn_game
from boohive.core.errors import BoohiveError
from boohive.core.game import Outcome
from boohive.core.options import OptionValue
from boohive.core.turn_game import TurnGame, TurnPosition


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which game."""
    add_game(parser)
    parser.add_argument("--stdin", action="store_true", required=True, help="read one position text a line")
    add_settings(parser)


def run(args: argparse.Namespace) -> int:
    """Answer each line with one line."""
    game = turn_game(args)
    given = given_options(args, game, game.research_options())
    game.new(**given)  # an impossible option is refused before anything is read
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    for line in sys.stdin:
        print(json.dumps(answer(game, line, given), ensure_ascii=False), flush=True)
    return 0


def answer(game: TurnGame, line: str, given: dict[str, OptionValue]) -> dict[str, Any]:
    """The turns of one position, or what is wrong with its text."""
    try:
        position = game.from_text(line.strip(), **given)
    except BoohiveError as error:
        return {"error": str(error)}
    return {
        "position": position.text,
        "outcome": as_data(position.outcome),
        "turns": [[after.text, as_data(after.outcome)] for after in whole_turns(position)],
    }


def as_data(outcome: Outcome | None) -> dict[str, Any] | None:
    """An outcome for JSON."""
    return outcome._asdict() if outcome is not None else None


def whole_turns(position: TurnPosition) -> list[TurnPosition]:
    """The position after each whole turn; two turns to one position are two entries."""
    found = []
    for move in position.legal_moves:
        after = position.play(move)
        found += whole_turns(after) if after.mid_turn else [after]
    return found
