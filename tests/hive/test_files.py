"""Games of Hive in other programs' files: Mzinga's PGN, BoardSpace's SGF, and our record."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from uhp_utils.pgn import convert_uhp_to_pgn

import boohive
from boohive.core.errors import BoohiveError
from boohive.games.hive.formats import read_game, read_pgn, read_sgf, write_pgn

GAME = r"Base+MLP;InProgress;Black[3];wG1;bL wG1-;wQ /wG1;bQ bL-;wQ -wG1"

NEW_SGF = r"""(;
GM[27]VV[1]
SU[hive-plm 2 0 101]
P0[id "ann"]
P1[id "bob"]
; P0[0 Start P0]
; P0[1 Pick W 0 wG2]
; P0[2 Dropb wG2 N 13 .]TM[1000]
; P0[3 Done ]
; P1[4 Dropb bL1 O 13 wG2-]
; P1[5 Done ]
; P0[6 Dropb wQ1 N 14 \\wG2]
; P0[7 Pickb N 14 wQ1]
; P0[8 Dropb wQ1 M 12 /wG2]
; P0[9 Done ]
; P0[10 OfferDraw]
; P1[11 Movedone B bQ P 13 bL1-]
; P0[12 Move W wQ1 M 13 .]
; P0[13 Done]
; P1[14 Resign]
)"""

OLD_SGF = """(;
SU[Hive]
P0[id "ann"]
P1[id "bob"]
; P0[1 pick w 0 g1]
; P0[2 dropb g1 N 13 .]
; P0[3 done]
; P1[4 pick b 0 s1]
; P1[5 dropb s1 O 13 wG1-]
; P1[6 done]
)"""

MZINGA_PGN = r"""[Event "a game"]
[Site "here"]
[Date "2024.05.06"]
[Round "1"]
[White "ann"]
[Black "b\"ob"]
[Result "InProgress"]
[GameType "Base+MLP"]

1. wG1
2. bL wG1- {a comment; with a stop}
3. wQ /wG1 4. bQ bL-
5. wQ -wG1
*
"""


def test_a_file_of_boardspace() -> None:
    """The last drop before ``Done`` counts; tiles are renumbered; a bare dot is told by its coordinates."""
    record = read_sgf(NEW_SGF)
    assert record.last().text == GAME
    assert record.seats == ("ann", "bob")


def test_an_old_file_of_boardspace() -> None:
    assert read_game(OLD_SGF).last().text == "Base;InProgress;White[2];wG1;bS1 wG1-"


def test_forced_passes_that_a_file_leaves_out_are_put_in() -> None:
    stuck = [
        ("P0", "wM", "N 13", "."), ("P1", "bB1", "M 12", "/wM"), ("P0", "wQ", "N 14", r"\\wM"), ("P1", "bQ", "L 12", "-bB1"),
        ("P0", "wP", "M 14", "-wQ"), ("P1", "bQ", "M 13", r"wP\\"), ("P0", "wM", "M 12", "bB1."), ("P0", "wA1", "O 14", "wQ-"),
    ]  # fmt: skip
    lines = [
        f"; {seat}[{i} Dropb {bug} {place} {output}]\n; {seat}[{i} Done]"
        for i, (seat, bug, place, output) in enumerate(stuck)
    ]
    text = read_sgf("(;SU[hive-plm]\n" + "\n".join(lines) + "\n)").last().text
    assert text.split(";")[10:] == ["pass", "wA1 wQ-"]


def test_a_file_of_mzinga() -> None:
    record = read_pgn(MZINGA_PGN)
    assert record.last().text == GAME
    assert record.seats == ("ann", 'b"ob')
    again = read_pgn(write_pgn(record))
    assert again.last() == record.last() and again.seats == record.seats and again.headers == record.headers


def test_a_file_of_uhp_utils() -> None:
    assert read_pgn(convert_uhp_to_pgn(GAME, white="ann", date="2026")).last().text == GAME


def test_our_record_and_a_game_string() -> None:
    record = read_game(GAME)
    assert record.last().text == GAME
    assert read_game(record.write()).last() == record.last()


@pytest.mark.parametrize("text", ["", "(;)", "(;SU[chess])", "(;SU[hive-ultimate])", "[Event \"x\"]\n1. wS1", "nonsense",
    MZINGA_PGN.replace("wQ /wG1", "wQ wG1-"), NEW_SGF.replace("M 12 /wG2", "O 13 /wG2").replace("/wG2", "wG2-")])  # fmt: skip
def test_what_is_no_game_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BoohiveError, match=r".{20}"):
        read_game(text)


def test_export_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(NEW_SGF)

    def export(*words: str) -> str:
        command = [sys.executable, "-m", "boohive", "export", *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert export(str(file)).strip() == GAME.replace("InProgress", "WhiteWins")
    assert '[GameType "Base+MLP"]' in export(str(file), "--to", "pgn")
    assert export(str(file), "--to", "record").startswith("boohive record 1\ngame: hive\n")


def test_people_played_on_after_a_third_repetition() -> None:
    """T3 is a tournament's rule: files of games between people are read without it."""
    moves = r"wS1;bB1 wS1-;wQ \wS1;bQ bB1\;" + r"wQ -wS1;bQ bB1-;wQ \wS1;bQ bB1\;" * 3
    numbered = "\n".join(f"{i}. {move}" for i, move in enumerate(moves.strip(";").split(";"), 1))
    last = read_pgn('[GameType "Base"]\n\n' + numbered).last()
    assert last.outcome is None
    assert boohive.GAMES["hive"].new(**last.options).options["repetition"] == "false"


def test_texts_in_one_pass_are_the_texts_one_by_one() -> None:
    rng = Random(3)
    for seed in range(12):
        position = boohive.new("hive", type="Base+MLP" if seed % 2 else "Base")
        while position.to_move is not None and len(position.moves_played) < 70:
            moves = position.legal_moves
            assert moves.texts() == [move.text for move in moves]
            position = position.play(rng.choice(moves))
