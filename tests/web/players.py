"""People at the page: they look at what is marked and click or press keys, nothing else."""

import random
import re
import time

from playwright.sync_api import Page, expect

__all__ = ["begin", "finished", "join_by_code", "play_by_keyboard", "play_by_mouse", "status", "wait_for_turn"]

OURS = re.compile(r"^(Your turn|Choose who grows up|Does your ghost come in\?|No move is possible: pass)$")
SLOW = 30_000


def status(page: Page) -> str:
    return page.locator("[data-status]").inner_text()


def begin(page: Page, level: int = 1) -> None:
    """From a game's door to the first turn."""
    page.get_by_role("slider").fill(str(level))
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("grid").wait_for()


def finished(page: Page) -> bool:
    return bool(re.search(r"has won|have won|draw", status(page), re.I))


def wait_for_turn(page: Page, timeout: float = SLOW) -> bool:
    """Until something is asked of us; False when the game is over."""
    end = time.monotonic() + timeout / 1000
    while time.monotonic() < end:
        if finished(page):
            return False
        if OURS.match(status(page)) and page.locator(MARKED).count():
            return True
        page.wait_for_timeout(15)
    raise AssertionError(f"nothing happens: {status(page)!r}")


MARKED = "[data-space][aria-disabled=false], [data-entry], .choices button, [data-hand]:enabled, .cell.can, .cell.goal"


def play_by_mouse(page: Page, chance: random.Random) -> None:
    """One decision, by clicking something that is marked."""
    before = page.locator("ol.moves li").count()
    choices = page.locator(".choices button")
    if choices.count():
        choices.nth(chance.randrange(choices.count())).click()
    elif page.locator("[data-hand]").count():
        play_a_bug(page, chance)
    else:
        spaces = page.locator("[data-space][aria-disabled=false]")
        spaces.nth(chance.randrange(spaces.count())).click()
    expect(page.locator("ol.moves li")).not_to_have_count(before, timeout=SLOW)


def play_a_bug(page: Page, chance: random.Random) -> None:
    """Take a bug from the hand or from the table and put it where it may go."""
    bugs = page.locator("[data-hand]:enabled, .cell.can")
    bugs.nth(chance.randrange(bugs.count())).click()
    goals = page.locator(".cell.goal")
    goals.nth(chance.randrange(goals.count())).click()


def play_by_keyboard(page: Page, chance: random.Random) -> None:
    """One decision without the mouse: Tab to the board, arrows, Enter."""
    before = page.locator("ol.moves li").count()
    if page.locator(".choices button").count():
        tab_to(page, ".choices button")
        page.keyboard.press("Enter")
    elif page.locator("[data-hand]").count():
        type_a_legal_bug(page, chance)
    else:
        tab_to(page, "[data-space]")
        for _ in range(40):
            page.keyboard.press(chance.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
            if page.locator(":focus").get_attribute("aria-disabled") == "false":
                break
        page.keyboard.press("Enter")
    expect(page.locator("ol.moves li")).not_to_have_count(before, timeout=SLOW)


def type_a_legal_bug(page: Page, chance: random.Random) -> None:
    """Pick a bug with Enter, walk to a marked cell with the arrows, Enter."""
    hands = page.locator("[data-hand]:enabled")
    if hands.count() and (chance.random() < 0.5 or not page.locator(".cell.can").count()):
        hands.nth(chance.randrange(hands.count())).focus()
        page.keyboard.press("Enter")
    else:
        page.locator(".cell.can").first.focus()
        page.keyboard.press("Enter")
    tab_to(page, ".cell")
    for _ in range(60):
        if page.locator(".cell.goal:focus").count():
            break
        page.keyboard.press(chance.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
    else:
        page.locator(".cell.goal").first.focus()
    page.keyboard.press("Enter")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is on such an element."""
    for _ in range(80):
        if page.locator(f":is({selector}):focus").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}")


def join_by_code(host: Page, guest: Page) -> None:
    """The guest types the host's room code on the start page."""
    code = host.locator("[data-code]").inner_text()
    assert re.fullmatch(r"[A-Z]{5}", code), code
    guest.get_by_label("Room code").fill(code.lower())
    guest.get_by_role("button", name="Join", exact=True).click()
    guest.wait_for_url("**/join/**")
    guest.get_by_role("button", name="Join", exact=True).click()
    guest.wait_for_url("**/t/**")
