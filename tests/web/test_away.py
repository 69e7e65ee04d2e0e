"""The other player stays away: the one who waits may claim the game, or go on against the computer."""

import subprocess
import sys
from itertools import accumulate
from pathlib import Path

import pytest
from playwright.sync_api import expect

import boohive
from web.players import table_of
from web.test_geometry import SETTLED

MINUTES = 60
SIZES = [(360, 640), (390, 844), (740, 360), (640, 400), (768, 1024), (1366, 650)]


class TimedServer:
    """A server whose time the test moves on."""

    def __init__(self, folder):
        command = [sys.executable, str(Path(__file__).with_name("server_with_time.py"))]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder)
        line = self.process.stdout.readline()
        assert "boohive is at" in line, line
        self.address = line.split()[3].rstrip("/")

    def passes(self, seconds):
        print(seconds, file=self.process.stdin, flush=True)

    def stop(self):
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture(scope="module")
def timed(tmp_path_factory):
    server = TimedServer(tmp_path_factory.mktemp("timed"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def server(timed):
    """What ``visit`` opens."""
    return timed.address


def left_alone(visit, game="boop", move="k c3", **more):
    """A page of the first player, who waits for the second, whose page has gone; and how that one comes back."""
    page, friend = visit("/", **more), visit("/")
    clock = {"kind": "real_time", "initial_ms": 3_600_000}
    seats = [{"occupant": "me", "name": "Ann"}, {"occupant": "empty"}]
    table = page.request.post("/api/tables", data={"game": game, "seats": seats, "clock": clock}).json()["table_id"]
    friend.request.post(f"/api/tables/{table}/join", data={"name": "Ben"})
    seq = page.request.get(f"/api/tables/{table}").json()["seq"]
    act = {"id": "first", "seq": seq, "action": {"kind": "play", "text": move}}
    assert page.request.post(f"/api/tables/{table}/action", data=act).ok
    for each in (page, friend):
        each.goto(f"/t/{table}")
        each.get_by_role("grid").wait_for()
    away = page.locator("[data-part=other-hand] .away")
    expect(away).to_have_count(0)  # The friend was here: who has not come yet is away, too.
    friend.goto("about:blank")
    expect(away).to_be_visible()

    def come_back():
        friend.goto(f"/t/{table}")
        return friend

    return page, come_back


def choice(page):
    return page.locator("[data-part=choice]")


def test_a_game_whose_other_player_has_gone_can_be_claimed(timed, visit):
    page, come_back = left_alone(visit)
    timed.passes(MINUTES - 20)
    expect(page.locator("[data-status]")).to_have_text("Ben to move")
    timed.passes(25)
    expect(page.locator("[data-status]")).to_have_text("Ben has been away for a while.")
    come_back()
    expect(choice(page)).to_have_count(0)
    expect(page.locator("[data-part=other-hand]")).not_to_contain_text("away")


def test_whoever_claims_it_has_won_and_the_other_one_reads_why(timed, visit):
    page, come_back = left_alone(visit)
    timed.passes(MINUTES + 5)
    choice(page).get_by_role("button", name="Claim the game").click()
    expect(page.locator("[data-status]")).to_have_text("You have won: the other side was away for too long")
    friend = come_back()
    expect(friend.locator("[data-status]")).to_have_text("Ann has won: you were away for too long")


@pytest.mark.parametrize(("game", "move"), [("boop", "k c3"), ("hive", "wS1")])
def test_or_goes_on_against_the_computer_and_nobody_has_lost(timed, visit, game, move):
    page, come_back = left_alone(visit, game, move)
    timed.passes(MINUTES + 5)
    before = page.url
    choice(page).get_by_role("button", name="Go on against the computer").click()
    page.wait_for_url(lambda url: url != before and "/t/" in url)
    expect(page.locator("[data-part=other-hand] .computer")).to_be_visible()
    table = table_of(page)
    begun = boohive.from_text(game, table["settings"]["initial_position"], **table["settings"]["options"])
    known = list(
        accumulate((event["text"] for event in table["events"]), lambda at, text: at.play(text), initial=begun)
    )
    assert boohive.new(game).play(move).text in [each.text for each in known], "the computer may have answered"
    friend = come_back()
    expect(friend.locator("[data-status]")).to_have_text(
        "The game is over: a player was away for too long, and nobody has won"
    )


@pytest.mark.parametrize("language", ["en", "fr", "uk", "ru"])
def test_both_buttons_have_room_everywhere(timed, visit, language):
    page, _ = left_alone(visit, "hive", "wS1", language=language)
    timed.passes(MINUTES + 5)
    expect(choice(page).get_by_role("button")).to_have_count(2)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED, [width, height])
        buttons = choice(page).get_by_role("button").all()
        for button in buttons:
            box = button.bounding_box()
            assert box["height"] >= 44, (width, height, box)
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width, (width, height, box)
            assert 0 <= box["y"] <= box["y"] + box["height"] <= height, (width, height, box)
            assert button.evaluate("it => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight")
        assert page.locator("[data-status]").evaluate("it => it.scrollHeight <= it.clientHeight"), (width, height)
