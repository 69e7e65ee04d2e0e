"""Pictures: options, plain attributes, size, and animated PNGs."""

import re
import struct
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import boohive
from boohive import BoohiveError, Position, Record
from boohive.cli import main
from boohive.core.png import chunks, png

SVG = "{http://www.w3.org/2000/svg}"
SIDED = [game.id for game in boohive.GAMES.values() if game.kind == "turns"]


def some_position(game: str, events: int = 10) -> Position:
    position, rng = boohive.new(game), Random(5)
    for _ in range(events):
        position = position.apply(position.random_event(rng)).position
    return position


@pytest.mark.parametrize("theme", [None, "light", "dark"])
@pytest.mark.parametrize("game", list(boohive.GAMES))
def test_pictures_are_plain_attributes_with_a_size_that_fits_the_view(game: str, theme) -> None:
    picture = some_position(game).svg(size=500, theme=theme)
    root = ElementTree.fromstring(picture)
    assert "var(" not in picture and "style" not in picture and "class=" not in picture
    assert not list(root.iter(f"{SVG}style"))
    _, _, width, height = (float(n) for n in root.get("viewBox").split())
    assert root.get("width") == "500" and float(root.get("height")) == pytest.approx(500 * height / width, rel=1e-4)
    named = set(re.findall(r'<(?:symbol|pattern) id="([^"]+)"', picture))
    assert set(re.findall(r'href="#([^"]+)"', picture)) <= named
    assert png(picture, 80).startswith(b"\x89PNG")


@pytest.mark.parametrize("game", list(boohive.GAMES))
def test_every_option_changes_the_picture(game: str) -> None:
    position = some_position(game)
    pictures = {position.svg()}
    for options in ({"size": 99}, {"coordinates": False}, {"theme": "light"}, {"theme": "dark"}):
        pictures.add(position.svg(**options))
    assert len(pictures) == 4  # One of the two themes is the game's own look.
    if game != "booo":
        assert len({*pictures, position.svg(orientation=1), position.svg(last_move=False)}) == 6


@pytest.mark.parametrize(
    ("game", "space", "other"),
    [("boop", "a1", "f6"), ("boop-ghosts", "c3", "c4"), ("hive", "0,0", "wQ"), ("booo", "a1", "c3")],
)
def test_arrows_and_marked_spaces(game: str, space: str, other: str) -> None:
    position = some_position(game)
    picture = position.svg(arrows=[(space, other)], marked=[space, other], last_move=False)
    plain = position.svg(last_move=False)
    assert picture.count("<polygon") == plain.count("<polygon") + 1
    assert picture.count("<circle") == plain.count("<circle") + 2


@pytest.mark.parametrize("game", SIDED)
def test_a_board_seen_from_the_other_side_has_the_same_pieces_turned_by_half(game: str) -> None:
    position = some_position(game)
    spaces = ["a1", "b3"] if game != "hive" else ["wQ", "0,0"]

    def rings(orientation: int) -> list[tuple[float, float]]:
        root = ElementTree.fromstring(position.svg(orientation=orientation, marked=spaces, last_move=False))
        found = [each for each in root.iter(f"{SVG}circle") if each.get("stroke") == "#c2255c"]
        return [(float(each.get("cx")), float(each.get("cy"))) for each in found]

    (x1, y1), (x2, y2) = rings(0)
    (u1, v1), (u2, v2) = rings(1)
    assert (u2 - u1, v2 - v1) == pytest.approx((x1 - x2, y1 - y2), abs=0.01)
    assert position.svg().count("<use") == position.svg(orientation=1).count("<use")


def test_the_last_move_of_boop_has_a_ring_at_its_space() -> None:
    position = boohive.new("boop").play("k c3").play("k d4")
    ring = 'cx="410" cy="530" r="44"'
    assert ring in position.svg() and ring not in position.svg(last_move=False)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"size": 0}, "size=0 is not possible"),
        ({"size": "large"}, "size='large' is not possible"),
        ({"orientation": 2}, "orientation=2 is not possible"),
        ({"theme": "pink"}, "there is no theme 'pink'"),
        ({"marked": "a1"}, "give a list of spaces"),
        ({"marked": ["z9"]}, "there is no space 'z9' in this picture"),
        ({"arrows": [("a1", "z9")]}, "there is no space 'z9' in this picture"),
        ({"arrows": [("a1",)]}, "give a list of pairs of spaces"),
        ({"arrows": 3}, "give a list of pairs of spaces"),
        ({"marked": 3}, "give a list of spaces"),
    ],
)
def test_wrong_options_are_refused(options, sentence: str) -> None:
    with pytest.raises(BoohiveError, match=re.escape(sentence)):
        boohive.new("boop").svg(**options)


def test_a_castle_has_no_sides() -> None:
    with pytest.raises(BoohiveError, match="a castle has no sides"):
        boohive.new("booo").svg(orientation=1)


def test_a_game_is_an_animated_png_with_a_frame_for_each_position() -> None:
    record = next(boohive.read("Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1"))
    film = record.apng(seconds=0.5, size=120)
    parts = list(chunks(film))
    assert [kind for kind, _ in parts][:2] == [b"IHDR", b"acTL"] and parts[-1] == (b"IEND", b"")
    controls = [struct.unpack(">IIIIIHHBB", data) for kind, data in parts if kind == b"fcTL"]
    data = [struct.unpack(">I", data[:4])[0] for kind, data in parts if kind == b"fdAT"]
    assert sorted([control[0] for control in controls] + data) == list(range(7))
    assert {control[1:3] for control in controls} == {struct.unpack(">II", parts[0][1][:8])}
    assert [control[5] for control in controls] == [500, 500, 500, 1500]


def test_show_draws_with_options_and_whole_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.txt"
    game.write_text(Record.of(boohive.new("boop").play("k c3").play("k d4")).write())
    words = ["--size", "200", "--orientation", "1", "--theme", "dark", "--mark", "a1", "--arrow", "c3", "d4"]
    assert main(["show", str(game), "--svg", *words, "--no-last-move", "--no-coordinates"]) == 0
    expected = boohive.new("boop").play("k c3").play("k d4").svg(
        size=200, orientation=1, theme="dark", marked=["a1"], arrows=[("c3", "d4")], last_move=False, coordinates=False
    )  # fmt: skip
    assert capsys.readouterr().out == expected + "\n"
    for name, begins in (("game.svg", b"<svg"), ("game.png", b"\x89PNG")):
        assert main(["show", str(game), "--animation", str(tmp_path / name), "--size", "100"]) == 0
        assert (tmp_path / name).read_bytes().startswith(begins)
