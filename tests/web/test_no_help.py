"""F24, S12: at a table of two people the page offers no hint, analysis or bot that plays on, unless both agreed."""

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Complaints, Visit
from web.players import join_by_code, table_of


def hint_button(page: Page):
    return page.get_by_role("button", name="Hint", exact=True)


def invite(page: Page, *, helped: bool) -> None:
    page.get_by_role("radio", name="Friend online").check()
    box = page.locator("[data-help]")
    expect(box).not_to_be_checked()
    if helped:
        box.check()
    page.get_by_role("button", name="Invite").click()
    page.locator("[data-code]").wait_for()
    expect(page.locator(f"[data-help-agreed={str(helped).lower()}]")).to_be_visible()


@pytest.mark.parametrize("game", ["boop", "hive"])
def test_s12_f24_the_page_offers_no_help_between_people(visit: Visit, game: str) -> None:
    host, guest = visit(f"/play/{game}"), visit("/")
    invite(host, helped=False)
    join_by_code(host, guest)
    for page in (host, guest):
        page.get_by_role("grid").wait_for()
        expect(page.locator("[data-help-agreed=false]")).to_be_visible()
        assert hint_button(page).count() == 0
        assert page.get_by_role("link", name="Look back").count() == 0
    watching = visit(f"/replay/{host.url.rsplit('/', 1)[-1]}")
    watching.locator("[data-told]").wait_for()
    for offer in ("Check the game with the computer", "Play on from here"):
        assert watching.get_by_role("button", name=offer).count() == 0


def test_s12_f24_a_hint_that_was_agreed_on_is_on_both_pages(visit: Visit, complaints: Complaints) -> None:
    host, guest = visit("/play/boop"), visit("/")
    invite(host, helped=True)
    join_by_code(host, guest)
    expect(guest.locator("[data-help-agreed=true]")).to_be_visible()  # Before they sit down.
    complaints.clear()  # The browser notes that the code alone was not enough.
    guest.get_by_role("button", name="Sit down").click()
    for page in (host, guest):
        page.get_by_role("grid").wait_for()
    # Lots decide who begins.
    begins = table_of(host)["table"]["company"]["your_seats"] == [0]
    mover, other = (host, guest) if begins else (guest, host)
    hint_button(mover).click()
    told = mover.locator(".note.hint")
    told.wait_for()
    expect(other.get_by_text("Hint for")).to_contain_text(told.inner_text())


def test_f24_alone_the_page_helps_as_before(visit: Visit) -> None:
    page = visit("/play/boop")
    page.get_by_role("radio", name="One screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("grid").wait_for()
    expect(hint_button(page)).to_be_visible()
    assert page.locator("[data-help-agreed]").count() == 0
