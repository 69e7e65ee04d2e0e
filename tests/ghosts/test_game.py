"""BOOOOP. as a game on the shelf: commands, records, draws, views, refusals."""

import json
import subprocess
import sys
from random import Random

import pytest

import boohive
from boohive.core.errors import BoohiveError
from boohive.core.game import Event
from boohive.core.record import Record
from boohive.core.turn_game import TurnPosition

START = "6/6/6/6/6/6 8,0,8,0 0 - -"


def command(*words: str, stdin: str = "") -> str:
    run = subprocess.run(
        [sys.executable, "-m", "boohive", *words], input=stdin, capture_output=True, text=True, check=True, timeout=120
    )
    return run.stdout


def test_perft_prints_the_first_counts() -> None:
    assert command("perft", "boop-ghosts", "3") == "1: 756\n2: 530460\n3: 35220900\n"


@pytest.mark.parametrize("settings", [(), ("--set", "eight_cat_return=false", "--set", "opponent_line_wins=true")])
def test_turns_answers_each_line(settings: tuple[str, ...]) -> None:
    pending = "6/6/2k3/6/6/6 7,0,8,0 0 - H2@0+ ghost"
    lines = [START, pending, "nonsense"]
    answers = [
        json.loads(line)
        for line in command("turns", "boop-ghosts", "--stdin", *settings, stdin="\n".join(lines)).splitlines()
    ]
    assert [len(answer.get("turns", [])) for answer in answers] == [756, 20, 0]
    assert answers[0]["position"] == START and answers[0]["outcome"] is None
    assert answers[0]["turns"][0] == ["k5/6/6/6/6/6 7,0,8,0 1 - -", None]
    assert answers[2]["error"].startswith("a position has five fields")


def test_show_moves_and_play_know_the_game() -> None:
    text = "6/6/2k3/6/6/6 7,0,8,0 0 - H2@0+ ghost"
    assert command("moves", "boop-ghosts", "--position", text).split("\n")[:3] == ["g -", "g H0@0+", "g H0@5-"]
    assert "G>" in command("show", "boop-ghosts", "--position", text)
    assert "ghost-head" in command("show", "boop-ghosts", "--svg")
    output = command("play", "boop-ghosts", stdin="k c3\ng V0@0+\nk f6\ng -\nk a1\nquit\n")
    assert "player 1's ghost moved from V0@0+ to V0@1+" in output


def test_a_whole_random_game_replays_from_its_record_to_the_same_text() -> None:
    for seed in range(3):
        rng = Random(seed)
        position: TurnPosition = boohive.new("boop-ghosts", draw="threefold", opponent_line_wins=seed % 2 == 1)
        record = Record.of(position)
        while position.outcome is None:
            event = position.random_event(rng)
            record, position = record.add(event), position.play(event.text)
        assert boohive.read_record(record.write()).last().text == position.text


def turns_until_drawn(first_decision: str) -> int:
    """Two kittens are booped off and placed again for ever; the first player's ghost enters at once, or never."""
    position: TurnPosition = boohive.new("boop-ghosts", draw="threefold")
    cycle, turns = ["k a2", "k f5", "k b1", "k e6"], 0
    while position.outcome is None:
        position = position.play(cycle[turns % len(cycle)])
        if position.mid_turn:
            position = position.play(first_decision if turns == 0 else "g -")
        turns += 1
    outcome = position.outcome
    assert outcome == (None, "the same position for the third time")
    return turns


def test_a16_threefold_repetition_counts_bed_pools_ghosts_and_mover() -> None:
    """After the first round the bed recurs every four turns; a ghost that is elsewhere makes it another position."""
    without = turns_until_drawn("g -")
    assert without == 10
    assert turns_until_drawn("g H4@5-") > without


def test_g17_both_choices_of_the_eight_rule_are_the_default_here() -> None:
    assert boohive.new("boop-ghosts").options["eight_cat_return"] is True
    assert boohive.new("boop").options["eight_cat_return"] is False


def test_b13_eight_cats_on_the_bed_win_and_the_ghost_is_none_of_them() -> None:
    seven = boohive.from_text("boop-ghosts", "c1c3/6/c1c3/6/c1c1c1/6 0,1,8,0 0 - -")
    assert seven.play("c f1").outcome == (0, "all eight cats on the bed")


def test_a18_a_placement_that_wins_with_the_ghost_at_home_ends_the_game_at_once() -> None:
    two = boohive.from_text("boop-ghosts", "6/6/6/1cc3/6/6 4,2,8,0 0 - -")
    won = two.play("c d4")
    assert won.outcome == (0, "three cats in a row")
    assert not won.mid_turn
    assert won.active_seats == ()
    assert len(won.legal_moves) == 0
    assert [effect.kind for effect in two.effects("c d4")] == ["placed", "won"]
    assert two.play("k d4").mid_turn, "a row with a kitten does not win: the ghost is asked about"


def test_a18_the_opponents_row_ends_the_game_at_once_where_that_was_agreed() -> None:
    text = "6/6/3C2/1CC3/6/6 7,1,5,0 0 - -"
    assert boohive.from_text("boop-ghosts", text).play("c d2").mid_turn
    agreed = boohive.from_text("boop-ghosts", text, opponent_line_wins=True).play("c d2")
    assert agreed.outcome == (1, "three cats in a row")


def test_a_decision_about_the_ghost_after_a_won_game_is_left_out_when_read() -> None:
    """Older versions asked for it; whoever plays now is refused as after any finished game."""
    start = boohive.from_text("boop-ghosts", "6/6/6/1cc3/6/6 4,2,8,0 0 - -")
    record = Record.of(start).add(Event(0, "c d4"))
    for decision in ("g -", "g H2@0+"):
        assert boohive.read_record(f"{record.write()}0 {decision}\n") == boohive.read_record(record.write())
    with pytest.raises(boohive.IllegalMove):
        start.play("c d4").play("g -")
    with pytest.raises(boohive.IllegalMove, match="event 2"):
        boohive.read_record(f"{record.write()}1 k a1\n")


def test_the_view_shows_ghosts_and_their_tracks() -> None:
    view = boohive.from_text("boop-ghosts", "6/6/6/6/6/6 8,0,8,0 0 H2@3+ -").view()
    (ghost,) = view["ghosts"]
    assert (ghost["text"], ghost["seat"]) == ("H2@3+", 0)
    assert [stitch["text"] for stitch in ghost["track"]] == ["H2@4+", "H2@5+"]
    at_home = {
        tray["seat"]: piece["count"] for tray in view["trays"] for piece in tray["pieces"] if piece["kind"] == "ghost"
    }
    assert at_home == {0: 0, 1: 1}
    waiting = boohive.new("boop-ghosts").play("k c3")
    piece = {"id": "", "kind": "ghost", "seat": 0}
    assert waiting.legal_moves[0].as_data() == {"text": "g -", "kind": "stay_out", "piece": piece}
    assert waiting.legal_moves[1].as_data() == {"text": "g H0@0+", "kind": "enter", "piece": piece, "to": "H0@0+"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "6/6/6/6/6/6 8,0,8,0 0 H2@6+ -",
            "'H2@6+' is not a ghost; write H or V, the seam 0 to 4, @, the place 0 to 5 and + or -, "
            "such as H2@3+, or - in the pool",
        ),
        ("6/6/6/6/6/6 8,0,8,0 0 H2@3+ H2@3-", "both ghosts stand on the same stitch; a stitch holds one ghost"),
        ("6/6/6/6/6/6 8,0,8,0 0 - - soon", "'soon' is not a pending decision; write 'ghost', 'choose' or nothing"),
        ("6/6/6/6/6/6 8,0,8,0 0 - - ghost", "the mover has placed no piece yet; leave out 'ghost'"),
        (
            "k5/6/6/6/6/6 7,0,8,0 0 H2@3+ - ghost",
            "the mover's ghost is on the bed and moves by itself; leave out 'ghost'",
        ),
        ("6/6/6/6/6/6 8,0,8,0 0 - - choose", "there is nothing to choose here; leave out 'choose'"),
        ("ccc3/1k4/6/1k4/1k4/1kk3 0,0,8,0 0 - - choose", "there is nothing to choose here; leave out 'choose'"),
    ],
)
def test_a_position_text_that_cannot_be_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(boohive.NotationError) as refusal:
        boohive.from_text("boop-ghosts", text)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("text", "move", "sentence"),
    [
        (START, "g", "'g' is not a move; write 'g H2@0+' to let the ghost enter, or 'g -'"),
        (START, "x9", "'x9' is not a move; write a piece and a space, such as 'k c3' (a kitten) or 'c c3' (a cat); "
                      "for the ghost 'g H2@0+' or 'g -'"),
        (START, "c a1", "there is no cat in your pool; place a kitten: 'k a1'"),
        ("k5/6/6/6/6/6 7,0,8,0 0 - - ghost", "k c3",
         "your ghost comes first; it stays out with 'g -' or enters, such as 'g H0@0+'"),
        ("1kkkk1/6/6/6/6/6 4,0,8,0 0 - - choose", "g -",
         "the ghost has had its turn; choose one of: row b1 c1 d1, row c1 d1 e1"),
        ("1kkkk1/6/6/6/6/6 4,0,8,0 0 - - choose", "k a1",
         "a choice is due before the next piece; choose one of: row b1 c1 d1, row c1 d1 e1"),
    ],
)  # fmt: skip
def test_a_move_that_cannot_be_is_refused_with_a_sentence(text: str, move: str, sentence: str) -> None:
    with pytest.raises(BoohiveError) as refusal:
        boohive.from_text("boop-ghosts", text).play(move)
    assert str(refusal.value) == sentence


def test_moves_are_read_in_either_case_and_with_whole_words() -> None:
    position = boohive.new("boop-ghosts").play("kitten C3")
    assert position.play("ghost h2@0+").text == position.play("g H2@0+").text
    assert position.apply(Event(0, "G -")).position == position.play("g -")
