"""What a person has in mind for a position is not lost by anything else that happens at the table."""

import json
import re
from urllib.parse import quote, urlsplit

from playwright.sync_api import expect

from web.players import join_by_code

KITTENS_AND_CATS = "6/6/2C3/6/6/6 5,3,7,0 0 - -"


class Line:
    """The page's connection: counts what it is told of who is there, and keeps actions back when asked to."""

    def __init__(self, page):
        self.presences = 0
        self.keeps_actions = False
        page.route_web_socket(re.compile("/ws$"), self.between)

    def between(self, socket):
        server = socket.connect_to_server()

        def outwards(text):
            if not (self.keeps_actions and json.loads(text)["type"] == "action"):
                server.send(text)

        def inwards(text):
            self.presences += json.loads(text)["type"] == "presence"
            socket.send(text)

        socket.on_message(outwards)
        server.on_message(inwards)


def shared_table(visit):
    """Two people at one screen, in a position in which the first may place a kitten or a cat."""
    page = visit("/")
    line = Line(page)
    page.goto(f"/look/boop?position={quote(KITTENS_AND_CATS)}")
    page.get_by_role("button", name="One screen").click()
    page.wait_for_url("**/t/**")
    page.locator("button[data-kind=cat]").wait_for()
    return page, line


def somebody_watches(visit, page, line):
    """A spectator comes, and the page is told so."""
    before = line.presences
    visit(urlsplit(page.url).path).get_by_role("grid").wait_for()
    for _ in range(100):
        page.wait_for_timeout(20)
        if line.presences > before:
            return
    raise AssertionError("the page is not told of a spectator")


def test_a_spectator_does_not_change_the_piece_in_hand(visit):
    page, line = shared_table(visit)
    page.locator("button[data-kind=cat]").click()
    somebody_watches(visit, page, line)
    expect(page.locator("button[data-kind=cat]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-space=f6]").click()
    expect(page.locator("ol.moves li")).to_have_text(re.compile("cat on f6"))


def test_a_spectator_does_not_offer_a_second_move(visit):
    page, line = shared_table(visit)
    line.keeps_actions = True  # the move does not reach the server
    page.locator("[data-space=f6]").click()
    offered = page.locator("[data-space][aria-disabled=false]")
    expect(offered).to_have_count(0)
    somebody_watches(visit, page, line)
    expect(offered).to_have_count(0)


def test_turning_the_table_keeps_the_board(visit):
    page, _ = shared_table(visit)
    board = page.locator("svg.bed").element_handle()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Turn the board").click()
    assert page.evaluate("board => board.isConnected", board)


def after_a_resignation(visit):
    host, guest = visit("/play/boop"), visit("/")
    host.get_by_role("radio", name="Friend online").check()
    host.get_by_role("button", name="Invite").click()
    join_by_code(host, guest)
    guest.get_by_role("button", name="More", exact=True).click()
    guest.get_by_role("button", name="Give up").click()
    guest.locator(".asked button.main").click()
    host.get_by_text("You have won").first.wait_for()
    return host, guest


def test_a_result_is_said_once(visit):
    host, guest = after_a_resignation(visit)
    host.evaluate(
        """() => {
            window.said = 0;
            const watch = new MutationObserver(() => (window.said += 1));
            watch.observe(document.querySelector("[data-said]"), { childList: true, characterData: true, subtree: true });
        }"""
    )
    guest.get_by_role("button", name="Thanks").click()
    host.locator("ul.chat li").wait_for()
    assert host.evaluate("window.said") == 0


def test_a_finished_game_can_be_reached_after_the_rematch(visit):
    host, guest = after_a_resignation(visit)
    old = urlsplit(host.url).path
    host.get_by_role("button", name="Once more").click()
    guest.get_by_role("button", name="Yes", exact=True).click()
    host.wait_for_url(lambda url: urlsplit(url).path not in (old, ""))
    host.goto(old)
    host.get_by_role("link", name="The next game").wait_for()
    assert urlsplit(host.url).path == old


def test_a_move_planned_in_the_others_turn_is_made_when_the_turn_comes(visit):
    host, guest = visit("/play/boop"), visit("/")
    host.get_by_role("radio", name="Friend online").check()
    host.locator("label:has(input[name=starts][value=me])").click()
    host.get_by_role("button", name="Invite").click()
    join_by_code(host, guest)
    host.locator("[data-space=c3]").wait_for()
    guest.locator("[data-space=c4][aria-disabled=false]").click()
    expect(guest.locator(".note")).to_contain_text("Your next move is planned")
    host.locator("[data-space=a1]").click()
    expect(host.locator("[data-tray='1']")).to_contain_text("7")
    expect(host.locator("[data-status]")).to_have_text("Your turn")
    # One that is no move any more is dropped, and said so.
    guest.locator("[data-space=f6][aria-disabled=false]").click()
    host.locator("[data-space=f6]").click()
    expect(guest.locator(".note")).to_have_text("The move you planned is not possible now. Choose another.")
    expect(guest.locator("[data-status]")).to_have_text("Your turn")
