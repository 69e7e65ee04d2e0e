"""Games as data: a file that can be continued, cut off in the middle of a game, filtered and read back."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from boohive.cli import main
from boohive.core.errors import BoohiveError
from boohive.engine.selfplay import (
    FORMAT,
    SelfPlayPlan,
    add_game_to,
    open_file,
    packed,
    play_game,
    play_games,
    read_games,
)
from boohive.games import GAMES


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
    assert list(read_games(file, level=2, min_events=1)) == everything


def test_another_file_is_not_mixed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl.gz"
    selfplay(file, 1)
    assert selfplay(file, 2, "--level", "3") == 2
    assert main(["selfplay", "boop", "--games", "2", "--level", "1", "--out", str(file)]) == 2
    assert "holds games with game boop-junior, not boop; choose another file" in capsys.readouterr().err


@pytest.mark.parametrize(
    "more", [["--set", "draw=threefold"], ["--seed", "1"], ["--longest", "9"], ["--opening", "2"], ["--time", "0.03"]]
)
def test_a_file_holds_games_of_one_plan_only(
    more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl.gz"
    selfplay(file, 1)
    before = file.read_bytes()
    assert selfplay(file, 2, *more) == 2
    assert "choose another file" in capsys.readouterr().err
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [b"precious notes\n", bytes(range(256)) * 10, packed('{"number": 0}'), packed('{"format": "other 1"}')[:-3]],
)
def test_a_file_of_somebody_else_stays_as_it_is(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    assert selfplay(file, 1) == 2
    assert f"{file} is not a file that boohive selfplay wrote" in capsys.readouterr().err
    assert file.read_bytes() == content
    assert main(["dataset", str(file)]) == 2


def test_a_file_that_was_stopped_while_it_was_begun_is_begun_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl.gz"
    plan = SelfPlayPlan("boop", {}, (1, 1), 0, 0.02, 4)
    assert open_file(file, plan) == []
    whole = file.read_bytes()
    for length in (0, 1, 20, len(whole) - 1):
        file.write_bytes(whole[:length])
        assert open_file(file, plan) == []
        assert file.read_bytes() == whole


@pytest.mark.parametrize("where", ["missing/games.gz", "."])
def test_a_place_where_nothing_can_be_written_is_refused_before_a_game_is_played(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boohive.commands.selfplay.play_games", lambda *_: pytest.fail("a game was played"))
    assert selfplay(tmp_path / where, 1) == 2


def test_strong_levels_play_games_that_differ(tmp_path: Path) -> None:
    plan = SelfPlayPlan("boop", {}, (5, 5), 0, 5.0, 12)
    texts = [game.text for game in play_games(plan, range(4))]
    assert len(set(texts)) == 4
    assert texts == [play_game(plan, number).text for number in range(4)]  # and can be played again


def test_equal_games_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = play_game(SelfPlayPlan("boop", {}, (5, 5), 0, 5.0, 3), 0)
    monkeypatch.setattr("boohive.engine.selfplay.play_game", lambda _, number, *__: replace(first, number=number))
    out = tmp_path / "games.gz"
    words = ["--level", "5", "--time", "5", "--longest", "3", "--opening", "0", "--out", str(out)]
    assert main(["selfplay", "boop", "--games", "3", *words]) == 2
    assert "game 2 would be the same as an earlier one, move for move" in capsys.readouterr().err
    assert len(list(read_games(out))) == 1


def test_a_game_that_was_played_before_gets_another_opening(tmp_path: Path) -> None:
    """With one random decision and nothing else there are 36 games of boop.; chance alone repeats some of twenty."""
    out = tmp_path / "games.gz"
    words = ["--level", "1", "--longest", "1", "--opening", "1", "--out", str(out)]
    assert main(["selfplay", "boop", "--games", "20", *words]) == 0
    assert len({game.text for game in read_games(out)}) == 20


def test_the_older_spellings_of_the_options_mean_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new, old = tmp_path / "new.gz", tmp_path / "old.gz"
    words = ["selfplay", "boop", "--games", "1", "--level", "1", "--time", "5"]
    assert main([*words, "--max-moves", "6", "--out", str(new)]) == 0
    assert main([*words, "--longest", "6", "--out", str(old)]) == 0
    assert new.read_bytes() == old.read_bytes()
    capsys.readouterr()
    for option in ("--min-moves", "--least"):
        assert main(["dataset", str(new), option, "6"]) == 0
        assert len(capsys.readouterr().out.splitlines()) == 1
        assert main(["dataset", str(new), option, "7"]) == 0
        assert capsys.readouterr().out == ""


def test_a_run_is_told_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "games.gz")
    words = ["selfplay", "boop", "--games", "1", "--level", "1", "--max-moves", "5", "--out", out, "--json"]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out) == {"file": out, "games": 1, "new": 1}


def test_an_opening_ends_with_a_whole_turn() -> None:
    for number in range(20):
        game = play_game(SelfPlayPlan("boop-ghosts", {}, (1, 1), 0, 0.02, 0), number)
        position = game.record.last()
        assert not position.mid_turn and game.opening == len(game.record.events) >= 4


def test_several_processes_write_the_same_file_as_one(tmp_path: Path) -> None:
    alone, together = tmp_path / "alone.gz", tmp_path / "together.gz"
    words = ["boop", "--games", "6", "--level", "4", "--time", "5", "--longest", "8"]
    assert main(["selfplay", *words, "--out", str(alone)]) == 0
    assert main(["selfplay", *words, "--workers", "2", "--out", str(together)]) == 0
    assert alone.read_bytes() == together.read_bytes()


def test_the_plan_stands_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl.gz"
    selfplay(file, 1)
    header = json.loads(gzip.decompress(file.read_bytes()).splitlines()[0])
    assert header["format"] == FORMAT
    assert header["plan"]["options"] == dict(GAMES["boop-junior"].new().options)
    with pytest.raises(BoohiveError, match="is not a file that boohive selfplay wrote"):
        list(read_games(__file__))


def test_a_long_game_is_cut_off() -> None:
    game = play_game(SelfPlayPlan("hive", {}, (1, 1), 0, 0.02, 4, opening=0), 0)
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
    assert "cannot be written as pgn" in capsys.readouterr().err
    hive = tmp_path / "hive.jsonl.gz"
    plan = SelfPlayPlan("hive", {}, (1, 1), 0, 0.02, 4)
    open_file(hive, plan)
    add_game_to(hive, play_game(plan, 0))
    assert main(["dataset", str(hive), "--to", "pgn"]) == 0
    assert '[GameType "Base+ML"]' in capsys.readouterr().out
    assert main(["dataset", str(tmp_path / "missing")]) == 2
