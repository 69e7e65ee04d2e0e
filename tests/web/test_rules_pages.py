"""The rules pages show what the tests of the rules run, and all of it can be played."""

import json
import re
import sys
from pathlib import Path

import pytest

import boohive
from boohive.core.game import Event

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import diagrams  # noqa: E402

LIB = ROOT / "web" / "src" / "lib"
PICTURES = json.loads((LIB / "diagrams.json").read_text(encoding="utf-8"))
GAMES = ["boop", "boop-junior", "boop-ghosts", "hive", "booo"]


def test_the_pictures_are_those_of_the_rulebook():
    told = "the rulebook's pictures have changed; write them anew with: .venv/bin/python scripts/diagrams.py"
    assert diagrams.WRITTEN.read_text(encoding="utf-8") == diagrams.written(), told


def test_every_picture_is_shown_somewhere():
    assert set(re.findall(r'"([a-z]+-[a-z]+)"[,)]', (LIB / "rulebook.ts").read_text(encoding="utf-8"))) == set(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_can_be_played(name):
    picture = PICTURES[name]
    position = boohive.from_text(picture["game"], picture["position"])
    for move in picture["moves"]:
        position = position.apply(Event(position.active_seats[0], move)).position


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_of_a_page_is_drawn(visit, game):
    page = visit(f"/rules/{game}", width=1000)
    page.locator("figure").first.wait_for()
    wanted = page.locator("figure").count()
    assert wanted >= 3
    page.wait_for_function("wanted => document.querySelectorAll('figure svg[role=grid]').length === wanted", arg=wanted)
    # The moves of the pictures are told in words below them.
    captions = page.locator("figcaption").all_inner_texts()
    assert len(captions) >= wanted - 1 and all(captions)
