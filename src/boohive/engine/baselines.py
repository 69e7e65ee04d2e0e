"""Plain searches, as a yardstick for the clever one: alpha-beta with nothing else, and UCT with random games.

They play from the same kernels with the same evaluation and the same time; ``bench/baselines.py`` makes players of them.
"""

import math

import cython

from boohive.core import bits, clock, constants
from boohive.core.kernel import Kernel
from boohive.core.search_kernel import as_search_kernel
from boohive.engine import scores

MAX_TREE = 1_000_000
MAX_PLAYOUT = 60
"""Random games are cut off here and judged by the evaluation."""

EXPLORATION = 1.0


class AlphaBeta:
    """Alpha-beta without table, order, reductions or extensions."""

    def __init__(self, kernel: Kernel, seconds: float) -> None:
        self.kernel = as_search_kernel(kernel.copy())
        self.kernel.reserve_undo()
        self.deadline = clock.now() + int(seconds * 1e9)
        self.nodes = 0
        self.stopped = False
        self.moves = bits.allocate_moves(constants.MAX_MOVES * scores.MAX_PLY)
        bits.require(self.moves)
        self.best = constants.NO_MOVE
        self.depth = 0

    def __dealloc__(self) -> None:
        bits.free(self.moves)

    def choose(self) -> int:
        """The best move of the deepest round that was finished in time."""
        answer = constants.NO_MOVE
        for depth in range(1, scores.MAX_DEPTH):
            with cython.nogil:
                self.search(depth, -scores.INFINITE, scores.INFINITE, 0, 0, 0)
            if self.kernel.fault != constants.NO_FAULT:
                self.kernel.raise_fault()
            if self.stopped and answer != constants.NO_MOVE:
                break
            answer = self.best
            self.depth = depth
            if self.stopped:
                break
        return answer

    @cython.final
    def search(self, depth: int, alpha: int, beta: int, ply: int, turns: int, start: int) -> int:
        """The worth of the position to the seat to move."""
        self.nodes += 1
        if self.nodes % 256 == 0 and clock.now() > self.deadline:
            self.stopped = True
        result = self.kernel.result()
        me = self.kernel.seat()
        if result != constants.ONGOING:
            if result == constants.DRAW:
                return scores.DRAW
            return scores.WIN - turns if result == me else turns - scores.WIN
        if depth == 0 or ply >= scores.MAX_PLY - 2:
            return self.kernel.evaluate()
        end = self.kernel.generate(self.moves, start)
        best = -scores.INFINITE
        for i in range(start, end):
            self.kernel.make(self.moves[i])
            turn_over = 0 if self.kernel.mid_turn() else 1
            if self.kernel.seat() == me:
                score = self.search(depth - turn_over, alpha, beta, ply + 1, turns + turn_over, end)
            else:
                score = -self.search(depth - turn_over, -beta, -alpha, ply + 1, turns + turn_over, end)
            self.kernel.unmake()
            if self.stopped and self.best != constants.NO_MOVE:
                return 0
            if score > best:
                best = score
                if ply == 0:
                    self.best = self.moves[i]
                alpha = max(alpha, score)
                if alpha >= beta:
                    break
        return best


class Uct:
    """Monte Carlo tree search by upper confidence bounds, with random games."""

    def __init__(self, kernel: Kernel, seconds: float, seed: int = 0) -> None:
        self.kernel = as_search_kernel(kernel.copy())
        self.kernel.reserve_undo()
        self.deadline = clock.now() + int(seconds * 1e9)
        self.moves = bits.allocate_moves(constants.MAX_MOVES * 4)
        self.codes = bits.allocate_moves(MAX_TREE)
        self.first = bits.allocate_ints(MAX_TREE)
        self.size = bits.allocate_ints(MAX_TREE)
        self.visits = bits.allocate_ints(MAX_TREE)
        self.points = bits.allocate_ints(MAX_TREE)
        bits.require(self.moves)
        bits.require(self.codes)
        bits.require(self.first)
        bits.require(self.size)
        bits.require(self.visits)
        bits.require(self.points)
        self.used = 1
        self.games = 0
        self.random = bits.mix(seed + 1)

    def __dealloc__(self) -> None:
        bits.free(self.moves)
        bits.free(self.codes)
        bits.free(self.first)
        bits.free(self.size)
        bits.free(self.visits)
        bits.free(self.points)

    def choose(self) -> int:
        """The move that was tried most."""
        with cython.nogil:
            while self.games < 2 or clock.now() < self.deadline:
                self.simulate(0, 0)
                self.games += 1
                if self.kernel.fault != constants.NO_FAULT:
                    break
        if self.kernel.fault != constants.NO_FAULT:
            self.kernel.raise_fault()
        best = self.first[0]
        for child in range(self.first[0], self.first[0] + self.size[0]):
            if self.visits[child] > self.visits[best]:
                best = child
        return self.codes[best]

    @cython.final
    def simulate(self, node: int, ply: int) -> int:
        """One game from this node: points of the first player, 0 to 2."""
        result = self.kernel.result()
        if result != constants.ONGOING or ply >= scores.MAX_PLY - MAX_PLAYOUT - 4:
            points = self.reward()
        elif self.visits[node] == 0 and node != 0:
            points = self.random_game(0)
        else:
            if self.size[node] == 0:
                self.expand(node)
            if self.size[node] == 0:
                points = self.random_game(0)
            else:
                child = self.select(node)
                self.kernel.make(self.codes[child])
                points = self.simulate(child, ply + 1)
                self.kernel.unmake()
        self.visits[node] += 1
        self.points[node] += points
        return points

    @cython.final
    def expand(self, node: int) -> None:
        """A child for each move, while there is room."""
        end = self.kernel.generate(self.moves, 0)
        if self.used + end > MAX_TREE:
            return
        self.first[node] = self.used
        self.size[node] = end
        for i in range(end):
            self.codes[self.used + i] = self.moves[i]
        self.used += end

    @cython.final
    def select(self, node: int) -> int:
        """The child with the highest bound for the seat to move; untried ones first."""
        first_player = self.kernel.seat() == 0
        best = self.first[node]
        highest = -1.0
        spread = EXPLORATION * math.sqrt(math.log(self.visits[node] + 1.0))
        for child in range(self.first[node], self.first[node] + self.size[node]):
            tried = self.visits[child]
            if tried == 0:
                return child
            share = self.points[child] / (2.0 * tried)
            if not first_player:
                share = 1.0 - share
            value = share + spread / math.sqrt(tried)
            if value > highest:
                highest, best = value, child
        return best

    @cython.final
    def random_game(self, length: int) -> int:
        """Random moves until the end, or for a while; points of the first player."""
        end = self.kernel.generate(self.moves, 0)
        if end == 0 or length == MAX_PLAYOUT:
            return self.reward()
        self.random = bits.mix(self.random)
        self.kernel.make(self.moves[(self.random >> 8) % end])
        points = self.random_game(length + 1)
        self.kernel.unmake()
        return points

    @cython.final
    def reward(self) -> int:
        """2 if the first player has won or score better, 0 for the second, 1 for a draw."""
        result = self.kernel.result()
        if result == constants.DRAW:
            return 1
        if result != constants.ONGOING:
            return 2 if result == 0 else 0
        score = self.kernel.evaluate()
        if self.kernel.seat() != 0:
            score = -score
        return 2 if score > 0 else 0
