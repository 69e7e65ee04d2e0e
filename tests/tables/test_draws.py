"""Where endless play is possible, the third repetition may be claimed as a draw by the seat to move."""

from typing import get_args

import pytest

from boohive.tables import log
from boohive.tables.errors import Rejected
from boohive.tables.replay import HANDLERS
from tables.growing_log import Log, refused

PLACEMENTS = ("k b1", "k e6", "k a2", "k f5")
"""Each pair of kittens is booped off the bed by the next, so that the same position comes again and again."""


def cycle(position):
    """Four moves of ants that lead back to the position."""
    for first in ant_moves(position):
        for second in ant_moves(position.play(first)):
            middle = position.play(first).play(second)
            for third in ant_moves(middle):
                for fourth in ant_moves(middle.play(third)):
                    if middle.play(third).play(fourth).key == position.key:
                        return first, second, third, fourth
    raise AssertionError("no cycle")


def ant_moves(position):
    return [move.text for move in position.legal_moves if move.text[1:3] == "A1"]


def repeated(game_id, seats=None, **options):
    """A table on which both sides move to and fro, until the position stands for the third time or the game is over."""
    table = Log(game=game_id, options=options, **(seats or {}))
    table.start()
    moves = PLACEMENTS
    if game_id == "hive":
        for text in ("wQ", "bQ wQ-", "wA1 -wQ", "bA1 bQ-"):
            table.play(text, table.table.active_seats[0])
        moves = cycle(table.table.position)
    turn = 0
    while table.table.status == "playing" and table.table.position.times_seen < 3:
        assert len(table.entries) < 60
        seat = table.table.active_seats[0]
        refused("not_now", lambda seat=seat: table(log.ClaimDraw(), seat))
        if table.table.position.mid_turn:
            table.play("g -", seat)
        else:
            table.play(moves[turn % len(moves)], seat)
            turn += 1
    return table


@pytest.mark.parametrize("game_id", ["boop", "boop-junior", "boop-ghosts", "hive"])
def test_the_third_repetition_may_be_claimed_by_the_seat_to_move(game_id):
    table = repeated(game_id)
    assert table.table.status == "playing", "the options do not end it"
    mover = table.table.active_seats[0]
    refused("not_your_turn", lambda: table(log.ClaimDraw(), 1 - mover))
    over = table(log.ClaimDraw(), mover)
    assert over.outcome == (None, "the same position for the third time")
    assert over.how_ended == "claimed"
    assert "result: draw (claimed)" in over.record().write()


@pytest.mark.parametrize(("game_id", "options"), [("boop", {"draw": "threefold"}), ("hive", {"repetition": "true"})])
def test_where_the_options_draw_the_game_ends_by_itself(game_id, options):
    table = repeated(game_id, **options)
    assert table.table.how_ended == "rules"
    refused("not_now", lambda: table(log.ClaimDraw(), 0))


@pytest.mark.parametrize("game_id", ["boop", "hive"])
def test_the_computer_agrees_to_a_draw_when_the_game_goes_round_in_circles(game_id):
    fresh = Log(game=game_id, people=("ann",), bots=1)
    fresh.start()
    with pytest.raises(Rejected) as declined:
        fresh(log.Offer("draw"), 0)
    assert declined.value.sentence.code == "bot_plays_on"
    stalled = repeated(game_id, {"people": ("ann",), "bots": 1})
    over = stalled(log.Offer("draw"), 0)
    assert (over.outcome, over.how_ended) == ((None, "agreed"), "agreed")


def test_a_race_counts_no_repetitions():
    table = Log(game="booo", people=("ann", "bob"))
    table.start()
    refused("not_your_turn", lambda: table(log.ClaimDraw(), 0))
    assert table.table.position.times_seen == 1


def test_every_action_of_the_log_has_its_handler():
    assert set(HANDLERS) == set(get_args(log.Action)) - {log.TableCreated}
