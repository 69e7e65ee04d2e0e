"""A game written in ordinary Python, asked by compiled code: counted, searched, and refused when something is wrong."""

import time

import pytest

import boohive
from boohive.core import constants
from boohive.core.bridge import PythonKernel
from boohive.core.errors import OptionError
from boohive.core.kernel import Kernel, Moves, check_kernel, key_of, play_at, status_of
from boohive.core.perft import perft
from boohive.core.playouts import count_plies
from boohive.core.registry import GAMES
from boohive.core.search_kernel import check_search_kernel, evaluate
from boohive.core.turn_game import TurnGame
from boohive.engine import scores
from boohive.engine.search import Search, SearchControl
from boohive.engine.transposition import TranspositionTable

COLUMNS, ROWS = 7, 6
NODES_PER_SECOND = 20_000


class ConnectFour:
    """Bit boards with seven bits a column, the top one always empty."""

    def __init__(self):
        self.own, self.other, self.tops, self.mover = 0, 0, [7 * column for column in range(COLUMNS)], 0
        self.played = []

    def moves(self):
        return [column for column in range(COLUMNS) if self.tops[column] < 7 * column + ROWS]

    def play(self, move):
        self.own, self.other = self.other, self.own | 1 << self.tops[move]
        self.tops[move] += 1
        self.mover = 1 - self.mover
        self.played.append(move)

    def undo(self):
        move = self.played.pop()
        self.tops[move] -= 1
        self.mover = 1 - self.mover
        self.own, self.other = self.other & ~(1 << self.tops[move]), self.own

    def seat(self):
        return self.mover

    def result(self):
        for step in (1, 6, 7, 8):
            pairs = self.other & self.other >> step
            if pairs & pairs >> 2 * step:
                return 1 - self.mover
        return constants.DRAW if len(self.played) == COLUMNS * ROWS else constants.ONGOING

    def copy(self):
        twin = type(self)()
        twin.own, twin.other, twin.mover = self.own, self.other, self.mover
        twin.tops, twin.played = list(self.tops), list(self.played)
        return twin

    def snapshot(self):
        return self.own, self.other, self.mover


class WithoutUndo(ConnectFour):
    undo = None


def searched(kernel, depth, pruning=True):
    search = Search(kernel, TranspositionTable(1), SearchControl(), pruning)
    return search.run(depth, -scores.INFINITE, scores.INFINITE, 0), search


@pytest.mark.parametrize("rules", [ConnectFour, WithoutUndo])
def test_perft_of_connect_four(rules):
    kernel = PythonKernel(rules())
    check_search_kernel(kernel)
    assert [perft(kernel, depth) for depth in range(5)] == [1, 7, 49, 343, 2401]
    assert perft(kernel, 4, threads=2) == 2401
    assert status_of(kernel) == (0, False, constants.ONGOING, 0)


def test_a_search_finds_the_win_and_the_defence():
    kernel = PythonKernel(ConnectFour())
    for move in (3, 0, 3, 0, 3):
        kernel = play_at(kernel, move)
    score, search = searched(kernel, 3)
    assert search.best == 3
    assert abs(score) < scores.MATE_BOUND
    score, search = searched(play_at(kernel, 0), 3)
    assert (score, search.best) == (scores.WIN - 1, 3)


def test_random_games_end_and_keys_tell_positions_apart():
    start = PythonKernel(ConnectFour())
    assert 7 * 20 <= count_plies(start, 20, 60, 1) <= 42 * 20
    keys = {key_of(play_at(play_at(start, a), b)) for a in range(7) for b in range(7)}
    assert len(keys) == 49
    assert key_of(play_at(play_at(play_at(start, 0), 1), 2)) == key_of(play_at(play_at(play_at(start, 2), 1), 0))


def test_the_bridge_is_fast_enough(capsys):
    """CPU time, so that other programs do not count; the figure is printed."""
    if boohive.KERNEL_BUILD == "pure":
        pytest.skip("for the compiled package")
    begun = time.thread_time()
    _, search = searched(PythonKernel(ConnectFour()), 6)
    speed = search.nodes / (time.thread_time() - begun)
    with capsys.disabled():
        print(f"\nconnect four through the bridge: {speed:,.0f} nodes/s")
    assert speed > NODES_PER_SECOND


class Broken(ConnectFour):
    """Fails after some moves."""

    def play(self, move):
        if len(self.played) == 3:
            raise KeyError("the third move")
        super().play(move)


class TooMany(ConnectFour):
    def moves(self):
        return range(constants.MAX_MOVES + 1)


class TooLarge(ConnectFour):
    def moves(self):
        return [2**31]


class NoSeat(ConnectFour):
    def seat(self):
        return 7


class Undecided(ConnectFour):
    def result(self):
        return "perhaps"


class LongTurn(ConnectFour):
    """Says that a turn has one decision, and goes on for ever."""

    def moves(self):
        return range(constants.MAX_MOVES)

    def play(self, move):
        self.played.append(move)

    def undo(self):
        self.played.pop()

    def result(self):
        return constants.ONGOING

    def mid_turn(self):
        return len(self.played) < 5


def test_what_goes_wrong_in_python_is_raised_where_the_lock_is_held():
    kernel = PythonKernel(Broken())
    for work in (lambda: perft(kernel, 6), lambda: perft(kernel, 6, threads=2), lambda: searched(kernel, 6)):
        with pytest.raises(KeyError, match="the third move"):
            work()
    assert perft(kernel, 3) == 343
    with pytest.raises(ValueError, match="1025 legal moves are too many"):
        Moves(PythonKernel(TooMany()))
    with pytest.raises(ValueError, match="2147483648 cannot be the code of a move"):
        perft(PythonKernel(TooLarge()), 2)
    with pytest.raises(ValueError, match=r"seat\(\) said 7"):
        status_of(PythonKernel(NoSeat()))
    with pytest.raises(ValueError, match="perhaps"):
        Moves(PythonKernel(Undecided()))


def test_a_turn_with_more_decisions_than_it_says_is_refused():
    with pytest.raises(TypeError, match="more decisions than decisions_per_turn"):
        perft(PythonKernel(LongTurn()), 2)


@pytest.mark.parametrize("name", ["moves", "play", "seat", "result", "copy", "snapshot"])
def test_a_class_that_misses_a_method_is_refused_with_a_sentence(name):
    broken = type("Broken", (ConnectFour,), {name: None})
    with pytest.raises(TypeError, match=rf"Broken cannot be played: it has no {name}\(\)"):
        PythonKernel(broken())


def test_a_python_subclass_of_a_kernel_is_refused_or_works():
    """Compiled code would not call its methods, and used to take its silence for an empty game."""

    class Nim(Kernel):
        def generate(self, moves, start):
            return start

    if boohive.KERNEL_BUILD == "pure":
        Nim()
    else:
        with pytest.raises(TypeError, match=r"Nim is written in Python.*PythonKernel"):
            Nim()


def test_a_kernel_without_its_methods_is_refused():
    with pytest.raises(NotImplementedError, match="copy"):
        check_kernel(Kernel())
    for ask in (status_of, key_of, Moves):
        with pytest.raises(TypeError, match="is missing"):
            ask(Kernel())
    with pytest.raises(TypeError, match="no heuristics"):
        evaluate(Kernel())


@pytest.mark.parametrize("game", [game for game in boohive.GAMES if game != "booo"])
def test_the_kernels_of_the_package_are_complete(game):
    check_search_kernel(boohive.new(game)._kernel)


class Incomplete(TurnGame):
    """Its kernel has rules that are not there."""

    id, title, summary = "incomplete", "Incomplete", "A game without rules."

    def start(self, options):
        return Kernel()

    def read_move(self, position, text):
        return 0

    def write_move(self, position, code):
        return ""

    def restore(self, options, state):
        return Kernel()


def test_a_game_whose_kernel_lacks_something_is_refused_when_it_is_registered():
    with pytest.raises(OptionError, match="Incomplete cannot be played"):
        GAMES.register(Incomplete())
    assert "incomplete" not in GAMES
