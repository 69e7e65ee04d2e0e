"""The checker: a route shown step by step, and why a step is wrong (H12 to H19)."""

from collections.abc import Iterable
from typing import NamedTuple

from boohive.games.booo import codes
from boohive.games.booo.castle import COLOUR_NAMES, Castle

__all__ = [
    "Change",
    "Passage",
    "ProofStep",
    "Stand",
    "Task",
    "Wall",
    "WrongStep",
    "arrive",
    "begin",
    "has_arrived",
    "is_in",
    "is_legal",
    "step_of",
    "take",
]

Cell = tuple[int, int]
"""Row and column, from 0."""


class Wall(NamedTuple):
    """Cross the wall between two cells."""

    one: Cell
    other: Cell


class Passage(NamedTuple):
    """Take the passage to a room."""

    room: int


class Change(NamedTuple):
    """Go on in another colour."""

    colour: int


ProofStep = Wall | Passage | Change


class WrongStep(Exception):
    """Why a proof fails, as part of a sentence."""


class Task(NamedTuple):
    """What a route has to do and what it may use."""

    castle: Castle
    ghost: int
    visitor: int
    colours: int
    """Not banned for the claimant."""
    passages: int
    changes: int


class Stand(NamedTuple):
    """Where a route has come to."""

    region: int
    colour: int
    token: int = codes.ANY
    """H20: the colour of the last wall crossed; ``ANY`` while there is none."""


def step_of(castle: Castle, code: int) -> ProofStep:
    """A step of the solver."""
    if code >= codes.CHANGE:
        return Change(code - codes.CHANGE)
    if code >= codes.PASSAGE:
        return Passage(code - codes.PASSAGE)
    return wall_of(castle, code)


def wall_of(castle: Castle, code: int) -> Wall:
    """A wall by its number, smaller cell first."""
    cell = code // 2
    beyond = cell + (castle.columns if code % 2 else 1)
    return Wall(divmod(cell, castle.columns), divmod(beyond, castle.columns))


def begin(task: Task, first: int) -> Stand:
    """Announce the first colour."""
    if not task.colours >> first & 1:
        raise WrongStep(f"{COLOUR_NAMES[first]} is banned for this player")
    return Stand(task.castle.plan.region_of_room(task.ghost), first)


def has_arrived(task: Task, stand: Stand) -> bool:
    """Whether the ghost is at the visitor."""
    return stand.region == task.castle.plan.region_of_room(task.visitor)


def is_in(task: Task, stand: Stand, cell: Cell) -> bool:
    """Whether the ghost gets to a cell without crossing a wall."""
    return task.castle.plan.region_of(number_of(task.castle, cell)) == stand.region


def take(task: Task, stand: Stand, step: ProofStep) -> Stand:
    """Where one more step leads."""
    if has_arrived(task, stand):
        raise WrongStep("the ghost is already at the visitor; the route ends there")
    match step:
        case Wall():
            return cross(task, stand, step)
        case Passage():
            return pass_through(task, stand, step.room)
        case Change():
            return change(task, stand, step.colour)


def is_legal(task: Task, stand: Stand, step: ProofStep) -> bool:
    """Whether the checker accepts this step."""
    try:
        take(task, stand, step)
    except WrongStep:
        return False
    return True


def cross(task: Task, stand: Stand, step: Wall) -> Stand:
    """H12: a wall of the current colour that borders the region."""
    plan = task.castle.plan
    one, other = (number_of(task.castle, cell) for cell in step)
    side = plan.wall_between(one, other) if codes.ANY not in (one, other) else codes.ANY
    where = f"between {list(step.one)} and {list(step.other)}"
    if side == codes.ANY:
        raise WrongStep(f"the cells {where[8:]} are not side by side in the castle; the ghost crosses walls straight")
    found = plan.side(side) - 1
    if not 0 <= found < codes.COLOURS:
        raise WrongStep(f"there is no wall {where}")
    if found != stand.colour:
        raise WrongStep(
            f"the wall {where} is {COLOUR_NAMES[found]}; the ghost goes through {COLOUR_NAMES[stand.colour]}"
        )
    near, far = plan.region_of(one), plan.region_of(other)
    if stand.region not in (near, far):
        raise WrongStep(f"the ghost cannot get to the wall {where} without crossing another one")
    return Stand(far if stand.region == near else near, stand.colour, found)


def number_of(castle: Castle, cell: Cell) -> int:
    """A cell's number; ``ANY`` outside the castle."""
    row, column = cell
    inside = 0 <= column < castle.columns and 0 <= row < castle.plan.cells // castle.columns
    return row * castle.columns + column if inside else codes.ANY


def pass_through(task: Task, stand: Stand, room: int) -> Stand:
    """H14: from a room with a passage to any other one; the colour stays (Q4)."""
    plan, name = task.castle.plan, task.castle.rooms[room]
    if not any(stand.region == plan.region_of_room(here) for here in rooms_in(task.passages)):
        raise WrongStep("there is no passage where the ghost stands")
    if not task.passages >> room & 1:
        raise WrongStep(f"there is no passage in {name}")
    if plan.region_of_room(room) == stand.region:
        raise WrongStep(f"the ghost is already in {name}; a passage leads to another room")
    return stand._replace(region=plan.region_of_room(room))


def change(task: Task, stand: Stand, colour: int) -> Stand:
    """H15: in a room with a transformation, to any colour that is not banned."""
    plan = task.castle.plan
    if not any(stand.region == plan.region_of_room(here) for here in rooms_in(task.changes)):
        raise WrongStep("there is no transformation where the ghost stands")
    if not task.colours >> colour & 1:
        raise WrongStep(f"{COLOUR_NAMES[colour]} is banned for this player")
    return stand._replace(colour=colour)


def rooms_in(rooms: int) -> Iterable[int]:
    """The rooms of a set."""
    return (room for room in range(rooms.bit_length()) if rooms >> room & 1)


def arrive(task: Task, first: int, route: Iterable[ProofStep]) -> Stand:
    """Judge a whole route; ``WrongStep`` says which step is wrong and why."""
    stand = begin(task, first)
    for number, step in enumerate(route, 1):
        try:
            stand = take(task, stand, step)
        except WrongStep as wrong:
            raise WrongStep(f"step {number}: {wrong}") from None
    if not has_arrived(task, stand):
        raise WrongStep("the route does not reach the visitor")
    return stand
