"""Booo! at the page: alone, against the computer, on one screen, and with two and four browsers."""

import re

from boohive import GAMES
from web import races
from web.races import prove_by_mouse, route_of, view_of, wait_for_search


def test_alone_in_the_castle_of_the_day(visit):
    page = visit("/play/booo")
    page.get_by_role("button", name="Castle of the day").click()
    page.get_by_role("grid").wait_for()
    for _ in range(6):
        wait_for_search(page)
        route = route_of(view_of(page), 0)
        if route["first"]:
            prove_by_mouse(page, route)
            page.get_by_text("You scared the visitor").first.wait_for()
            return
        page.get_by_role("button", name="No route").click()
        page.get_by_text("the visitor leaves").first.wait_for()
    raise AssertionError("six visitors without a route")


def test_every_cell_of_the_castle_is_told_and_reached(visit):
    page = visit("/play/booo")
    page.get_by_role("button", name="Alone against the clock").click()
    page.get_by_role("grid").wait_for()
    page.locator("[data-room-name=c3]").focus()
    page.keyboard.press("ArrowRight")
    label = page.locator("[data-cell]:focus").get_attribute("aria-label")
    assert re.match(r"d3,.*north \w+, east \w+, south \w+, west \w+", label), label
    page.keyboard.press("Shift+ArrowRight")
    assert page.locator("[data-cell]:focus").get_attribute("aria-label").startswith("corridor by d3, 6.9, ")
    walls = view_of(page)["scenery"]["walls"]
    told = page.locator("[data-cell]").evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")
    colours = re.findall(r"(?:north|east|south|west) (?:white|yellow|red|green|blue|violet)", " ".join(told))
    assert len(colours) == 2 * len(walls)  # each wall from both of its sides


def test_a_whole_race_against_the_computer_by_mouse(visit):
    page = visit("/play/booo")
    races.by_mouse(page)
    page.get_by_role("link", name="Look back").click()
    page.get_by_role("grid").wait_for()


def test_a_whole_race_by_keyboard_only(visit):
    races.by_keyboard(visit("/play/booo"))


def test_a_whole_race_between_two_browsers_with_a_lost_connection(visit, complaints):
    races.between_two(visit("/play/booo"), visit("/"), complaints)


def test_a_whole_race_with_four_browsers(visit):
    host = visit("/play/booo")
    host.get_by_role("radio", name="Friend online").check()
    host.get_by_role("radio", name="4").check()
    host.get_by_role("button", name="Invite").click()
    host.wait_for_url("**/t/**")
    races.four(host, [visit(f"/t/{host.url.rsplit('/', 1)[-1]}") for _ in range(3)])


def test_the_options_we_offer_are_options_of_the_game():
    names = {option.name for option in GAMES["booo"].options}
    assert {"sections", "tokens", "proof", "penalty", "seed"} <= names
