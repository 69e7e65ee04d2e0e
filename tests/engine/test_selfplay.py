"""Games as data: a file that can be continued, cut off in the middle of a game, filtered and read back."""

import json
from pathlib import Path

import pytest

from boohive.cli import main
from boohive.engine.selfplay import Plan, add_game_to, play_game, read_games


def selfplay(file: Path, games: int, *more: str) -> int:
    words = ["boop-junior", "--games", str(games), "--level", "1", "--level", "2", "--time", "0.02", "--out", str(file)]
    return main(["selfplay", *words, *more])


def test_a_file_is_continued_and_a_half_written_game_is_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl.gz"
    assert selfplay(file, 2) == 0
    two = file.read_bytes()
    file.write_bytes(two + two[:40])  # as if the machine had stopped in the middle of a game
    assert selfplay(file, 3) == 0
    assert "holds 3 games, 1 of them new" in capsys.readouterr().out
    games = list(read_games(file))
    assert [game.number for game in games] == [0, 1, 2]
    assert [game.levels for game in games] == [(1, 2), (2, 1), (1, 2)]
    assert file.read_bytes().startswith(two)
    for game in games:
        outcome = game.record.last().outcome
        assert outcome is not None and outcome.winner == game.winner


def test_games_can_be_filtered(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl.gz"
    selfplay(file, 3)
    everything = list(read_games(file))
    assert [game for seat in (0, 1, "nobody") for game in read_games(file, winner=seat)] == sorted(
        everything, key=lambda game: (2 if game.winner is None else game.winner, game.number)
    )
    assert list(read_games(file, level=7)) == list(read_games(file, game="hive")) == []
    assert list(read_games(file, level=2, least_events=1)) == everything


def test_another_file_is_not_mixed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl.gz"
    selfplay(file, 1)
    assert selfplay(file, 2, "--level", "3") == 2
    assert main(["selfplay", "boop", "--games", "2", "--level", "1", "--out", str(file)]) == 2
    assert "holds games of other players" in capsys.readouterr().err


def test_a_long_game_is_cut_off() -> None:
    game = play_game(Plan("hive", {}, (1, 1), 0, 0.02, 4), 0)
    assert (game.winner, game.reason, len(game.record.events)) == (None, "cut off", 4)


def test_games_are_rewritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl.gz"
    selfplay(file, 1)
    capsys.readouterr()
    assert main(["dataset", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == next(read_games(file)).as_data()
    assert main(["dataset", str(file), "--to", "record"]) == 0
    assert capsys.readouterr().out.startswith("boohive record 1\ngame: boop-junior\n")
    assert main(["dataset", str(file), "--to", "pgn"]) == 2
    assert "PGN is a form for Hive" in capsys.readouterr().err
    hive = tmp_path / "hive.jsonl.gz"
    add_game_to(hive, play_game(Plan("hive", {}, (1, 1), 0, 0.02, 4), 0))
    assert main(["dataset", str(hive), "--to", "pgn"]) == 0
    assert '[GameType "Base+MLP"]' in capsys.readouterr().out
    assert main(["dataset", str(tmp_path / "missing")]) == 2
