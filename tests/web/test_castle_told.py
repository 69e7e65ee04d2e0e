"""What a race tells: where a proof went wrong, the route that nobody saw, and who has given up."""

from playwright.sync_api import expect

from web.races import route_of, view_of
from web.test_castle_geometry import in_search, new_race


def test_b15_a_failed_proof_shows_where_it_went_wrong(visit):
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


def test_b5_a_route_that_nobody_saw_is_drawn_when_the_visitor_has_left(visit):
    page = visit("/")
    for _ in range(6):
        in_search(page, 1, 0)
        if route_of(view_of(page), 0)["first"]:
            break
    page.get_by_role("button", name="No route").click()
    page.locator(".castle .path").wait_for()
    assert "There was a route" in page.locator("[data-said]").inner_text()


def test_b4_who_gives_up_is_asked_on_one_screen_and_told_to_all(visit):
    page = visit("/")
    in_search(page, 3, 0)
    page.get_by_role("button", name="Give up").click()
    page.locator(".asked").get_by_role("button", name="Give up: Player 2").click()
    page.get_by_text("Player 2: gives up and watches").first.wait_for()
    second = page.locator("[data-part=hand] .player").nth(1)
    assert [second.locator(part).text_content() for part in (".name", ".away")] == ["Player 2", "gave up"]
    assert page.get_by_role("button", name="Booo! Player 2").count() == 0
    assert page.get_by_role("button", name="Booo! Player 3").is_enabled()
    page.get_by_role("button", name="Give up").click()
    page.locator(".asked").get_by_role("button", name="Give up: Player 1").click()
    expect(page.locator("[data-status]")).to_have_text("Player 3 has won: the others gave up")


def test_b3_whoever_stops_alone_is_not_asked_for_a_route_any_more(visit):
    page = visit("/play/booo")
    page.get_by_role("button", name="Alone against the clock").click()
    page.locator(".visitor").wait_for(timeout=40_000)
    expect(page.locator("[data-part=status]")).to_contain_text("Found a route?")
    page.get_by_role("button", name="Give up").click()
    page.locator(".asked").get_by_role("button", name="Give up").click()
    expect(page.locator("[data-status]")).to_have_text("Stopped after 0 of 9 visitors.")
    expect(page.locator("[data-part=status]")).not_to_contain_text("Found a route?")


def test_b6_a_banned_colour_does_not_look_like_one_that_cannot_be_pressed_now(visit):
    page = visit("/")
    seats = [{"occupant": "me"}, {"occupant": "bot", "level": 1}]
    text = "handicap=0,3600 | search first=0 ghost=c4 number=1 round=2 attempt=1 visitor=e1 | W:1:1 -"
    answer = page.request.post("/api/tables", data={"game": "booo", "seats": seats, "position": text})
    assert answer.ok, answer.text()
    page.goto(f"/t/{answer.json()['table_id']}")
    page.locator(".colour.Y:enabled").wait_for()
    assert page.locator(".colour.W").get_attribute("aria-label") == "white, banned for you"
    page.locator(".colour.Y").click()
    page.locator(".panel[data-proof]").wait_for()
    page.wait_for_function("() => !document.querySelector('.panel[data-proof] .lower button').disabled")
    page.get_by_role("button", name="I forgot").click()
    page.locator(".colour.Y:disabled").wait_for()
    struck = "colour => getComputedStyle(document.querySelector(`.colour.${colour}`)).borderStyle"
    assert [page.evaluate(struck, colour) for colour in "WY"] == ["dashed", "solid"]


def test_d24_a_key_that_is_held_is_one_press(visit):
    page = visit("/")
    in_search(page, 1, 1, handicap="0,3600")
    page.evaluate("addEventListener('keydown', () => (window.__keys = (window.__keys ?? 0) + 1), true)")
    for _ in range(6):
        page.keyboard.down("h")
    page.keyboard.up("h")
    page.locator("[aria-pressed=true]", has_text="No route").wait_for()
    page.wait_for_timeout(150)
    assert page.evaluate("window.__keys") == 6
    assert view_of(page)["players"][0]["hand"]


def test_k6_letters_are_no_keys_when_the_settings_say_so_and_no_letter_crosses_a_wall(visit):
    page = visit("/")
    # Before the page's own code, which may be about to remember something itself.
    page.add_init_script("localStorage.boohive = JSON.stringify({ motion: 'less', letters: false })")
    in_search(page, 1, 1, handicap="0,3600", proof="untimed")
    page.keyboard.press("w")
    page.keyboard.press("h")
    page.wait_for_timeout(150)
    view = view_of(page)
    assert view["phase"] == "search" and not view["players"][0]["hand"]
    page.locator(".colour.W").click()
    page.locator(".panel[data-proof]").wait_for()
    page.locator(f"[data-room-name={view['ghost']}]").focus()
    for letter in "nesw":
        page.keyboard.press(letter)
    page.wait_for_timeout(150)
    assert view_of(page)["proof"]["steps"] == []


def test_k7_the_keys_go_from_one_possible_step_to_the_next_and_focus_follows_the_ghost(visit):
    page = visit("/")
    seats = [{"occupant": "me"}, {"occupant": "bot", "level": 1}]
    text = "seed=5 proof=untimed handicap=0,3600 | search first=0 ghost=c4 number=1 round=1 attempt=1 visitor=a1 | - -"
    asked = {"game": "booo", "seats": seats, "position": text, "options": {"seed": 5}}
    page.goto(f"/t/{page.request.post('/api/tables', data=asked).json()['table_id']}")
    page.locator(".colour.B:enabled, .colour.W:enabled").first.wait_for()
    walls = view_of(page)["scenery"]["walls"]
    around = ["7.6-8.6", "8.6-8.7", "8.6-9.6", "8.5-8.6"]
    colour = walls[next(wall for wall in around if wall in walls)]
    page.locator(f".colour.{colour}").click()
    page.locator(".panel[data-proof]").wait_for()
    page.locator("[data-room-name=c4]").focus()
    for _ in range(30):  # what keys mean in a proof comes a moment after the castle
        page.keyboard.press("PageDown")
        page.wait_for_timeout(100)
        if page.locator(".chosen").count():
            break
    assert "wall" in page.locator("[data-said]").inner_text()
    page.keyboard.press("Enter")
    page.locator(".panel[data-proof='1']").wait_for()
    (one, other) = view_of(page)["proof"]["steps"][0]["wall"]
    focused = page.locator("[data-cell]:focus").get_attribute("data-cell")
    assert focused in {".".join(map(str, cell)) for cell in (one, other)} - {"8.6"}
    assert "the ghost" in page.locator("[data-cell]:focus").get_attribute("aria-label")
    assert "Through the" in page.locator("[data-said]").inner_text()


def test_h8_q2_the_first_player_names_the_ghosts_room_and_the_number_and_all_see_it(visit):
    page = visit("/", width=360, height=640)
    new_race(page, 2, 0, chooser="first_player", pause=1)
    first = view_of(page)["first_player"]
    assert page.locator("[data-status]").inner_text() == f"Player {first + 1} names the ghost’s room and the number"
    for button in page.locator("[data-choosing] button").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 43.9
    page.get_by_role("group", name="The ghost’s room").get_by_role("button", name="d4").click()
    page.get_by_role("group", name="The number").get_by_role("button", name="3").click()
    page.locator(".visitor").wait_for()
    view = view_of(page)
    assert (view["ghost"], view["number"]) == ("d4", 3)
    assert page.get_by_role("img", name="Number 3").is_visible()
    marked = page.locator(".player", has=page.get_by_role("img", name="First player"))
    expect(marked.locator(".name")).to_have_text([f"Player {view['first_player'] + 1}"])
