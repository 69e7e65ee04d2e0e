"""Parties: a table waits with nobody at it, the first to come begins, and whoever comes later takes a further seat."""

import pytest

from boohive.core.game import Event
from boohive.core.record import Record
from boohive.games import GAMES
from boohive.tables import log
from boohive.tables.replay import replay
from boohive.tables.seating import complete, free_seats, rematch_settings
from tables.growing_log import SEED, Log, refused


def sit(race, seat, name):
    return race(log.SeatTaken(seat, name, person=name, token_hash=f"hash of {name}"))


def party(people=("ann", "bob"), bots=0, **options):
    """A party whose phones have come, and have not begun."""
    race = Log(people=(), free=6, game="booo", party=True, options=options)
    for seat in range(bots):
        race(log.SeatTaken(seat, "", "bot", 1))
    for seat, name in enumerate(people, bots):
        sit(race, seat, name)
    return race


def test_the_first_phone_is_the_host_and_the_table_waits_without_anybody():
    race = party(people=(), bots=2)
    assert race.table.status == "waiting"
    sit(race, 2, "ann")
    sit(race, 3, "bob")
    assert [holder.host for holder in race.table.seats] == [False, False, True, False, False, False]
    race(log.SeatLeft(), 2)
    assert race.table.seats[3].host
    race(log.SeatLeft(), 3)
    assert race.table.status == "waiting", "the big screen is still there"


def test_a_party_begins_with_those_who_are_there_and_not_with_one():
    refused("not_now", party(people=("ann",)).start)
    race = party(bots=1)
    race.start()
    assert (race.table.status, len(race.table.seats)) == ("playing", 3)
    assert race.table.position.view()["pile"] == 12


def test_seats_keep_their_handicap_where_others_stay_empty_and_where_they_play_once_more():
    race = party(people=(), handicap="5,9,3,2,1,0")
    sit(race, 0, "ann")
    sit(race, 2, "bob")
    race.start()
    assert [player["handicap"] for player in race.table.position.view()["players"]] == [5, 3]
    sit(race, 2, "cleo")
    assert [player["handicap"] for player in race.table.position.view()["players"]] == [5, 3, 0]
    again = rematch_settings(race.table, "table", SEED)
    assert (again.seats, again.options["handicap"]) == (3, "3,0,5"), "each goes one seat further"
    assert replay(race.entries) == race.table


@pytest.mark.parametrize("after", [1, 1_000, 60_000])
def test_whoever_comes_while_it_is_played_takes_the_next_seat(after):
    race = party()
    race.start()
    while not race.table.active_seats:
        race.happen(Event(None, "time", race.table.position.next_timer))
    assert free_seats(race.table) == (2,)
    race.now += after
    sit(race, 2, "cleo")
    assert [holder.name for holder in race.table.seats] == ["ann", "bob", "cleo"]
    assert [effect.kind for effect in race.table.effects] == ["joined"]
    assert race.table.active_seats == (0, 1)
    race.happen(Event(0, "hand up", race.table.game_ms_at(race.now) + 10))
    race.happen(Event(1, "hand up", race.table.game_ms_at(race.now) + 20))
    while not race.table.active_seats:
        race.happen(Event(None, "time", race.table.position.next_timer))
    assert race.table.active_seats == (0, 1, 2)
    assert replay(race.entries) == race.table
    record = race.table.record().write()
    assert Record.read(record, GAMES).write() == record


def test_joining_does_nothing_that_the_clock_does():
    """The reveal is written by the clock itself, with the moment from which it may be seen."""
    race = party()
    race.start()
    race.now = race.table.game_started_at + race.table.position.next_timer + 5_000
    sit(race, 2, "cleo")
    assert race.table.position.view()["phase"] == "between"


def test_six_are_enough_and_the_end_is_the_end():
    race = party()
    race.start()
    for seat in range(2, 6):
        sit(race, seat, f"guest {seat}")
    refused("not_now", lambda: sit(race, 6, "one too many"))
    race(log.ClosedByAdmin())
    assert free_seats(race.table) == ()


def test_only_a_party_lets_somebody_in_later_and_only_a_race_has_one():
    race = Log(game="booo")
    race.start()
    refused("not_now", lambda: sit(race, 2, "cleo"))
    refused("bad_option", lambda: complete(log.TableCreated("hive", {}, 2, seed=SEED, party=True)))
