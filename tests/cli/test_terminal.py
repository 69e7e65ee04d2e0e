"""The game in a terminal of 80 columns and 24 lines, driven through a pseudo-terminal."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

import boohive
from boohive.core.record import Record
from boohive.core.turn_game import TurnGame
from boohive.games import GAMES
from boohive.terminal import Terminal, kept_game
from boohive.terminal.commands import COMMANDS
from boohive.terminal.keeping import keep

COLUMNS, LINES = 80, 24
PATIENCE = 60
LAUNCH = """
import fcntl, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGINT, signal.default_int_handler)
from boohive.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""The command with this terminal as its own, so that Ctrl+C reaches it, also where the tests run in the background."""
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Screen:
    """A program in a pseudo-terminal, and what it wrote."""

    def __init__(self, home: Path, *words: str) -> None:
        self.file, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        environment = {**os.environ, "TERM": "xterm", "XDG_DATA_HOME": str(home)}
        environment.pop("COLUMNS", None), environment.pop("LINES", None)
        command = [sys.executable, "-c", LAUNCH, "play", *words]
        self.process = subprocess.Popen(
            command, stdin=child, stdout=child, stderr=child, env=environment, start_new_session=True
        )
        os.close(child)

    def read_until(self, text: str) -> str:
        """Everything up to and with this text."""
        found, end = "", monotonic() + PATIENCE
        while text not in found:
            assert monotonic() < end, f"{text!r} did not come: {found}"
            if select.select([self.file], [], [], 1)[0]:
                try:
                    found += os.read(self.file, 4096).decode()
                except OSError:
                    break
        assert text in found, found
        return found

    def type(self, text: str) -> None:
        """As from the keyboard."""
        os.write(self.file, text.encode())

    def interrupt(self) -> None:
        """Ctrl+C, once readline waits: between its prompt and its waiting Python keeps the signal for the next line."""
        sleep(0.3)
        self.type("\x03")

    def end(self) -> int:
        """Wait for its end."""
        code = self.process.wait(PATIENCE)
        os.close(self.file)
        return code


def test_ctrl_c_twice_keeps_the_game_and_continue_goes_on(tmp_path: Path) -> None:
    screen = Screen(tmp_path, "boop")
    screen.read_until("(k)> ")
    screen.type("c3\n")
    assert "kitten placed on c3" in screen.read_until("(K)> ")
    screen.interrupt()
    screen.read_until("or Enter to go on.\r\nplayer 2 (K)> ")
    screen.interrupt()
    screen.read_until("boohive play --continue")
    assert screen.end() == 0
    again = Screen(tmp_path, "--continue")
    assert "\x1b[1;33mk\x1b[0m: 7 kittens" in again.read_until("(K)> ")
    again.type("quit\n")
    assert again.end() == 0


def test_the_arrow_key_brings_the_last_line_back_and_the_column_letter_is_no_cat(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    screen = Screen(tmp_path, "boop")
    first = screen.read_until("(k)> ")
    assert "  a b c d e f" in first, "the letters above the columns have no colour"
    screen.type("d4\n")
    screen.read_until("(K)> ")
    screen.type("\x1b[A\n")
    assert "d4 is taken" in screen.read_until("(K)> ").split("d4\r\n")[-1]
    screen.type("quit\n")
    screen.end()


def test_the_ghost_is_explained_when_it_may_enter(tmp_path: Path) -> None:
    screen = Screen(tmp_path, "boop-ghosts")
    screen.read_until("(k)> ")
    screen.type("c3\n")
    assert "'g -' keeps it out" in screen.read_until("(k)> ")
    screen.type("help\n")
    assert "leave; an unfinished game is kept" in screen.read_until("Press Enter to go on. ")
    screen.type("\n")
    assert screen.read_until("(k)> ").count("\n") < LINES
    screen.type("quit\n")
    screen.end()


@pytest.mark.parametrize("seed", range(4))
def test_hive_is_never_wider_or_higher_than_the_terminal(seed: int) -> None:
    rng, position = Random(seed), boohive.new("hive", type="Base+MLP")
    for _ in range(120):
        if position.outcome is not None:
            break
        position = position.play(rng.choice(position.legal_moves))
        game = position.game
        assert isinstance(game, TurnGame)
        for columns, lines in ((79, 17), (119, 33), (39, 17)):
            drawn = game.terminal_diagram(position, columns, lines).splitlines()
            hive = [line for line in drawn[:-1] if "hand:" not in line and " on " not in line]
            assert max(map(len, hive)) <= columns
            assert len(drawn) <= max(lines, len(drawn) - len(hive) + 5)
            if "[" in position.diagram():
                assert "[" in "\n".join(drawn), "the last move is in sight"


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.kind == "turns"])
def test_every_game_has_two_names_for_its_sides(name: str) -> None:
    game = GAMES[name]
    assert isinstance(game, TurnGame) and len(set(game.seat_names)) == 2


def test_save_overwrites_no_other_file_and_words_are_forgiven(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("mine")
    mine = tmp_path / "game.txt"
    typed = f"KC3\nsave {other}\nsave {mine}\nd4\nsave {mine}\nLOAD\nhint\nhint\nhint\nhistory\nQuit\n"
    done = subprocess.run(
        [sys.executable, "-m", "boohive", "play", "boop"], input=typed, capture_output=True, text=True, check=True
    )
    assert other.read_text() == "mine" and "is not overwritten" in done.stdout
    assert mine.read_text().endswith("\n0 k c3\n1 k d4\n")
    assert "Which file? For example: load game.txt" in done.stdout
    assert done.stdout.index("Type 'hint' again") < done.stdout.index("Play: ") < done.stdout.index("Why: ")
    assert "1 k c3, 2 k d4" in done.stdout


def test_places_without_names_are_not_told_and_an_example_names_a_bug_on_the_table() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "boohive", "play", "hive"],
        input="wA1\nbA1\nquit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "0,0" not in done.stdout
    examples = re.findall(r"such as '(bA1 [^']+)'", done.stdout)
    assert examples and examples[0] in boohive.new("hive").play("wA1").legal_moves.texts()


WORDS = [
    "why",
    "c3",
    "k z9",
    "c a1",
    "k a1 b2",
    "zz top",
    "wA1",
    "wS1 bQ-",
    "bQ",
    "wX9",
    "g H9@0+",
    "k",
    "r a1 a2",
    "-",
    "h4",
    "5",
]


@pytest.mark.parametrize("name", [game.id for game in GAMES.get_all() if game.kind == "turns"])
def test_every_move_that_an_answer_suggests_is_legal(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    rng, terminal = Random(5), Terminal(Record.of(GAMES[name].new()), {})
    for _ in range(25):
        for word in WORDS:
            before = terminal.position
            capsys.readouterr()
            terminal.answer(word)
            said = capsys.readouterr().out
            if terminal.position is not before or terminal.turns.to_move is None:
                COMMANDS["undo"](terminal, "")
                continue
            assert said.strip(), word
            suggested = [move for move in re.findall(r"(?<!\w)'([^']+)'(?!\w)", said) if move not in word]
            legal = terminal.legal()
            assert any(move in legal for move in suggested) or any(move in said for move in legal), (word, said)
            tail = re.findall(r"'([^']+)'", said.partition(", such as ")[2])
            assert all(move in legal for move in tail), (word, said)
        terminal.answer(rng.choice(terminal.legal()) if terminal.legal() else "new")


SEED_THAT_ENDS = 23
"""With this seed a random game of Hive ends too, after 35 moves."""
TURN_GAMES = [game.id for game in GAMES.get_all() if game.kind == "turns"]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_whole_game_stays_on_the_screen(
    name: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_: os.terminal_size(size))
    terminal, rng = Terminal(Record.of(GAMES[name].new()), {}), Random(SEED_THAT_ENDS)
    terminal.is_screen = terminal.has_width = True
    while not terminal.is_over and len(terminal.record.events) < 300:
        terminal.answer(rng.choice(terminal.legal()))
        capsys.readouterr()
        terminal.draw_screen()
        lines = ESCAPES.sub("", capsys.readouterr().out).splitlines()
        assert lines[0] == terminal.game.title and len(lines) < size[1], lines
        assert max(map(len, lines)) < size[0], lines
    assert terminal.prompt() == "over> "
    terminal.answer("history")
    assert all(re.fullmatch(r"\d+ .*,|\d+ .*", line) for line in terminal.news[-1].splitlines()), (
        "no move is cut in two"
    )


def played(typed: str, *words: str) -> str:
    """What the terminal prints for lines from a pipe."""
    command = [sys.executable, "-m", "boohive", "play", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=True).stdout


def test_a_game_is_resigned_taken_up_again_and_reviewed(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    said = played(f"c3\nlevel 9\nlevel 1\nd4\nresign\nc4\nsave {file}\nundo\nreview\n", "boop")
    assert "Which level, 1 (easiest) to 8" in said and "The computer, level 1, plays player 1." in said
    assert "player 2 resigns: player 1 wins." in said and "The game is over. Type 'undo' to play on" in said
    (record,) = boohive.read(file)
    assert record.result == boohive.Result(0, "resigned")
    assert "Accuracy: player 1 " in said


@pytest.mark.parametrize("name", TURN_GAMES)
def test_the_rules_fit_a_screen(name: str) -> None:
    lines = GAMES[name].as_turn_based().rules_text().splitlines()
    assert 5 < len(lines) <= LINES - 4 and max(map(len, lines)) < COLUMNS
    said = played("rules\n", name)
    assert lines[0] in said and len(said.partition(lines[0])[2].partition(">")[0].splitlines()) < LINES - 1
    assert "Changed in this game" not in said


def test_a_move_between_quotation_marks_stays_on_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    terminal = Terminal(Record.of(GAMES["boop"].new()), {})
    terminal.has_width = True
    for length in range(30, 80):
        terminal.say(
            f"player 1's {'x' * length} is not a move of player 2's; write 'k c3' (a kitten) or 'c c3' (a cat)"
        )
        said = capsys.readouterr().out
        assert "'k c3'" in said and "'c c3'" in said and max(map(len, said.splitlines())) < COLUMNS


def test_what_was_changed_in_the_rules_is_told() -> None:
    said = played("rules\n", "boop", "--set", "draw=threefold")
    assert "Changed in this game:\n  draw=threefold: " in said and "eight_cat_return" not in said


def test_a_word_behind_a_command_that_takes_none_is_not_ignored() -> None:
    """``undo 3`` took back one move without a word."""
    said = played("c3\nd4\nundo 3\n", "boop")
    assert "'undo' stands alone; leave out '3'." in said


def test_in_the_middle_of_a_turn_an_example_is_a_choice_and_not_called_a_piece(
    capsys: pytest.CaptureFixture[str],
) -> None:
    start = GAMES["boop"].from_text("2k3/2k3/2k3/2k3/6/6 4,0,8,0 0 - - choose")
    terminal = Terminal(Record.of(start), {})
    terminal.answer("banana")
    assert "'banana' is not a move; play 'row " in capsys.readouterr().out


def test_a_game_of_any_format_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text('[GameType "Base"]\n[Result "1-0"]\n\n1. wS1 2. bS1 wS1- 1-0\n')
    said = played(f"load {file}\nwA1 -wS1\nundo\nwA1 -wS1\nsave {file}\nload {tmp_path}\n", "boop")
    assert "a game of Hive with 2 moves" in said and "It is over: type 'undo' to play on" in said
    assert "White's wA1 placed" in said and "is not overwritten" in said
    assert f"{tmp_path} cannot be read: Is a directory\n" in said, "and no example of a move"


def test_a_game_kept_earlier_moves_aside_unless_this_one_continues_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    first = Record.of(boohive.new("boop")).add(boohive.Event(0, "k c3"))
    other = Record.of(boohive.new("boop")).add(boohive.Event(0, "k a1"))
    assert keep(first) is None
    assert keep(first.add(boohive.Event(1, "k d4"))) is None
    aside = keep(other)
    assert aside is not None and [len(record.events) for record in boohive.read(aside)] == [2]
    assert [record.events for record in boohive.read(kept_game())] == [other.events]
