"""``boohive booo solve --stdin`` and ``check --stdin``: one round as JSON on each line, one answer for each.

So other programs can compare their solutions with ours.
"""

import json
from collections.abc import Callable, Mapping
from typing import NoReturn, TypedDict

from boohive.core.errors import NotationError
from boohive.games.booo import constants
from boohive.games.booo.castle import COLOURS, ROOMS, SIDE, Castle, colour_set, read_room
from boohive.games.booo.proof import Cell, Change, Passage, ProofStep, RouteProblem, Wall, WrongStep, arrive

__all__ = ["Round", "RouteVerdict", "Solution", "StepData", "answer", "check_round", "solve_round", "step_data"]

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]
Round = Mapping[str, JsonValue]
"""What both commands read: the castle as nine section texts, the rooms of ghost (where the route begins) and visitor (where it
ends), the colours that may be used (all, if left out), the rooms with passages and with transformations (``changes``), the
announced first colour, and for ``check`` the route."""

FIELDS = {"castle", "ghost", "visitor", "colours", "passages", "changes", "first", "route"}
ESCAPE = b"\\u"


class StepData(TypedDict, total=False):
    """One step; exactly one of the three."""

    wall: list[list[int]]
    """The two cells that the wall separates, each as row and column from 0; answers have the upper or left one first."""
    passage: str
    """The room it leads to."""
    change: str
    """The letter of the new colour."""


class Solution(TypedDict):
    """The answer of ``solve``: the route with the fewest walls. Without one, the route is empty and the rest is null."""

    crossings: int | None
    first: str | None
    route: list[StepData]


class RouteVerdict(TypedDict):
    """The answer of ``check``: whether a route is valid, why not, and the wall token it wins.

    That is the token of the last wall it crosses, or none where passages alone lead to the visitor.
    """

    valid: bool
    reason: str | None
    token: str | None


def answer(line: bytes, work: Callable[[Round], Solution | RouteVerdict]) -> bytes:
    """One line for one line; an unreadable one is answered with what is wrong."""
    try:
        return write_json(work(read_object(line))).encode()
    except NotationError as error:
        return write_json({"error": str(error)}).encode()
    except (ValueError, RecursionError):  # also text that is not UTF-8, or has half of a surrogate pair
        return write_json({"error": "this line is not JSON; write one object a line"}).encode()


def read_object(line: bytes) -> Round:
    """The JSON object on a line."""
    data = json.loads(line.decode(), parse_constant=refuse_constant, parse_float=finite)
    if ESCAPE in line:
        write_json(data).encode()  # Python accepts a lone half of a surrogate pair; encoding it fails.
    if not isinstance(data, dict):
        raise NotationError('a round is a JSON object such as {"castle": [...], "ghost": "c4", ...}')
    return data


def refuse_constant(word: str) -> NoReturn:
    """Python reads NaN and Infinity, which JSON does not have."""
    raise ValueError(word)


def finite(word: str) -> float:
    """A number with a point or an exponent; refused when it is too large."""
    number = float(word)
    if number in (float("inf"), float("-inf")):
        raise ValueError(word)
    return number


def write_json(data: "JsonValue | Solution | RouteVerdict | dict[str, str]") -> str:
    """Compact JSON."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def solve_round(data: Round) -> Solution:
    """The best route of a round."""
    route = read_problem(data).best_route(read_first(data))
    if route is None:
        return {"crossings": None, "first": None, "route": []}
    crossings, _, first, steps = route
    return {"crossings": crossings, "first": COLOURS[first], "route": [STEP_DATA[step] for step in steps]}


def check_round(data: Round) -> RouteVerdict:
    """Whether a shown route is valid, why not, and the wall token it wins."""
    problem = read_problem(data)
    first = read_first(data)
    if first == constants.ANY:
        raise NotationError('the announced colour is missing; add "first", one of W Y R G B V')
    route = data.get("route")
    if not isinstance(route, list):
        raise NotationError('the route is missing; add "route", a list of steps')
    try:
        proof = arrive(problem, first, [read_step(step) for step in route])
    except WrongStep as wrong:
        return {"valid": False, "reason": str(wrong), "token": None}
    return {"valid": True, "reason": None, "token": None if proof.token == constants.ANY else COLOURS[proof.token]}


def read_problem(data: Round) -> RouteProblem:
    """The castle, the rooms and the colours of a round, checked."""
    unknown = data.keys() - FIELDS
    if unknown:
        raise NotationError(f"{min(unknown)!r} is not known here; a round has {', '.join(sorted(FIELDS))}")
    texts = data.get("castle")
    sections = [text for text in texts if isinstance(text, str)] if isinstance(texts, list) else []
    if sections != texts:
        raise NotationError('the castle is missing; add "castle", a list of nine section texts')
    castle = Castle.of_sections(sections)
    ghost, visitor = read_room(data.get("ghost")), read_room(data.get("visitor"))
    if ghost == visitor:
        raise NotationError("ghost and visitor are in the same room; put them into different rooms")
    passages, transformations = read_rooms(data, "passages"), read_rooms(data, "changes")
    if passages & transformations:
        raise NotationError("a room has both a passage and a transformation; one special token per room")
    return RouteProblem(castle, ghost, visitor, colour_set(data.get("colours", COLOURS)), passages, transformations)


def read_rooms(data: Round, name: str) -> int:
    """A list of rooms as a set."""
    rooms = data.get(name, [])
    if not isinstance(rooms, list):
        raise NotationError(f'"{name}" is a list of rooms, such as ["b2", "e5"]')
    found = 0
    for room in rooms:
        found |= 1 << read_room(room)
    return found


def read_first(data: Round) -> int:
    """The announced colour, in which the route begins; ``ANY`` lets the solver choose."""
    first = data.get("first")
    return constants.ANY if first is None else read_colour(first)


def read_colour(letter: JsonValue) -> int:
    """The number of a colour."""
    if not isinstance(letter, str) or len(letter) != 1 or letter not in COLOURS:
        raise NotationError(f"{letter!r} is not a colour; the colours are {', '.join(COLOURS)}")
    return COLOURS.index(letter)


def read_step(step: JsonValue) -> ProofStep:
    """One step of a shown route."""
    if isinstance(step, dict) and len(step) == 1:
        kind, value = next(iter(step.items()))
        if kind == "passage":
            return Passage(read_room(value))
        if kind == "change":
            return Change(read_colour(value))
        if kind == "wall" and isinstance(value, list):
            cells = [cell for cell in map(read_cell, value) if cell is not None]
            if len(cells) == len(value) == 2:
                return Wall(*cells)
    raise NotationError(
        f'{write_json(step)} is not a step; write {{"wall": [[7, 4], [7, 5]]}}, {{"passage": "e5"}} or {{"change": "G"}}'
    )


def read_cell(cell: JsonValue) -> Cell | None:
    """A row and a column; ``None`` for anything else."""
    if not isinstance(cell, list) or len(cell) != 2:
        return None
    row, column = cell
    if not isinstance(row, int) or not isinstance(column, int) or bool in (type(row), type(column)):
        return None
    return row, column


def step_data(code: int) -> StepData:
    """A step of the solver for JSON. Code ``2 * cell`` is the wall to the right of a cell, ``2 * cell + 1`` the wall below it."""
    if code >= constants.CHANGE:
        return {"change": COLOURS[code - constants.CHANGE]}
    if code >= constants.PASSAGE:
        return {"passage": ROOMS[code - constants.PASSAGE]}
    beyond = code // 2 + (SIDE if code % 2 else 1)
    return {"wall": [list(divmod(code // 2, SIDE)), list(divmod(beyond, SIDE))]}


STEP_DATA = {
    code: step_data(code)
    for code in (
        *range(2 * SIDE * SIDE),
        *range(constants.PASSAGE, constants.PASSAGE + len(ROOMS)),
        *range(constants.CHANGE, constants.CHANGE + constants.COLOURS),
    )
}
