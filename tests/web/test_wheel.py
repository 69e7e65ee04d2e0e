"""The built wheel alone: installed into an empty environment, without Node, opened in Chromium and played."""

import shutil

import pytest
from playwright.sync_api import expect

from dist.wheels import Installed, build
from web.conftest import serving


@pytest.mark.slow
def test_the_wheel_serves_the_page_without_node(browser, tmp_path, complaints):
    _, wheel = build(tmp_path / "dist", "pure")
    installed = Installed(tmp_path / "venv", wheel)
    nothing = {"PATH": str(installed.folder / "bin"), "HOME": str(tmp_path)}
    assert shutil.which("node", path=nothing["PATH"]) is None
    with serving(installed.python, tmp_path / "tables.sqlite3", cwd=installed.folder, env=nothing) as address:
        context = browser.new_context(base_url=address, locale="en", reduced_motion="reduce")
        page = context.new_page()
        complaints.follow(page)
        page.goto("/")
        page.locator("a[href='/play/boop']").click()
        page.get_by_role("button", name="Play", exact=True).click()
        page.locator("[data-space=c3]").click()
        page.locator("ol.moves li").nth(1).wait_for()  # ours, and the computer's answer
        expect(page.locator("ol.moves li").first).to_contain_text("kitten on c3")
        for game in ("boop-ghosts", "hive", "booo"):
            page.goto(f"/play/{game}")
            page.get_by_role("button", name="Play", exact=True).click()
            page.get_by_role("grid").wait_for()
        context.close()
