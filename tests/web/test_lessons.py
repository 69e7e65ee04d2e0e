"""Lessons: every step of every game can be done as it says, on the real board, and a wrong try is told."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import boohive
from boohive.games.booo.castle import COLOURS, ROOMS
from boohive.games.booo.proof import RouteProblem
from boohive.games.booo.setup import set_up
from web.players import press_through, tab_to, targets
from web.races import take_by_keyboard

STEPS = {"boop": 13, "boop-junior": 5, "boop-ghosts": 18, "hive": 18}


def next_step(page):
    page.locator(".well").wait_for()
    page.get_by_role("button", name="Next").click()


def follow_the_hints(page):
    """What the lesson itself advises, until the step is done."""
    well, answer = page.locator(".well"), page.locator("[data-part=choice]").locator(".main, [aria-pressed=true]")
    confirm = page.get_by_role("button", name="Play it").or_(answer)
    while True:
        page.locator("[data-hint]").click()
        confirm.click()
        well.or_(page.locator("[data-hint]:enabled")).first.wait_for()
        if well.count():
            return


@pytest.mark.parametrize("game", STEPS)
def test_every_step_can_be_done_as_its_hint_says(visit, game):
    page = visit(f"/learn/{game}")
    for n in range(STEPS[game]):
        expect(page.locator("[aria-current=step]")).to_have_text(str(n + 1))
        follow_the_hints(page)
        next_step(page)
    page.get_by_text("Those were the main rules").wait_for()
    page.get_by_role("button", name="First game, level 1").click()
    page.get_by_text("Computer (level 1)").first.wait_for()


def place(page, space, kind="kitten"):
    data = {"kind": "place", "piece": {"kind": kind}, "to": space, "text": f"{kind[0]} {space}"}
    for target in targets(page, data):
        page.locator(target).first.click()


@pytest.mark.parametrize(
    ("game", "step", "space", "kind", "reason"),
    [
        ("boop", 2, "a1", "kitten", "That boops nobody"),
        ("boop", 3, "f3", "kitten", "From there it does not fall"),
        ("boop", 5, "b3", "kitten", "From the end they hold each other"),
        ("boop", 6, "a6", "kitten", "That makes no row of three"),
        ("boop", 9, "b2", "kitten", "A kitten does not move a cat"),
        ("boop-ghosts", 7, "a1", "kitten", "That boops nobody"),
    ],
)
def test_a_wrong_try_gets_its_reason(visit, game, step, space, kind, reason):
    page = visit(f"/learn/{game}")
    page.get_by_role("navigation", name="Steps").get_by_text(str(step), exact=True).click()
    expect(page.locator("[aria-current=step]")).to_have_text(str(step))
    page.locator("[data-space][aria-disabled=false]").first.wait_for()
    place(page, space, kind)
    if game == "boop-ghosts":  # The turn is not over before the ghost has had its chance.
        page.get_by_role("button", name="Not now").click()
        if page.get_by_role("button", name="Play it").count():
            page.get_by_role("button", name="Play it").click()
    expect(page.locator("[data-lesson]")).to_contain_text(reason)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-lesson]")).not_to_contain_text(reason)
    follow_the_hints(page)


def test_a_right_try_is_not_undone_and_progress_is_kept(visit):
    page = visit("/learn/boop")
    page.locator("[data-space][aria-disabled=false]").first.wait_for()
    place(page, "c3")
    page.locator(".well").wait_for()
    assert page.locator("[data-space=c3]").get_attribute("aria-label") == "c3, orange kitten"
    page.reload()
    expect(page.locator("[aria-current=step]")).to_have_text("2")


def test_the_lesson_of_booooop_is_in_its_own_colours(visit):
    page = visit("/learn/boop-ghosts")
    expect(page.locator("[data-lesson]")).to_contain_text("You are Purple")
    expect(page.locator("[data-space=c3]")).to_have_attribute("aria-label", "c3, purple kitten")
    # The ghost may come in at many places: the Tab key stops once at the spaces and once at these.
    assert page.locator("[data-entry]").count() > 10
    expect(page.locator("svg[role=grid] [tabindex='0']")).to_have_count(2)
    page.get_by_role("navigation", name="Steps").get_by_text("8", exact=True).click()
    expect(page.locator("[data-lesson]")).to_contain_text("Boop the other player’s kitten off the bed")
    expect(page.locator("[data-space=f4]")).to_have_attribute("aria-label", "f4, orange kitten")


BOOO = [
    ["room a1"],
    ["wall 6.6-7.6"],
    ["wall 6.3-6.4"],
    ["wall 6.8-7.8"],
    ["passage b2", "wall 3.2-3.3", "wall 1.3-2.3"],
    ["change G", "wall 6.1-7.1", "wall 3.5-3.6"],
    ["claim G", "wall 6.5-6.6", "wall 3.5-3.6"],
    ["wall 6.3-7.3", "wall 3.3-3.4"],
    ["No route"],
    ["I forgot"],
    ["claim G", "wall 6.5-6.6", "wall 6.1-7.1"],
]
"""What is done in each step of Booo!'s lesson."""


def on_castle(page, step):
    kind, what = step.split(" ", 1)
    names = {
        "room": f"[data-room-name={what}]",
        "passage": f"[data-room-name={what}]",
        "change": f"[data-petal={what}]",
    }
    return page.locator(names.get(kind, f"[data-wall='{step}']"))


def by_finger(page, step):
    if step in ("No route", "I forgot"):
        page.get_by_role("button", name=step).click()
    elif step.startswith("claim"):
        page.locator(f".colour.{step[-1]}").click()
    else:
        on_castle(page, step).click(force=True)


def by_keys(page, step):
    if step in ("No route", "I forgot"):
        press_through(page, step)
    elif step.startswith("claim"):
        tab_to(page, f".colour.{step[-1]}")
        page.keyboard.press("Enter")
    elif step.startswith("room"):
        page.locator(".castle [data-cell][tabindex='0']").focus()
        for _ in range(4):  # up and left, to the corner
            page.keyboard.press("ArrowUp")
            page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
    else:
        take_by_keyboard(page, step)


@pytest.mark.parametrize("do", [by_finger, by_keys])
def test_the_lesson_of_booo_is_played_to_its_end_on_a_phone_and_by_keys(visit, do):
    page = visit("/learn/booo", width=360, height=640)
    page.get_by_role("grid").wait_for()
    expect(page.locator("[data-cell][data-room-name]")).to_have_count(16)
    for n, step in enumerate(BOOO):
        for i, each in enumerate(step):
            page.locator(".castle").wait_for()
            if each.split(" ")[0] in ("wall", "passage", "change", "I"):
                page.locator(".panel[data-proof]").wait_for()
            if each == "I forgot":
                expect(page.get_by_role("button", name=each)).to_be_enabled()
            shown = (
                page.locator(".panel[data-proof]").get_attribute("data-proof")
                if each.startswith(("wall", "passage", "change"))
                else None
            )
            do(page, each)
            if shown is not None and i + 1 < len(step):
                page.locator(f".panel[data-proof='{int(shown) + 1}']").wait_for()
        page.locator("[data-part=next] .well").wait_for()
        if do is by_finger:
            box = page.locator("[data-part=next] .main").bounding_box()
            assert box["y"] + box["height"] <= 640, n
            page.locator("[data-part=next] .main").click()
        else:
            press_through(page, "Next")
    page.get_by_text("Those were the main rules").wait_for()


def test_a_wrong_try_in_booos_lesson_starts_the_step_again(visit):
    page = visit("/learn/booo")
    page.locator(".step").nth(1).click()
    page.locator(".panel[data-proof]").wait_for()
    page.locator("[data-wall='wall 6.6-6.7']").click()  # blue: not the colour of this step
    page.get_by_text("Not quite").first.wait_for()
    page.locator(".panel[data-proof]").wait_for()  # begun again
    page.locator("[data-wall='wall 6.6-7.6']").click()
    page.locator("[data-part=next] .well").wait_for()


PRACTICE = json.loads((Path(__file__).parents[2] / "web/src/lib/practice.json").read_text())


def test_routes_to_practise_are_the_solvers_and_grow():
    lengths = [len(route["route"]) for route in PRACTICE]
    assert lengths == sorted(lengths) and lengths[0] <= 2 and lengths[-1] >= 8
    for route in PRACTICE:
        setup = set_up(boohive.new("booo", seed=route["seed"]).options)
        rooms = ROOMS.index(route["ghost"]), ROOMS.index(route["visitor"])
        problem = RouteProblem(setup.castle, *rooms, 63, setup.passage_set, setup.transformation_set)
        assert len(problem.best_route()[3]) == len(route["route"])
        assert route["leads"] == "".join(c for i, c in enumerate(COLOURS) if problem.best_route(i) is not None)


def test_practice_is_played_route_by_route(visit):
    routes = PRACTICE
    page = visit("/practice/booo", width=360, height=640)
    for n, route in enumerate(routes[:2]):
        page.get_by_text(f"Route {n + 1} of {len(routes)}").first.wait_for()
        page.locator(f".colour.{route['first']}").click()
        for i, step in enumerate(route["route"]):
            page.locator(f".panel[data-proof='{i}']").wait_for()
            page.locator(f"[data-wall='{step}']").click()
        page.get_by_text(
            f"Your route has {len(route['route'])} steps, the shortest {len(route['route'])}."
        ).first.wait_for()
        page.get_by_role("button", name="Next").click()
    # A phone held sideways: castle, colours and what to do without scrolling.
    for path in ("/practice/booo", "/learn/booo"):
        page.goto(path)
        page.set_viewport_size({"width": 740, "height": 360})
        page.locator(".castle").wait_for()
        for part in (".castle", ".say", ".colour.V")[: 3 if path.startswith("/practice") else 2]:
            box = page.locator(part).bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= 360, (path, part, box)


@pytest.mark.parametrize("language", ["fr", "uk", "ru"])
def test_the_lesson_of_booo_speaks_every_language(visit, language):
    page = visit("/learn/booo", language=language)
    said = page.locator("[data-lesson]").inner_text()
    assert re.search(r"лев|lion", said)
    assert not re.search(r"ghost|wall", said)
