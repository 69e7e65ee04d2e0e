"""The preset ``rulebook``: every option, the values of the printed rules, and the same from every way to begin a game."""

import argparse
import asyncio
import io
import json
from pathlib import Path

import pytest

import boohive
from boohive.cli import main
from boohive.commands import play
from boohive.commands.common import given_options
from boohive.core.errors import OptionError
from boohive.games.booo.game import BOOO
from boohive.games.booo.terminal import race_options
from boohive.server.messages.http import CreateTable, SeatRequest
from boohive.server.routes.tables import _created_action
from boohive.tables.log import TableCreated
from boohive.tables.seating import first_position

PRINTED: dict[str, dict[str, bool | int | str]] = {
    "boop": {"eight_cat_return": False, "opponent_line_wins": False, "draw": "none"},
    "boop-junior": {"junior_eight": "win", "opponent_line_wins": False, "draw": "none"},
    "boop-ghosts": {"eight_cat_return": True, "opponent_line_wins": False, "draw": "none"},
    "hive": {"mode": "rulebook", "type": "Base+ML", "queen_first": "by-mode", "repetition": "by-mode"},
    "booo": {
        "sections": "standard",
        "castle": "shuffled",
        "tokens": "set",
        "token_rooms": "standard",
        "deck": "fresh",
        "ghost": "drawn",
        "number": 0,
        "chooser": "seed",
        "penalty": "second",
        "banned_claim": "stops",
        "proof": "strict",
        "first_step": 7,
        "step_gap": 6,
        "proof_time": 35,
        "pause": 3,
        "search_limit": 0,
        "umpire": "auto",
        "earliest_claim": 0,
        "handicap": "none",
        "window": "normal",
    },
}
"""Option values of the rulebooks. Where a booklet says nothing, the value with which nothing is added."""

GAMES = list(boohive.GAMES)


def created(wanted: CreateTable) -> TableCreated:
    """The first entry of the table's log; without a record no service is asked."""
    return asyncio.run(_created_action(None, None, wanted))


def shared(game: str, options: object) -> dict[str, object]:
    """Without what belongs to one table: the number of players and the seed."""
    row = boohive.GAMES[game]
    return {name: value for name, value in dict(options).items() if name not in (row.players_option, row.seed_option)}


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_names_every_option(game: str) -> None:
    assert dict(boohive.GAMES[game].preset("rulebook")) == PRINTED[game]
    assert shared(game, boohive.GAMES[game].new().options) == PRINTED[game]


@pytest.mark.parametrize("game", GAMES)
def test_every_way_to_begin_starts_from_the_rulebook(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shared(game, boohive.new(game).options) == PRINTED[game]
    seats = [SeatRequest(occupant="me"), SeatRequest(occupant="empty")]
    for preset in (None, "rulebook"):
        table = first_position(created(CreateTable(game=game, seats=seats, preset=preset)), range(2))
        assert shared(game, table.options) == PRINTED[game]
    assert main(["games", "--json"]) == 0
    info = next(row for row in json.loads(capsys.readouterr().out) if row["id"] == game)
    defaults = {each["name"]: each["default"] for each in info["options"]} | info["table_defaults"]
    assert shared(game, defaults) == PRINTED[game]


@pytest.mark.parametrize("game", [game for game in GAMES if boohive.GAMES[game].terminal is None])
def test_the_terminal_starts_from_the_rulebook(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = tmp_path / "game.txt"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"save {saved}\nquit\n"))
    assert main(["play", game]) == 0
    assert shared(game, boohive.read_record(saved.read_text(encoding="utf-8")).first().options) == PRINTED[game]


def test_the_terminal_of_a_race_starts_from_the_rulebook() -> None:
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    args = parser.parse_args(["booo"])
    position = BOOO.new(**race_options(args, given_options(args, BOOO)))
    assert shared("booo", position.options) == PRINTED["booo"]


@pytest.mark.parametrize("game", GAMES)
def test_presets_come_last_over_whatever_defaults_there_are(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    row = boohive.GAMES[game]
    changed = {"draw": "threefold"} if "draw" in PRINTED[game] else {}
    changed = {"mode": "tournament"} if game == "hive" else {"penalty": "out"} if game == "booo" else changed
    monkeypatch.setattr(type(row), "table_defaults", changed)
    seats = [SeatRequest(occupant="me"), SeatRequest(occupant="empty")]
    table = first_position(created(CreateTable(game=game, seats=seats, preset="rulebook")), range(2))
    assert shared(game, table.options) == PRINTED[game]


def test_a_preset_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", "hive", "--preset", "tournament"]) == 0
    assert "wQ" not in capsys.readouterr().out.split()
    assert main(["moves", "hive"]) == 0
    assert "wQ" in capsys.readouterr().out.split()
    assert main(["moves", "hive", "--preset", "tournament", "--set", "queen_first=true"]) == 0
    assert "wQ" in capsys.readouterr().out.split()
    assert main(["moves", "hive", "--preset", "chess"]) == 2
    assert "Hive has no preset 'chess'; it has 'rulebook'" in capsys.readouterr().err


def test_figures_that_must_not_move_name_their_own_preset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "hive", "3"]) == 0
    assert capsys.readouterr().out.split() == ["1:", "7", "2:", "294", "3:", "6678"]
    assert dict(boohive.GAMES["hive"].research_options())["mode"] == "tournament"
    assert dict(boohive.GAMES["boop"].match_options())["draw"] == "threefold"
    with pytest.raises(OptionError, match="no preset"):
        boohive.GAMES["boop"].preset("nonsense")
