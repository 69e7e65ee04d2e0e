"""Lessons: every step of every game can be done as it says, on the real board, and a wrong try is told."""

import re

import pytest
from playwright.sync_api import expect

from boohive.games.booo.jsonl import solve_round
from web.players import targets

STEPS = {"boop": 13, "boop-junior": 5, "boop-ghosts": 18, "hive": 18}


def next_step(page):
    page.locator(".well").wait_for()
    page.get_by_role("button", name="Next").click()


def follow_the_hints(page):
    """What the lesson itself advises, until the step is done."""
    confirm, well = page.get_by_role("button", name="Play it"), page.locator(".well")
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
    page.get_by_role("navigation", name="Steps").get_by_text("8", exact=True).click()
    expect(page.locator("[data-lesson]")).to_contain_text("Boop the other player’s kitten off the bed")
    expect(page.locator("[data-space=f4]")).to_have_attribute("aria-label", "f4, orange kitten")


def wall(page, cells):
    page.locator(f'[data-wall="{cells}"]').click()


def test_the_lesson_of_booo(visit):
    page = visit("/learn/booo")
    grid = page.get_by_role("grid")
    grid.wait_for()
    wall(page, "wall 6.6-6.7")  # blue: not the colour of this step
    page.get_by_text("Not quite").first.wait_for()
    expect(page.locator("polyline.path")).to_have_count(0)
    page.wait_for_timeout(1600)
    wall(page, "wall 6.6-7.6")
    next_step(page)
    wall(page, "wall 6.7-6.8")
    next_step(page)
    page.locator(".colour.B").click()
    page.locator(".panel[data-proof]").wait_for()
    for cells in castle_route(page, "c3", "f3", "B"):
        wall(page, cells)
    next_step(page)
    page.get_by_role("button", name="Passage to b2").click()
    page.locator(".panel[data-proof='1']").wait_for()
    for cells in castle_route(page, "b2", "d1", "B"):
        wall(page, cells)
    next_step(page)
    page.locator(".panel .colour.B").click()
    page.locator(".panel[data-proof='1']").wait_for()
    for cells in castle_route(page, "e2", "c4", "B"):
        wall(page, cells)
    next_step(page)
    page.get_by_role("button", name="No route").click()
    next_step(page)
    page.get_by_text("Those were the main rules").wait_for()


def castle_route(page, ghost, visitor, colour):
    """The solver's walls in one colour in the lesson's castle."""
    position = "players=1 seed=3 sections=easy tokens=2+2 | between first=0 ghost=c3 number=1 until=3000 | -"
    seen = page.request.post("/api/inspect", data={"game": "booo", "position": position}).json()["scenery"]
    problem = {
        "castle": seen["sections"],
        "ghost": ghost,
        "visitor": visitor,
        "colours": colour,
        "first": colour,
    }
    for step in solve_round(problem)["route"]:
        (row, column), (row2, column2) = sorted(step["wall"])
        yield f"wall {row}.{column}-{row2}.{column2}"


@pytest.mark.parametrize("language", ["fr", "uk", "ru"])
def test_the_lesson_of_booo_speaks_every_language(visit, language):
    page = visit("/learn/booo", language=language)
    said = page.locator("[data-lesson]").inner_text()
    assert re.search(r"c3", said)
    assert not re.search(r"ghost|wall", said)
