"""What screens are given: the view has the fields that its types name, and every effect is of a documented kind."""

from random import Random
from typing import get_type_hints

import pytest

import boohive
from boohive.games.booo.effects import EFFECT_KINDS, describe
from boohive.games.booo.view import BoooScenery, BoooView, PlayerData, ProofData


def check_view(view: dict[str, object]) -> None:
    """The keys of the view and of its parts are those of the types."""
    parts = [(view, BoooView), (view["proof"], ProofData)]
    for part, type_ in [*parts, *((player, PlayerData) for player in view["players"])]:  # type: ignore[attr-defined]
        assert part is None or list(part) == list(get_type_hints(type_))  # type: ignore[call-overload]


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("penalty", ["cooldown", "out", "give"])
def test_random_races_show_only_what_is_documented(players: int, penalty: str) -> None:
    options = {"players": players, "penalty": penalty, "chooser": "first_player", "umpire": "on", "proof": "relaxed"}
    position, rng = boohive.new("booo", **options), Random(players)
    assert list(position.scenery()) == list(get_type_hints(BoooScenery))
    for _ in range(300):
        check_view(position.view(0))
        if position.outcome is not None:
            break
        step = position.apply(position.random_event(rng))
        position = step.position
        for effect in step.effects:
            assert effect.kind in EFFECT_KINDS
            assert "None" not in describe(effect, alone=players == 1)
