"""Fingers and mouse on the boards: what was cancelled or pressed elsewhere never makes a move."""

from playwright.sync_api import expect

from web.test_around import alone

OPENING = ["wA1", "bB1 wA1-", "wQ -wA1", "bQ bB1-"]


def opened_hive(visit, **more):
    page = alone(visit, "hive", **more)
    for made, move in enumerate(OPENING, 1):
        page.locator("#typed-move").fill(move)
        page.locator(".typing button").click()
        expect(page.locator("ol.moves li")).to_have_count(made)
    return page


def middle_of(page, selector):
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# The view has been the same for some frames: it follows a move, and the mouse, with the next frame.
SETTLED = """() => new Promise((done) => {
    let [last, same] = ["", 0];
    const look = () => {
        const now = document.querySelector("svg.hive").getAttribute("viewBox");
        [last, same] = [now, now === last ? same + 1 : 0];
        if (same > 5) done(); else requestAnimationFrame(look);
    };
    look();
})"""


def view_box(page):
    page.evaluate(SETTLED)
    return page.locator("svg.hive").get_attribute("viewBox")


def test_a_cancelled_drag_makes_no_move(visit):
    page = opened_hive(visit)
    x, y = middle_of(page, ".cell[data-tile=wQ]")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 12, steps=3)
    goal = middle_of(page, ".cell.goal")
    page.mouse.move(*goal, steps=4)
    page.evaluate("() => window.dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1, bubbles: true }))")
    page.mouse.up()
    expect(page.locator(".tile.drag")).to_have_count(0)
    expect(page.locator("ol.moves li")).to_have_count(len(OPENING))
    # The bug is still in hand, and a drag that ends well counts.
    page.mouse.move(*middle_of(page, ".cell[data-tile=wQ]"))
    page.mouse.down()
    page.mouse.move(*goal, steps=6)
    page.mouse.up()
    expect(page.locator("ol.moves li")).to_have_count(len(OPENING) + 1)


def test_the_hive_stays_where_it_is_without_a_button(visit):
    page = opened_hive(visit)
    box, before = page.locator("svg.hive").bounding_box(), view_box(page)
    x, y = box["x"] + 4, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 7, y)
    page.mouse.up()
    page.mouse.move(x + 200, y, steps=5)
    assert view_box(page) == before
    page.mouse.down()
    page.mouse.move(x + 150, y, steps=5)
    assert view_box(page) != before
    page.mouse.up()


def test_the_wheel_is_the_pages_until_somebody_is_busy_at_the_hive(visit):
    page = opened_hive(visit)
    page.evaluate("() => document.activeElement.blur()")
    before = view_box(page)
    page.evaluate("() => window.addEventListener('wheel', event => (window.taken = event.defaultPrevented))")
    page.mouse.move(*middle_of(page, "svg.hive"))
    page.mouse.wheel(0, 60)
    page.wait_for_function("() => window.taken === false")
    assert view_box(page) == before
    page.locator(".cell[data-tile=bQ]").focus()
    before = view_box(page)
    page.mouse.wheel(80, 0)
    page.mouse.wheel(0, 60)
    page.wait_for_function(
        "before => document.querySelector('svg.hive').getAttribute('viewBox') !== before", arg=before
    )
    wider = float(view_box(page).split()[2]) / float(before.split()[2])
    assert 1 < wider < 1.11


def test_d3_walls_are_crossed_only_while_the_button_is_down(visit):
    page = visit("/learn/booo")
    page.locator(".step").nth(1).click()
    page.locator(".panel[data-proof]").wait_for()
    page.mouse.move(*middle_of(page, "[data-cell='6.6']"))
    page.mouse.down()
    page.mouse.move(3, 3)
    page.mouse.up()
    page.mouse.move(*middle_of(page, "[data-cell='6.6']"))
    page.mouse.move(*middle_of(page, "[data-cell='6.7']"))  # through a wall of the wrong colour
    page.mouse.move(*middle_of(page, "[data-cell='6.6']"))
    page.wait_for_load_state("networkidle")
    assert page.get_by_text("Not quite").count() == 0
    page.mouse.down()
    page.mouse.move(*middle_of(page, "[data-cell='7.6']"), steps=4)
    page.mouse.up()
    page.locator(".well").wait_for()
