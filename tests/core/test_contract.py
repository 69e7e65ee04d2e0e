"""One test over every game on the shelf: no game is excused by name."""

from random import Random

import pytest

import boohive
from boohive.core.testing import check_game, option_settings


@pytest.mark.parametrize("game", boohive.GAMES)
def test_every_game_keeps_the_promise(game: str) -> None:
    assert check_game(boohive.GAMES[game], games=4, every=3) > 20


@pytest.mark.parametrize("game", boohive.GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_every_game_keeps_the_promise_with_any_options(game: str, seed: int) -> None:
    row = boohive.GAMES[game]
    check_game(row, games=1, seed=seed, options=option_settings(row, Random(seed)), every=5)


@pytest.mark.parametrize("game", boohive.GAMES)
def test_every_game_keeps_the_promise_as_it_is_set_on_a_table(game: str) -> None:
    row = boohive.GAMES[game]
    check_game(row, games=1, seed=9, options=row.table_defaults, every=5)
