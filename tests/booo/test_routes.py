"""The solver, the counter and the checker of routes (H12 to H19), against the slow search and against broken routes."""

import json
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from boohive.games.booo import constants
from boohive.games.booo.castle import COLOURS, Castle
from boohive.games.booo.jsonl import answer, check_round, read_first, read_problem, read_step, solve_round
from boohive.games.booo.proof import Passage, RouteProblem, Wall, WrongStep, apply_step, begin, has_arrived
from boohive.games.booo.routes import count_best, crossings_from, solve
from boohive.games.booo.setup import section_set
from booo.rounds import random_castle, random_round
from oracle import booo as oracle
from quick import fewer

ROUNDS = fewer(5000)
ROUNDS_PER_CASTLE = 10
STANDARD = list(section_set("standard"))


def dumps(data: object) -> bytes:
    return json.dumps(data).encode()


def some_rounds(seed: int, n: int) -> list[dict[str, Any]]:
    rng = Random(seed)
    found = []
    while len(found) < n:
        castle = random_castle(rng)
        found += [random_round(rng, castle) for _ in range(ROUNDS_PER_CASTLE)]
    return found


def test_the_solver_agrees_with_the_cell_by_cell_search() -> None:
    without = 0
    for data in some_rounds(1, ROUNDS):
        problem = read_problem(data)
        route = solve(problem.castle.graph, *problem[1:], read_first(data))
        expected = oracle.fewest(data)
        assert (route[:2] if route else None) == expected, json.dumps(data)
        assert solve_round(data)["crossings"] == (expected and expected[0])
        without += expected is None
    assert 0 < without < ROUNDS


def test_every_route_of_the_solver_is_accepted_and_has_as_many_walls_as_it_says() -> None:
    for data in some_rounds(2, fewer(3000)):
        found = solve_round(data)
        if found["crossings"] is None:
            assert found == {"crossings": None, "first": None, "route": []}
            continue
        assert sum("wall" in step for step in found["route"]) == found["crossings"]
        verdict = check_round({**data, "first": found["first"], "route": found["route"]})
        assert verdict["valid"], verdict
        assert (verdict["token"] is None) == (found["crossings"] == 0)


# Broken routes -------------------------------------------------------------------------------------------------------------

Broken = Callable[[dict[str, Any], Random], dict[str, Any] | None]


def walls(data: dict[str, Any]) -> list[int]:
    return [i for i, step in enumerate(data["route"]) if "wall" in step]


def changed(data: dict[str, Any], i: int, *steps: dict[str, Any]) -> dict[str, Any]:
    return {**data, "route": [*data["route"][:i], *steps, *data["route"][i + 1 :]]}


def another_wall(data: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    """The first wall replaced by one that the ghost's room does not have."""
    castle = Castle.of_sections(data["castle"])
    room = castle.room(data["ghost"])
    if data["route"][0].keys() != {"wall"}:
        return None
    cells = oracle.cell_of(data["ghost"])
    here = [list(wall) for wall in oracle.walls_of(data["castle"]) if cells not in wall]
    one, other = sorted(here[rng.randrange(len(here))])
    assert castle.graph.region_of_room(room) not in (castle.graph.region_of(15 * r + c) for r, c in (one, other))
    return changed(data, 0, {"wall": [list(one), list(other)]})


def a_wrong_colour_announced(data: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    if "wall" not in data["route"][0]:
        return None
    return {**data, "first": rng.choice([c for c in COLOURS if c != data["first"]]), "colours": COLOURS}


def a_wall_left_out(data: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    """The last wall: without it the route does not arrive."""
    return changed(data, len(data["route"]) - 1)


def a_banned_first_colour(data: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    return {**data, "colours": data["colours"].replace(data["first"], "")}


def a_banned_change(data: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    change = next((step["change"] for step in data["route"] if "change" in step), None)
    return None if change in (None, data["first"]) else {**data, "colours": data["colours"].replace(change, "")}


def a_corner_cut(data: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    i = rng.choice(walls(data)) if walls(data) else None
    if i is None:
        return None
    (row, column), (row2, column2) = data["route"][i]["wall"]
    return changed(data, i, {"wall": [[row, column], [row2 + (row == row2), column2 + (column == column2)]]})


def a_passage_to_itself(data: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    i = next((i for i, step in enumerate(data["route"]) if "passage" in step), None)
    return None if i is None else changed(data, i, data["route"][i], data["route"][i])


def a_passage_where_there_is_none(data: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    return {**data, "passages": [], "route": [{"passage": data["visitor"]}]}


def a_change_where_there_is_none(data: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    if data["ghost"] in data["changes"]:
        return None
    return {**data, "route": [{"change": data["first"]}, *data["route"]]}


def a_step_after_arrival(data: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    return {**data, "route": [*data["route"], data["route"][-1]]}


def a_wall_of_another_colour(data: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    """Another side of the ghost's room, which has another colour."""
    row, column = oracle.cell_of(data["ghost"])
    painted = oracle.walls_of(data["castle"])
    for down, right in oracle.SIDES.values():
        other = (row + down, column + right)
        if painted[frozenset({(row, column), other})] != data["first"] and "wall" in data["route"][0]:
            return changed(data, 0, {"wall": [[row, column], list(other)]})
    return None


def a_free_edge_as_a_wall(data: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    return {**data, "route": [{"wall": [[0, 0], [0, 1]]}, *data["route"]]}


def the_outer_edge_crossed(data: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    return {**data, "route": [{"wall": [[-1, 0], [0, 0]]}, *data["route"]]}


BREAKS: list[Broken] = [
    another_wall,
    a_wrong_colour_announced,
    a_wall_left_out,
    a_banned_first_colour,
    a_banned_change,
    a_corner_cut,
    a_passage_to_itself,
    a_passage_where_there_is_none,
    a_change_where_there_is_none,
    a_step_after_arrival,
    a_wall_of_another_colour,
    a_free_edge_as_a_wall,
    the_outer_edge_crossed,
]


@pytest.mark.parametrize("broken", BREAKS, ids=lambda each: each.__name__)
def test_h19_a_broken_route_is_refused_with_a_reason(broken: Broken) -> None:
    rng, tried = Random(3), 0
    for data in some_rounds(4, 1500):
        found = solve_round(data)
        if not found["route"]:
            continue
        mutant = broken({**data, "first": found["first"], "route": found["route"]}, rng)
        if mutant is None:
            continue
        tried += 1
        verdict = check_round(mutant)
        assert not verdict["valid"], json.dumps(mutant)
        assert verdict["token"] is None
        assert len(verdict["reason"]) > 10
    assert tried > 10


# Counting ------------------------------------------------------------------------------------------------------------------


def all_best(problem: RouteProblem, crossings: int, uses: int) -> int:
    """Every route with exactly so many crossings and uses, found by trying every step."""
    plan = problem.castle.graph
    sides = [w for w in range(450) if 0 < plan.side(w) < 7]
    steps: list[Any] = [Wall(divmod(w // 2, 15), divmod(w // 2 + (15 if w % 2 else 1), 15)) for w in sides]
    steps += [Passage(room) for room in range(36) if problem.passages >> room & 1]
    steps += [read_step({"change": colour}) for colour in COLOURS]

    def count(progress: Any, crossings: int, uses: int) -> int:
        if has_arrived(problem, progress):
            return crossings == uses == 0
        total = 0
        for step in steps:
            left = (crossings - 1, uses) if isinstance(step, Wall) else (crossings, uses - 1)
            if min(left) < 0:
                continue
            try:
                total += count(apply_step(problem, progress, step), *left)
            except WrongStep:
                continue
        return total

    return sum(count(begin(problem, first), crossings, uses) for first in range(6) if problem.colours >> first & 1)


def test_the_counter_counts_every_best_route_once() -> None:
    compared = 0
    for data in some_rounds(6, 300):
        problem = read_problem({**data, "first": None})
        route = solve(problem.castle.graph, *problem[1:])
        if route is None:
            assert count_best(problem.castle.graph, *problem[1:]) == 0
        elif route[0] <= 3:
            assert count_best(problem.castle.graph, *problem[1:]) == all_best(problem, route[0], route[1])
            compared += 1
    assert compared > 50


def test_one_search_from_a_room_tells_what_single_searches_tell() -> None:
    for data in some_rounds(7, 40):
        problem = read_problem(data)
        several = crossings_from(problem.castle.graph, problem.ghost, *problem[3:])
        for room, crossings in enumerate(several):
            route = solve(problem.castle.graph, problem.ghost, room, *problem[3:])
            assert crossings == (route[0] if route else constants.ANY)


# The rulebook's finer points -------------------------------------------------------------------------------------------------


def round_in(ghost: str, visitor: str, **more: Any) -> dict[str, Any]:
    basic = {"castle": STANDARD, "ghost": ghost, "visitor": visitor, "colours": COLOURS, "passages": [], "changes": []}
    return {**basic, "first": None, **more}


def test_h14_h15_h13_a_token_may_be_used_again_and_again() -> None:
    data = round_in("a1", "f6", passages=["a1", "c3", "f6"], first="W")
    there_and_back = [{"passage": "c3"}, {"passage": "a1"}] * 3
    assert check_round({**data, "route": [*there_and_back, {"passage": "f6"}]})["valid"]


def test_q18_three_passages_lead_from_any_to_any_other() -> None:
    data = round_in("a1", "f6", passages=["a1", "c3", "f6"], first="W")
    assert check_round({**data, "route": [{"passage": "c3"}, {"passage": "f6"}]})["valid"]
    assert check_round({**data, "route": [{"passage": "f6"}]})["valid"]


def test_h27_one_passage_alone_does_nothing() -> None:
    with_it = round_in("a1", "f6", passages=["a1"])
    assert solve_round(with_it)["crossings"] == solve_round({**with_it, "passages": []})["crossings"]


def test_q4_a_passage_keeps_the_current_colour_not_the_first_one() -> None:
    castle = Castle.of_sections(STANDARD)
    after = castle.sides(castle.room("c3"))[1]
    other = next(colour for colour in COLOURS if colour != after)
    data = round_in("a1", "f6", passages=["a1", "c3"], changes=[], first=other)
    problem = read_problem(data)._replace(transformations=1 << castle.room("a1"))
    progress = apply_step(
        problem, apply_step(problem, begin(problem, COLOURS.index(other)), read_step({"change": after})), Passage(14)
    )
    assert COLOURS[progress.colour] == after
    row, column = oracle.cell_of("c3")
    crossed = apply_step(problem, progress, Wall((row, column), (row, column + 1)))
    assert COLOURS[crossed.token] == after


def test_q5_h16_a_change_where_the_ghost_starts_is_usable_but_the_announced_colour_must_not_be_banned() -> None:
    castle = Castle.of_sections(STANDARD)
    colour = castle.sides(castle.room("a1"))[0]
    other = next(each for each in COLOURS if each != colour)
    route = solve_round(round_in("a1", "f6", first=colour))["route"]
    assert route, "the sample needs a route"
    data = round_in("a1", "f6", changes=["a1"], first=other, route=[{"change": colour}, *route])
    assert check_round(data)["valid"]
    assert "banned" in check_round({**data, "colours": COLOURS.replace(other, "")})["reason"]


def test_q6_the_route_ends_on_arrival_and_the_last_wall_counts() -> None:
    data = round_in("a1", "b1", changes=["b1"])
    found = solve_round(data)
    done = {**data, "first": found["first"], "route": found["route"]}
    assert check_round(done)["valid"]
    other = next(colour for colour in COLOURS if colour != check_round(done)["token"])
    late = check_round({**done, "route": [*found["route"], {"change": other}]})
    assert not late["valid"]
    assert "ends there" in late["reason"]


def test_q7_a_passage_straight_to_the_visitor_crosses_nothing_and_wins_no_wall_token() -> None:
    data = round_in("b2", "e5", passages=["b2", "e5"], colours="VGR")
    found = solve_round(data)
    assert found == {"crossings": 0, "first": "R", "route": [{"passage": "e5"}]}, "the first allowed one of WYRGBV"
    assert check_round({**data, **{k: found[k] for k in ("first", "route")}}) == {
        "valid": True,
        "reason": None,
        "token": None,
    }


def test_q8_changed_before_any_wall_the_last_wall_counts() -> None:
    castle = Castle.of_sections(STANDARD)
    colour = castle.sides(castle.room("a1"))[0]
    other = next(each for each in COLOURS if each != colour)
    route = solve_round(round_in("a1", "f6", first=colour))["route"]
    data = round_in("a1", "f6", changes=["a1"], first=other, route=[{"change": colour}, *route])
    assert check_round(data)["token"] == colour


def test_q16_a_longer_route_is_as_valid_as_the_shortest() -> None:
    found = solve_round(round_in("a1", "f6"))
    there = found["route"][0]
    data = round_in("a1", "f6", first=found["first"], route=[there, there, *found["route"]])
    assert check_round(data)["valid"]


def test_q19_of_two_neighbouring_spurs_either_opens_its_own_lane() -> None:
    """The corridor between two sections has two lanes; going through one spur does not need the other's colour."""
    texts = list(STANDARD)
    upper, lower = texts[0].split("-"), texts[3].split("-")
    upper[4], lower[4] = "WWWW", "YYYY"
    texts[0], texts[3] = "-".join(upper), "-".join(lower)
    plan = Castle.of_sections(texts).graph
    spur, other = plan.wall_between(4 * 15 + 1, 4 * 15 + 2), plan.wall_between(5 * 15 + 1, 5 * 15 + 2)
    assert (plan.side(spur), plan.side(other)) == (1, 2)
    sides = [(plan.region_of(row * 15 + 1), plan.region_of(row * 15 + 2)) for row in (4, 5)]
    assert sides[0] == sides[1]
    assert sides[0][0] != sides[0][1]


def test_a_wall_with_the_same_region_on_both_sides_may_be_crossed() -> None:
    """H12 asks only that the wall borders the region; such a step leads nowhere, and is legal."""
    rng = Random(8)
    for _ in range(200):
        castle = Castle.of_sections(random_castle(rng))
        plan = castle.graph
        for side in range(450):
            if 0 < plan.side(side) < 7:
                one, other = side // 2, side // 2 + (15 if side % 2 else 1)
                if plan.region_of(one) == plan.region_of(other):
                    problem = RouteProblem(castle, 0, 35, 63, 0, 0)
                    progress = begin(problem, plan.side(side) - 1)._replace(region=plan.region_of(one))
                    assert (
                        apply_step(problem, progress, Wall(divmod(one, 15), divmod(other, 15))).region
                        == progress.region
                    )
                    return
    pytest.fail("no such wall in 200 castles")


# The lines -------------------------------------------------------------------------------------------------------------------

GOOD = round_in("c4", "e1", passages=["b2", "e5"], changes=["e2", "b5"])


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"visitor": "c4"}, "same room"),
        ({"ghost": "g1"}, "is not a room"),
        ({"ghost": None}, "is not a room"),
        ({"visitor": 3}, "is not a room"),
        ({"colours": "WX"}, "not colours"),
        ({"colours": ["W"]}, "not colours"),
        ({"first": "x"}, "is not a colour"),
        ({"first": ""}, "is not a colour"),
        ({"castle": STANDARD[:8]}, "nine sections"),
        ({"castle": [*STANDARD[:8], "WWWW"]}, "section 9"),
        ({"castle": [*STANDARD[:8], STANDARD[8].replace("YYRG", "Y.RG")]}, "always have a colour"),
        ({"castle": [*STANDARD[:8], STANDARD[8].replace("YYRG", "YyRG")]}, "'y' is not a colour"),
        ({"castle": "text"}, "nine section texts"),
        ({"castle": [1] * 9}, "nine section texts"),
        ({"passages": "b2"}, "list of rooms"),
        ({"passages": ["b2", "zz"]}, "is not a room"),
        ({"changes": ["b2"]}, "one special token per room"),
        ({"speed": 3}, "not known"),
    ],
)
def test_an_unreadable_round_is_answered_with_what_is_wrong(change: dict[str, Any], part: str) -> None:
    output = json.loads(answer(dumps({**GOOD, **change}), solve_round))
    assert list(output) == ["error"]
    assert part in output["error"]


@pytest.mark.parametrize("line", ["", "{", "[]", "3", "null", "[" * 100_000, '{"castle": NaN}', '"\x00"'])
def test_a_line_that_is_no_object_is_answered_too(line: str) -> None:
    assert list(json.loads(answer(line.encode(), solve_round))) == ["error"]


def test_bytes_that_are_no_text_are_answered_too() -> None:
    assert list(json.loads(answer(b"\xff\xfe{}", solve_round))) == ["error"]


@pytest.mark.parametrize(
    "step",
    [{}, [], None, {"wall": 1}, {"wall": [[1, 2]]}, {"wall": [[0, 0], [0, True]]}, {"jump": "a1"}, {"change": "X"}],
)
def test_a_step_that_cannot_be_read_is_an_error(step: object) -> None:
    output = json.loads(answer(dumps({**GOOD, "first": "W", "route": [step]}), check_round))
    assert "error" in output


def test_check_needs_the_announced_colour_and_a_route() -> None:
    assert "first" in json.loads(answer(dumps({**GOOD, "route": []}), check_round))["error"]
    assert "route" in json.loads(answer(dumps({**GOOD, "first": "W"}), check_round))["error"]


def test_a_wall_may_be_named_from_either_side_and_is_written_smaller_first() -> None:
    found = solve_round(GOOD)
    for step in found["route"]:
        if "wall" in step:
            assert step["wall"] == sorted(step["wall"])
    turned = [{"wall": step["wall"][::-1]} if "wall" in step else step for step in found["route"]]
    assert check_round({**GOOD, "first": found["first"], "route": turned})["valid"]


def test_no_colours_left_means_no_route() -> None:
    assert solve_round({**GOOD, "colours": ""})["crossings"] is None


def test_a_forced_first_colour_that_is_banned_means_no_route() -> None:
    assert solve_round({**GOOD, "colours": "WY", "first": "R"})["crossings"] is None


def test_a_change_to_the_same_colour_is_legal() -> None:
    found = solve_round(round_in("a1", "f6"))
    same = {"change": found["first"]}
    data = round_in("a1", "f6", changes=["a1"], first=found["first"], route=[same, same, *found["route"]])
    assert check_round(data)["valid"]


def test_routes_join_up() -> None:
    """From step to step the solver names walls that lie on the same region."""
    for data in some_rounds(9, 100):
        plan = Castle.of_sections(data["castle"]).graph
        for one, other in pairwise(solve_round(data)["route"]):
            if "wall" in one and "wall" in other:
                touched = [{plan.region_of(15 * r + c) for r, c in step["wall"]} for step in (one, other)]
                assert touched[0] & touched[1]


@pytest.mark.parametrize(
    "line", [b'{"castle": NaN}', b'{"castle": 1e999}', b'{"castle": ["\\ud800"]}', b"\xef\xbb\xbf{}"]
)
def test_what_json_does_not_have_is_not_read(line: bytes) -> None:
    """Python's reader takes some of these; an answer must be JSON whatever the line was."""
    assert json.loads(answer(line, solve_round)) == {"error": "this line is not JSON; write one object a line"}


@pytest.mark.parametrize("cell", [[True, 2], [1.0, 2], [1], "12", None])
def test_a_cell_is_two_whole_numbers(cell: Any) -> None:
    answered = json.loads(answer(dumps({**GOOD, "first": "W", "route": [{"wall": [cell, [1, 3]]}]}), check_round))
    assert "is not a step" in answered["error"]
