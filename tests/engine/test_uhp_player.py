"""Matches against other programs' engines of Hive: what they do wrong costs them a game, never the match."""

import sys
from pathlib import Path
from time import monotonic

import pytest

from boohive.core.errors import OptionError
from boohive.engine import arena, uhp_player
from boohive.engine.arena import Match, check_players, make_player, play_match, stored_games
from boohive.engine.uhp_client import clock_text
from boohive.games import GAMES

ENGINE = f"{sys.executable} {Path(__file__).with_name('uhp_engine.py')}"
OURS = f"uhp,fractions:{sys.executable} -m boohive uhp"


def spec(vice, kind="uhp,fractions"):
    return f"{kind}:{ENGINE} '{vice}'"


@pytest.fixture(autouse=True)
def short_games(monkeypatch):
    monkeypatch.setattr(arena, "MAX_GAME_MOVES", 10)


def overruns_are_short(monkeypatch):
    for module in (arena, uhp_player):
        monkeypatch.setattr(module, "OVERRUN", 0.3)


@pytest.mark.parametrize("vice", ["none", "banner", "noise", "upper case", "thinking"])
def test_habits_that_the_protocol_allows_do_no_harm(vice):
    """The engine refuses a second ``newgame``: its game is kept in step by ``play``."""
    (played,) = play_match(Match("hive", (spec(vice), "random"), 0.2, 1))
    assert (played.points, played.failure) == (0.5, "")
    assert played.spent[0].moves == 5
    assert played.spent[0].max_seconds > 0


def test_an_engine_gets_whole_seconds_unless_it_reads_fractions():
    (played,) = play_match(Match("hive", (spec("strict", "uhp"), "random"), 0.3, 1))
    assert played.failure == ""
    (played,) = play_match(Match("hive", (spec("strict"), "random"), 0.3, 1))
    assert "err bad time time 00:00:00.30" in played.failure
    assert clock_text(3725.0, False) == "01:02:05"
    assert clock_text(61.25, True) == "00:01:01.25"


@pytest.mark.parametrize(
    ("vice", "reason"),
    [
        ("illegal", "its move 'wQ wQ' is not possible"),
        ("garbage", "its move 'certainly' is not possible"),
        ("pass", "its move 'pass' is not possible"),
        ("error", "it answered 'err no idea' to 'bestmove"),
        ("invalid", "it answered 'invalidmove no idea'"),
        ("empty", "its move '' is not possible"),
        ("blank", "its move '' is not possible"),
        ("dies", "it ended in the middle of the game (exit code 3)"),
        ("dies at once", "it ended in the middle of the game (exit code 4)"),
        ("hangs", "it did not answer in time"),
        ("flood", "it printed more than"),
        ("long line", "it printed more than"),
    ],
)
def test_a_vice_loses_the_game_and_the_match_goes_on(vice, reason, tmp_path, monkeypatch):
    overruns_are_short(monkeypatch)
    games_file = tmp_path / "games.jsonl"
    begun = monotonic()
    games = list(play_match(Match("hive", ("random", spec(vice)), 0.1, 2), 1, games_file))
    assert monotonic() - begun < 20  # One that hangs would sleep for a minute.
    assert [game.points for game in games] == [1.0, 1.0]
    for number, line in enumerate(stored_games(games_file)):
        assert line.failure.startswith(f"{spec(vice)} lost game {number} at move ")
        assert reason in line.failure
        assert list(line.log) == (["segmentation fault, more or less"] if vice == "dies" else [])


def test_a_player_in_this_process_that_takes_too_long_loses_too(monkeypatch):
    class Slow(arena.RandomPlayer):
        def choose(self, position):
            until = monotonic() + 0.15
            while monotonic() < until:
                pass
            return super().choose(position)

    monkeypatch.setattr(arena, "OVERRUN", 0.05)
    monkeypatch.setattr(arena, "level_player", lambda *_: Slow(0))
    (played,) = play_match(Match("boop", ("level:8", "random"), 0.01, 1))
    assert played.points == 0.0
    assert "level:8 lost game 0 at move 1: it took 0.1" in played.failure


def test_an_engine_that_cannot_start_is_refused_before_the_match():
    with pytest.raises(OptionError, match="cannot play: it ended in the middle of the game"):
        check_players(Match("hive", (spec("dies at once"), "random"), 0.1, 2))


def test_our_own_engine_plays_as_another_program_and_is_ended():
    player = make_player(OURS, 0, 0.02)
    position = GAMES["hive"].new()
    for _ in range(3):
        position = position.play(player.choose(position))
    process = player.engine.pipe.process
    assert process.poll() is None
    player.close()
    assert process.poll() is not None
