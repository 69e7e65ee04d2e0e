"""Around a game: hints, dragging from pool and hand, targets for fingers, records of other programs."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import boohive


def alone(visit, game, **more):
    page = visit(f"/play/{game}", **more)
    page.locator("label:has(input[value=same])").click()
    page.locator("button.main.big").click()
    page.get_by_role("grid").wait_for()
    return page


@pytest.mark.parametrize(
    ("game", "language", "rungs"),
    [
        ("boop", "en", ["Look around here: [a-f][1-6]", "Think of this piece: kitten", r"A good move is kitten on"]),
        ("hive", "fr", ["", r"Pense à ce pion\s: ", r"Un bon coup\s: "]),
        ("boop", "uk", ["", "кошен", "на [a-f][1-6]"]),
        ("boop-ghosts", "ru", ["", "кот", "на [a-f][1-6]"]),
    ],
)
def test_the_hint_ladder_speaks_the_language_of_the_page(visit, game, language, rungs):
    page = alone(visit, game, language=language)
    if game == "hive":
        page.locator("[data-hand=ant]:enabled").click()
        page.locator(".cell.goal").first.click()
        page.locator("ol.moves li").first.wait_for()
    button = page.locator(".actions button").first
    said = ""
    for rung in rungs:
        button.click()
        page.wait_for_function("before => document.querySelector('.hint.card')?.textContent.trim() > '' "
                               "&& document.querySelector('.hint.card').textContent !== before", arg=said)  # fmt: skip
        said = page.locator(".hint.card").inner_text()
        assert re.search(rung, said), said
        if language != "en":
            assert not re.search(r"\b(look|kitten|you|move|is)\b", said), said
    # The last rung puts the move on the board, ready to be played.
    page.locator(".confirm button.main").click()
    page.wait_for_function("() => document.querySelectorAll('ol.moves li').length >= 1")


def drag(page, start, end):
    one, other = page.locator(start).bounding_box(), page.locator(end).bounding_box()
    page.mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    page.mouse.down()
    page.mouse.move(one["x"] + 40, one["y"] + 40, steps=4)
    page.mouse.move(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2, steps=8)
    page.locator("svg.carried").wait_for()
    page.mouse.up()


def test_a_kitten_is_dragged_from_the_pool(visit):
    page = alone(visit, "boop")
    drag(page, ".carry[data-kind=kitten]", "[data-space=d5]")
    page.get_by_text("Grey to move").first.wait_for()
    assert "d5" in page.locator("ol.moves li").inner_text()


def test_a_bug_is_dragged_from_the_hand(visit):
    page = alone(visit, "hive")
    page.locator("[data-hand=ant]:enabled").click()
    page.locator(".cell.goal").first.click()
    page.get_by_text("Black to move").first.wait_for()
    one = page.locator("[data-hand=spider]:enabled").bounding_box()
    page.mouse.move(one["x"] + 20, one["y"] + 20)
    page.mouse.down()
    page.mouse.move(one["x"] + 60, one["y"] + 90, steps=4)
    goal = page.locator(".cell.goal").last.bounding_box()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
    page.mouse.up()
    page.get_by_text("White to move").first.wait_for()


BIG_HIVE = Path(__file__).parents[2] / "web" / "src" / "lib" / "lessons.ts"


@pytest.mark.parametrize("game", ["boop", "boop-ghosts", "hive"])
def test_fingers_find_targets_of_44_pixels(visit, game):
    page = alone(visit, game, width=360, height=740, has_touch=True, is_mobile=True)
    small = "[data-space], [data-hand]:enabled, [data-entry], .cell, .turns button, .turns a.button"
    sizes = page.locator(small).evaluate_all(
        "them => them.map(each => ({ what: each.outerHTML.slice(0, 90), box: each.getBoundingClientRect() }))"
        ".filter(({ box }) => box.width && (box.width < 44 || box.height < 44)).map(({ what }) => what)"
    )
    assert sizes == []


def test_a_large_hive_keeps_its_tiles_as_large_as_fingertips(visit):
    """Sixteen bugs in a line are wider than a phone: the table is moved about, not shrunk."""
    moves = [
        "wS1",
        "bS1 wS1-",
        "wQ -wS1",
        "bQ bS1-",
        "wA1 -wQ",
        "bA1 bQ-",
        "wA2 -wA1",
        "bA2 bA1-",
        "wA3 -wA2",
        "bA3 bA2-",
    ]
    moves += ["wG1 -wA3", "bG1 bA3-", "wG2 -wG1", "bG2 bG1-", "wG3 -wG2", "bG3 bG2-"]
    position = boohive.new("hive", type="Base")
    for move in moves:
        position = position.play(move)
    page = visit("/", width=360, height=740, has_touch=True, is_mobile=True)
    page.goto("/look/hive?position=" + position.text.replace(";", "%3B").replace("+", "%2B"))
    page.get_by_role("button", name="One screen").click()
    page.wait_for_url("**/t/**")
    page.locator(".cell").first.wait_for()
    page.wait_for_timeout(500)
    width = page.locator(".cell[data-tile=wS1] polygon").evaluate("each => each.getBoundingClientRect().width")
    assert width >= 44


def test_the_hive_fits_again_when_the_window_changes(visit):
    """From a wide window to a phone's: hexes for fingers, and back: everything in sight."""
    page = alone(visit, "hive")
    for bug in ("ant", "spider", "grasshopper", "spider"):
        page.locator(f"[data-hand={bug}]:enabled").click()
        page.locator(".cell.goal").last.click()
        page.locator(".cell.goal").first.wait_for(state="detached")
    tile = page.locator(".cell[data-tile=wA1] polygon")
    page.set_viewport_size({"width": 360, "height": 740})
    page.wait_for_function(
        "() => document.querySelector('.cell[data-tile=wA1] polygon').getBoundingClientRect().width >= 44"
    )
    page.set_viewport_size({"width": 1280, "height": 900})
    page.wait_for_timeout(300)
    board, box = page.locator("svg.hive").bounding_box(), tile.bounding_box()
    assert board["x"] <= box["x"] and box["x"] + box["width"] <= board["x"] + board["width"]


def test_the_live_region_says_where_a_bug_goes(visit):
    page = alone(visit, "hive")
    said = page.locator("[data-said]")
    page.locator("[data-hand=ant]:enabled").click()
    page.locator(".cell.goal").first.click()
    expect(said).to_contain_text("White: ant 1 begins the hive.")
    page.locator("[data-hand=beetle]:enabled").click()
    assert page.locator(".cell.goal").first.get_attribute("aria-label") == "empty, may go here, beside: white ant 1"
    for move, words in (
        ("bB1 wA1-", "Black: beetle 1 joins the hive, beside: white ant 1."),
        ("wQ -wA1", "White: queen joins the hive, beside: white ant 1."),
        ("bQ bB1-", "Black: queen joins the hive, beside: black beetle 1."),
        ("wA2 -wQ", "White: ant 2 joins the hive, beside: white queen."),
        ("bA1 bQ-", "Black: ant 1 joins the hive, beside: black queen."),
        ("wA2 bA1-", "White: ant 2 moves, now beside: black ant 1."),
        ("bB2 bQ\\", "Black: beetle 2 joins the hive, beside: "),
        ("wA2 -wQ", "White: ant 2 moves, now beside: white queen."),
        ("bB2 bQ", "Black: beetle 2 climbs onto: black queen."),
    ):
        page.locator("#typed-move").fill(move)
        page.locator(".typing button").click()
        expect(said).to_contain_text(words)


def test_nothing_is_offered_while_something_is_shown(visit):
    """A tap then only hurries what is being shown; it must not look as if it were a move."""
    page = alone(visit, "boop")
    page.emulate_media(reduced_motion="no-preference")
    offered = page.locator("[data-space][aria-disabled=false]")
    page.evaluate(
        """() => {
            window.offered = [];
            const look = () => {
                window.offered.push(document.querySelectorAll("[data-space][aria-disabled=false]").length);
                if (document.querySelectorAll("ol.moves li").length < 2) requestAnimationFrame(look);
            };
            look();
        }"""
    )
    page.locator("[data-space=c3]").click()
    expect(offered).to_have_count(35)
    page.locator("[data-space=c4]").click()
    page.wait_for_function("() => document.querySelectorAll('ol.moves li').length === 2")
    assert offered.count() == 0  # the boop is on its way
    expect(offered).to_have_count(34)
    assert 0 in page.evaluate("window.offered")


def test_hive_is_read_and_written_for_other_programs(visit, tmp_path):
    text = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
    page = visit("/replay")
    page.locator("textarea").fill(text)
    page.get_by_role("button", name="Open a record").click()
    page.get_by_role("grid").wait_for()
    kept = {}
    for form in ("txt", "uhp", "pgn"):
        with page.expect_download() as found:
            page.locator(f"a[data-form={form}]").click()
        kept[form] = tmp_path / f"hive.{form}"
        found.value.save_as(kept[form])
    assert kept["uhp"].read_text().strip() == text
    assert '[GameType "Base"]' in kept["pgn"].read_text()
    for form in ("txt", "pgn", "uhp"):
        page.goto("/replay")
        page.locator("input[type=file]").set_input_files(kept[form])
        page.get_by_role("grid").wait_for()
        assert page.locator("ol.moves li").count() == 4
