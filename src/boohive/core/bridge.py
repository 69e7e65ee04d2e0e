"""A kernel for games written in ordinary Python: compiled code asks it, and it asks a Python object.

What such a game must have is in ``PythonRules``; methods that may be left out are named there. Compiled code runs
without Python's lock and cannot raise: an error in the object is stored, and raised when the lock is held again.
"""

from collections.abc import Sequence
from typing import Protocol, TypeGuard

import cython

from boohive.core import bits, constants, signals
from boohive.core.search_kernel import SearchKernel

__all__ = ["PythonKernel", "PythonRules"]

WORD = 0xFFFF_FFFF_FFFF_FFFF
MAX_CODE = 0x7FFF_FFFE
MAX_SCORE = 20_000
MAX_DECISIONS = 16
REQUIRED = ("moves", "play", "seat", "result", "copy", "snapshot")


class PythonRules(Protocol):
    """What the author of a game writes: a position that ``play`` changes in place.

    May be left out: ``undo()`` takes back the last ``play`` (without it positions are copied); ``key()`` is a 64-bit hash
    (default: made of ``snapshot()``); ``evaluate()`` is how good the position is for the seat to move, 0 for even
    (default: 0); ``mid_turn()`` is whether the seat to move has begun its turn, and ``decisions_per_turn()`` how many
    moves a turn has at most (default: each move is a turn); ``irreversible_count()`` is a number that changes only by
    moves that cannot be undone (default: 0).
    """

    def moves(self) -> Sequence[int]:
        """The codes of the legal moves, each below 2**31 - 1; asked only while the game goes on."""

    def play(self, move: int) -> None:
        """Play a legal move."""

    def seat(self) -> int:
        """Who is to move, 0 or 1."""

    def result(self) -> int:
        """``constants.ONGOING``, ``constants.DRAW`` or the seat that has won."""

    def copy(self) -> "PythonRules":
        """The same position in an object of its own."""

    def snapshot(self) -> tuple[int, ...]:
        """Everything that makes two positions different, as whole numbers."""


class UndoableRules(PythonRules, Protocol):
    """Rules that can take back a move."""

    def undo(self) -> None:
        """Take back the last ``play``."""


class LongTurnRules(PythonRules, Protocol):
    """Rules with turns of several moves."""

    def decisions_per_turn(self) -> int:
        """How many moves a turn has at most."""


def has(rules: PythonRules, name: str) -> bool:
    """Whether the object has this method."""
    return callable(getattr(rules, name, None))


def can_undo(rules: PythonRules) -> TypeGuard[UndoableRules]:
    """Whether a move can be taken back without copies."""
    return has(rules, "undo")


def has_long_turns(rules: PythonRules) -> TypeGuard[LongTurnRules]:
    """Whether the object says how long a turn is."""
    return has(rules, "decisions_per_turn")


def require_methods(rules: PythonRules) -> None:
    """Refuse an object that misses a method."""
    missing = [name for name in REQUIRED if not has(rules, name)]
    if missing:
        raise TypeError(
            f"{type(rules).__name__} cannot be played: it has no {missing[0]}(); "
            f"a game needs the methods {', '.join(REQUIRED)}"
        )


class PythonKernel(SearchKernel):
    """A kernel around an object with ``PythonRules``."""

    def __init__(self, rules: PythonRules) -> None:
        require_methods(rules)
        self.fault = constants.NO_FAULT
        self.error: BaseException | None = None
        self.rules = rules
        self.earlier: list[PythonRules] = []
        self.undo_depth = 0
        self.has_undo = can_undo(rules)
        self.has_key = has(rules, "key")
        self.has_evaluate = has(rules, "evaluate")
        self.has_mid_turn = has(rules, "mid_turn")
        self.has_irreversible_count = has(rules, "irreversible_count")
        decisions = int(rules.decisions_per_turn()) if has_long_turns(rules) else 1
        if not 1 <= decisions <= MAX_DECISIONS:
            raise ValueError(f"a turn of {decisions} decisions is not possible; 1 to {MAX_DECISIONS} are")
        self.decisions = decisions

    # What Python asks

    def copy(self) -> "PythonKernel":
        """The same position in an object of its own."""
        return PythonKernel(self.rules.copy())

    def state(self) -> tuple[int, ...]:
        """The exact position."""
        return tuple(self.rules.snapshot())

    def raise_fault(self) -> None:
        """Raise the stored error of the Python object and clear it."""
        error = self.error
        if error is None:
            SearchKernel.raise_fault(self)
            return
        self.error = None
        self.fault = constants.NO_FAULT
        raise error

    # What compiled code asks. Each takes Python's lock and leaves the work to a method below.

    def generate(self, moves: list[int], start: int) -> int:
        """Write the codes of the legal moves."""
        with cython.gil:
            return self.write_codes(moves, start)

    def advance(self, move: int) -> None:
        """Play a legal move."""
        with cython.gil:
            self.play(move, False)

    def make(self, move: int) -> None:
        """Play a legal move so that it can be taken back."""
        with cython.gil:
            self.play(move, True)

    def unmake(self) -> None:
        """Take back the last move."""
        with cython.gil:
            self.take_back()

    def seat(self) -> int:
        """Who is to move."""
        with cython.gil:
            return self.seat_now()

    def result(self) -> int:
        """How the game stands."""
        with cython.gil:
            return self.result_now()

    def key(self) -> int:
        """The hash."""
        with cython.gil:
            return self.key_now()

    def evaluate(self) -> int:
        """The object's own opinion, or 0."""
        if not self.has_evaluate:
            return 0
        with cython.gil:
            return self.score_now()

    def mid_turn(self) -> bool:
        """Whether the seat to move has begun its turn."""
        if not self.has_mid_turn:
            return False
        with cython.gil:
            return self.ask("mid_turn", 0) != 0

    def irreversible_count(self) -> int:
        """A number that changes only by moves that cannot be undone."""
        if not self.has_irreversible_count:
            return 0
        with cython.gil:
            return self.ask("irreversible_count", 0) & MAX_CODE

    def decisions_per_turn(self) -> int:
        """How many moves a turn has at most."""
        return self.decisions

    # The same with Python's lock. After an error nothing more is asked: the game looks finished.

    def note(self, error: BaseException) -> None:
        """Store an error for ``raise_fault``; only the first counts."""
        if self.error is None:
            self.error = error
        self.fault = constants.FAULT_IN_PYTHON

    def may_be_asked(self) -> bool:
        """Whether nothing went wrong so far, and no exception of a signal handler is on its way."""
        return self.fault == constants.NO_FAULT and not signals.pending()

    def ask(self, name: str, default: int) -> int:
        """The whole number that a method of the object answers."""
        if not self.may_be_asked():
            return default
        try:
            return int(getattr(self.rules, name)())
        except BaseException as error:
            self.note(error)
            return default

    def write_codes(self, moves: list[int], start: int) -> int:
        """``generate``."""
        if self.result_now() != constants.ONGOING:
            return start
        try:
            codes = list(self.rules.moves())
            if len(codes) > constants.MAX_MOVES:
                raise ValueError(f"{len(codes)} legal moves are too many; there can be {constants.MAX_MOVES}")
            for i in range(len(codes)):
                if not 0 <= codes[i] <= MAX_CODE:
                    raise ValueError(f"{codes[i]} cannot be the code of a move; codes go from 0 to {MAX_CODE}")
                moves[start + i] = codes[i]
            return start + len(codes)
        except BaseException as error:
            self.note(error)
            return start

    def play(self, move: int, keep: bool) -> None:
        """``advance`` and ``make``."""
        if not self.may_be_asked():
            return
        try:
            if keep and not self.has_undo:
                self.earlier.append(self.rules)
                self.rules = self.rules.copy()
            self.rules.play(move)
            if keep:
                self.undo_depth += 1
        except BaseException as error:
            self.note(error)

    def take_back(self) -> None:
        """``unmake``."""
        if not self.may_be_asked() or self.undo_depth == 0:
            return
        try:
            self.undo_depth -= 1
            if can_undo(self.rules):
                self.rules.undo()
            else:
                self.rules = self.earlier.pop()
        except BaseException as error:
            self.note(error)

    def seat_now(self) -> int:
        """``seat``."""
        seat = self.ask("seat", 0)
        if seat not in (0, 1):
            self.note(ValueError(f"seat() said {seat}; it must be 0 or 1"))
            return 0
        return seat

    def result_now(self) -> int:
        """``result``."""
        result = self.ask("result", constants.DRAW)
        if not constants.ONGOING <= result <= constants.DRAW:
            self.note(ValueError(f"result() said {result}; it must be ONGOING (-1), DRAW (2) or the seat that has won"))
            return constants.DRAW
        return result

    def key_now(self) -> int:
        """``key``."""
        if self.has_key:
            return self.ask("key", 0) & WORD
        if not self.may_be_asked():
            return 0
        try:
            return hash_snapshot(self.rules.snapshot())
        except BaseException as error:
            self.note(error)
            return 0

    def score_now(self) -> int:
        """``evaluate``; scores beyond the bound would look like wins."""
        return max(-MAX_SCORE, min(self.ask("evaluate", 0), MAX_SCORE))


def hash_snapshot(snapshot: tuple[int, ...]) -> int:
    """A 64-bit hash of whole numbers of any size, the same in every process."""
    key = 0
    for number in snapshot:
        while True:
            key = bits.mix(key ^ (number & WORD))
            number >>= 64
            if number in (0, -1):
                break
        key ^= number & 1  # its sign
    return key
