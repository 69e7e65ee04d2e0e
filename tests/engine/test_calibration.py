"""Win probabilities are true: of the positions to which a scale gives 70 to 80 %, about 75 % are won.

``bench/data/calibration-GAME.json`` has the positions of games that ``python -m bench calibrate`` played.
"""

import math

import pytest
from bench.calibrate import Tally, curve, fitted_scale, kept, probability, tallied

from boohive.engine.levels import game_levels, win_probability

GAMES = ["boop", "boop-ghosts", "hive"]
TOGETHER = 10
"""The positions of a game are won or lost together: so many of them say as much as one of a game of its own."""


@pytest.mark.parametrize("game", GAMES)
def test_predicted_win_probabilities_are_within_a_few_points_of_the_results(game):
    for found in curve([(kept(game), game_levels(game).scale)]):
        error = 0.5 / math.sqrt(max(1, found.count / TOGETHER))
        assert abs(found.predicted - found.scored) <= 0.05 + error, found


@pytest.mark.parametrize("game", GAMES)
def test_the_scale_is_the_fitted_one(game):
    assert game_levels(game).scale == pytest.approx(fitted_scale(kept(game)), rel=0.05)


def test_a_scale_is_found_again():
    made = {score: Tally(1000, 1000 * probability(score, 120)) for score in range(-400, 401, 10)}
    assert fitted_scale(made) == 120


def test_positions_are_counted_by_rounded_score():
    assert tallied([[(14, 1.0), (-6, 0.5)], [(6, 0.0)]]) == {-10: Tally(1, 0.5), 10: Tally(2, 1.0)}


def test_the_engine_uses_the_scale_as_it_was_fitted():
    assert win_probability("boop", 80) == pytest.approx(probability(80, game_levels("boop").scale))
