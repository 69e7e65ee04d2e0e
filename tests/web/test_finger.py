"""The proof by finger on the real page: what a touch shows and means, and the scripted finger of web/src/touch in real time."""

import json
import math
import random
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from boohive import GAMES
from web.races import View, view_of

ROOT = Path(__file__).parents[2]
ROUTES = json.loads((ROOT / "web/src/touch/routes.json").read_text())
"""A castle for each of the seeds 1 to 50, with shortest routes."""
FRAME, CELL, TOTAL = 34, 40, 668
"""The castle's own units: the frame around its cells, a cell, and the whole side."""


def in_proof(page: Page, proof: str = "strict") -> list[str]:
    """At the start of a proof of two walls; its steps."""
    route = next(route for route in ROUTES[0]["routes"] if re.fullmatch("wall [^;]+;wall [^;]+", route[3]))
    start_at(page, 1, route, proof)
    button = page.locator(f".colours .colour.{route[1]}")
    expect(button).to_be_enabled()
    button.click()
    page.locator(".panel[data-proof]").wait_for()
    return route[3].split(";")


def cells_of(step: str) -> list[list[int]]:
    """The two cells of a wall."""
    return [[int(n) for n in cell.split(".")] for cell in step.split(" ")[1].split("-")]


def on_castle(page: Page, x: float, y: float) -> tuple[float, float]:
    """A place in cells from the castle's upper left corner, in pixels of the window."""
    box = page.locator("svg.castle").bounding_box()
    scale = box["width"] / TOTAL
    return box["x"] + (FRAME + CELL * x) * scale, box["y"] + (FRAME + CELL * y) * scale


class Finger:
    """One finger on a page."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)

    def __call__(self, kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        self.session.send("Input.dispatchTouchEvent", {"type": "touch" + kind, "touchPoints": points})


@pytest.fixture
def phone(visit):
    return visit("/", width=360, height=640, has_touch=True)


def test_b1_a_lens_shows_what_the_finger_hides_and_goes_with_it(phone):
    finger, (step, _) = Finger(phone), in_proof(phone, "untimed")
    (row, column), (row2, column2) = cells_of(step)
    at = on_castle(phone, (column + column2 + 1) / 2, (row + row2 + 1) / 2)
    finger("Start", *at)
    phone.locator("[data-lens] .aim").wait_for(state="attached")
    lens = phone.locator("[data-lens] .rim").bounding_box()
    castle = phone.locator("svg.castle").bounding_box()
    assert castle["x"] <= lens["x"] and lens["x"] + lens["width"] <= castle["x"] + castle["width"] + 0.5
    assert castle["y"] <= lens["y"]
    gap = math.hypot(lens["x"] + lens["width"] / 2 - at[0], lens["y"] + lens["height"] / 2 - at[1]) - lens["width"] / 2
    assert gap > 30  # not under the finger
    finger("End")
    phone.locator(".panel[data-proof='1']").wait_for()
    assert phone.locator("[data-lens]").count() == 0


def test_b1_what_is_possible_glows_after_a_moment_in_relaxed_play_only(phone):
    step, _ = in_proof(phone, "untimed")
    expect(phone.locator(".castle .possible")).to_have_count(0, timeout=1000)
    phone.locator(f"[data-wall='{step}'].possible").wait_for()
    colours = {view_of(phone)["proof"]["colour"]}
    walls = view_of(phone)["scenery"]["walls"]
    names = phone.locator(".wall.possible").evaluate_all("all => all.map(wall => wall.dataset.wall)")
    assert {walls[name.removeprefix("wall ")] for name in names} == colours
    in_proof(phone)
    phone.wait_for_timeout(2300)
    assert phone.locator(".castle .possible").count() == 0


def test_b1_one_finger_draws_the_route(phone):
    """From the middle of a cell over the wall: the wall is crossed when the finger crosses it."""
    finger, (step, _) = Finger(phone), in_proof(phone, "untimed")
    one, other = cells_of(step)
    inside = view_of(phone)["proof"]["region"]
    start, end = (one, other) if list(one) in inside else (other, one)
    finger("Start", *on_castle(phone, start[1] + 0.5, start[0] + 0.5))
    for part in (0.3, 0.7, 1):
        at = [start[i] + 0.5 + part * (end[i] - start[i]) for i in (0, 1)]
        finger("Move", *on_castle(phone, at[1], at[0]))
    phone.locator(".panel[data-proof='1']").wait_for()
    finger("End")
    phone.wait_for_timeout(100)
    assert len(view_of(phone)["proof"]["steps"]) == 1


def test_d22_a_drawn_route_survives_a_reload_and_is_seen_by_whoever_comes_to_watch(visit):
    page, other = visit("/"), visit("/")
    step, _ = in_proof(page, "untimed")
    page.locator(f"[data-wall='{step}']").click()
    page.locator(".castle .crossing").wait_for(state="attached")
    line = page.locator(".castle .path").get_attribute("points")
    page.reload()
    other.goto(page.url)
    for each in (page, other):
        each.locator(".castle .crossing").wait_for(state="attached")
        assert each.locator(".castle .path").get_attribute("points") == line


def test_the_limits_of_a_proof_are_those_the_scripted_finger_was_given():
    limits = json.loads((ROOT / "web/src/touch/limits.json").read_text())
    defaults = {option.name: option.default for option in GAMES["booo"].options}
    assert (defaults["first_step"], defaults["step_gap"], defaults["proof_time"]) == tuple(limits.values())


# The scripted finger in real time: reaction 0.3 s, then 0.10 s + 0.15 s per bit, and a normal spread where it lands.


def start_at(page: Page, seed: int, route: list[str], proof: str = "strict") -> None:
    """A table where this route is searched, against a computer that waits; the first player holds what is banned."""
    ghost, _, allowed, _, visitor = route
    banned = "".join(letter for letter in "WYRGBV" if letter not in allowed) or "-"
    options = f"seed={seed} handicap=0,3600 deck=fresh first_step=7 proof_time=35 proof={proof}"
    state = f"search first=0 ghost={ghost} number=1 round=1 attempt=1 visitor={visitor}"
    seats = [{"occupant": "me"}, {"occupant": "bot", "level": 1}]
    asked = {"game": "booo", "seats": seats, "position": f"{options} | {state} | {banned} -", "options": {"seed": seed}}
    answer = page.request.post("/api/tables", data=asked)
    assert answer.ok, answer.text()
    page.goto(f"/t/{answer.json()['table_id']}")
    page.locator(".visitor").wait_for()


def target_of(page: Page, view: View, step: str) -> tuple[float, float]:
    """Where a step is aimed at, in pixels: between the middle of the wall and the middle of the cell behind it."""
    kind, what = step.split(" ")
    if kind == "change":
        box = page.locator(f"[data-petal={what}]").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if kind == "passage":
        row, column = view["scenery"]["rooms"][what]
        return on_castle(page, column + 0.5, row + 0.5)
    one, other = cells_of(step)
    beyond = other if one in view["proof"]["region"] else one
    row, column = ((one[i] + other[i]) / 4 + beyond[i] / 2 + 0.5 for i in (0, 1))
    return on_castle(page, column, row)


def prove_in_real_time(page: Page, route: list[str], sigma: float, chance: random.Random) -> bool:
    """The finger presses the colour and shows the route without looking again; whether the visitor was scared."""
    button = page.locator(f".colours .colour.{route[1]}")
    expect(button).to_be_enabled()
    box = button.bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    cell = page.locator("svg.castle").bounding_box()["width"] / TOTAL * CELL
    press = page.touchscreen.tap if "touch" in page.evaluate("window.__kind") else page.mouse.click
    press(*at)
    page.locator(".panel[data-proof]").wait_for()
    for step in route[3].split(";"):
        begun = time.monotonic()
        view = view_of(page)
        if view["phase"] != "proof":
            return False
        try:
            aim = target_of(page, view, step)
        except (TypeError, KeyError):
            return False
        took = 0.4 + 0.15 * math.log2(math.dist(aim, at) / cell + 1)
        time.sleep(max(0.0, begun + took - time.monotonic()))
        at = aim[0] + chance.gauss(0, sigma), aim[1] + chance.gauss(0, sigma)
        done = len(view["proof"]["steps"])
        press(*at)
        page.wait_for_function(
            "done => { const panel = document.querySelector('.panel'); return +(panel.dataset.proof ?? 99) > done; }",
            arg=done,
            timeout=8_000,
        )
    page.wait_for_timeout(200)
    return len(view_of(page)["players"][0]["visitors"]) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "sigma", "kind", "wanted"),
    [
        ((360, 640), 7.6, "touch", 97),
        ((740, 360), 7.6, "touch", 97),
        ((768, 1024), 7.6, "touch", 97),
        ((360, 640), 9.9, "touch", 90),
        ((740, 360), 9.9, "touch", 90),
        ((768, 1024), 9.9, "touch", 90),
        ((1366, 650), 3, "mouse", 99.5),
    ],
)
def test_thirty_routes_in_real_time_are_within_five_points_of_the_thousand(visit, size, sigma, kind, wanted):
    page = visit("/", width=size[0], height=size[1], has_touch=kind == "touch")
    page.context.add_init_script(f"window.__kind = {kind!r}")
    chance = random.Random(31)
    good = 0
    for n in range(30):
        route = ROUTES[n]["routes"][n % 20]
        start_at(page, n + 1, route)
        good += prove_in_real_time(page, route, sigma, chance)
    print(f"{size[0]}x{size[1]}, {sigma} px: {good} of 30 in real time")
    assert 100 * good / 30 >= wanted - 5
