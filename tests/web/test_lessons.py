"""Lessons: every step of every game can be done as it says, on the real board, and a wrong try is told."""

import re

import pytest
from playwright.sync_api import expect

from boohive.games.booo.jsonl import solve_round
from web.players import targets

WAYS = {
    "boop": ["k c3", "k d4", "k e4", "k e4", "c d4", "c d4"],
    "boop-junior": ["k c3", "k d4", "k e4", "k e4"],
    "boop-ghosts": ["k d4", None, "k f6", "k f6", "c e4"],
}


def next_step(page):
    page.locator(".well").wait_for()
    page.get_by_role("button", name="Next").click()


def click(page, *wanted):
    for target in wanted:
        page.locator(target).first.click()


@pytest.mark.parametrize("game", WAYS)
def test_a_lesson_on_the_bed(visit, game):
    page = visit(f"/learn/{game}")
    for move in WAYS[game]:
        page.locator("[data-lesson]").wait_for()
        page.locator("[data-space][aria-disabled=false], [data-entry]").first.wait_for()
        if move is None:
            click(page, "[data-entry]")
        else:
            piece, space = move.split()
            data = {"kind": "place", "piece": {"kind": {"k": "kitten", "c": "cat"}[piece]}, "to": space, "text": move}
            click(page, *targets(page, data))
        next_step(page)
    page.get_by_text("Those were the main rules").wait_for()


def test_the_lesson_of_hive(visit):
    page = visit("/learn/hive")
    for first in ("[data-hand=ant]", "[data-hand=queen]"):
        click(page, f"{first}:enabled", ".cell.goal")
        next_step(page)
    for tile in ("wG1", "wB2"):
        click(page, f".cell.can[data-tile={tile}]")
        over = ".cell.goal[data-tile]" if tile == "wB2" else ".cell.goal"
        click(page, over)
        next_step(page)
    for ant in ("wA1", "wA2", "wA3"):  # one of them closes the ring
        if page.locator(f".cell.can[data-tile={ant}]").count():
            click(page, f".cell.can[data-tile={ant}]")
            for goal in page.locator(".cell.goal").all():
                if "bQ" in (goal.get_attribute("aria-label") or ""):
                    goal.click()
                    break
            if page.locator(".well").count():
                break
    page.get_by_text("Step 5 of 5").wait_for()


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
