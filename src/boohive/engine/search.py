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
from boohive.engine.transposition import TranspositionTable

POLL_NODES = 512 if cython.compiled else 8
"""Nodes between two looks at the clock; uncompiled, a search is a few hundred times slower."""

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
        self.nodes = 0
        self.poll_at = POLL_NODES
        self.stopped = False
        self.root_depth = 0
        self.best = constants.NO_MOVE
        self.game_length = 0
        self.moves = bits.allocate_moves(constants.MAX_MOVES * scores.MAX_PLY)
        self.order = bits.allocate_ints(constants.MAX_MOVES * scores.MAX_PLY)
        self.history = bits.allocate_ints(65536)
        self.continuation_history = bits.allocate_ints(65536)
        self.pv = bits.allocate_moves(scores.MAX_PLY * scores.MAX_PLY)
        bits.require(self.moves)
        bits.require(self.order)
        bits.require(self.history)
        bits.require(self.continuation_history)
        bits.require(self.pv)
        self.pv_length = [0] * 241
        self.killers = [0x7FFF_FFFF] * 484
        self.keys = [0] * 500
        self.irreversible = [0] * 500
        self.since = [0] * 500
        self.static_evals = [0] * 241
        self.parameter = [0] * 20
        for i, value in enumerate(parameter_table(parameter_overrides or {})):
            self.parameter[i] = value
        self.root_count = write_root(self)
        self.kernel.raise_fault()

    def __dealloc__(self) -> None:
        bits.free(self.moves)
        bits.free(self.order)
        bits.free(self.history)
        bits.free(self.continuation_history)
        bits.free(self.pv)

    # For Python callers

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
        with cython.nogil:
            score = self.search_root(depth, alpha, beta, first)
        signals.raise_interruption()
        if self.kernel.fault != constants.NO_FAULT:
            self.kernel.raise_fault()
        return score

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
        return self.stopped

    @cython.final
    def search_root(self, depth: int, alpha: int, beta: int, first: int) -> int:
        """Search the root's moves; the best is moved to place ``first``, the others keep their order."""
        self.root_depth = depth
        self.root_seat = self.kernel.seat()
        self.push_key(0)
        self.pv_length[0] = 0
        best = -scores.INFINITE
        for i in range(first, self.root_count):
            move = self.moves[i]
            score = self.search_move(move, i - first, depth, 0, alpha, beta, 0, 0, self.root_count, True)
            if self.stopped:
                break
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    self.best = move
                    update_pv(self, 0, move)
                    move_to_front(self, first, i)
                if score >= beta:
                    break
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
        nominal_depth = depth
        static_eval = scores.INFINITE
        if self.pruning:
            if not threatened:
                static_eval = self.kernel.evaluate()
                if not pv_node and not mid_turn and -scores.MATE_BOUND < beta < scores.MATE_BOUND:
                    score = self.prune_before_moves(depth, alpha, beta, ply, turns, start, previous, static_eval)
                    if score != scores.INFINITE or self.stopped:
                        return score
            elif not extended and turns < 2 * self.root_depth:
                depth += 1
            if table_move == constants.NO_MOVE and depth >= self.parameter[parameters.IIR_DEPTH]:
                depth -= 1  # Internal iterative reduction: without a move of the table the order is not worth the full depth.
        self.static_evals[ply] = static_eval
        return self.search_moves(nominal_depth, depth, alpha, beta, ply, turns, start, previous, threatened, table_move)

    @cython.final
    def prune_before_moves(
        self, depth: int, alpha: int, beta: int, ply: int, turns: int, start: int, previous: int, static_eval: int
    ) -> int:
        """A bound by reverse futility, razoring or a null move, or ``INFINITE``."""
        margin = self.parameter[parameters.RFP_MARGIN] * depth
        if depth <= self.parameter[parameters.RFP_DEPTH] and static_eval - margin >= beta:
            return static_eval
        margin = self.parameter[parameters.RAZOR_MARGIN] * depth
        if depth <= self.parameter[parameters.RAZOR_DEPTH] and static_eval + margin <= alpha:
            return static_eval
        if depth < self.parameter[parameters.NULL_MIN_DEPTH] or static_eval < beta or previous == constants.NO_MOVE:
            return scores.INFINITE
        if not self.kernel.null_move_allowed():
            return scores.INFINITE
        reduction = self.parameter[parameters.NULL_REDUCTION] + depth // 4
        self.kernel.make_null()
        self.push_key(ply + 1)
        score = self.search_child(
            depth - 1 - reduction, beta - 1, beta, ply, turns + 1, start, constants.NO_MOVE, False
        )
        self.kernel.unmake()
        self.pv_length[ply] = 0
        if score >= beta and depth >= self.parameter[parameters.NULL_VERIFY_DEPTH]:
            # Having to move may be what loses: a real turn must be as good.
            real = self.search_node(depth - 1 - reduction, beta - 1, beta, ply, turns, start, constants.NO_MOVE, False)
            score = min(score, real)
        if score < beta:
            return scores.INFINITE
        return beta if score >= scores.MATE_BOUND else score

    @cython.final
    def search_moves(
        self,
        nominal_depth: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        turns: int,
        start: int,
        previous: int,
        threatened: bool,
        table_move: int,
    ) -> int:
        """Try the moves, the most promising first, the table's before any other is generated; store the result."""
        prune = self.pruning and beta - alpha == 1 and not threatened
        max_quiet = max_quiet_moves(self, depth, alpha, ply) if prune else scores.INFINITE
        best, best_move, bound = -scores.INFINITE, constants.NO_MOVE, scores.UPPER
        number, end, picked, move, value = 0, start, -1, table_move, scores.FIRST_KILLER
        while True:
            if number > 0 or table_move == constants.NO_MOVE:
                if end == start:
                    end = generate_scored(self, start, table_move, ply, previous)
                picked = pick_next(self, start, end)
                if picked < 0:
                    break
                value = self.order[picked] >> 10
                self.order[picked] = scores.TAKEN
                move = self.moves[picked]
            if value < self.parameter[parameters.QUIET_BELOW]:
                if number > max_quiet and best > -scores.MATE_BOUND:
                    if depth < self.parameter[parameters.THREAT_DEPTH]:
                        break
                    if not self.makes_threat(move, end):
                        continue
                if number > 0 and best <= turns + 2 - scores.WIN and self.rest_is_quiet():
                    break  # The other player wins on the next turn whatever is decided now.
            score = self.search_move(move, number, depth, value, alpha, beta, ply, turns, end, threatened)
            if self.stopped:
                return 0
            number += 1
            best = max(best, score)
            if score > alpha:
                alpha, best_move, bound = score, move, scores.LOWER if score >= beta else scores.EXACT
                update_pv(self, ply, move)
                if score >= beta:
                    update_history(self, move, start, end, picked, ply, nominal_depth, previous)
                    break
        store(self, ply, best_move, best, turns, nominal_depth, bound)
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
        """The score of a move to the seat that makes it: late ones with a null window and less deep first."""
        me = self.kernel.seat()
        self.kernel.make(move)
        same_seat = self.kernel.seat() == me
        if not self.kernel.mid_turn():
            depth -= 1
            turns += 1
        self.push_key(ply + 1)
        if number == 0:
            score = self.search_child(depth, alpha, beta, ply, turns, end, move, same_seat)
        else:
            reduced = depth
            if (
                self.pruning
                and not no_reduction
                and number > 1
                and depth >= 2
                and not self.opponent_must_answer(depth, end)
            ):
                reduced = depth - reduction(self, depth, number, value, beta - alpha > 1)
            score = self.search_child(reduced, alpha, alpha + 1, ply, turns, end, move, same_seat)
            if score > alpha and reduced < depth:
                score = self.search_child(depth, alpha, alpha + 1, ply, turns, end, move, same_seat)
            if alpha < score < beta:
                score = self.search_child(depth, alpha, beta, ply, turns, end, move, same_seat)
        self.kernel.unmake()
        return score

    @cython.final
    def rest_is_quiet(self) -> bool:
        """Whether the decisions left in this turn, but for promising ones, change nothing for the other player's next."""
        return self.pruning and self.kernel.late_decisions_are_quiet()

    @cython.final
    def makes_threat(self, move: int, end: int) -> bool:
        """Whether the mover will win next turn after this move unless the other player does something about it."""
        self.kernel.make(move)
        found = not self.kernel.mid_turn() and self.kernel.is_threatened(self.moves, end)
        self.kernel.unmake()
        return found

    @cython.final
    def opponent_must_answer(self, depth: int, end: int) -> bool:
        """Whether the move just made, with this depth left, makes a threat that is worth following in full."""
        if depth < self.parameter[parameters.THREAT_DEPTH] or self.kernel.mid_turn():
            return False
        return self.kernel.is_threatened(self.moves, end)

    @cython.final
    def search_child(
        self, depth: int, alpha: int, beta: int, ply: int, turns: int, end: int, move: int, same_seat: bool
    ) -> int:
        """``search`` one decision on, as the seat that just moved sees it."""
        if same_seat:
            return self.search(depth, alpha, beta, ply + 1, turns, end, move)
        return -self.search(depth, -beta, -alpha, ply + 1, turns, end, move)


# Pruning and reductions


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


def reduction(search: Search, depth: int, number: int, value: int, pv_node: bool) -> int:
    """How much less deep a late move is searched first."""
    product = LOG[min(depth + 1, 63)] * LOG[min(number, 63)]
    base, slope = search.parameter[parameters.LMR_BASE], search.parameter[parameters.LMR_SLOPE]
    plies = (base * 41 + product * 100 // slope) // 4096
    if pv_node or value >= scores.SECOND_KILLER:
        plies -= 1
    else:
        plies -= value // 8192
    return max(0, min(plies, depth - 1))


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
        if move == table_move:
            search.order[i] = scores.TAKEN
    return end


def pick_next(search: Search, start: int, end: int) -> int:
    """The index of the best move that was not taken yet; -1 if there is none."""
    best = scores.TAKEN
    for i in range(start, end):
        best = max(best, search.order[i])
    return start + scores.ORDER_SLOTS - 1 - (best & (scores.ORDER_SLOTS - 1)) if best != scores.TAKEN else -1


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


def move_to_front(search: Search, first: int, i: int) -> None:
    """Move the root's move number ``i`` to place ``first``."""
    move = search.moves[i]
    while i > first:
        search.moves[i] = search.moves[i - 1]
        i -= 1
    search.moves[first] = move


def write_root(search: Search) -> int:
    """Generate the moves of the root; return how many there are."""
    return search.kernel.generate(search.moves, 0)


def irreversible_count(search: Search) -> int:
    """How many irreversible moves lie before the root."""
    return search.kernel.irreversible_count()
