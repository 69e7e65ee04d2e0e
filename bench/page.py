"""The page in real Chromium: the first page from a cold cache, the answer to a tap, and how much JavaScript is fetched."""

import gzip
import re
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from bench.measure import row, serve

TRIES = 7
TAP = """space => new Promise(done => {
    const start = performance.now();
    const status = document.querySelector('[data-status]');
    const watch = new MutationObserver(() => {
        watch.disconnect();
        requestAnimationFrame(() => done(performance.now() - start));
    });
    watch.observe(status, { childList: true, characterData: true, subtree: true });
    document.querySelector(space).dispatchEvent(new MouseEvent('click', { bubbles: true }));
})"""


@contextmanager
def served() -> Iterator[str]:
    """A server of its own, with the disk it would have."""
    with tempfile.TemporaryDirectory() as folder:
        process = serve(folder)
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[3].rstrip("/")
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)


def run() -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        row("the page", "Chromium is missing: install it (on Debian: apt-get install chromium)")
        return
    from playwright.sync_api import sync_playwright

    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"])
        row("the page", "median of 7", "bar")
        row(
            "first page, cold cache, ms",
            f"{1000 * median(first_page(browser, address) for _ in range(TRIES)):.0f}",
            "1500",
        )
        for game, places in (
            ("boop", ["a1", "f6", "a6", "f1", "c3", "d1"]),
            ("boop-junior", ["a1", "f6", "a6", "f1", "c3"]),
        ):
            row(f"a tap in {game}, server included, ms", f"{median(taps(browser, address, game, places)):.0f}", "100")
        row("JavaScript, start page + first board, kB gzip", f"{javascript(browser, address) / 1000:.1f}", "80")
        browser.close()


def first_page(browser, address):  # type: ignore[no-untyped-def]
    context = browser.new_context(base_url=address)
    page = context.new_page()
    start = time.perf_counter()
    page.goto("/", wait_until="commit")
    page.locator("a[href='/play/booo']").wait_for()
    seconds = time.perf_counter() - start
    context.close()
    return seconds


def taps(browser, address, game, places):  # type: ignore[no-untyped-def]
    context = browser.new_context(base_url=address, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"/play/{game}")
    page.locator("input[value=same]").check(force=True)
    page.locator("button.main.big").click()
    page.get_by_role("grid").wait_for()
    page.wait_for_timeout(700)
    found = []
    for place in places:
        found.append(page.evaluate(TAP, f"[data-space={place}]"))
        page.wait_for_timeout(200)
    context.close()
    return found


def javascript(browser, address):  # type: ignore[no-untyped-def]
    from boohive.server.static_files import FOLDER

    fetched: set[str] = set()
    page = browser.new_context(base_url=address).new_page()
    page.on("request", lambda request: fetched.add(request.url) if request.url.endswith(".js") else None)
    page.goto("/")
    page.locator("a[href='/play/boop']").click()
    page.locator("button.main.big").click()
    page.get_by_role("grid").wait_for()
    page.wait_for_load_state("networkidle")
    files = [FOLDER / re.sub(r"^https?://[^/]+/", "", url) for url in fetched]
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)
