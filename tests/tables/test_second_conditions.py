"""Second conditions: several decisions in a turn, other clocks, bots, more than two seats, times out of order."""

from random import Random

import pytest
from msgspec import structs

from boohive.server.rendering import Viewer
from boohive.server.session import TableSession
from boohive.tables import incoming, log
from boohive.tables.latency import Latency
from boohive.tables.seats import hash_token
from tables.growing_log import Log, refused

MINUTE = 60_000


def test_the_delay_is_granted_once_for_a_turn_of_several_decisions():
    """In BOOOOP. a turn asks for the ghost after the placement: two decisions of 3 s and a delay of 5 s cost 1 s."""
    table = Log(log.RealTimeClock(MINUTE, delay_ms=5_000), game="boop-ghosts")
    table.start()
    for text in ("k c3", "g -", "k d5", "g -"):
        table.play(text, table.table.active_seats[0], clock_ms=0)
    assert table.table.clocks.running
    table.play("k a1", 0, clock_ms=3_000)
    assert table.table.position.mid_turn
    assert table.table.clocks.remaining_ms[0] == MINUTE
    table.play("g -", 0, clock_ms=3_000)
    assert table.table.clocks.remaining_ms[0] == MINUTE - 1_000


def test_a_takeback_gives_both_their_time_for_a_move_again_in_correspondence():
    table = Log(log.CorrespondenceClock(3 * MINUTE), people=("ann", "ann"))
    table.start()
    table.play("k c3", 0, clock_ms=MINUTE)
    # Only a log could say that less is left: a turn that ends always restores it.
    table.table = structs.replace(table.table, clocks=table.table.clocks.run_out(1))
    back = table(log.Offer("takeback"), 0)
    assert back.clocks.remaining_ms == (3 * MINUTE, 3 * MINUTE)
    assert back.clocks.deadline() == table.now + 3 * MINUTE


def test_bots_do_not_play_on_when_the_last_person_has_gone():
    table = Log(people=("ann",), bots=2, game="booo")
    table.start()
    over = table(log.Resign(), 0)
    assert over.status == "over"
    assert over.outcome == (None, "resigned")


def test_people_play_on_when_one_of_three_has_gone():
    table = Log(people=("ann", "bob"), bots=1, game="booo")
    table.start()
    assert table(log.Resign(), 0).status == "playing"


def test_a_draw_cannot_be_offered_to_a_bot():
    table = Log(people=("ann",), bots=1)
    table.start()
    table.play("k c3", 0)
    refused("not_now", lambda: table(log.Offer("draw"), 0))
    assert table.table.offers == ()


@pytest.mark.parametrize(("moves", "may"), [((), True), (("k c3",), True), (("k c3", "k d4"), False)])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_is_abandoned_until_everybody_has_moved(moves, may, seat):
    table = Log()
    table.start()
    for text in moves:
        table.play(text, table.table.active_seats[0])
    if may:
        assert table(log.Abandon(), seat).outcome == (None, "abandoned")
    else:
        refused("not_now", lambda: table(log.Abandon(), seat))


def test_the_last_activity_never_runs_backwards():
    """Two servers' clocks may differ: an entry can be earlier than the one before it."""
    table = Log()
    table.start()
    latest = table.now
    assert table(log.Chat("hm"), 0, after=-5_000).last_activity == latest
    assert table(log.Chat("hm"), 0, after=6_000).last_activity == latest + 1_000


def searching():
    race = Log(people=("ann", "bob", "cid"), game="booo")
    race.start()
    while not race.table.active_seats:
        due = race.table.position.next_timer
        race.now = max(race.now, race.table.game_started_at + due)
        race(log.Play("time", game_ms=due), after=0)
    return race


def test_a_ranked_claim_never_enters_the_game_in_the_future():
    """Whatever was reported: its event is neither after now nor before the last event."""
    race = searching()
    rng = Random(2)
    text = f"claim {race.table.position.state.search} W"
    shown = incoming.revealed_at(race.table)
    for _ in range(200):
        arrives = shown + rng.randrange(20_000)
        claimed = incoming.bot_claim(race.table, 0, text, rng.randrange(40_000), arrives, 80)
        now = arrives + rng.randrange(500)
        event = incoming.as_event(race.table, claimed.claim, now)
        assert incoming.last_event_ms(race.table) <= event.game_ms <= race.table.game_ms_at(now)


def test_the_window_waits_for_the_others_only():
    race = searching()
    text = f"claim {race.table.position.state.search} W"
    now, far, near = incoming.revealed_at(race.table) + 5_000, Latency(300, 290, 10), Latency(20, 18, 2)
    slow = incoming.prepare(race.table, 0, log.Play(text), race.table.seq, now, latency=far, others=[near, near])
    assert slow.claim.window_ms == 80, "who is slow makes nobody wait"
    quick = incoming.prepare(race.table, 0, log.Play(text), race.table.seq, now, latency=near, others=[far, near])
    assert quick.claim.window_ms == 330


class Follower:
    """A page of some seats, with its measured connection."""

    person, one_way_ms = None, 0

    def __init__(self, token, rtt_ms):
        self.token, self.measured = token, Latency(rtt_ms, rtt_ms, 1)

    def hashes(self, table):
        return [hash_token(self.token)]

    def latency(self):
        return self.measured


def test_a_page_of_two_seats_is_not_waited_for_when_one_of_them_claims():
    race = searching()
    session = TableSession("t", race.entries)
    two_seats, other = Follower("ann0", 300), Follower("cid2", 20)
    session.followers = {two_seats: Viewer((0, 1)), other: Viewer((2,))}
    assert session.latencies(0) == session.latencies(1) == [other.measured]
    assert session.latencies(2) == [two_seats.measured]
