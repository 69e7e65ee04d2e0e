"""The pictures of the page in docs/images: ``python scripts/pictures.py [NAME...]`` plays to them in Chromium.

They are WebP because that is what Chromium writes small.
"""

import base64
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from bench.page import served  # noqa: E402

FOLDER = ROOT / "docs" / "images"
MOST = 90_000
"""Bytes of a picture; the first quality that keeps to it is taken."""
QUALITIES = range(90, 30, -5)

# Positions of games that the engine's levels 4 and 3 have played.
BOOP = "2k1K1/6/2C3/2K1kK/2c3/k3kK 1,2,1,2 0 - -"
GHOSTS = "Kk1K2/3c1C/3C2/3k2/1K2c1/6 3,1,2,1 0 H2@1- V1@2+"
HIVE = (
    "Base+MLP;InProgress;White[12];wB1;bQ -wB1;wQ wB1/;bA1 /bQ;wQ \\wB1;bM -bQ;wA1 wQ/;bA1 wA1-;wP -wA1;bM /bQ;wP -wQ;"
    "bS1 bA1/;wS1 \\wP;bM bQ\\;wB1 bM;bA2 bA1-;wM wS1-;bA2 wQ-;wA1 /bQ;bS1 wM/;wB2 -wA1;bA1 wM-"
)
MOVES = (
    "0 k e5 / 1 k d3 / 0 k b2 / 1 k d4 / 0 k c3 / 1 k c2 / 0 k e2 / 1 k d4 / 0 k a5 / 1 k d3 / 0 k c4 / 1 "
    "k e4 / 0 k a3 / 1 c b5 / 0 c c4 / 1 c d4 / 0 k a2 / 1 k c4 / 0 c b5 / 1 c b1 / 0 c a6 / 1 k f2 / 0 k "
    "e1 / 1 k b4 / 0 k c3 / 1 c c3 / 0 c d5 / 1 k c4 / 0 c b3 / 1 c d3 / 0 c e5 / 1 k a1 / 0 c d5"
)
RECORD = "boohive record 1\ngame: boop\n\n" + MOVES.replace(" / ", "\n") + "\n"


def at_table(page: Page, game: str, position: str) -> None:
    """Go on from a position, against the computer."""
    page.goto(f"/look/{game}")
    page.evaluate(
        "([game, position]) => location.assign(`/look/${game}?position=${encodeURIComponent(position)}`)",
        [game, position],
    )
    page.locator(".look button.main").click()
    page.wait_for_url("**/t/**")
    page.get_by_role("grid").wait_for()
    page.wait_for_timeout(600)


def start(page: Page) -> None:
    page.goto("/")
    page.locator("a[href='/play/booo']").wait_for()


def boop(page: Page) -> None:
    at_table(page, "boop", BOOP)
    page.locator("button[data-kind=cat]").click()
    page.locator("[data-space=d4]").hover()


def boooop(page: Page) -> None:
    at_table(page, "boop-ghosts", GHOSTS)


def hive(page: Page) -> None:
    at_table(page, "hive", HIVE)
    page.locator(".cell.can[data-tile=wB1]").click()


def booo(page: Page) -> None:
    """A route on its way: the first walls of it are shown."""
    from web.races import route_of, view_of, wait_for_search

    wish = {
        "game": "booo",
        "seats": [{"occupant": "me"}, {"occupant": "bot", "level": 1}],
        "options": {"seed": 5, "proof": "relaxed"},
    }
    page.goto("/t/" + page.request.post("/api/tables", data=wish).json()["table_id"])
    wait_for_search(page)
    route = route_of(view_of(page), 0)
    page.locator(f".colours .colour.{route['first']}").click()
    for step in [step for step in route["route"][:-1] if "wall" in step][:2]:
        (row, column), (row2, column2) = sorted(step["wall"])
        page.locator(f'[data-wall="wall {row}.{column}-{row2}.{column2}"]').click()
        page.wait_for_timeout(300)


def analysis(page: Page) -> None:
    page.goto("/replay")
    page.locator("textarea").fill(RECORD)
    page.get_by_role("button", name="Open a record").click()
    page.get_by_role("button", name="Check the game with the computer").click()
    page.get_by_role("button", name="Check the game with the computer").wait_for(timeout=120_000)
    page.locator("ol.moves button").nth(13).click()
    page.evaluate("scrollTo(0, 0)")


def phone(page: Page) -> None:
    at_table(page, "hive", HIVE)


PICTURES: dict[str, tuple[Callable[[Page], None], dict[str, object]]] = {
    "start": (start, {"width": 1200, "height": 760}),
    "boop": (boop, {"width": 1100, "height": 860}),
    "boooop": (boooop, {"width": 1100, "height": 860}),
    "hive": (hive, {"width": 1100, "height": 860}),
    "booo": (booo, {"width": 1100, "height": 860}),
    "analysis": (analysis, {"width": 1100, "height": 860}),
    "phone": (phone, {"width": 390, "height": 780, "locale": "uk", "color_scheme": "dark", "has_touch": True}),
}


def take(browser: Browser, address: str, name: str) -> None:
    play, wanted = PICTURES[name]
    size = {side: wanted[side] for side in ("width", "height")}
    more = {key: value for key, value in wanted.items() if key not in size}
    context = browser.new_context(
        **{"base_url": address, "viewport": size, "locale": "en", "reduced_motion": "reduce", **more}  # type: ignore[arg-type]
    )
    page = context.new_page()
    play(page)
    page.wait_for_timeout(500)
    session = context.new_cdp_session(page)
    shots = (session.send("Page.captureScreenshot", {"format": "webp", "quality": quality}) for quality in QUALITIES)
    picture = next(found for shot in shots if len(found := base64.b64decode(shot["data"])) < MOST)
    (FOLDER / f"{name}.webp").write_bytes(picture)
    print(f"{name}.webp {len(picture)}")
    context.close()


def main(*names: str) -> None:
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        for name in names or PICTURES:
            take(browser, address, name)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
