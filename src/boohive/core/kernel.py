"""A position as compiled code sees it: changed in place, without Python objects.

Every two-seat game has a kernel class with its rules; perft, playouts, environments and the search know only this class,
and what a move code means is the game's own business. Decisions of one turn follow each other: after ``make`` the same
seat may be to move again, and then ``mid_turn`` says so.

Kernels run without Python's lock, so nothing is raised there: a kernel notes a ``fault``, and whoever holds the lock
raises it with ``raise_fault``. What the engine adds to a kernel is in ``search_kernel.py``.
"""

from typing import NamedTuple

from boohive.core import bits, constants

MAX_CODE = 2**32 - 1

FAULTS = {
    constants.FAULT_GENERATE: "generate() is missing",
    constants.FAULT_ADVANCE: "advance() is missing",
    constants.FAULT_MAKE: "make() is missing",
    constants.FAULT_UNMAKE: "unmake() is missing",
    constants.FAULT_SEAT: "seat() is missing",
    constants.FAULT_RESULT: "result() is missing",
    constants.FAULT_KEY: "key() is missing",
    constants.FAULT_EVALUATE: "evaluate() is missing",
    constants.FAULT_MAKE_NULL: "null_move_allowed() says yes, but make_null() is missing",
    constants.FAULT_TOO_MANY_DECISIONS: "a turn has more decisions than decisions_per_turn() says",
}


class KernelStatus(NamedTuple):
    """What callers ask of a kernel at once."""

    seat: int
    mid_turn: bool
    result: int
    irreversible_count: int


class Kernel:
    """One position. ``fault`` is 0, or what is wrong with it."""

    def __cinit__(self) -> None:
        """Compiled code calls a class's C methods only, and would never see those of a class written in Python."""
        if "__pyx_vtable__" not in type(self).__dict__:
            raise TypeError(
                f"{type(self).__name__} is written in Python, and compiled code would not call its methods: "
                "write an ordinary class and wrap it in boohive.core.bridge.PythonKernel"
            )

    # What a game must have

    def generate(self, moves: list[int], start: int) -> int:
        """Write the code of each legal move into ``moves`` from ``start`` on, each once; where they end.

        A finished game has none. One buffer serves a whole search: each level writes behind the one above it.
        """
        self.fault = constants.FAULT_GENERATE
        return start

    def advance(self, move: int) -> None:
        """Play a legal move for good."""
        self.fault = constants.FAULT_ADVANCE

    def make(self, move: int) -> None:
        """Play a legal move so that ``unmake`` can take it back."""
        self.fault = constants.FAULT_MAKE

    def unmake(self) -> None:
        """Take back the last ``make``."""
        self.fault = constants.FAULT_UNMAKE

    def seat(self) -> int:
        """Who decides next."""
        self.fault = constants.FAULT_SEAT
        return 0

    def result(self) -> int:
        """``ONGOING``, ``DRAW`` or the seat that has won."""
        self.fault = constants.FAULT_RESULT
        return constants.DRAW

    def key(self) -> int:
        """A 64-bit hash of everything that decides how the game can go on."""
        self.fault = constants.FAULT_KEY
        return 0

    def copy(self) -> "Kernel":
        """The same position in an object of its own."""
        raise NotImplementedError(f"{type(self).__name__}.copy() is missing")

    def state(self) -> tuple[int, ...]:
        """The exact position as numbers, for equality."""
        raise NotImplementedError(f"{type(self).__name__}.state() is missing")

    # What has a default that is right for every game

    def mid_turn(self) -> bool:
        """Whether the seat to move has begun its turn and still has to decide something."""
        return False

    def decisions_per_turn(self) -> int:
        """How many moves a turn can consist of at most."""
        return 1

    def count_turns(self, moves: list[int], start: int) -> int:
        """How many whole turns there are (the rest of an open turn counts as one turn); the buffer is for scratch."""
        return count_turns(self, moves, start)

    def irreversible_count(self) -> int:
        """A number that changes only by moves that cannot be undone: no position recurs across such a change."""
        return 0

    def reserve_undo(self) -> None:
        """Get the memory that ``make`` writes to, or raise ``MemoryError``: asked before the first ``make``."""

    def set_buffer(self, last_turn_at: int) -> None:
        """Where in perft's buffer the moves of the last turn must begin at the latest to fit into it."""
        self.last_turn_at = last_turn_at

    def raise_fault(self) -> None:
        """Raise what is wrong with the kernel, if anything is."""
        if self.fault != constants.NO_FAULT:
            raise TypeError(f"{type(self).__name__}: {FAULTS[self.fault]}")


def count_turns(kernel: Kernel, moves: list[int], start: int) -> int:
    """Walk through the decisions of one turn and count its ends."""
    end = kernel.generate(moves, start)
    turns = 0
    for i in range(start, end):
        kernel.make(moves[i])
        turns += count_turns(kernel, moves, end) if kernel.mid_turn() else 1
        kernel.unmake()
    return turns


class Moves:
    """The legal moves of one position as the kernel wrote them."""

    def __init__(self, kernel: Kernel) -> None:
        self.count = 0
        if not isinstance(kernel, Kernel):
            raise TypeError(f"{kernel!r} is not a kernel")
        self.codes = bits.allocate_moves(constants.MAX_MOVES)
        bits.require(self.codes)
        self.count = write_moves(kernel, self.codes)

    def __dealloc__(self) -> None:
        bits.free(self.codes)

    def __len__(self) -> int:
        return self.count

    def code(self, i: int) -> int:
        """Code number ``i``."""
        if i < 0 or i >= self.count:
            raise IndexError(f"there are {self.count} legal moves; number {i} is not one of them")
        return self.codes[i]

    def listed(self) -> list[int]:
        """All codes."""
        found = []
        for i in range(self.count):
            found.append(self.codes[i])
        return found

    def holds(self, code: int) -> bool:
        """Whether this code is one of them; anything at all may be asked."""
        if not isinstance(code, int) or code < 0 or code > MAX_CODE:
            return False
        wanted = code
        for i in range(self.count):
            if self.codes[i] == wanted:
                return True
        return False


def write_moves(kernel: Kernel, moves: list[int]) -> int:
    """Have a kernel write its moves from the start of a buffer; how many there are."""
    count = kernel.generate(moves, 0)
    if kernel.fault != constants.NO_FAULT:
        kernel.raise_fault()
    return count


def play_at(kernel: Kernel, code: int) -> Kernel:
    """The position after a legal move, as a kernel of its own."""
    after = kernel.copy()
    after.advance(code)
    if after.fault != constants.NO_FAULT:
        after.raise_fault()
    return after


def status_of(kernel: Kernel) -> KernelStatus:
    """Whose turn it is, whether it has begun, how the game stands and how far it has gone."""
    return KernelStatus(*status_words(kernel))


def status_words(kernel: Kernel) -> tuple[int, bool, int, int]:
    """The same without names, for positions, which ask after every move."""
    seat, mid_turn, result, count = kernel.seat(), kernel.mid_turn(), kernel.result(), kernel.irreversible_count()
    if kernel.fault != constants.NO_FAULT:
        kernel.raise_fault()
    return (seat, mid_turn, result, count)


def key_of(kernel: Kernel) -> int:
    """``Kernel.key`` for callers in Python."""
    key = kernel.key()
    if kernel.fault != constants.NO_FAULT:
        kernel.raise_fault()
    return key


def check_kernel(kernel: Kernel) -> None:
    """Refuse a kernel whose class lacks something that every game must have; asked once, when a game is loaded."""
    trial = kernel.copy()
    trial.state()
    status_of(trial)
    key_of(trial)
    legal = Moves(trial)
    if len(legal) > 0:
        make_and_unmake(trial, legal.code(0))
        play_at(trial, legal.code(0))
    trial.raise_fault()


def make_and_unmake(kernel: Kernel, code: int) -> None:
    """Play a legal move and take it back: nothing may be left of it."""
    kernel.reserve_undo()
    kernel.make(code)
    kernel.unmake()
