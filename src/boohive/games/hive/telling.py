"""Hive told in words: what a move does, why a move is refused, and how a game ended."""

from collections.abc import Container
from typing import NamedTuple

from boohive.core.codes import DRAWN
from boohive.core.game import Effect
from boohive.core.kernel import facts
from boohive.core.turns import TurnPosition
from boohive.games.hive import bugs, hexes, notation
from boohive.games.hive.bugs import BUGS
from boohive.games.hive.notation import write_move
from boohive.games.hive.rules import HiveKernel
from boohive.games.hive.table import kernel_of, place_beside, places, tile_kind, tile_name, tile_seat

__all__ = ["Teller", "effect", "effects", "reason", "refusal"]

SIDES = ("White", "Black")

EVERYWHERE = range(hexes.CELLS)
PASSED = f'{{"text":"{notation.PASS_WORD}","kind":"passed"}}'

WAYS_TO_MOVE = {
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
    return [effect(position, code)]


def effect(position: TurnPosition, code: int) -> Effect:
    """What a move does."""
    kernel, known = kernel_of(position), places(position)
    tile, cell = divmod(code, hexes.CELLS)
    if tile == bugs.NOBODY:
        return Effect("passed", kernel.ply % 2)
    seat, name, start, end = tile_seat(tile), tile_name(tile), kernel.cells()[tile], str(place_beside(cell, known))
    if start == bugs.IN_HAND:
        return Effect("placed", seat, name, None, end)
    if cell in walks_of(kernel, tile):
        return Effect("moved", seat, name, str(known[start]), end)
    return Effect("thrown", seat, name, str(known[start]), end, thrower(kernel, tile, cell))


def walks_of(kernel: HiveKernel, tile: int) -> Container[int]:
    """Where a bug on the table goes by itself: wherever it may, unless somebody could throw it there.

    The other side's bugs can only be thrown.
    """
    if tile_seat(tile) != kernel.ply % 2:
        return ()
    return frozenset(kernel.walks_of(tile)) if kernel.throwers_of(tile) else EVERYWHERE


def thrower(kernel: HiveKernel, tile: int, cell: int) -> str:
    """Who throws this bug to this cell, to which it cannot go by itself."""
    cells, beside = kernel.cells(), [(cell + step) & hexes.LAST_CELL for step in hexes.STEPS]
    return next(tile_name(by) for by in kernel.throwers_of(tile) if cells[by] in beside)


# All moves at once


class Ending(NamedTuple):
    """A cell on which moves may end."""

    place: str
    by: int
    """The tile by which a move that ends here is told."""
    words: str
    """That tile's name with its mark, as it stands after the moved bug's name; a backslash stands twice, as in JSON."""


class Bug(NamedTuple):
    """A bug that may be placed or moved."""

    name: str
    walks: Container[int]
    """Where it goes by itself."""
    said: str
    """What its moves have in common, from the text to where it goes, as it stands in JSON."""


class Teller:
    """Tells the moves of one position; what several moves have in common is found out once."""

    def __init__(self, position: TurnPosition) -> None:
        self.kernel = kernel_of(position)
        self.places = places(position)
        self.cells = self.kernel.cells()
        self.stacks = {cell: self.kernel.stack_at(cell) for cell in self.places}
        self.bugs: dict[int, Bug] = {}
        self.endings: dict[int, Ending] = {}

    def move_json(self, code: int) -> str:
        """A move for a screen: its text, which bug, from where, to where, thrown by whom."""
        tile, cell = divmod(code, hexes.CELLS)
        if tile == bugs.NOBODY:
            return PASSED
        bug, ending = self.bugs.get(tile) or self.bug(tile), self.endings.get(cell) or self.ending(cell)
        words = ending.words if tile != ending.by else in_json(notation.told_by(self.kernel, cell, tile))
        if cell in bug.walks:
            return f'{{"text":"{bug.name}{words}{bug.said}{ending.place}"}}'
        thrown = bug.said.replace("moved", "thrown", 1)
        return f'{{"text":"{bug.name}{words}{thrown}{ending.place}","by":"{thrower(self.kernel, tile, cell)}"}}'

    def bug(self, tile: int) -> Bug:
        """What there is to say of a bug that is placed or moves."""
        name, cell = tile_name(tile), self.cells[tile]
        if cell == bugs.IN_HAND:
            found = Bug(name, EVERYWHERE, f'","kind":"placed","piece":"{name}","to":"')
        else:
            said = f'","kind":"moved","piece":"{name}","from":"{self.places[cell]}","to":"'
            found = Bug(name, walks_of(self.kernel, tile), said)
        self.bugs[tile] = found
        return found

    def ending(self, cell: int) -> Ending:
        """What there is to say of a cell on which a move ends."""
        self.endings[cell] = found = self.ending_on_top(cell) if cell in self.stacks else self.ending_beside(cell)
        return found

    def ending_on_top(self, cell: int) -> Ending:
        """On other bugs."""
        top = self.stacks[cell][-1]
        return Ending(str(self.places[cell]), top, f" {tile_name(top)}")

    def ending_beside(self, cell: int) -> Ending:
        """Beside the hive, or where its first bug goes."""
        for step, (q, r), (before, after) in WAYS_THERE:
            beside = (cell - step) & hexes.LAST_CELL
            if beside in self.stacks:
                top, place = self.stacks[beside][-1], self.places[beside]
                return Ending(f"{place.q + q},{place.r + r}", top, f" {before}{tile_name(top)}{after}")
        return Ending("0,0", bugs.NOBODY, "")


def in_json(words: str) -> str:
    """A move's words inside a JSON string: of what they are made of, only the backslash is written otherwise there."""
    return words.replace("\\", "\\\\")


WAYS_THERE = [
    (step, axes, (in_json(before), in_json(after)))
    for step, axes, (before, after) in zip(hexes.STEPS, hexes.AXIAL, notation.MARKED, strict=True)
]
"""For each direction: the step to a cell from the bug beside it, the same in coordinates, and how it is written."""


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
    return f"{name} cannot go there: {WAYS_TO_MOVE[tile_kind(tile)]}; " + go_on(name, options)


def go_on(name: str, options: list[str]) -> str:
    """What the bug can do instead."""
    if not options:
        return f"{name} cannot move at all now; move another bug"
    return "try " + ", ".join(options[:6]) + (f" or {len(options) - 6} more" if len(options) > 6 else "")
