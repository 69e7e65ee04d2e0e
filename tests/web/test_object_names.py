"""Names that every JavaScript object has (``__proto__``, ``constructor``, ...) are only words to the page."""

import json

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from web.players import join_by_code

OBJECT_NAMES = "() => Object.getOwnPropertyNames(Object.prototype)"


def with_phrases(text: str, names: list[str]) -> str:
    """A message of the server in which every line of the chat is a phrase of each of these names."""
    message = json.loads(text)
    for part in (message, message.get("snapshot") or {}, message.get("company") or {}):
        if isinstance(part.get("chat"), list):
            part["chat"] = [{**line, "phrase": name, "text": ""} for line in part["chat"] for name in names]
        elif part.get("chat"):
            part["chat"] = {**part["chat"], "phrase": names[0], "text": ""}
    return json.dumps(message)


def talk_in_names(page: Page, names: list[str]) -> list[str]:
    """From now on the server seems to have said these names; what was changed is in the list."""
    changed: list[str] = []

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def on_message(text: str | bytes) -> None:
            words = with_phrases(text, names) if isinstance(text, str) else text
            if words != text and isinstance(words, str) and names[0] in words:
                changed.append(words)
            socket.send(words)

        server.on_message(on_message)

    page.route_web_socket("**/ws", route)
    return changed


def test_f29_a_phrase_with_the_name_of_an_objects_property_leaves_talk_and_offers(visit):
    """A quick phrase called ``__proto__`` once removed the panel in which offers are answered (F29)."""
    host, guest = visit("/play/boop"), visit("/")
    host.get_by_role("radio", name="Friend online").check()
    host.get_by_role("button", name="Invite").click()
    host.wait_for_url("**/t/**")
    join_by_code(host, guest)
    for page in (host, guest):
        page.get_by_role("grid").wait_for()
    names = host.evaluate(OBJECT_NAMES)
    assert "__proto__" in names
    guest.get_by_role("button", name="Hello!").first.click()
    expect(host.locator("ul.chat li")).to_have_count(1)
    changed = talk_in_names(host, names)
    host.reload()
    host.get_by_role("grid").wait_for()
    expect(host.locator("ul.chat li").filter(has_text="__proto__")).not_to_have_count(0)
    assert changed
    guest.get_by_role("button", name="Offer a draw").first.click()
    host.get_by_role("button", name="Yes", exact=True).click()
    expect(guest.locator("[data-status]")).to_contain_text("draw")


@pytest.mark.parametrize("path", ["play", "rules", "learn"])
def test_f29_a_game_with_the_name_of_an_objects_property_is_no_game(visit, complaints, path):
    page = visit(f"/{path}/boop")
    for name in page.evaluate(OBJECT_NAMES):
        page.goto(f"/{path}/{name}")
        expect(page.get_by_role("heading").filter(has_text="There is nothing here")).to_be_visible()
    complaints[:] = [
        each for each in complaints if "404" not in each
    ]  # The server's answer that there is no such game.


def test_f29_a_language_or_setting_with_the_name_of_an_objects_property_is_the_usual_one(visit):
    page = visit("/")
    for name in page.evaluate(OBJECT_NAMES):
        page.evaluate(
            "name => { localStorage.boohive = JSON.stringify({language: name, theme: name, motion: name, palette: name}) }",
            name,
        )
        page.reload()
        expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()
