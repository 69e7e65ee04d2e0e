"""Rounds as JSON lines, for independent checks: ``boohive booo solve --stdin`` and ``check --stdin``."""

from collections.abc import Callable
from typing import Any

import msgspec

from boohive.core.errors import NotationError
from boohive.games.booo import codes
from boohive.games.booo.castle import COLOURS, ROOMS, SIDE, Castle, colour_set, read_room
from boohive.games.booo.proof import Change, Passage, ProofStep, Task, Wall, WrongStep, arrive
from boohive.games.booo.routes import solve

__all__ = ["answer", "checked", "solved", "step_data"]

DECODER = msgspec.json.Decoder()
ENCODER = msgspec.json.Encoder()
FIELDS = {"castle", "ghost", "visitor", "colours", "passages", "changes", "first", "route"}


def answer(line: bytes, work: Callable[[dict[str, Any]], dict[str, Any]]) -> bytes:
    """One line for one line; an unreadable one is answered with what is wrong."""
    try:
        data = DECODER.decode(line)
        if not isinstance(data, dict):
            raise NotationError('a round is a JSON object such as {"castle": [...], "ghost": "c4", ...}')
        found = work(data)
    except NotationError as error:
        found = {"error": str(error)}
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        found = {"error": "this line is not JSON; write one object a line"}
    return ENCODER.encode(found)


def solved(data: dict[str, Any]) -> dict[str, Any]:
    """The best route of a round."""
    task = read_task(data)
    first = read_first(data)
    route = solve(task.castle.plan, task.ghost, task.visitor, task.colours, task.passages, task.changes, first)
    if route is None:
        return {"crossings": None, "first": None, "route": []}
    crossings, _, first, steps = route
    return {"crossings": crossings, "first": COLOURS[first], "route": [STEP_DATA[step] for step in steps]}


def checked(data: dict[str, Any]) -> dict[str, Any]:
    """Whether a shown route is valid, why not, and the wall token it wins."""
    task = read_task(data)
    first = read_first(data)
    if first == codes.ANY:
        raise NotationError('the announced colour is missing; add "first", one of W Y R G B V')
    if not isinstance(data.get("route"), list):
        raise NotationError('the route is missing; add "route", a list of steps')
    route = [read_step(step) for step in data["route"]]
    try:
        stand = arrive(task, first, route)
    except WrongStep as wrong:
        return {"valid": False, "reason": str(wrong), "token": None}
    return {"valid": True, "reason": None, "token": None if stand.token == codes.ANY else COLOURS[stand.token]}


def read_task(data: dict[str, Any]) -> Task:
    """What both commands are given."""
    unknown = data.keys() - FIELDS
    if unknown:
        raise NotationError(f"{min(unknown)!r} is not known here; a round has {', '.join(sorted(FIELDS))}")
    texts = data.get("castle")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise NotationError('the castle is missing; add "castle", a list of nine section texts')
    castle = Castle.of_sections(texts)
    ghost, visitor = read_room(data.get("ghost")), read_room(data.get("visitor"))
    if ghost == visitor:
        raise NotationError("ghost and visitor are in the same room; put them into different rooms")
    passages, changes = read_rooms(data, "passages"), read_rooms(data, "changes")
    if passages & changes:
        raise NotationError("a room has both a passage and a transformation; one special token per room")
    return Task(castle, ghost, visitor, colour_set(data.get("colours", COLOURS)), passages, changes)


def read_rooms(data: dict[str, Any], name: str) -> int:
    """A list of rooms as a set."""
    rooms = data.get(name, [])
    if not isinstance(rooms, list):
        raise NotationError(f'"{name}" is a list of rooms, such as ["b2", "e5"]')
    found = 0
    for room in rooms:
        found |= 1 << read_room(room)
    return found


def read_first(data: dict[str, Any]) -> int:
    """The first colour; ``ANY`` when it is left open."""
    first = data.get("first")
    return codes.ANY if first is None else read_colour(first)


def read_colour(letter: object) -> int:
    """The number of a colour."""
    if not isinstance(letter, str) or len(letter) != 1 or letter not in COLOURS:
        raise NotationError(f"{letter!r} is no colour; the colours are {', '.join(COLOURS)}")
    return COLOURS.index(letter)


def read_step(step: object) -> ProofStep:
    """One step of a shown route."""
    if isinstance(step, dict) and len(step) == 1:
        kind, value = next(iter(step.items()))
        if kind == "passage":
            return Passage(read_room(value))
        if kind == "change":
            return Change(read_colour(value))
        if kind == "wall" and isinstance(value, list) and len(value) == 2 and all(is_cell(cell) for cell in value):
            return Wall(tuple(value[0]), tuple(value[1]))
    shown = ENCODER.encode(step).decode()
    raise NotationError(
        f'{shown} is no step; write {{"wall": [[7, 4], [7, 5]]}}, {{"passage": "e5"}} or {{"change": "G"}}'
    )


def is_cell(cell: object) -> bool:
    """Whether this is a row and a column."""
    return isinstance(cell, list) and len(cell) == 2 and all(type(number) is int for number in cell)


def step_data(code: int) -> dict[str, Any]:
    """A step of the solver for JSON, the smaller cell first."""
    if code >= codes.CHANGE:
        return {"change": COLOURS[code - codes.CHANGE]}
    if code >= codes.PASSAGE:
        return {"passage": ROOMS[code - codes.PASSAGE]}
    beyond = code // 2 + (SIDE if code % 2 else 1)
    return {"wall": [list(divmod(code // 2, SIDE)), list(divmod(beyond, SIDE))]}


STEP_DATA = {
    code: step_data(code)
    for code in (
        *range(2 * SIDE * SIDE),
        *range(codes.PASSAGE, codes.PASSAGE + len(ROOMS)),
        *range(codes.CHANGE, codes.CHANGE + codes.COLOURS),
    )
}
