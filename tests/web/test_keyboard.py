"""Hive and boop. without a mouse: where the focus is, and what a screen reader is told."""

import random
import re

from playwright.sync_api import Page, expect

from web.players import begin, good_move, play_by_keyboard, tab_to, table_of, wait_for_turn

LISTEN = """() => {
    window.told = [];
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) window.told.push(node.textContent);
    }).observe(document.querySelector("[data-said]"), { childList: true });
}"""
FOCUSED = "document.activeElement !== document.body && document.activeElement.matches(':focus-visible')"
BUGS = {"Q": "queen", "S": "spider", "B": "beetle", "G": "grasshopper", "A": "ant", "M": "mosquito", "L": "ladybug"}


def words_of(move: str) -> list[str]:
    """What has to be in the sentence about a move."""
    bug = re.match(r"[wb]([A-Z])(\d?)", move)
    if bug:
        return [f"{BUGS[bug[1]]} {bug[2]}".strip()]
    return ["pass"] if move == "pass" else re.findall(r"\b[a-f][1-6]\b", move)


def assert_told(page: Page) -> None:
    """Every move so far is told, in order."""
    told = iter(page.evaluate("window.told"))
    for event in table_of(page)["events"]:
        wanted = words_of(event["text"])
        assert any(all(word in line for word in wanted) for line in told), (event, page.evaluate("window.told"))


def by_keys(page: Page, most: int, chance: random.Random) -> int:
    """So many decisions, as the engine advises, or until the game is over."""
    for made in range(most):
        if not wait_for_turn(page):
            return made
        play_by_keyboard(page, good_move(page, chance))
        assert page.evaluate(FOCUSED), page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    return most


def test_ten_moves_of_hive_keep_the_focus_and_are_told(visit):
    page = visit("/play/hive")
    begin(page)
    page.evaluate(LISTEN)
    assert by_keys(page, 10, random.Random("ten")) == 10
    wait_for_turn(page)
    assert_told(page)


def test_a_whole_game_of_boop_is_told(visit):
    page = visit("/play/boop")
    begin(page)
    page.evaluate(LISTEN)
    assert by_keys(page, 200, random.Random("whole")) < 200
    assert_told(page)
    assert any("won" in line for line in page.evaluate("window.told"))


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
