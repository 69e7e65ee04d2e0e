"""Races of Booo! at the page: whole ones, with the solver at the players' ears."""

import re
import time
from typing import Any

from playwright.sync_api import Locator, Page, expect

from boohive.games.booo.jsonl import solve_round
from web.players import finished, join_by_code, press_through, tab_to, table_of
from web.whole_games import find_again, lose

LONG = 240.0

View = dict[str, Any]
Route = dict[str, Any]


def view_of(page: Page) -> View:
    """What this browser may see of the race, with the castle and where ghost and visitor are."""
    return view_in(table_of(page))


def view_in(table: dict[str, Any]) -> View:
    """The same, of what a server has answered."""
    view: View = table["table"]["board"]["position"]
    places = {piece["kind"]: piece["at"] for piece in view["pieces"]}
    return {
        **view,
        "scenery": table["settings"]["scenery"],
        "ghost": places["ghost"],
        "visitor": places.get("visitor"),
    }


def route_of(view: View, seat: int) -> Route:
    """The solver, on what anybody can see."""
    banned = view["players"][seat]["walls"]
    return solve_round({
        "castle": view["scenery"]["sections"],
        "ghost": view["ghost"],
        "visitor": view["visitor"],
        "colours": "".join(letter for letter in "WYRGBV" if letter not in banned),
        "passages": view["scenery"]["passages"],
        "changes": view["scenery"]["transformations"],
    })  # fmt: skip


def wait_for_search(page: Page) -> None:
    page.get_by_text(re.compile(r"Lead the ghost from")).first.wait_for(timeout=40_000)


# Claim and proof, by mouse and by keys.


def prove_by_mouse(page: Page, route: Route) -> None:
    """Press the first colour, then click the walls, the room the passage leads to or the colour to change to."""
    rested(page, route).click()
    page.locator(".panel[data-proof]").wait_for()
    for done, step in enumerate(route["route"], 1):
        if "wall" in step:
            page.locator(f"[data-wall='{wall_name(step)}']").click()
        elif "passage" in step:
            page.locator(f"[data-room-name={step['passage']}]").click(force=True)  # its token lies over it
        else:
            page.locator(f"[data-petal={step['change']}]").click(force=True)
        shown(page, done)


def rested(page: Page, route: Route) -> Locator:
    """The button of the route's first colour, once it may be pressed: a proof that took too long costs a rest."""
    button = page.locator(f".colours .colour.{route['first']}")
    expect(button).to_be_enabled(timeout=60_000)
    return button


def prove_by_keyboard(page: Page, route: Route) -> None:
    """A letter claims; Page Down goes to the next possible step and Enter takes it; a digit changes the colour."""
    rested(page, route)
    page.keyboard.press(route["first"].lower())
    page.locator(".panel[data-proof]").wait_for()
    for done, step in enumerate(route["route"], 1):
        if "change" in step:
            page.keyboard.press(str(1 + "WYRGBV".index(step["change"])))
        else:
            take_by_keyboard(page, wall_name(step) if "wall" in step else f"passage {step['passage']}")
        shown(page, done)


def wall_name(step: dict[str, Any]) -> str:
    (row, column), (row2, column2) = sorted(step["wall"])
    return f"wall {row}.{column}-{row2}.{column2}"


def take_by_keyboard(page: Page, step: str) -> None:
    """From one possible step to the next until it is this one, which the castle marks and tells."""
    tab_to(page, "[role=grid] [data-cell]", "Shift+Tab")
    for _ in range(80):
        page.keyboard.press("PageDown")
        if page.locator(f".chosen[data-wall='{step}'], .chosen[data-step='{step}']").count():
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"the keys never come to {step}")


def shown(page: Page, steps: int) -> None:
    """Until the page shows so many steps, or the proof is decided."""
    page.wait_for_function(
        """steps => {
            const panel = document.querySelector(".panel[data-proof]");
            return !panel || panel.dataset.proof === String(steps);
        }""",
        arg=steps,
    )


# Whole races.


def a_round(pages: list[Page], prove: Any) -> None:
    """One search: the first with a route claims and proves; whoever has none raises a hand."""
    view = view_of(pages[0])
    for page in pages:
        (seat,) = table_of(page)["table"]["company"]["your_seats"]  # Drawn by lot among friends.
        route = route_of(view, seat)
        if route["first"] is not None:
            prove(page, route)
            settled(pages, view["search"])
            return
        if not view["players"][seat]["hand"]:
            page.keyboard.press("h")
    settled(pages, view["search"])


def settled(pages: list[Page], search: str) -> None:
    """Until this search is over for everybody."""
    end = time.monotonic() + 100
    while time.monotonic() < end:
        views = [view_of(page) for page in pages]
        if all(view["phase"] not in ("search", "proof") or view["search"] != search for view in views):
            return
        pages[0].wait_for_timeout(50)
    raise AssertionError("the search does not end")


def to_the_end(pages: list[Page], prove: Any, in_the_middle: Any = None) -> None:
    """Visitor after visitor until somebody has won."""
    end = time.monotonic() + LONG
    rounds = 0
    while not finished(pages[0]):
        assert time.monotonic() < end, "the race does not end"
        if view_of(pages[0])["phase"] != "search":
            pages[0].wait_for_timeout(50)
            continue
        for page in pages:
            wait_for_search(page)
        rounds += 1
        if rounds == 2 and in_the_middle:
            in_the_middle()
        else:
            a_round(pages, prove)
    for page in pages:
        page.get_by_text(re.compile("ha(s|ve) won: |A shared victory")).first.wait_for()


def by_mouse(page: Page) -> None:
    """A whole race against the computer; a strong one, which soon finds what is left when we have no route."""
    page.locator("[data-seats] select").select_option("3")
    page.get_by_text("Rule options").click()
    page.locator("details select:not([data-presets])").first.select_option("easy")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("grid").wait_for()
    to_the_end([page], prove_by_mouse)


def by_keyboard(page: Page) -> None:
    """The same without touching the mouse, from the door on."""
    tab_to(page, "[data-seats] select")
    page.keyboard.press("End")
    tab_to(page, "summary")
    page.keyboard.press("Enter")
    tab_to(page, "details select:not([data-presets])")
    page.keyboard.press("Home")
    assert page.locator("select:focus").input_value() == "easy"
    press_through(page, "Play")
    page.get_by_role("grid").wait_for()
    to_the_end([page], prove_by_keyboard)


def between_two(host: Page, guest: Page, complaints: list[str]) -> None:
    """A whole race by room code; in its middle the host's connection is lost while the guest scares a visitor."""
    host.get_by_role("radio", name="Friend online").check()
    host.get_by_role("button", name="Invite").click()
    host.wait_for_url("**/t/**")
    join_by_code(host, guest)
    for page in (host, guest):
        page.get_by_role("grid").wait_for()

    def lost() -> None:
        lose(host)
        view = view_of(guest)
        route = route_of(view, 1)
        if route["first"] is not None:
            prove_by_mouse(guest, route)
        find_again(host, complaints)
        if route["first"] is not None:
            settled([host, guest], view["search"])

    to_the_end([host, guest], prove_by_mouse, lost)
    assert view_of(host)["players"] == view_of(guest)["players"]


def four(host: Page, guests: list[Page]) -> None:
    """A whole race of four, each with a browser of their own."""
    for guest in guests:
        guest.get_by_role("button", name="Sit down").click()
    pages = [host, *guests]
    for page in pages:
        page.get_by_role("grid").wait_for()
    for page in pages:
        wait_for_search(page)
    assert len({view_of(page)["visitor"] for page in pages}) == 1
    to_the_end(pages, prove_by_mouse)
    assert len({str(view_of(page)["players"]) for page in pages}) == 1
