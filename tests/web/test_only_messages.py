"""Every word that a person reads comes from the page's messages: in a language in which each message is replaced by its key,
whatever letters are left were written elsewhere, and nobody can translate them."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page

import boohive
from boohive.core.record import Record
from boohive.games.booo.bots import LEVELS, play_out
from web.test_castle_geometry import in_pause, in_proof, new_race
from web.test_pages import PATHS

MESSAGES = json.loads((Path(__file__).parents[2] / "web/messages/en.json").read_text(encoding="utf-8"))
LANGUAGE_FILE = re.compile(r"/assets/en(-[a-z]+)?-[\w-]{8}\.js$")

# Text that can be seen and what is only said: names of elements, and the choices of closed lists.
WORDS = """() => {
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { parentElement: parent } = node;
        if (/^(SCRIPT|STYLE|NOSCRIPT)$/.test(parent.tagName)) continue;
        if (parent.tagName === "OPTION" || parent.checkVisibility()) found.push(node.data);
    }
    for (const each of document.querySelectorAll("*"))
        for (const name of ["aria-label", "aria-valuetext", "aria-roledescription", "title", "placeholder", "alt"])
            if (each.hasAttribute(name)) found.push(each.getAttribute(name));
    return [...new Set(found.map((text) => text.trim()).filter(Boolean))];
}"""

NOT_WORDS = re.compile(
    r"^boohive [\d.]+\n[^⟦]*$|⟦\w+⟧"  # what a report says of the browser; messages
    r"|boohive|Ada|booo-\w+"  # names
    r"|\b[a-f][1-6]\b|\b[WYRGBV]\b|\b[QPZMTB]\b|\b[kc] [a-f][1-6]\b"  # notation, and keys of players at one screen
    r"|^[a-f]$|\bUTC\b|\d (sec|ms)\b|\b[A-Z][a-z]{2} \d+, \d{4}\b"  # columns; units, dates and lists are the browser's words
    r"|\band\b"
    r"|^(English|Français|Українська|Русский)$"
)

LOADED = "name => performance.getEntriesByType('resource').some(({ name: file }) => file.includes(`/${name}-`))"


def keys_only() -> str:
    """A language file: each message is its key, followed by the words that are put into it."""

    def text(key: str) -> str:
        message = MESSAGES[key]
        forms = [message] if isinstance(message, str) else list(message[0]["match"].values())
        words = sorted({word for form in forms for word in re.findall(r"\{(\w+)\}", form)})
        return " ".join([f"⟦{key}⟧", *(f"{{{word}}}" for word in words)])

    texts = json.dumps({key: text(key) for key in MESSAGES})
    return f"export default {texts}; export const packs = new Proxy({{}}, {{ get: () => async () => ({{ default: {{}} }}) }})"


class Look:
    """What is left on a page besides its messages."""

    def __init__(self, page: Page) -> None:
        self.page, self.left = page, dict[str, list[str]]()
        body = keys_only()
        page.route(LANGUAGE_FILE, lambda route: route.fulfill(content_type="text/javascript", body=body))

    def __call__(self, where: str) -> None:
        self.page.evaluate("document.querySelectorAll('details').forEach(each => (each.open = true))")
        self.page.wait_for_timeout(150)
        for text in self.page.evaluate(WORDS):
            left = NOT_WORDS.sub("", text)
            if re.search(r"[^\W\d_]", left):
                self.left.setdefault(where, []).append(text)


@pytest.fixture
def look(visit, complaints):
    """The service worker would answer in the place of the test's own files."""
    found = Look(visit("/nowhere", service_workers="block"))
    yield found
    complaints[:] = [each for each in complaints if "Service Worker" not in each]
    assert found.left == {}, "\n".join(f"{where}: {texts}" for where, texts in found.left.items())


def test_pages_say_nothing_but_their_messages(look):
    for path in [*PATHS, "/practice/booo"]:
        look.page.goto(path)
        look.page.locator("h1").first.wait_for()
        look(path)
    assert "⟦" in look.page.title()


def test_a_race_says_nothing_but_its_messages(look):
    page = look.page
    new_race(page, 2, 0, chooser="first_player", pause=60)
    page.locator("[data-choosing]").wait_for()
    look("choosing")
    page.locator("[data-choosing] .main").first.click()
    page.locator("[data-part=actions] .call").first.wait_for()
    look("ready")
    new_race(page, 1, 1, proof="untimed", handicap="0,3600")
    page.locator(".visitor").wait_for(timeout=40_000)
    page.wait_for_function(LOADED, arg="RaceExtras")  # what a claim does not need comes later
    look("search")
    in_proof(page)
    look("proof")
    in_pause(page)
    look("pause")
    new_race(page, 3, 0)
    page.locator(".visitor").wait_for(timeout=40_000)
    page.keyboard.press("q")
    page.locator(".colours").wait_for()
    look("called")


def test_the_end_of_a_race_says_nothing_but_its_messages(look):
    page = look.page
    last = "search first=0 ghost=c4 number=1 round=9 attempt=1 visitor=a1 discarded=1.2.3.4.5.6.7.8"
    text = f"players=1 seed=5 pause=0 | {last} | -"
    asked = {"game": "booo", "seats": [{"occupant": "me"}], "position": text, "options": {"seed": 5}}
    answer = page.request.post("/api/tables", data=asked)
    assert answer.ok, answer.text()
    page.goto(f"/t/{answer.json()['table_id']}")
    page.locator(".panel [aria-pressed=false]").click()
    page.locator("[data-solo]").wait_for()
    look("the end alone")
    first = boohive.new("booo", players=3, seed=12)
    events = tuple(play_out(first.rules, first.state, [LEVELS["normal"]] * 3, 12))
    page.goto("/replay")
    page.get_by_role("textbox").fill(replace(Record.of(first), events=events).write())
    page.get_by_role("button", name="⟦replay_open⟧").click()
    page.locator("[data-rounds] [aria-expanded]").first.click()
    look("replay")


def test_a_party_says_nothing_but_its_messages(look):
    page = look.page
    seats = [{"occupant": "empty"}] * 5 + [{"occupant": "bot", "level": 1}]
    answer = page.request.post(
        "/api/tables", data={"game": "booo", "party": True, "options": {"players": 6}, "seats": seats}
    )
    assert answer.ok, answer.text()
    page.goto(f"/t/{answer.json()['table_id']}?screen")
    page.locator("[data-lobby=screen]").wait_for()
    look("the lobby of a party")
    page.goto(page.url.removesuffix("?screen"))
    page.locator("form .main").wait_for()
    look("the invitation to a party")
    page.locator("form .main").click()
    page.locator("[data-lobby=phone] .big").wait_for()
    look("a phone before a party")
    page.locator("[data-lobby=phone] .big").click()
    page.locator("[data-buzzer] button:enabled").first.wait_for()
    look("a phone at a party")


@pytest.mark.parametrize("game", ["boop", "boop-junior", "boop-ghosts", "hive"])
def test_a_table_says_nothing_but_its_messages(look, game):
    page = look.page
    asked = {"game": game, "seats": [{"occupant": "me"}, {"occupant": "bot", "level": 1}]}
    page.goto(f"/t/{page.request.post('/api/tables', data=asked).json()['table_id']}")
    page.get_by_role("grid").wait_for()
    page.get_by_role("heading", name="⟦moves⟧").first.wait_for()  # the rest of the page comes after the board
    look(game)
