"""H38, H40: the race in a terminal, by keys and typed routes."""

import argparse
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone

import pytest

from boohive import Event
from boohive.core.bot import Planned
from boohive.games.booo.bots import RandomBot
from boohive.games.booo.diagram import paint
from boohive.games.booo.game import BOOO
from boohive.games.booo.state import Phase
from boohive.games.booo.terminal import TerminalRace, castle_of_the_day, play, step_text
from booo.race import Race

COMMAND = [sys.executable, "-m", "boohive", "play", "booo"]


def run(typed: str, *words: str, alone: bool = False) -> str:
    """What the terminal prints for keys from a pipe; ``alone`` with the castle of the day."""
    done = subprocess.run(
        [*COMMAND, *(("--daily",) if alone else ("--set", "pause=0")), *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "Traceback" not in done.stderr
    return done.stdout


def keys_for_a_whole_pile(seed: int) -> str:
    """What a perfect player would type."""
    race, typed = Race(players=1, seed=seed, pause=0, deck="fresh"), ""
    while race.position.outcome is None:
        race.to_search()
        route = race.route(0)
        if route is None:
            typed += "n"
            race.do(0, "hand up")
        else:
            typed += route[0].lower() + " ".join(step.split()[1] for step in route[1]) + "\n"
            race.win_round(0)
    return typed


def test_h40_a_time_trial_is_played_to_its_end() -> None:
    output = run("?" + keys_for_a_whole_pile(5), "--seed", "5")
    assert "Hint: " in output
    assert "of 9 visitors found in" in output
    assert output.count("scares visitor") >= 5


def castle_in(output: str) -> str:
    return re.search(r"^Booo!  castle (\d+)", output, re.MULTILINE)[1]  # type: ignore[index]


def test_h2_h40_without_a_seed_the_castle_is_new_each_time() -> None:
    assert castle_in(run("x")) != castle_in(run("x"))


def test_h40_daily_is_the_castle_of_the_day_of_utc() -> None:
    assert castle_in(run("x", alone=True)) == f"{datetime.now(UTC):%Y%m%d}"
    late = datetime(2026, 11, 18, 1, 30, tzinfo=timezone(timedelta(hours=3)))
    assert castle_of_the_day(late) == 20261117


@pytest.mark.parametrize("words", [["--seed", "3"], ["--level", "1"], ["--set", "sections=easy"]])
def test_h40_the_castle_of_the_day_is_the_same_for_everybody(words: list[str]) -> None:
    done = subprocess.run(
        [*COMMAND, "--daily", *words], input="x", capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "the same for everybody" in done.stderr


def test_h38_a_claim_key_without_a_colour_fails_after_3_s() -> None:
    race = TerminalRace(BOOO.new(players=2, seed=3), Silent(), {}, 1, clock=lambda: 0.0)  # type: ignore[arg-type]
    while race.position.state.phase != Phase.CALLED:
        race.turn()
    race.turn()
    assert race.position.state.phase == Phase.PAUSE
    assert race.position.state.players[0].fails == 1


class Silent:
    """A keyboard at which player 1 presses the claim key and then nothing."""

    is_terminal = True

    def key(self, seconds: float | None) -> str | None:
        if seconds is not None:
            return None
        return "q"


def test_h38_each_player_has_a_claim_key() -> None:
    output = run("mg c4n\nx", "--set", "players=4", "--seed", "3")
    assert "player 1: q, player 2: p, player 3: z, player 4: m" in output
    assert "Player 4: Booo! G!" in output


def test_h38_a_colour_before_the_call_and_a_key_of_nobody_are_answered() -> None:
    output = run("ykx", "--level", "1", "--set", "players=3", "--seed", "3")
    assert "y: call first, then name the colour. Keys: q call" in output
    assert "k: nobody has this key. Keys: q call" in output


def test_h38_shift_raises_the_hand_and_everybody_sees_the_bans() -> None:
    output = run("Pqwx\nx", "--set", "players=3", "--seed", "3")
    assert "Player 2: hand up." in output
    assert "player 3: visitors 0, banned none" in output
    assert "Player 1: Booo! W!" in output


def test_a_refused_key_says_why() -> None:
    output = run("qw forget\nqwx", "--set", "players=2", "--set", "penalty=cooldown", "--seed", "3")
    assert "claim again in" in output


def test_an_unreadable_step_is_explained_and_does_not_end_the_proof() -> None:
    output = run("w what\nforget\nx", "--seed", "3")
    assert "'what' is not a step" in output
    assert "the route is forgotten" in output


def test_h41_the_castle_is_listed_in_words() -> None:
    assert "a1: north" in run("lx", "--seed", "3")


def test_q2_the_first_player_may_choose_in_the_terminal() -> None:
    output = run("c9 1\nd4 2\nx", "--set", "players=2", "--set", "chooser=first_player", "--seed", "3")
    assert "central section" in output
    assert "puts the ghost into d4" in output


def test_h39_bots_take_seats_too() -> None:
    output = run("x", "--against", "random", "--seed", "3")
    assert "player 2: visitors 0" in output
    assert "player 1: q\n" in output


def test_h39_a_level_takes_the_other_seats() -> None:
    output = run("x", "--level", "3", "--set", "players=3", "--seed", "3")
    assert "player 3: visitors 0" in output
    assert "player 1: q\n" in output, "only the person has a claim key"
    assert "The computer, level 3 (hard), has the other seats." in output


def test_h39_your_seat_may_be_another_one() -> None:
    output = run("pw forget\nx", "--level", "1", "--seat", "1", "--seed", "3")
    assert "player 2: p\n" in output
    assert "Player 2: Booo! W!" in output


def test_against_random_is_a_random_player() -> None:
    output = run("x", "--against", "random", "--seed", "3")
    assert "The computer, at random, has the other seats." in output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--level", "5"], "Booo! has no level 5; its levels are 1 (easy), 2 (normal) and 3 (hard)"),
        (["--level", "1", "--seat", "2"], "there is no seat 2; the seats are 0 to 1"),
        (["--level", "1", "--set", "players=1"], "a game against the computer has two players or more"),
        (["--load", "game.boohive"], "a race cannot be loaded"),
    ],
)
def test_flags_that_do_not_fit_are_refused_with_a_sentence(words: list[str], sentence: str) -> None:
    done = subprocess.run([*COMMAND, *words], input="x", capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert sentence in done.stderr


def test_the_seed_decides_what_the_computer_does() -> None:
    def played(seed: int) -> list[Planned | None]:
        position = BOOO.new(players=2, seed=3)
        while position.next_timer is not None and position.state.phase != Phase.SEARCH:
            position = position.apply(Event(None, "time", position.next_timer)).position
        return [bot.choose(position, 1, seed, 1000) for bot in (RandomBot(), *map(BOOO.bot, (1, 2, 3)))]

    assert played(1) == played(1)
    assert all(one != other for one, other in zip(played(1), played(2), strict=True))


def test_a_flag_that_the_command_does_not_have_is_noticed() -> None:
    with pytest.raises(AttributeError, match="level"):
        play(argparse.Namespace(load=None, go_on=False, against="friend", seat=0, seed=1, daily=False), {})


def test_h40_a_time_trial_without_any_visitor_is_not_called_a_victory() -> None:
    output = run("n" * 9, "--seed", "5")
    assert "The pile is played: 0 of 9 visitors found in" in output
    assert "win" not in output.partition("The pile is played")[2]
    assert "has won" not in output


@pytest.mark.parametrize("arrow", ["\033[A", "\033[B", "\033[1;5B", "\033OB"])
def test_arrow_keys_call_no_colour(arrow: str) -> None:
    """The Down key sends three bytes, and the last one is the letter of blue."""
    output = run(f"{arrow}lx", "--seed", "3")
    assert "Booo! B" not in output
    assert "a1: north" in output, "the key after it counts"


def test_input_that_ends_is_no_accident() -> None:
    assert "Search 1.1: go!" in run("", "--seed", "3")


def test_steps_as_people_type_them() -> None:
    assert step_text("c4n") == "wall c4n"
    assert step_text("7.4-7.5") == "wall 7.4-7.5"
    assert step_text("e5") == "passage e5"
    assert step_text("g") == "change G"
    assert step_text("undo") == "undo"


def test_walls_are_painted_and_rooms_are_not() -> None:
    assert paint("Wc4 @Y") == "\033[97mW\033[0mc4 @\033[93mY\033[0m"
    assert paint("b2 PG") == "b2 P\033[92mG\033[0m"
    assert paint("YYYY") == "\033[93mYYYY\033[0m"


@contextmanager
def at_a_terminal(*words: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The command at a terminal of its own."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([*COMMAND, *words], stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    try:
        yield ours, process
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def read_until(terminal: int, words: str, seconds: float = 20) -> str:
    output, end = "", time.monotonic() + seconds
    while words not in output:
        ready, _, _ = select.select([terminal], [], [], max(end - time.monotonic(), 0))
        assert ready, f"{words!r} did not come; there was: {output[-500:]}"
        output += os.read(terminal, 65536).decode(errors="replace")
    return output


def test_h38_the_order_of_keys_decides_at_a_real_terminal() -> None:
    with at_a_terminal("--set", "players=3", "--set", "pause=0", "--seed", "3") as (terminal, process):
        read_until(terminal, "Search 1.1: go!")
        os.write(terminal, b"zgq")
        read_until(terminal, "Player 3: Booo! G!")
        os.write(terminal, b"c4x\x7fx\x7f\x7f\x7fforget\n")
        assert "Player 1: Booo!" not in read_until(terminal, "the route is forgotten")
        os.write(terminal, b"x")
        read_until(terminal, "Goodbye.")  # A program whose screens nobody reads waits for ever.
        assert process.wait(timeout=20) == 0
