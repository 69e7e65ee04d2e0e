"""The long form: games by keyboard alone and games with lost connections, ten times in a row (`./dev soak tests/web`)."""

import os

import pytest

from web import races
from web.whole_games import GAMES, between_two, by_keyboard

TIMES = range(1, 1 + int(os.environ.get("BOOHIVE_TIMES", "10")))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("time", TIMES)
def test_by_keyboard_only(visit, game, time):
    by_keyboard(visit(f"/play/{game}"), game, time)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("time", TIMES)
def test_between_two_browsers_with_a_lost_connection(visit, game, time, complaints):
    between_two(visit(f"/play/{game}"), visit("/"), game, complaints, time)


@pytest.mark.slow
@pytest.mark.parametrize("time", TIMES)
def test_a_race_by_keyboard_only(visit, time):
    races.by_keyboard(visit("/play/booo"))


@pytest.mark.slow
@pytest.mark.parametrize("time", TIMES)
def test_a_race_between_two_browsers_with_a_lost_connection(visit, time, complaints):
    races.between_two(visit("/play/booo"), visit("/"), complaints)
