"""The search: which move is best, by looking ahead. One source for every two-seat game; it knows only ``Kernel``.

Principal variation search (alpha-beta with null windows) over a transposition table. Depth counts whole turns: the
decisions of one turn follow each other at the same depth, and a score changes its sign only when the seat changes.
With ``clever`` off nothing is pruned, reduced or extended, and the score is that of plain negamax to the same depth.
"""

import math

import cython

from boohive.core import bits, clock, codes, signals
from boohive.core.kernel import Kernel
from boohive.engine import habits, scores, table
from boohive.engine.table import Table

POLL_NODES = 512 if cython.compiled else 8
"""How often the clock is looked at; uncompiled, positions come a few hundred times more slowly."""

FIRST_KILLER, SECOND_KILLER = 200000, 190000
MOST_HISTORY = 16384
PLACES = 1024
"""A move's standing is its value times this, and its place in the list: the largest number names the move."""

TAKEN = -2147483647

HABITS = {
    "ahead depth": 5,  # so far ahead that no quiet turns change it: up to this depth,
    "ahead margin": 110,  # by this much a turn
    "behind depth": 0,  # so far behind that only forcing moves could help, likewise
    "behind margin": 200,
    "skip depth": 3,  # from this depth on, ask whether the position is good enough even without a move,
    "skip less": 2,  # this much less deep
    "futile depth": 3,  # quiet moves of a position this far behind are left out
    "futile margin": 110,
    "enough depth": 4,  # late quiet moves are left out up to this depth, after
    "enough moves": 4,  # so many and the square of the depth
    "late base": 60,  # late moves are looked at less deep: hundredths of a turn,
    "late slope": 210,  # and the product of the logarithms of depth and place over so many hundredths
    "unknown depth": 4,  # from this depth on, a position without a known good move is looked at one turn less deep
    "promising": 8000,  # from this standing on, a move is never left out
    "promise": 2,  # what a promise of the game counts beside the standing that a move has earned
    "longer": 4,  # so many turns beyond twice the depth, threats are still followed
    "contempt": 0,  # how much worse than even a draw is to the player who thinks
    "open moves": 1,  # in the middle of a turn the rest of it is narrower: so many moves and the depth are enough
}
"""See ``habits.py``."""


def habit_table(changes: dict[str, int]) -> list[int]:
    """The habits in their order, some of them changed."""
    return list({**HABITS, **changes}.values())


def log_table() -> list[int]:
    """64 times the natural logarithms of 1 to 63."""
    return [round(64 * math.log(max(number, 1))) for number in range(64)]


LOG = log_table()


class Control:
    """What the threads of one search share: when to stop."""

    def __init__(self) -> None:
        self.stop = False
        self.deadline = 0
        self.most_nodes = 0


class Search:
    """One thread's search of one position."""

    def __init__(
        self,
        kernel: Kernel,
        memory: Table,
        control: Control,
        clever: bool = True,
        changes: dict[str, int] | None = None,
    ) -> None:
        self.kernel = kernel.copy()
        self.memory = memory
        self.control = control
        self.clever = clever
        self.nodes = 0
        self.poll_at = POLL_NODES
        self.stopped = False
        self.root_depth = 0
        self.best = codes.NO_MOVE
        self.past = 0
        self.moves = bits.move_room(codes.MAX_MOVES * scores.MAX_PLY)
        self.order = bits.number_room(codes.MAX_MOVES * scores.MAX_PLY)
        self.history = bits.number_room(65536)
        self.follow_ups = bits.number_room(65536)
        self.line = bits.move_room(scores.MAX_PLY * scores.MAX_PLY)
        self.line_length = [0] * 241
        self.killers = [0x7FFF_FFFF] * 484
        self.keys = [0] * 500
        self.stages = [0] * 500
        self.looks = [0] * 241
        self.habit = [0] * 20
        for i, value in enumerate(habit_table(changes or {})):
            self.habit[i] = value
        self.root_moves = write_root(self)

    def __dealloc__(self) -> None:
        bits.forget(self.moves)
        bits.forget(self.order)
        bits.forget(self.history)
        bits.forget(self.follow_ups)
        bits.forget(self.line)

    # What Python asks

    def remember(self, keys: list[int]) -> None:
        """The positions of the game so far that could stand again, oldest first."""
        keys = keys[-scores.PAST :]
        self.past = len(keys)
        for i in range(len(keys)):
            self.keys[i] = keys[i]
            self.stages[i] = now_at(self)

    def run(self, depth: int, alpha: int, beta: int, first: int) -> int:
        """The score of the root to this depth in this window, over the root's moves from number ``first`` on."""
        self.best = codes.NO_MOVE
        with cython.nogil:
            score = self.root(depth, alpha, beta, first)
        signals.raise_interruption()
        return score

    def best_line(self) -> list[int]:
        """The moves both sides are expected to play; empty if nothing was found before the search was stopped."""
        return [self.line[i] for i in range(self.line_length[0])]

    def root_list(self) -> list[int]:
        """The root's moves, best first as far as is known."""
        return [self.moves[i] for i in range(self.root_moves)]

    def set_root(self, moves: list[int]) -> None:
        """Look only at these moves of the root, in this order."""
        self.root_moves = len(moves)
        for i in range(len(moves)):
            self.moves[i] = moves[i]

    # The tree

    @cython.final
    def must_stop(self) -> bool:
        """Whether time or nodes are used up or somebody said stop; the clock is looked at now and then only."""
        if self.control.most_nodes != 0 and self.nodes > self.control.most_nodes:
            self.stopped = True
        elif self.nodes >= self.poll_at:
            self.poll_at = self.nodes + POLL_NODES
            if (self.control.deadline != 0 and clock.now() >= self.control.deadline) or signals.interrupted():
                self.stopped = True
        if self.control.stop:
            self.stopped = True
        return self.stopped

    @cython.final
    def root(self, depth: int, alpha: int, beta: int, first: int) -> int:
        """Search the root's moves; the best is moved to place ``first``, the others keep their order."""
        self.root_depth = depth
        self.root_seat = self.kernel.seat()
        self.enter(0)
        self.line_length[0] = 0
        best = -scores.INFINITE
        for i in range(first, self.root_moves):
            move = self.moves[i]
            score = self.try_move(move, i - first, depth, 0, alpha, beta, 0, 0, self.root_moves, True)
            if self.stopped:
                break
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    self.best = move
                    self.extend_line(0, move)
                    self.to_front(first, i)
                if score >= beta:
                    break
        return best

    @cython.final
    def to_front(self, first: int, i: int) -> None:
        """Move the root's move number ``i`` to place ``first``."""
        move = self.moves[i]
        while i > first:
            self.moves[i] = self.moves[i - 1]
            i -= 1
        self.moves[first] = move

    @cython.final
    def enter(self, ply: int) -> None:
        """Note where we are, for positions that stand again; the table will be asked for this one soon."""
        key = self.kernel.key()
        self.memory.fetch(key)
        self.keys[self.past + ply] = key
        self.stages[self.past + ply] = self.kernel.progress()

    @cython.final
    def stands_again(self, ply: int) -> bool:
        """Whether this position stood before on this line, or twice in the game so far."""
        at = self.past + ply
        key, stage = self.keys[at], self.stages[at]
        seen = 0
        for i in range(at - 1, -1, -1):
            if self.stages[i] != stage:
                break
            if self.keys[i] == key:
                seen += 1 if i < self.past else 2
                if seen >= 2:
                    return True
        return False

    @cython.final
    def drawn(self) -> int:
        """The worth of a draw to the seat to move: who thinks may be above it."""
        if not self.clever:
            return scores.DRAW
        return -self.habit[habits.CONTEMPT] if self.kernel.seat() == self.root_seat else self.habit[habits.CONTEMPT]

    @cython.final
    def finished(self, result: int, turns: int) -> int:
        """The worth of a finished game to the seat that would be to move."""
        if result == codes.DRAWN:
            return self.drawn()
        return scores.WIN - turns if result == self.kernel.seat() else turns - scores.WIN

    @cython.final
    def walk(self, depth: int, alpha: int, beta: int, ply: int, turns: int, start: int, previous: int) -> int:
        """The worth of the position to the seat to move, ``depth`` turns deep; outside the window only a bound of it.

        ``ply`` and ``turns`` count decisions and whole turns from the root; ``start`` is where the buffer of moves is
        free; ``previous`` is the move that led here.
        """
        self.nodes += 1
        if self.must_stop():
            return 0
        result = self.kernel.result()
        if result != codes.RUNNING:
            self.line_length[ply] = 0
            return self.finished(result, turns)
        self.line_length[ply] = 0
        is_open = self.kernel.turn_is_open()
        key = self.keys[self.past + ply]
        if not is_open and self.stands_again(ply):
            return self.drawn()
        # A win that is already seen nearer to the root makes everything longer pointless.
        alpha = max(alpha, turns - scores.WIN)
        beta = min(beta, scores.WIN - turns - 1)
        if alpha >= beta:
            return alpha
        if depth <= 0 and not is_open:
            return self.leaf(alpha, beta, ply, turns, start, key, previous)
        return self.inner(max(depth, 1), alpha, beta, ply, turns, start, key, previous, False)

    @cython.final
    def leaf(self, alpha: int, beta: int, ply: int, turns: int, start: int, key: int, previous: int) -> int:
        """The end of the line: what it looks like, unless somebody wins on the next turn."""
        if not self.clever:
            return self.kernel.evaluate()
        if self.kernel.winning_move(self.moves, start) != codes.NO_MOVE:
            return scores.WIN - turns - 1
        if turns < 2 * self.root_depth + self.habit[habits.LONGER] and self.kernel.threatened(self.moves, start):
            return self.inner(1, alpha, beta, ply, turns, start, key, previous, True)
        return self.kernel.evaluate()

    @cython.final
    def inner(
        self,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        turns: int,
        start: int,
        key: int,
        previous: int,
        extended: bool,
    ) -> int:
        """``walk`` where moves are looked at."""
        if ply >= scores.MAX_PLY - 2:
            return self.kernel.evaluate()
        wide = beta - alpha > 1
        is_open = self.kernel.turn_is_open()
        if not extended:
            # Before the table is asked: it holds no position with a win on the spot, and its answer is still on the way.
            move = self.kernel.winning_move(self.moves, start)
            if move != codes.NO_MOVE:
                self.line[ply * scores.MAX_PLY] = move
                self.line_length[ply] = 1
                return scores.WIN - turns - 1
        known = self.memory.probe(key)
        table_move = self.known_move(known)
        if not wide:
            score = self.known_score(known, depth, alpha, beta, turns)
            if score != scores.INFINITE:
                return score
        # In the middle of a turn the placement has met the threat or has not; what follows is not looked at longer.
        threatened = extended or (self.clever and not is_open and self.kernel.threatened(self.moves, start))
        searched = depth
        looks = scores.INFINITE
        if self.clever:
            if not threatened:
                looks = self.kernel.evaluate()
                if not wide and not is_open and -scores.SURE < beta < scores.SURE:
                    score = self.without_moves(depth, alpha, beta, ply, turns, start, previous, looks)
                    if score != scores.INFINITE or self.stopped:
                        return score
            elif not extended and turns < 2 * self.root_depth:
                depth += 1
            if table_move == codes.NO_MOVE and depth >= self.habit[habits.UNKNOWN_DEPTH]:
                depth -= 1  # The order of the moves is not worth the full depth yet.
        self.looks[ply] = looks
        return self.choose(
            searched, depth, alpha, beta, ply, turns, start, key, previous, threatened, looks, table_move
        )

    @cython.final
    def known_move(self, known: int) -> int:
        """The best move as the table knows it."""
        if known == 0:
            return codes.NO_MOVE
        move = table.move_of(known)
        return move if move == codes.NO_MOVE else self.kernel.from_portable(move)

    @cython.final
    def known_score(self, known: int, depth: int, alpha: int, beta: int, turns: int) -> int:
        """A score from the table that answers the question this window asks, or ``INFINITE``."""
        if known == 0 or not self.is_deep_enough(table.depth_of(known), depth):
            return scores.INFINITE
        score = from_table(table.score_of(known), turns)
        return score if settles(table.bound_of(known), score, alpha, beta) else scores.INFINITE

    @cython.final
    def is_deep_enough(self, stored: int, depth: int) -> bool:
        """Whether what is known was searched deep enough; as deep, where scores must be those of plain negamax."""
        return stored >= depth if self.clever else stored == depth

    @cython.final
    def without_moves(
        self, depth: int, alpha: int, beta: int, ply: int, turns: int, start: int, previous: int, looks: int
    ) -> int:
        """A bound that can be told before any move is tried, or ``INFINITE``."""
        if depth <= self.habit[habits.AHEAD_DEPTH] and looks - self.habit[habits.AHEAD_MARGIN] * depth >= beta:
            return looks
        if depth <= self.habit[habits.BEHIND_DEPTH] and looks + self.habit[habits.BEHIND_MARGIN] * depth <= alpha:
            return looks
        if depth < self.habit[habits.SKIP_DEPTH] or looks < beta or previous == codes.NO_MOVE:
            return scores.INFINITE
        if not self.kernel.may_skip():
            return scores.INFINITE
        less = self.habit[habits.SKIP_LESS] + depth // 4
        self.kernel.skip()
        self.enter(ply + 1)
        score = self.look(depth - 1 - less, beta - 1, beta, ply, turns + 1, start, codes.NO_MOVE, False)
        self.kernel.unmake()
        self.line_length[ply] = 0
        if score < beta:
            return scores.INFINITE
        return beta if score >= scores.SURE else score

    @cython.final
    def choose(
        self,
        searched: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        turns: int,
        start: int,
        key: int,
        previous: int,
        threatened: bool,
        looks: int,
        table_move: int,
    ) -> int:
        """Try the moves from the best-looking on, a known one before any other is written; remember what was found."""
        prune = self.clever and beta - alpha == 1 and not threatened
        improving = ply >= 2 and looks != scores.INFINITE and looks > self.looks[ply - 2]
        enough = self.enough_moves(depth, improving)
        harmless = self.clever and self.kernel.rest_is_harmless()
        futile = depth <= self.habit[habits.FUTILE_DEPTH] and looks + self.habit[habits.FUTILE_MARGIN] * depth <= alpha
        best, best_move, bound = -scores.INFINITE, codes.NO_MOVE, scores.AT_MOST
        place, end, picked = 0, start, -1
        move, value = table_move, FIRST_KILLER
        while True:
            if place > 0 or table_move == codes.NO_MOVE:
                if end == start:
                    end = self.kernel.generate(self.moves, start)
                    self.arrange(start, end, table_move, ply, previous)
                picked = self.pick(start, end)
                if picked < 0:
                    break
                value = self.order[picked] >> 10
                self.order[picked] = TAKEN
                move = self.moves[picked]
            quiet = prune and best > -scores.SURE and value < self.habit[habits.PROMISING]
            if quiet and (place > enough or (futile and place > 3)):
                break
            if harmless and place > 0 and best <= turns + 2 - scores.WIN and value < self.habit[habits.PROMISING]:
                break  # The other player wins on the next turn whatever is decided now.
            score = self.try_move(move, place, depth, value, alpha, beta, ply, turns, end, threatened)
            if self.stopped:
                return 0
            place += 1
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    best_move, bound = move, scores.EXACT
                    self.extend_line(ply, move)
                    if score >= beta:
                        bound = scores.AT_LEAST
                        self.learn(move, start, end, picked, ply, searched, previous)
                        break
        if best_move != codes.NO_MOVE:
            best_move = self.kernel.portable(best_move)
        self.memory.store(key, best_move, to_table(best, turns), searched, bound)
        return best

    @cython.final
    def enough_moves(self, depth: int, improving: bool) -> int:
        """After how many moves the quiet ones that are left are not looked at."""
        enough = scores.INFINITE
        if depth <= self.habit[habits.ENOUGH_DEPTH]:
            enough = self.habit[habits.ENOUGH_MOVES] + depth * depth + (2 + depth * depth if improving else 0)
        if self.kernel.turn_is_open():
            enough = min(enough, self.habit[habits.OPEN_MOVES] + depth)
        return enough

    @cython.final
    def try_move(
        self,
        move: int,
        place: int,
        depth: int,
        value: int,
        alpha: int,
        beta: int,
        ply: int,
        turns: int,
        end: int,
        full: bool,
    ) -> int:
        """The score of a move to the seat that makes it: late ones with a null window and less deep first."""
        me = self.kernel.seat()
        self.kernel.make(move)
        same = self.kernel.seat() == me
        if not self.kernel.turn_is_open():
            depth -= 1
            turns += 1
        self.enter(ply + 1)
        if place == 0:
            score = self.look(depth, alpha, beta, ply, turns, end, move, same)
        else:
            reduced = depth
            if self.clever and not full and place > 1 and depth >= 2:
                reduced = depth - self.reduction(depth, place, value, beta - alpha > 1)
            score = self.look(reduced, alpha, alpha + 1, ply, turns, end, move, same)
            if score > alpha and reduced < depth:
                score = self.look(depth, alpha, alpha + 1, ply, turns, end, move, same)
            if alpha < score < beta:
                score = self.look(depth, alpha, beta, ply, turns, end, move, same)
        self.kernel.unmake()
        return score

    @cython.final
    def reduction(self, depth: int, place: int, value: int, wide: bool) -> int:
        """How much less deep a late move is looked at first."""
        product = LOG[min(depth + 1, 63)] * LOG[min(place, 63)]
        less = (self.habit[habits.LATE_BASE] * 41 + product * 100 // self.habit[habits.LATE_SLOPE]) // 4096
        if wide or value >= SECOND_KILLER:
            less -= 1
        else:
            less -= value // 8192
        return max(0, min(less, depth - 1))

    @cython.final
    def look(self, depth: int, alpha: int, beta: int, ply: int, turns: int, end: int, move: int, same: bool) -> int:
        """``walk`` one decision on, as the seat that just moved sees it."""
        if same:
            return self.walk(depth, alpha, beta, ply + 1, turns, end, move)
        return -self.walk(depth, -beta, -alpha, ply + 1, turns, end, move)

    @cython.final
    def extend_line(self, ply: int, move: int) -> None:
        """The best line from here is this move and then the best line after it."""
        at, below = ply * scores.MAX_PLY, (ply + 1) * scores.MAX_PLY
        self.line[at] = move
        length = min(self.line_length[ply + 1], scores.MAX_PLY - 1)
        for i in range(length):
            self.line[at + 1 + i] = self.line[below + i]
        self.line_length[ply] = length + 1

    # The order of moves

    @cython.final
    def arrange(self, start: int, end: int, table_move: int, ply: int, previous: int) -> None:
        """Give each move its standing; the one that was tried already has none."""
        self.kernel.promises(self.moves, start, end, self.order)
        seat, follows = 32768 * self.kernel.seat(), pair(previous)
        promise, first, second = self.habit[habits.PROMISE], self.killers[2 * ply], self.killers[2 * ply + 1]
        for i in range(start, end):
            move = self.moves[i]
            value = (
                promise * self.order[i] + self.history[seat + (move & 32767)] + self.follow_ups[follows + fold(move)]
            )
            if move == first:
                value += FIRST_KILLER
            elif move == second:
                value += SECOND_KILLER
            self.order[i] = value * PLACES + (PLACES - 1 - i + start)
            if move == table_move:
                self.order[i] = TAKEN

    @cython.final
    def pick(self, start: int, end: int) -> int:
        """Where the best of the moves stands that were not taken yet; -1 if there is none."""
        best = TAKEN
        for i in range(start, end):
            best = max(best, self.order[i])
        return start + PLACES - 1 - (best & (PLACES - 1)) if best != TAKEN else -1

    @cython.final
    def learn(self, move: int, start: int, end: int, picked: int, ply: int, depth: int, previous: int) -> None:
        """This move was too good for the other player: try it early next time, and those tried before it later."""
        if move != self.killers[2 * ply]:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        bonus = min(32 * depth * depth, 2048)
        seat = 32768 * self.kernel.seat()
        self.shift(seat, move, previous, bonus)
        for i in range(start, end):
            if self.order[i] == TAKEN and i != picked:
                self.shift(seat, self.moves[i], previous, -bonus)

    @cython.final
    def shift(self, seat: int, move: int, previous: int, bonus: int) -> None:
        """Move the standing of a move towards an end of its scale, the less the nearer it is."""
        size = bonus if bonus > 0 else -bonus
        at = seat + (move & 32767)
        self.history[at] += bonus - shrink(self.history[at] * size)
        at = pair(previous) + fold(move)
        self.follow_ups[at] += bonus - shrink(self.follow_ups[at] * size)


def shrink(product: int) -> int:
    """The product divided by the most a standing can be, towards zero in C and Python alike."""
    return product // MOST_HISTORY if product >= 0 else -(-product // MOST_HISTORY)


def pair(previous: int) -> int:
    """Where the standings of moves that follow this one begin; different ones may share them."""
    return 512 * ((previous * 2531 >> 4) & 127)


def fold(move: int) -> int:
    """A move as a number below 512; different ones may share it."""
    return (move ^ (move >> 10) * 37) & 511


def settles(bound: int, score: int, alpha: int, beta: int) -> bool:
    """Whether a known score answers the question this window asks."""
    if bound == scores.EXACT:
        return True
    return score >= beta if bound == scores.AT_LEAST else score <= alpha


def to_table(score: int, turns: int) -> int:
    """Wins in the table count from the position itself, not from the root."""
    if score >= scores.SURE:
        return score + turns
    return score - turns if score <= -scores.SURE else score


def from_table(score: int, turns: int) -> int:
    """The other way."""
    if score >= scores.SURE:
        return score - turns
    return score + turns if score <= -scores.SURE else score


def write_root(search: Search) -> int:
    """The legal moves into the search's buffer; how many."""
    return search.kernel.generate(search.moves, 0)


def now_at(search: Search) -> int:
    """The stage of the game at the root."""
    return search.kernel.progress()
