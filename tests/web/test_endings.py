"""How games end on the page: who reads what, which step is offered next, and where it leads."""

import base64
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from web.players import join_by_code

WON_BY_C_A4 = "1c3c/3C2/Kcc3/1c4/K2c1C/6 0,2,3,1 0 - -"
"""The first player wins with a cat on a4."""
LOST_BY_C_B1 = "c4k/2k1cc/2C3/c1C3/5k/4C1 0,1,0,5 0 - -"
"""The first player can win; a cat on b1 lets the other side win instead."""


READ_PIXEL = """async ([kept, space]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${kept}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const paper = canvas.getContext("2d");
    paper.drawImage(image, 0, 0);
    const bed = document.querySelector("svg.bed").getBoundingClientRect();
    const box = document.querySelector(`[data-space=${space}] .square`).getBoundingClientRect();
    const scale = image.width / bed.width;
    const at = [(box.x + box.width / 2 - bed.x) * scale, (box.y + box.height * 0.72 - bed.y) * scale];
    return [image.width, image.height, [...paper.getImageData(...at, 1, 1).data].slice(0, 3)];
}"""


def table_from(page, position, seats, game="boop"):
    wish = {"game": game, "position": position, "seats": seats}
    page.goto("/t/" + page.request.post("/api/tables", data=wish).json()["table_id"])
    page.get_by_role("grid").wait_for()


def give_up(page):
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Give up").click()
    page.locator("[data-part=choice]").get_by_role("button", name="Give up").click()


def won(visit, **more):
    page = visit("/", **more)
    table_from(page, WON_BY_C_A4, [{"occupant": "me"}, {"occupant": "bot", "level": 3}])
    page.locator("[data-kind=cat]").first.click()
    page.locator("[data-space=a4]").click()
    expect(page.locator("[data-status]")).to_have_text("You have won: three cats in a row")
    return page


def test_a_win_is_marked_and_the_next_level_is_one_tap_away(visit):
    page = won(visit)
    expect(page.locator(".gold")).to_have_count(1)
    expect(page.locator(".actor:not(.dim) .cheer")).to_have_count(3)
    expect(page.locator(".note")).to_have_text("Level 4 is waiting.")
    page.get_by_role("button", name="Play level 4").click()
    expect(page.locator("[data-part=other-hand]")).to_contain_text("level 4")
    expect(page.locator("[data-status]")).to_have_text("Your turn")


def test_a_picture_of_the_end_is_kept_with_date_and_players(visit):
    page = won(visit)
    with page.expect_download() as found:
        page.locator("[data-picture]").click()
    assert re.fullmatch(r"boop-\d{4}-\d\d-\d\d-Orange-Computer-level-3\.png", found.value.suggested_filename)
    kept = base64.b64encode(found.value.path().read_bytes()).decode()
    width, height, (red, _, blue) = page.evaluate(READ_PIXEL, [kept, "a4"])
    assert width == 1080
    assert height > 1080  # names and result stand below the bed
    assert red > blue + 60  # the orange cat


def after_giving_up(visit):
    host, guest = visit("/play/boop"), visit("/")
    host.get_by_role("radio", name="Friend online").check()
    host.locator("label:has(input[name=starts][value=me])").click()
    host.get_by_role("button", name="Invite").click()
    join_by_code(host, guest)
    give_up(guest)
    expect(guest.locator("[data-status]")).to_contain_text("you gave up")
    expect(host.locator("[data-status]")).to_have_text("You have won: the other side gave up")
    return host, guest


# What the live region says and which notes are played from now on.
LISTEN = """() => {
    window.heard = [];
    const hear = (changes) => {
        for (const { addedNodes } of changes) window.heard.push(...[...addedNodes].map((line) => line.textContent));
    };
    new MutationObserver(hear).observe(document.querySelector("[data-said]"), { childList: true });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.heard.push(Math.round(this.frequency.value));
        return start.apply(this, when);
    };
}"""


def test_who_gives_up_reads_so_and_the_other_one_too(visit):
    host, guest = after_giving_up(visit)
    expect(guest.locator(".note")).to_have_text("No harm done: the next game starts fresh.")
    expect(host.locator(".note")).to_have_text("Well played, both of you.")
    host.evaluate(LISTEN)
    guest.get_by_role("button", name="Well played").click()
    expect(host.locator("ul.chat li")).to_have_count(1)
    host.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    heard = host.evaluate("window.heard")
    assert [each for each in heard if each in (523, 659, 784) or "won" in str(each)] == []  # the end is told once


def test_back_leads_from_the_rematch_to_the_finished_game_and_sides_change_in_words(visit):
    host, guest = after_giving_up(visit)
    old = urlsplit(host.url).path
    host.get_by_role("button", name="Once more").click()
    guest.get_by_role("button", name="No", exact=True).click()
    expect(host.locator(".note")).to_contain_text("has to go. Another time.")
    host.get_by_role("button", name="Once more").click()
    guest.get_by_role("button", name="Yes", exact=True).click()
    for page, side in ((host, "Grey"), (guest, "Orange")):
        page.wait_for_url(lambda url: urlsplit(url).path != old)
        expect(page.locator(".note")).to_have_text(f"Sides have changed. You now play {side}.")
        expect(page.locator("[data-said]")).to_contain_text("Sides have changed.")
    host.go_back()
    host.get_by_role("link", name="The next game").wait_for()
    assert urlsplit(host.url).path == old
    expect(host.locator("[data-status]")).to_contain_text("You have won")


def test_a_loss_comforts_and_leads_back_to_where_it_turned(visit):
    """A game that one bad move loses: from there it can be tried again."""
    page = visit("/")
    table_from(page, LOST_BY_C_B1, [{"occupant": "me"}, {"occupant": "bot", "level": 5}])
    page.locator("[data-space=b1]").click()
    expect(page.locator("[data-status]")).to_have_text("The computer has won: three cats in a row", timeout=20_000)
    # While it is looked for, nothing stands there that could change under a finger.
    expect(page.locator("[data-next] button.main")).to_have_text(
        re.compile("^(Looking for where it turned…|Try from there)$")
    )
    expect(page.locator(".note")).to_have_text("It turned at one move. Try again from there?", timeout=20_000)
    lost = page.url
    page.get_by_role("button", name="Try from there").click()
    page.wait_for_url(lambda url: url != lost and "/t/" in url)
    expect(page.locator("[data-status]")).to_have_text("Your turn")
    assert page.locator(".actor").count() == 10
    expect(page.locator("[data-part=other-hand]")).to_contain_text("level 5")


def test_giving_up_offers_a_gentler_level(visit):
    page = visit("/")
    table_from(page, WON_BY_C_A4, [{"occupant": "me"}, {"occupant": "bot", "level": 5}])
    give_up(page)
    expect(page.locator("[data-status]")).to_contain_text("you gave up")
    expect(page.locator(".note")).to_have_text("No harm done: the next game starts fresh.")
    page.get_by_role("button", name="Play level 4").wait_for()


def test_a_draw_is_agreed_on_at_one_screen(visit):
    page = visit("/")
    table_from(page, WON_BY_C_A4, [{"occupant": "me"}, {"occupant": "me"}])
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Offer a draw").click()
    expect(page.locator("[data-status]")).to_have_text("Does Grey agree to a draw?")
    page.locator("[data-part=choice]").get_by_role("button", name="No", exact=True).click()
    expect(page.locator("[data-status]")).to_have_text("Orange to move")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Offer a draw").click()
    page.locator("[data-part=choice]").get_by_role("button", name="Yes", exact=True).click()
    expect(page.locator("[data-status]")).to_have_text("A draw: agreed")


@pytest.mark.parametrize(("language", "why"), [("en", "sees life in this game"), ("uk", "гра ще жива")])
def test_the_computer_says_why_it_declines_a_draw(visit, language, why):
    page = visit("/", language=language)
    table_from(page, WON_BY_C_A4, [{"occupant": "me"}, {"occupant": "bot", "level": 1}])
    page.locator("[popovertarget=more-deeds]").click()
    page.locator("#more-deeds .deed").first.click()
    expect(page.locator(".note.trouble")).to_contain_text(why)


def test_a_spectator_knows_it_and_a_line_of_chat_is_seen_at_the_board(visit):
    host, guest = visit("/play/boop"), visit("/", width=390, height=844)
    host.get_by_role("radio", name="Friend online").check()
    host.get_by_role("button", name="Invite").click()
    join_by_code(host, guest)
    third = visit(urlsplit(host.url).path)
    expect(third.locator(".note")).to_have_text("You are watching this game.")
    host.get_by_role("button", name="Hello!").click()
    expect(guest.locator(".note")).to_contain_text(": Hello!")
    expect(guest.locator("[data-badge]")).to_have_text("1")
    expect(guest.locator("[data-part=status]")).to_be_visible()


def test_a_position_that_comes_back_is_announced_and_the_third_time_may_be_claimed(visit):
    """Each pair of kittens is booped off the bed by the next one: the same bed again and again."""
    page = visit("/play/boop")
    page.locator("label:has(input[value=same])").click()
    page.locator("button.main.big").click()
    page.get_by_role("grid").wait_for()

    def claim():
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_role("button", name="Claim a draw").click()

    for turn, space in enumerate(("b1", "e6", "a2", "f5") * 2 + ("b1", "e6"), 1):
        page.locator(f"[data-space={space}]").click()
        expect(page.locator("ol.moves li")).to_have_count(turn)
        if turn == 6:
            expect(page.locator(".note")).to_contain_text("The same position for the second time.")
            claim()
            expect(page.locator(".note")).to_have_text(
                "A draw can be claimed when a position stands for the third time."
            )
    expect(page.locator(".note")).to_contain_text("The same position for the third time")
    claim()
    expect(page.locator("[data-status]")).to_have_text("A draw: the same position for the third time")
