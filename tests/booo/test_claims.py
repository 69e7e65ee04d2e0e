"""H31: who claimed first, as a pure function; and the simulation that bench prints, in a short form."""

import pytest
from bench.claims import PACES, RuleE, by_arrival, gain_of_a_lie, simulate
from hypothesis import given
from hypothesis import strategies as st

from boohive.games.booo.claims import (
    ALLOWANCE,
    REFILL,
    Arrived,
    Line,
    correct,
    may_be_rated,
    refill,
    reveal_lead,
    rule,
    window,
)

NEAR, FAR = Line(20, 18, 2, 20), Line(250, 225, 25, 250)
LINES = {0: NEAR, 1: FAR, 2: Line(60, 54, 6, 60)}


def test_h31_the_quicker_player_wins_though_the_packet_comes_later() -> None:
    """Seat 1 pressed at 3000 ms and sits far away; seat 0 pressed at 3050 ms next door."""
    ruling = rule([Arrived(0, 13_060, 3050), Arrived(1, 13_125, 3000)], 10_000, LINES, seed=1, search=(1, 1))
    assert ruling.winner == 1
    assert [each.seat for each in ruling.ranking] == [1, 0]
    assert not any(each.clamped for each in ruling.ranking)


def test_h31_under_15_ms_is_a_tie_and_the_games_own_chance_decides() -> None:
    claims = [Arrived(0, 13_010, 3000), Arrived(1, 13_135, 3010)]
    winners = {rule(claims, 10_000, LINES, seed, (1, 1)).winner for seed in range(40)}
    assert winners == {0, 1}
    ruling = rule(claims, 10_000, LINES, 5, (1, 1))
    assert ruling.tied == (0, 1)
    assert ruling == rule(claims[::-1], 10_000, LINES, 5, (1, 1)), "the order of packets does not matter"


def test_15_ms_is_no_tie() -> None:
    claims = [Arrived(0, 13_010, 3000), Arrived(1, 13_140, 3015)]
    assert {rule(claims, 10_000, LINES, seed, (1, 1)).winner for seed in range(20)} == {0}


def test_a_time_that_cannot_be_is_clamped_and_the_clamp_is_shown() -> None:
    lied = correct(Arrived(0, 13_000, 1000), 10_000, NEAR)
    assert lied.clamped
    assert lied.elapsed == 3000 - NEAR.credit - ALLOWANCE
    assert lied.spent == ALLOWANCE
    late = correct(Arrived(0, 13_000, 5000), 10_000, NEAR)
    assert late.elapsed == 3000 - 0.4 * NEAR.shortest


def test_the_allowance_is_spent_and_comes_back_slowly() -> None:
    honest, lie = Arrived(0, 13_000, 2990), Arrived(0, 13_000, 1000)
    line = refill(NEAR, correct(lie, 10_000, NEAR))
    assert line.allowance == 0
    assert refill(line, correct(lie, 10_000, line)).allowance == 0, "who lies again gets nothing back"
    line = refill(line, correct(honest, 10_000, line))
    assert line.allowance == REFILL
    for _ in range(10):
        line = refill(line, correct(honest, 10_000, line))
    assert line.allowance == ALLOWANCE


def test_a_seat_that_lies_by_500_ms_gains_at_most_40() -> None:
    assert 0 < gain_of_a_lie(500.0, games=10) <= 40
    assert abs(gain_of_a_lie(0.0, games=10)) < 10


def test_a_page_cannot_stretch_its_credit_by_answering_pings_late() -> None:
    assert Line(240, 200, 5, kernel=20).credit == 50
    assert Line(900, 800, 5, kernel=None).credit == 250


@pytest.mark.parametrize(("trips", "lead"), [([20], 300), ([250], 375), ([900], 800), ([], 300)])
def test_a_visitor_is_announced_early_enough_for_the_slowest_line(trips: list[float], lead: float) -> None:
    assert reveal_lead([Line(trip, trip, 1) for trip in trips]) == lead


def test_the_window_waits_for_the_slowest_who_has_not_claimed() -> None:
    assert window([NEAR]) == 80
    assert window([NEAR, FAR]) == 325
    assert window([Line(900, 800, 50)]) == 400
    assert window([]) == 80
    assert window([NEAR], "relaxed") == 1000


def test_strict_rooms_with_a_bad_line_are_not_rated() -> None:
    assert may_be_rated([NEAR, FAR])
    assert not may_be_rated([NEAR, Line(360, 300, 5)])
    assert not may_be_rated([NEAR, Line(60, 50, 130)])


@given(
    st.lists(
        st.tuples(st.floats(0, 60_000), st.floats(-1e6, 1e6), st.floats(1, 600), st.floats(0, 200)),
        min_size=1,
        max_size=6,
    ),
    st.integers(0, 2**32),
)
def test_there_is_always_exactly_one_winner_and_nobody_beats_what_can_be_verified(
    seats: list[tuple[float, float, float, float]], seed: int
) -> None:
    lines = {seat: Line(trip, 0.8 * trip, jitter) for seat, (_, _, trip, jitter) in enumerate(seats)}
    claims = [Arrived(seat, arrival, told) for seat, (arrival, told, _, _) in enumerate(seats)]
    ruling = rule(claims, 0.0, lines, seed, (1, 1))
    assert ruling.winner in ruling.tied
    assert sorted(each.seat for each in ruling.ranking) == list(range(len(seats)))
    for each in ruling.ranking:
        assert max(claims[each.seat].arrival - 250 - ALLOWANCE, 0) - 1e-6 <= each.elapsed <= claims[each.seat].arrival
        assert 0 <= each.spent <= ALLOWANCE + 1e-6


def test_the_simulation_keeps_the_bars() -> None:
    """Four seats, round trips 20/60/120/250 ms: wrong winner at most 0.5 %, shares within 1.5 points."""
    fair = simulate(RuleE(), PACES["8 s"], 12_000)
    assert fair.wrong <= 0.5
    assert fair.apart <= 1.5
    naive = simulate(by_arrival, PACES["1.5 s"], 3_000)
    assert naive.wrong > 5, "the simulation sees unfairness where there is some"
