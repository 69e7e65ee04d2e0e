"""Games at the page: whole ones by mouse, by keyboard only and between two browsers, and what happens around a move."""

import time

import pytest
from playwright.sync_api import expect

from web.players import status
from web.whole_games import GAMES, between_two, by_keyboard, by_mouse


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_the_computer_by_mouse(visit, game):
    page = visit(f"/play/{game}")
    by_mouse(page, game)
    page.get_by_role("link", name="Look back").click()
    page.get_by_role("grid").wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard_only(visit, game):
    page = visit(f"/play/{game}")
    made = by_keyboard(page, game)
    for seed in range(1, 10):
        if made >= 10 or game != "hive":
            break
        # Of Hive at least ten moves: a game that was over sooner is followed by another.
        page.goto("/play/hive")
        made += by_keyboard(page, game, seed)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_between_two_browsers_with_a_lost_connection(visit, game, complaints):
    between_two(visit(f"/play/{game}"), visit("/"), game, complaints)


def test_a_silent_server_is_noticed_within_three_seconds(visit):
    """The network is there, but nothing comes back: the page's own heartbeat has to find out. A busy machine may try thrice."""
    page = visit("/play/boop")
    deaf = []

    def listen(socket):
        server = socket.connect_to_server()
        socket.on_message(lambda text: None if deaf else server.send(text))
        server.on_message(lambda text: None if deaf else socket.send(text))

    page.route_web_socket("**/ws", listen)
    page.get_by_role("radio", name="One screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("grid").wait_for()
    times = []
    for _ in range(3):
        page.wait_for_timeout(600)
        deaf.append(True)
        start = time.monotonic()
        if not times:
            page.locator("[data-space=c3]").click()
            expect(page.locator(".sending")).to_have_count(1)  # seen at once, whatever the server does
        page.get_by_text("The connection is gone").wait_for()
        times.append(time.monotonic() - start)
        deaf.clear()
        page.get_by_text("The connection is gone").wait_for(state="detached")
        if times[-1] < 3.2:
            break
    assert min(times) < 3.2, times  # three seconds, and the tools' own time
    expect(page.locator("[data-space=c3]")).to_have_attribute("aria-label", "c3, orange kitten")
    expect(page.locator(".sending")).to_have_count(0)


def test_same_screen(visit):
    page = visit("/play/boop-junior")
    page.get_by_role("radio", name="One screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("grid").wait_for()
    assert status(page) == "Orange to move"
    page.locator("[data-space=c3]").click()
    page.get_by_text("Grey to move").first.wait_for()
    page.locator("[data-space=c4]").click()
    page.get_by_text("Orange to move").first.wait_for()
    expect(page.locator("[data-said]")).to_contain_text(
        "Grey: kitten on c4. Boop: orange kitten from c3 to c2. Orange to move"
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
    page.locator("ol.moves li").first.wait_for(state="attached")


def test_a_preview_shows_what_will_be_booped(visit):
    page = visit("/play/boop")
    page.get_by_role("radio", name="One screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("[data-space=b2]").click()
    page.get_by_text("Grey to move").first.wait_for()
    page.locator("[data-space=b3]").hover()
    page.locator("line.arrow").wait_for(state="attached")
    assert page.locator("line.arrow.off").count() == 0
    expect(page.locator(".note")).to_have_text("Grey: kitten on b3. Boop: orange kitten from b2 to b1.")
    page.locator("[data-space=b1]").hover()
    page.locator("line.arrow").wait_for(state="attached")


def test_a_tap_is_answered_within_a_tenth_of_a_second(visit):
    page = visit("/play/boop")
    page.get_by_role("radio", name="One screen").check()
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
    assert sorted(times)[1] < 100, times  # the machine may be busy; the figure itself is in ./dev bench page
