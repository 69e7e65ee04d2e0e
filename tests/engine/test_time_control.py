"""A clock for the whole game: what a move may take, when a search stops early, and that no game is lost on time."""

from time import monotonic

import pytest

import boohive
from boohive.core.errors import OptionError
from boohive.engine.deepening import last, search
from boohive.engine.match_players import PlayerFailure, level_player
from boohive.engine.players import Player
from boohive.engine.time_control import MIN_SECONDS, ClockTime, StopRule, allotted

LONG = 3600.0


@pytest.mark.parametrize("increment", [0.0, 0.05, 2.0])
def test_a_clock_lasts_for_a_long_game(increment):
    """300 moves that take their usual time, and then 20 that take all they may."""
    left = 60.0
    for number in range(320):
        time = allotted(ClockTime(left, increment), LONG)
        assert 0 <= time.soft <= time.hard
        left -= time.soft if number < 300 else time.hard
        assert left > 0 or number >= 310
        left += increment


def test_what_a_move_may_take():
    """By hand: 25 moves to go and 70 % of the increment, four times that in doubt, a fifth of what is left at most."""
    assert allotted(ClockTime(25.05, 1.0), LONG).soft == pytest.approx(1.7)
    assert allotted(ClockTime(25.05, 1.0), LONG).hard == pytest.approx(5.0)
    assert allotted(ClockTime(100.05), 1.0) == (1.0, 1.0)
    assert allotted(ClockTime(0.01), LONG).hard == MIN_SECONDS


def rounds_until_enough(bests, effort):
    """After how many rounds of a tenth of a second each the search has seen enough of one second."""
    rule = StopRule(1.0)
    for number, best in enumerate(bests, 1):
        if rule.is_enough(0.1 * number, best, effort):
            return number
    return None


def test_a_clear_move_takes_less_time_than_a_doubtful_one():
    steady, changing = [7] * 30, list(range(1, 31))
    assert rounds_until_enough(steady, 0.9) < rounds_until_enough(steady, 0.3) < rounds_until_enough(changing, 0.3)
    assert rounds_until_enough(changing, 0.9) == 6


def test_a_search_ends_when_it_has_seen_enough():
    position = boohive.new("boop").play("k c3")
    begun = monotonic()
    found = last(search(position, time=LONG, soft_time=0.02))
    assert found.completed
    assert monotonic() - begun < 5
    assert last(search(position, time=0.05, soft_time=LONG)).depth > 0


@pytest.mark.parametrize("level", [3, 7, 8])
def test_a_player_in_a_hurry_answers_in_time(level):
    """The quickest of some tries: a machine busy with other things may be late."""
    assert any(seconds_in_a_hurry(level) < 0.3 for _ in range(5))


def seconds_in_a_hurry(level):
    begun = monotonic()
    Player(level).choose(boohive.new("boop"), ClockTime(0.5))
    return monotonic() - begun


def test_a_player_of_a_match_has_a_clock():
    player = level_player("8,clock=3000,increment=100", 0, 0.2)
    position = boohive.new("boop")
    player.choose(position)
    assert player.clock.increment == 0.1
    assert 2.0 < player.clock.remaining < 3.1
    assert player.time_limit(0.2) > LONG
    player.clock = ClockTime(0.0)
    with pytest.raises(PlayerFailure, match="lost on time"):
        player.choose(position)
    with pytest.raises(OptionError):
        level_player("8,clock=0", 0, 0.2)
