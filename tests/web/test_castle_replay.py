"""After a race: a replay shows every round with what there was to find; and the castle of the day is the same for everybody."""

from dataclasses import replace

from playwright.sync_api import expect

import boohive
from boohive.core.record import Record
from boohive.games.booo.bots import LEVELS, play_out
from boohive.games.booo.castle import COLOURS
from boohive.games.booo.proof import RouteProblem
from web.races import view_of

NAMES = {"W": "white", "Y": "yellow", "R": "red", "G": "green", "B": "blue", "V": "violet"}


def rounds_of(record):
    """For each visitor what the solver finds for each seat (first colour and steps), and who took it."""
    found = []
    for step in record.steps():
        position = step.position
        setup, state = position.rules.setup, position.state
        for effect in step.effects:
            if effect.kind == "appeared":
                routes = []
                for player in state.players:
                    allowed = sum(1 << i for i, letter in enumerate(COLOURS) if letter not in player.walls)
                    rooms = state.ghost, state.visitor
                    problem = RouteProblem(setup.castle, *rooms, allowed, setup.passage_set, setup.transformation_set)
                    route = problem.best_route()
                    routes.append(None if route is None else len(route[3]))
                found.append([state.round, routes, None])
            elif effect.kind == "scared":
                found[-1][2] = effect.seat
    return found


def test_every_round_of_a_replay_shows_the_shortest_route_the_one_shown_and_who_could_have_found_what(visit):
    first = boohive.new("booo", players=3, seed=12)
    record = replace(Record.of(first), events=tuple(play_out(first.rules, first.state, [LEVELS["normal"]] * 3, 12)))
    rounds = rounds_of(record)
    assert any(seat is not None for _, _, seat in rounds)
    page = visit("/replay", width=390, height=844)
    page.get_by_role("textbox").fill(record.write())
    page.get_by_role("button", name="Open a record").click()
    page.get_by_role("grid").wait_for()
    buttons = page.locator("[data-rounds] [aria-expanded]")
    expect(buttons).to_have_count(len(rounds))
    for n, (number, routes, seat) in enumerate(rounds):
        buttons.nth(n).click()
        assert buttons.nth(n).inner_text() == f"Visitor {number}: {'nobody' if seat is None else f'Player {seat + 1}'}"
        told = page.locator("[data-rounds] li li").all_inner_texts()
        assert len(told) == 3
        for player, (text, steps) in enumerate(zip(told, routes, strict=True), 1):
            assert text.startswith(f"Player {player}: ")
            assert text.endswith(f"steps: {steps}" if steps else "no route"), (number, text, steps)
        assert page.get_by_role("button", name="The route that was shown").count() == (seat is not None)
        if any(routes):
            shortest = page.locator("[data-shortest]")
            assert str(min(steps for steps in routes if steps)) in shortest.inner_text()
            shortest.click()
            page.locator(".castle .path").wait_for(state="attached")
    assert not page.get_by_text("time", exact=True).count()  # B16: what the clock did is no move


def test_the_castle_of_the_day_is_the_same_in_two_time_zones_and_whatever_was_chosen_before(visit):
    seen = []
    for zone, chosen in (("Pacific/Kiritimati", None), ("Pacific/Pago_Pago", "expert")):
        page = visit("/play/booo", timezone_id=zone)
        if chosen:
            page.get_by_text("Rule options").click()
            page.locator("details select:not([data-presets])").first.select_option(chosen)
        page.get_by_role("button", name="Castle of the day").click()
        page.locator(".visitor").wait_for(timeout=40_000)
        view = view_of(page)
        seen.append((view["scenery"], view["ghost"], view["visitor"], view["pile"]))
    assert seen[0] == seen[1]
