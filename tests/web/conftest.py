"""The page in real Chromium, served by a real server process from what ./dev has built."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from boohive.server.static_files import FOLDER

CHROMIUM = shutil.which("chromium")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = str(Path(__file__).parent)
    for item in items:
        if str(item.path).startswith(here) and "browser" in getattr(item, "fixturenames", ()) and CHROMIUM is None:
            item.add_marker(
                pytest.mark.skip(reason="Chromium is missing: install it (on Debian: apt-get install chromium)")
            )


@contextmanager
def serving(python: str | Path, db: Path, more: Sequence[str] = (), **settings: object) -> Iterator[str]:
    """The address of a server of its own, run by this Python."""
    command = [str(python), "-m", "boohive", "serve", "--port", "0", "--db", str(db), "--log", "quiet", "--fast"]
    command += more
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **settings)  # type: ignore[call-overload]
    line = process.stdout.readline()
    assert "boohive is at" in line, line
    yield line.split()[3].rstrip("/")
    process.send_signal(signal.SIGTERM)
    process.wait(20)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    assert (FOLDER / "index.html").exists(), "the page is not built; run ./dev setup"
    with serving(sys.executable, tmp_path_factory.mktemp("web") / "tables.sqlite3") as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage", "--mute-audio"]
        )
        yield found
        found.close()


class Complaints(list[str]):
    """What the browser's console has complained about."""

    def follow(self, page: Page) -> None:
        page.on("console", lambda said: self.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.append(str(error)))


Visit = Callable[..., Page]


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """No test may end with an error on the console, unless it clears them and says why."""
    found = Complaints()
    yield found
    assert found == []


@pytest.fixture
def visit(browser: Browser, server: str, complaints: Complaints) -> Iterator[Visit]:
    """Open a page in a browser of its own: ``visit("/play/boop", language="fr", width=360)``."""
    contexts: list[BrowserContext] = []

    def open_page(
        path: str,
        *,
        language: str = "en",
        width: int = 1280,
        height: int = 900,
        theme: str = "light",
        motion: bool = False,
        **more: object,
    ) -> Page:
        context = browser.new_context(
            base_url=server,
            locale=language,
            viewport={"width": width, "height": height},
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="no-preference" if motion else "reduce",
            **more,  # type: ignore[arg-type]
        )
        contexts.append(context)
        if not motion:
            # Whole games are played in seconds when the end of each turn is shown at once.
            context.add_init_script('try { localStorage.boohive ??= \'{"motion":"less"}\' } catch {}')
        page = context.new_page()
        page.set_default_timeout(15_000)
        complaints.follow(page)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
