"""A game that the page has never heard of is listed, set up and played, in the server's own words."""

import os
import sys

import pytest
from playwright.sync_api import expect

from connect_four_installed import install
from web.conftest import serving


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server on which the example is installed."""
    paths = install(tmp_path_factory.mktemp("installed"))
    db = tmp_path_factory.mktemp("others") / "tables.sqlite3"
    with serving(sys.executable, db, env=os.environ | {"PYTHONPATH": paths}) as address:
        yield address


def test_connect_four_is_listed_set_up_and_played_to_its_end(visit):
    page = visit("/", motion=True)
    page.get_by_role("link", name="Connect four").click()
    page.get_by_role("heading", name="Connect four", level=1).wait_for()
    page.get_by_text("Drop discs into seven columns").wait_for()
    assert page.get_by_role("link", name="How to play").count() == 0
    page.get_by_role("radio", name="One screen").check()
    page.locator("[data-agreed]").click()
    page.get_by_text("How many discs in a row win.").wait_for()
    page.get_by_label("goal").fill("3")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("grid", name="Board of Connect four").wait_for()
    assert page.locator("[data-space]").count() == 42
    for turn, space in enumerate(("c1", "d3", "c6", "d1"), 1):
        page.locator(f"[data-space={space}]").click()
        expect(page.locator("ol.moves li")).to_have_count(turn)
    expect(page.locator("[data-space=c5]")).to_have_attribute("aria-label", "c5, X (Player 1)")
    page.locator("[data-space=c5]").press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("[data-status]")).to_contain_text("three in a row")
    expect(page.locator("[data-said]")).to_contain_text("c4")
    assert page.locator("[data-last]").count() == 1


def test_a_refused_move_is_explained_in_the_games_own_words(visit):
    page = visit("/play/connect-four")
    page.get_by_role("radio", name="One screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("#typed-move").fill("9")
    page.locator(".typing button").click()
    page.get_by_text("'9' is not a column; write a number from 1 to 7").first.wait_for()
