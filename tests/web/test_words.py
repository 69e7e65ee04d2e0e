"""Moves in words: the list at the table and in the replay, with the notation for those who switch it on; one volume."""

import pytest
from playwright.sync_api import expect

HIVE_MOVES = ("wS1", "bA1 wS1-", "wQ -wS1", "bQ bA1-")


def hive(visit, **more):
    page = visit("/play/hive", **more)
    page.locator("label:has(input[value=same])").click()
    page.locator("button.main.big").click()
    page.get_by_role("grid").wait_for()
    for move in HIVE_MOVES:
        page.locator("#typed-move").fill(move)
        page.locator(".typing button").click()
        expect(page.locator("#typed-move")).to_have_value("")
    return page


def test_the_list_of_moves_speaks_and_the_notation_is_small_print(visit):
    page = hive(visit)
    lines = page.locator("ol.moves li")
    expect(lines.nth(0)).to_have_text("White spider 1 begins")
    expect(lines.nth(1)).to_have_text("Black ant 1, to a place beside: white spider 1")
    expect(page.locator("svg.hive .number")).to_have_count(0)
    page.get_by_role("button", name="Settings").first.click()
    page.get_by_label("Show the notation of moves").check()
    page.get_by_role("button", name="Done").click()
    expect(lines.nth(1)).to_have_text("Black ant 1, to a place beside: white spider 1 bA1 wS1-")
    expect(page.locator("[data-bug=bA1] .number")).to_have_text("1")
    expect(page.locator("[data-bug=bQ] .number")).to_have_count(0)


def test_an_earlier_move_can_be_looked_at_while_the_game_goes_on(visit):
    """H6: the list shows each position, arrow keys go through it, and the next move leads back to the game."""
    page = hive(visit)
    bugs, status = page.locator("[data-bug]"), page.locator("[data-status]")
    page.locator("ol.moves button").nth(1).click()
    expect(status).to_have_text("Looking back: move 2 of 4")
    expect(page.locator(".note")).to_have_text("Black: ant 1 joins the hive, beside: white spider 1.")
    expect(page.locator("[data-said]")).to_contain_text("Looking back: move 2 of 4.")
    expect(bugs).to_have_count(2)
    expect(page.locator("[data-hand]:enabled")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(status).to_have_text("Looking back: move 1 of 4")
    expect(page.locator("ol.moves button:focus")).to_have_attribute("aria-current", "step")
    page.keyboard.press("End")
    expect(status).to_have_text("White to move")
    page.keyboard.press("Home")
    expect(bugs).to_have_count(1)
    page.get_by_role("button", name="Back to the game").click()
    expect(bugs).to_have_count(4)
    page.locator("ol.moves button").first.click()
    expect(bugs).to_have_count(1)
    page.locator("#typed-move").fill("wA1 -wQ")
    page.locator(".typing button").click()
    expect(bugs).to_have_count(5)
    expect(status).to_have_text("Black to move")


@pytest.mark.parametrize(("language", "words"), [("fr", "fourmi 1, à côté de"), ("uk", "мураха 1 — поруч")])
def test_the_replay_speaks_too(visit, language, words):
    page = visit("/replay", language=language)
    page.locator("textarea").fill("Base;InProgress;White[3];" + ";".join(HIVE_MOVES))
    page.locator("button.main").click()
    page.get_by_role("grid").wait_for()
    expect(page.locator("ol.moves li").nth(1)).to_contain_text(words)
    expect(page.locator("ol.moves li").nth(1)).not_to_contain_text("bA1")


def test_the_volume_is_remembered(visit):
    page = visit("/")
    page.get_by_role("button", name="Settings").first.click()
    page.get_by_label("Volume").fill("0.3")
    page.reload()
    page.get_by_role("button", name="Settings").first.click()
    expect(page.get_by_label("Volume")).to_have_value("0.3")
    page.get_by_role("checkbox", name="Sounds").uncheck()
    expect(page.get_by_label("Volume")).to_have_count(0)


def test_a_ring_on_the_bed_is_explained_once(visit):
    page = visit("/")
    wish = {"game": "boop", "position": "kk4/6/6/6/6/6 6,0,8,0 0 - -", "seats": [{"occupant": "me"}] * 2}
    for words in ("The ring marks the space where the other side would have three in a row.", ""):
        page.goto("/t/" + page.request.post("/api/tables", data=wish).json()["table_id"])
        for turn, space in enumerate(("f6", "a6", "f3"), 1):
            page.locator(f"[data-space={space}]").click()
            expect(page.locator("ol.moves li")).to_have_count(turn)
        page.locator("circle.gap").first.wait_for()
        expect(page.locator(".note")).to_have_text(words)


def test_whoever_has_a_first_cat_is_told_to_choose(visit):
    page = visit("/")
    wish = {"game": "boop", "position": "6/6/2C3/6/6/6 5,3,7,0 0 - -", "seats": [{"occupant": "me"}] * 2}
    page.goto("/t/" + page.request.post("/api/tables", data=wish).json()["table_id"])
    for turn, space in enumerate(("f6", "a6"), 1):
        page.locator(f"[data-space={space}]").click()
        expect(page.locator("ol.moves li")).to_have_count(turn)
        if turn == 1:
            expect(page.locator(".note")).to_have_text("")
    expect(page.locator(".note")).to_contain_text("You have a cat now: choose in your pool")


def test_the_marks_at_the_edge_are_explained_when_a_ghost_may_come_in(visit):
    page = visit("/")
    wish = {"game": "boop-ghosts", "seats": [{"occupant": "me"}] * 2}
    page.goto("/t/" + page.request.post("/api/tables", data=wish).json()["table_id"])
    page.locator("[data-space=c3]").click()
    expect(page.locator("[data-status]")).to_have_text("Place your ghost?")
    expect(page.locator(".note")).to_have_text("Choose a mark at the edge: there it comes in.")
