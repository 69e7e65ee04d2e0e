"""The frame around every page: addresses, focus, what is remembered, and what happens when something fails."""

import json
import re

import pytest
from playwright.sync_api import expect

from web.players import join_by_code


@pytest.mark.parametrize("address", ["/play/foo", "/rules/foo", "/learn/foo", "/%E0%A4%A", "/nowhere/at/all"])
def test_an_address_without_a_page_says_so(visit, address):
    page = visit(address)
    page.get_by_role("heading", name="There is nothing here").wait_for()
    assert page.title() == "There is nothing here · boohive"
    page.get_by_role("link", name="Back to the games").click()
    page.get_by_role("heading", name="What shall we play?").wait_for()


def test_a_malformed_code_is_a_code_like_any_other(visit):
    page = visit("/join/%E0%A4%A")
    expect(page.get_by_label("Table code")).to_have_value("%E0%A4%A")


def test_a_change_of_page_moves_focus_to_its_title_and_back_to_where_it_was(visit):
    page = visit("/", width=400, height=500)
    page.locator("a[href='/play/booo']").scroll_into_view_if_needed()
    before = page.evaluate("window.scrollY")
    assert before > 100
    page.locator("a[href='/play/booo']").click()
    expect(page.get_by_role("heading", level=1, name="Booo!")).to_be_focused()
    assert page.evaluate("window.scrollY") == 0
    page.get_by_role("link", name="How to play").click()
    page.wait_for_url("**/rules/booo")
    expect(page.locator("h1")).to_be_focused()
    page.go_back()
    page.wait_for_url("**/play/booo")
    page.go_back()
    page.get_by_role("heading", name="What shall we play?").wait_for()
    page.wait_for_function("before => Math.abs(window.scrollY - before) < 2", arg=before)


def test_a_page_that_is_not_there_yet_leaves_the_old_one(visit, complaints):
    page = visit("/", service_workers="block")
    page.locator("h1").evaluate("h1 => (window.old = h1)")
    page.route("**/assets/table-*.js", lambda route: None)  # never answered
    page.locator("a[href='/play/hive']").click()
    page.wait_for_url("**/play/hive")
    assert page.evaluate("window.old.isConnected")
    complaints.clear()  # the browser's own about the service worker


def test_a_new_version_on_the_server_loads_the_page_again_once(visit, complaints):
    page = visit("/", service_workers="block")
    asked = []

    def gone(route):
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=404, body="")
        else:
            route.continue_()

    page.route("**/assets/table-*.js", gone)
    page.locator("a[href='/play/hive']").click()
    page.locator("button.main.big").wait_for()
    assert len(asked) == 2
    complaints.clear()  # the browser's own about the file


BROKEN = '"pieces":'
"""What the board of boop. cannot be drawn without."""


def test_a_board_that_cannot_be_drawn_leaves_the_rest_and_comes_back(visit, complaints):
    page = visit("/")
    spoil = []

    def between(socket):
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(text.replace(BROKEN, '"bad":') if spoil else text))
        socket.on_message(server.send)

    page.route_web_socket(re.compile("/ws$"), between)
    page.goto("/play/boop")
    page.get_by_role("radio", name="One screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("[data-space=c3]").click()
    expect(page.locator("ol.moves li")).to_have_count(1)
    spoil.append(True)
    page.locator("[data-space=d3]").click()
    page.get_by_text("This could not be shown.").first.wait_for()
    expect(page.locator("ol.moves li")).to_have_count(2)
    spoil.clear()
    page.locator("#typed-move").fill("k a1")
    page.locator(".typing button").click()
    expect(page.locator("ol.moves li")).to_have_count(3)
    expect(page.locator("[data-space=a1]")).to_have_attribute("aria-label", re.compile("kitten"))
    assert complaints
    complaints.clear()


NO_STORAGE = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })"
)


def test_without_storage_and_cookies_the_seat_is_kept_while_the_tab_is_open(visit):
    page = visit("/")

    def without_cookie(route):
        answer = route.fetch()
        route.fulfill(response=answer, headers={k: v for k, v in answer.headers.items() if k.lower() != "set-cookie"})

    page.route("**/api/**", without_cookie)
    page.context.clear_cookies()
    page.add_init_script(NO_STORAGE)
    page.goto("/play/boop")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("grid").wait_for()
    page.get_by_text("This browser keeps nothing").wait_for()
    expect(page.locator("[data-space][aria-disabled=false]")).to_have_count(36)


def test_two_tabs_keep_each_others_settings(visit):
    one = visit("/")
    other = one.context.new_page()
    other.goto("/")
    one.get_by_role("button", name="Settings").first.click()
    one.locator("dialog").get_by_text("Français").click()
    other.locator("html[lang=fr]").wait_for()  # heard at once
    other.get_by_role("button", name="son", exact=False).first.click()
    one.reload()
    one.locator("html[lang=fr]").wait_for()
    kept = one.evaluate("JSON.parse(localStorage.getItem('boohive'))")
    assert kept == {"language": "fr", "sound": False, "motion": "less"}


def invited(visit, *scripts):
    page = visit("/")
    for script in scripts:
        page.add_init_script(script)
    page.goto("/play/boop")
    page.get_by_role("radio", name="Friend online").check()
    page.get_by_role("button", name="Invite").click()
    page.locator("[data-code]").wait_for()
    return page


NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"


def test_a_link_is_copied_on_plain_http_too(visit):
    page = invited(visit, NO_CLIPBOARD)
    page.get_by_role("button", name="Copy the link").click()
    page.get_by_role("button", name="Copied").wait_for()
    link = page.locator(".link").inner_text()
    page.goto("/replay")
    page.locator("textarea").focus()
    page.keyboard.press("Control+V")
    assert page.locator("textarea").input_value() == link


def test_a_link_that_cannot_be_copied_is_shown(visit):
    page = invited(visit, NO_CLIPBOARD, "document.execCommand = () => false")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_label("Copying did not work here")).to_have_value(page.locator(".link").inner_text())
    assert page.get_by_text("Copied").count() == 0


def test_the_analysis_ends_when_its_page_is_left(visit):
    page = visit("/replay")
    moves = "\n".join(f"{i % 2} k {space}" for i, space in enumerate(["a1", "f6", "a6", "f1", "c3", "d5"]))
    page.locator("textarea").fill(f"boohive record 1\ngame: boop\n\n{moves}\n")
    page.get_by_role("button", name="Open a record").click()
    page.get_by_role("button", name="Check the game with the computer").click()
    with page.expect_response("**/api/analyse"):
        pass
    page.locator("a.home").click()
    page.get_by_role("heading", name="What shall we play?").wait_for()
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "analyse" in request.url else None)
    page.wait_for_load_state("networkidle")
    assert asked == []


def test_a_key_that_is_held_down_is_one_press(visit):
    page = visit("/")
    sent = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    page.goto("/play/booo")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_text(re.compile("Lead the ghost from")).first.wait_for(timeout=40_000)
    for _ in range(6):
        page.keyboard.down("h")
    page.keyboard.up("h")
    page.wait_for_timeout(200)
    assert len([text for text in sent if "hand " in text]) == 1


def test_chat_and_offers_are_seen_and_said_once(visit):
    host, guest = visit("/play/boop"), visit("/")
    host.get_by_role("radio", name="Friend online").check()
    host.get_by_role("button", name="Invite").click()
    join_by_code(host, guest)
    chat = host.locator("ul.chat")
    chat.wait_for(state="attached")  # before its first line
    for line in range(1, 9):
        guest.get_by_role("textbox", name="Say something").fill(f"line {line}")
        guest.keyboard.press("Enter")
        expect(chat.locator("li")).to_have_count(line)
    assert chat.evaluate("list => list.scrollHeight - list.clientHeight - list.scrollTop") < 2
    guest.get_by_role("button", name="Offer a draw").click()
    offer = host.get_by_role("group", name=re.compile("draw"))
    offer.wait_for()
    expect(host.locator("[data-said]")).to_contain_text("draw")


def test_the_page_without_its_script_and_as_an_app(visit):
    page = visit("/")
    text = page.request.get("/").text()
    assert set(re.findall(r'<p lang="(\w+)">', text[text.index("<noscript>") :])) == {"en", "fr", "uk", "ru"}
    for wanted, language in (("fr-CH, en;q=0.8", "fr"), ("de, uk;q=0.7", "uk"), ("en-GB, ru;q=0.5", "en"), ("*", "en")):
        text = page.request.get("/play/hive", headers={"accept-language": wanted}).text()
        assert f'<html lang="{language}">' in text, wanted
        description = re.search('name="description" content="([^"]*)"', text)[1]
        assert bool(re.search("[а-яі]", description)) == (language == "uk") and ("à jouer" in description) == (
            language == "fr"
        )
    manifest = json.loads(page.request.get("/manifest.webmanifest").text())
    assert manifest["id"] == manifest["scope"] == "/" and manifest["lang"] == "en"
    worker = page.request.get("/sw.js").text()
    files = json.loads(re.search(r"const FILES = (.*);", worker)[1])
    assert [path for path in files if page.request.get(path).status != 200] == []
    assert {path.rsplit(".")[-1] for path in files} == {"/", "svg", "js", "css"}
    assert "'unsafe-inline'" not in page.request.get("/").headers["content-security-policy"]
