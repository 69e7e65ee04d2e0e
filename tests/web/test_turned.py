"""Turning the table, and two people who face each other across one screen."""

import pytest
from playwright.sync_api import expect

from web.test_geometry import MEASURED, check_view, middle, new_table

TURNED = """part => {
    for (let at = part; at; at = at.parentElement) if (getComputedStyle(at).rotate === "180deg") return true;
    return false;
}"""


def turn(page):
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Turn the board").click()
    page.locator("svg.turned").wait_for()
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def centre(page, what):
    box = page.locator(what).evaluate("each => each.getBoundingClientRect().toJSON()")
    return round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)


@pytest.mark.parametrize("game", ["boop", "boop-ghosts"])
def test_a_turned_bed_lies_the_other_way_round_and_its_pieces_sit_upright(visit, game):
    page = visit("/")
    page.goto(f"/t/{new_table(page, game, middle(game))}")
    page.get_by_role("grid").wait_for()
    a1, f6 = centre(page, "[data-space=a1]"), centre(page, "[data-space=f6]")
    turn(page)
    moved = "([x, y]) => { const box = document.querySelector('[data-space=f6]').getBoundingClientRect(); return "
    moved += "Math.abs(box.x + box.width / 2 - x) < 1 && Math.abs(box.y + box.height / 2 - y) < 1; }"
    page.wait_for_function(moved, arg=a1)
    assert (centre(page, "[data-space=f6]"), centre(page, "[data-space=a1]")) == (a1, f6)
    upright = "pieces => pieces.map(piece => Math.sign(piece.getScreenCTM().a))"
    assert set(page.locator("svg.bed .cat use").evaluate_all(upright)) == {1}
    page.locator("[data-space=c3]").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("[data-space]:focus").get_attribute("data-space") == "b3"


def test_a_turned_hive_keeps_its_buttons_free_and_is_played_by_dragging(visit):
    page = visit("/", width=1366, height=650)
    page.goto(f"/t/{new_table(page, 'hive', middle('hive'))}")
    page.get_by_role("grid").wait_for()
    turn(page)
    page.locator(".zoom button").last.click()
    found = page.evaluate(MEASURED)
    for bug in found["bugs"]:
        left, top, right, bottom = bug["box"]
        assert not any(
            left < each["box"][2] and right > each["box"][0] and top < each["box"][3] and bottom > each["box"][1]
            for each in found["zoom"]
        ), bug
    page.locator(".cell.can").first.click()
    start = centre(page, ".cell[aria-selected=true]")
    there = centre(page, ".cell.goal >> nth=0")
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*there, steps=8)
    page.mouse.up()
    given = len(middle("hive").split(";")) - 3  # behind the type, the state and the turn
    expect(page.locator("ol.moves li")).to_have_count(given + 1)


@pytest.mark.parametrize("size", [(768, 1024), (1024, 768)])
def test_two_who_face_each_other_are_asked_in_turn(visit, size):
    page = visit("/", width=size[0], height=size[1], has_touch=True, is_mobile=True)
    page.goto(f"/t/{new_table(page, 'boop')}")
    page.get_by_role("grid").wait_for()
    board = page.evaluate(MEASURED)["parts"]["board"]
    assert page.locator("[data-part=other-hand]").evaluate(TURNED)
    assert not page.locator("[data-part=status]").evaluate(TURNED)
    page.locator("[data-space=c3]").click()
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("[data-part=status]")).to_have_text("Grey to move")
    assert page.locator("[data-part=status]").evaluate(TURNED)
    found = page.evaluate(MEASURED)
    check_view(found, size, "", size)
    assert found["parts"]["board"] == board
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Sit side by side").click()
    expect(page.locator(".areas:not(.facing)")).to_have_count(1)
    page.reload()
    page.get_by_role("grid").wait_for()
    assert not page.locator("[data-part=other-hand]").evaluate(TURNED)
