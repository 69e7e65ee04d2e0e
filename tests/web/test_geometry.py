"""Where everything stands: what one needs is in view at every size, and nothing that happens moves the board."""

import json
import random
import re
from functools import cache
from urllib.parse import quote

import pytest
from playwright.sync_api import Page

import boohive

GAMES = {"boop": {}, "boop-junior": {}, "boop-ghosts": {}, "hive": {"type": "Base+MLP"}}

# The side of the bed that each window has room for.
BED = {
    (360, 640): 344, (360, 740): 344, (390, 844): 374, (740, 360): 344, (915, 412): 396, (640, 400): 384,
    (768, 1024): 640, (1024, 700): 636, (1280, 720): 656, (1280, 800): 736, (1366, 650): 586, (1440, 900): 836,
    (1920, 1080): 1016,
}  # fmt: skip
USUAL = [(390, 844), (740, 360), (768, 1024), (1366, 650), (1920, 1080)]
SIZES = [
    pytest.param(USUAL, id="usual"),
    pytest.param(sorted(set(BED) - set(USUAL)), id="others", marks=pytest.mark.slow),
]
TEN_ANSWERS = "1kC2C/C4k/2kK2/C5/3k1K/kk1kK1 1,0,0,1 0 - -", "k e4"
WON = "1c3c/3C2/Kcc3/1c4/K2c1C/6 0,2,3,1 0 - -", "c a4"

MEASURED = """() => {
    const box = (each) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        return [left, top, right, bottom];
    };
    const seen = (each) => each.getClientRects().length > 0 && each.checkVisibility({ visibilityProperty: true });
    const all = (what) => [...document.querySelectorAll(what)].filter(seen);
    const named = (each) => ({ what: each.outerHTML.slice(0, 100), box: box(each) });
    const parts = {};
    for (const each of all("[data-part]")) (parts[each.dataset.part] ??= []).push(box(each));
    const page = document.documentElement;
    const pressed = "[data-part=actions] :is(button, a), .answers button, [data-part$=hand] button, .zoom button";
    return {
        parts,
        scrolls: [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight],
        buttons: all(pressed).map(named),
        zoom: all(".zoom button").map(named),
        cells: all("[data-space]").map(named),
        bugs: all("[data-bug]").map(named),
        last: document.querySelectorAll("[data-part=board] [data-last]").length,
        counts: all("[data-part$=hand] .count").map((each) => [box(each), box(each.closest("[data-kind], [data-hand]"))]),
        names: all("[data-part$=hand] .name").map((each) => [box(each), box(each.closest("[data-part]"))]),
        clocks: all("[data-part$=hand] .clock").map((each) => {
            const part = each.closest("[data-part]");
            return { clock: box(each), part: box(part), pieces: [...part.querySelectorAll("[data-tray] > *")].map(box) };
        }),
        prompt: all(".ask > p").map((each) => box(each)).filter(([, top, , bottom]) => bottom > top),
        hexes: all(".cell polygon").map((each) => each.getBoundingClientRect().width),
    };
}"""

# The window has its new size, and two frames in a row look the same. Styles follow the window a little later on a busy
# machine, so a board that sticks out is given some frames more; one that stays so is measured as it is, and fails.
SETTLED = """async ([width, height]) => {
    const frame = () => new Promise(done => requestAnimationFrame(done));
    const seen = () => document.querySelector("[data-part=board]").getBoundingClientRect();
    const inside = (box) => box.left >= 0 && box.top >= 0 && box.right <= width + 0.5 && box.bottom <= height + 0.5;
    for (let before = "", same = 0, frames = 0; same < 2; frames++) {
        await frame();
        const now = JSON.stringify(seen());
        const settled = innerWidth === width && innerHeight === height && (inside(seen()) || frames > 120);
        same = settled && before === now ? same + 1 : 0;
        before = now;
    }
}"""


@cache
def before(game: str, wanted: str) -> tuple[str, str]:
    """A position of a game played by chance, and the move after which something is to be chosen, or it is over."""
    if game == "boop":
        return {"choice": TEN_ANSWERS, "end": WON}[wanted]
    for seed in range(1000):
        chance = random.Random(seed)
        position = boohive.new(game, **GAMES[game])
        for _ in range(400):
            move = chance.choice(list(position.legal_moves))
            following = position.play(move)
            found = following.outcome is not None if wanted == "end" else asks(following)
            if found:
                return position.text, str(move)
            if following.outcome is not None:
                break
            position = following
    raise AssertionError(f"chance never leads {game} to: {wanted}")


def asks(position) -> bool:
    """Whether something is to be chosen that is no free space."""
    return position.outcome is None and any(
        str(move).split()[0] in ("row", "one", "g") for move in position.legal_moves
    )


@cache
def middle(game: str) -> str:
    """Some turns into a game played by chance."""
    chance = random.Random(7)
    position = boohive.new(game, **GAMES[game])
    for _ in range(24 if game == "hive" else 12):
        following = position.play(chance.choice(list(position.legal_moves)))
        if following.outcome is not None:
            break
        position = following
    return position.text


# A player of the younger players' game chooses only when all eight kittens are on the bed.
PHASES = dict.fromkeys(("boop", "boop-ghosts"), ("start", "middle", "choice", "end"))
PHASES |= dict.fromkeys(("boop-junior", "hive"), ("start", "middle", "end"))


def new_table(page: Page, game: str, position: str | None = None, other: str = "me", **more: object) -> str:
    seats = [{"occupant": "me"}, {"occupant": other}]
    asked = {"game": game, "options": GAMES[game], "seats": seats, **more}
    answer = page.request.post("/api/tables", data=asked | ({"position": position} if position else {}))
    assert answer.ok, answer.text()
    return answer.json()["table_id"]


def open_table(page: Page, game: str, phase: str) -> None:
    """A table of two people at one screen, in this phase of the game."""
    start, move = None, None
    if phase == "middle":
        start = middle(game)
    elif phase != "start":
        start, move = before(game, phase)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"/t/{new_table(page, game, start)}")
    page.get_by_role("grid").wait_for()
    if move:
        page.locator("#typed-move").fill(move)
        page.locator(".typing button").click()
        page.locator(".choices" if phase == "choice" else ".status.over").wait_for()


def at_size(page: Page, size: tuple[int, int]) -> dict:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED, list(size))
    return page.evaluate(MEASURED)


def overlap(one, other) -> bool:
    return min(one[2], other[2]) - max(one[0], other[0]) > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1


def check_view(found: dict, size: tuple[int, int], phase: str, where: object) -> None:
    """Every part is there once, wholly in view, and no part or button lies over another."""
    width, height = size
    parts = found["parts"]
    wanted = {"board", "hand", "other-hand", "status", "actions"} | ({"choice"} if phase == "choice" else set())
    assert set(parts) == wanted, where
    for name, boxes in parts.items():
        assert len(boxes) == 1, (where, name)
        left, top, right, bottom = boxes[0]
        assert left >= 0 and top >= 0 and right <= width + 0.5 and bottom <= height + 0.5, (where, name, boxes)
    assert max(found["scrolls"]) <= 0, where
    names = sorted(parts)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            assert not overlap(parts[one][0], parts[other][0]), (where, one, other)
    for name, part in found["names"]:
        assert part[1] <= name[1] and name[3] <= part[3], (where, name, part)
    for each in found["clocks"]:
        assert each["part"][0] <= each["clock"][0] and each["clock"][2] <= each["part"][2], (where, each)
        assert not any(overlap(each["clock"], piece) for piece in each["pieces"]), (where, each)
    for i, one in enumerate(found["prompt"]):
        assert not any(overlap(one, other) for other in found["prompt"][i + 1 :]), (where, found["prompt"])
    for number, pile in found["counts"]:
        assert pile[0] <= number[0] and number[2] <= pile[2] + 0.5, (where, number, pile)
    for each in found["buttons"]:
        left, top, right, bottom = each["box"]
        assert left >= 0 and top >= 0 and right <= width + 0.5 and bottom <= height + 0.5, (where, each)
        assert right - left >= 43.9 and bottom - top >= 43.9, (where, each)
        if each not in found["zoom"]:
            assert not overlap(each["box"], parts["board"][0]), (where, each)


def check_board(found: dict, size: tuple[int, int], game: str, where: object) -> None:
    left, top, right, bottom = found["parts"]["board"][0]
    wide = size[0] / size[1] >= 1.15
    if game != "hive":
        assert min(right - left, bottom - top) >= 0.95 * BED[size], (where, right - left)
        assert abs((right - left) - (bottom - top)) < 1, where
        phone = min(size) < 480
        for cell in found["cells"]:
            assert cell["box"][2] - cell["box"][0] >= (39.9 if phone else 43.9), (where, cell)
    elif wide:
        assert bottom - top >= 0.95 * BED[size], (where, bottom - top)
    else:
        assert bottom - top >= 0.45 * size[1], (where, bottom - top)


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_everything_is_in_view_and_the_board_stays(visit, game, sizes):
    page = visit("/")
    boards: dict[tuple[int, int], set[tuple[float, ...]]] = {size: set() for size in sizes}
    for phase in PHASES[game]:
        open_table(page, game, phase)
        for size in sizes:
            found = at_size(page, size)
            where = (game, phase, size)
            check_view(found, size, phase, where)
            check_board(found, size, game, where)
            # The text of a position of Hive holds the moves that led there, the last one too.
            is_last_known = phase in ("choice", "end") or (game == "hive" and phase == "middle")
            assert found["last"] == is_last_known, where
            boards[size].add(tuple(found["parts"]["board"][0]))
            if game == "hive" and phase != "start":
                if phase == "middle":
                    assert min(found["hexes"]) >= 43.9, where
                page.locator(".zoom button").last.click()
                shown = at_size(page, size)
                for bug in shown["bugs"]:
                    assert not any(overlap(bug["box"], each["box"]) for each in shown["zoom"]), (where, bug)
    assert {size: len(boxes) for size, boxes in boards.items()} == dict.fromkeys(sizes, 1), boards


@pytest.mark.parametrize("sizes", SIZES)
def test_two_who_face_each_other_have_the_same_board(visit, sizes):
    """On a touch screen that lies between them each has a prompt of their own, and the bed is as large as ever."""
    page = visit("/", has_touch=True)
    for game in ("boop", "hive"):
        page.set_viewport_size({"width": 768, "height": 1024})
        page.goto(f"/t/{new_table(page, game, middle(game))}")
        page.locator(".areas.facing").wait_for()
        for size in sizes:
            if min(size) < 700:
                continue
            found = at_size(page, size)
            check_view(found, size, "", (game, "facing", size))
            check_board(found, size, game, (game, "facing", size))


RECORDS = {
    "boop": "boohive record 1\ngame: boop\n\n0 k c3\n1 k d4\n0 k b3\n1 k e5\n0 k c4\n1 k b2\n",
    "hive": "Base+MLP;InProgress;White[5];wS1;bA1 wS1-;wQ -wS1;bQ bA1-;wB1 -wQ;bB1 bQ-;wB1 wQ;bB1 bQ",
}


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("game", RECORDS)
def test_a_replay_is_laid_out_like_a_table_and_stays(visit, game, sizes):
    """A2, H13: board, what was told and the buttons of a replay are in view, and no step moves them."""
    page = visit("/replay")
    page.locator("textarea").fill(RECORDS[game])
    page.get_by_role("button", name="Open a record").click()
    page.get_by_role("grid").wait_for()
    for size in sizes:
        seen = set()
        for key in ("Home", "ArrowRight", "End"):
            page.locator("body").press(key)
            found = at_size(page, size)
            check_view(found, size, "", (game, "replay", size, key))
            check_board(found, size, game, (game, "replay", size, key))
            seen.add(str({name: boxes for name, boxes in found["parts"].items() if name != "status"}))
        assert len(seen) == 1, (game, size, seen)


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("game", ["boop", "hive"])
def test_a_shared_position_is_laid_out_like_a_table(visit, game, sizes):
    page = visit(f"/look/{game}?position={quote(middle(game))}&options={quote(json.dumps(GAMES[game]))}")
    page.get_by_role("grid").wait_for()
    for size in sizes:
        found = at_size(page, size)
        check_view(found, size, "", (game, "look", size))
        check_board(found, size, game, (game, "look", size))


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_shows_its_task_its_buttons_and_the_board(visit, game, sizes):
    """What to try, the next button, the board and both pools are wholly in view; an answer moves nothing."""
    page = visit(f"/learn/{game}")
    page.get_by_role("grid").wait_for()
    hint, confirm = page.locator("[data-hint]"), page.get_by_role("button", name="Play it")
    for size in sizes:
        page.get_by_role("navigation", name="Steps").get_by_role("button").first.click()
        hint.and_(page.locator(":enabled")).wait_for()
        before = at_size(page, size)
        hint.click()
        confirm.click()
        page.locator(".well").wait_for()
        after = at_size(page, size)
        for found in (before, after):
            assert set(found["parts"]) - {"choice"} == {"board", "hand", "other-hand", "status", "next"}, (game, size)
            for name, [(left, top, right, bottom)] in found["parts"].items():
                assert left >= 0 and top >= 0 and right <= size[0] + 0.5 and bottom <= size[1] + 0.5, (game, size, name)
            assert max(found["scrolls"]) <= 0, (game, size)
        assert before["parts"]["board"] == after["parts"]["board"], (game, size)


class Line:
    """The page's connection, which can be cut."""

    def __init__(self, page: Page) -> None:
        self.cut, self.socket = False, None
        page.route_web_socket(re.compile("/ws$"), self.between)

    def between(self, socket) -> None:
        if self.cut:
            socket.close()
            return
        self.socket = socket
        socket.connect_to_server()

    def lose(self) -> None:
        self.cut = True
        self.socket.close()


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("game", ["boop", "hive"])
def test_nothing_that_comes_in_moves_the_board(visit, game, sizes):
    """A friend with a long name, a line of chat, an offer and a lost connection, at clocks that show hours."""
    host, guest = visit("/"), visit("/")
    line = Line(host)
    table = new_table(host, game, other="empty", clock={"kind": "real_time", "initial_ms": 3 * 3_600_000})
    long_name = "Maximiliane Konstantinopolitanskaja-Wu"
    assert guest.request.post(f"/api/tables/{table}/join", data={"name": long_name}).ok
    boards: dict[tuple[int, int], set[tuple[float, ...]]] = {size: set() for size in sizes}

    def look(what: str) -> None:
        for size in sizes:
            found = at_size(host, size)
            check_view(found, size, "choice" if what == "offer" else "", (game, what, size))
            boards[size].add(tuple(found["parts"]["board"][0]))

    host.goto(f"/t/{table}")
    guest.goto(f"/t/{table}")
    host.get_by_role("grid").wait_for()
    look("name")
    guest.get_by_role("button", name="Hello!").click()
    host.locator("ul.chat li").wait_for(state="attached")
    look("chat")
    guest.get_by_role("button", name="Offer a draw").click()
    host.locator(".answers.offer").wait_for()
    look("offer")
    line.lose()
    host.locator(".lost").wait_for()
    look("offer")
    assert {size: len(boxes) for size, boxes in boards.items()} == dict.fromkeys(sizes, 1), boards
