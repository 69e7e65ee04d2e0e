"""Routes of the ghost: the solver (fewest crossings, then fewest token uses), the counter of best routes, the checker.

A castle is any map of cells with coloured walls on edges; regions are the cells that free edges join (section 1 of the
rules). The search runs over states (region, current colour): crossing a wall costs one crossing, a passage or a change
of colour one token use. Rooms and colours are numbers here; names belong to ``castle.py`` and ``notation.py``.
"""

from collections.abc import Sequence

import cython

from boohive.core import bits
from boohive.games.booo import constants

SIDES = bytes(range(constants.CLOSED + 1))
"""What may stand on a side."""


class CastleGraph:
    """The walls of a castle as the solver needs them: regions, and for each colour which walls lead out of a region."""

    def __init__(self, columns: int, walls: bytes, rooms: Sequence[int]) -> None:
        """``walls`` holds two bytes for each cell in reading order, its east and south sides; ``rooms`` a cell each."""
        cells = len(walls) // 2
        if columns < 1 or not 0 < cells <= constants.MAX_CELLS or cells % columns or len(walls) % 2:
            raise ValueError("a castle has two sides for each of its cells, row by row, and at most 1024 cells")
        if len(rooms) > constants.MAX_ROOMS:
            raise ValueError("a castle has at most 64 rooms")
        if walls.translate(None, SIDES):
            raise ValueError("a side is free, one of six colours, or closed")
        if not cython.compiled:
            self.allocate()
        self.columns = columns
        self.cells = cells
        self.rooms = len(rooms)
        self.set_walls(walls)
        self.close_outer_edge()
        if self.find_regions() > constants.MAX_REGIONS:
            raise ValueError("a castle has at most 256 regions")
        if not self.set_rooms(rooms):
            raise ValueError("a room is named by one of the castle's cells")
        self.list_crossings()

    def allocate(self) -> None:
        """Arrays of zeros, which compiled attributes are from the start."""
        self.wall = [0] * 2048
        self.region = [0] * 1024
        self.room = [0] * 64
        self.starts = [0] * 2049
        self.leads_to = [0] * 4096
        self.through = [0] * 4096

    @cython.final
    def set_walls(self, walls: bytes) -> None:
        """Store what stands on each side."""
        for i in range(2 * self.cells):
            self.wall[i] = walls[i]

    @cython.final
    def set_rooms(self, rooms: Sequence[int]) -> bool:
        """Store which region each room is; whether all of them are in the castle."""
        for i in range(self.rooms):
            cell = rooms[i]
            if not 0 <= cell < self.cells:
                return False
            self.room[i] = self.region[cell]
        return True

    @cython.final
    def close_outer_edge(self) -> None:
        """The outer edge of the castle cannot be crossed."""
        for cell in range(self.cells):
            if cell % self.columns == self.columns - 1:
                self.wall[2 * cell] = constants.CLOSED
            if cell + self.columns >= self.cells:
                self.wall[2 * cell + 1] = constants.CLOSED

    @cython.final
    def find_regions(self) -> int:
        """Number the regions in reading order of their first cells; how many there are."""
        stack = [0] * 1024
        self.regions = 0
        for cell in range(self.cells):
            self.region[cell] = constants.MAX_CELLS
        for start in range(self.cells):
            if self.region[start] != constants.MAX_CELLS:
                continue
            self.region[start] = self.regions
            stack[0] = start
            count = 1
            while count > 0:
                count -= 1
                cell = stack[count]
                for side in range(4):
                    other = self.free_neighbour(cell, side)
                    if other != constants.ANY and self.region[other] == constants.MAX_CELLS:
                        self.region[other] = self.regions
                        stack[count] = other
                        count += 1
            self.regions += 1
        return self.regions

    @cython.final
    def free_neighbour(self, cell: int, side: int) -> int:
        """The cell beyond the north, west, east or south side if nothing is between; else ``ANY``."""
        other = cell
        if side == 0:
            other = cell - self.columns
        elif side == 1:
            other = cell - 1 if cell % self.columns else constants.ANY
        if other < 0:
            return constants.ANY
        # A wall is a side of the upper or left one of its two cells.
        wall = 2 * other + (1 if side in (0, 3) else 0)
        if self.wall[wall] != constants.FREE:
            return constants.ANY
        return other if side < 2 else self.beyond(wall)

    @cython.final
    def beyond(self, wall: int) -> int:
        """The cell on the east or south side of a wall."""
        return wall // 2 + (self.columns if wall % 2 else 1)

    @cython.final
    def list_crossings(self) -> None:
        """For each state in order: where the walls of its colour lead from its region, and which walls they are."""
        filled = [0] * 2048
        states = self.regions << constants.COLOUR_BITS
        for wall in range(2 * self.cells):
            if constants.FREE < self.wall[wall] < constants.CLOSED:
                self.starts[self.state_at(wall // 2, wall) + 1] += 1
                self.starts[self.state_at(self.beyond(wall), wall) + 1] += 1
        for state in range(states):
            self.starts[state + 1] += self.starts[state]
            filled[state] = self.starts[state]
        for wall in range(2 * self.cells):
            if constants.FREE < self.wall[wall] < constants.CLOSED:
                near = self.state_at(wall // 2, wall)
                far = self.state_at(self.beyond(wall), wall)
                self.leads_to[filled[near]] = far
                self.through[filled[near]] = wall
                filled[near] += 1
                self.leads_to[filled[far]] = near
                self.through[filled[far]] = wall
                filled[far] += 1

    @cython.final
    def state_at(self, cell: int, wall: int) -> int:
        """The state of standing in this cell with the colour of this wall."""
        return self.region[cell] << constants.COLOUR_BITS | (self.wall[wall] - 1)

    def region_of(self, cell: int) -> int:
        """The number of the region that a cell belongs to."""
        return self.region[cell] if 0 <= cell < self.cells else constants.ANY

    def region_of_room(self, room: int) -> int:
        """The number of the region that a room is."""
        return self.room[room] if 0 <= room < self.rooms else constants.ANY

    def wall_between(self, one: int, other: int) -> int:
        """The code of the side between two cells; ``ANY`` when they are not neighbours."""
        if one > other:
            one, other = other, one
        if one < 0 or other >= self.cells:
            return constants.ANY
        if other == one + 1 and other % self.columns:
            return 2 * one
        return 2 * one + 1 if other == one + self.columns else constants.ANY

    def side(self, wall: int) -> int:
        """What stands on a side: ``FREE``, 1 + colour, or ``CLOSED``."""
        return self.wall[wall] if 0 <= wall < 2 * self.cells else constants.CLOSED


class RouteSearch:
    """One search from the ghost's room: the cheapest way to each state it reaches, and in how many ways."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.allocate()

    def begin(
        self, graph: CastleGraph, ghost: int, colours: int, passages: int, transformations: int, first: int
    ) -> None:
        """``colours`` is a set of those not banned, ``passages`` and ``changes`` are sets of rooms."""
        self.graph = graph
        self.colours = colours
        self.passages = passages
        self.wall_queue_end = 0
        self.token_queue_end = 0
        self.mark_tokens(passages, transformations)
        for colour in range(constants.COLOURS):
            if colours >> colour & 1 and first in (constants.ANY, colour):
                state = graph.room[ghost] << constants.COLOUR_BITS | colour
                self.cost[state] = 1
                self.before[state] = state
                self.ways[state] = 1
                self.wall_queue[self.wall_queue_end] = state
                self.wall_queue_end += 1

    def allocate(self) -> None:
        """Arrays of zeros, which compiled attributes are from the start."""
        self.cost = [0] * 2048
        self.before = [0] * 2048
        self.step = [0] * 2048
        self.ways = [0] * 2048
        self.wall_queue = [0] * 2048
        self.token_queue = [0] * 2048
        self.done = [0] * 2048
        self.has_passage = [0] * 256
        self.has_change = [0] * 256

    @cython.final
    def mark_tokens(self, passages: int, transformations: int) -> None:
        """Store which regions have a special token."""
        while passages:
            self.has_passage[self.graph.room[bits.lowest(passages)]] = 1
            passages &= passages - 1
        while transformations:
            self.has_change[self.graph.room[bits.lowest(transformations)]] = 1
            transformations &= transformations - 1

    def run(self, visitor: int) -> int:
        """Search until the visitor's room is reached, or everywhere for ``ANY``; the state of arrival or ``ANY``.

        Dijkstra's algorithm. There are only two prices, so two lists that stay sorted by themselves make the queue: the
        states reached by a wall and those reached by a token.
        """
        goal = self.graph.room[visitor] if visitor != constants.ANY else constants.MAX_REGIONS
        i = 0
        j = 0
        while i < self.wall_queue_end or j < self.token_queue_end:
            if j == self.token_queue_end or (
                i < self.wall_queue_end and self.cost[self.wall_queue[i]] < self.cost[self.token_queue[j]]
            ):
                state = self.wall_queue[i]
                i += 1
            else:
                state = self.token_queue[j]
                j += 1
            if self.done[state]:
                continue  # A token was the cheaper way to a state that a wall had reached.
            self.done[state] = 1
            if state >> constants.COLOUR_BITS == goal:
                return state
            self.cross_walls(state)
            if self.has_passage[state >> constants.COLOUR_BITS]:
                self.take_passages(state)
            if self.has_change[state >> constants.COLOUR_BITS]:
                self.change_colour(state)
        return constants.ANY

    @cython.final
    def cross_walls(self, state: int) -> None:
        """H12: cross a wall of the current colour that borders the region."""
        cost = self.cost[state] + constants.ONE_CROSSING
        for k in range(self.graph.starts[state], self.graph.starts[state + 1]):
            other = self.graph.leads_to[k]
            if self.reach(state, other, cost, self.graph.through[k]):
                self.wall_queue[self.wall_queue_end] = other
                self.wall_queue_end += 1

    @cython.final
    def take_passages(self, state: int) -> None:
        """H14: to any other room with a passage; the colour stays."""
        cost = self.cost[state] + constants.ONE_USE
        rooms = self.passages
        while rooms:
            room = bits.lowest(rooms)
            rooms &= rooms - 1
            other = self.graph.room[room] << constants.COLOUR_BITS | (state & constants.COLOUR_MASK)
            if other != state and self.reach(state, other, cost, constants.PASSAGE + room):
                self.token_queue[self.token_queue_end] = other
                self.token_queue_end += 1

    @cython.final
    def change_colour(self, state: int) -> None:
        """H15: to any colour that is not banned."""
        cost = self.cost[state] + constants.ONE_USE
        for colour in range(constants.COLOURS):
            other = state >> constants.COLOUR_BITS << constants.COLOUR_BITS | colour
            if self.colours >> colour & 1 and self.reach(state, other, cost, constants.CHANGE + colour):
                self.token_queue[self.token_queue_end] = other
                self.token_queue_end += 1

    @cython.final
    def reach(self, state: int, other: int, cost: int, step: int) -> bool:
        """Record a way to ``other``; whether it is the first or a cheaper one."""
        best_cost = self.cost[other]
        if best_cost and best_cost <= cost:
            if best_cost == cost:
                self.ways[other] += self.ways[state]
            return False
        self.cost[other] = cost
        self.before[other] = state
        self.step[other] = step
        self.ways[other] = self.ways[state]
        return True

    def best_ways(self, visitor: int) -> int:
        """After ``run``: the number of best routes, all first and last colours together."""
        best = 0
        ways = 0
        start = self.graph.room[visitor] << constants.COLOUR_BITS
        for state in range(start, start + constants.COLOURS):
            cost = self.cost[state]
            if cost and (best == 0 or cost < best):
                best = cost
                ways = 0
            if cost and cost == best:
                ways += self.ways[state]
        return ways

    def fewest_crossings(self, room: int) -> int:
        """After ``run(ANY)``: the crossings of the best route to a room; ``ANY`` when there is none."""
        best = 0
        start = self.graph.room[room] << constants.COLOUR_BITS
        for state in range(start, start + constants.COLOURS):
            cost = self.cost[state]
            if cost and (best == 0 or cost < best):
                best = cost
        return (best - 1) // constants.ONE_CROSSING if best else constants.ANY


def start_search(
    graph: CastleGraph, ghost: int, colours: int, passages: int, transformations: int, first: int
) -> RouteSearch:
    """A search at its start."""
    if not 0 <= ghost < graph.rooms or (passages | transformations) >> (graph.rooms - 1) > 1:
        raise ValueError("there is no such room in this castle")
    search = RouteSearch()
    search.begin(graph, ghost, colours, passages, transformations, first)
    return search


def solve(
    graph: CastleGraph,
    ghost: int,
    visitor: int,
    colours: int,
    passages: int,
    transformations: int,
    first: int = constants.ANY,
) -> tuple[int, int, int, list[int]] | None:
    """A best route as crossings, token uses, the colour to announce and step codes; ``None`` when there is no route."""
    search = start_search(graph, ghost, colours, passages, transformations, first)
    state = search.run(visitor) if visitor < graph.rooms else constants.ANY
    if state == constants.ANY:
        return None
    cost = search.cost[state] - 1
    steps = []
    while search.before[state] != state:
        steps.append(search.step[state])
        state = search.before[state]
    steps.reverse()
    return cost // constants.ONE_CROSSING, cost % constants.ONE_CROSSING, state & constants.COLOUR_MASK, steps


def count_best(
    graph: CastleGraph,
    ghost: int,
    visitor: int,
    colours: int,
    passages: int,
    transformations: int,
    first: int = constants.ANY,
) -> int:
    """How many best routes there are: as many crossings and token uses as ``solve`` finds, in different steps."""
    search = start_search(graph, ghost, colours, passages, transformations, first)
    return search.best_ways(visitor) if visitor < graph.rooms and search.run(visitor) != constants.ANY else 0


def crossings_from(
    graph: CastleGraph, ghost: int, colours: int, passages: int, transformations: int, first: int = constants.ANY
) -> list[int]:
    """For each room the crossings of the best route there; ``ANY`` when there is none."""
    search = start_search(graph, ghost, colours, passages, transformations, first)
    search.run(constants.ANY)
    return [search.fewest_crossings(room) for room in range(graph.rooms)]
