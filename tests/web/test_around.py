"""Around a game: hints, dragging from pool and hand, targets for fingers, records of other programs."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import boohive
from web.players import join_by_code


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
    button = page.locator("[data-part=actions] button").first
    said = ""
    for rung in rungs:
        button.click()
        page.wait_for_function("before => document.querySelector('.note.hint')?.textContent.trim() > '' "
                               "&& document.querySelector('.note.hint').textContent !== before", arg=said)  # fmt: skip
        said = page.locator(".note.hint").inner_text()
        assert re.search(rung, said), said
        if language != "en":
            assert not re.search(r"\b(look|kitten|you|move|is)\b", said), said
    # The last rung puts the move on the board, ready to be played.
    page.locator(".confirm button.main").click()
    page.wait_for_function("() => document.querySelectorAll('ol.moves li').length >= 1")


def drag(page, start, end, shows="svg.dragged"):
    one, other = page.locator(start).bounding_box(), page.locator(end).bounding_box()
    page.mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    page.mouse.down()
    page.mouse.move(one["x"] + 40, one["y"] + 40, steps=4)
    page.mouse.move(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2, steps=8)
    page.locator("svg.dragged").wait_for()
    page.locator(shows).wait_for(state="attached")
    page.mouse.up()


def test_a_kitten_is_dragged_from_the_pool(visit):
    """A32: while it is dragged the board shows what it would do, and the drop needs no confirmation."""
    page = visit("/")
    page.add_init_script('localStorage.boohive = JSON.stringify({ motion: "less", confirm: "always" })')
    page = alone(lambda path: page.goto(path) and page, "boop")
    expect(page.locator("[data-said]")).to_contain_text("boop. Orange to move")
    page.locator("[data-space=d4]").click()
    page.get_by_role("button", name="Play it").click()
    page.get_by_text("Grey to move").first.wait_for()
    drag(page, ".draggable[data-kind=kitten]", "[data-space=d5]", shows="line.arrow")
    expect(page.locator("ol.moves li").last).to_contain_text("d5")
    page.get_by_text("Orange to move").first.wait_for()
    assert page.locator("line.arrow").count() == 0


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
    goals = page.locator(".cell.goal")
    assert goals.first.get_attribute("aria-label") == "empty, may go here, north-west of white ant 1 (1/6)"
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
        assert re.fullmatch(rf"hive-\d{{4}}-\d\d-\d\d\.{form}", found.value.suggested_filename)
        kept[form] = tmp_path / f"hive.{form}"
        found.value.save_as(kept[form])
    assert kept["uhp"].read_text().strip() == text
    assert '[GameType "Base"]' in kept["pgn"].read_text()
    for form in ("txt", "pgn", "uhp"):
        page.goto("/replay")
        page.locator("input[type=file]").set_input_files(kept[form])
        page.get_by_role("grid").wait_for()
        assert page.locator("ol.moves li").count() == 4


def finished_game(page):
    """A game against the computer that is given up at once."""
    page.goto("/play/boop")
    page.locator("button.main.big").click()
    page.get_by_role("grid").wait_for()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Give up").click()
    page.locator("[data-part=choice]").get_by_role("button", name="Give up").click()
    expect(page.locator("[data-status]")).to_contain_text("you gave up")
    return page.url.rsplit("/", 1)[-1]


def test_my_games_lists_finished_ones_with_opponent_result_and_date_page_by_page(visit):
    page = visit("/")
    ended = [finished_game(page) for _ in range(7)]
    page.goto("/play/hive")
    page.locator("button.main.big").click()
    page.get_by_role("grid").wait_for()
    page.goto("/")
    expect(page.locator("[data-go-on]")).to_contain_text("Go on: Hive against Computer (level 3)")
    rows = page.locator("section", has_text="My games").locator("li")
    expect(rows).to_have_count(6)
    expect(rows.first).to_contain_text("Hive")
    for words in ("boop.", "against Computer (level 3)", "The computer has won: you gave up"):
        expect(rows.nth(1)).to_contain_text(words)
    assert re.search(r"\w+ \d+, \d{4}", rows.nth(1).inner_text())
    page.get_by_role("button", name="Older").click()
    expect(rows).to_have_count(2)
    expect(page.get_by_role("button", name="Older")).to_be_disabled()
    expect(rows.last.locator("a").first).to_have_attribute("href", f"/t/{ended[0]}")
    rows.last.get_by_role("link", name="Look back").click()
    page.wait_for_url(f"**/replay/{ended[0]}")
    page.get_by_role("grid").wait_for()
    expect(page.locator("h1")).to_contain_text("You – Computer (level 3)")
    page.go_back()
    rows.first.get_by_role("button", name="Put away: Hive").click()
    expect(page.locator("[data-go-on]")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (740, 360), (768, 1024), (1366, 650)])
def test_the_start_page_is_in_order_at_every_width(visit, width, height):
    """Code and the game to go on with come first; every game has its facts and its lesson, the younger players' one too."""
    page = visit("/play/boop", width=width, height=height)
    page.locator("button.main.big").click()
    page.get_by_role("grid").wait_for()
    page.goto("/")
    current = page.locator("[data-go-on]").bounding_box()
    code = page.get_by_role("button", name="I have a code").bounding_box()
    assert code["y"] < current["y"] and current["y"] + current["height"] < min(height, 300)
    assert [each.get_attribute("href") for each in page.locator(".doors a").all()] == [
        "/play/boop", "/learn/boop", "/play/boop-junior", "/play/boop-ghosts", "/learn/boop-ghosts", "/play/hive",
        "/learn/hive", "/play/booo", "/learn/booo",
    ]  # fmt: skip
    facts = page.locator(".doors .facts").all_inner_texts()
    assert facts == ["2 players · from 10 · 20 min", "2 players · from 10 · 25 min", "2 players · from 9 · 20 min",
                     "2 to 6 players"]  # fmt: skip
    if width <= 390:
        assert page.locator("a[href='/play/boop-ghosts']").bounding_box()["y"] < 640


def test_a_fault_is_reported_with_version_and_browser_filled_in(visit):
    page = visit("/rules/hive")
    page.get_by_role("link", name="Report a fault").click()
    facts = page.locator("[data-facts]")
    expect(facts).to_contain_text(f"boohive {boohive.__version__}")
    expect(facts).to_contain_text("Page: /rules/hive")
    expect(facts).to_contain_text(page.evaluate("navigator.userAgent"))
    page.get_by_label("What happened").fill("The ant is upside down.")
    assert "upside%20down" in page.get_by_role("link", name="Write a mail").get_attribute("href")


@pytest.mark.parametrize("game", boohive.GAMES)
def test_the_page_starts_from_the_rulebook(visit, game):
    page = visit(f"/play/{game}")
    page.locator("button.main.big").click()
    page.wait_for_url("**/t/*")
    settings = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[-1]}").json()["settings"]
    printed = dict(boohive.GAMES[game].preset("rulebook"))
    assert {name: settings["options"][name] for name in printed} == printed


def test_what_was_chosen_at_the_set_up_is_remembered(visit):
    page = visit("/play/hive")
    page.locator("label:has(input[value=friend])").click()
    expect(page.locator("input[name=starts][value=lots]")).to_be_checked()  # the rulebooks' own way
    page.locator("[data-agreed]").click()
    page.locator("[data-presets]").select_option("tournament")
    page.get_by_label("Clock").select_option(label="My own clock…")
    page.get_by_label("Minutes each").fill("7")
    page.get_by_label("Seconds per move").fill("2")
    page.get_by_label("Seconds per move").blur()
    page.reload()
    expect(page.locator("input[name=with][value=friend]")).to_be_checked()
    expect(page.locator("[data-agreed]")).to_contain_text("tournament · 7 min each, plus 2 s per move")
    page.locator("[data-agreed]").click()
    expect(page.locator("[data-presets]")).to_have_value("tournament")
    expect(page.get_by_label("Minutes each")).to_have_value("7")
    # The same clock against the computer; and another game has its own memory.
    page.locator("label:has(input[value=computer])").click()
    page.locator("button.main.big").click()
    page.get_by_role("grid").wait_for()
    settings = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[-1]}").json()["settings"]
    assert settings["clock"] == {"kind": "real_time", "initial_ms": 420_000, "increment_ms": 2000, "delay_ms": 0}
    assert (settings["preset"], settings["options"]["type"], settings["options"]["mode"]) == (
        "tournament",
        "Base+MLP",
        "tournament",
    )
    page.goto("/play/boop")
    expect(page.locator("[data-agreed]")).to_contain_text("as printed · No clock")
    expect(page.get_by_text("whoever last stroked a cat")).to_be_visible()


def test_an_invitation_says_who_invites_to_what_and_can_be_called_off(visit):
    host, guest = visit("/play/hive"), visit("/")
    host.locator("label:has(input[value=friend])").click()
    host.get_by_label("Your name").fill("Mama")
    host.locator("label:has(input[name=starts][value=me])").click()
    host.locator("[data-agreed]").click()
    host.locator("[data-presets]").select_option("tournament")
    host.get_by_label("Clock").select_option(index=1)
    host.locator("button.main.big").click()
    host.locator("[data-code]").wait_for()
    guest.goto(host.url)
    for words in ("Mama invites you: Hive", "Rules: tournament", "Bugs: all eight", "3 min each, plus 5 s per move",
                  "The other player begins. Your side: Black."):  # fmt: skip
        guest.get_by_text(words).wait_for()
    assert host.locator("svg.qr").count() == 0  # nobody else can open 127.0.0.1
    assert host.get_by_role("button", name="Let phones at home play too").count() == 1
    host.get_by_role("button", name="Call it off").click()
    host.get_by_role("heading", name="What shall we play?").wait_for()
    guest.get_by_text("The game is over").first.wait_for()


def test_the_one_who_waits_is_told_that_the_game_begins(visit):
    host, guest = visit("/play/boop"), visit("/")
    host.locator("label:has(input[value=friend])").click()
    host.locator("button.main.big").click()
    host.locator("[data-code]").wait_for()
    join_by_code(host, guest)
    expect(host.locator("[data-said]")).to_contain_text("The game begins.")


def test_a_host_at_home_lets_phones_in_from_the_invitation(visit):
    """The address of this computer by itself leads nowhere on a phone: the link and its picture change when phones may come."""
    page = visit("/play/boop")
    states = [{"can_open": True, "links": []}, {"can_open": False, "links": ["http://192.168.7.7:8000/"]}]
    page.route("**/api/party", lambda route: route.fulfill(json=states[route.request.method == "POST"]))
    page.locator("label:has(input[value=friend])").click()
    page.locator("button.main.big").click()
    page.get_by_role("button", name="Let phones at home play too").click()
    page.get_by_role("button", name="Let phones in").click()
    page.locator("svg.qr").wait_for()
    expect(page.locator(".link")).to_have_text(re.compile(r"http://192\.168\.7\.7:8000/t/\w+"))


STACKED = "Base;InProgress;White[5];wS1;bA1 wS1-;wQ -wS1;bQ bA1-;wB1 -wQ;bB1 bQ-;wB1 wQ;bB1 bQ"


def test_a_stack_is_looked_into_with_the_mouse_and_by_a_long_press(visit):
    """H12: at its place, with names, in both turns, and without a move."""
    seats = [{"occupant": "me"}, {"occupant": "me"}]
    wish = {"game": "hive", "options": {"type": "Base"}, "position": STACKED, "seats": seats}
    page = visit("/")
    page.goto("/t/" + page.request.post("/api/tables", data=wish).json()["table_id"])
    fan = page.locator(".fan li")
    page.locator(".cell[data-tile=bB1]").hover()
    expect(fan).to_have_text(["black beetle 1", "black queen"])
    stack, card = (page.locator(each).bounding_box() for each in (".cell[data-tile=bB1]", ".fan"))
    assert abs(stack["x"] + stack["width"] / 2 - card["x"] - card["width"] / 2) < card["width"]
    page.locator(".cell[data-tile=wS1]").hover()
    expect(fan).to_have_count(0)
    mine = page.locator(".cell[data-tile=wB1]")
    mine.dispatch_event("pointerdown", {"pointerType": "touch", "pointerId": 7, "button": 0})
    expect(fan).to_have_text(["white beetle 1", "white queen"])
    mine.dispatch_event("pointerup", {"pointerType": "touch", "pointerId": 7, "button": 0})
    mine.dispatch_event("click")
    expect(page.locator(".cell.goal")).to_have_count(0)  # the press has looked, it takes nothing
    mine.dispatch_event("click")
    page.locator(".cell.goal").first.wait_for()
    expect(fan).to_have_count(0)


PINNED = "Base;InProgress;White[3];wA1;bA1 /wA1;wQ wA1-;bQ bA1\\"


@pytest.mark.parametrize(
    ("language", "why"), [("en", "Without it the hive would fall apart"), ("fr", "la ruche se couperait")]
)
def test_a_bug_that_cannot_move_says_why(visit, language, why):
    page = visit("/", language=language)
    seats = [{"occupant": "me"}, {"occupant": "me"}]
    wish = {"game": "hive", "options": {"type": "Base"}, "position": PINNED, "seats": seats}
    page.goto("/t/" + page.request.post("/api/tables", data=wish).json()["table_id"])
    page.locator(".cell[data-tile=wA1]").click()
    expect(page.locator(".note.trouble")).to_contain_text(why)
    expect(page.locator("[data-said]")).to_contain_text(why)


def test_a_space_that_is_taken_says_so_and_a_typed_move_is_read_and_kept(visit):
    page = alone(visit, "boop")
    page.locator("#typed-move").fill("c3")
    page.locator("#typed-move").press("Enter")
    expect(page.locator("ol.moves li")).to_have_count(1)
    expect(page.locator("#typed-move")).to_have_value("")
    expect(page.locator("#typed-move")).to_be_focused()
    page.locator("#typed-move").fill("kitten c3")
    page.locator("#typed-move").press("Enter")
    expect(page.locator(".note.trouble")).to_contain_text("c3 is taken. Choose an empty space.")
    expect(page.locator("#typed-move")).to_have_value("kitten c3")
    page.locator("#typed-move").fill("c5")
    page.locator(".typing button").click()
    expect(page.locator("ol.moves li")).to_have_count(2)
    expect(page.locator("#typed-move")).to_be_focused()  # not nowhere, when the button is disabled again
    page.reload()
    page.locator("[data-space=c3]").click(force=True)  # it is marked as disabled, and fingers touch it all the same
    expect(page.locator(".note.trouble")).to_contain_text("c3 is taken. Choose an empty space.")
