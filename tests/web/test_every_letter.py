"""Every letter on the page comes from a sentence of its language: in a language in which each sentence is its key's sign alone,
no letter is left but names, notation and what people typed."""

import re

import pytest
from playwright.sync_api import Page

from web.test_castle_geometry import in_pause, in_proof, in_search, new_race

SIGN = "▯"
LEFT = """() => {
    const others = "[lang]:not(html), textarea, code, pre, style, script";
    const shown = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(others);
    const texts = [document.title];
    for (const each of document.body.querySelectorAll("*")) {
        if (!shown(each)) continue;
        for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
            if (each.hasAttribute(name)) texts.push(each.getAttribute(name));
        for (const node of each.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
    }
    return [...new Set(texts)];
}"""
# What is no sentence: our name and version, rooms, cells and walls, keys, files' forms, codes of tables, typed examples.
NAMES = re.compile(
    r"""boohive | \b[a-f]\b
    | \bv?\d+\.\d+\.\w+ | \b[a-f][1-6][nesw]?\b | \b[A-Z]\b | \b(?:UHP|PGN|SGF)\b | \b[0-9A-HJKMNP-TV-Z]{6}\b
    | \bwall\ \d+\.\d+-\d+\.\d+ | \b[wb][QABGSMLP]\d?\b | [-\\/]?\b[wb][QABGSMLP]\d?[-\\/] | \bBase\b(?:\+[MLP]+)?
    | \b(?:Ada|Ben|Cleo)\b""",
    re.VERBOSE,
)


def without_words(text: str) -> str:
    """A language file's module with every sentence replaced by a sign; the words in braces stay."""

    def sign(found: re.Match) -> str:
        # After a bracket stands the word that chooses a form, which is no sentence.
        return found[0] if found[1] else "`" + " ".join([SIGN, *re.findall(r"\{\w+\}", found[2]), SIGN]) + "`"

    return re.sub(r"(\[?)`([^`]*)`", sign, text)


@pytest.fixture
def speechless(visit):
    """A browser that is given the language without words."""

    def open_page(**more: object) -> Page:
        page = visit("/nowhere", **more)

        def answer(route) -> None:
            found = route.fetch()
            route.fulfill(response=found, body=without_words(found.text()))

        page.context.route(re.compile(r"/assets/en(-\w+)?-[^/]+\.js$"), answer)
        return page

    return open_page


def faults(page: Page) -> list[str]:
    page.wait_for_function("sign => document.body.innerText.includes(sign)", arg=SIGN)
    return [text for text in page.evaluate(LEFT) if re.search(r"[^\W\d_]", NAMES.sub("", text))]


GAMES = ("boop", "boop-junior", "boop-ghosts", "hive", "booo")
PATHS = [
    *("/", "/me", "/report", "/replay", "/practice/booo", "/nowhere/at/all"),
    "/look/boop?position=6%2F6%2F2K3%2F6%2F6%2F6+8,0,7,0+0+-+-",
    *(f"/{what}/{game}" for game in GAMES for what in ("play", "rules", "learn")),
]


def test_every_page_speaks_by_its_sentences_alone(speechless):
    page = speechless()
    left = {}
    for path in PATHS:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        if path.startswith("/play"):
            page.locator("summary").first.click()
        if found := faults(page):
            left[path] = found
    page.goto("/")
    page.locator("header [aria-haspopup=dialog]").click()
    page.get_by_role("dialog").wait_for()
    if found := faults(page):
        left["settings"] = found
    assert left == {}, "\n".join(f"{path}: {found}" for path, found in left.items())


def test_every_phase_of_a_race_speaks_by_its_sentences_alone(speechless):
    page = speechless()
    left = {}

    def look(phase: str) -> None:
        if found := faults(page):
            left[phase] = found

    new_race(page, 1, 2, proof="untimed", pause=60)
    look("ready")
    in_search(page, 1, 2, proof="untimed", handicap="0,3600,3600")
    look("search")
    in_proof(page)
    look("proof")
    in_pause(page)
    look("pause")
    in_search(page, 1, 0)
    page.keyboard.press("h")
    page.wait_for_timeout(100)
    look("alone, after a visitor")
    new_race(page, 6, 0)
    look("six at one screen")
    assert left == {}, "\n".join(f"{phase}: {found}" for phase, found in left.items())
