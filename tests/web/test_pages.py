"""Every page in every language, at three widths, light and dark: complete, readable, nothing sticks out."""

import gzip
import re
import time

import pytest
from axe_playwright_python.sync_playwright import Axe

from boohive.server.static_files import FOLDER
from web.players import join_by_code

PATHS = [
    "/",
    "/play/boop",
    "/play/boop-junior",
    "/play/boop-ghosts",
    "/play/hive",
    "/play/booo",
    "/join/ABCDE",
    "/replay",
    "/report",
    "/nowhere",
]
PATHS += [
    f"/{page}/{game}" for page in ("rules", "learn") for game in ("boop", "boop-junior", "boop-ghosts", "hive", "booo")
]
WIDTHS = (1440, 768, 360)
FIRST_WORDS = {
    "en": "What shall we play?",
    "fr": "On joue à quoi\u202f?",
    "uk": "У що зіграємо?",
    "ru": "Во что сыграем?",
}


def settle(page):
    page.locator("h1").first.wait_for()
    page.wait_for_timeout(250)


@pytest.mark.parametrize("language", FIRST_WORDS)
def test_the_browsers_language_is_spoken(visit, language):
    page = visit("/", language=language)
    assert page.locator("h1").inner_text().replace("\u00a0", " ") == FIRST_WORDS[language]
    assert page.locator("html").get_attribute("lang") == language


def test_the_language_is_switched_without_losing_the_game(visit):
    page = visit("/play/boop")
    page.get_by_role("radio", name="One screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("[data-space=c3]").click()
    page.get_by_text("Grey to move").first.wait_for()
    page.get_by_role("button", name="Settings").first.click()
    page.locator("dialog").get_by_text("Русский").click()
    page.keyboard.press("Escape")
    page.locator("[data-status]", has_text="Ход серых").wait_for()  # the language's file is loaded first
    assert page.locator("[data-space=c3]").get_attribute("aria-label") == "c3, рыжий котёнок"


def test_nothing_sticks_out(visit):
    """Every page is opened once and then speaks one language after the other."""
    page = visit("/")
    for path in PATHS:
        page.goto(path)
        settle(page)
        if path.startswith("/play/"):
            page.locator("label:has(input[value=friend])").click()
            page.locator("summary").click()
        for language in FIRST_WORDS:
            page.evaluate(SPEAK, language)
            page.locator(f"html[lang={language}]").wait_for(state="attached")
            page.evaluate("() => new Promise(requestAnimationFrame)")
            keeps_within(page, (path, language))
            assert "undefined" not in page.locator("body").inner_text()
        if path.startswith("/play/"):
            page.locator("label:has(input[value=computer])").click()
            keeps_within(page, f"{path} with the computer")


# As another tab would choose it.
SPEAK = """(language) => {
    const newValue = JSON.stringify({ ...JSON.parse(localStorage.boohive), language });
    localStorage.boohive = newValue;
    dispatchEvent(new StorageEvent("storage", { key: "boohive", newValue }));
}"""


def keeps_within(page, where):
    """No page wider than its window, and nothing wider than the card or form that holds it."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        sticking = page.evaluate(
            """() => [document.documentElement, ...document.querySelectorAll("main .card, main form, main .stack")]
                .filter((each) => each.scrollWidth > each.clientWidth + 1)
                .map((each) => each.outerHTML.slice(0, 60))"""
        )
        assert sticking == [], (where, width)


# Every rule in light, and in dark and high contrast the colours; the long form has every rule everywhere.
AGAIN = pytest.mark.parametrize(
    "again",
    [
        pytest.param({"runOnly": ["color-contrast"]}, id="colours"),
        pytest.param({}, id="everything", marks=pytest.mark.slow),
    ],
)


@AGAIN
def test_axe_finds_nothing(visit, again):
    page = visit("/")
    for path in PATHS:
        page.goto(path)
        settle(page)
        assert_accessible(page, path, again)
    page.goto("/")
    page.get_by_role("button", name="Settings").first.click()
    page.locator("dialog").wait_for()
    assert_accessible(page, "settings", again)


@AGAIN
@pytest.mark.parametrize("game", ["boop", "boop-ghosts", "hive", "booo"])
def test_axe_finds_nothing_at_a_table(visit, game, again):
    page = visit(f"/play/{game}")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("grid").wait_for()
    page.wait_for_timeout(300)
    assert_accessible(page, game, again)


@AGAIN
def test_axe_finds_nothing_in_the_castle_of_the_day(visit, again):
    page = visit("/play/booo")
    page.get_by_role("button", name="Castle of the day").click()
    page.get_by_role("grid").wait_for()
    assert_accessible(page, "daily", again)


RECORD = "boohive record 1\ngame: boop\n\n0 k c3\n1 k d4\n0 k b3\n1 k e5\n0 k c4\n"


@AGAIN
def test_axe_finds_nothing_in_a_replay_with_its_analysis(visit, again):
    page = visit("/replay")
    page.locator("textarea").fill(RECORD)
    page.get_by_role("button", name="Open a record").click()
    page.get_by_role("grid").wait_for()
    page.get_by_role("button", name="Check the game with the computer").click()
    page.locator(".graph").wait_for()
    page.get_by_role("button", name="Check the game with the computer").wait_for(timeout=60_000)
    assert_accessible(page, "analysis", again)


def test_another_language_keeps_a_replay_and_its_analysis(visit):
    page = visit("/play/boop")
    page.get_by_role("radio", name="One screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("[data-space=c3]").click()
    page.get_by_text("Grey to move").first.wait_for()
    page.goto(page.url.replace("/t/", "/replay/"))
    page.get_by_role("button", name="Check the game with the computer").click()
    page.locator(".graph").wait_for()
    page.keyboard.press("Home")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/replay") else None)
    page.get_by_role("button", name="Settings").first.click()
    page.locator("dialog").get_by_text("Français").click()
    page.locator("html[lang=fr]").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_load_state("networkidle")
    assert asked == []
    assert page.locator(".graph").count() == 1


@AGAIN
def test_axe_finds_nothing_on_a_start_page_with_games_of_mine(visit, again):
    page = visit("/play/boop")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("grid").wait_for()
    page.goto("/")
    page.get_by_role("heading", name="My games").wait_for()
    assert_accessible(page, "my games", again)


@AGAIN
def test_axe_finds_nothing_with_a_friend(visit, again):
    """The invitation, the door by code, the table with its chat, a position that was shared."""
    host, guest = visit("/play/boop-ghosts"), visit("/")
    host.get_by_role("radio", name="Friend online").check()
    host.locator("[data-agreed]").click()
    host.get_by_label("Clock").wait_for()
    assert_accessible(host, "the door with a friend", again)
    host.get_by_role("button", name="Invite").click()
    host.locator("[data-code]").wait_for()
    assert_accessible(host, "the invitation", again)
    join_by_code(host, guest)
    guest.get_by_role("button", name="Hello!").click()
    guest.locator("ul.chat li").wait_for()
    assert_accessible(guest, "a table with a friend", again)
    host.goto("/look/hive?position=Base%3BInProgress%3BWhite%5B2%5D%3BwS1%3BbS1%20wS1-")
    host.get_by_role("grid").wait_for()
    assert_accessible(host, "a shared position", again)


# Colours fade into each other.
REPAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 150))))"


def assert_accessible(page, where, again):
    """Every rule once, then those of ``again`` in dark, high contrast and forced colours; the page is left as it was."""
    complain(page, where, {})
    for theme, contrast in (("dark", "normal"), ("light", "more"), ("dark", "more")):
        page.evaluate(
            "([theme, contrast]) => Object.assign(document.documentElement.dataset, { theme, contrast })",
            [theme, contrast],
        )
        page.evaluate(REPAINTED)
        complain(page, (where, theme, contrast), again)
    page.evaluate("() => Object.assign(document.documentElement.dataset, { theme: 'light', contrast: 'normal' })")
    page.emulate_media(forced_colors="active")
    page.evaluate(REPAINTED)
    complain(page, (where, "forced colours"), again)
    page.emulate_media(forced_colors="none")


def complain(page, where, options):
    results = Axe().run(page, options=options)
    told = [
        (each["id"], [(node["html"][:90], node["failureSummary"][:200]) for node in each["nodes"]][:3])
        for each in results.response["violations"]
    ]
    assert told == [], where


def test_the_first_page_shows_within_a_second_and_a_half(visit):
    """Each time a browser with an empty cache; the best of three, because the machine may be busy."""
    times = []
    for _ in range(3):
        start = time.monotonic()
        page = visit("/")
        page.locator("a[href='/play/hive']").wait_for()
        times.append(time.monotonic() - start)
    assert min(times) < 1.5, times


def zipped(urls):
    """Kilobytes of these files as they travel."""
    files = [FOLDER / re.sub(r"^https?://[^/]+/", "", url) for url in urls]
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in files) / 1000


# English is short; in Russian a letter takes two bytes.
@pytest.mark.parametrize(("game", "most"), [("boop", 75), ("boop-ghosts", 75), ("hive", 75), ("booo", 80)])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_start_page_and_first_board_are_small_and_few(visit, game, most, language):
    fetched = []
    page = visit("/nowhere", language=language)
    page.on("request", lambda request: fetched.append(request.url) if re.search(r"\.(js|css)$", request.url) else None)
    page.goto("/")
    page.locator(f"a[href='/play/{game}']").click()
    page.locator("button.main.big").wait_for()
    page.wait_for_load_state("networkidle")
    before = len(fetched)
    page.locator("button.main.big").click()
    page.get_by_role("grid").wait_for()
    page.wait_for_load_state("networkidle")
    assert fetched[before:] == []  # the board was fetched while somebody chose
    scripts = {url for url in fetched if url.endswith(".js") and not url.endswith("/sw.js")}
    spoken = {name for url in scripts for name in re.findall(r"/(en|fr|uk|ru)(?:-\w+)?-[^/]+$", url)}
    size = zipped(scripts)
    print(f"{game}, {language}: {size:.1f} kB gzip of JavaScript, {len(set(fetched))} files with the styles")
    assert spoken == {language}
    assert len(set(fetched)) <= 10
    assert size <= most


def test_a_switch_of_language_loads_that_language_alone(visit):
    """Its sentences, and those of the part that is open."""
    page = visit("/play/boop")
    page.get_by_role("button", name="Settings").first.click()
    page.locator("dialog").wait_for()
    page.wait_for_load_state("networkidle")
    fetched = []
    page.on("request", lambda request: fetched.append(request.url))
    page.locator("dialog").get_by_text("Українська").click()
    page.locator("html[lang=uk]").wait_for()
    page.wait_for_load_state("networkidle")
    assert sorted(re.sub(r"-[^-]+$", "", url.rsplit("/", 1)[1]) for url in fetched) == ["uk", "uk-settings"]
