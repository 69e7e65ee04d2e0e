"""What the engine asks of a position besides its rules: opinions, which a rulebook does not have.

A C class has one base, so kernels that the engine can search descend from this class: a game's ``rules.py`` fills in
what ``Kernel`` declares and nothing of this file; its ``heuristics.py`` has a subclass with the rest.
"""

from boohive.core import bits, constants
from boohive.core.kernel import Kernel, check_kernel


class SearchKernel(Kernel):
    """A position that the engine can search. Only ``evaluate`` must be there; the other defaults hold for any game."""

    def evaluate(self) -> int:
        """How good the position is for the seat to move; the engine's unit, 0 is even."""
        self.fault = constants.FAULT_EVALUATE
        return 0

    def symmetry_key(self) -> int:
        """A key that positions share which differ only by a symmetry of the board; never 0. For proofs."""
        return self.key()

    def winning_move(self, moves: list[int], start: int) -> int:
        """A move with which the seat to move wins at once; ``NO_MOVE`` if there is none or the game does not look.

        The engine asks at every position, so a game answers only if it can do so cheaply; the buffer is for scratch.
        """
        return constants.NO_MOVE

    def is_threatened(self, moves: list[int], start: int) -> bool:
        """Whether the other player wins next turn unless this one does something about it; the buffer is for scratch."""
        return False

    def score_moves(self, moves: list[int], start: int, end: int, scores: list[int]) -> None:
        """For move ordering, how promising each of these legal moves is: 0 for most, thousands for a forcing one."""
        for i in range(start, end):
            scores[i] = 0

    def late_decisions_are_quiet(self) -> bool:
        """In the middle of a turn: whether the decisions left, but for promising ones, change nothing for the other
        player's next turn."""
        return False

    def null_move_allowed(self) -> bool:
        """Whether null-move pruning may be tried here: no turn is open, and having to move is not a disadvantage."""
        return False

    def make_null(self) -> None:
        """The other player's turn, as if the mover had passed; ``unmake`` takes it back."""
        self.fault = constants.FAULT_MAKE_NULL

    def to_tt_move(self, move: int) -> int:
        """A legal move as the transposition table keeps it: meaning the same in every position with this key."""
        return move

    def from_tt_move(self, move: int) -> int:
        """The code in this position of a move from the transposition table."""
        return move


def as_search_kernel(kernel: Kernel) -> SearchKernel:
    """The kernel, if the engine can search it."""
    if not isinstance(kernel, SearchKernel):
        raise TypeError(f"the engine cannot play this game: {type(kernel).__name__} has no heuristics")
    return kernel


def check_search_kernel(kernel: Kernel) -> None:
    """``check_kernel``, and what the engine needs besides."""
    check_kernel(kernel)
    evaluate(kernel)
    trial = as_search_kernel(kernel.copy())
    trial.reserve_undo()
    if trial.null_move_allowed():
        trial.make_null()
    trial.raise_fault()


def evaluate(kernel: Kernel) -> int:
    """``SearchKernel.evaluate`` for callers in Python."""
    found = as_search_kernel(kernel)
    score = found.evaluate()
    if found.fault != constants.NO_FAULT:
        found.raise_fault()
    return score


def symmetry_key(kernel: Kernel) -> int:
    """``SearchKernel.symmetry_key`` for callers in Python."""
    found = as_search_kernel(kernel)
    key = found.symmetry_key()
    if found.fault != constants.NO_FAULT:
        found.raise_fault()
    return key


def winning_move(kernel: Kernel) -> int | None:
    """``SearchKernel.winning_move`` for callers in Python; ``None`` if there is no such move."""
    found = as_search_kernel(kernel)
    found.reserve_undo()
    moves = bits.allocate_moves(constants.MAX_MOVES)
    bits.require(moves)
    code = found.winning_move(moves, 0)
    bits.free(moves)
    if found.fault != constants.NO_FAULT:
        found.raise_fault()
    return None if code == constants.NO_MOVE else code


def is_threatened(kernel: Kernel) -> bool:
    """``SearchKernel.is_threatened`` for callers in Python."""
    found = as_search_kernel(kernel)
    found.reserve_undo()
    moves = bits.allocate_moves(constants.MAX_MOVES)
    bits.require(moves)
    threatened = found.is_threatened(moves, 0)
    bits.free(moves)
    if found.fault != constants.NO_FAULT:
        found.raise_fault()
    return threatened
