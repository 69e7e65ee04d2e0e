"""Small decisions of the engine, each called by itself: a level's choice, an unfinished round, repetition at the root."""

from random import Random

import pytest

import boohive
from boohive.core.errors import OptionError
from boohive.engine import scores
from boohive.engine.deepening import PrincipalVariation, last, merge, search
from boohive.engine.levels import level_of, levels_of, win_probability
from boohive.engine.match_players import level_player
from boohive.engine.players import pick
from boohive.engine.search import PARAMETERS

GAMES = ["boop", "boop-junior", "boop-ghosts", "hive"]


@pytest.mark.parametrize("game", GAMES)
def test_a_level_never_plays_a_move_that_loses_more_than_its_limit(game):
    """Weak levels choose softly, but do not throw games away."""
    variations = tuple(PrincipalVariation(score, (move,)) for move, score in enumerate((300, 250, 0, -200, -500, -900)))
    best = win_probability(game, 300)
    for number in range(1, len(levels_of(game))):
        level = level_of(game, number)
        allowed = {each.moves[0] for each in variations if win_probability(game, each.score) >= best - level.max_loss}
        chosen = {pick(game, variations, level, Random(seed)) for seed in range(400)}
        assert chosen <= allowed, level
    strict = level_of(game, 1)._replace(max_loss=0.01, temperature=100.0)
    assert {pick(game, variations, strict, Random(seed)) for seed in range(100)} == {0}


def test_a_lost_variation_is_never_chosen_while_another_is_left():
    level = level_of("boop", 1)._replace(max_loss=1.0, temperature=100.0)
    variations = (PrincipalVariation(0, (1,)), PrincipalVariation(-scores.WIN + 4, (2,)))
    assert {pick("boop", variations, level, Random(seed)) for seed in range(100)} == {1}


def test_what_an_unfinished_round_found_comes_first():
    """Its best move may be better than anything the round before knew."""
    before = (PrincipalVariation(50, (1, 9)), PrincipalVariation(40, (2, 8)), PrincipalVariation(30, (3, 7)))
    found = (PrincipalVariation(60, (2, 5)), PrincipalVariation(45, (1, 6)))
    assert merge(found, before) == (*found, before[2])
    assert merge((), before) == before
    assert merge((PrincipalVariation(70, (4,)),), before)[0].moves == (4,)


CYCLE = ["k a2", "k f5", "k b1", "k e6"]


def test_the_search_knows_which_positions_stood_before():
    """The next placement brings a position for the third time: a draw, whatever it would be worth otherwise."""
    position = boohive.new("boop", draw="threefold")
    for number in range(9):
        position = position.play(CYCLE[number % 4])
    move = position.parse(CYCLE[9 % 4])
    assert position.play(move).outcome is not None
    info = last(search(position, depth=2, root_moves=[move.code]))
    assert info.score == scores.DRAW
    forgetful = boohive.from_text("boop", position.text)
    assert last(search(forgetful, depth=2, root_moves=[move.code])).score != scores.DRAW


def test_a_parameter_of_the_search_can_be_tried_by_name():
    player = level_player("8,rfp_margin=90,threads=1,hash=2", 0, 0.01).player
    assert player.parameters == {"rfp_margin": 90}
    assert player.table.size_mib == 2
    assert level_player("8,mib=3", 0, 0.01).player.table.size_mib == 3
    for name in PARAMETERS:
        assert name.isidentifier()
    for wrong in ("8,margin=90", "8,rfp_margin=x", "9", "8,hash=0"):
        with pytest.raises(OptionError, match="rfp_margin"):
            level_player(wrong, 0, 0.01)
    with pytest.raises(OptionError, match="no parameter 'margin'"):
        last(search(boohive.new("boop"), depth=1, parameters={"margin": 90}))
