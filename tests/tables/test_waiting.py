"""The one who waits for a player who has been away for long may win, or end the game without a result."""

import pytest

from boohive.core.record import Record, Result
from boohive.games import GAMES
from boohive.tables import incoming, log
from boohive.tables.replay import replay
from tables.growing_log import Log, refused

MINUTE = 60_000
CLOCK = log.RealTimeClock(5 * MINUTE)


def waiting(clock=None, **more):
    """A table at which the first player has moved and waits for the second."""
    table = Log(clock, **more)
    table.start()
    table.play("k c3", 0)
    return table


@pytest.mark.parametrize(("clock", "minutes"), [(CLOCK, 1), (None, 5)])
def test_the_one_who_waits_wins_after_a_while(clock, minutes):
    table = waiting(clock)
    refused("too_early", lambda: table(log.ClaimAbsence(True, minutes * MINUTE - 1), 0))
    over = table(log.ClaimAbsence(True, minutes * MINUTE), 0)
    assert (over.status, over.outcome.winner, over.outcome.reason.code, over.how_ended) == (
        "over",
        0,
        "absence",
        "absence",
    )
    assert over.clocks.running_seat is None


def test_or_ends_the_game_and_nobody_has_lost():
    over = waiting()(log.ClaimAbsence(False, 5 * MINUTE), 0)
    assert (over.outcome.winner, over.outcome.reason.code, over.how_ended) == (None, "absence_ended", "abandoned")


def test_nobody_is_kept_waiting_in_their_own_turn():
    table = waiting()
    table.play("k d4", 1)
    refused("not_now", lambda: table(log.ClaimAbsence(True, 60 * MINUTE), 0))
    assert table(log.ClaimAbsence(True, 5 * MINUTE), 1).outcome.winner == 1


@pytest.mark.parametrize(
    "more",
    [
        {"clock": log.CorrespondenceClock(3_600_000)},
        {"people": ("ann",), "bots": 1},
        {"people": ("ann", "ann")},
        {"game": "booo", "people": ("ann", "bob")},
    ],
    ids=["days", "bot", "one screen", "race"],
)
def test_where_nobody_waits_for_a_person_nothing_can_be_claimed(more):
    table = Log(**more)
    table.start()
    refused("not_now", lambda: table(log.ClaimAbsence(True, 60 * MINUTE), 1))


def test_only_those_at_the_table_and_only_while_it_is_played():
    table = waiting()
    refused("not_your_seat", lambda: table(log.ClaimAbsence(True, 5 * MINUTE), None))
    table(log.Resign(), 0)
    refused("not_now", lambda: table(log.ClaimAbsence(True, 5 * MINUTE), 0))


def test_the_server_says_how_long_and_no_client():
    table = waiting()
    lie = log.ClaimAbsence(True, 60 * MINUTE)
    written = [incoming.prepare(table.table, 0, lie, table.table.seq, table.now, away_ms=each) for each in (None, 7)]
    assert written == [log.ClaimAbsence(True), log.ClaimAbsence(True, 7)]
    for each in written:
        refused("too_early" if each.away_ms else "not_now", lambda each=each: table(each, 0))


def test_s8_the_log_replays_without_knowing_who_was_connected():
    table = waiting(CLOCK)
    table(log.ClaimAbsence(True, 2 * MINUTE), 0)
    stored = [
        log.read_entry(each.seq, each.server_ms, each.seat, each.id, log.write_action(each.action))
        for each in table.entries
    ]
    assert replay(stored).fingerprint() == table.table.fingerprint()
    assert log.write_action(table.entries[-1].action) == b'{"kind":"claim_absence","win":true,"away_ms":120000}'


def test_a_record_says_it():
    table = waiting()
    table(log.ClaimAbsence(True, 5 * MINUTE), 0)
    text = table.table.record().write()
    assert "result: 0 (absence)" in text
    assert Record.read(text, GAMES).result == Result(0, "absence")
