"""Moves as players hold them: one object for each decision, made only when somebody looks at it.

Compiled, because every random game and every list of legal moves goes through here.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Never

from boohive.core.kernel import Kernel, Moves

if TYPE_CHECKING:
    from boohive.core.game import Effect
    from boohive.core.turn_game import TurnPosition
    from boohive.core.view import MoveData

__all__ = ["Move", "MoveNode", "MoveSequence", "make_move"]


class Move:
    """One decision at one position. ``str`` gives its text. Only positions make moves, and a move never changes."""

    _code: int
    _position: "TurnPosition"

    def __init__(self) -> None:
        raise TypeError("moves are made by positions: take one of position.legal_moves or ask position.parse(text)")

    def __setattr__(self, name: str, value: Never) -> None:
        # Uncompiled, ``make_move`` comes through here once for each of the two; compiled, it does not.
        try:
            fields = vars(self)
        except TypeError:  # compiled
            fields = {name: value}
        if name not in ("_code", "_position") or name in fields:
            raise AttributeError("a move never changes")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a move never changes")

    @property
    def position(self) -> "TurnPosition":
        """Where it can be played."""
        return self._position

    @property
    def code(self) -> int:
        """The kernel's number of it."""
        return self._code

    @property
    def text(self) -> str:
        """The move in the game's notation."""
        return self._position.game.write_move(self._position, self._code)

    def as_data(self) -> "MoveData":
        """The move as plain data for a screen."""
        return self._position.game.move_view(self._position, self._code)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self._code == other._code and self._position.game is other._position.game

    def __hash__(self) -> int:
        return hash((self._code, self._position.game.id))

    def __reduce__(self) -> "tuple[Callable[[TurnPosition, int], Move], tuple[TurnPosition, int]]":
        return move_of, (self._position, self._code)


def make_move(position: "TurnPosition", code: int) -> Move:
    """A move that has been found legal."""
    move = Move.__new__(Move)
    move._code = code
    move._position = position
    return move


def move_of(position: "TurnPosition", code: int) -> Move:
    """A pickled move."""
    return position.move(code)


class MoveSequence:
    """The legal moves of a position, without the methods that ``Sequence`` adds."""

    def __init__(self, position: "TurnPosition", found: Moves | None) -> None:
        self._position = position
        self._found = found

    def __len__(self) -> int:
        return self._found.count if self._found is not None else 0

    def _at(self, i: int) -> Move:
        """Move number ``i``, from the end where it is negative."""
        n = len(self)
        if i < 0:
            i += n
        if i < 0 or i >= n or self._found is None:
            raise IndexError(f"there are {n} legal moves")
        return make_move(self._position, self._found.code(i))

    def _all(self) -> list[Move]:
        """Each of them."""
        position, found, moves = self._position, self._found, []
        if found is not None:
            for i in range(found.count):
                moves.append(make_move(position, found.code(i)))
        return moves

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all())

    def __getitem__(self, i: int | slice) -> "Move | list[Move]":
        if isinstance(i, slice):
            return self._all()[i]
        return self._at(i)

    def codes(self) -> list[int]:
        """Each move's code."""
        return self._found.listed() if self._found is not None else []


class MoveNode:
    """The last move that led to a position, and those before it, which are shared with the positions before.

    What is kept here never differs, whoever works it out, so positions may be used from several threads.
    """

    previous: "MoveNode | None"
    code: int
    origin: Kernel
    """The kernel before the first of the moves."""
    text: str | None
    """Kept here by whoever works it out first; when it is known, so are those of all moves before."""
    effects: "tuple[Effect, ...]"
    """What it did, where somebody has asked."""

    def __init__(self, previous: "MoveNode | None", code: int, origin: Kernel) -> None:
        self.previous = previous
        self.code = code
        self.origin = origin
        self.text = None
        self.effects = ()
