"""Hive told in words: what a move does, why a move is refused, and how a game ended."""

from typing import Any, NamedTuple

from boohive.core.codes import DRAWN
from boohive.core.game import Effect
from boohive.core.kernel import facts
from boohive.core.turns import TurnPosition
from boohive.games.hive import bugs, hexes, notation
from boohive.games.hive.bugs import BUGS
from boohive.games.hive.notation import write_move
from boohive.games.hive.table import kernel_of, place_beside, places, tile_kind, tile_name, tile_seat

__all__ = ["Teller", "effects", "reason", "refusal"]

SIDES = ("White", "Black")
EMPTY: list[int] = []

WAYS = {
    bugs.QUEEN: "the queen moves one step on the ground",
    bugs.SPIDER: "a spider moves exactly three steps around the hive",
    bugs.BEETLE: "a beetle moves one step, also up onto the hive",
    bugs.GRASSHOPPER: "a grasshopper jumps straight over one or more bugs to the first empty cell",
    bugs.ANT: "an ant moves any number of steps around the hive, but through no closed gate",
    bugs.MOSQUITO: "a mosquito moves as a bug it touches, and on top of the hive as a beetle",
    bugs.LADYBUG: "a ladybug moves two steps on top of the hive and one down to the ground",
    bugs.PILLBUG: "a pillbug moves one step on the ground, or throws a bug beside it",
}


# What a move does


def effects(position: TurnPosition, code: int) -> list[Effect]:
    """The one thing a move does: placed, moved, thrown or passed; cells are told as ``q,r``."""
    return [Teller(position).effect(code)]


class Ending(NamedTuple):
    """A cell on which moves may end."""

    place: str
    """In words."""
    by: int
    """The tile by which a move that ends here is told."""
    words: str
    """That tile's name with its mark, as it stands after the moved bug's name."""


class Teller:
    """Tells the moves of one position; what several moves have in common is found out once."""

    def __init__(self, position: TurnPosition) -> None:
        self.kernel = kernel_of(position)
        self.places = places(position)
        self.cells = self.kernel.cells()
        self.stacks = {cell: self.kernel.stack_at(cell) for cell in self.places}
        self.endings: dict[int, Ending] = {}
        self.walks: dict[int, set[int]] = {}
        self.throwers: dict[int, list[int]] = {}

    def effect(self, code: int) -> Effect:
        """What a move does."""
        tile, cell = divmod(code, hexes.CELLS)
        if tile == bugs.NOBODY:
            return Effect("passed", self.kernel.ply % 2)
        kind, start, by = self.doing(tile, cell)
        return Effect(kind, tile_seat(tile), tile_name(tile), start, self.ending(cell).place, by)

    def data(self, code: int) -> dict[str, Any]:
        """A move for a screen: its text, which bug, from where, to where, thrown by whom."""
        tile, cell = divmod(code, hexes.CELLS)
        if tile == bugs.NOBODY:
            return {"text": notation.PASS_WORD, "kind": "passed"}
        kind, start, by = self.doing(tile, cell)
        name, ending = tile_name(tile), self.endings.get(cell) or self.ending(cell)
        text = name + ending.words if tile != ending.by else notation.write_move(self.kernel, code)
        if start is None:
            return {"text": text, "kind": kind, "piece": name, "to": ending.place}
        if by is None:
            return {"text": text, "kind": kind, "piece": name, "from": start, "to": ending.place}
        return {"text": text, "kind": kind, "piece": name, "from": start, "to": ending.place, "by": by}

    def doing(self, tile: int, cell: int) -> tuple[str, str | None, str | None]:
        """Whether the bug is placed, moved or thrown; from where, and by whom."""
        start = self.cells[tile]
        if start == bugs.IN_HAND:
            return "placed", None, None
        by = self.thrower(tile, cell)
        if by == bugs.NOBODY:
            return "moved", str(self.places[start]), None
        return "thrown", str(self.places[start]), tile_name(by)

    def ending(self, cell: int) -> Ending:
        """What there is to say of a cell on which a move ends."""
        if cell not in self.endings:
            place = str(place_beside(cell, self.places))
            by, words = notation.told_by(self.stack_at, cell, bugs.NOBODY)
            self.endings[cell] = Ending(place, by, words)
        return self.endings[cell]

    def stack_at(self, cell: int) -> list[int]:
        """The bugs on a cell, lowest first."""
        return self.stacks.get(cell, EMPTY)

    def thrower(self, tile: int, cell: int) -> int:
        """Who throws this bug to this cell; nobody if it can walk there by itself."""
        if tile_seat(tile) == self.kernel.ply % 2 and cell in (self.walks.get(tile) or self.walks_of(tile)):
            return bugs.NOBODY
        if tile not in self.throwers:
            self.throwers[tile] = self.kernel.throwers_of(tile)
        beside = [(cell + step) & hexes.LAST_CELL for step in hexes.STEPS]
        return next((by for by in self.throwers[tile] if self.cells[by] in beside), bugs.NOBODY)

    def walks_of(self, tile: int) -> set[int]:
        """Where the bug can walk by itself."""
        if tile not in self.walks:
            self.walks[tile] = set(self.kernel.walks_of(tile))
        return self.walks[tile]


# Why a game is over


def reason(position: TurnPosition) -> str:
    """Which queen is surrounded (V16)."""
    result = facts(position.kernel)[2]
    return "both queens are surrounded" if result == DRAWN else f"{SIDES[1 - result]}'s queen is surrounded"


# Why a move is refused


def refusal(position: TurnPosition, code: int) -> str:
    """What is wrong with a move, then what would be right."""
    kernel = kernel_of(position)
    tile, cell = divmod(code, hexes.CELLS)
    if tile == bugs.NOBODY:
        return f"you may pass only if you can neither place nor move; here you have {len(position.legal_moves)} moves"
    if not kernel.kinds >> tile_kind(tile) & 1:
        return f"there is no {BUGS[tile_kind(tile)].name} in this game; it is played with {position.options['type']}"
    if kernel.cells()[tile] == bugs.IN_HAND:
        return placing_refusal(position, tile, cell)
    return moving_refusal(position, tile, cell)


def placing_refusal(position: TurnPosition, tile: int, cell: int) -> str:
    """Why this bug cannot be placed there."""
    kernel, seat, name = kernel_of(position), position.to_move, tile_name(tile)
    queen = tile_name(1 + bugs.PER_SIDE * tile_seat(tile))
    ready = kernel.next_to_place()
    if tile_seat(tile) != seat:
        return f"{name} is {SIDES[tile_seat(tile)]}'s and it is the other side's turn; place one of your own bugs"
    if tile not in ready:
        alike = next((other for other in ready if tile_kind(other) == tile_kind(tile)), None)
        if alike is not None:
            return f"{name} has to wait; place {tile_name(alike)} first"
        if name == queen:
            return "the queen may not be placed in the first turn; place another bug"
        return f"your queen has to be on the table by your fourth turn; place {queen} now"
    if kernel.stack_at(cell):
        return f"{name} cannot be placed on top of another bug; place it on an empty cell"
    return f"{name} cannot be placed there; a placed bug touches bugs of its own colour, and none of the other"


def moving_refusal(position: TurnPosition, tile: int, cell: int) -> str:
    """Why this bug on the table cannot go there."""
    kernel, name = kernel_of(position), tile_name(tile)
    seat = position.to_move or 0
    queen = tile_name(1 + bugs.PER_SIDE * seat)
    start = kernel.cells()[tile]
    stack = kernel.stack_at(start)
    if kernel.cells()[1 + bugs.PER_SIDE * seat] == bugs.IN_HAND:
        return f"no bug moves before your queen is on the table; place a bug, such as {queen}"
    if tile == kernel.last_moved():
        return f"{name} was moved or thrown the turn before and has to rest; move another bug"
    if stack[-1] != tile:
        return f"{name} is covered by {tile_name(stack[-1])} and cannot move; move another bug"
    if kernel.holds_the_hive_together(start):
        return f"without {name} the hive would fall apart; move another bug"
    options = [write_move(kernel, move.code) for move in position.legal_moves if move.code // hexes.CELLS == tile]
    if tile_seat(tile) != seat and not options:
        return f"{name} is not yours and no pillbug of yours can throw it; move one of your own bugs"
    return f"{name} cannot go there: {WAYS[tile_kind(tile)]}; " + go_on(name, options)


def go_on(name: str, options: list[str]) -> str:
    """What the bug can do instead."""
    if not options:
        return f"{name} cannot move at all now; move another bug"
    return "try " + ", ".join(options[:6]) + (f" or {len(options) - 6} more" if len(options) > 6 else "")
