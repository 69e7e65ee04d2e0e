"""Whole games at the page: by mouse, by keyboard only, between two browsers with a lost connection."""

import random
import time

import pytest

from web.players import begin, finished, join_by_code, play_by_keyboard, play_by_mouse, status, wait_for_turn

GAMES = ["boop", "boop-junior", "boop-ghosts", "hive"]
MOST = 400


def to_the_end(page, play, chance, most=MOST):
    for _ in range(most):
        if not wait_for_turn(page):
            return
        play(page, chance)
    raise AssertionError("the game does not end")


def some_turns(page, play, chance, turns):
    for _ in range(turns):
        if not wait_for_turn(page):
            return
        play(page, chance)


def give_up(page):
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Give up").last.click()
    page.get_by_text("has won").first.wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_the_computer_by_mouse(visit, game):
    page = visit(f"/play/{game}")
    begin(page)
    chance = random.Random(game)
    if game == "hive":  # A beginner's random bugs may wander for hours: forty turns, then give up.
        some_turns(page, play_by_mouse, chance, 40)
        if not finished(page):
            give_up(page)
    else:
        to_the_end(page, play_by_mouse, chance)
    assert finished(page)
    page.get_by_role("link", name="Look back").click()
    page.get_by_role("grid").wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_keyboard_only(visit, game):
    page = visit(f"/play/{game}")
    page.keyboard.press("Tab")
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("grid").wait_for()
    chance = random.Random(f"keys {game}")
    if game == "boop-junior":
        to_the_end(page, play_by_keyboard, chance)
    else:
        some_turns(page, play_by_keyboard, chance, 12)
        if not finished(page):
            page.get_by_role("button", name="Give up").focus()
            page.keyboard.press("Enter")
            page.get_by_role("button", name="Give up").last.focus()
            page.keyboard.press("Enter")
            page.get_by_text("has won").first.wait_for()
    assert finished(page)


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_by_room_code_with_a_lost_connection(visit, game, complaints):
    host, guest = visit(f"/play/{game}"), visit("/")
    host.get_by_role("radio", name="A friend").check()
    host.get_by_role("button", name="Invite").click()
    host.wait_for_url("**/t/**")
    join_by_code(host, guest)
    host.get_by_role("grid").wait_for()
    guest.get_by_role("grid").wait_for()
    chance = random.Random(f"two {game}")
    some_turns(host, play_by_mouse, chance, 1)
    finish_the_turn(host, chance)
    some_turns(guest, play_by_mouse, chance, 1)
    finish_the_turn(guest, chance)

    host.context.set_offline(True)
    lost = time.monotonic()
    host.get_by_text("The connection is gone").wait_for()
    assert time.monotonic() - lost < 4
    host.context.set_offline(False)
    host.get_by_text("The connection is gone").wait_for(state="detached")
    complaints.clear()  # The browser itself tells the console of the lost connection.

    for _ in range(3):
        for page in (host, guest):
            some_turns(page, play_by_mouse, chance, 1)
            finish_the_turn(page, chance)
    host.wait_for_timeout(400)
    assert (
        host.locator("ol.moves li").all_inner_texts()[0][-2:] == guest.locator("ol.moves li").all_inner_texts()[0][-2:]
    )
    assert host.locator("ol.moves li").count() == guest.locator("ol.moves li").count()


def finish_the_turn(page, chance):
    """A turn may take several decisions."""
    while page.locator(".choices button").count():
        play_by_mouse(page, chance)
        page.wait_for_timeout(100)


def test_same_screen(visit):
    page = visit("/play/boop-junior")
    page.get_by_role("radio", name="Same screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("grid").wait_for()
    assert status(page) == "Orange to move"
    page.locator("[data-space=c3]").click()
    page.get_by_text("Grey to move").first.wait_for()
    page.locator("[data-space=c4]").click()
    page.get_by_text("Orange to move").first.wait_for()
    assert (
        page.locator("[data-said]")
        .inner_text()
        .startswith("Grey: kitten on c4. Booped: kitten (Orange) from c3 to c2.")
    )
    page.get_by_role("button", name="Take back").click()
    page.get_by_text("Grey to move").first.wait_for()


def test_first_move_in_at_most_four_taps(visit):
    page = visit("/", width=360, height=740, has_touch=True, is_mobile=True)
    page.locator("a[href='/play/boop']").tap()
    page.get_by_role("button", name="Play", exact=True).tap()
    page.locator("[data-space=c3]").tap()
    page.get_by_role("button", name="Play it").wait_for()  # Touch screens show first what the move will do.
    page.locator("[data-space=c3]").tap()
    page.locator("ol.moves li").first.wait_for()


def test_a_preview_shows_what_will_be_booped(visit):
    page = visit("/play/boop")
    page.get_by_role("radio", name="Same screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("[data-space=b2]").click()
    page.get_by_text("Grey to move").first.wait_for()
    page.locator("[data-space=b3]").hover()
    page.locator("line.arrow").wait_for(state="attached")
    assert page.locator("line.arrow.off").count() == 0
    page.locator("[data-space=b1]").hover()
    page.locator("line.arrow").wait_for(state="attached")


def test_a_tap_is_answered_within_a_tenth_of_a_second(visit):
    page = visit("/play/boop")
    page.get_by_role("radio", name="Same screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("grid").wait_for()
    page.wait_for_timeout(500)
    script = """space => new Promise(done => {
        const start = performance.now();
        const list = document.querySelector('[data-status]');
        const answer = () => requestAnimationFrame(() => done(performance.now() - start));
        const watch = new MutationObserver(() => { watch.disconnect(); answer(); });
        watch.observe(list, { childList: true, characterData: true, subtree: true });
        document.querySelector(`[data-space=${space}]`).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    })"""
    times = []
    for space in ("a1", "f6", "a6", "f1", "c3", "d1"):
        times.append(page.evaluate(script, space))
        page.wait_for_timeout(150)
    assert sorted(times)[len(times) // 2] < 100, times
