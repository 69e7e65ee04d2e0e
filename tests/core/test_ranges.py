"""Numbers from outside: whatever comes in, a sentence or an answer comes out, never a crash."""

from random import Random

import pytest

import boohive
from boohive.core.errors import BoohiveError
from boohive.core.kernel import Moves
from boohive.core.perft import perft
from boohive.core.playouts import count_plies
from boohive.core.repetition import EMPTY
from boohive.engine.search import Search, SearchControl
from boohive.engine.transposition import TranspositionTable

GAMES = ["boop", "boop-junior", "boop-ghosts", "hive"]
TRIES = 10_000
ALLOWED = (BoohiveError, IndexError, OverflowError, TypeError, ValueError)


def numbers(seed):
    """Small and large, negative and positive ones."""
    rng = Random(seed)
    for _ in range(TRIES):
        yield rng.choice([rng.randrange(-3, 70), rng.randrange(-5000, 5000), rng.randrange(-(2**70), 2**70)])


def throw(work, seed):
    """How many of the numbers were taken."""
    taken = 0
    for number in numbers(seed):
        try:
            work(number)
            taken += 1
        except ALLOWED as error:
            assert str(error)
    return taken


@pytest.mark.parametrize("game", GAMES)
def test_moves_take_any_number(game):
    legal = Moves(boohive.new(game)._kernel)
    assert 0 < throw(legal.code, 1) < TRIES
    throw(legal.holds, 2)
    for wrong in (-1, len(legal), 5000):
        with pytest.raises(IndexError, match="legal moves"):
            legal.code(wrong)


@pytest.mark.parametrize("wrong", [None, 3, "kernel", object()])
def test_what_is_not_a_kernel_is_refused(wrong):
    for work in (Moves, lambda kernel: perft(kernel, 1), lambda kernel: count_plies(kernel, 1, 1, 1)):
        with pytest.raises((TypeError, AttributeError)):
            work(wrong)


def test_perft_takes_any_depth():
    over = boohive.from_text("boop", "6/6/6/1ccc2/6/6 4,1,8,0 1 - -")._kernel
    assert 0 < throw(lambda depth: perft(over, depth), 3) < TRIES
    with pytest.raises(BoohiveError, match="a depth of -1 is not possible"):
        perft(over, -1)
    with pytest.raises(BoohiveError, match="0 threads"):
        perft(over, 3, threads=0)


def new_search(game="boop"):
    return Search(boohive.new(game)._kernel, TranspositionTable(1), SearchControl())


@pytest.mark.parametrize("game", GAMES)
def test_a_search_takes_only_legal_root_moves(game):
    search = new_search(game)
    throw(lambda code: search.set_root_moves([code]), 4)
    legal = Moves(boohive.new(game)._kernel)
    codes = [legal.code(i) for i in range(len(legal))]
    search.set_root_moves(codes[:3])
    assert search.root_moves() == codes[:3]
    for wrong in ([], codes[:1] * 2, codes * 2000, [None]):
        with pytest.raises((BoohiveError, TypeError)):
            search.set_root_moves(wrong)


def test_a_search_takes_any_window_and_depth():
    search = new_search()
    search.set_root_moves(search.root_moves()[:1])
    rng = Random(5)
    found = list(numbers(6))
    for depth in found[:2000]:
        with_depth = depth if not 3 < depth < 64 else 2
        try:
            search.run(with_depth, *rng.sample(found, 2), rng.choice(found))
        except ALLOWED as error:
            assert str(error)


def test_histories_and_tables_take_any_number():
    throw(lambda key: EMPTY.added(key).count(key), 7)
    throw(EMPTY.count, 8)
    for wrong in (0, -1, 100_000, 2**40):
        with pytest.raises((BoohiveError, OverflowError)):
            TranspositionTable(wrong)
    search = new_search()
    for number in list(numbers(9))[:500]:
        try:
            search.set_history([number] * 400)
        except ALLOWED as error:
            assert str(error)
