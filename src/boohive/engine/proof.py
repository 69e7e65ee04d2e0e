"""Proof: whether a player can force a win, whatever the other does. Proof-number search (df-pn) over ``Kernel``.

Every position has two numbers: how many positions at least must still be shown to be won to prove the win (``proof``),
and how many to be not won to refute it (``disproof``). The search always goes on where the fewest are left, which leads
along forcing moves. A position gets its first numbers from a look two decisions ahead: who wins at once is settled,
and the fewer moves avoid losing at once, the nearer the end.

A position that stands again on the way counts as not won. That can hide a proof but never invent one. Each proof notes
its place in the order of proofs; a strategy that only steps to positions proved earlier cannot go in circles.
"""

import cython

from boohive.core import bits, clock, codes, signals
from boohive.core.kernel import Kernel, Moves, facts, play_at
from boohive.engine import scores
from boohive.engine.search import Control

ENDLESS = 1_000_000_000
"""A number that cannot become 0 any more."""

PROVED = 2_000_000_000
"""The disproof number of a proved position is this and its place in the order of proofs."""

WON, NOT_WON, UNKNOWN = "won", "not won", "unknown"

WORDS_PER_MIB = 131072
HALF = 2**32
MOST = 2**32 - 1


class Proof:
    """The search for a forced win of one seat; what it finds stays in its table for further questions."""

    def __init__(self, attacker: int, mib: int = 64, control: Control | None = None) -> None:
        self.attacker = attacker
        self.control = control or Control()
        self.buckets = mib * WORDS_PER_MIB // 8
        self.cells = bits.words(mib * WORDS_PER_MIB)
        self.moves = bits.move_room(codes.MAX_MOVES * scores.MAX_PLY)
        self.children = bits.words(codes.MAX_MOVES * scores.MAX_PLY)
        self.path = bits.words(scores.MAX_PLY + 1)
        self.nodes = 0
        self.proofs = 0
        self.low = 0
        self.high = 0
        self.stopped = False
        self.work_until = 0

    def __dealloc__(self) -> None:
        bits.forget(self.cells)
        bits.forget(self.moves)
        bits.forget(self.children)
        bits.forget(self.path)

    # What Python asks

    def run(self, kernel: Kernel, most_nodes: int = 0, work: float = 0.0) -> str:
        """Look for a proof from here: ``WON``, ``NOT_WON`` (as far as repetition allows to say) or ``UNKNOWN``.

        ``work`` limits the seconds for which this thread has a processor, so that a short look is not over before it
        began where many programs share one.
        """
        self.kernel = kernel.copy()
        self.control.most_nodes = self.nodes + most_nodes if most_nodes else 0
        self.work_until = clock.worked() + int(work * 1e9) if work else 0
        self.stopped = False
        with cython.nogil:
            self.first_look(0)
            if self.low != 0 and self.high != 0:
                self.visit(0, 0, ENDLESS, ENDLESS, self.kernel.folded_key())
        signals.raise_interruption()
        proof, disproof = self.low, self.high
        if proof == 0:
            return WON
        return NOT_WON if disproof == 0 else UNKNOWN

    def place_in_order(self, kernel: Kernel) -> int | None:
        """When this position was proved: later ones rest on earlier ones; ``None`` if it was not."""
        found = self.find(kernel_key(kernel))
        if found == 0 or self.low != 0:
            return None
        return self.high - PROVED

    def winning_moves(self, kernel: Kernel) -> list[int]:
        """The attacker's moves that are known to keep the win, the earliest proved first, without going in circles.

        The first of them leads a step nearer to the end. Empty if the position was not proved.
        """
        rank = self.place_in_order(kernel)
        found = []
        legal = Moves(kernel)
        for i in range(len(legal)):
            child = play_at(kernel, legal.code(i))
            if facts(child)[2] == self.attacker:
                found.append((-1, legal.code(i)))
                continue
            place = self.place_in_order(child)
            if place is not None and (rank is None or place < rank):
                found.append((place, legal.code(i)))
        return [code for _, code in sorted(found)]

    # The table: four positions share a bucket; those with little work in them and no proof are given up first

    @cython.final
    def bucket(self, key: int) -> int:
        """Where the places for this position begin."""
        return 8 * (((bits.mix(key) >> 32) * self.buckets) >> 32)

    @cython.final
    def find(self, key: int) -> int:
        """Whether the position is known (1 or 0); its numbers go to ``low`` and ``high``."""
        at = self.bucket(key)
        for i in range(at, at + 8, 2):
            if self.cells[i] == key and self.cells[i + 1] != 0:
                self.low = self.cells[i + 1] % HALF
                self.high = self.cells[i + 1] >> 32
                return 1
        return 0

    @cython.final
    def keep(self, key: int, proof: int, disproof: int) -> None:
        """Remember a position's numbers; a fresh proof gets its place in the order."""
        at = self.bucket(key)
        place, least = at, MOST
        for i in range(at, at + 8, 2):
            known = self.cells[i + 1]
            if known == 0 or self.cells[i] == key:
                place = i
                break
            worth = known % HALF + (known >> 32)
            if worth < least:
                place, least = i, worth
        if proof == 0:
            self.proofs += 1
            disproof = PROVED + self.proofs
        self.low, self.high = proof, disproof
        self.cells[place] = key
        self.cells[place + 1] = wide(disproof) * HALF + proof

    # The tree

    @cython.final
    def first_look(self, start: int) -> None:
        """The first numbers of a position that is not known yet, kept in the table."""
        key = self.kernel.folded_key()
        if self.find(key):
            return
        result = self.kernel.result()
        attacking = self.kernel.seat() == self.attacker
        if result != codes.RUNNING:
            self.settle(key, result == self.attacker)
        elif self.kernel.winning_move(self.moves, start) != codes.NO_MOVE:
            self.settle(key, attacking)
        else:
            safe = self.safe_moves(start)
            if safe == 0:
                self.settle(key, not attacking)
            elif attacking:
                self.keep(key, 1, safe)
            else:
                self.keep(key, safe, 1)

    @cython.final
    def settle(self, key: int, won: bool) -> None:
        """Keep a final verdict."""
        if won:
            self.keep(key, 0, ENDLESS)
        else:
            self.keep(key, ENDLESS, 0)

    @cython.final
    def safe_moves(self, start: int) -> int:
        """How many moves do not lose at once."""
        me = self.kernel.seat()
        end = self.kernel.generate(self.moves, start)
        safe = 0
        for i in range(start, end):
            self.kernel.make(self.moves[i])
            if self.kernel.seat() == me or self.kernel.result() == codes.DRAWN or self.kernel.result() == me:
                safe += 1
            elif self.kernel.result() == codes.RUNNING:
                safe += self.kernel.winning_move(self.moves, end) == codes.NO_MOVE
            self.kernel.unmake()
        return safe

    @cython.final
    def visit(self, ply: int, start: int, most_proof: int, most_disproof: int, key: int) -> None:
        """Work on a position until one of its numbers reaches its limit; then they are in ``low`` and ``high``."""
        self.nodes += 1
        if ply >= scores.MAX_PLY - 1:
            self.keep(key, ENDLESS, 0)
            return
        attacking = self.kernel.seat() == self.attacker
        self.path[ply] = key
        end = self.look_at_children(start)
        if self.stopped:
            self.low, self.high = 1, 1  # Not all children are known: nothing can be said.
            return
        while True:
            best = self.add_up(ply, start, end, attacking, most_proof, most_disproof)
            if best < 0 or self.stopped or (0 < self.control.most_nodes <= self.nodes):
                self.keep(key, self.low, self.high)
                return
            self.step_down(ply, best, start, end)

    @cython.final
    def must_stop(self) -> bool:
        """Whether somebody said stop or the time is used up; asked for every child, for a look at one takes a while."""
        if (
            self.control.stop
            or (self.control.deadline != 0 and clock.now() >= self.control.deadline)
            or (self.work_until != 0 and clock.worked() >= self.work_until)
            or signals.interrupted()
        ):
            self.stopped = True
        return self.stopped

    @cython.final
    def look_at_children(self, start: int) -> int:
        """Write the moves and the keys of the positions they lead to; twins by symmetry only once (key 0)."""
        end = self.kernel.generate(self.moves, start)
        for i in range(start, end):
            if self.must_stop():
                break
            self.kernel.make(self.moves[i])
            self.children[i] = self.kernel.folded_key()
            for k in range(start, i):
                if self.children[k] == self.children[i]:
                    self.children[i] = 0
                    break
            if self.children[i] != 0:
                self.first_look(end)
            self.kernel.unmake()
        return end

    @cython.final
    def add_up(self, ply: int, start: int, end: int, attacking: bool, most_proof: int, most_disproof: int) -> int:
        """The position's numbers from its children's, into ``low`` and ``high``; where to go on, -1 when a limit is reached.

        The limits for the child to go on with are left in ``child_proof`` and ``child_disproof``. ``near`` is the number
        that the mover wants small, ``far`` the other's.
        """
        best, least, second, best_far = -1, ENDLESS, ENDLESS, 0
        total = 0
        for i in range(start, end):
            if self.children[i] == 0:
                continue
            near, far = self.numbers(ply, self.children[i], attacking)
            total = min(total + far, ENDLESS)
            if near < least or best < 0:
                second = least
                best, least, best_far = i, near, far
            elif near < second:
                second = near
        most_near, most_far = (most_proof, most_disproof) if attacking else (most_disproof, most_proof)
        self.low, self.high = (least, total) if attacking else (total, least)
        if best < 0 or least >= most_near or total >= most_far:
            return -1
        near = min(most_near, second + second // 4 + 1)
        far = min(most_far - total + best_far, ENDLESS)
        self.child_proof, self.child_disproof = (near, far) if attacking else (far, near)
        return best

    @cython.final
    def numbers(self, ply: int, key: int, attacking: bool) -> tuple[int, int]:
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
    def step_down(self, ply: int, best: int, start: int, end: int) -> None:
        """Work on the child that is nearest to a verdict."""
        key = self.children[best]
        proof, disproof = self.child_proof, self.child_disproof
        self.kernel.make(self.moves[best])
        self.visit(ply + 1, end, proof, disproof, key)
        self.kernel.unmake()


def wide(number: int) -> int:
    """The number as a 64-bit word."""
    return number


def kernel_key(kernel: Kernel) -> int:
    """``Kernel.folded_key`` for callers outside the engine room."""
    return kernel.folded_key()


def win_at_once(kernel: Kernel) -> int | None:
    """``Kernel.winning_move`` for callers outside the engine room; ``None`` if there is no such move."""
    room = bits.move_room(codes.MAX_MOVES)
    code = kernel.winning_move(room, 0)
    bits.forget(room)
    return None if code == codes.NO_MOVE else code


def is_threatened(kernel: Kernel) -> bool:
    """``Kernel.threatened`` for callers outside the engine room."""
    room = bits.move_room(codes.MAX_MOVES)
    found = kernel.threatened(room, 0)
    bits.forget(room)
    return found
