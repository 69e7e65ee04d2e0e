"""Booo! at the page: alone, on one screen, and with four browsers."""

import json
import re
import time

from boohive import GAMES
from boohive.games.booo.lines import solved


def view_of(page):
    """What the server told this page, by the same door a page uses."""
    table = page.url.rsplit("/", 1)[-1]
    return page.request.get(f"/api/tables/{table}").json()["scene"]["position"]


def route_of(view, seat):
    """A helper at the person's ear: the solver, on what anybody can see."""
    banned = view["players"][seat]["walls"]
    task = {
        "castle": view["castle"]["sections"],
        "ghost": view["ghost"],
        "visitor": view["visitor"],
        "colours": "".join(letter for letter in "WYRGBV" if letter not in banned),
        "passages": view["passages"],
        "changes": view["changes"],
    }
    return solved(task)


def step_text(step):
    if "wall" in step:
        (row, column), (row2, column2) = sorted(step["wall"])
        return f"wall {row}.{column}-{row2}.{column2}"
    return f"passage {step['passage']}" if "passage" in step else f"change {step['change']}"


def wait_for_search(page):
    page.get_by_text(re.compile(r"Lead the ghost from")).first.wait_for(timeout=40_000)


def claim_and_prove(page, seat):
    """Press the first colour, then click through the walls; False when there is no route."""
    view = view_of(page)
    route = route_of(view, seat)
    if route["first"] is None:
        return False
    page.locator(f".colours .colour.{route['first']}").click()
    page.get_by_text("showing the route").first.wait_for()
    for step in route["route"]:
        text = step_text(step)
        if text.startswith("wall"):
            page.locator(f'[data-wall="{text}"]').click(force=True)
        else:
            page.locator("#typed-move").fill(text)
            page.keyboard.press("Enter")
        page.wait_for_timeout(150)
    return True


def test_alone_in_the_castle_of_the_day(visit):
    page = visit("/play/booo")
    page.get_by_role("button", name="Castle of the day").click()
    page.get_by_role("grid").wait_for()
    for _ in range(6):
        wait_for_search(page)
        if claim_and_prove(page, 0):
            page.get_by_text("visitor scared").first.wait_for()
            return
        page.get_by_role("button", name="No route").click()
        page.get_by_text("the visitor leaves").first.wait_for()
    raise AssertionError("six visitors without a route")


def test_the_castle_by_keyboard(visit):
    page = visit("/play/booo")
    page.get_by_role("button", name="Alone against the clock").click()
    page.get_by_role("grid").wait_for()
    page.locator("[data-room-name=c3]").focus()
    page.keyboard.press("ArrowRight")
    label = page.locator("[data-room-name]:focus").get_attribute("aria-label")
    assert re.match(r"d3,.*north \w+, east \w+, south \w+, west \w+", label), label
    wait_for_search(page)
    view = view_of(page)
    route = route_of(view, 0)
    if route["first"]:
        page.keyboard.press(route["first"].lower())
        page.get_by_text("showing the route").first.wait_for()
        for step in route["route"]:
            page.locator("#typed-move").fill(step_text(step))
            page.keyboard.press("Enter")
            page.wait_for_timeout(150)
        page.get_by_text("visitor scared").first.wait_for()


def test_four_browsers_race(visit):
    host = visit("/play/booo")
    host.get_by_role("radio", name="A friend").check()
    host.get_by_role("radio", name="4").check()
    host.get_by_role("button", name="Invite").click()
    host.wait_for_url("**/t/**")
    guests = [visit(f"/t/{host.url.rsplit('/', 1)[-1]}") for _ in range(3)]
    for guest in guests:
        guest.get_by_role("button", name="Sit down").click()
    pages = [host, *guests]
    for page in pages:
        page.get_by_role("grid").wait_for()
    for page in pages:
        wait_for_search(page)
    assert len({json.dumps(view_of(page)["visitor"]) for page in pages}) == 1
    for seat, page in enumerate(pages):
        if claim_and_prove(page, seat):
            break
    start = time.monotonic()
    for page in pages:
        page.get_by_text("visitor scared").first.wait_for()
    assert time.monotonic() - start < 5
    assert host.get_by_text("Corrected").count() <= 1


def test_the_options_we_offer_are_options_of_the_game():
    names = {option.name for option in GAMES["booo"].option_list}
    assert {"sections", "tokens", "proof", "penalty", "seed"} <= names
