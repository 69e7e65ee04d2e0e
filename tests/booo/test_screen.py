"""Booo! on a terminal's screen: the castle is in sight at 80x24 and 120x40, and a smaller window is told what is needed."""

import os
import re
import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from boohive.core.errors import NotSupported
from boohive.games.booo import screen, terminal
from boohive.games.booo.castle import ROOMS
from boohive.games.booo.keyboard import Keyboard
from boohive.games.booo.screen import CODES, Screen, draw_low_castle
from boohive.games.booo.terminal import TerminalRace, sentence_for
from booo.race import Race

ESCAPE = re.compile(r"\033\[[\d;]*[A-Za-z]")
LETTERS = {str(code): letter for letter, code in CODES.items()}
Window = Callable[[int, int], None]


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Window:
    def resize(columns: int, rows: int) -> None:
        monkeypatch.setattr(screen.shutil, "get_terminal_size", lambda: os.terminal_size((columns, rows)))

    return resize


def cells_of(line: str) -> list[tuple[str, str]]:
    """Each column of a painted line: what is written, and the last code in front of it."""
    found, code = [], ""
    for escape, text in re.findall(r"\033\[([\d;]*)m|(.)", line):
        if text:
            found.append((text, code))
        else:
            code = escape
    return found


@pytest.mark.parametrize("seed", range(5))
def test_h1_the_low_castle_has_every_wall_in_its_colour(seed: int) -> None:
    castle = Race(players=1, seed=seed).position.rules.setup.castle
    lines = [cells_of(line) for line in draw_low_castle(castle, {}, {})]
    assert len(lines) == 16 and {len(line) for line in lines} == {76}
    for number, room in enumerate(ROOMS):
        row, column = divmod(castle.cells[number], castle.columns)
        left = 1 + 5 * column
        assert "".join(text for text, _ in lines[row][left + 1 : left + 3]) == room
        north, east, south, west = castle.sides(number)
        assert LETTERS[lines[row][left][1]] == north
        assert LETTERS[lines[row + 1][left + 3][1]] == south
        assert lines[row][left + 4][0] == east and lines[row][left - 1][0] == west


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40)])
@pytest.mark.parametrize("players", [1, 2, 6])
def test_t1_castle_players_and_keys_fit_the_window(
    columns: int, rows: int, players: int, window: Window, capsys: pytest.CaptureFixture[str]
) -> None:
    window(columns, rows)
    race = Race(players=players, seed=3)
    race.to_search()
    shown = Screen(coloured=True)
    for number in range(30):
        shown.say(f"Player {number}: " + "many words " * 5)
    keys = terminal.SOLO_KEYS if players == 1 else terminal.TABLE_KEYS.format(keys="q p z m t b")
    shown.draw(race.position.rules, race.position.state, "12 s, ", keys, "c4")
    lines = ESCAPE.sub("", capsys.readouterr().out).split("\n")
    assert len(lines) <= rows and max(map(len, lines)) < columns
    assert all(room in "\n".join(lines) for room in ROOMS)
    assert lines[-1] == "> c4" and keys in lines
    assert max(len(line) for line in (terminal.PROOF_KEYS, terminal.SOLO_KEYS, keys)) < 80
    assert any(line.startswith("Player 29") for line in lines), "the last news is in sight"


def test_t1_a_window_that_is_too_small_is_told_what_is_needed(window: Window) -> None:
    asked: list[str] = []

    def answer(question: str) -> str:
        asked.append(question)
        if len(asked) == 2:
            window(80, 24)
        return ""

    window(60, 20)
    assert Screen.opened(coloured=True, ask=answer) is not None
    assert len(asked) == 2 and asked[0].startswith("Booo! needs 78 columns and 24 rows; this window has 60 and 20.")
    window(80, 24)
    assert Screen.opened(coloured=False, ask=lambda question: "words") is None, "letters need 39 rows"


def test_t1_a_wall_is_called_as_a_player_types_it() -> None:
    race = Race(players=1, seed=5, pause=0)
    race.to_search()
    race.do(0, "claim 1.1 Y")
    (failed,) = [effect for effect in race.do(0, "wall c4n").effects if effect.kind == "failed"]
    assert sentence_for(failed, alone=True) == "Player 1 fails: the wall c4n is blue; the ghost goes through yellow."


def test_t1_a_system_without_termios_is_told_where_booo_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "termios", None)
    source = SimpleNamespace(fileno=lambda: 0, isatty=lambda: True)
    with pytest.raises(NotSupported, match="boohive serve --open"), Keyboard.opened(source):
        pass


@pytest.mark.parametrize("word", ["banana", "c4x", "away", "time", "back", "choose"])
def test_t1_a_word_that_is_no_step_is_answered_in_a_players_words(
    word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    race = Race(players=1, seed=5, pause=0)
    race.to_search()
    race.do(0, "claim 1.1 Y")
    shown = TerminalRace(race.position, SimpleNamespace(typed=b""), {}, 1)
    shown.type_step(0, word)
    assert capsys.readouterr().out.startswith(f"'{word}' is not a step; a step is c4n (a room's side)")
    assert shown.position is race.position


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 20)])
def test_t1_the_rooms_in_words_come_as_many_as_fit(
    columns: int, rows: int, window: Window, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    window(columns, rows)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    keyboard = SimpleNamespace(typed=b"", key=lambda seconds: " ")
    shown = TerminalRace(Race(players=1, seed=5).position, keyboard, {}, 1)
    shown.screen = Screen(coloured=True)
    shown.list_rooms()
    pages = [ESCAPE.sub("", page).splitlines() for page in capsys.readouterr().out.split("\033[2J")[1:-1]]
    assert len(pages) > 1 and max(map(len, pages)) <= rows
    assert max(len(line) for page in pages for line in page) < columns
    assert all(any(line.startswith(f"{room}: ") for page in pages for line in page) for room in ROOMS)
    assert [page[-1] for page in pages] == ["Press a key to see more."] * (len(pages) - 1) + [
        "Press a key to see the castle again."
    ]
