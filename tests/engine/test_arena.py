"""Matches: pairs, figures, keeping and going on."""

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

from boohive.cli import main
from boohive.core.errors import BoohiveError, OptionError
from boohive.engine import arena
from boohive.engine.arena import Match, check_players, make_player, play_match, stored_games
from boohive.engine.match_players import python_player
from boohive.engine.match_score import Score, Sprt, elo, expected
from boohive.engine.openings import openings, start_of
from boohive.engine.processes import worker_processes
from boohive.games import GAMES


@pytest.mark.parametrize("game", [game.id for game in GAMES.values() if game.kind == "turns"])
def test_the_openings_are_legal_and_all_different(game):
    lines = openings(game)
    assert len(lines) == 100
    assert len({tuple(line) for line in lines}) == 100
    for line in lines:
        position = start_of(GAMES[game], line)
        assert position.outcome is None
        assert not position.mid_turn


@pytest.mark.parametrize("game", [game.id for game in GAMES.values() if game.kind == "turns"])
def test_a_match_is_played_in_pairs_and_can_go_on(game, tmp_path):
    games_file = tmp_path / "games.jsonl"
    match = Match(game, ("level:3", "random"), 0.01, 2)
    first = list(play_match(match, 1, games_file))
    with games_file.open("a") as file:
        file.write('{"game": "bo')  # cut off by a crash
    again = list(play_match(match._replace(games=2), 1, games_file))
    assert sorted(first) == sorted(again)
    assert [played.number for played in first] == [0, 1]
    openings_of = {played.record.split("seats")[0] for played in first}
    assert len(openings_of) == 1


@pytest.mark.parametrize("content", [b'{"a":1}\n', b"notes", bytes(range(256))])
def test_a_file_of_somebody_else_stays_as_it_is(content, tmp_path):
    games_file = tmp_path / "notes.txt"
    games_file.write_bytes(content)
    with pytest.raises(BoohiveError, match="holds no games of the arena; choose another file"):
        next(play_match(Match("boop", ("random", "random"), 0.01, 2), 1, games_file))
    assert games_file.read_bytes() == content


def test_a_game_after_a_line_that_was_cut_off_is_kept(tmp_path):
    games_file = tmp_path / "games.jsonl"
    match = Match("boop", ("random", "random"), 0.01, 2)
    list(play_match(match, 1, games_file))
    with games_file.open("a") as file:
        file.write('{"game": "bo')
    longer = match._replace(games=4)
    list(play_match(longer, 1, games_file))
    assert len(stored_games(games_file)) == 4


@pytest.mark.parametrize("where", ["missing/games.jsonl", "."])
def test_a_place_where_nothing_can_be_written_is_refused_before_a_game_is_played(where, tmp_path, monkeypatch):
    monkeypatch.setattr(arena, "play_game", lambda *_: pytest.fail("a game was played"))
    with pytest.raises(BoohiveError, match="cannot be used"):
        next(play_match(Match("boop", ("random", "random"), 0.01, 2), 1, tmp_path / where))


def test_no_more_workers_than_games_are_started(monkeypatch):
    asked = []
    monkeypatch.setattr(arena, "worker_processes", lambda count: asked.append(count) or worker_processes(count))
    assert len(list(play_match(Match("boop", ("random", "random"), 0.01, 2), 100_000))) == 2
    assert asked == [2]


def test_a_better_player_wins_the_match():
    score = Score()
    for played in play_match(Match("boop", ("level:5", "random"), 0.02, 6)):
        score.add(played.number, played.points)
    assert score.share == 1.0
    assert score.pentanomial() == [0, 0, 0, 0, 3]


def test_elo_and_shares_fit_together():
    assert elo(0.75) == pytest.approx(190.8, abs=0.1)
    assert expected(elo(0.64)) == pytest.approx(0.64)


def test_error_bars_come_from_pairs():
    score = Score()
    for number, points in enumerate([1, 0, 1, 0, 1, 0, 1, 0]):
        score.add(number, points)
    assert score.share == 0.5
    assert score.error() < 0.2  # every pair was even: the players are alike, not the openings
    mixed = Score()
    for number, points in enumerate([1, 1, 0, 0, 1, 1, 0, 0]):
        mixed.add(number, points)
    assert mixed.error() > 2 * score.error()


def test_sprt_stops_on_the_right_side():
    score = Score()
    test = Sprt(0, 50)
    assert test.verdict(score) is None
    for number in range(60):
        score.add(number, 1.0 if number % 4 else 0.5)
    assert test.verdict(score) == "at least 50 Elo"
    worse = Score()
    for number in range(60):
        worse.add(number, 0.0 if number % 4 else 0.5)
    assert test.verdict(worse) == "not more than 0 Elo"
    assert math.isfinite(test.ratio(score))


def test_the_installed_command_finds_a_player_in_the_folder_where_one_stands(tmp_path):
    (tmp_path / "my_bot.py").write_text(
        "class First:\n"
        "    def __init__(self, seed, time): pass\n"
        "    def choose(self, position): return position.legal_moves[0]\n"
    )
    command = [str(Path(sys.executable).with_name("boohive")), "arena", "boop-junior", "python:my_bot:First", "random"]
    said = subprocess.check_output([*command, "--games", "2"], cwd=tmp_path, text=True, timeout=60)
    assert "2 games" in said


def test_loading_a_player_leaves_the_import_path_as_it_was(tmp_path, monkeypatch):
    (tmp_path / "a_bot_of_this_test.py").write_text(
        "class First:\n"
        "    def __init__(self, seed, time): pass\n"
        "    def choose(self, position): return position.legal_moves[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    before = sys.path[:]
    python_player("a_bot_of_this_test:First", 1, 0.1)
    with pytest.raises(OptionError, match="is not a player"):
        python_player("a_bot_of_this_test:Second", 1, 0.1)
    assert sys.path == before


@pytest.mark.parametrize(
    "spec",
    [
        "nobody",
        "level:x",
        "level:0",
        "level:9",
        "level:nan",
        "level:8,speed=9",
        "level:8,threads=0",
        "level:8,threads=5000",
        "level:8,mib=0",
        "level:8,mib=99999999",
        "python:",
        "python:json:dumps",
        "python:no.module:X",
        "uhp:",
        "uhp:'",
        "uhp:/no/such/engine",
    ],
)
def test_players_that_cannot_play_are_refused(spec):
    with pytest.raises(BoohiveError):
        check_players(Match("hive", (spec, "random"), 0.1, 2))


def test_uhp_engines_play_hive_only():
    with pytest.raises(BoohiveError, match="do not play boop"):
        check_players(Match("boop", ("uhp:boohive uhp", "random"), 0.1, 2))


def test_a_level_has_settings():
    player = make_player("level:8,threads=2,mib=1", 0, 0.1).player
    assert player.threads == 2


def test_nodes_instead_of_time_make_a_match_that_can_be_repeated():
    match = Match("boop", ("level:8,nodes=600", "level:8,nodes=300"), 0.01, 2)
    first, again = list(play_match(match)), list(play_match(match))
    assert [played.record for played in first] == [played.record for played in again]
    spent = first[0].spent[0]
    assert spent.moves >= spent.searches > 3
    assert 300 < spent.nodes / spent.searches < 700
    assert spent.max_seconds <= spent.seconds


def test_an_interval_stays_between_nothing_and_everything():
    score = Score()
    score.add(0, 0.0)
    score.add(1, 0.0)
    assert score.interval() == (0.0, 0.5)
    assert score.summary().startswith("0.0 % (0.0 to 50.0) of 2 games")


class Careless:
    """A player for the match below: it fails at its third move."""

    def __init__(self, seed, time):
        self.moves = 0

    def choose(self, position):
        self.moves += 1
        if self.moves == 3:
            raise ZeroDivisionError("oh")
        return position.legal_moves[0]


def test_an_exception_of_a_player_loses_the_game_and_not_the_match(monkeypatch, capsys):
    monkeypatch.syspath_prepend(Path(__file__).parent)
    assert main(["arena", "boop", "python:test_arena:Careless", "random", "--games", "2", "--workers", "1"]) == 0
    said = capsys.readouterr()
    assert "0.0 % (0.0 to 50.0) of 2 games" in said.out
    assert "python:test_arena:Careless lost game 1 at move 6: ZeroDivisionError: oh" in said.err
    assert "2/2 0.0%" in said.err


def test_a_file_from_before_failures_were_kept_is_continued(tmp_path):
    games_file = tmp_path / "games.jsonl"
    old = {"game": "boop", "players": ["random", "random"], "time": 0.01, "seed": 0, "number": 0, "points": 1.0}
    games_file.write_text(json.dumps({**old, "record": "..."}) + "\n")
    played = list(play_match(Match("boop", ("random", "random"), 0.01, 2), 1, games_file))
    assert [game.number for game in played] == [0, 1]
    assert played[0] == (0, 1.0, "...", "", (), ())
