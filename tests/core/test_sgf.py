"""SGF files: BoardSpace's dialect for Hive comes back the same, plain SGF tells every move."""

import re
from random import Random

import pytest

import boohive
from boohive import Event, Record
from boohive.games.hive.formats import read_sgf


def random_record(game: str, seed: int, plies: int, **chosen: object) -> Record:
    position, rng = boohive.new(game, **chosen), Random(seed)
    record = Record.of(position, seats=("Ann [1]", "Bob"))
    while position.to_move is not None and len(record.events) < plies:
        move = rng.choice(position.legal_moves)
        record = record.add(Event(position.to_move, move.text))
        position = position.play(move)
    return record


@pytest.mark.parametrize("bugs", ["Base", "Base+M", "Base+LP", "Base+MLP"])
@pytest.mark.parametrize("seed", range(5))
def test_a_game_of_hive_comes_back_from_boardspaces_dialect(bugs: str, seed: int) -> None:
    record = random_record("hive", seed, 120, type=bugs, queen_first=True, repetition=False)
    text = record.game.write_record(record, "sgf")
    assert f"SU[{ {'Base': 'hive', 'Base+M': 'hive-m', 'Base+LP': 'hive-pl', 'Base+MLP': 'hive-plm'}[bugs] }]" in text
    again = read_sgf(text)
    assert [event.text for event in again.events] == [event.text for event in record.events]
    assert again.last().text == record.last().text


def test_the_other_games_are_written_as_plain_sgf() -> None:
    for game in ("boop", "boop-junior", "boop-ghosts"):
        record = random_record(game, 1, 400)
        text = record.game.write_record(record, "sgf")
        moves = re.findall(r"^;([BW])\[((?:[^\]\\]|\\.)*)\]", text, re.MULTILINE)
        assert [(seat, move) for seat, move in moves] == [("BW"[event.seat], event.text) for event in record.events]
        assert text.startswith("(;FF[4]") and text.endswith(")\n")
        assert f"GN[{game}]" in text and r"PB[Ann [1\]]" in text
        winner = record.last().outcome.winner
        assert f"RE[{'Draw' if winner is None else 'BW'[winner] + '+'}]" in text
