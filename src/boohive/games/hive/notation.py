"""Hive in letters: the strings of the Universal Hive Protocol, read leniently and written in one way only.

A GameString is the game's type, its state, whose turn it is and all moves; a MoveString is a bug and where it ends,
named by another bug::

    Base+MLP;InProgress;White[2];wS1;bS1 wS1-

    bS1 wS1-   right of wS1         bS1 -wS1   left of it
    bS1 wS1/   upper right          bS1 /wS1   lower left
    bS1 wS1\\   lower right          bS1 \\wS1   upper left
    bB1 wS1    on top of wS1's stack
"""

import re
from collections.abc import Callable

from boohive.core.errors import NotationError
from boohive.games.hive import bugs, hexes
from boohive.games.hive.bugs import BUGS
from boohive.games.hive.coordinates import TILE_BY_NAME, tile_name
from boohive.games.hive.move_texts import MARKED, PASS_WORD
from boohive.games.hive.rules import HiveKernel

__all__ = ["TYPES", "Renumbering", "kinds_of_type", "read_move", "read_type", "split_game", "turn_words"]

EXPANSIONS = [kind for kind, bug in enumerate(BUGS) if bug.expansion]
TYPES = ("Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP")
STATES = ("NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins")
STEPS_AND_MARKS = [(step, before, after) for step, (before, after) in zip(hexes.STEPS, MARKED, strict=True)]

BEFORE = {before: d for d, (before, _) in enumerate(MARKED) if before}
AFTER = {after: d for d, (_, after) in enumerate(MARKED) if after}

PIECE = re.compile(r"([wb])([qsbgamlp])([1-3]?)", re.IGNORECASE)
MOVE = re.compile(r"(?P<piece>\w+)(?:\s+(?P<before>[-/\\]?)\s*(?P<other>\w+)\s*(?P<after>[-/\\]?))?")
TURN = re.compile(r"(white|black)\s*\[\s*\d+\s*\]", re.IGNORECASE)


# Types


def read_type(text: str) -> str:
    """The game's type, such as ``Base+ML``; the order of the letters and their case do not matter."""
    base, plus, letters = text.strip().upper().partition("+")
    chosen = "".join(BUGS[kind].letter for kind in EXPANSIONS if BUGS[kind].letter in letters)
    if base != "BASE" or bool(plus) != bool(letters) or sorted(letters) != sorted(chosen):
        raise NotationError(f"{short(text)} is not a type of game; write one of {', '.join(TYPES)}")
    return f"Base+{chosen}" if chosen else "Base"


def kinds_of_type(text: str) -> int:
    """The kinds of bugs in a game of this type, as a set."""
    letters = text.partition("+")[2]
    return sum(1 << kind for kind, bug in enumerate(BUGS) if not bug.expansion or bug.letter in letters)


def short(text: str) -> str:
    """What somebody wrote, quoted, and cut if it is long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


# Moves


def read_move(kernel: HiveKernel, text: str, legal: Callable[[], list[str]] = list) -> int:
    """The code of a MoveString read at this position, legal or not; a refusal takes its example from ``legal``."""
    words = MOVE.fullmatch(text.strip())
    if words is None:
        raise NotationError(
            f"{short(text)} is not a move; write a bug and where it ends, such as 'wA1 bS1-', or 'pass'",
            "not_a_move",
        )
    if text.strip().lower() == PASS_WORD:
        return bugs.PASS
    tile = read_tile(words["piece"])
    cells = kernel.cells()
    if words["other"] is None:
        return tile * hexes.CELLS + first_cell(text, cells, tile, legal)
    other = read_tile(words["other"])
    if cells[other] == bugs.IN_HAND:
        raise NotationError(f"{tile_name(other)} is not on the table; name the place by a bug that is", "not_a_move")
    return tile * hexes.CELLS + (cells[other] + way(words) & hexes.LAST_CELL)


def way(words: re.Match[str]) -> int:
    """The step from the other bug's cell."""
    if words["before"] and words["after"]:
        raise NotationError(
            f"{short(words[0])} has a mark on both sides of {words['other']}; write one of them", "not_a_move"
        )
    if words["before"]:
        return hexes.STEPS[BEFORE[words["before"]]]
    return hexes.STEPS[AFTER[words["after"]]] if words["after"] else 0


def first_cell(text: str, cells: list[int], tile: int, legal: Callable[[], list[str]]) -> int:
    """Where a bug goes that is named alone: only the very first one may be."""
    if any(cell != bugs.IN_HAND for cell in cells):
        moves = legal()
        example = next((move for move in moves if move.split()[0] == tile_name(tile)), moves[0] if moves else "")
        such_as = f", such as {example!r}" if example else ""
        raise NotationError(
            f"{short(text)} does not say where; name the place by a bug on the table{such_as}", "not_a_move"
        )
    return hexes.ORIGIN


def read_tile(name: str) -> int:
    """The tile with this name; ``wQ1`` will do for ``wQ``."""
    if name in TILE_BY_NAME:
        return TILE_BY_NAME[name]
    words = PIECE.fullmatch(name)
    found = None
    if words is not None:
        plain = words[1].lower() + words[2].upper()
        found = TILE_BY_NAME.get(plain + words[3]) or (TILE_BY_NAME.get(plain) if words[3] == "1" else None)
    if found is None:
        raise NotationError(
            f"{short(name)} is not a bug; write colour, letter and number, such as wS1, bA3 or wQ", "not_a_move"
        )
    return found


# Games


def split_game(text: str) -> tuple[str, list[str]]:
    """The type and the MoveStrings of a GameString; state and turn are checked and then computed again."""
    fields = [field.strip() for field in text.strip().split(";")]
    while len(fields) > 1 and not fields[-1]:
        fields.pop()
    kind = read_type(fields[0])
    if len(fields) > 1 and fields[1].lower() not in [state.lower() for state in STATES]:
        raise NotationError(f"{short(fields[1])} is not the state of a game; write one of {', '.join(STATES)}")
    if len(fields) > 2 and not TURN.fullmatch(fields[2]):
        raise NotationError(
            f"{short(fields[2])} is not a turn; write the colour and its turn's number, such as White[1]"
        )
    return kind, fields[3:]


def check_turn(text: str, moves: int) -> None:
    """Refuse a GameString whose turn does not fit its moves: one of the two is a mistake."""
    fields = [field.strip() for field in text.split(";")]
    if len(fields) > 2 and fields[2] and fields[2].lower() != turn_words(moves).lower():
        raise NotationError(f"after {moves} moves it is not {short(fields[2])}; write {turn_words(moves)}")


class Renumbering:
    """Reads games whose bugs are numbered by tile: of several alike, the first one placed becomes number 1."""

    def __init__(self) -> None:
        self.actual: dict[int, int] = {}

    def __call__(self, text: str) -> str:
        """The same move with the numbers by order of placing."""
        words = MOVE.fullmatch(text)
        if words is None or words[0].lower() == PASS_WORD:
            return text
        try:
            moved = read_tile(words["piece"])
        except NotationError:
            return text
        if moved not in self.actual:
            self.actual[moved] = self.next_alike(moved)
        return PIECE.sub(self.rename, text)

    def copied(self) -> "Renumbering":
        """One for a variation, which may place other bugs."""
        other = Renumbering()
        other.actual = dict(self.actual)
        return other

    def next_alike(self, tile: int) -> int:
        """The next bug of this kind and colour to be placed; the tile itself when none is left."""
        name = tile_name(tile)[:2]
        alike = [other for known, other in TILE_BY_NAME.items() if known[:2] == name]
        return next((other for other in alike if other not in self.actual.values()), tile)

    def rename(self, name: re.Match[str]) -> str:
        """A bug's name as it is numbered here."""
        try:
            tile = read_tile(name[0])
        except NotationError:
            return name[0]
        return tile_name(self.actual.get(tile, tile))


def turn_words(ply: int) -> str:
    """Whose turn it is and which, such as ``White[1]``."""
    return f"{('White', 'Black')[ply % 2]}[{ply // 2 + 1}]"
