"""Several threads search one position: they share its moves and come to the same end as one thread."""

from random import Random

import pytest

import boohive
from boohive.engine.deepening import Helper, PrincipalVariation, SearchInfo, best_of, last, search
from boohive.engine.search import Search, SearchControl
from boohive.engine.shared_work import SharedWork
from boohive.engine.transposition import TranspositionTable
from engine.test_search import depth_for, plain_negamax, random_position

SHARED = {"share_depth": 1}
"""Threads share the moves of every position, so that as much as possible can go wrong."""


@pytest.mark.parametrize("game", ["boop", "boop-ghosts", "hive"])
def test_threads_that_share_every_position_find_what_plain_negamax_finds(game):
    if boohive.KERNEL_BUILD == "pure":
        pytest.skip("uncompiled, this takes minutes")
    rng = Random(16)
    for _ in range(25):
        position = random_position(game, rng, rng.randrange(4, 40))
        depth = depth_for(position)
        table = TranspositionTable(1)
        found = last(search(position, depth=depth, threads=3, table=table, pruning=False, parameters=SHARED))
        assert found.score == plain_negamax(position._kernel, depth), position.text


def test_threads_look_at_the_moves_that_are_asked_for():
    position = random_position("boop", Random(3), 8)
    chosen = [move.code for move in position.legal_moves][3:6]
    found = last(search(position, depth=5, threads=2, root_moves=chosen, parameters=SHARED))
    assert found.best in chosen


def stopped():
    control = SearchControl()
    control.stop = True
    return control


def test_a_better_move_that_another_thread_found_at_the_end_is_not_lost():
    helper = Helper(lambda: Search(boohive.new("boop")._kernel, TranspositionTable(1), stopped()), SharedWork())
    info = SearchInfo(7, 1000, 10**6, (PrincipalVariation(20, (1, 2)),), False)
    helper.thread.join()
    for depth, score, expected in ((7, 10, 1), (6, 90, 1), (7, 30, 5), (8, 90, 1)):
        helper.depth, helper.best = depth, PrincipalVariation(score, (5,))
        assert best_of(info, [helper]).best == expected, (depth, score)
    helper.best = None
    assert best_of(info, [helper]) == info
