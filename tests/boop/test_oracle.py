"""The package against the slow oracle: every whole turn of many random positions, under every setting of the options."""

import json
from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

import boohive
from boohive.commands.turns import answer
from boohive.core.turn_game import TurnGame
from oracle import boop as oracle
from quick import fewer

SETTINGS = [
    ("boop", {"eight_cat_return": cat, "opponent_line_wins": line}) for cat, line in product((True, False), repeat=2)
] + [
    ("boop-junior", {"junior_eight": eight, "opponent_line_wins": line})
    for eight, line in product(("win", "retrieve"), (True, False))
]
POSITIONS_PER_SETTING = fewer(2600)  # eight settings: more than 20,000 positions


def random_positions(game: str, options: dict[str, Any], seed: int) -> list[str]:
    """Positions of random games, which now and then place a random piece next to others to fill the bed."""
    rng, found = Random(seed), []
    while len(found) < POSITIONS_PER_SETTING:
        position = boohive.new(game, **options)
        while position.outcome is None:
            position = position.play(rng.choice(position.legal_moves))
            found.append(position.text)
    return found[:POSITIONS_PER_SETTING]


def in_any_order(output: dict[str, Any]) -> Any:
    return output["position"], output["outcome"], Counter(json.dumps(turn) for turn in output["turns"])


@pytest.mark.parametrize(("game", "options"), SETTINGS)
def test_every_turn_is_as_the_slow_rules_say(game: str, options: dict[str, Any]) -> None:
    row = boohive.GAMES[game]
    assert isinstance(row, TurnGame)
    rules = oracle.Rules(junior=game == "boop-junior", **options)
    for text in random_positions(game, options, seed=11):
        assert in_any_order(answer(row, text, options)) == in_any_order(oracle.answer(text, rules)), text
