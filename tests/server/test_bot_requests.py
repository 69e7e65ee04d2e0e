"""What a worker is asked for a bot's move, and which bot answers."""

from time import monotonic

import msgspec
import pytest

from boohive.games import GAMES
from boohive.games.booo.bots import LEVELS, BoooBot
from boohive.server.worker import move
from boohive.server.workers import MIN_DELAY_MS, MOVE_MS, bot_delay_ms, bot_request
from boohive.tables import log
from tables.growing_log import Log

MINUTE = 60_000


def timed(remaining_ms, increment_ms=0):
    """A boop. game against a bot, whose turn it is with so much time left."""
    table = Log(log.RealTimeClock(remaining_ms, increment_ms), people=("ann",), bots=1)
    table.start()
    for text in ("k c3", "k d4", "k a1"):
        table.play(text, table.table.active_seats[0], clock_ms=0)
    assert table.table.clocks.running_seat == 1
    return table.table, table.now


def test_a_bot_is_told_what_its_clock_shows_and_plays_in_a_part_of_it():
    table, now = timed(2_000, increment_ms=30)
    assert bot_request(table, 1, now + 1_000)["clock"] == (1_000, 30), "what is left now counts"
    payload = msgspec.json.decode(msgspec.json.encode(bot_request(table, 1, now + 1_700)))
    assert any(seconds_of_a_move({**payload, "level": 8}) < 0.3 for _ in range(5))


def seconds_of_a_move(payload):
    begun = monotonic()
    assert move(payload)["text"]
    return monotonic() - begun


@pytest.mark.parametrize(("remaining_ms", "delay"), [(20 * MINUTE, MIN_DELAY_MS), (10_000, 100), (300, 3)])
def test_a_bot_in_a_hurry_answers_sooner(remaining_ms, delay):
    table, now = timed(remaining_ms)
    assert bot_delay_ms(bot_request(table, 1, now)["clock"]) == delay


def test_a_bot_without_a_clock_takes_its_usual_time():
    table = Log(people=("ann",), bots=1)
    table.start()
    assert bot_request(table.table, 1, table.now)["clock"] is None
    assert bot_request(table.table, 1, table.now)["millis"] == MOVE_MS
    assert bot_delay_ms(None) == MIN_DELAY_MS


def test_a_bot_of_a_race_plays_at_the_level_that_was_chosen():
    """Each level of Booo! plans another moment for its claim; a seat's higher levels are the hardest one."""
    race = Log(people=("ann",), bots=1, game="booo")
    race.start()
    while not race.table.active_seats:
        due = race.table.position.next_timer
        race.now = max(race.now, race.table.game_started_at + due)
        race(log.Play("time", game_ms=due), after=0)
    position = race.table.position
    ask = msgspec.json.decode(msgspec.json.encode(bot_request(race.table, 1, race.now)))
    planned = [BoooBot(LEVELS[info.name]).choose(position, 1, ask["race_seed"], 0) for info in GAMES["booo"].levels]
    assert len({each.game_ms for each in planned}) == len(planned) == 3
    for level in range(1, 9):
        expected = planned[min(level, 3) - 1]
        assert move({**ask, "level": level}) == {
            "text": expected.text,
            "game_ms": expected.game_ms,
            "reported_ms": expected.reported_ms,
        }
