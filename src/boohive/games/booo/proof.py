"""The checker: a route shown step by step, and why a step is wrong (H12 to H19)."""

from collections.abc import Iterable
from typing import NamedTuple

from boohive.core.sentences import Sentence
from boohive.games.booo import constants
from boohive.games.booo.castle import COLOUR_NAMES, COLOURS, Castle
from boohive.games.booo.routes import solve

__all__ = [
    "Change",
    "Passage",
    "ProofState",
    "ProofStep",
    "RouteProblem",
    "Wall",
    "WrongStep",
    "apply_step",
    "arrive",
    "begin",
    "has_arrived",
    "is_in",
    "is_legal",
    "step_of",
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
    """Why a proof fails; the text is part of a sentence."""

    def __init__(self, text: str, code: str, **args: str | int) -> None:
        super().__init__(text)
        self.sentence = Sentence(text, code, **args)


class RouteProblem(NamedTuple):
    """A route to be found: from where to where, and what it may use."""

    castle: Castle
    ghost: int
    visitor: int
    colours: int
    """Those not banned for the claimant, as a set of bits."""
    passages: int
    """The rooms with a passage, as a set of bits."""
    transformations: int
    """The rooms with a transformation, as a set of bits."""

    def best_route(self, first: int = constants.ANY) -> tuple[int, int, int, list[int]] | None:
        """The solver's answer: crossings, token uses, first colour and step codes; ``None`` when there is no route."""
        return solve(
            self.castle.graph, self.ghost, self.visitor, self.colours, self.passages, self.transformations, first
        )


class ProofState(NamedTuple):
    """How far a shown route has come."""

    region: int
    colour: int
    token: int = constants.ANY
    """H20: the colour of the last wall crossed; ``ANY`` while there is none."""


def step_of(castle: Castle, code: int) -> ProofStep:
    """A step of the solver."""
    if code >= constants.CHANGE:
        return Change(code - constants.CHANGE)
    if code >= constants.PASSAGE:
        return Passage(code - constants.PASSAGE)
    return wall_of(castle, code)


def wall_of(castle: Castle, code: int) -> Wall:
    """A wall by its number, smaller cell first."""
    cell = code // 2
    beyond = cell + (castle.columns if code % 2 else 1)
    return Wall(divmod(cell, castle.columns), divmod(beyond, castle.columns))


def begin(problem: RouteProblem, first: int) -> ProofState:
    """Announce the first colour."""
    if not problem.colours >> first & 1:
        raise WrongStep(f"{COLOUR_NAMES[first]} is banned for this player", "banned", colour=COLOURS[first])
    return ProofState(problem.castle.graph.region_of_room(problem.ghost), first)


def has_arrived(problem: RouteProblem, progress: ProofState) -> bool:
    """Whether the ghost is at the visitor."""
    return progress.region == problem.castle.graph.region_of_room(problem.visitor)


def is_in(problem: RouteProblem, progress: ProofState, cell: Cell) -> bool:
    """Whether the ghost gets to a cell without crossing a wall."""
    return problem.castle.graph.region_of(number_of(problem.castle, cell)) == progress.region


def apply_step(problem: RouteProblem, progress: ProofState, step: ProofStep) -> ProofState:
    """The state of the proof after one more step."""
    if has_arrived(problem, progress):
        raise WrongStep("the ghost is already at the visitor; the route ends there", "arrived_already")
    match step:
        case Wall():
            return cross(problem, progress, step)
        case Passage():
            return pass_through(problem, progress, step.room)
        case Change():
            return change(problem, progress, step.colour)


def is_legal(problem: RouteProblem, progress: ProofState, step: ProofStep) -> bool:
    """Whether the checker accepts this step."""
    try:
        apply_step(problem, progress, step)
    except WrongStep:
        return False
    return True


def cross(problem: RouteProblem, progress: ProofState, step: Wall) -> ProofState:
    """H12: a wall of the current colour that borders the region."""
    graph = problem.castle.graph
    one, other = (number_of(problem.castle, cell) for cell in step)
    side = graph.wall_between(one, other) if constants.ANY not in (one, other) else constants.ANY
    where = f"between {list(step.one)} and {list(step.other)}"
    if side == constants.ANY:
        sentence = f"the cells {where[8:]} are not side by side in the castle; the ghost crosses walls straight"
        raise WrongStep(sentence, "not_side_by_side")
    found = graph.side(side) - 1
    if not 0 <= found < constants.COLOURS:
        raise WrongStep(f"there is no wall {where}", "no_wall")
    if found != progress.colour:
        raise WrongStep(
            f"the wall {where} is {COLOUR_NAMES[found]}; the ghost goes through {COLOUR_NAMES[progress.colour]}",
            "wrong_colour",
            wall=COLOURS[found],
            colour=COLOURS[progress.colour],
        )
    near, far = graph.region_of(one), graph.region_of(other)
    if progress.region not in (near, far):
        sentence = f"the ghost cannot get to the wall {where} without crossing another one"
        raise WrongStep(sentence, "wall_out_of_reach")
    return ProofState(far if progress.region == near else near, progress.colour, found)


def number_of(castle: Castle, cell: Cell) -> int:
    """A cell's number; ``ANY`` outside the castle."""
    row, column = cell
    inside = 0 <= column < castle.columns and 0 <= row < castle.graph.cells // castle.columns
    return row * castle.columns + column if inside else constants.ANY


def pass_through(problem: RouteProblem, progress: ProofState, room: int) -> ProofState:
    """H14: from a room with a passage to any other one; the colour stays (Q4)."""
    graph, name = problem.castle.graph, problem.castle.rooms[room]
    if not any(progress.region == graph.region_of_room(origin) for origin in rooms_in(problem.passages)):
        raise WrongStep("there is no passage where the ghost stands", "no_passage_here")
    if not problem.passages >> room & 1:
        raise WrongStep(f"there is no passage in {name}", "no_passage", room=name)
    if graph.region_of_room(room) == progress.region:
        sentence = f"the ghost is already in {name}; a passage leads to another room"
        raise WrongStep(sentence, "already_there", room=name)
    return progress._replace(region=graph.region_of_room(room))


def change(problem: RouteProblem, progress: ProofState, colour: int) -> ProofState:
    """H15: in a room with a transformation, to any colour that is not banned."""
    graph = problem.castle.graph
    if not any(progress.region == graph.region_of_room(origin) for origin in rooms_in(problem.transformations)):
        raise WrongStep("there is no transformation where the ghost stands", "no_transformation_here")
    if not problem.colours >> colour & 1:
        raise WrongStep(f"{COLOUR_NAMES[colour]} is banned for this player", "banned", colour=COLOURS[colour])
    return progress._replace(colour=colour)


def rooms_in(rooms: int) -> Iterable[int]:
    """The rooms of a set."""
    return (room for room in range(rooms.bit_length()) if rooms >> room & 1)


def arrive(problem: RouteProblem, first: int, route: Iterable[ProofStep]) -> ProofState:
    """Judge a whole route; ``WrongStep`` says which step is wrong and why."""
    progress = begin(problem, first)
    for number, step in enumerate(route, 1):
        try:
            progress = apply_step(problem, progress, step)
        except WrongStep as wrong:
            raise WrongStep(f"step {number}: {wrong}", wrong.sentence.code, **wrong.sentence.args) from None
    if not has_arrived(problem, progress):
        raise WrongStep("the route does not reach the visitor", "not_arrived")
    return progress
