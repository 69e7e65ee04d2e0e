"""Levels, hints and reviews: what players promise."""

import json
import subprocess
import sys
from random import Random

import pytest

import boohive
from boohive.core.errors import BoohiveError, OptionError
from boohive.core.game import Event
from boohive.core.kernel import Moves, play_at, status_of
from boohive.core.search_kernel import winning_move
from boohive.engine import analyse
from boohive.engine.analysis import hint, review, to_analysis
from boohive.engine.deepening import PrincipalVariation, SearchInfo, last
from boohive.engine.levels import level_of, levels_of, win_probability
from boohive.engine.players import SPREAD, Player, choose, human_delay, level_today
from boohive.engine.time_control import ClockTime

FINISHED = "6/6/6/1ccc2/6/6 4,1,8,0 1 - -"
GAMES = ["boop", "boop-junior", "boop-ghosts", "hive"]


def random_position(game, win_probability, moves):
    position = boohive.new(game)
    for _ in range(moves):
        after = position.play(win_probability.choice(position.legal_moves))
        if after.outcome is not None:
            break
        position = after
    return position


def winning_codes(position):
    return [
        move.code
        for move in position.legal_moves
        if status_of(play_at(position._kernel, move.code)).result == position.to_move
    ]


@pytest.mark.parametrize("game", GAMES)
def test_there_are_eight_levels(game):
    assert len(levels_of(game)) == 8
    assert win_probability(game, 0) == 0.5
    assert win_probability(game, 300) > 0.8


def test_between_two_levels_are_others():
    low, between, high = (level_of("hive", number) for number in (3, 3.5, 4))
    assert low.nodes < between.nodes < high.nodes
    assert low.temperature > between.temperature > high.temperature
    assert low.sees_loss <= between.sees_loss <= high.sees_loss
    assert level_of("hive", 4.0) == high
    for number in (0, 0.9, 7.5, 9):
        with pytest.raises(OptionError, match="there is no level"):
            level_of("hive", number)


def test_no_line_of_an_analysis_looks_better_than_the_one_above_it():
    """A round that was cut short has newer scores for the first lines than for the rest."""
    position = boohive.new("boop")
    moves = [move.code for move in position.legal_moves[:3]]
    cut_short = SearchInfo(
        9, 1000, 10**9, tuple(map(PrincipalVariation, (20, 10, 35), ((code,) for code in moves))), False
    )
    lines = to_analysis(position, cut_short).lines
    assert [line.score for line in lines] == [20, 10, 10]
    assert lines[1].win_probability == lines[2].win_probability < lines[0].win_probability


def test_below_level_5_a_player_has_good_and_bad_days():
    days = [level_today(3, seed) for seed in range(100)]
    assert 3 - SPREAD <= min(days) < 3 - 0.9 * SPREAD
    assert 3 + 0.9 * SPREAD < max(days) <= 3 + SPREAD
    assert min(level_today(1, seed) for seed in range(100)) == 1.0
    assert max(level_today(4, seed) for seed in range(100)) <= 5
    assert [level_today(level, 7) for level in (5, 6, 7, 8)] == [5, 6, 7, 8]
    assert {Player(3, seed, game_seed=7).level for seed in range(9)} == {level_today(3, 7)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", [1, 4, 6, 8])
def test_every_level_plays_legal_moves_and_repeats_itself(game, level):
    position = random_position(game, Random(level), 9)
    move = choose(position, level, seed=3, time=0.05)
    assert move in position.legal_moves
    if level < 6:
        assert choose(position, level, seed=3, time=5.0) == choose(position, level, seed=3, time=5.0)


@pytest.mark.parametrize("game", ["boop", "boop-junior"])
@pytest.mark.parametrize("level", [5, 8])
def test_from_level_5_on_a_win_is_played_and_a_loss_avoided(game, level):
    rng = Random(11)
    wins = saves = 0
    for _ in range(150):
        position = random_position(game, rng, rng.randrange(8, 50))
        move = choose(position, level, seed=1, time=0.03)
        winning = winning_codes(position)
        if winning:
            wins += 1
            assert move.code in winning
        elif not position.mid_turn:
            safe = [m.code for m in position.legal_moves if win_of_the_other(position, m.code) is None]
            if safe and len(safe) < len(position.legal_moves):
                saves += 1
                assert move.code in safe
    assert wins > 5
    assert saves > 5


def win_of_the_other(position, code):
    """Their winning reply; for a move that leaves something to choose, to the choices too: whatever one of them allows."""
    after = play_at(position._kernel, code)
    if status_of(after).seat != position.to_move:
        return winning_move(after)
    legal = Moves(after)
    replies = [winning_move(play_at(after, legal.code(i))) for i in range(len(legal))]
    return None if None in replies else replies[0]


def test_a_weak_level_overlooks_things_and_a_strong_one_does_not():
    rng = Random(2)
    missed = {1: 0, 8: 0}
    for _ in range(150):
        position = random_position("boop-junior", rng, rng.randrange(6, 20))
        if winning_codes(position):
            for level in missed:
                missed[level] += choose(position, level, seed=5, time=0.02).code not in winning_codes(position)
    assert missed[8] == 0
    assert missed[1] > 3


def test_at_the_highest_level_the_first_player_of_the_younger_game_cannot_lose():
    rng = Random(3)
    for _ in range(30):
        position = boohive.new("boop-junior", draw="threefold")
        while position.outcome is None:
            mine = position.to_move == 0
            move = choose(position, 8, time=0.01) if mine else rng.choice(position.legal_moves)
            position = position.play(move)
        assert position.outcome.winner == 0


def test_a_level_that_does_not_exist_is_refused():
    with pytest.raises(BoohiveError, match="levels go from 1"):
        choose(boohive.new("boop"), 9)


@pytest.mark.parametrize("level", [0, -1, 9, 7.5, float("nan"), "a", "5", None, True])
def test_a_player_of_no_level_is_refused_before_it_plays(level):
    with pytest.raises(BoohiveError, match="levels go from 1"):
        Player(level)


@pytest.mark.parametrize("position", ["boop", None, boohive.new("booo"), boohive.from_text("boop", FINISHED)])
def test_a_player_refuses_what_it_cannot_play(position):
    with pytest.raises(BoohiveError, match=r"is not a position|without turns|the game is over"):
        Player(2).choose(position)


def test_a_pause_is_human():
    assert 0.4 <= human_delay(boohive.new("boop"), 1) <= 2.0


def test_analysis_deepens_and_is_plain_data():
    rounds = list(analyse(boohive.new("boop"), depth=4, lines=2))
    assert [found.depth for found in rounds] == [1, 2, 3, 4]
    data = json.loads(json.dumps(rounds[-1].as_data()))
    assert len(data["lines"]) == 2
    assert data["lines"][0]["moves"][0] == rounds[-1].best
    assert 0 <= data["lines"][0]["chance"] <= 1


def test_a_finished_game_is_refused():
    position = boohive.from_text("boop-junior", "kkk3/6/6/6/6/6 5,0,8,0 1 - -")
    with pytest.raises(BoohiveError, match="over"):
        last(analyse(position, depth=1))


def test_a_hint_says_where_what_and_why():
    found = hint(boohive.from_text("boop", "6/2k3/2k3/3K2/6/6 6,0,7,0 0 - -"), time=0.1)
    assert found.move in ("k c1", "k c4")
    assert "3 grow up" in found.reason
    winning = hint(boohive.from_text("boop-junior", "kk4/6/6/6/6/4KK 6,0,6,0 0 - -"), time=0.05)
    assert winning.reason.startswith("it wins at once")
    saving = hint(boohive.from_text("boop-junior", "6/k5/6/6/6/1KK3 7,0,6,0 0 - -"), time=0.1)
    assert "threatens to win" in saving.nudge


def test_a_review_finds_the_blunder():
    position = boohive.from_text("boop-junior", "kk4/6/6/6/6/1KK2k 5,0,6,0 0 - -")
    record = boohive.Record.of(position).add(Event(0, "k d3")).add(Event(1, "k d6"))
    found = review(record, time=0.05)
    assert found.moves[0].judgement == "blunder"
    assert found.turning_points == (1,)
    assert found.accuracy[0] < 20
    assert found.accuracy[1] > 95
    json.dumps(found.as_data())


def test_importing_boohive_does_not_load_the_engine():
    code = "import sys, boohive; print([name for name in sys.modules if name.startswith('boohive.engine')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize("game", GAMES)
def test_below_full_strength_a_move_costs_at_most_600_000_nodes(game):
    """A phone, which is a tenth as fast as this, plays like a server."""
    assert all(0 < level.nodes * level.candidates <= 600_000 for level in levels_of(game)[:-1])


@pytest.mark.skipif(boohive.KERNEL_BUILD == "pure", reason="uncompiled, the time counts too")
def test_below_full_strength_the_time_does_not_matter_unless_a_clock_runs():
    position = random_position("hive", Random(5), 12)
    hasty, patient = Player(5, 3, time=0.001), Player(5, 3, time=60)
    assert hasty.choose(position) == patient.choose(position)
    assert hasty.nodes == patient.nodes > 10_000
    hasty.choose(position, ClockTime(0.1))
    assert hasty.nodes < patient.nodes
    strict = Player(5, 3, time=0.001, keeps_time=True)
    strict.choose(position)
    assert strict.nodes < patient.nodes


@pytest.mark.parametrize("level", [5, 8])
def test_two_games_of_equal_levels_are_not_the_same_game(level):
    """Of equally good moves, such as those that a symmetry makes equal, each game has its own."""
    games = set()
    for seed in range(1, 5):
        position, moves = boohive.new("boop"), []
        for number in range(4):
            moves.append(Player(level, seed + 100 * number, max_nodes=2000).choose(position).text)
            position = position.play(moves[-1])
        games.add(tuple(moves))
    assert len(games) > 2
