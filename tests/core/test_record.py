"""Records: what is read is a legal game, unknown headers are kept, and the result stands in the record."""

from random import Random

import pytest

from boohive import GAMES, IllegalMove, NotationError, Record
from boohive.core.record import Result

HEAD = "boohive record 1\ngame: boop\nseats: Ann | Bob\n"


def read(more="", moves="0 k c3\n1 k d4\n"):
    return Record.read(HEAD + more + "\n" + moves, GAMES)


def test_a_record_with_an_illegal_move_is_refused_and_the_move_is_named():
    with pytest.raises(IllegalMove, match=r"event 3, '0 k d4'"):
        read(moves="0 k c3\n1 k d4\n0 k d4\n1 k a1\n")


def test_unknown_headers_are_kept_in_their_order():
    more = "event: The garden cup\nsite: Kyiv: the park\n"
    record = read(more)
    assert record.headers == (("event", "The garden cup"), ("site", "Kyiv: the park"))
    assert more in record.write()
    assert Record.read(record.write(), GAMES) == record


@pytest.mark.parametrize(
    ("written", "result"),
    [
        ("0 (resigned)", Result(0, "resigned")),
        ("1 (time)", Result(1, "time")),
        ("draw (agreed)", Result(None, "agreed")),
        ("draw (claimed)", Result(None, "claimed")),
        ("none (abandoned)", Result(None, "abandoned")),
        ("1 (adjudicated)", Result(1, "adjudicated")),
    ],
)
def test_a_result_that_the_rules_do_not_know_is_kept(written, result):
    record = read(f"result: {written}\n")
    assert record.result == result
    assert f"result: {written}\n" in record.write()
    assert Record.read(record.write(), GAMES) == record


def test_a_running_game_has_no_result():
    assert read().result is None
    assert "result" not in read().write()


@pytest.mark.parametrize("written", ["0 (three cats in a row)", "2:0", "the first player", "(resigned)", "-1 (time)"])
def test_a_result_that_cannot_be_is_refused(written):
    with pytest.raises(NotationError):
        read(f"result: {written}\n")


def finished():
    """A game that its rules have ended."""
    position, rng = GAMES["boop-junior"].new(), Random(1)
    record = Record.of(position, ("Ann", "Bob"))
    while position.outcome is None:
        event = position.random_event(rng)
        record, position = record.add(event), position.apply(event).position
    return record, position.outcome


def test_the_rules_own_result_is_written_and_a_missing_one_is_made_from_them():
    record, outcome = finished()
    text = record.write()
    assert f"result: {outcome.winner} ({outcome.reason})\n" in text
    without = "".join(line for line in text.splitlines(True) if not line.startswith("result"))
    assert Record.read(without, GAMES).result == Result(outcome.winner, "rules")
    assert Record.read(without, GAMES).write() == text


def test_a_result_that_contradicts_the_rules_is_refused():
    record, outcome = finished()
    text = record.write().replace(f"result: {outcome.winner} ", f"result: {1 - outcome.winner} ")
    with pytest.raises(NotationError, match="not what the rules say"):
        Record.read(text, GAMES)
