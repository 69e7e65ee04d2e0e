"""What a race tells: where a proof went wrong, the route that nobody saw, and who has given up."""

from playwright.sync_api import Page

from web.races import route_of, view_of
from web.test_castle_geometry import new_race


def in_search(page: Page, people: int, bots: int, **options: object) -> None:
    new_race(page, people, bots, **options)
    page.locator(".visitor").wait_for(timeout=40_000)


def test_a_failed_proof_shows_where_it_went_wrong(visit):
    page = visit("/")
    in_search(page, 1, 1, handicap="0,3600", proof="untimed")
    page.locator(".colours .colour.W").click()
    page.locator(".panel[data-proof]").wait_for()
    assert page.locator("[data-wrong]").count() == 0
    walls = view_of(page)["scenery"]["walls"]
    wrong = next(wall for wall, colour in walls.items() if colour != "W")
    page.locator("#typed-move").fill(f"wall {wrong}")
    page.locator(".typing button").click()
    page.locator("[data-wrong]").wait_for()


def test_a_route_that_nobody_saw_is_drawn_when_the_visitor_has_left(visit):
    page = visit("/")
    for _ in range(6):
        in_search(page, 1, 0)
        if route_of(view_of(page), 0)["first"]:
            break
    page.get_by_role("button", name="No route").click()
    page.locator(".castle .path").wait_for()
    assert "There was a route" in page.locator("[data-said]").inner_text()


def test_who_gives_up_is_asked_on_one_screen_and_told_to_all(visit):
    page = visit("/")
    in_search(page, 3, 0)
    page.get_by_role("button", name="Give up").click()
    page.locator(".asked").get_by_role("button", name="Give up: Player 2").click()
    page.get_by_text("Player 2: gives up and watches").first.wait_for()
    assert page.locator("[data-part=hand] .player").nth(1).inner_text().split("\n")[:2] == ["Player 2", "gave up"]
    assert page.get_by_role("button", name="Booo! Player 2").count() == 0
    assert page.get_by_role("button", name="Booo! Player 3").is_enabled()
