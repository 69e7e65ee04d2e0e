"""Proof: whether a player can force a win, whatever the other does. Proof-number search (df-pn) over ``SearchKernel``.

Every position has two numbers: how many positions at least must still be shown to be won to prove the win (``proof``),
and how many to be not won to refute it (``disproof``). The search always goes on where the fewest are left, which leads
along forcing moves. A position gets its first numbers from a search of two decisions: immediate wins are decided, and
the fewer moves avoid an immediate loss, the nearer the end.

A position that stands again on the way counts as not won. That can hide a proof but never invent one. Each proof notes
its place in the order of proofs; a strategy that only steps to positions proved earlier cannot go in circles.
"""

import cython

from boohive.core import bits, clock, constants, signals
from boohive.core.kernel import Kernel, Moves, play_at, status_of
from boohive.core.search_kernel import as_search_kernel, symmetry_key, winning_move
from boohive.engine import scores
from boohive.engine.search import SearchControl

ENDLESS = 1_000_000_000
"""A number that can never become 0 again."""

PROVED = 2_000_000_000
"""The disproof number of a proved position is this and its place in the order of proofs."""

NO_LENGTH = 10_000
"""The length of a win part of whose proof has been given up."""

MAX_VISITS = 200_000
"""Positions looked at, at most, to find out how long a win takes;"""
LENGTH_SLOTS = 65536
"""and how many lengths are remembered."""

POLL_CHILDREN = 16 if cython.compiled else 1
"""Positions set up between two looks at the clock: a thread's own time costs as much as setting up several of them."""

WON, NOT_WON, UNKNOWN = "won", "not won", "unknown"

WORDS_PER_MIB = 131072
HALF = 2**32
MAX_WORD = 2**32 - 1


class Proof:
    """The search for a forced win of one seat; what it finds stays in its table for further questions."""

    def __init__(self, attacker: int, size_mib: int = 64, control: SearchControl | None = None) -> None:
        self.attacker = attacker
        self.control = control or SearchControl()
        self.buckets = size_mib * WORDS_PER_MIB // 8
        self.entries = bits.allocate_words(size_mib * WORDS_PER_MIB)
        self.moves = bits.allocate_moves(constants.MAX_MOVES * scores.MAX_PLY)
        self.children = bits.allocate_words(constants.MAX_MOVES * scores.MAX_PLY)
        self.path = bits.allocate_words(scores.MAX_PLY + 1)
        bits.require(self.entries)
        bits.require(self.moves)
        bits.require(self.children)
        self.lengths = bits.allocate_words(2 * LENGTH_SLOTS)
        bits.require(self.path)
        bits.require(self.lengths)
        self.nodes = 0
        self.visits_left = 0
        self.proofs = 0
        self.low = 0
        self.high = 0
        self.stopped = False
        self.cpu_until = 0
        self.polls = 0

    def __dealloc__(self) -> None:
        bits.free(self.entries)
        bits.free(self.moves)
        bits.free(self.children)
        bits.free(self.path)
        bits.free(self.lengths)

    # What Python asks

    def run(self, kernel: Kernel, max_nodes: int = 0, cpu_seconds: float = 0.0) -> str:
        """Look for a proof from here: ``WON``, ``NOT_WON`` (as far as repetition allows to say) or ``UNKNOWN``.

        ``cpu_seconds`` limits the seconds for which this thread has a processor, so that a short look is not over before it
        began where many programs share one.
        """
        self.kernel = as_search_kernel(kernel.copy())
        self.kernel.reserve_undo()
        self.control.max_nodes = self.nodes + max_nodes if max_nodes else 0
        self.cpu_until = clock.thread_time() + int(cpu_seconds * 1e9) if cpu_seconds else 0
        self.stopped = False
        with cython.nogil:
            self.init_node(0)
            if self.low != 0 and self.high != 0:
                self.mid(0, 0, ENDLESS, ENDLESS, self.kernel.symmetry_key())
        signals.raise_interruption()
        if self.kernel.fault != constants.NO_FAULT:
            self.kernel.raise_fault()
        proof, disproof = self.low, self.high
        if proof == 0:
            return WON
        return NOT_WON if disproof == 0 else UNKNOWN

    def solved_at(self, kernel: Kernel) -> int | None:
        """When this position was proved: later ones rest on earlier ones; ``None`` if it was not."""
        found = self.find(symmetry_key(kernel))
        if found == 0 or self.low != 0:
            return None
        return self.high - PROVED

    def winning_moves(self, kernel: Kernel) -> list[int]:
        """The attacker's moves that are known to keep the win, the earliest proved first, without going in circles.

        The first of them leads a step nearer to the end. Empty if the position was not proved.
        """
        rank = self.solved_at(kernel)
        found = []
        legal = Moves(kernel)
        for i in range(len(legal)):
            child = play_at(kernel, legal.code(i))
            if status_of(child).result == self.attacker:
                found.append((-1, legal.code(i)))
                continue
            place = self.solved_at(child)
            if place is not None and (rank is None or place < rank):
                found.append((place, legal.code(i)))
        return [code for _, code in sorted(found)]

    def win_length(self, kernel: Kernel) -> int | None:
        """In how many turns at most, both players' counted, the attacker wins by ``winning_moves``; ``None`` if unknown."""
        self.kernel = as_search_kernel(kernel.copy())
        self.kernel.reserve_undo()
        self.visits_left = MAX_VISITS
        with cython.nogil:
            turns = length(self, 0, 0)
        if self.kernel.fault != constants.NO_FAULT:
            self.kernel.raise_fault()
        return turns if turns < NO_LENGTH else None

    # The table: four positions share a bucket; those with little work in them and no proof are given up first

    @cython.final
    def bucket(self, key: int) -> int:
        """Where the places for this position begin."""
        return 8 * (((bits.mix(key) >> 32) * self.buckets) >> 32)

    @cython.final
    def find(self, key: int) -> int:
        """Whether the position is known (1 or 0); its numbers go to ``low`` and ``high``."""
        first = self.bucket(key)
        for i in range(first, first + 8, 2):
            if self.entries[i] == key and self.entries[i + 1] != 0:
                self.low = self.entries[i + 1] % HALF
                self.high = self.entries[i + 1] >> 32
                return 1
        return 0

    @cython.final
    def store(self, key: int, proof: int, disproof: int) -> None:
        """Remember a position's numbers; a fresh proof gets its place in the order."""
        first = self.bucket(key)
        slot, lowest = first, MAX_WORD
        for i in range(first, first + 8, 2):
            entry = self.entries[i + 1]
            if entry == 0 or self.entries[i] == key:
                slot = i
                break
            worth = entry % HALF + (entry >> 32)
            if worth < lowest:
                slot, lowest = i, worth
        if proof == 0:
            self.proofs += 1
            disproof = PROVED + self.proofs
        self.low, self.high = proof, disproof
        self.entries[slot] = key
        self.entries[slot + 1] = wide(disproof) * HALF + proof

    # The tree

    @cython.final
    def init_node(self, start: int) -> None:
        """The first numbers of a position that is not known yet, kept in the table."""
        key = self.kernel.symmetry_key()
        if self.find(key):
            return
        result = self.kernel.result()
        attacking = self.kernel.seat() == self.attacker
        if result != constants.ONGOING:
            self.set_solved(key, result == self.attacker)
        elif self.kernel.winning_move(self.moves, start) != constants.NO_MOVE:
            self.set_solved(key, attacking)
        else:
            safe = self.moves_avoiding_loss(start)
            if safe == 0:
                self.set_solved(key, not attacking)
            elif attacking:
                self.store(key, 1, safe)
            else:
                self.store(key, safe, 1)

    @cython.final
    def set_solved(self, key: int, won: bool) -> None:
        """Keep a final verdict."""
        if won:
            self.store(key, 0, ENDLESS)
        else:
            self.store(key, ENDLESS, 0)

    @cython.final
    def moves_avoiding_loss(self, start: int) -> int:
        """How many moves avoid an immediate loss."""
        me = self.kernel.seat()
        end = self.kernel.generate(self.moves, start)
        safe = 0
        for i in range(start, end):
            self.kernel.make(self.moves[i])
            if self.kernel.seat() == me or self.kernel.result() == constants.DRAW or self.kernel.result() == me:
                safe += 1
            elif self.kernel.result() == constants.ONGOING:
                safe += self.kernel.winning_move(self.moves, end) == constants.NO_MOVE
            self.kernel.unmake()
        return safe

    @cython.final
    def mid(self, ply: int, start: int, most_proof: int, most_disproof: int, key: int) -> None:
        """Work on a position until one of its numbers reaches its limit; then they are in ``low`` and ``high``."""
        self.nodes += 1
        if ply >= scores.MAX_PLY - 1:
            self.store(key, ENDLESS, 0)
            return
        attacking = self.kernel.seat() == self.attacker
        self.path[ply] = key
        end = self.expand(start)
        if self.stopped:
            self.low, self.high = 1, 1  # Not all children are known: nothing can be said.
            return
        while True:
            best = self.sum_children(ply, start, end, attacking, most_proof, most_disproof)
            if best < 0 or self.stopped or (0 < self.control.max_nodes <= self.nodes):
                self.store(key, self.low, self.high)
                return
            self.descend(ply, best, start, end)

    @cython.final
    def should_stop(self) -> bool:
        """Whether a stop was requested or the time is up; asked for every child, because one child takes a while."""
        self.polls += 1
        if self.control.stop:
            self.stopped = True
        elif self.polls >= POLL_CHILDREN:
            self.polls = 0
            if (
                (self.control.deadline != 0 and clock.now() >= self.control.deadline)
                or (self.cpu_until != 0 and clock.thread_time() >= self.cpu_until)
                or self.kernel.fault != constants.NO_FAULT
                or signals.interrupted()
            ):
                self.stopped = True
        return self.stopped

    @cython.final
    def expand(self, start: int) -> int:
        """Write the moves and the keys of the positions they lead to; twins by symmetry only once (key 0)."""
        end = self.kernel.generate(self.moves, start)
        for i in range(start, end):
            if self.should_stop():
                break
            self.kernel.make(self.moves[i])
            self.children[i] = self.kernel.symmetry_key()
            for k in range(start, i):
                if self.children[k] == self.children[i]:
                    self.children[i] = 0
                    break
            if self.children[i] != 0:
                self.init_node(end)
            self.kernel.unmake()
        return end

    @cython.final
    def sum_children(self, ply: int, start: int, end: int, attacking: bool, most_proof: int, most_disproof: int) -> int:
        """The position's numbers from its children's, into ``low`` and ``high``; where to go on, -1 when a limit is reached.

        The limits for the child to go on with are left in ``child_proof`` and ``child_disproof``. ``near`` is the number
        that the mover wants small, ``far`` the other's.
        """
        best, lowest, second, best_far = -1, ENDLESS, ENDLESS, 0
        total = 0
        for i in range(start, end):
            if self.children[i] == 0:
                continue
            near, far = self.proof_numbers(ply, self.children[i], attacking)
            total = min(total + far, ENDLESS)
            if near < lowest or best < 0:
                second = lowest
                best, lowest, best_far = i, near, far
            elif near < second:
                second = near
        max_near, max_far = (most_proof, most_disproof) if attacking else (most_disproof, most_proof)
        self.low, self.high = (lowest, total) if attacking else (total, lowest)
        if best < 0 or lowest >= max_near or total >= max_far:
            return -1
        near = min(max_near, second + second // 4 + 1)
        far = min(max_far - total + best_far, ENDLESS)
        self.child_proof, self.child_disproof = (near, far) if attacking else (far, near)
        return best

    @cython.final
    def proof_numbers(self, ply: int, key: int, attacking: bool) -> tuple[int, int]:
        """A child's near and far number; one that stands on the path already is not won."""
        proof, disproof = 1, 1
        if self.is_on_path(ply, key):
            proof, disproof = ENDLESS, 0
        elif self.find(key):
            proof, disproof = self.low, min(self.high, ENDLESS)
        return (proof, disproof) if attacking else (disproof, proof)

    @cython.final
    def is_on_path(self, ply: int, key: int) -> bool:
        """Whether we came by this position."""
        for i in range(ply + 1):
            if self.path[i] == key:
                return True
        return False

    @cython.final
    def descend(self, ply: int, best: int, start: int, end: int) -> None:
        """Work on the child that is nearest to a verdict."""
        key = self.children[best]
        proof, disproof = self.child_proof, self.child_disproof
        self.kernel.make(self.moves[best])
        self.mid(ply + 1, end, proof, disproof, key)
        self.kernel.unmake()


def wide(number: int) -> int:
    """The number as a 64-bit word."""
    return number


# How long a proved win takes


def length(proof: Proof, ply: int, start: int) -> int:
    """Turns until the attacker has won from here, if each plays as in ``winning_line``; remembered."""
    if proof.kernel.result() != constants.ONGOING:
        return 0 if proof.kernel.result() == proof.attacker else NO_LENGTH
    attacking = proof.kernel.seat() == proof.attacker
    if attacking and proof.kernel.winning_move(proof.moves, start) != constants.NO_MOVE:
        return 1
    key = proof.kernel.symmetry_key()
    at = 2 * (bits.mix(key) >> 48)
    if proof.lengths[at] == key:
        return proof.lengths[at + 1]
    proof.visits_left -= 1
    if proof.visits_left < 0 or ply >= scores.MAX_PLY - 1 or not proof.find(key) or proof.low != 0:
        return NO_LENGTH
    end = proof.kernel.generate(proof.moves, start)
    if attacking:
        turns = attackers_length(proof, ply, start, end, proof.high)
    else:
        turns = 0
        for i in range(start, end):
            turns = max(turns, length_after(proof, ply, i, end))
    if turns < NO_LENGTH:
        proof.lengths[at] = key
        proof.lengths[at + 1] = turns
    return turns


def attackers_length(proof: Proof, ply: int, start: int, end: int, rank: int) -> int:
    """The length by the move that ``winning_moves`` names first: the one to the position that was proved earliest."""
    best = -1
    for i in range(start, end):
        proof.kernel.make(proof.moves[i])
        if proof.kernel.result() == proof.attacker:
            best, rank = i, 0
        elif proof.find(proof.kernel.symmetry_key()) and proof.low == 0 and proof.high < rank:
            best, rank = i, proof.high
        proof.kernel.unmake()
    return NO_LENGTH if best < 0 else length_after(proof, ply, best, end)


def length_after(proof: Proof, ply: int, i: int, end: int) -> int:
    """The length by one move, which is counted if it ends the turn."""
    proof.kernel.make(proof.moves[i])
    turns = length(proof, ply + 1, end) + (not proof.kernel.mid_turn())
    proof.kernel.unmake()
    return min(turns, NO_LENGTH)


def winning_line(proof: Proof, kernel: Kernel) -> list[int]:
    """The attacker's moves and the longest defence, from a proved position; as far as the proof is still known."""
    line: list[int] = []
    while status_of(kernel).result == constants.ONGOING and len(line) < scores.MAX_PLY:
        legal = Moves(kernel)
        if status_of(kernel).seat == proof.attacker:
            winning = winning_move(kernel)
            moves = proof.winning_moves(kernel) if winning is None else [winning]
        else:
            codes = [legal.code(i) for i in range(len(legal))]
            moves = sorted(codes, key=lambda code: -(proof.win_length(play_at(kernel, code)) or 0))
        if not moves:
            break
        line.append(moves[0])
        kernel = play_at(kernel, moves[0])
    return line
