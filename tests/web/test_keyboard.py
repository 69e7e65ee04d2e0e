"""Hive without a mouse: what is said of a bug in hand, and where the focus goes. Whole games are in test_games."""

import re

from playwright.sync_api import expect

from web.players import tab_to


def test_a_bug_in_hand_is_said_and_the_focus_goes_where_it_may_go(visit):
    page = visit("/play/hive")
    page.get_by_role("radio", name="One screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("grid").wait_for()
    expect(page.locator("[data-said]")).to_contain_text("Hive. White to move")
    page.locator("#typed-move").fill("wA1")
    page.locator(".typing button").click()
    expect(page.locator("[data-said]")).to_contain_text("Black to move")
    tab_to(page, "[data-hand=ant]:enabled")
    page.keyboard.press("Enter")
    expect(page.locator("[data-said]")).to_contain_text("ant 1 in hand: 6 places.")
    labels = [each.get_attribute("aria-label") for each in page.locator(".cell.goal").all()]
    assert len(set(labels)) == 6
    assert {re.search(r"here, (\S+) of white ant 1 \(\d/6\)", label)[1] for label in labels} == {
        "north-west", "north-east", "west", "east", "south-west", "south-east",
    }  # fmt: skip
    assert "north-west" in page.locator(".cell.goal:focus").get_attribute("aria-label")
    page.keyboard.press("KeyX")  # by its place: to the south-east, where the white ant is
    assert page.locator(".cell:focus").get_attribute("data-tile") == "wA1"
    page.keyboard.press("KeyD")
    assert "here, east of" in page.locator(".cell.goal:focus").get_attribute("aria-label")
    page.keyboard.press("Escape")
    expect(page.locator("[data-hand=ant]:enabled")).to_be_focused()
    assert page.locator(".cell.goal").count() == 0
