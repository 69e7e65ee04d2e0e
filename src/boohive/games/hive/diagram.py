"""The hive drawn in plain text: hexes as staggered rows, the bug on top of each, and what lies under it.

::

        wB1     bB1
    wQ      wS1     bS1+1

``+1`` says that one bug lies below; the lines under the drawing name it. Brackets mark the bug that was moved last.
"""

import re
from collections.abc import Mapping, Sequence

from boohive.games.hive.bugs import BUGS
from boohive.games.hive.coordinates import Place, tile_name
from boohive.games.hive.hexes import AXIAL

__all__ = ["draw", "draw_hive"]

STEP = 4
"""Half the distance of two neighbours in a row, in letters."""

SIDES = ("White", "Black")


NARROW_STEP = 3
"""The least that keeps two neighbours apart."""
CUT = "..."
"""Stands where a drawing goes on beyond the edge of a terminal."""


def draw(
    stacks: Mapping[Place, list[int]],
    hands: Sequence[Mapping[str, int]],
    last: int,
    last_line: str,
    room: tuple[int, int] | None = None,
) -> str:
    """The whole position; the last line says who is to move or who has won. ``room``: columns and lines of a terminal."""
    below = [pile(stack) for stack in stacks.values() if len(stack) > 1]
    below += [f"{side}'s hand: {in_hand(hand)}" for side, hand in zip(SIDES, hands, strict=True)]
    below.append(last_line)
    if not stacks:
        return "\n".join(["(the table is empty)", *below])
    hive = draw_hive(stacks, last)
    if room is not None:
        hive = fitted(stacks, last, room[0], room[1] - len(below))
    return "\n".join([hive, *below])


def fitted(stacks: Mapping[Place, list[int]], last: int, columns: int, lines: int) -> str:
    """The hive in this much room: drawn narrower, and if that does not do, cut around the bug that was moved last."""
    rows = draw_hive(stacks, last).splitlines()
    if max(map(len, rows)) > columns:
        rows = draw_hive(stacks, last, NARROW_STEP).splitlines()
    focus = next((i for i, row in enumerate(rows) if "[" in row), len(rows) // 2)
    if len(rows) > lines:
        rows = [row for row in rows if row.replace(".", "").strip()]
        focus = next((i for i, row in enumerate(rows) if "[" in row), len(rows) // 2)
        shown = max(lines - 2, 1)
        first = min(max(focus - shown // 2, 0), max(len(rows) - shown, 0))
        cut_above, cut_below = first > 0, first + shown < len(rows)
        rows = [CUT] * cut_above + rows[first : first + shown] + [CUT] * cut_below
        focus += cut_above - first
    if max(map(len, rows)) > columns:
        middle = rows[focus].find("[") if "[" in rows[focus] else max(map(len, rows)) // 2
        rows = cut_columns(rows, columns, middle)
    return "\n".join(rows)


def cut_columns(rows: list[str], columns: int, middle: int) -> list[str]:
    """A window of the rows around one column; bugs at its edges are left out whole."""
    room = columns - 2 * len(CUT)
    first = min(max(middle - room // 2, 0), max(map(len, rows)) - room)
    found = []
    for row in rows:
        names = [word for word in re.finditer(r"\S+", row) if first <= word.start() and word.end() <= first + room]
        text = ""
        for name in names:
            text = text.ljust(name.start() - first) + name[0]
        left = CUT if row[:first].strip(" .") else " " * len(CUT)
        right = CUT if row[first + room :].strip(" .") else ""
        found.append((left + text.ljust(room) + right).rstrip())
    return found


def draw_hive(stacks: Mapping[Place, list[int]], last: int, step: int = STEP) -> str:
    """The rows of the hive; dots are the empty cells around it."""
    shown = {place: "." for each in stacks for place in neighbours(each)}
    shown |= {place: cell_text(stack, last) for place, stack in stacks.items()}
    left = min(column(place, step) for place in shown)
    rows: dict[int, str] = {}
    for place in sorted(shown, key=lambda place: (place.r, place.q)):
        # The bug's first letter stands in the column; a bracket stands before it.
        text = shown[place]
        start = column(place, step) - left + 1 - text.startswith("[")
        rows[place.r] = rows.get(place.r, "").ljust(start) + text
    return "\n".join(rows[r] for r in sorted(rows))


def neighbours(place: Place) -> list[Place]:
    """The six cells around this one."""
    return [Place(place.q + q, place.r + r) for q, r in AXIAL]


def column(place: Place, step: int) -> int:
    """How far to the right a cell is drawn: each row down stands half a hex further right."""
    return step * (2 * place.q + place.r)


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
