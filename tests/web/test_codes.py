"""Refusals carry a code with what they are about, and the page has words for every one of a turn-based game."""

import ast
import re
from pathlib import Path

import pytest

import boohive
from boohive import BoohiveError
from boohive.core.record import FIRST_LINE
from boohive.server.replay import open_record

ROOT = Path(__file__).parents[2]
WORDS = [
    (ROOT / "web" / "src" / "lib" / f"{name}.ts").read_text(encoding="utf-8")
    for name in ("refusals", "moveRefusals", "raceRefusals", "fileRefusals")
]
SOURCES = [
    *(
        ROOT / "src/boohive/games" / game / f"{part}.py"
        for game in ("boop", "ghosts", "hive")
        for part in ("refusals", "notation")
    ),
    ROOT / "src/boohive/games/booo/refusals.py",
    ROOT / "src/boohive/games/hive/formats.py",
    ROOT / "src/boohive/core/record.py",
]


def codes(path):
    """The codes that are given to sentences and errors in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and len(node.args) > 1
            and getattr(node.func, "id", "") in ("Sentence", "NotationError")
        ):
            last = node.args[1]
            for each in (last.body, last.orelse) if isinstance(last, ast.IfExp) else (last,):
                assert isinstance(each, ast.Constant)
                yield each.value


def test_the_page_has_words_for_every_refusal():
    given = {code for path in SOURCES for code in codes(path)}
    known = {
        code for words in WORDS for code in re.findall(r"^  (\w+): ", words.split("const SENTENCES")[-1], re.MULTILINE)
    }
    assert len(given) > 25
    assert given <= known


def test_e6_x4_x11_the_page_has_words_for_every_sentence_of_a_race():
    """Why a proof fails, why a visitor leaves, how a race ends, and hints: none is shown as the server says it."""
    source = ROOT / "src/boohive/games/booo"
    parts = ("claiming", "clock", "ending", "hints", "proof", "proving", "votes")
    given = {
        code
        for part in parts
        for code in re.findall(
            r'(?:Sentence|WrongStep)\(\s*(?:f?"[^"]*"|\w+),\s*"(\w+)"',
            (source / f"{part}.py").read_text(encoding="utf-8"),
        )
    }
    # These carry what is told otherwise: numbers, a route to draw, a hand; or come up in a list of events alone.
    told = {"rest", "there_was_a_route", "hand_up", "hand_down", "trial", "trial_result", "not_arrived"}
    page = "".join((ROOT / "web/src/lib" / name).read_text(encoding="utf-8") for name in ("race.ts", "words.ts"))
    assert len(given) > 25
    assert given - told <= set(re.findall(r"\b(\w+): (?:m\.|\()", page))


HIVE = "Base+MLP;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"


@pytest.mark.parametrize(
    ("game", "position", "move", "code", "args"),
    [
        ("boop", "6/6/2k3/6/6/6 7,0,8,0 0 - -", "k c3", "space_taken", {"space": "c3"}),
        ("boop", "6/6/6/6/6/6 8,0,8,0 0 - -", "c c3", "none_in_pool", {"kind": "cat"}),
        ("boop", "6/6/6/6/6/6 8,0,8,0 0 - -", "hop", "not_a_move", {}),
        ("boop-ghosts", "6/6/6/6/6/6 8,0,8,0 0 - -", "g H2@0+", "ghost_after_piece", {}),
        ("hive", HIVE, "wS1 -wQ", "pinned", {"bug": "wS1", "kind": "spider"}),
        ("hive", HIVE, "wA1 bS1/", "touches_other", {"bug": "wA1", "kind": "ant"}),
        ("hive", HIVE, "wA2 -wQ", "place_first", {"bug": "wA1", "kind": "ant"}),
        ("hive", HIVE, "pass", "no_pass", None),
    ],
)
def test_a_refused_move_says_why_to_programs(game, position, move, code, args):
    with pytest.raises(BoohiveError) as refused:
        boohive.from_text(game, position).play(move)
    assert refused.value.sentence.code == code
    assert args is None or dict(refused.value.sentence.args) == args


@pytest.mark.parametrize(
    ("record", "code", "args"),
    [
        ("hello", "not_a_record", {}),
        (f"{FIRST_LINE}\ngame: boop\n\n0 k c3\nx k c3\n", "line_unreadable", {"line": 5, "words": "x k c3"}),
        (f"{FIRST_LINE}\ngame: boop\n\n0 k c3\n1 k c3\n", "record_move", {"number": 2, "move": "k c3"}),
        (f"{FIRST_LINE}\ngame: boop\nresult: 1\n\n0 k c3\n", "record_result", {}),
        ('[White "Ann"]\n[Black "Bob"]\n\n1. wG1', "not_hive", {}),
        ("(;GM[27]SU[chess])", "not_a_record", {}),
    ],
)
def test_a_refused_file_says_why_to_programs(record, code, args):
    with pytest.raises(BoohiveError) as refused:
        open_record(record)
    assert (refused.value.sentence.code, dict(refused.value.sentence.args)) == (code, args)
