"""People at the page: they look at what is marked and click or press keys, nothing else.

Someone at their ear names the move: the engine, so that games end soon, or chance. Making it is the page's business.
"""

import random
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

import boohive
from boohive.core.turn_game import TurnPosition
from boohive.engine import players

__all__ = [
    "Adviser", "any_move", "begin", "finished", "good_move", "join_by_code", "play_by_keyboard", "play_by_mouse",
    "press_through", "status", "tab_to", "table_of", "targets", "wait_for_turn",
]  # fmt: skip

OURS = re.compile(r"^(Your turn|Which .*\?|Place your ghost\?|No move is possible: pass)$")
SLOW = 30_000

Move = dict[str, Any]
Adviser = Callable[[Page, random.Random], Move]


def status(page: Page) -> str:
    return page.locator("[data-status]").inner_text()


def begin(page: Page, level: int = 1) -> None:
    """From a game's door to the first turn."""
    page.get_by_role("slider").fill(str(level))
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("grid").wait_for()


def finished(page: Page) -> bool:
    return bool(re.search(r"has won|have won|draw|is won|is over", status(page), re.I))


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


# What to play.


def table_of(page: Page) -> dict[str, Any]:
    """What the server tells this browser: the snapshot that a page gets."""
    found: dict[str, Any] = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[-1]}").json()
    return found


def position_of(page: Page) -> TurnPosition:
    table = table_of(page)
    settings = table["settings"]
    position: TurnPosition = boohive.from_text(settings["game"], settings["initial_position"], **settings["options"])
    for event in table["events"]:
        position = position.play(event["text"])
    return position


def as_offered(page: Page, text: str) -> Move:
    """A move as the server describes it to the page."""
    legal: list[Move] = table_of(page)["table"]["board"]["legal_moves"]
    return next(move for move in legal if move["text"] == text)


def good_move(page: Page, chance: random.Random) -> Move:
    """A strong player whispers."""
    return as_offered(page, str(players.choose(position_of(page), 6, seed=chance.randrange(1000), time=0.2)))


def any_move(page: Page, chance: random.Random) -> Move:
    """Whatever is allowed."""
    return as_offered(page, str(chance.choice(list(position_of(page).legal_moves))))


# With the mouse.


def play_by_mouse(page: Page, move: Move) -> None:
    """One decision, by clicking what is marked."""
    before = page.locator("ol.moves li").count()
    step_to(page, move, lambda step: page.locator(step).click())
    for target in targets(page, move):
        page.locator(target).click()
    expect(page.locator("ol.moves li")).not_to_have_count(before, timeout=SLOW)


def targets(page: Page, move: Move) -> list[str]:
    """What has to be pointed at, one after the other."""
    kind, piece = move["kind"], move.get("piece", {})
    if kind == "place" and "," in move["to"]:
        return [f"[data-hand={piece['kind']}]:enabled", f'.cell.goal[data-cell="{move["to"]}"]']
    if kind == "place":
        basket = f"button[data-kind={piece['kind']}]"
        return (
            [basket, f"[data-space={move['to']}]"] if page.locator(basket).count() else [f"[data-space={move['to']}]"]
        )
    if kind == "enter":
        return [f'[data-entry="{move["to"]}"]']
    if kind in ("move", "throw"):
        return [f".cell.can[data-tile={piece['id']}]", f'.cell.goal[data-cell="{move["to"]}"]']
    return [f'.choices button[data-move="{move["text"]}"]']


def step_to(page: Page, move: Move, press: Callable[[str], object]) -> None:
    """Of more than two answers one is shown at a time: on to the one that is meant."""
    answer = page.locator(f'.choices button[data-move="{move["text"]}"]')
    for _ in range(40):
        if move["kind"] not in ("row", "one") or answer.count():
            return
        press(".choices [data-step=on]")
    raise AssertionError(f"{move['text']} is not among the answers")


# With the keyboard.


def play_by_keyboard(page: Page, move: Move) -> None:
    """One decision without the mouse: Tab, arrows, Enter."""
    before = page.locator("ol.moves li").count()
    step_to(page, move, lambda step: (tab_to(page, step), page.keyboard.press("Enter")))
    for target in targets(page, move):
        if target.startswith(("[data-space", ".cell")):
            walk_to(page, target)
        elif target.startswith("[data-entry"):
            walk_round(page, target)
        else:
            tab_to(page, target)
        page.keyboard.press("Enter")
    expect(page.locator("ol.moves li")).not_to_have_count(before, timeout=SLOW)


def walk_to(page: Page, target: str) -> None:
    """Tab to the board, then arrows up or down to the row, then left or right."""
    wanted = page.locator(target)
    wanted.wait_for(state="attached")
    tab_to(page, "[data-space], .cell")
    for _ in range(80):
        here, there = (page.locator(each).bounding_box() for each in (":is([data-space], .cell):focus", target))
        assert here is not None and there is not None
        right, down = (there[side] - here[side] for side in ("x", "y"))
        if abs(down) > here["height"] / 4:
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        elif abs(right) > here["width"] / 4:
            page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
        else:
            return
    raise AssertionError(f"the arrows never reach {target}")


def walk_round(page: Page, target: str) -> None:
    """Tab to the doors of the bed, then arrows from one to the next."""
    tab_to(page, "[data-entry]")
    for _ in range(40):
        if page.locator(f"{target}:focus").count():
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"the arrows never reach {target}")


IN_TOOLBAR = "wanted => !!document.activeElement?.closest('[role=toolbar]')?.querySelector(wanted)"


def tab_to(page: Page, selector: str, key: str = "Tab") -> None:
    """Press Tab until the focus is on such an element."""
    for _ in range(160):
        if page.locator(f":is({selector}):focus").count():
            return
        # A hand or a pool is one Tab stop; arrows go through it.
        here = page.evaluate(IN_TOOLBAR, selector)
        page.keyboard.press("ArrowRight" if here else key)
    raise AssertionError(f"Tab never reaches {selector}")


def press_through(page: Page, *names: str) -> None:
    """Tab to each button by its name and press it."""
    for name in names:
        page.get_by_role("button", name=name).last.wait_for()
        for _ in range(120):
            if page.evaluate("document.activeElement?.textContent?.trim()") == name:
                break
            page.keyboard.press("Tab")
        else:
            raise AssertionError(f"Tab never reaches the button {name!r}")
        page.keyboard.press("Enter")


def join_by_code(host: Page, guest: Page) -> None:
    """The guest types the host's room code on the start page."""
    code = host.locator("[data-code]").inner_text()
    assert re.fullmatch(r"[A-Z]{5}", code), code
    guest.get_by_role("button", name="I have a code").click()
    guest.get_by_label("Table code").fill(code.lower())
    guest.get_by_role("button", name="Join", exact=True).click()
    guest.wait_for_url("**/t/**")
