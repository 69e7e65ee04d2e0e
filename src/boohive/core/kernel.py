"""The engine room's side of the promise: a position that is changed in place, without Python objects.

Every two-seat game has one kernel class. Perft, search and self-play know only this class; what a move code means is the
game's own business. Decisions of one turn follow each other: after ``make`` the same seat may be to move again, and then
``turn_is_open`` says so.
"""

from boohive.core import bits, codes


class Kernel:
    """One position; subclasses give every method a body."""

    def generate(self, moves: list[int], start: int) -> int:
        """Write the code of each legal move into ``moves`` from ``start`` on, each once; where they end.

        A finished game has none. One buffer serves a whole search: each level writes behind the one above it.
        """
        return start

    def advance(self, move: int) -> None:
        """Play a legal move for good."""

    def make(self, move: int) -> None:
        """Play a legal move so that ``unmake`` can take it back."""

    def unmake(self) -> None:
        """Take back the last ``make``."""

    def seat(self) -> int:
        """Who decides next."""
        return 0

    def turn_is_open(self) -> bool:
        """Whether the seat to move has begun its turn and still has to decide something."""
        return False

    def result(self) -> int:
        """``RUNNING``, ``DRAWN`` or the seat that has won."""
        return codes.RUNNING

    def key(self) -> int:
        """A 64-bit hash of everything that decides how the game can go on."""
        return 0

    def count_turns(self, moves: list[int], start: int) -> int:
        """How many whole turns there are (the rest of an open turn counts as one turn); the buffer is for scratch."""
        return count_turns(self, moves, start)

    def evaluate(self) -> int:
        """How good the position looks for the seat to move; the engine's unit, 0 is even."""
        return 0

    def folded_key(self) -> int:
        """A key that positions share which differ only in how the board is looked at; never 0. For proofs."""
        return self.key()

    def winning_move(self, moves: list[int], start: int) -> int:
        """A move with which the seat to move wins at once, ``NO_MOVE`` if there is none or the game does not look.

        The engine asks at every position, so a game answers only if it can do so cheaply; the buffer is for scratch.
        """
        return codes.NO_MOVE

    def threatened(self, moves: list[int], start: int) -> bool:
        """Whether the other player wins next turn unless this one does something about it; the buffer is for scratch."""
        return False

    def promises(self, moves: list[int], start: int, end: int, promise: list[int]) -> None:
        """How promising each of these legal moves looks before anything is tried: 0 for most, thousands for a forcing one."""
        for i in range(start, end):
            promise[i] = 0

    def rest_is_harmless(self) -> bool:
        """In the middle of a turn: whether the decisions left, but for promising ones, change nothing for the other
        player's next turn."""
        return False

    def may_skip(self) -> bool:
        """Whether the engine may ask what happened if the mover did nothing: no turn is open, and moving is no burden.

        Matches decide: in boop. it brought nothing, in BOOOOP. it cost points, so they say no.
        """
        return False

    def skip(self) -> None:
        """The other player's turn, as if the mover had passed; ``unmake`` takes it back."""

    def portable(self, move: int) -> int:
        """A legal move in a form that means the same in every position with this key."""
        return move

    def from_portable(self, move: int) -> int:
        """The move's code in this position."""
        return move

    def copy(self) -> "Kernel":
        """The same position, apart."""
        return Kernel()

    def state(self) -> tuple[int, ...]:
        """The exact position as numbers, for equality."""
        return ()

    def progress(self) -> int:
        """A number that changes only by moves that cannot be undone: no position recurs across such a change."""
        return 0


def count_turns(kernel: Kernel, moves: list[int], start: int) -> int:
    """Walk through the decisions of one turn and count its ends."""
    end = kernel.generate(moves, start)
    turns = 0
    for i in range(start, end):
        kernel.make(moves[i])
        turns += count_turns(kernel, moves, end) if kernel.turn_is_open() else 1
        kernel.unmake()
    return turns


def find_winning_move(kernel: Kernel, moves: list[int], start: int) -> int:
    """``Kernel.winning_move`` by trying every move: right for every game, slow for most."""
    me = kernel.seat()
    end = kernel.generate(moves, start)
    for i in range(start, end):
        kernel.make(moves[i])
        won = kernel.result() == me
        kernel.unmake()
        if won:
            return moves[i]
    return codes.NO_MOVE


class Moves:
    """The legal moves of one position as the kernel wrote them."""

    def __init__(self, kernel: Kernel) -> None:
        self.codes = bits.move_room(codes.MAX_MOVES)
        self.count = write_moves(kernel, self.codes)

    def __dealloc__(self) -> None:
        bits.forget(self.codes)

    def __len__(self) -> int:
        return self.count

    def code(self, i: int) -> int:
        """Code number ``i``; the caller has checked the range."""
        return self.codes[i]

    def holds(self, code: int) -> bool:
        """Whether this code is one of them."""
        for i in range(self.count):
            if self.codes[i] == code:
                return True
        return False


def write_moves(kernel: Kernel, moves: list[int]) -> int:
    """``Kernel.generate`` from the start of a buffer; how many moves there are."""
    return kernel.generate(moves, 0)


def play_at(kernel: Kernel, code: int) -> Kernel:
    """The position after a legal move, as a kernel of its own."""
    after = kernel.copy()
    after.advance(code)
    return after


def facts(kernel: Kernel) -> tuple[int, bool, int, int]:
    """What callers outside the engine room ask at once: seat, turn_is_open, result, progress."""
    return kernel.seat(), kernel.turn_is_open(), kernel.result(), kernel.progress()


def key_of(kernel: Kernel) -> int:
    """``Kernel.key`` for callers outside the engine room."""
    return kernel.key()


def evaluation_of(kernel: Kernel) -> int:
    """``Kernel.evaluate`` for callers outside the engine room."""
    return kernel.evaluate()
