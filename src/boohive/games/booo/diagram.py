"""The castle in plain text: every wall is its letter, and rooms have their names."""

import re

from boohive.core.game import Outcome
from boohive.games.booo.castle import COLOUR_NAMES, COLOURS, ROOMS, Castle
from boohive.games.booo.ending import outcome_of
from boohive.games.booo.notation import write_step
from boohive.games.booo.state import Phase, State
from boohive.games.booo.transition import RaceRules
from boohive.games.booo.view import visible_visitor

__all__ = ["describe_rooms", "draw", "draw_castle", "marks_of", "paint", "situation", "summary_lines"]

WIDTH = 4
GHOST, VISITOR, PASSAGE, CHANGE = "G", "V", "P", "T"
SIGNS = str.maketrans({GHOST: "@", VISITOR: "!"})
"""In text G and V are green and violet walls."""
ANSI = {"W": "97", "Y": "93", "R": "91", "G": "92", "B": "94", "V": "95"}
LEGEND = "@ ghost, ! visitor, P passage, T transformation; walls: " + ", ".join(
    f"{letter} {name}" for letter, name in zip(COLOURS, COLOUR_NAMES, strict=True)
)


def draw(rules: RaceRules, state: State) -> str:
    """The castle with everything on it, and what lies before whom."""
    return "\n".join(
        [draw_castle(rules.setup.castle, marks_of(rules, state)), "", LEGEND, *summary_lines(rules, state)]
    )


def marks_of(rules: RaceRules, state: State) -> dict[str, str]:
    """What stands or lies in which room."""
    marks: dict[str, str] = {}
    visitor = visible_visitor(state)
    rooms = [(ROOMS[state.ghost], GHOST), *(((visitor, VISITOR),) if visitor else ())]
    rooms += [(room, PASSAGE) for room in rules.setup.passages] + [
        (room, CHANGE) for room in rules.setup.transformations
    ]
    for room, mark in rooms:
        marks[room] = marks.get(room, "") + mark
    return marks


def draw_castle(castle: Castle, marks: dict[str, str]) -> str:
    """The map, two lines for each row of cells."""
    names = dict(zip(castle.cells, castle.rooms, strict=True))
    edge = "+" + "-" * (castle.columns * (WIDTH + 1) - 1) + "+"
    lines = [edge]
    for top in range(0, castle.graph.cells, castle.columns):
        row = range(top, top + castle.columns)
        cells = "".join(cell_text(names.get(cell), marks) + east_side(castle, cell) for cell in row)
        walls = "".join(south_side(castle, cell) * WIDTH + " " for cell in row)
        lines += ["|" + cells, "|" + walls[:-1] + "|"]
    lines[-1] = edge
    return "\n".join(lines)


def cell_text(room: str | None, marks: dict[str, str]) -> str:
    """A room's name and what is in it; nothing for a corridor."""
    return (f"{room}{marks.get(room, '').translate(SIGNS):>2}" if room else "").ljust(WIDTH)


def east_side(castle: Castle, cell: int) -> str:
    """What stands on the east side of a cell."""
    return castle.letter(2 * cell).replace(".", " ").replace("#", "|")


def south_side(castle: Castle, cell: int) -> str:
    """What lies on the south side of a cell."""
    return castle.letter(2 * cell + 1).replace(".", " ").replace("#", "-")


def summary_lines(rules: RaceRules, state: State) -> list[str]:
    """Who has what, and what is going on."""
    lines = []
    for seat, player in enumerate(state.players):
        bans = " ".join(f"x{letter}" for letter in player.walls) or "none"
        notes = [
            note
            for note, holds in (("hand up", player.hand), ("out", player.out), ("away", player.away is not None))
            if holds
        ]
        tokens = f"player {seat + 1}: visitors {len(player.visitors)}, banned {bans}"
        lines.append(", ".join([tokens, *notes]))
    return [*lines, situation(rules, state)]


def result(rules: RaceRules, outcome: Outcome) -> str:
    """How the game ended; a player alone has nobody to win against."""
    if outcome.winner is None or rules.is_solo:
        return outcome.reason
    return f"player {outcome.winner + 1} has won: {outcome.reason}"


def situation(rules: RaceRules, state: State) -> str:
    """What everybody is waiting for, or how the game ended."""
    outcome = outcome_of(state)
    if outcome is not None:
        return result(rules, outcome)
    left = f"{rules.pile_size - state.round} visitors left in the pile"
    match state.phase:
        case Phase.SEARCH:
            return f"search {state.search}: who finds a route from {ROOMS[state.ghost]} to {visible_visitor(state)}? {left}"
        case Phase.CALLED | Phase.PROOF:
            return f"player {(state.claimant or 0) + 1} {doing(state)}"
        case Phase.PAUSE:
            return f"search {state.search} starts in a moment; {left}"
        case Phase.CHOOSING:
            return f"player {state.first + 1} chooses the ghost's room and the number"
        case _:
            return f"the next visitor comes in a moment; {left}"


def doing(state: State) -> str:
    """What the player who has called does now."""
    if state.phase == Phase.CALLED:
        return "has called and names a colour"
    shown = ", ".join(write_step(step) for step in state.steps) or "nothing yet"
    return f"proves a route with {COLOUR_NAMES[state.colour]}: {shown}"


def describe_rooms(castle: Castle) -> list[str]:
    """H41: for screen readers, each room with its four sides and the region beyond each of them."""
    lines = []
    for number, room in enumerate(castle.rooms):
        cell = castle.cells[number]
        beyond = cell - castle.columns, cell + 1, cell + castle.columns, cell - 1
        sides = [
            f"{side} {COLOUR_NAMES[COLOURS.index(letter)]} to region {castle.graph.region_of(other) + 1}"
            for side, letter, other in zip(
                ("north", "east", "south", "west"), castle.sides(number), beyond, strict=True
            )
        ]
        lines.append(f"{room}: " + ", ".join(sides))
    return lines


def paint(drawing: str) -> str:
    """The drawing with walls in their colours; room names and what is in them stay as they are."""

    def coloured(found: re.Match[str]) -> str:
        letter = found[0][0]
        return found[0] if letter not in ANSI else f"\033[{ANSI[letter]}m{found[0]}\033[0m"

    return re.sub(r"[a-f][1-6](?: [@!PT]|[@!PT]{2}|  )|([WYRGBV])\1*", coloured, drawing)
