"""Whole games to their end: against the computer by mouse or by keys alone, and between two browsers."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from web.players import (
    Adviser,
    any_move,
    begin,
    finished,
    good_move,
    join_by_code,
    play_by_keyboard,
    play_by_mouse,
    press_through,
    tab_to,
    table_of,
    targets,
    wait_for_turn,
)

GAMES = ["boop", "boop-junior", "boop-ghosts", "hive"]
MOST = 300


def to_the_end(page: Page, play: Callable[[Page, dict], None], chance: random.Random) -> None:
    """Decision after decision, as the engine advises, until somebody has won."""
    for _ in range(MOST):
        if not wait_for_turn(page):
            return
        play(page, good_move(page, chance))
    raise AssertionError("the game does not end")


def by_mouse(page: Page, game: str) -> None:
    """A whole game against the computer."""
    begin(page)
    to_the_end(page, play_by_mouse, random.Random(game))
    ended_on_the_board(page)


def by_keyboard(page: Page, game: str, seed: int = 0) -> int:
    """The same without touching the mouse, from the door on: all is told, and the focus is never lost. How many moves."""
    tab_to(page, "input[type=range]")
    page.keyboard.press("Home")
    press_through(page, "Play")
    page.get_by_role("grid").wait_for()
    page.evaluate(LISTEN)
    made = 0

    def play(page: Page, move: dict) -> None:
        nonlocal made
        made += 1
        play_by_keyboard(page, move)
        assert page.evaluate(FOCUSED), page.evaluate("document.activeElement.outerHTML.slice(0, 200)")

    to_the_end(page, play, random.Random(f"keys {game} {seed}"))
    ended_on_the_board(page)
    assert_told(page)
    return made


LISTEN = """() => {
    window.told = [];
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) window.told.push(node.textContent);
    }).observe(document.querySelector("[data-said]"), { childList: true });
}"""
FOCUSED = "document.activeElement !== document.body && document.activeElement.matches(':focus-visible')"
BUGS = {
    "Q": "queen", "S": "spider", "B": "beetle", "G": "grasshopper", "A": "ant", "M": "mosquito", "L": "ladybug",
    "P": "pillbug",
}  # fmt: skip


def words_of(move: str) -> list[str]:
    """What has to be in the sentence about a move; nothing about a ghost that stays where it is."""
    bug = re.match(r"[wb]([A-Z])(\d?)", move)
    if bug:
        return [f"{BUGS[bug[1]]} {bug[2]}".strip()]
    if move.startswith("g "):
        return [] if move == "g -" else ["ghost appears"]
    return ["pass"] if move == "pass" else re.findall(r"\b[a-f][1-6]\b", move)


def assert_told(page: Page) -> None:
    """The live region has told every move, in order, and the end."""
    told = iter(page.evaluate("window.told"))
    for event in table_of(page)["events"]:
        wanted = words_of(event["text"])
        assert not wanted or any(all(word in line for word in wanted) for line in told), (
            event,
            page.evaluate("window.told"),
        )
    page.wait_for_function("window.told.some((line) => /won|draw/.test(line))")


def ended_on_the_board(page: Page) -> None:
    """By the rules, not by giving up, by the clock or by leaving."""
    assert finished(page)
    said = page.locator("[data-status]").inner_text()
    assert not any(word in said for word in ("gave up", "time ran out", "left"))


def between_two(host: Page, guest: Page, game: str, complaints: list[str], seed: int = 0) -> None:
    """A whole game by room code; the host's connection is lost twice in the middle of it."""
    meet(host, guest)
    chance = random.Random(f"two {game} {seed}")
    for turn in range(MOST):
        if turn == 3:
            move_while_lost(host, chance, complaints)
        if not a_turn(host, chance, good_move):
            break
        if turn == 1:
            lost_while_the_other_moves(host, guest, chance, complaints)
        elif not a_turn(guest, chance, any_move):
            break
    for page in (host, guest):
        page.get_by_text("won").first.wait_for()
        ended_on_the_board(page)
    assert moves_of(host) == moves_of(guest)


def meet(host: Page, guest: Page) -> None:
    """One invites, the other types the code."""
    host.get_by_role("radio", name="Friend online").check()
    host.get_by_role("button", name="Invite").click()
    host.wait_for_url("**/t/**")
    join_by_code(host, guest)
    for page in (host, guest):
        page.get_by_role("grid").wait_for()


def a_turn(page: Page, chance: random.Random, advise: Adviser) -> bool:
    """All decisions of one turn, or those that are left of it; False when the game is over."""
    seats = table_of(page)["table"]["company"]["your_seats"]
    while table_of(page)["table"]["board"]["active_seats"] == seats:
        if not wait_for_turn(page):
            return False
        play_by_mouse(page, advise(page, chance))
    return not finished(page)


def lose(page: Page) -> None:
    """No network, and the page says so."""
    page.context.set_offline(True)
    page.get_by_text("The connection is gone").wait_for()


def find_again(page: Page, complaints: list[str]) -> None:
    """Back without anybody doing anything."""
    page.context.set_offline(False)
    page.get_by_text("The connection is gone").wait_for(state="detached")
    complaints.clear()  # The browser itself tells the console of the lost connection.


def lost_while_the_other_moves(host: Page, guest: Page, chance: random.Random, complaints: list[str]) -> None:
    lose(host)
    a_turn(guest, chance, any_move)
    find_again(host, complaints)
    expect(host.locator("ol.moves li")).to_have_count(len(moves_of(guest)))


def move_while_lost(host: Page, chance: random.Random, complaints: list[str]) -> None:
    """What is done without a connection arrives later, once."""
    if not wait_for_turn(host):
        return
    before, advised = len(moves_of(host)), good_move(host, chance)
    lose(host)
    play_without_answer(host, advised)
    find_again(host, complaints)
    expect(host.locator("ol.moves li")).not_to_have_count(before)
    assert len(moves_of(host)) == before + 1


def play_without_answer(page: Page, move: dict) -> None:
    for target in targets(page, move):
        page.locator(target).click()


def moves_of(page: Page) -> list[str]:
    """The moves as both see them, without the names."""
    return [line.split()[-1] for line in page.locator("ol.moves li").all_inner_texts()]
