"""The hive drawn in plain text: hexes as staggered rows, the bug on top of each, and what lies under it.

::

        wB1     bB1
    wQ      wS1     bS1+1

``+1`` says that one bug lies below; the lines under the drawing name it. Brackets mark the bug that was moved last.
"""

from collections.abc import Mapping, Sequence

from boohive.games.hive.bugs import BUGS
from boohive.games.hive.coordinates import Place, tile_name
from boohive.games.hive.hexes import AXIAL

__all__ = ["draw", "draw_hive"]

STEP = 4
"""Half the distance of two neighbours in a row, in letters."""

SIDES = ("White", "Black")


def draw(stacks: Mapping[Place, list[int]], hands: Sequence[Mapping[str, int]], last: int, last_line: str) -> str:
    """The whole position; the last line says who is to move or who has won."""
    lines = [draw_hive(stacks, last)] if stacks else ["(the table is empty)"]
    lines += [pile(stack) for stack in stacks.values() if len(stack) > 1]
    lines += [f"{side}'s hand: {in_hand(hand)}" for side, hand in zip(SIDES, hands, strict=True)]
    return "\n".join([*lines, last_line])


def draw_hive(stacks: Mapping[Place, list[int]], last: int) -> str:
    """The rows of the hive; dots are the empty cells around it."""
    shown = {place: "." for each in stacks for place in neighbours(each)}
    shown |= {place: cell_text(stack, last) for place, stack in stacks.items()}
    left = min(column(place) for place in shown)
    rows: dict[int, str] = {}
    for place in sorted(shown, key=lambda place: (place.r, place.q)):
        # The bug's first letter stands in the column; a bracket stands before it.
        text = shown[place]
        start = column(place) - left + 1 - text.startswith("[")
        rows[place.r] = rows.get(place.r, "").ljust(start) + text
    return "\n".join(rows[r] for r in sorted(rows))


def neighbours(place: Place) -> list[Place]:
    """The six cells around this one."""
    return [Place(place.q + q, place.r + r) for q, r in AXIAL]


def column(place: Place) -> int:
    """How far to the right a cell is drawn: each row down stands half a hex further right."""
    return STEP * (2 * place.q + place.r)


def cell_text(stack: list[int], last: int) -> str:
    """The bug on top, how many lie below, and brackets if it was moved last."""
    text = tile_name(stack[-1]) + (f"+{len(stack) - 1}" if len(stack) > 1 else "")
    return f"[{text}]" if stack[-1] == last else text


def pile(stack: list[int]) -> str:
    """A stack in words, the top first."""
    return " on ".join(tile_name(tile) for tile in reversed(stack))


def in_hand(hand: Mapping[str, int]) -> str:
    """What a side can still place."""
    letters = {bug.name: bug.letter for bug in BUGS}
    return (
        " ".join(f"{count}{letters[name]}" if count > 1 else letters[name] for name, count in hand.items() if count)
        or "empty"
    )
