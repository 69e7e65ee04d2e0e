"""The table for a screen, after every move: every bug, both hands, queens in danger, and all legal moves.

The moves are written as JSON at once. There are often a hundred, and most of what they say they share: each bug that
may move and each cell on which moves end is put into words once.
"""

import json
from collections.abc import Container, Mapping, Sequence

from boohive.core.view import Mark, PieceAt, Tray, TrayPieces, View
from boohive.games.hive import bugs, effects, hexes, move_texts, rules
from boohive.games.hive.bugs import BUGS
from boohive.games.hive.coordinates import Place, tile_name
from boohive.games.hive.hexes import AXIAL
from boohive.games.hive.rules import HiveKernel

__all__ = ["HiveView", "hand", "hands", "marks", "moves_json", "pieces"]

NAMES = ["", *[tile_name(tile) for tile in range(1, bugs.TILES)]]
WORDS = [bug.name for bug in BUGS]
PASSED = f'{{"text":"{move_texts.PASS_WORD}","kind":"pass"}}'


def in_json(words: str) -> str:
    """A move's words inside a JSON string: of what they are made of, only the backslash is written otherwise there."""
    return words.replace("\\", "\\\\")


REFS = [json.dumps(piece.as_data(), separators=(",", ":")) for piece in effects.PIECES]
"""Every tile as it stands in JSON."""

MARKS = [(in_json(before), in_json(after)) for before, after in move_texts.MARKED]
"""For each direction: how it is written before and after the name of the bug from which it leads to the cell."""


# The table


class HiveView(View):
    """The hive. Places are axial coordinates ``q,r``; the trays are the two hands, with the ids of their bugs.

    Marks: ``queen_in_danger`` (one free side left) and ``surrounded``.
    """

    type: str
    """Which expansions are in play, such as ``Base+ML``."""
    turn: int
    """The number of the side to move's turn, from 1."""


def pieces(kernel: HiveKernel, places: Mapping[int, Place]) -> list[PieceAt]:
    """Every bug on the table; height 0 is the ground."""
    found: list[PieceAt] = []
    for cell, place in places.items():
        stack = kernel.stack_at(cell)
        for level in range(len(stack)):
            tile = stack[level]
            kind, seat = WORDS[rules.KIND[tile]], int(tile > bugs.PER_SIDE)
            found.append({"id": NAMES[tile], "kind": kind, "seat": seat, "at": str(place), "height": level})
    return found


def hand(kernel: HiveKernel, seat: int) -> dict[str, int]:
    """How many bugs of each kind a side still has in hand."""
    found: dict[str, int] = {}
    for kind in range(bugs.KINDS):
        if kernel.kinds >> kind & 1:
            found[WORDS[kind]] = rules.COUNT[kind] - kernel.placed[bugs.KINDS * seat + kind]
    return found


def hands(kernel: HiveKernel) -> list[Tray]:
    """Both hands; the bugs of a kind are placed in the order of their numbers."""
    found: list[Tray] = []
    for seat in range(2):
        held: list[TrayPieces] = []
        for kind in range(bugs.KINDS):
            if kernel.kinds >> kind & 1:
                ids = [NAMES[tile] for tile in in_hand(kernel, seat, kind)]
                held.append({"kind": WORDS[kind], "count": len(ids), "ids": ids})
        found.append({"seat": seat, "what": "hand", "pieces": held})
    return found


def in_hand(kernel: HiveKernel, seat: int, kind: int) -> list[int]:
    """The tiles of a kind that a side still has in hand."""
    first = 1 + bugs.PER_SIDE * seat
    return [
        tile
        for tile in range(first, first + bugs.PER_SIDE)
        if rules.KIND[tile] == kind and kernel.cell_of[tile] == bugs.IN_HAND
    ]


def marks(kernel: HiveKernel, places: Mapping[int, Place]) -> list[Mark]:
    """Queens with one free side left, and those with none."""
    found: list[Mark] = []
    for seat in range(2):
        queen = 1 + bugs.PER_SIDE * seat
        cell = kernel.cell_of[queen]
        if cell != bugs.IN_HAND and free_sides(kernel, cell) <= 1:
            what = "queen_in_danger" if free_sides(kernel, cell) else "surrounded"
            found.append({"what": what, "at": [str(places[cell])], "seat": seat, "piece": NAMES[queen]})
    return found


def free_sides(kernel: HiveKernel, cell: int) -> int:
    """How many neighbours of a cell are empty."""
    found = 0
    for d in range(6):
        found += kernel.top[cell + rules.STEP[d] & hexes.LAST_CELL] == bugs.NOBODY
    return found


# The moves


class Ending:
    """A cell on which moves may end."""

    def __init__(self, place: str, by: int, words: str) -> None:
        self.place = place
        self.by = by
        """The tile that names the place."""
        self.words = words
        """That tile's name with its mark, as it stands after the moved bug's name."""


class Mover:
    """A bug that may be placed or moved."""

    def __init__(self, name: str, walks: Container[int], throwers: Sequence[int], said: str) -> None:
        self.name = name
        self.throwers = throwers
        """The tiles that could throw it."""
        self.walks = walks
        """Where it goes by itself."""
        self.said = said
        """What its moves have in common, from the text to where it goes, as it stands in JSON."""


def moves_json(kernel: HiveKernel, places: Mapping[int, Place], codes: list[int]) -> str:
    """Moves for a screen: the text, which bug, from where, to where, thrown by whom."""
    movers: list[Mover | None] = [None] * bugs.TILES
    endings: list[Ending | None] = [None] * hexes.CELLS
    throwers = kernel.throwers()
    written: list[str] = []
    for i in range(len(codes)):
        code = codes[i]
        tile, cell = code // hexes.CELLS, code % hexes.CELLS
        if tile == bugs.NOBODY:
            written.append(PASSED)
            continue
        bug = movers[tile]
        if bug is None:
            movers[tile] = bug = mover(kernel, places, tile, throwers)
        end = endings[cell]
        if end is None:
            endings[cell] = end = ending(kernel, places, cell)
        words = end.words
        if end.by == tile:  # The moved bug itself cannot name the place.
            words = in_json(move_texts.destination_text(kernel, cell, tile))
        if bug.walks is effects.EVERYWHERE or cell in bug.walks:
            written.append(f'{{"text":"{bug.name}{words}{bug.said}{end.place}"}}')
        else:
            thrown, thrower = (
                bug.said.replace('"move"', '"throw"', 1),
                REFS[effects.thrower(kernel, bug.throwers, cell)],
            )
            written.append(f'{{"text":"{bug.name}{words}{thrown}{end.place}","by":{thrower}}}')
    return f"[{','.join(written)}]"


def mover(kernel: HiveKernel, places: Mapping[int, Place], tile: int, throwers: list[tuple[int, int]]) -> Mover:
    """A bug that is placed or moves, or is thrown by one of these."""
    name, cell = NAMES[tile], kernel.cell_of[tile]
    if cell == bugs.IN_HAND:
        return Mover(name, effects.EVERYWHERE, (), f'","kind":"place","piece":{REFS[tile]},"to":"')
    q, r = places[cell]
    by = effects.throwers_of(throwers, tile)
    said = f'","kind":"move","piece":{REFS[tile]},"from":"{q},{r}","to":"'
    return Mover(name, effects.walks_of(kernel, tile, by), by, said)


def ending(kernel: HiveKernel, places: Mapping[int, Place], cell: int) -> Ending:
    """A cell on which a move ends: on other bugs, next to the hive, or where the first bug goes."""
    top = kernel.top[cell]
    if top != bugs.NOBODY:
        q, r = places[cell]
        return Ending(f"{q},{r}", top, f" {NAMES[top]}")
    for d in range(6):
        neighbour = cell - rules.STEP[d] & hexes.LAST_CELL
        top = kernel.top[neighbour]
        if top != bugs.NOBODY:
            q, r = places[neighbour]
            right, down = AXIAL[d]
            before, after = MARKS[d]
            return Ending(f"{q + right},{r + down}", top, f" {before}{NAMES[top]}{after}")
    return Ending("0,0", bugs.NOBODY, "")
