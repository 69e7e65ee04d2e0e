"""Races at a table: every claim is ranked, whatever its client sends, and a race cannot be taken back."""

from random import Random

import pytest
from msgspec import structs

from boohive.tables import incoming, log
from boohive.tables.errors import Rejected
from boohive.tables.latency import Latency
from boohive.tables.playing import ranked_claims
from tables.growing_log import Log, refused

NEAR = Latency(20, 18, 2, 20)


def searching(people=("ann", "bob"), **settings):
    """A race in its first search, with the moment at which its visitor was shown."""
    race = Log(people=people, game="booo", **settings)
    race.start()
    while not race.table.active_seats:
        due = race.table.position.next_timer
        race.now = max(race.now, race.table.game_started_at + due)
        race(log.Play("time", game_ms=due), after=0)
    return race, race.table.game_started_at + race.table.revealed_at


def claim_text(race, colour="Y"):
    return f"claim {race.table.position.state.search} {colour}"


@pytest.mark.parametrize(
    ("settings", "counted"),
    [({}, 3_085), ({"party": True}, 3_000), ({"options": {"window": "relaxed"}}, 3_000)],
    ids=["strangers", "party", "relaxed"],
)
def test_among_friends_a_slow_phone_is_believed_every_time(settings, counted):
    """It paints 100 ms late whenever a visitor comes, and has used up what it may gain among strangers."""
    race, shown = searching(**settings)
    used_up = structs.replace(race.table, allowances=((0, 0), (1, 0)))
    said = log.Play(claim_text(race), reported_ms=3_000)
    line = incoming.prepare(used_up, 0, said, race.table.seq, shown + 3_120, latency=Latency(20, 18, 2))
    assert line.claim.corrected_ms == counted


def test_a_claim_that_reports_no_time_is_ranked_like_any_other():
    race, shown = searching()
    line = incoming.prepare(race.table, 0, log.Play(claim_text(race)), race.table.seq, shown + 3_130, latency=NEAR)
    assert isinstance(line, log.ClaimReceived)
    assert line.claim.corrected_ms == round(3_130 - 0.4 * 18), (
        "only what the server measured counts: leaving it out wins nothing"
    )
    far = incoming.prepare(
        race.table,
        1,
        log.Play(claim_text(race), reported_ms=3_000),
        race.table.seq,
        shown + 3_125,
        latency=Latency(250, 225, 5, 250),
    )
    assert far.claim.corrected_ms == 3_000
    for seat, said in ((1, far), (0, line)):
        race(said, seat, after=0)
    assert [claim.seat for claim in ranked_claims(race.table)] == [1, 0]


def test_an_event_that_is_not_contested_is_never_held_back_whatever_it_reports():
    race, shown = searching()
    line = incoming.prepare(race.table, 0, log.Play("hand up", reported_ms=5), race.table.seq, shown + 3_000)
    assert line == log.Play("hand up", game_ms=line.game_ms)


@pytest.mark.parametrize("reported", [1_199, 0, None])
def test_strict_play_refuses_claims_faster_than_a_person(reported):
    race, shown = searching(strict=True)
    play = log.Play(claim_text(race), reported_ms=reported)
    refused("too_early", lambda: incoming.prepare(race.table, 0, play, race.table.seq, shown + 1_199))


def test_strict_play_takes_the_claim_of_a_quick_person():
    race, shown = searching(strict=True)
    line = incoming.prepare(race.table, 0, log.Play(claim_text(race), reported_ms=1_200), race.table.seq, shown + 1_200)
    assert line.claim.corrected_ms == 1_200


def test_a_claim_that_arrives_before_the_visitor_is_shown_is_refused():
    race, shown = searching()
    for early in (200, 38, 1):
        play = log.Play(claim_text(race), reported_ms=0)
        refused("too_early", lambda play=play, early=early: incoming.prepare(race.table, 0, play, 99, shown - early))


@pytest.mark.parametrize("text", ["claim red", "claim 1.1 W 0", "claim 99.1 W", "claim"])
def test_a_claim_that_cannot_count_opens_no_window(text):
    race, shown = searching()
    refused(
        "illegal_move", lambda: incoming.prepare(race.table, 0, log.Play(text, reported_ms=2_000), 99, shown + 2_000)
    )


def test_nothing_contested_enters_a_game_but_through_the_ranking():
    """Whatever fields a client leaves out or writes: a claim is never written as an event of the game."""
    race, shown = searching(("ann", "bob", "cid"))
    chance = Random(5)
    for _ in range(300):
        fields = {"reported_ms": chance.choice([None, 0, 50, 3_000, 10**9]), "game_ms": chance.choice([None, 0, 10**9])}
        text = chance.choice([claim_text(race), " " + claim_text(race) + " ", claim_text(race).replace(" ", "  ")])
        try:
            line = incoming.prepare(race.table, 0, log.Play(text, **fields), 99, shown + chance.randrange(5_000))
        except Rejected:
            continue
        assert isinstance(line, log.ClaimReceived)


def test_a_log_with_a_claim_that_was_never_ranked_is_refused():
    race, shown = searching()
    race.now = shown + 3_000
    play = log.Play(claim_text(race), game_ms=race.table.revealed_at + 3_000)
    refused("not_now", lambda: race(play, 0, after=0))


def finished_race():
    race, _ = searching()
    chance = Random(3)
    while race.table.status == "playing" and len(race.entries) < 5_000:
        race.happen(race.table.position.random_event(chance))
    return race


def test_a_race_that_is_over_cannot_be_taken_back():
    race = finished_race()
    assert race.table.status == "over"
    assert race.table.is_race
    assert not race.table.can_take_back
    refused("not_now", lambda: race(log.Offer("takeback"), 0))
