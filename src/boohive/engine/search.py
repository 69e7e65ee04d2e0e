"""The search: which move is best, by looking ahead. One source for every two-seat game; it knows only ``SearchKernel``.

Principal variation search (alpha-beta with null windows) over a transposition table. Depth counts whole turns: the
decisions of one turn follow each other at the same depth, and a score changes its sign only when the seat changes.
With ``pruning`` off there is no pruning beyond alpha-beta, no reduction and no extension, and the score is that of plain
negamax to the same depth.
"""

import math

import cython

from boohive.core import bits, clock, constants, repetition, signals
from boohive.core.errors import OptionError
from boohive.core.kernel import Kernel, Moves
from boohive.core.search_kernel import as_search_kernel
from boohive.engine import parameters, scores, transposition
from boohive.engine.parameters import PARAMETERS
from boohive.engine.shared_work import SharedWork
from boohive.engine.transposition import TranspositionTable

POLL_NODES = 512 if cython.compiled else 8
"""Nodes between two looks at the clock; uncompiled, a search is a few hundred times slower."""

CORRECTIONS = 1024
"""So many moves are told apart when evaluations are corrected;"""
MAX_ERROR, MAX_BONUS = 1000, 4096
"""errors larger than the first say nothing, and one error counts no more than the second."""

TRY, SKIP, NO_MORE = 0, 1, 2

FUTILE_MOVES = 3
"""How many quiet moves are tried all the same where none seems to help."""


def parameter_table(overrides: dict[str, int]) -> list[int]:
    """The parameters in their order, some of them changed."""
    unknown = [name for name in overrides if name not in PARAMETERS]
    if unknown:
        raise OptionError(f"the search has no parameter {unknown[0]!r}; it has {', '.join(PARAMETERS)}")
    return list({**PARAMETERS, **overrides}.values())


def log_table() -> list[int]:
    """64 times the natural logarithms of 1 to 63."""
    return [round(64 * math.log(max(number, 1))) for number in range(64)]


LOG = log_table()


class SearchControl:
    """What the threads of one search share: when to stop."""

    def __init__(self) -> None:
        self.stop = False
        self.deadline = 0
        """As ``core.clock`` counts, in nanoseconds; 0: none."""
        self.max_nodes = 0
        """For each thread; 0: any number."""


class Search:
    """One thread's search of one position."""

    def __init__(
        self,
        kernel: Kernel,
        table: TranspositionTable,
        control: SearchControl,
        pruning: bool = True,
        parameter_overrides: dict[str, int] | None = None,
    ) -> None:
        self.kernel = as_search_kernel(kernel.copy())
        self.kernel.reserve_undo()
        self.table = table
        self.control = control
        self.pruning = pruning
        self.shared = SharedWork()
        self.is_shared = self.is_helper = False
        self.nodes = 0
        self.poll_at = POLL_NODES
        self.stopped = False
        self.root_depth = 0
        self.best = constants.NO_MOVE
        self.root_nodes = self.best_nodes = 0
        """Of the last run, and of the move that was best in it."""
        self.game_length = 0
        self.moves = bits.allocate_moves(constants.MAX_MOVES * scores.MAX_PLY)
        self.order = bits.allocate_ints(constants.MAX_MOVES * scores.MAX_PLY)
        self.parameter = [0] * 24
        set_parameters(self, parameter_overrides or {})
        self.history = bits.allocate_ints(65536)
        self.continuation_history = bits.allocate_ints(65536)
        self.corrections = bits.allocate_ints(2 * CORRECTIONS)
        self.pv = bits.allocate_moves(scores.MAX_PLY * scores.MAX_PLY)
        bits.require(self.moves)
        bits.require(self.order)
        bits.require(self.history)
        bits.require(self.continuation_history)
        bits.require(self.corrections)
        bits.require(self.pv)
        self.pv_length = [0] * 241
        self.killers = [0x7FFF_FFFF] * 484
        self.keys = [0] * 500
        self.irreversible = [0] * 500
        self.since = [0] * 500
        self.static_evals = [0] * 241
        self.extensions = [0] * 241
        """By how much the table's move is searched deeper;"""
        self.excluded = [constants.NO_MOVE] * 241
        """and the move without which a position is searched."""
        self.root_count = write_root(self)
        self.kernel.raise_fault()

    def __dealloc__(self) -> None:
        bits.free(self.moves)
        bits.free(self.order)
        bits.free(self.history)
        bits.free(self.continuation_history)
        bits.free(self.corrections)
        bits.free(self.pv)

    # For Python callers

    def share(self, work: SharedWork, is_helper: bool) -> None:
        """Search together with the threads that share this work."""
        self.shared, self.is_shared, self.is_helper = work, True, is_helper

    def set_history(self, keys: list[int]) -> None:
        """The keys of the positions of the game so far that can recur, oldest first."""
        keys = keys[-scores.MAX_HISTORY :]
        self.game_length = len(keys)
        for i in range(len(keys)):
            self.keys[i] = keys[i]
            self.irreversible[i] = irreversible_count(self)
            self.since[i] = 0

    def run(self, depth: int, alpha: int, beta: int, first: int) -> int:
        """The score of the root to this depth in this window, over the root's moves from number ``first`` on."""
        if not 1 <= depth < scores.MAX_DEPTH:
            raise OptionError(f"a depth of {depth} is not possible; choose 1 to {scores.MAX_DEPTH - 1}")
        if not 0 <= first <= self.root_count or not -scores.INFINITE <= alpha < beta <= scores.INFINITE:
            raise OptionError(f"move {first} with the window ({alpha}, {beta}) cannot be searched from")
        self.best = constants.NO_MOVE
        if self.is_helper:
            begin_with(self, self.shared.first_move)
        elif first == 0:
            self.shared.depth, self.shared.first_move = depth, self.moves[0]
        with cython.nogil:
            score = self.search_root(depth, alpha, beta, first)
        signals.raise_interruption()
        if self.kernel.fault != constants.NO_FAULT:
            self.kernel.raise_fault()
        return score

    def catch_up(self) -> int:
        """The depth at which a helper goes on when the main thread has begun another round; 0 when the search is over."""
        if self.shared.depth <= self.root_depth:
            return 0
        self.root_depth = self.shared.depth
        self.stopped = False
        return 0 if self.should_stop() else self.root_depth

    def best_variation(self) -> list[int]:
        """The moves both sides are expected to play; empty if nothing was found before the search was stopped."""
        return [self.pv[i] for i in range(self.pv_length[0])]

    def root_moves(self) -> list[int]:
        """The root's moves, best first as far as is known."""
        return [self.moves[i] for i in range(self.root_count)]

    def set_root_moves(self, moves: list[int]) -> None:
        """Search only these moves of the root, in this order."""
        legal = Moves(self.kernel)
        codes = {legal.code(i) for i in range(len(legal))}
        if not moves or len(set(moves)) != len(moves) or not codes.issuperset(moves):
            raise OptionError("the moves to search must be legal and distinct, at least one")
        self.root_count = len(moves)
        for i in range(len(moves)):
            self.moves[i] = moves[i]

    # The tree

    @cython.final
    def should_stop(self) -> bool:
        """Whether time or nodes are used up or a stop was requested; the clock is read only now and then."""
        if self.control.max_nodes != 0 and self.nodes > self.control.max_nodes:
            self.stopped = True
        elif self.nodes >= self.poll_at:
            self.poll_at = self.nodes + POLL_NODES
            if (self.control.deadline != 0 and clock.now() >= self.control.deadline) or signals.interrupted():
                self.stopped = True
            if self.kernel.fault != constants.NO_FAULT:
                self.stopped = True
        if self.control.stop:
            self.stopped = True
        elif self.is_helper and self.shared.depth > self.root_depth:
            self.stopped = True  # The main thread has begun its next round.
        return self.stopped

    @cython.final
    def search_root(self, depth: int, alpha: int, beta: int, first: int) -> int:
        """Search the root's moves; the best is moved to place ``first``, the others keep their order."""
        self.root_depth = depth
        self.root_seat = self.kernel.seat()
        self.push_key(0)
        self.pv_length[0] = 0
        best, number, begun = -scores.INFINITE, 0, self.nodes
        for i in range(first, self.root_count):
            self.order[i] = scores.UNTRIED
        while True:
            i = next_root_move(self, first)
            if i < 0:
                break
            move, value, before = self.moves[i], self.order[i], self.nodes
            self.order[i] = scores.TAKEN
            score = self.search_move(move, number, depth, value, alpha, beta, 0, 0, self.root_count, True)
            if self.stopped:
                break
            if score == scores.BUSY:
                self.order[i] = scores.DEFERRED
                continue
            number += 1
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    self.best, self.best_nodes = move, self.nodes - before
                    update_pv(self, 0, move)
                    move_to_front(self, first, i)
                if score >= beta:
                    break
        self.root_nodes = self.nodes - begun
        return best

    @cython.final
    def push_key(self, ply: int) -> None:
        """Note the position, to recognise repetitions, and prefetch its entry of the table."""
        key = self.kernel.key()
        self.table.prefetch(key)
        index = self.game_length + ply
        self.keys[index] = key
        self.irreversible[index] = self.kernel.irreversible_count()
        self.since[index] = (
            self.since[index - 1] if index > 0 and self.irreversible[index - 1] == self.irreversible[index] else index
        )

    @cython.final
    def is_repetition(self, ply: int) -> bool:
        """Whether this position occurred before in this variation, or twice in the game so far."""
        index = self.game_length + ply
        return repetition.is_draw_by_repetition(self.keys, self.since[index], index, self.game_length, self.keys[index])

    @cython.final
    def draw_score(self) -> int:
        """The worth of a draw to the seat to move, with contempt."""
        if not self.pruning:
            return scores.DRAW
        contempt = self.parameter[parameters.CONTEMPT]
        return -contempt if self.kernel.seat() == self.root_seat else contempt

    @cython.final
    def terminal_score(self, result: int, turns: int) -> int:
        """The worth of a finished game to the seat that would be to move."""
        if result == constants.DRAW:
            return self.draw_score()
        return scores.WIN - turns if result == self.kernel.seat() else turns - scores.WIN

    @cython.final
    def search(self, depth: int, alpha: int, beta: int, ply: int, turns: int, start: int, previous: int) -> int:
        """The worth of the position to the seat to move, ``depth`` turns deep; outside the window only a bound of it.

        ``ply`` and ``turns`` count decisions and whole turns from the root; ``start`` is the first free index
        of the buffer of moves; ``previous`` is the move that led here.
        """
        self.nodes += 1
        if self.should_stop():
            return 0
        result = self.kernel.result()
        self.pv_length[ply] = 0
        if result != constants.ONGOING:
            return self.terminal_score(result, turns)
        mid_turn = self.kernel.mid_turn()
        if not mid_turn and self.is_repetition(ply):
            return self.draw_score()
        # Mate distance pruning: a win that is already seen nearer to the root makes everything longer pointless.
        alpha = max(alpha, turns - scores.WIN)
        beta = min(beta, scores.WIN - turns - 1)
        if alpha >= beta:
            return alpha
        if depth <= 0 and not mid_turn:
            return self.quiesce(alpha, beta, ply, turns, start, previous)
        return self.search_node(max(depth, 1), alpha, beta, ply, turns, start, previous, False)

    @cython.final
    def quiesce(self, alpha: int, beta: int, ply: int, turns: int, start: int, previous: int) -> int:
        """At the horizon: the evaluation, unless the mover wins at once, or must answer a threat, which is searched further."""
        if not self.pruning:
            return self.kernel.evaluate()
        if self.kernel.winning_move(self.moves, start) != constants.NO_MOVE:
            return scores.WIN - turns - 1
        max_turns = 2 * self.root_depth + self.parameter[parameters.THREAT_EXTENSION]
        if turns < max_turns and self.kernel.is_threatened(self.moves, start):
            return self.search_node(1, alpha, beta, ply, turns, start, previous, True)
        return self.kernel.evaluate()

    @cython.final
    def search_node(
        self, depth: int, alpha: int, beta: int, ply: int, turns: int, start: int, previous: int, extended: bool
    ) -> int:
        """An interior node; ``extended`` beyond the horizon, when the opponent threatens to win."""
        if ply >= scores.MAX_PLY - 2:
            return self.kernel.evaluate()
        pv_node = beta - alpha > 1
        mid_turn = self.kernel.mid_turn()
        if not extended:
            # Before the table is asked: it holds no position with a win on the spot, and the prefetch is still under way.
            move = self.kernel.winning_move(self.moves, start)
            if move != constants.NO_MOVE:
                self.pv[ply * scores.MAX_PLY] = move
                self.pv_length[ply] = 1
                return scores.WIN - turns - 1
        entry = self.table.probe(self.keys[self.game_length + ply])
        table_move = stored_move(self, entry)
        if not pv_node:
            score = stored_score(self, entry, depth, alpha, beta, turns)
            if score != scores.INFINITE:
                return score
        # Extensions only at the start of a turn: its first decision has met the threat or has not.
        threatened = extended or (self.pruning and not mid_turn and self.kernel.is_threatened(self.moves, start))
        nominal = depth
        static_eval = scores.INFINITE
        if self.pruning:
            if not threatened:
                static_eval = self.kernel.evaluate() + correction(self, previous)
                if not pv_node and not mid_turn and -scores.MATE_BOUND < beta < scores.MATE_BOUND:
                    score = prune_before_moves(self, depth, alpha, beta, ply, turns, start, previous, static_eval)
                    if score != scores.INFINITE or self.stopped:
                        return score
            elif not extended and turns < 2 * self.root_depth:
                depth += 1
            if table_move == constants.NO_MOVE and depth >= self.parameter[parameters.IIR_DEPTH]:
                depth -= 1  # Internal iterative reduction: without a move of the table the order is not worth the full depth.
        self.static_evals[ply] = static_eval
        self.extensions[ply] = 0
        if not mid_turn and depth >= self.parameter[parameters.SINGULAR_DEPTH]:
            self.extensions[ply] = singular_extension(self, entry, depth, ply, turns, start, previous, table_move)
        return self.search_moves(nominal, depth, alpha, beta, ply, turns, start, previous, table_move)

    @cython.final
    def search_moves(
        self, kept: int, depth: int, alpha: int, beta: int, ply: int, turns: int, start: int, previous: int, first: int
    ) -> int:
        """Try the moves, the most promising first, the table's before any other is generated; store the result.

        ``kept`` is the depth that the result is kept with, ``first`` the table's move.
        """
        threatened, extension = self.static_evals[ply] == scores.INFINITE, self.extensions[ply]
        prune = self.pruning and beta - alpha == 1 and not threatened
        max_quiet = max_quiet_moves(self, depth, alpha, ply) if prune else scores.INFINITE
        best, best_move, bound = -scores.INFINITE, constants.NO_MOVE, scores.UPPER
        number, deferred, end, picked, move, value = 0, 0, start, -1, first, scores.FIRST_KILLER
        while True:
            if number > 0 or first == constants.NO_MOVE:
                if end == start:
                    end = generate_scored(self, start, first, ply, previous)
                picked = pick_next(self, start, end)
                if picked < 0:
                    break
                value = self.order[picked] >> 10
                self.order[picked] = scores.TAKEN
                move = self.moves[picked]
            if scores.DEFERRED < value < self.parameter[parameters.QUIET_BELOW]:
                verdict = verdict_on_quiet(self, move, number, max_quiet, best, depth, turns, end)
                if verdict == NO_MORE and deferred == 0:
                    break
                if verdict != TRY:
                    continue
            place = number if value > scores.DEFERRED else scores.DEFERRED - value
            score = self.search_move(move, place, depth + extension, value, alpha, beta, ply, turns, end, threatened)
            if self.stopped:
                return 0
            number += 1
            if score == scores.BUSY:
                deferred += defer(self, start, picked, place)
                continue
            extension = 0
            best = max(best, score)
            if score > alpha:
                alpha, best_move, bound = score, move, scores.LOWER if score >= beta else scores.EXACT
                update_pv(self, ply, move)
                if score >= beta:
                    update_history(self, move, start, end, picked, ply, kept, previous)
                    break
        if self.excluded[ply] == constants.NO_MOVE:
            store(self, ply, best_move, best, turns, kept, bound)
            update_correction(self, previous, best, ply, kept, bound)
        return best

    @cython.final
    def search_move(
        self,
        move: int,
        number: int,
        depth: int,
        value: int,
        alpha: int,
        beta: int,
        ply: int,
        turns: int,
        end: int,
        no_reduction: bool,
    ) -> int:
        """The score of a move to the seat that makes it: late ones with a null window and less deep first.

        ``BUSY`` if another thread searches where it leads and this move was not put off for that before.
        """
        me = self.kernel.seat()
        is_marked = self.is_shared and number > 0 and depth >= self.parameter[parameters.SHARE_DEPTH]
        self.kernel.make(move)
        if is_marked and value > scores.DEFERRED and self.shared.is_busy(self.kernel.key()):
            self.kernel.unmake()
            return scores.BUSY
        same_seat = self.kernel.seat() == me
        if not self.kernel.mid_turn():
            depth -= 1
            turns += 1
        self.push_key(ply + 1)
        if is_marked:
            self.shared.begin(self.keys[self.game_length + ply + 1])
        if number == 0:
            score = self.search_child(depth, alpha, beta, ply, turns, end, move, same_seat)
        else:
            reduced = depth if no_reduction else late_depth(self, depth, number, value, beta - alpha > 1, end)
            score = self.search_child(reduced, alpha, alpha + 1, ply, turns, end, move, same_seat)
            if score > alpha and reduced < depth:
                score = self.search_child(depth, alpha, alpha + 1, ply, turns, end, move, same_seat)
            if alpha < score < beta:
                score = self.search_child(depth, alpha, beta, ply, turns, end, move, same_seat)
        self.kernel.unmake()
        if is_marked:
            self.shared.end(self.keys[self.game_length + ply + 1])
        return score

    @cython.final
    def search_child(
        self, depth: int, alpha: int, beta: int, ply: int, turns: int, end: int, move: int, same_seat: bool
    ) -> int:
        """``search`` one decision on, as the seat that just moved sees it."""
        if same_seat:
            return self.search(depth, alpha, beta, ply + 1, turns, end, move)
        return -self.search(depth, -beta, -alpha, ply + 1, turns, end, move)


def set_parameters(search: Search, overrides: dict[str, int]) -> None:
    """Give each parameter its value."""
    for i, value in enumerate(parameter_table(overrides)):
        search.parameter[i] = value


# Pruning and reductions


def prune_before_moves(
    search: Search, depth: int, alpha: int, beta: int, ply: int, turns: int, start: int, previous: int, static_eval: int
) -> int:
    """A bound by reverse futility, razoring or a null move, or ``INFINITE``."""
    margin = search.parameter[parameters.RFP_MARGIN] * depth
    if depth <= search.parameter[parameters.RFP_DEPTH] and static_eval - margin >= beta:
        return static_eval
    margin = search.parameter[parameters.RAZOR_MARGIN] * depth
    if depth <= search.parameter[parameters.RAZOR_DEPTH] and static_eval + margin <= alpha:
        return static_eval
    if depth < search.parameter[parameters.NULL_MIN_DEPTH] or static_eval < beta or previous == constants.NO_MOVE:
        return scores.INFINITE
    if not search.kernel.null_move_allowed():
        return scores.INFINITE
    reduction = search.parameter[parameters.NULL_REDUCTION] + depth // 4
    search.kernel.make_null()
    search.push_key(ply + 1)
    score = search.search_child(depth - 1 - reduction, beta - 1, beta, ply, turns + 1, start, constants.NO_MOVE, False)
    search.kernel.unmake()
    search.pv_length[ply] = 0
    if score >= beta and depth >= search.parameter[parameters.NULL_VERIFY_DEPTH]:
        # Having to move may be what loses: a real turn must be as good.
        real = search.search_node(depth - 1 - reduction, beta - 1, beta, ply, turns, start, constants.NO_MOVE, False)
        score = min(score, real)
    if score < beta:
        return scores.INFINITE
    return beta if score >= scores.MATE_BOUND else score


def singular_extension(
    search: Search, entry: int, depth: int, ply: int, turns: int, start: int, previous: int, table_move: int
) -> int:
    """A turn more for the table's move if all others are clearly worse, by a search without it that is less deep."""
    if table_move == constants.NO_MOVE or turns >= 2 * search.root_depth or search.static_evals[ply] == scores.INFINITE:
        return 0  # Without pruning there is no evaluation either.
    score = from_table(transposition.score_of(entry), turns)
    if transposition.bound_of(entry) == scores.UPPER or transposition.depth_of(entry) < depth - 3:
        return 0
    if score <= -scores.MATE_BOUND or score >= scores.MATE_BOUND:
        return 0
    target = score - search.parameter[parameters.SINGULAR_MARGIN] * depth
    search.excluded[ply] = table_move
    score = search.search_moves(0, depth // 2, target - 1, target, ply, turns, start, previous, constants.NO_MOVE)
    search.excluded[ply] = constants.NO_MOVE
    search.pv_length[ply] = 0
    return 1 if score < target else 0


def verdict_on_quiet(
    search: Search, move: int, number: int, max_quiet: int, best: int, depth: int, turns: int, end: int
) -> int:
    """Whether to ``TRY`` a quiet move, ``SKIP`` it, or try ``NO_MORE`` quiet ones."""
    if number > max_quiet and best > -scores.MATE_BOUND:
        if depth < search.parameter[parameters.THREAT_DEPTH]:
            return NO_MORE
        if not makes_threat(search, move, end):
            return SKIP
    if number > 0 and best <= turns + 2 - scores.WIN and rest_is_quiet(search):
        return NO_MORE  # The other player wins on the next turn whatever is decided now.
    return TRY


def makes_threat(search: Search, move: int, end: int) -> bool:
    """Whether the mover will win next turn after this move unless the other player does something about it."""
    search.kernel.make(move)
    found = not search.kernel.mid_turn() and search.kernel.is_threatened(search.moves, end)
    search.kernel.unmake()
    return found


def rest_is_quiet(search: Search) -> bool:
    """Whether the decisions left in this turn, but for promising ones, change nothing for the other player's next."""
    return search.pruning and search.kernel.late_decisions_are_quiet()


def max_quiet_moves(search: Search, depth: int, alpha: int, ply: int) -> int:
    """After how many moves the quiet ones that are left are not searched; more while the position improves."""
    limit = scores.INFINITE
    if depth <= search.parameter[parameters.LMP_DEPTH]:
        limit = search.parameter[parameters.LMP_MOVES] + depth * depth
        static_eval = search.static_evals[ply]
        if ply >= 2 and static_eval != scores.INFINITE and static_eval > search.static_evals[ply - 2]:
            limit += 2 + depth * depth
    if search.kernel.mid_turn():
        limit = min(limit, search.parameter[parameters.MID_TURN_MOVES] + depth)
    return min(limit, FUTILE_MOVES) if is_futile(search, depth, alpha, ply) else limit


def is_futile(search: Search, depth: int, alpha: int, ply: int) -> bool:
    """Whether the position is so far behind that quiet moves cannot help."""
    if depth > search.parameter[parameters.FUTILITY_DEPTH]:
        return False
    return search.static_evals[ply] + search.parameter[parameters.FUTILITY_MARGIN] * depth <= alpha


def opponent_must_answer(search: Search, depth: int, end: int) -> bool:
    """Whether the move just made, with this depth left, makes a threat that is worth following in full."""
    if depth < search.parameter[parameters.THREAT_DEPTH] or search.kernel.mid_turn():
        return False
    return search.kernel.is_threatened(search.moves, end)


def late_depth(search: Search, depth: int, number: int, value: int, pv_node: bool, end: int) -> int:
    """How deep the move just made is searched first."""
    if not search.pruning or number <= 1 or depth < 2 or opponent_must_answer(search, depth, end):
        return depth
    return depth - reduction(search, depth, number, value, pv_node)


def reduction(search: Search, depth: int, number: int, value: int, pv_node: bool) -> int:
    """How much less deep a late move is searched first."""
    product = LOG[min(depth + 1, 63)] * LOG[min(number, 63)]
    base, slope = search.parameter[parameters.LMR_BASE], search.parameter[parameters.LMR_SLOPE]
    plies = (base * 41 + product * 100 // slope) // 4096
    if pv_node or value >= scores.SECOND_KILLER:
        plies -= 1
    elif value > scores.DEFERRED:
        plies -= value // 8192
    return max(0, min(plies, depth - 1))


# What is known better than the evaluation


def correction_index(search: Search, previous: int) -> int:
    """Where the error of evaluations after this move stands; different moves may share a place."""
    return CORRECTIONS * search.kernel.seat() + ((previous * 2531 >> 4) & (CORRECTIONS - 1))


def correction(search: Search, previous: int) -> int:
    """How much more than its evaluation a position after this move has turned out to be worth lately."""
    found = search.corrections[correction_index(search, previous)] * search.parameter[parameters.CORRECTION]
    return scaled(found) if found != 0 else 0


def update_correction(search: Search, previous: int, score: int, ply: int, depth: int, bound: int) -> None:
    """A search has found out how far the evaluation of a position was from its worth, or a bound of it."""
    error = score - search.static_evals[ply]
    if search.static_evals[ply] == scores.INFINITE or search.parameter[parameters.CORRECTION] == 0:
        return
    if (bound == scores.LOWER and error < 0) or (bound == scores.UPPER and error > 0) or abs(error) > MAX_ERROR:
        return
    bonus = max(-MAX_BONUS, min(MAX_BONUS, 4 * error * depth))
    index = correction_index(search, previous)
    search.corrections[index] += bonus - scaled(search.corrections[index] * abs(bonus))


# The transposition table


def stored_move(search: Search, entry: int) -> int:
    """The best move of an entry, converted to this position's encoding of moves."""
    if entry == 0:
        return constants.NO_MOVE
    move = transposition.move_of(entry)
    return move if move == constants.NO_MOVE else search.kernel.from_tt_move(move)


def stored_score(search: Search, entry: int, depth: int, alpha: int, beta: int, turns: int) -> int:
    """An entry's score, if it was searched deep enough and answers what this window asks; else ``INFINITE``."""
    if entry == 0:
        return scores.INFINITE
    stored = transposition.depth_of(entry)
    # Without pruning scores must be those of plain negamax to just this depth.
    if stored < depth or (stored != depth and not search.pruning):
        return scores.INFINITE
    score = from_table(transposition.score_of(entry), turns)
    return score if is_cutoff(transposition.bound_of(entry), score, alpha, beta) else scores.INFINITE


def store(search: Search, ply: int, move: int, score: int, turns: int, depth: int, bound: int) -> None:
    """Keep what was found about the position at this ply."""
    if move != constants.NO_MOVE:
        move = search.kernel.to_tt_move(move)
    search.table.store(search.keys[search.game_length + ply], move, to_table(score, turns), depth, bound)


def is_cutoff(bound: int, score: int, alpha: int, beta: int) -> bool:
    """Whether a stored score answers the question this window asks."""
    if bound == scores.EXACT:
        return True
    return score >= beta if bound == scores.LOWER else score <= alpha


def to_table(score: int, turns: int) -> int:
    """Wins in the table count from the position itself, not from the root."""
    if score >= scores.MATE_BOUND:
        return score + turns
    return score - turns if score <= -scores.MATE_BOUND else score


def from_table(score: int, turns: int) -> int:
    """A stored score as seen from the root."""
    if score >= scores.MATE_BOUND:
        return score - turns
    return score + turns if score <= -scores.MATE_BOUND else score


# The order of moves


def generate_scored(search: Search, start: int, table_move: int, ply: int, previous: int) -> int:
    """Generate the moves, each with its order by the game's score, history and killers; return where they end.

    The table's move was tried already and is marked as taken.
    """
    end = search.kernel.generate(search.moves, start)
    search.kernel.score_moves(search.moves, start, end, search.order)
    seat, row = 32768 * search.kernel.seat(), continuation_row(previous)
    weight = search.parameter[parameters.ORDERING_WEIGHT]
    quiet_below = search.parameter[parameters.QUIET_BELOW]
    first, second = search.killers[2 * ply], search.killers[2 * ply + 1]
    for i in range(start, end):
        move = search.moves[i]
        forcing = weight * search.order[i]
        value = forcing + search.history[seat + (move & 32767)] + search.continuation_history[row + history_index(move)]
        if forcing >= quiet_below:  # Whatever was learnt about it elsewhere, such a move is not left out.
            value = max(value, quiet_below)
        if move == first:
            value += scores.FIRST_KILLER
        elif move == second:
            value += scores.SECOND_KILLER
        search.order[i] = value * scores.ORDER_SLOTS + (scores.ORDER_SLOTS - 1 - i + start)
        if move == table_move or move == search.excluded[ply]:
            search.order[i] = scores.TAKEN
    return end


def pick_next(search: Search, start: int, end: int) -> int:
    """The index of the best move that was not taken yet; -1 if there is none."""
    best = scores.TAKEN
    for i in range(start, end):
        best = max(best, search.order[i])
    return start + scores.ORDER_SLOTS - 1 - (best & (scores.ORDER_SLOTS - 1)) if best != scores.TAKEN else -1


def defer(search: Search, start: int, picked: int, place: int) -> int:
    """Put a move off until the others are tried, and remember its place among them; that is one more."""
    value = scores.DEFERRED - place
    search.order[picked] = value * scores.ORDER_SLOTS + (scores.ORDER_SLOTS - 1 - picked + start)
    return 1


def update_history(
    search: Search, move: int, start: int, end: int, picked: int, ply: int, depth: int, previous: int
) -> None:
    """This move caused a cutoff: it becomes a killer and is tried earlier from now on, those tried before it later."""
    if move != search.killers[2 * ply]:
        search.killers[2 * ply + 1] = search.killers[2 * ply]
        search.killers[2 * ply] = move
    bonus = min(32 * depth * depth, 2048)
    seat = 32768 * search.kernel.seat()
    add_bonus(search, seat, move, previous, bonus)
    for i in range(start, end):
        if search.order[i] == scores.TAKEN and i != picked:
            add_bonus(search, seat, search.moves[i], previous, -bonus)


def add_bonus(search: Search, seat: int, move: int, previous: int, bonus: int) -> None:
    """A gravity update of a move's history scores: the nearer to an end of the scale, the smaller the step."""
    size = bonus if bonus > 0 else -bonus
    index = seat + (move & 32767)
    search.history[index] += bonus - scaled(search.history[index] * size)
    index = continuation_row(previous) + history_index(move)
    search.continuation_history[index] += bonus - scaled(search.continuation_history[index] * size)


def scaled(product: int) -> int:
    """The product divided by the most a history score can be, towards zero in C and Python alike."""
    return product // scores.MAX_HISTORY_SCORE if product >= 0 else -(-product // scores.MAX_HISTORY_SCORE)


def continuation_row(previous: int) -> int:
    """Where the scores of moves that follow this one begin; different ones may share them."""
    return 512 * ((previous * 2531 >> 4) & 127)


def history_index(move: int) -> int:
    """A move as a number below 512; different ones may share it."""
    return (move ^ (move >> 10) * 37) & 511


# The principal variation and the root


def update_pv(search: Search, ply: int, move: int) -> None:
    """The best variation from here is this move and then the best one after it."""
    index, below = ply * scores.MAX_PLY, (ply + 1) * scores.MAX_PLY
    search.pv[index] = move
    length = min(search.pv_length[ply + 1], scores.MAX_PLY - 1)
    for i in range(length):
        search.pv[index + 1 + i] = search.pv[below + i]
    search.pv_length[ply] = length + 1


def next_root_move(search: Search, first: int) -> int:
    """The first of the root's moves that was not tried, then those that another thread was searching; -1 at the end."""
    deferred = -1
    for i in range(first, search.root_count):
        if search.order[i] == scores.UNTRIED:
            return i
        if search.order[i] == scores.DEFERRED and deferred < 0:
            deferred = i
    return deferred


def begin_with(search: Search, move: int) -> None:
    """Move this one of the root's moves to the front."""
    for i in range(search.root_count):
        if search.moves[i] == move:
            move_to_front(search, 0, i)
            break


def move_to_front(search: Search, first: int, i: int) -> None:
    """Move the root's move number ``i``, which was tried, to place ``first``."""
    move = search.moves[i]
    while i > first:
        search.moves[i] = search.moves[i - 1]
        search.order[i] = search.order[i - 1]
        i -= 1
    search.moves[first] = move
    search.order[first] = scores.TAKEN


def write_root(search: Search) -> int:
    """Generate the moves of the root; return how many there are."""
    return search.kernel.generate(search.moves, 0)


def irreversible_count(search: Search) -> int:
    """How many irreversible moves lie before the root."""
    return search.kernel.irreversible_count()
