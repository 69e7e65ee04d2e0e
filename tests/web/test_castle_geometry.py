"""Where everything of a race stands: what one needs is in view at every size and in every phase, and the castle never moves."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from web.races import route_of, view_of
from web.test_geometry import BED, at_size, overlap

ROOT = Path(__file__).parents[2]
USUAL = [(360, 640), (390, 844), (740, 360), (768, 1024), (1366, 650), (1920, 1080)]
SIZES = [
    pytest.param(USUAL, id="usual"),
    pytest.param(sorted(set(BED) - set(USUAL)), id="others", marks=pytest.mark.slow),
]
SIDES = json.loads((ROOT / "web/src/touch/screens.json").read_text())
"""The castle's side that the scripted finger of web/src/touch was tried with."""


def new_race(page: Page, people: int, bots: int, **options: object) -> None:
    seats = [{"occupant": "me"}] * people + [{"occupant": "bot", "level": 1}] * bots
    asked = {"game": "booo", "options": {"players": people + bots, **options}, "seats": seats}
    answer = page.request.post("/api/tables", data=asked)
    assert answer.ok, answer.text()
    page.goto(f"/t/{answer.json()['table_id']}")
    page.get_by_role("grid").wait_for()


class Look:
    """The page at every size, with where the castle was."""

    def __init__(self, page: Page, sizes: list[tuple[int, int]]) -> None:
        self.page, self.castles = page, {size: set[tuple[float, ...]]() for size in sizes}

    def __call__(self, phase: str) -> None:
        for size in self.castles:
            found = at_size(self.page, size)
            check(found, size, (phase, size))
            self.castles[size].add(tuple(found["parts"]["board"][0]))

    def stayed(self) -> None:
        moved = {size: boxes for size, boxes in self.castles.items() if len(boxes) > 1}
        assert moved == {}


def check(found: dict, size: tuple[int, int], where: object) -> None:
    """Castle, status, buttons and tokens are there once, wholly in view, and none lies over another."""
    parts, (width, height) = found["parts"], size
    assert set(parts) == {"board", "status", "actions", "hand"}, where
    assert {len(boxes) for boxes in parts.values()} == {1}, where
    boxes = {name: both[0] for name, both in parts.items()}
    for name, (left, top, right, bottom) in boxes.items():
        assert left >= 0 and top >= 0 and right <= width + 0.5 and bottom <= height + 0.5, (where, name)
    names = sorted(boxes)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            assert not overlap(boxes[one], boxes[other]), (where, one, other)
    assert max(found["scrolls"]) <= 0, where
    for each in found["buttons"]:
        left, top, right, bottom = each["box"]
        assert left >= 0 and top >= 0 and right <= width + 0.5 and bottom <= height + 0.5, (where, each)
        assert right - left >= 43.9 and bottom - top >= 43.9, (where, each)
    left, top, right, bottom = boxes["board"]
    assert right - left >= SIDES.get(f"{width}x{height}", 300) - 0.5, where
    assert abs((right - left) - (bottom - top)) < 1, where


def in_search(page: Page, people: int, bots: int, **options: object) -> None:
    new_race(page, people, bots, **options)
    page.locator(".visitor").wait_for(timeout=40_000)


def in_proof(page: Page) -> None:
    """From a search to a proof in a colour that leads there, if one does."""
    first = route_of(view_of(page), 0)["first"] or "W"
    page.locator(f".colours .colour.{first}").click()
    page.locator(".panel[data-proof]").wait_for()


def in_pause(page: Page) -> None:
    """From a proof to the pause after it."""
    page.wait_for_function("() => !document.querySelector('.panel[data-proof] .lower button').disabled")
    page.locator(".panel[data-proof] .lower button:not(.more):not(.icon-only)").last.click()
    page.locator(".panel:not([data-proof])").wait_for()


@pytest.mark.parametrize("sizes", SIZES)
def test_castle_status_buttons_and_tokens_are_in_view_in_every_phase(visit, sizes):
    """One player among computers: get ready, search, proof, pause, and the end."""
    page = visit("/")
    new_race(page, 1, 2, proof="untimed", pause=60)
    look = Look(page, sizes)
    look("ready")
    in_search(page, 1, 2, proof="untimed", handicap="0,3600,3600")
    look("search")
    in_proof(page)
    look("proof")
    in_pause(page)
    look("pause")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.get_by_role("button", name="Give up").click()
    page.locator(".asked").get_by_role("button", name="Give up").click()
    page.get_by_role("link", name="Look back").wait_for()
    look("end")
    look.stayed()


@pytest.mark.parametrize("sizes", SIZES)
def test_six_players_at_one_screen_are_in_view(visit, sizes):
    page = visit("/")
    new_race(page, 6, 0, chooser="first_player", pause=1)
    page.locator("[data-choosing] button").first.wait_for()
    look = Look(page, sizes)
    look("choosing")
    page.get_by_role("group", name="The number").get_by_role("button", name="2").click()
    page.locator(".visitor").wait_for(timeout=40_000)
    look("search")
    page.keyboard.press("q")
    page.get_by_text("name your first colour").first.wait_for()
    look("called")
    look.stayed()


@pytest.mark.parametrize("sizes", SIZES)
def test_whoever_watches_sees_castle_and_everybodys_tokens(visit, sizes):
    page, other = visit("/"), visit("/")
    new_race(page, 1, 2)
    other.goto(page.url)
    other.get_by_role("grid").wait_for()
    look = Look(other, sizes)
    look("watching")
    look.stayed()


def test_a_phone_of_a_party_has_everything_in_view(visit):
    """Its board is the buzzer, and for a proof the castle."""
    page = visit("/", has_touch=True)
    seats = [{"occupant": "empty"}, {"occupant": "empty"}, {"occupant": "bot", "level": 1}]
    options = {"pause": 1, "proof": "untimed"}
    answer = page.request.post("/api/tables", data={"game": "booo", "party": True, "options": options, "seats": seats})
    assert answer.ok, answer.text()
    page.goto(f"/t/{answer.json()['table_id']}")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Start now").click()
    page.locator("[data-buzzer] button:enabled").first.wait_for()
    look = Look(page, [(360, 640), (390, 844), (740, 360)])
    look("search")
    page.locator("[data-buzzer] button:enabled").first.click()
    page.locator(".panel[data-proof]").wait_for()
    look("proof")


def is_proving(page: Page) -> bool:
    return view_of(page)["phase"] == "proof"


@pytest.mark.parametrize("size", USUAL)
def test_a_second_press_of_the_claim_costs_nothing(visit, size):
    """B2: 250 ms after the first, at the same place: whatever stands there by then, the proof goes on."""
    page = visit("/", width=size[0], height=size[1])
    new_race(page, 1, 1, handicap="0,3600")
    page.locator(".visitor").wait_for(timeout=40_000)
    for colour in ("W", "V"):  # at both ends of the row
        button = page.locator(f".colours .colour.{colour}")
        page.wait_for_function("colour => !document.querySelector(`.colours .colour.${colour}`)?.disabled", arg=colour)
        box = button.bounding_box()
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.click(*at)
        page.wait_for_timeout(250)
        page.mouse.click(*at)
        page.locator(".panel[data-proof]").wait_for()
        page.wait_for_timeout(150)
        assert is_proving(page), colour
        assert view_of(page)["players"][0]["fails"] == (colour == "V")
        if colour == "W":
            page.get_by_role("button", name="I forgot").click()
            page.locator(".panel:not([data-proof])").wait_for()


def test_a_second_press_of_the_claims_key_costs_nothing(visit):
    """W is also the key of the wall in the west."""
    page = visit("/")
    new_race(page, 1, 1, handicap="0,3600")
    page.locator(".visitor").wait_for(timeout=40_000)
    page.locator("[data-cell='1.1']").focus()
    page.keyboard.press("w")
    page.locator(".panel[data-proof]").wait_for()
    page.keyboard.press("w")
    page.wait_for_timeout(150)
    assert is_proving(page)


def test_a_second_press_of_a_call_names_no_colour(visit):
    """On one screen the colours come where the call was pressed."""
    page = visit("/", width=360, height=640)
    new_race(page, 6, 0)
    page.locator(".visitor").wait_for(timeout=40_000)
    page.keyboard.press("b")
    page.get_by_text("name your first colour").first.wait_for()
    page.keyboard.press("b")
    page.locator(".colours .colour.B").click(force=True)
    page.wait_for_timeout(100)
    assert view_of(page)["phase"] == "called"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_computers_of_one_temperament_are_told_apart_where_their_names_are_cut(visit, language):
    """Their numbers are wholly in view, with a letter or more of the name in front of them."""
    page = visit("/", language=language, width=360, height=640)
    new_race(page, 1, 3)
    page.locator(".player .number").nth(2).wait_for()
    for size in ((360, 640), (740, 360)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        seen = page.locator(".others .player").evaluate_all(
            """all => all.map((player) => {
                const at = (part) => player.querySelector(part).getBoundingClientRect();
                const [name, words, number] = [at(".name"), at(".words"), at(".number")];
                const whole = number.width > 0 && number.right <= name.right + 0.5 && number.left >= words.right - 0.5;
                return { number: player.querySelector(".number").textContent.trim(), letters: words.width, whole };
            })"""
        )
        assert [each["number"] for each in seen] == ["2", "3", "4"], size
        assert all(each["whole"] and each["letters"] >= 16 for each in seen), (size, seen)


def test_a_tall_phone_shows_all_names_whole_and_the_reserve(visit):
    page = visit("/", width=390, height=844)
    new_race(page, 1, 5)
    page.locator(".player .number").nth(4).wait_for()
    area = page.locator(".others").bounding_box()
    assert page.locator(".others .name .words").evaluate_all(
        "all => all.every((one) => one.scrollWidth <= one.clientWidth)"
    )
    for each in page.locator(".others .player, .others .reserve, .others .pile").all():
        box = each.bounding_box()
        assert box["x"] + box["width"] <= area["x"] + area["width"] + 0.5
        assert box["y"] + box["height"] <= area["y"] + area["height"] + 0.5


@pytest.mark.parametrize("language", ["en", "ru"])
def test_six_players_at_a_phone_read_whole_buttons(visit, language):
    """The call and the player's number; in Russian the call is long."""
    page = visit("/", language=language, width=360, height=640)
    new_race(page, 6, 0)
    page.locator(".call").nth(5).wait_for()
    for size in ((360, 640), (390, 844), (740, 360)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        whole = page.locator(".call").evaluate_all(
            """all => all.map((button) => {
                const frame = button.getBoundingClientRect();
                return [...button.querySelectorAll("strong, .small")].every((part) => {
                    const range = document.createRange();
                    range.selectNodeContents(part);
                    const { left, right, top, bottom } = range.getBoundingClientRect();
                    return left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
                });
            })"""
        )
        assert whole == [True] * 6, size
