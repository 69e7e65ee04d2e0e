"""Hive without a mouse: what is said of a bug in hand, and where the focus goes. Whole games are in test_games."""

import re

from playwright.sync_api import expect

from web.players import tab_to

CAT_IN_POOL = "6/6/6/3K2/6/6 5,3,7,0 0 - -"
"""The first player has kittens and cats to place."""


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


def test_a_hand_is_one_tab_stop_and_arrows_go_through_it(visit):
    page = visit("/play/hive")
    page.get_by_role("radio", name="One screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("grid").wait_for()
    hand = page.locator("[data-part=hand] [role=toolbar]")
    assert hand.locator("button").count() > 3
    assert hand.locator("button[tabindex='0']").count() == 1
    tab_to(page, "[data-hand]:enabled")
    kinds = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight"):
        page.keyboard.press(key)
        kinds.append(page.locator(":focus").get_attribute("data-hand"))
    offered = [each.get_attribute("data-hand") for each in hand.locator("button").all()]
    assert kinds == [offered[1], offered[2], offered[1], offered[-1], offered[0]]
    page.keyboard.press("Tab")
    assert not page.locator("[data-hand]:focus").count()


def test_the_kind_is_chosen_before_the_place_without_a_mouse(visit):
    page = visit("/")
    wish = {"game": "boop", "position": CAT_IN_POOL, "seats": [{"occupant": "me"}, {"occupant": "me"}]}
    page.goto("/t/" + page.request.post("/api/tables", data=wish).json()["table_id"])
    page.get_by_role("grid").wait_for()
    tab_to(page, "[data-kind=cat]:enabled")
    page.keyboard.press("Enter")
    expect(page.locator("[data-said]")).to_contain_text("cat in hand: 35 places.")
    assert page.locator("[data-space]:focus").count() == 1
    page.keyboard.press("Enter")
    expect(page.locator("[data-said]")).to_contain_text("cat")
    expect(page.locator("[data-last]")).to_have_count(1)


def test_a_newcomer_reads_what_the_empty_pile_of_cats_is(visit):
    page = visit("/play/boop")
    page.get_by_role("radio", name="One screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".note")).to_have_text(
        "Choose a space: your kitten sits down there. Three kittens in a row become cats."
    )
    assert (
        page.locator("[data-part=hand] [data-kind=cat]").get_attribute("title") == "Three kittens in a row become cats."
    )
