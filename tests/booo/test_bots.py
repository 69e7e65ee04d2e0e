"""H39: bots with a human clock; whole games end and replay to the same state."""

import itertools
import math
import statistics
from dataclasses import replace

import pytest

import boohive
from boohive import Record
from boohive.core.game import Event
from boohive.games.booo.bots import EARLIEST, LEVELS, Route, choose_route, intent, next_event, play_out, visible_routes
from boohive.games.booo.castle import COLOURS
from boohive.games.booo.state import Phase
from booo.race import Race

NAMES = ("easy", "normal", "hard", "normal", "easy", "hard")
TABLES = [
    {},
    {"penalty": "cooldown", "banned_claim": "refused", "search_limit": 180, "umpire": "on", "deck": "fresh"},
    {"penalty": "out", "umpire": "on", "tokens": "0+0"},
    {"penalty": "give", "sections": "expert", "proof": "relaxed", "chooser": "first_player"},
    {"sections": "easy", "token_rooms": "drawn", "tokens": "1+3", "umpire": "on"},
]


def play_games(players: int, games: int) -> list[str]:
    """Whole games of bots; each must end, and its record must replay to the same final state."""
    ends = []
    for seed in range(games):
        first = boohive.new("booo", players=players, seed=seed, **TABLES[seed % len(TABLES)])
        levels = [LEVELS[NAMES[(seat + seed) % len(NAMES)]] for seat in range(players)]
        events = play_out(first.rules, first.state, levels, seed)
        record = replace(Record.of(first), events=tuple(events))
        last = record.last()
        assert last.outcome is not None
        again = boohive.read_record(record.write())
        assert again.last() == last
        assert again.last().text == last.text
        ends.append(last.outcome.reason)
    return ends


@pytest.mark.parametrize("players", range(2, 7))
def test_whole_bot_games_end_and_replay_to_the_same_state(players: int) -> None:
    assert len(set(play_games(players, 25))) > 1


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
def test_a_thousand_bot_games_end_and_replay_to_the_same_state(players: int) -> None:
    play_games(players, 1000)


def test_h39_a_bot_is_a_pure_function_of_the_position() -> None:
    race = Race(players=3).to_search()
    asked = [next_event(race.position.rules, race.state, 1, LEVELS["normal"], 7) for _ in range(3)]
    assert asked[0] is not None
    assert asked[0] == asked[1] == asked[2]
    assert asked[0].text.split()[1] == race.state.search, "H30: a bot names the search"
    others = {next_event(race.position.rules, race.state, 1, LEVELS["normal"], seed) for seed in range(10)}
    assert len(others) > 5


@pytest.mark.parametrize(("name", "slowness"), [("easy", 2.0), ("normal", 1.0), ("hard", 0.5)])
def test_h39_the_clock_is_level_times_five_plus_five_per_crossing(name: str, slowness: float) -> None:
    level = replace_level(name)
    race = Race().to_search()
    problem = race.position.rules.problem(race.state, 0)
    crossings = min(found.crossings for found in visible_routes(problem, level))
    times = [intent(race.position.rules, race.state, 0, level, seed).after for seed in range(4000)]
    expected = 1000 * slowness * (5 + 5 * crossings)
    assert statistics.median(times) == pytest.approx(expected, rel=0.06)
    assert statistics.pstdev([math.log(time) for time in times]) == pytest.approx(0.6, abs=0.03)


def replace_level(name: str):  # type: ignore[no-untyped-def]
    """The level as it chooses without regard to tokens, so that its route is the shortest."""
    return LEVELS[name]._replace(uses_tactics=False)


@pytest.mark.parametrize(("name", "share"), [("easy", 0.10), ("normal", 0.03), ("hard", 0.0)])
def test_h39_a_set_share_of_claims_fails(name: str, share: float) -> None:
    race = Race(sections="easy").to_search()
    plans = [intent(race.position.rules, race.state, 0, LEVELS[name], seed) for seed in range(4000)]
    assert sum(plan.forgets for plan in plans) / len(plans) == pytest.approx(share, abs=0.015)


def test_h39_temperaments_differ_and_no_bot_claims_before_a_person_could() -> None:
    """Over 500 rounds: medians at least a third apart, and nobody sooner than the eye."""
    rounds = [Race(seed=seed, sections="easy").to_search() for seed in range(500)]
    medians = []
    for name in ("hard", "normal", "easy"):
        plans = [intent(each.position.rules, each.state, 0, LEVELS[name], seed) for seed, each in enumerate(rounds)]
        claims = [plan.after for plan in plans if plan.route is not None]
        assert min(claims) >= EARLIEST
        medians.append(statistics.median(claims))
    assert all(slower >= quicker * 4 / 3 for quicker, slower in itertools.pairwise(medians))
    soonest = [intent(rounds[0].position.rules, rounds[0].state, 0, LEVELS["hard"], seed).after for seed in range(4000)]
    assert min(soonest) == EARLIEST


def test_h39_easy_bots_see_four_crossings_and_no_transformation() -> None:
    for seed in range(60):
        race = Race(seed=seed).to_search()
        for found in visible_routes(race.position.rules.problem(race.state, 0), LEVELS["easy"]):
            assert found.crossings <= 4
            assert all(step < 2112 for step in found.steps)


def test_h39_a_bot_without_a_route_raises_its_hand_after_45_to_90_s() -> None:
    for seed in range(400):
        race = Race(seed=seed, tokens="0+0").to_search()
        if race.route(0) is None:
            break
    waits = [intent(race.position.rules, race.state, 0, LEVELS["hard"], seed).after for seed in range(300)]
    assert 22_500 <= min(waits) < 25_000
    assert 43_000 < max(waits) <= 45_000
    event = next_event(race.position.rules, race.state, 0, LEVELS["hard"], 1)
    assert event is not None
    assert event.text == f"hand up {race.state.search}"


def choice_of(race: Race, tokens: str) -> str:
    found = [Route(3 + i, 0, COLOURS.index(letter), (), COLOURS.index(letter)) for i, letter in enumerate(tokens)]
    best = choose_route(race.state, 0, LEVELS["hard"], found)
    assert best is not None
    return COLOURS[best.token]


def test_h39_a_hard_bot_wins_if_it_can_else_robs_three_walls_else_the_leader() -> None:
    race = Race(players=3).to_search()
    assert choice_of(race, "WYR") == "W", "nobody has anything: the shortest"
    race.lay(1, "R", (1,))
    assert choice_of(race, "WYR") == "R", "the leader's"
    race.lay(2, "YGB")
    assert choice_of(race, "WYR") == "Y", "the player with three walls comes first"
    race.lay(0, "VWR"[:2] + "")
    assert choice_of(race, "YR") == "Y"
    race.lay(0, "VW").lay(0, "VWR").lay(1, "", (1,))
    assert choice_of(race, "GY") == "G", "its own fourth wall, by the shortest way"


def test_a_hard_bot_beats_an_easy_one() -> None:
    wins = 0
    for seed in range(40):
        first = boohive.new("booo", seed=seed)
        events = play_out(first.rules, first.state, [LEVELS["easy"], LEVELS["hard"]], seed)
        wins += replace(Record.of(first), events=tuple(events)).last().outcome.winner == 1
    assert wins >= 34


def test_the_umpire_helps_bots_out_of_an_impossible_round() -> None:
    race = Race(umpire="on", tokens="0+0", players=2)
    for seed in range(2000):
        race = Race(umpire="on", tokens="0+0", seed=seed).to_search()
        if not race.route(0):
            break
    events = play_out(race.position.rules, race.state, [LEVELS["easy"]] * 2, 1)
    assert events[0] == Event(None, "time", race.state.since + 20_000)
    assert race.state.phase == Phase.SEARCH


def test_h39_among_equally_short_routes_a_bot_sees_first_what_leads_towards_the_visitor() -> None:
    seen = 0
    for seed in range(120):
        race = Race(seed=seed).to_search()
        routes = visible_routes(race.position.rules.problem(race.state, 0), LEVELS["normal"])
        shortest = [found for found in routes if found[:2] == min(each[:2] for each in routes)]
        if len({found.aside for found in shortest}) == 2:
            chosen = choose_route(race.state, 0, LEVELS["normal"], routes)
            assert chosen is not None
            assert not chosen.aside
            seen += 1
    assert seen > 5


def test_h39_a_bot_errs_at_the_last_wall_as_people_do() -> None:
    """At the wrong side of the visitor's room, in another colour; never by a rule that it does not know."""
    failed = []
    for seed in range(60):
        race = Race(seed=seed, sections="easy").to_search()
        level = LEVELS["easy"]._replace(failures=1.0)
        while race.state.phase in (Phase.SEARCH, Phase.PROOF) and not failed[seed:]:
            event = next_event(race.position.rules, race.state, 0, level, seed)
            if event is None or event.text.startswith("hand"):
                failed.append("none")
                break
            race.do(0, event.text, (event.game_ms or 0) - race.state.now)
            failed += [str(each.reason.code) for each in race.effects if each.kind == "failed"]
    assert set(failed) <= {"none", "wrong_colour", "forgotten"}
    assert failed.count("wrong_colour") > 30
